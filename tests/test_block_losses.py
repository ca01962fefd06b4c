"""Nothing of a message goes unsaid on its way into another format: what is stored is written there, is plainly the same thing in other
words, or stands in a change of that very message."""

from __future__ import annotations

import copy
import json
import re
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import laws
import replayable
from replayable import Change

Json = Any
RICH: dict[str, Json] = {file.stem: json.loads(file.read_text(encoding="utf-8")) for file in sorted((Path(__file__).parent / "rich_requests").glob("*.json"))}
PAIRS = [(source, target) for source in RICH for target in RICH if source != target]
HISTORY = {"anthropic": "messages", "openai-chat": "messages", "openai-responses": "input", "gemini": "contents", "bedrock": "messages"}
INSTRUCTION = {"anthropic": "system", "openai-responses": "instructions", "gemini": "systemInstruction", "bedrock": "system"}
# Plain translations: each format has its own words for what kind of thing something is, and for what goes without saying.
KINDS = re.compile(r"(^|/)(type|role|format|mimeType|media_type|toolType)$")
USUAL = {("detail", "auto"), ("status", "completed"), ("status", "success"), ("thought", True), ("redacted", True)}

# A failed tool's result is marked in each format in its own way, or told: {"is_error": true}.
ERRORS = {("is_error", True), ("isError", True), ("status", "error"), ("status", "failed")}

# What a session notes beside the conversation stays in its record.
RECORD = frozenset(
    {"api", "provider", "model", "usage", "stopReason", "responseId", "timestamp", "details", "customType", "display", "fromId", "tokensBefore", "exitCode"}
)


# ---------------------------------------------------------------------------------------------- leaves
def leaves(value: Json, path: str = "") -> Iterator[tuple[str, Json]]:
    """Every value in a JSON value, with its path; JSON objects in a text count as what they are."""
    if isinstance(value, str) and value.startswith("{"):
        value = _decoded(value)
    if isinstance(value, dict):
        for key, item in value.items():
            yield from leaves(item, f"{path}/{key}")
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from leaves(item, f"{path}/{index}")
    else:
        yield path, value


def _decoded(text: str) -> Json:
    try:
        value = json.loads(text)
    except ValueError:
        return text
    return value if isinstance(value, dict) else text


def entries(name: str, payload: Json) -> Iterator[tuple[int | None, Json]]:
    """The messages or items of a history with their origins; the instruction beside them has none."""
    if name in INSTRUCTION and INSTRUCTION[name] in payload:
        yield None, payload[INSTRUCTION[name]]
    yield from enumerate(payload if name not in HISTORY else payload[HISTORY[name]])


class Sent:
    """What came out, to look values up in."""

    def __init__(self, payload: Json) -> None:
        found = [(path.rpartition("/")[2], value) for path, value in leaves(payload)]
        values = [value for _, value in found]
        self.tells_error = any(field == "error" or (field, value) in ERRORS for field, value in found)
        self._texts = "\n".join(value for value in values if isinstance(value, str))
        self._others = {repr(value) for value in values if not isinstance(value, str)}

    def holds(self, value: Json) -> bool:
        if not isinstance(value, str):
            return repr(value) in self._others or json.dumps(value) in self._texts
        return value in self._texts


def silent(name: str, payload: Json, sent: Json, changes: Iterable[Change]) -> list[str]:
    """The values of the history that are neither sent nor told."""
    found, out = list[str](), Sent(sent)
    told, starts = list(changes), [message.origin for message in replayable.read(payload, source=name).messages if message.origin is not None]
    for place, entry in entries(name, payload):
        origin = None if place is None else max(start for start in starts if start <= place)  # items of one turn are one message
        said = Sent([change.before for change in told if change.origin == origin])
        for path, value in leaves(entry):
            if (path.rpartition("/")[2], value) in ERRORS and (out.tells_error or said.tells_error):
                continue
            if not (_says_nothing(name, path, value) or any(_is_there(form, out, said) for form in _forms(path, value))):
                found.append(f"{place}{path}: {value!r}")
    return found


def _forms(path: str, value: Json) -> Iterator[Json]:
    """The value as it may stand elsewhere: text in base64, data without the head of their URL, two ids apart, an error by another mark."""
    yield value
    if not isinstance(value, str):
        return
    yield b64encode(value.encode()).decode()
    if (text := _from_base64(value)) is not None:
        yield text
    if value.startswith("data:"):
        yield value.partition(",")[2]
    if "|" in value:
        yield value.partition("|")[0]


def _from_base64(value: str) -> str | None:
    try:
        return b64decode(value, validate=True).decode()
    except ValueError:
        return None


def _is_there(value: Json, sent: Sent, said: Sent) -> bool:
    """It is sent, or told in a change; data are told by their length."""
    return sent.holds(value) or said.holds(value) or (isinstance(value, str) and said.holds(f"{len(value)} characters of base64"))


def _says_nothing(name: str, path: str, value: Json) -> bool:
    field = path.rpartition("/")[2]
    if value is None or value is False or value == "" or KINDS.search(path) or (field, value) in USUAL:
        return True
    return name == "openclaw" and path.split("/")[1] in RECORD


# ---------------------------------------------------------------------------------------------- rich requests
@pytest.mark.parametrize("name", RICH)
def test_a_request_with_every_kind_of_part_is_written_back_equal(name: str) -> None:
    assert RICH[name] == replayable.write(replayable.read(RICH[name], source=name), name)


@pytest.mark.parametrize(("source", "target"), PAIRS, ids=[f"{source} to {target}" for source, target in PAIRS])
def test_converting_says_all_that_it_leaves_out(source: str, target: str) -> None:
    converted = replayable.convert(RICH[source], target, source=source)
    assert [] == silent(source, RICH[source], converted.payload, converted.changes)


@pytest.mark.parametrize("name", RICH)
def test_lines_are_written_back_as_lines(name: str) -> None:
    listed = RICH[name] if name == "openclaw" else RICH[name][HISTORY[name]]
    lines = "".join(json.dumps(each, separators=(",", ":"), ensure_ascii=False) + "\n" for each in listed)
    assert lines == replayable.write(replayable.read(lines, source=name), name)
    assert lines.encode() == replayable.write(replayable.read(lines.encode(), source=name), name)


PREPARED = [(source, target, options) for source in RICH for target, options in laws.TARGETS if laws.target_format(target, options) != source]


@pytest.mark.parametrize(("source", "target", "options"), PREPARED, ids=[" ".join([source, "for", target, *options]) for source, target, options in PREPARED])
def test_preparing_says_all_that_it_leaves_out(source: str, target: str, options: dict[str, Any]) -> None:
    prepared = replayable.prepare(RICH[source], target, source=source, **options)
    assert [] == silent(source, RICH[source], prepared.request, prepared.changes)
    assert () == prepared.problems
    assert () == replayable.prepare(prepared.request, target, **options).changes


OWN = [(name, target, options) for name in RICH for target, options in laws.TARGETS if laws.target_format(target, options) == name]


@pytest.mark.parametrize(("name", "target", "options"), OWN, ids=[" ".join([target, *options]) for _, target, options in OWN])
def test_a_request_with_every_kind_of_part_is_settled_for_all_that_speak_its_api(name: str, target: str, options: dict[str, Any]) -> None:
    prepared = replayable.prepare(RICH[name], target, source=name, **options)
    assert () == prepared.problems
    assert () == replayable.prepare(prepared.request, target, source=name, **options).changes


# ---------------------------------------------------------------------------------------------- fields that nobody knows
UNKNOWN = "field_nobody_knows"


def objects(value: Json) -> Iterator[dict[str, Json]]:
    """Every object in a JSON value."""
    if isinstance(value, dict):
        yield value
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from objects(item)


@st.composite
def with_unknown_fields(draw: st.DrawFn, name: str) -> Json:
    """The rich request with fields at a few places of its history that no API has."""
    payload = copy.deepcopy(RICH[name])
    places = [each for _, entry in entries(name, payload) for each in objects(entry)]
    for place in draw(st.lists(st.sampled_from(range(len(places))), min_size=1, max_size=4, unique=True)):
        words = f"word{draw(st.integers(10**8, 10**9))}"
        places[place][UNKNOWN] = draw(st.sampled_from([words, int(words[4:]), {"inner": words}, [words, {"inner": [words]}]]))
    return payload


@pytest.mark.parametrize("name", RICH)
@given(data=st.data())
@settings(max_examples=15)
def test_an_unknown_field_anywhere_in_a_message_is_written_back_or_told(name: str, data: st.DataObject) -> None:
    payload = data.draw(with_unknown_fields(name))
    assert payload == replayable.write(replayable.read(payload, source=name), name)
    for target in RICH:
        if target != name:
            converted = replayable.convert(payload, target, source=name)
            assert [] == silent(name, payload, converted.payload, converted.changes), target
    target, options = data.draw(st.sampled_from([(target, options) for source, target, options in PREPARED if source == name]))
    prepared = replayable.prepare(payload, target, source=name, **options)
    assert [] == silent(name, payload, prepared.request, prepared.changes), target


# ---------------------------------------------------------------------------------------------- words in an unexpected place
U: Json = {"role": "user", "content": "q"}
CALLING: Json = {"role": "assistant", "content": None}
ANSWER: Json = {"role": "tool", "tool_call_id": "c1", "content": "x"}
FUNCTION: Json = {"name": "read", "arguments": '{"city":"WORDS"}'}
ASIDE: Json = {"type": "text", "content": "WORDS"}
CALLED: Json = {"type": "function_call", "call_id": "c1", "name": "read"}
ORPHAN: Json = {
    "type": "tool_result",
    "tool_use_id": "zz",
    "content": [{"type": "document", "context": "WORDS", "source": {"type": "text", "media_type": "text/plain", "data": "d"}}],
}
MISPLACED: dict[str, tuple[str, list[Json]]] = {
    "arguments of an item under another name": (
        "openai-responses",
        [U, {**CALLED, "input": FUNCTION["arguments"]}, {"type": "function_call_output", "call_id": "c1", "output": "x"}],
    ),
    "arguments of an unanswered item under another name": ("openai-responses", [U, {**CALLED, "input": FUNCTION["arguments"]}]),
    "the input of a custom call under another name": (
        "openai-responses",
        [U, {**CALLED, "type": "custom_tool_call", "arguments": "WORDS"}, {"type": "custom_tool_call_output", "call_id": "c1", "output": "x"}],
    ),
    "arguments of a function under another name": (
        "openai-chat",
        [U, {**CALLING, "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "read", "input": {"city": "WORDS"}}}]}, ANSWER],
    ),
    "a text part": ("openai-chat", [{"role": "user", "content": [ASIDE, {"type": "text", "text": "x"}]}]),
    "a text part of an instruction": ("openai-chat", [{"role": "system", "content": [ASIDE]}, U]),
    "a text part of a result": (
        "openai-chat",
        [U, {**CALLING, "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "read", "arguments": "{}"}}]}, {**ANSWER, "content": [ASIDE]}],
    ),
    "a text block of a session": ("openclaw", [{"role": "user", "content": [ASIDE, {"type": "text", "text": "x"}], "timestamp": 1}]),
    "parts of a user": ("openai-chat", [U, {"role": "assistant", "content": "a"}, {"role": "user", "parts": [{"text": "WORDS"}]}, U]),
    "parts of a model": ("openai-chat", [U, {"role": "model", "parts": [{"text": "WORDS"}]}, U]),
    "parts of an instruction": ("openai-chat", [{"role": "system", "parts": "WORDS"}, U]),
    "parts of a user among items": ("openai-responses", [U, {"role": "assistant", "content": "a"}, {"role": "user", "parts": [{"text": "WORDS"}]}, U]),
    "parts of an assistant among items": ("openai-responses", [U, {"role": "assistant", "parts": [{"text": "WORDS"}]}, U]),
    "content of a role that Gemini has not": ("gemini", [{"role": "user", "parts": [{"text": "q"}]}, {"role": "toolResult", "content": [{"text": "WORDS"}]}]),
    "parts of a role that Anthropic has not": ("anthropic", [U, {"role": "toolResult", "parts": [{"text": "WORDS"}]}]),
    "a list of commands": ("openclaw", [U, {"role": "bashExecution", "command": ["WORDS"], "output": "o", "exitCode": 0}]),
    "a list of output": ("openclaw", [U, {"role": "bashExecution", "command": "ls", "output": ["WORDS"], "exitCode": 0}]),
    "a list for a summary": ("openclaw", [{"role": "branchSummary", "summary": ["WORDS"], "fromId": "e1"}, U]),
    "a list for what was compacted": ("openclaw", [{"role": "compactionSummary", "summary": ["WORDS"], "tokensBefore": 1}, U]),
    "a summary of a user": ("openclaw", [{"role": "user", "summary": "WORDS", "timestamp": 1}]),
    "a function as text": ("openai-chat", [U, {**CALLING, "tool_calls": [{"id": "c1", "type": "function", "function": json.dumps(FUNCTION)}]}, ANSWER]),
    "a function in a list": ("openai-chat", [U, {**CALLING, "tool_calls": [{"id": "c1", "type": "function", "function": [FUNCTION]}]}, ANSWER]),
    "calls in an object": ("openai-chat", [U, {**CALLING, "tool_calls": {"value": [{"id": "c1", "type": "function", "function": FUNCTION}]}}, ANSWER]),
    "the context of a document in an orphan": ("anthropic", [U, {"role": "assistant", "content": "a"}, {"role": "user", "content": [ORPHAN]}]),
}
SEEN = [(what, target, options) for what in MISPLACED for target, options in laws.TARGETS]


@pytest.mark.parametrize(("what", "target", "options"), SEEN, ids=[" ".join([what, "for", target, *options]) for what, target, options in SEEN])
def test_words_in_an_unexpected_place_are_sent_or_told_as_a_loss(what: str, target: str, options: dict[str, Any]) -> None:
    source, history = MISPLACED[what]
    prepared = replayable.prepare(history, target, source=source, **options)
    lost = [change for change in prepared.changes if change.loss == "content" and "WORDS" in json.dumps(change.before)]
    assert lost or "WORDS" in json.dumps(prepared.request)


@pytest.mark.parametrize("what", MISPLACED)
def test_words_in_an_unexpected_place_are_written_back(what: str) -> None:
    source, history = MISPLACED[what]
    assert history == replayable.write(replayable.read(history, source=source), source)
