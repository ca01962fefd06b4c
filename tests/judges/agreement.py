"""Whether `replayable.check` refuses what others refuse: `PYTHONPATH=tests python -m judges.agreement [COUNT] [TARGET…]`.

The requests are generated: unprepared ones, right and damaged, prepared ones, and prepared ones with a wrong value. Status 1 if a judge refuses one
that `check` takes, for a kind that is not explained in `docs/deviations.md`.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import replayable
from judges import anthropic_types, converse_model, gemini_types, histories, openai_types, templates
from judges.courts import COMPLETIONS, MISTRAL, STRICT
from judges.verdict import Judge

SHOWN = 12  # kinds that are printed of a judge


class Pair(NamedTuple):
    """A target, and a judge of requests to it."""

    target: str
    judge: Judge
    options: Mapping[str, Any] = MappingProxyType({})


class Agreement(NamedTuple):
    """What came of it: how many requests the judge refused, how many of these `check` refused as well, and the kinds of the others."""

    requests: int
    refused: int
    shared: int
    explained: int
    missing: Counter[str]


PAIRS: tuple[Pair, ...] = (
    Pair("anthropic/claude-opus-4-6", anthropic_types.JUDGE),
    Pair("amazon-bedrock/us.anthropic.claude-sonnet-4-6-v1:0", converse_model.JUDGE),
    Pair("google/gemini-3-pro", gemini_types.JUDGE),
    Pair("openai/gpt-5", openai_types.RESPONSES),
    Pair("openai/gpt-4.1", openai_types.CHAT, COMPLETIONS),
    *(Pair("mistral/mistral-large-latest", judge) for judge in MISTRAL.values()),
    Pair("vllm/any-model", templates.OTHERS, STRICT),
    Pair("vllm/mistralai/Mistral-Small-3.2-24B-Instruct-2506", templates.MISTRAL, STRICT),
)

# Kinds that are explained in `docs/deviations.md`, "what only others refuse".
EXPLAINED: tuple[re.Pattern[str], ...] = (
    # Chat Completions: keys of messages, parts and calls that the types do not name.
    re.compile(r"^/messages/\S*: (ChatCompletion\w+|Function|Custom) has no such key$"),
    # Responses: an item without a type that has a role, and ids of messages that are not the model's own.
    re.compile(r"^/input/\*/(role|content): ItemReference has no such key$"),
    re.compile(r"^/input/\*/id: EasyInputMessageParam has no such key$"),
    # Mistral's models of the first three versions, which take words or calls.
    re.compile(r"^MistralRequestValidatorV3: .* must have either content or tool_calls, but not both\.$"),
    # Converse: how long a text of a setting may be.
    re.compile(r"^/outputConfig/effort: OutputConfigEffortString is more than 16$"),
    # Templates that read a tool's description, or its parameters, though neither need be there, and names that are none.
    re.compile(r"jinja: TypeError: can only concatenate str "),
    re.compile(r"functionary-medium-v3\.1\.jinja: UndefinedError: 'dict object' has no attribute 'name'$"),  # a tool without its type
    re.compile(r"tool_use\.jinja: TypeError: 'NoneType' object is not iterable$"),  # chosen only where there are tools
    re.compile(r"jinja: (UndefinedError: 'dict object' has no attribute 'description'|TypeError: Object of type Undefined is not JSON serializable)$"),
)


def agreement(pair: Pair, count: int) -> Agreement:
    """The judge and `check` on so many requests."""
    requests = histories.requests_of_all_kinds(pair.target, count, pair.options)
    verdicts = list(pair.judge.judge(requests))
    refused = [(request, kinds) for request, kinds in zip(requests, verdicts, strict=True) if kinds]
    taken = [kinds for request, kinds in refused if not replayable.check(request, pair.target, **pair.options)]
    open_kinds = [open_of for kinds in taken if (open_of := tuple(kind for kind in kinds if not is_explained(kind)))]
    missing = Counter(kind for kinds in open_kinds for kind in kinds)
    return Agreement(len(requests), len(refused), len(refused) - len(taken), len(taken) - len(open_kinds), missing)


def is_explained(kind: str) -> bool:
    """The kind is one that `check` leaves to others on purpose."""
    return any(pattern.search(kind) for pattern in EXPLAINED)


def main(arguments: Sequence[str]) -> int:
    """The table, a line for each target and judge, and the kinds that are missing."""
    count = int(arguments[0]) if arguments else 2000
    print(f"{'target':50} {'judge':34} {'requests':>8} {'refused':>8} {'by check':>8} {'explained':>9} {'missing':>8}")
    missing = 0
    for pair in PAIRS:
        if not arguments[1:] or pair.target in arguments[1:]:
            found = agreement(pair, count)
            missing += len(found.missing)
            print("\n".join(_lines(pair, found)), flush=True)
    return 1 if missing else 0


def _lines(pair: Pair, found: Agreement) -> Iterator[str]:
    figures = f"{found.requests:8} {found.refused:8} {found.shared:8} {found.explained:9} {len(found.missing):8}"
    yield f"{' '.join([pair.target, *pair.options]):50} {pair.judge.name:34} {figures}"
    for kind, times in found.missing.most_common(SHOWN):
        yield f"    {times:6} {kind}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
