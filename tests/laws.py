"""The laws that every rule and every policy keeps, each as a check that any history can be put to."""

from __future__ import annotations

import copy
import itertools
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

import replayable
from replayable.model.parts import Media, Opaque, Part, Reasoning, Text, ToolCall, ToolResult
from replayable.model.settings import Settings
from replayable.model.transcript import Message
from replayable.notation import message_as_json
from replayable.records import encode
from replayable.report import Change
from replayable.rules import CATALOG, DisplacedToolResult, MissingToolResult, engine
from replayable.rules.rule import AnyRule
from replayable.words import WORDLESS

Json = Any
FORMAT_OF = {
    "anthropic-messages": "anthropic",
    "bedrock-converse": "bedrock",
    "google-generative-ai": "gemini",
    "openai-completions": "openai-chat",
    "openai-responses": "openai-responses",
    "openai-codex-responses": "openai-responses",
}

# A block of a kind that is not known here may be newer than this version: in its own format it is left where it is, and told.
UNKNOWN_KIND = frozenset({"anthropic-unknown-block-type", "chat-part-type", "responses-unknown-item-type", "responses-unknown-content-type"})

# A field that the caller adds when sending (`create(max_tokens=…, **prepared.request)`): setting it here would stand in the way.
CALLERS_FIELD = frozenset({"anthropic-max-tokens-required"})

# A field that no version of the API is known to have is the caller's word, as all that is in the target's own format and not refused for sure.
CALLERS_KEY = frozenset({"responses-unknown-parameter"})

HISTORY_FIELDS = ("/messages", "/contents", "/input")

# A target of each kind that has a policy, with options that make it one. The API is named where it is not the provider's own.
TARGETS: tuple[tuple[str, Mapping[str, Any]], ...] = (
    ("anthropic/claude-opus-4-6", {}),
    ("anthropic/claude-sonnet-4-5", {}),
    ("anthropic/claude-opus-4-8", {}),
    ("anthropic/claude-fable-5-1", {}),
    ("anthropic/claude-3-7-sonnet-20250219", {}),
    ("minimax/MiniMax-M2.1", {}),
    ("github-copilot/claude-sonnet-4-6", {}),
    ("amazon-bedrock/us.anthropic.claude-sonnet-4-6-v1:0", {}),
    ("amazon-bedrock/us.anthropic.claude-fable-5-1-v1:0", {}),
    ("amazon-bedrock/amazon.nova-pro-v1:0", {}),
    ("openai/gpt-4.1", {"api": "openai-completions"}),
    ("vllm/any-model", {}),
    ("vllm/any-model", {"keeps_reasoning": True}),
    ("vllm/any-model", {"image_turns": 1}),
    ("llama.cpp/any-model", {"strict_template": True}),
    ("mistral/mistral-large-latest", {}),
    ("openrouter/mistralai/devstral-medium", {}),
    ("openrouter/google/gemini-3-pro", {}),
    ("openrouter/anthropic/claude-sonnet-4.6", {"thinking": True}),
    ("moonshot/kimi-k2.6", {"thinking": True}),
    ("deepseek/deepseek-v4-pro", {}),
    ("cerebras/gpt-oss-120b", {}),
    ("xai/grok-4", {"api": "openai-completions"}),
    ("google/gemini-3-pro", {}),
    ("openai/gpt-5", {}),
    ("openai/gpt-4.1", {"api": "openai-responses"}),
    ("openai/gpt-5.1-codex", {"api": "openai-codex-responses"}),
    ("xai/grok-4", {"api": "openai-responses"}),
    ("my-proxy/claude-sonnet-4-6", {"api": "openai-responses"}),
    ("google/gemini-2.5-pro", {}),
    ("google-vertex/gemini-3-pro", {}),
    ("google-antigravity/claude-sonnet-4-6", {}),
    ("someone/unknown-model", {}),
)
TARGET_NAMES = [" ".join([target, *options]) for target, options in TARGETS]


def target_format(target: str, options: Mapping[str, Any]) -> str:
    """The format in which a target's requests are written."""
    from replayable.targets import parse_target

    return FORMAT_OF[parse_target(target, options.get("api")).api]


# Pairing is one analysis: a result is made where none is, once those that stand elsewhere have come back, unless they may stay there.
PRESUPPOSED: Mapping[type[AnyRule], tuple[type[AnyRule], ...]] = {MissingToolResult: (DisplacedToolResult,)}


# ---------------------------------------------------------------------------------------------- laws of a rule
def check_rule(rule: AnyRule, messages: tuple[Message, ...], settings: Settings) -> None:
    """Honest, idempotent, total, deterministic, conserving and untouched, for one rule on one history."""
    rules = (*(before() for before in PRESUPPOSED.get(type(rule), ()) if getattr(rule, "others", "ordered") == "ordered"), rule)
    told, who = as_text(messages), rule.name
    after, settings_after, changes = engine.run(rules, messages, settings)
    assert told == as_text(messages), f"{who} changed what it was given"
    is_same = settings_after is settings and len(after) == len(messages) and all(map(_is, after, messages))
    assert is_same == (not changes), f"{who} is not honest: same {is_same}, changes {changes}"
    assert {each.name for each in rules} >= {change.rule for change in changes}
    again = engine.run(rules, messages, settings)
    assert (as_text(after), changes) == (as_text(again[0]), again[2]), f"{who} is not deterministic"
    assert () == engine.run(rules, after, settings_after)[2], f"{who} found more in its own answer"
    check_conserved(messages, after, changes, who)


def _is(one: object, other: object) -> bool:
    return one is other


def as_text(messages: Iterable[Message]) -> str:
    return json.dumps([message_as_json(each) for each in messages], default=str)


# ---------------------------------------------------------------------------------------------- conserving
def check_conserved(before: Sequence[Message], after: Sequence[Message], changes: Sequence[Change], who: str) -> None:
    """What is gone stands in a change that admits it; what is new, in one that says that it was made."""
    stayed, admitted, named = _mass(after), _mass_of(changes, "before", ("content",)), _mass_of(changes, "before")
    stayed = f"{stayed}\n{_told_as_json(before, stayed)}"
    for words, may_be_none in _said(before):
        if words not in stayed:
            assert words in named, f"{who}: {words!r} is gone, and no change names it"
            assert may_be_none or words in admitted, f"{who}: {words!r} is gone, and the loss is not content"
    known, made, told = _mass(before) + _forms(before), _mass_of(changes, "after", ("synthetic", "content")), _mass_of(changes, "after")
    for words, _ in _said(after):
        if words not in known:
            assert words in told, f"{who}: {words!r} is new, and no change names it"
            assert words in made or any(old and old in words for old, _ in _said(before)), f"{who}: {words!r} was made up, and the loss does not say so"


def _said(messages: Iterable[Message]) -> Iterator[tuple[str, bool]]:
    """What was said, called or answered, in letters and digits alone, and whether it may go without being a loss."""
    for each in messages:
        for part in each.parts:
            for text, may_go in _words(part):
                if words := bare(text):
                    yield words, may_go or words.lower() == "no_reply"


def _words(part: Part) -> Iterator[tuple[str, bool]]:
    match part:
        case Text():
            yield part.text, False
        case Reasoning():
            yield part.text, True
        case ToolCall():
            yield from ((text, type(part.arguments) is not dict) for text in leaves(part.arguments))
            yield from ((text, True) for text in leaves(part.partial))
        case ToolResult():
            yield from ((text, may_go or part.synthetic) for inner in part.parts for text, may_go in _words(inner))
        case Media():
            yield part.kind, False
        case Opaque():
            ids = [item for key, item in part.raw.items() if key in WORDLESS] if type(part.raw) is dict else []
            yield from ((text, text in ids) for text in leaves(part.raw))
        case _:
            return


def _mass(messages: Iterable[Message]) -> str:
    return "\n".join(words for words, _ in _said(messages))


def _forms(messages: Iterable[Message]) -> str:
    """Unknown parts as JSON text: in that form they may be told where a target has no place for them."""
    return "\n".join(form for part in _unknown(messages) for form in (bare(json.dumps(part.raw)), bare(encode(part.raw).decode())))


def _told_as_json(messages: Iterable[Message], stayed: str) -> str:
    """The words of unknown parts that stand there as JSON text, where control characters are spelled out."""
    told = [part for part in _unknown(messages) if bare(encode(part.raw).decode()) in stayed]
    return "\n".join(bare(text) for part in told for text in leaves(part.raw))


def _unknown(messages: Iterable[Message]) -> list[Opaque]:
    held = [part for each in messages for part in each.parts]
    inner = [part for result in held if isinstance(result, ToolResult) for part in result.parts]
    return [part for part in held + inner if isinstance(part, Opaque)]


def _mass_of(changes: Iterable[Change], side: str, losses: tuple[str, ...] = ("none", "content", "synthetic")) -> str:
    return "\n".join(bare(text) for change in changes if change.loss in losses for text in leaves(getattr(change, side), keys=True))


def leaves(value: Json, keys: bool = False) -> Iterator[str]:
    """Every string in a JSON value; the keys too where they are asked for."""
    if type(value) is str:
        yield value
    elif isinstance(value, Mapping):
        for key, item in value.items():
            if keys:
                yield key
            yield from leaves(item, keys)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from leaves(item, keys)


def bare(text: str) -> str:
    """The letters and digits of a text: what is left of it however it is quoted, escaped, trimmed or cleaned."""
    return re.sub(r"[^\w]+", "", text)


# ---------------------------------------------------------------------------------------------- laws of a policy
def check_prepare(history: Json, source: str, target: str, options: Mapping[str, Any]) -> replayable.Prepared:
    """Total, settled, idempotent, deterministic, conserving, untouched, a round trip, and the same by `Replay`."""
    given = copy.deepcopy(history)
    prepared = replayable.prepare(history, target, source=source, **options)
    request = prepared.request
    assert _dumped(given) == _dumped(history), "the caller's objects were changed"
    assert () == _surprising(prepared, own=source == target_format(target, options))
    assert _dumped(request) == _dumped(replayable.prepare(given, target, source=source, **options).request)
    assert json.loads(prepared.body) == json.loads(json.dumps(request))
    check_marks(history, request, prepared.changes)
    _check_idempotent(request, target, options)
    fmt = target_format(target, options)
    assert _dumped(request) == _dumped(replayable.write(replayable.read(request, source=fmt), fmt))
    return prepared


def _surprising(prepared: replayable.Prepared, own: bool) -> tuple[replayable.Problem, ...]:
    """The problems that a rule should have settled: none may be left, unless nothing is left to send at all. What stands beside a history in the
    target's own format is the caller's word."""
    if all(message.get("role") in ("system", "developer") for message in turns_of(prepared.request)):
        return ()
    told = [problem for problem in prepared.problems if problem.rule not in UNKNOWN_KIND | CALLERS_FIELD | CALLERS_KEY]
    return tuple(problem for problem in told if not own or problem.pointer.startswith(HISTORY_FIELDS))


def _check_idempotent(request: Json, target: str, options: Mapping[str, Any]) -> None:
    second = replayable.prepare(request, target, source=target_format(target, options), **options)
    assert () == second.changes
    assert _dumped(request) == _dumped(second.request)


def check_incremental(messages: list[Json], cuts: Sequence[int], source: str, target: str, options: Mapping[str, Any]) -> None:
    """`Replay` fed in chunks gives what `prepare` gives on the whole."""
    replay = replayable.Replay(target, **options)
    bounds = sorted({0, *(min(cut, len(messages)) for cut in cuts), len(messages)})
    for start, end in itertools.pairwise(bounds):
        replay.extend(messages[start:end], source=source)
        replay.prepare()
    whole, fed = replayable.prepare(messages, target, source=source, **options), replay.prepare()
    assert _dumped(whole.request) == _dumped(fed.request)
    assert (whole.changes, whole.problems) == (fed.changes, fed.problems)


def check_marks(history: Json, request: Json, changes: Sequence[Change]) -> None:
    """Every mark of the history (see `strategies`) is in the request or in a change that admits its loss; none appears from nowhere."""
    sent, given = marks(request), marks(history)
    assert sent <= given
    gone = given - sent
    named = marks([change.before for change in changes])
    admitted = marks([change.before for change in changes if change.loss == "content"])
    assert set() == gone - named, "gone, and no change names it"
    assert set() == {mark for mark in gone - admitted if mark.startswith("mk")}, "gone, and the loss is not content"


LONGEST_MARKED = 10_000  # characters; base64 of an image is longer and holds by chance what looks like a mark


def marks(value: Json) -> set[str]:
    return {mark for text in leaves(value, keys=True) if len(text) < LONGEST_MARKED for mark in re.findall(r"[mr]k\d+x", text)}


def _dumped(value: Json) -> str:
    return json.dumps(value, sort_keys=False, default=str)


def turns_of(request: Json) -> list[Json]:
    """The turns of a request of any format."""
    return next((request[key] for key in ("messages", "contents", "input") if key in request), [])


# ---------------------------------------------------------------------------------------------- prefixes
def flattened(request: Json) -> list[str]:
    """A request of any API as a sequence: system, tools, then role and block by block. A text is one block, however it is written; marks for
    caches are none."""
    request = _unmarked(request)
    system = next((request[key] for key in ("system", "instructions", "systemInstruction") if request.get(key)), None)
    out = [*map(_dumped, _blocks(system)), _dumped(request.get("tools") or request.get("toolConfig"))]
    for message in turns_of(request):
        blocks = [block for key in ("content", "parts", "tool_calls") for block in _blocks(message.get(key))]
        out.append(_dumped({key: value for key, value in message.items() if key not in ("content", "parts", "tool_calls")}))
        out.extend(map(_dumped, blocks))
    return out


def _blocks(content: Json) -> list[Json]:
    if type(content) is str:
        return [{"type": "text", "text": content}]
    return [content] if type(content) is dict else content or []


def _unmarked(value: Json) -> Json:
    if type(value) is dict:
        return {key: _unmarked(item) for key, item in value.items() if key != "cache_control"}
    if type(value) is list:
        return [_unmarked(item) for item in value if type(item) is not dict or "cachePoint" not in item]
    return value


def default_rules() -> list[AnyRule]:
    """Every rule as it is without options."""
    return [msgspec.convert({}, rule) for rule in CATALOG]
