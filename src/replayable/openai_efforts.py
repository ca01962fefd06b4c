"""Which reasoning efforts OpenAI's models take, as a table with source and date. The first row that fits holds.

From the texts of refusals ("Unsupported value: 'none' is not supported with the 'gpt-5.1-codex' model. Supported values are: 'low', 'medium',
and 'high'.", openai/codex#6647, 2025-11; anomalyco/opencode#4451; CherryHQ/cherry-studio#10430) and the model pages
(anomalyco/models.dev#2296, 2026-06). A model that no row names is treated as the newest known one: `max` is of SDK 3.57.0 (2026-11).
"""

from __future__ import annotations

import re

from replayable.on_demand import pattern

_SOME = ("low", "medium", "high")

# Patterns of ids, in lower case and without a provider before them; the efforts in rising order. None at all: the field itself is refused.
_EFFORTS: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = tuple(
    (pattern(text), taken)
    for text, taken in (
        # models that do not reason (platform.openai.com/docs/models, 2025)
        (r"gpt-[34]|chatgpt-4o|gpt-5(?:\.\d+)?-chat|davinci|babbage|computer-use", ()),
        (r"o1-(?:mini|preview)", ()),
        (r"o\d", _SOME),
        (r"gpt-5-pro", ("high",)),
        (r"gpt-5(?:\.\d+)?-pro", ("medium", "high", "xhigh")),
        (r"gpt-5(?:\.1)?-codex(?!-max)", _SOME),
        (r"gpt-5\.\d+-codex", (*_SOME, "xhigh")),
        (r"gpt-5(?![.\d])", ("minimal", *_SOME)),
        (r"gpt-5\.1(?!\d)", ("none", *_SOME)),
        (r"gpt-5\.[2-5](?!\d)", ("none", *_SOME, "xhigh")),
        (r"gpt-\d|codex", ("none", *_SOME, "xhigh", "max")),
    )
)


def efforts(model: str) -> tuple[str, ...] | None:
    """The efforts that one of OpenAI's models takes, in rising order, "none" among them where it need not reason; none at all where it
    cannot, None where the model is not known."""
    name = model.lower().rpartition("/")[2]
    return next((taken for form, taken in _EFFORTS if form.match(name)), None)
