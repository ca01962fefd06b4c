"""What OpenAI's Responses API has a place for (https://platform.openai.com/docs/api-reference/responses, SDK 3.57.0, 2026-11)."""

from __future__ import annotations

from collections.abc import Mapping

from replayable.facts import thinking
from replayable.formats.format import Carries
from replayable.formats.openai_responses.content import READERS
from replayable.formats.openai_responses.fields import KNOWN_ITEMS, PLAIN_ITEMS
from replayable.formats.openai_responses.settings_write import WRITERS

_WORDS_AND_FILES = frozenset({"text", "image", "document", "file"})

# What comes from another format. A custom tool is declared as a function there, so its calls are calls of a function.
CARRIES = Carries(
    parts={
        "system": frozenset({"text"}),
        "developer": frozenset({"text"}),
        "user": _WORDS_AND_FILES | {"tool-result"},
        "assistant": frozenset({"text", "reasoning", "tool-call"}),
        "tool": frozenset({"tool-result"}),
    },
    results=_WORDS_AND_FILES,
    settings=frozenset(WRITERS) | {"response_format.name", "response_format.description", "response_format.strict", "tools.strict"},
    thinking=thinking.RESPONSES,
    # A medium of a kind that has no place becomes a text that tells its name.
    fields=frozenset({"image.detail", "text.item", "call.item", "reasoning.item", "document.name", "file.name", "audio.name", "video.name"}),
    known=frozenset(READERS) | KNOWN_ITEMS - PLAIN_ITEMS,
)

# What it holds in its own histories besides: refusals stand in message items that have ids, custom calls beside custom tools.
OWN_PARTS: Mapping[str, frozenset[str]] = {
    **CARRIES.parts,
    "system": _WORDS_AND_FILES,
    "developer": _WORDS_AND_FILES,
    "user": CARRIES.parts["user"] | {"audio"},
    "assistant": CARRIES.parts["assistant"] | {"refusal", "custom-call"},
}
