"""The ledger: each request is an extension of the one before, or the ledger says where, why, and what that costs."""

from __future__ import annotations

import contextlib
import copy
import json
import threading
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import laws
import replayable
import strategies
from replayable import records
from replayable.ledger import Break, Kind, Ledger, PrefixBroken, PrefixWarning, Tally, Verdict

Json = Any
TARGET = "anthropic/claude-opus-4-6"

SECRET = "sk-live-4711"
REQUEST: Json = {
    "model": "claude-opus-4-6",
    "system": "Be brief.",
    "tools": [
        {"name": "read", "description": "Reads a file.", "input_schema": {"type": "object", "properties": {"path": {"type": "string"}}}},
        {"name": "run", "description": "Runs a command.", "input_schema": {"type": "object"}},
    ],
    "messages": [
        {"role": "user", "content": "Read it."},
        {
            "role": "assistant",
            "content": [
                {"type": "thinking", "thinking": "I read it.", "signature": "c2ln"},
                {"type": "text", "text": "Reading."},
                {"type": "tool_use", "id": "toolu_1", "name": "read", "input": {"path": "a.txt", "from": 1}},
            ],
        },
        {
            "role": "user",
            "content": [
                {"type": "tool_result", "tool_use_id": "toolu_1", "content": "a long text"},
                {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "aW1hZ2U="}},
            ],
        },
        {"role": "assistant", "content": [{"type": "text", "text": "It is long."}]},
        {"role": "user", "content": "How long?"},
        {"role": "assistant", "content": "Eleven letters."},
        {"role": "user", "content": "And now?"},
    ],
}
MORE: list[Json] = [{"role": "assistant", "content": "The same."}, {"role": "user", "content": "Thanks."}]


def grown(request: Json) -> Json:
    longer = copy.deepcopy(request)
    longer["messages"] += copy.deepcopy(MORE)
    return longer


def observed(*requests: Json, target: str = TARGET) -> Verdict:
    """What a ledger says of the last of these."""
    ledger = Ledger()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PrefixWarning)
        return [ledger.observe("s", copy.deepcopy(request), target) for request in requests][-1]


def difference(*requests: Json, target: str = TARGET) -> Break:
    found = observed(*requests, target=target).difference
    assert found is not None
    return found


# ---------------------------------------------------------------------------------------------- extensions
def test_the_first_request_extends_nothing_and_breaks_nothing() -> None:
    assert Verdict(status="first") == observed(REQUEST)


def test_a_longer_request_is_an_extension_and_what_is_new_is_weighed() -> None:
    new = sum(len(records.encode({"type": "text", "text": each["content"]})) for each in MORE)
    assert Verdict(status="extension", messages=7, bytes=new, tokens=17) == observed(REQUEST, grown(REQUEST))


def test_the_same_request_again_is_an_extension() -> None:
    assert Verdict(status="extension", messages=7) == observed(REQUEST, REQUEST)


def test_blocks_behind_those_of_the_last_message_are_an_extension() -> None:
    longer = copy.deepcopy(REQUEST)
    longer["messages"][-1]["content"] = [{"type": "text", "text": "And now?"}, {"type": "text", "text": "Well?"}]
    assert "extension" == observed(REQUEST, longer).status


def test_a_text_is_one_block_of_text_however_it_is_written() -> None:
    request = copy.deepcopy(REQUEST)
    request["messages"][0]["content"] = [{"type": "text", "text": "Read it."}]
    request["messages"][2]["content"][0]["content"] = [{"type": "text", "text": "a long text"}]
    request["system"] = [{"text": "Be brief.", "type": "text"}]
    assert "extension" == observed(REQUEST, request).status


def test_other_settings_are_no_part_of_the_prefix() -> None:
    assert "extension" == observed(REQUEST, {**grown(REQUEST), "max_tokens": 5, "temperature": 0.5}).status


def test_a_moved_cache_mark_is_told_apart_from_a_change() -> None:
    mark = {"cache_control": {"type": "ephemeral"}}
    early, late = copy.deepcopy(REQUEST), grown(REQUEST)
    early["messages"][-1]["content"] = [{"type": "text", "text": "And now?", **mark}]
    late["messages"][-1]["content"] = [{"type": "text", "text": "Thanks.", **mark}]
    assert ("extension", "moved", None) == (observed(early, late).status, observed(early, late).marks, observed(early, late).difference)
    assert "kept" == observed(early, grown(early)).marks


def test_a_cache_point_of_bedrock_is_a_mark_and_no_block() -> None:
    words = [{"role": "user", "content": [{"text": "Read it."}]}]
    marked = [{"role": "user", "content": [{"text": "Read it."}, {"cachePoint": {"type": "default"}}]}]
    verdict = observed({"messages": marked}, {"messages": words}, target="amazon-bedrock/us.anthropic.claude-sonnet-4-6-v1:0")
    assert ("extension", "moved") == (verdict.status, verdict.marks)


# ---------------------------------------------------------------------------------------------- planted breaks
def _in(message: int, block: int, **fields: Json) -> Callable[[Json], None]:
    return lambda request: request["messages"][message]["content"][block].update(fields)


def _rewrite_id(request: Json) -> None:
    request["messages"][1]["content"][2]["id"] = "toolu_2"
    request["messages"][2]["content"][0]["tool_use_id"] = "toolu_2"


def _swap(some: list[Json], one: int, other: int) -> None:
    some[one], some[other] = some[other], some[one]


IMAGE = {"type": "base64", "media_type": "image/png", "data": "b3RoZXI="}
PLANTED: dict[str, tuple[Callable[[Json], None], Kind, int | None, tuple[str, ...]]] = {
    "a text is trimmed": (_in(1, 1, text="Reading"), "text-changed", 1, ("content[1].text",)),
    "an id is made up anew": (_rewrite_id, "id-rewritten", 1, ("content[2].id",)),
    "arguments are others": (_in(1, 2, input={"path": "b.txt", "from": 1}), "arguments-changed", 1, ("content[2].input",)),
    "keys stand in another order": (_in(1, 2, input={"from": 1, "path": "a.txt"}), "written-differently", 1, ("content[2].input",)),
    "a result is cut": (_in(2, 0, content="a lo"), "result-changed", 2, ("content[0].content",)),
    "an image is another": (_in(2, 1, source=IMAGE), "media-changed", 2, ("content[1].source.data",)),
    "reasoning is gone": (
        lambda request: request["messages"][1]["content"].pop(0),
        "block-removed",
        1,
        ("content.length", "content[0].type", "content[1].type", "content[2]"),
    ),
    "a signature is another": (_in(1, 0, signature="b3RoZXI="), "reasoning-changed", 1, ("content[0].signature",)),
    "a block is put in": (
        lambda request: request["messages"][3]["content"].insert(0, {"type": "text", "text": "Well."}),
        "block-inserted",
        3,
        ("content.length", "content[0].text", "content[1]"),
    ),
    "blocks change places": (
        lambda request: _swap(request["messages"][2]["content"], 0, 1),
        "blocks-reordered",
        2,
        ("content[0].type", "content[1].type"),
    ),
    "a message is gone": (lambda request: request["messages"].pop(3), "message-removed", 3, ("messages[3]",)),
    "a message is put in": (
        lambda request: request["messages"].insert(3, {"role": "user", "content": "It is noon."}),
        "message-inserted",
        3,
        ("messages[3]",),
    ),
    "messages change places": (lambda request: _swap(request["messages"], 3, 5), "messages-reordered", 3, ("messages[3]",)),
    "a message is another": (
        lambda request: request["messages"].__setitem__(5, {"role": "user", "content": "Eleven letters."}),
        "message-replaced",
        5,
        ("role",),
    ),
    "the end is gone": (lambda request: request["messages"].__delitem__(slice(5, None)), "history-shortened", 5, ("messages.length",)),
    "the system prompt is another": (lambda request: request.update(system="Be brief. It is noon."), "system-prompt-changed", None, ("system[0].text",)),
    "a tool is added": (lambda request: request["tools"].append({"name": "x"}), "tool-list-changed", None, ("tools.length", "tools.added")),
    "a tool is removed": (lambda request: request["tools"].pop(0), "tool-list-changed", None, ("tools.length", "tools.removed")),
    "tools change places": (lambda request: _swap(request["tools"], 0, 1), "tool-list-changed", None, ("tools.order",)),
    "a tool is described anew": (lambda request: request["tools"][1].update(description="Runs."), "tool-list-changed", None, ("tools[1].description",)),
    "a field that nobody knows": (_in(3, 0, **{SECRET: SECRET}), "field-changed", 3, ("content[0].other",)),
}


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_break_is_found_and_named(name: str) -> None:
    plant, kind, message, fields = PLANTED[name]
    request = grown(REQUEST)
    plant(request)
    found = difference(REQUEST, request)
    assert (kind, message, fields) == (found.kind, found.message, found.fields)


def test_system_prompt_and_tools_are_told_apart() -> None:
    found = difference(REQUEST, {**REQUEST, "system": "Be long.", "tools": REQUEST["tools"][:1]})
    assert ("system-prompt-changed", ("tool-list-changed",)) == (found.kind, found.also)


CHAT = [
    {"role": "system", "content": "Be brief."},
    {"role": "user", "content": "Read it."},
    {"role": "assistant", "content": None, "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "read", "arguments": '{"a": 1, "b": 2}'}}]},
    {"role": "tool", "tool_call_id": "c1", "content": "a long text"},
]
ITEMS = [
    {"role": "user", "content": [{"type": "input_text", "text": "Read it."}]},
    {"type": "function_call", "call_id": "c1", "name": "read", "arguments": "{}"},
    {"type": "function_call_output", "call_id": "c1", "output": "a long text"},
]
CONTENTS = [
    {"role": "user", "parts": [{"text": "Read it."}]},
    {"role": "model", "parts": [{"functionCall": {"id": "c1", "name": "read", "args": {"a": 1}}, "thoughtSignature": "c2ln"}]},
    {"role": "user", "parts": [{"functionResponse": {"id": "c1", "name": "read", "response": {"output": "a long text"}}}]},
]
CONVERSE = [
    {"role": "user", "content": [{"text": "Read it."}]},
    {"role": "assistant", "content": [{"toolUse": {"toolUseId": "c1", "name": "read", "input": {"a": 1}}}]},
    {"role": "user", "content": [{"toolResult": {"toolUseId": "c1", "content": [{"text": "a long text"}]}}]},
]
Steps = list[str | int]
FOREIGN: list[tuple[str, Json, Steps, Json, Kind, int, str]] = [
    ("messages", CHAT, [0, "content"], "Be long.", "system-prompt-changed", 0, "content[0].text"),
    ("messages", CHAT, [2, "tool_calls", 0, "id"], "c2", "id-rewritten", 2, "tool_calls[0].id"),
    ("messages", CHAT, [2, "tool_calls", 0, "function", "arguments"], '{"b":2,"a":1}', "written-differently", 2, "tool_calls[0].function.arguments"),
    ("messages", CHAT, [2, "tool_calls", 0, "function", "arguments"], '{"a": 1}', "arguments-changed", 2, "tool_calls[0].function.arguments"),
    ("messages", CHAT, [3, "content"], "[cut]", "text-changed", 3, "content[0].text"),
    ("input", ITEMS, [1, "call_id"], "c2", "id-rewritten", 1, "call_id"),
    ("input", ITEMS, [2, "output"], "[cut]", "result-changed", 2, "output"),
    ("contents", CONTENTS, [1, "parts", 0, "thoughtSignature"], "b3RoZXI=", "reasoning-changed", 1, "parts[0].thoughtSignature"),
    ("contents", CONTENTS, [2, "parts", 0, "functionResponse", "response"], {"output": "x"}, "result-changed", 2, "parts[0].functionResponse.response"),
    ("messages", CONVERSE, [1, "content", 0, "toolUse", "input"], {"a": 2}, "arguments-changed", 1, "content[0].toolUse.input"),
    ("messages", CONVERSE, [2, "content", 0, "toolResult", "toolUseId"], "c2", "id-rewritten", 2, "content[0].toolResult.toolUseId"),
]


@pytest.mark.parametrize("planted", FOREIGN)
def test_a_break_is_found_in_the_body_of_any_api(planted: tuple[str, Json, Steps, Json, Kind, int, str]) -> None:
    key, history, path, value, kind, message, field = planted
    changed = copy.deepcopy(history)
    place = changed
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    found = difference({key: history}, {key: changed})
    assert (kind, message, (field,)) == (found.kind, found.message, found.fields)


def test_what_is_sent_anew_is_weighed_from_the_first_difference_on() -> None:
    request = copy.deepcopy(REQUEST)
    request["messages"][5]["content"] = "Eleven."
    kept = [{"type": "text", "text": "Eleven."}, {"type": "text", "text": "And now?"}]
    found = difference(REQUEST, request)
    assert (sum(len(records.encode(each)) for each in kept), 17) == (found.bytes, found.tokens)


def test_a_history_that_only_ends_sooner_costs_nothing() -> None:
    found = difference(REQUEST, {**REQUEST, "messages": REQUEST["messages"][:3]})
    assert (0, 0) == (found.bytes, found.tokens)


def test_an_image_is_weighed_as_a_picture_and_not_as_letters() -> None:
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "x" * 1_000_000}}
    first, second = ({"messages": [{"role": "user", "content": [{"type": "text", "text": text}, image]}]} for text in ("a", "b"))
    assert 1_600 < difference(first, second).tokens < 1_700


# ---------------------------------------------------------------------------------------------- no words of anybody
def _leaky(request: Json) -> Json:
    for message in request["messages"]:
        message[SECRET] = SECRET
        message["role"] = f"{message['role']} {SECRET}"
        message["content"] = [{**block, "type": SECRET, "text": SECRET, SECRET: SECRET} for block in message["content"] if isinstance(block, dict)]
    return {**request, "system": SECRET, "tools": [{"name": SECRET, SECRET: {SECRET: SECRET}}]}


def test_no_words_of_a_request_or_a_session_stand_in_a_text() -> None:
    ledger = Ledger(strict=True)
    ledger.observe(SECRET, {"messages": copy.deepcopy(REQUEST["messages"])}, TARGET)
    with pytest.raises(PrefixBroken) as raised:
        ledger.observe(SECRET, _leaky(copy.deepcopy(REQUEST)), TARGET)
    assert SECRET not in str(raised.value)
    assert SECRET not in repr(raised.value.verdict)


def test_at_most_eight_fields_are_told() -> None:
    blocks = [{"type": "text", "text": str(number)} for number in range(20)]
    others = [{"type": "text", "text": f"x{number}"} for number in range(20)]
    found = difference({"messages": [{"role": "user", "content": blocks}]}, {"messages": [{"role": "user", "content": others}]})
    assert tuple(f"content[{number}].text" for number in range(8)) == found.fields


# ---------------------------------------------------------------------------------------------- what is handed over
def test_a_request_may_be_a_dict_text_bytes_or_a_file(tmp_path: Path) -> None:
    (file := tmp_path / "request.json").write_text(json.dumps(REQUEST))
    ledger = Ledger(strict=True)
    found = [ledger.observe("s", each, TARGET).status for each in (REQUEST, json.dumps(REQUEST), json.dumps(REQUEST, indent=2).encode(), file)]
    assert ["first", "extension", "extension", "extension"] == found


def test_what_is_no_request_is_refused_in_one_line() -> None:
    with pytest.raises(replayable.ReadError, match="this is no request: it has none of messages, input and contents"):
        Ledger().observe("s", {"model": "x"}, TARGET)
    with pytest.raises(replayable.UnknownTarget, match="name its target"):
        Ledger().observe("s", REQUEST)


def test_a_message_that_is_changed_in_place_is_noticed() -> None:
    ledger, request = Ledger(strict=True), copy.deepcopy(REQUEST)
    ledger.observe("s", request, TARGET)
    request["messages"][2]["content"][0]["content"] = "[cut]"
    with pytest.raises(PrefixBroken, match=r"message 2 \(user\), content\[0\].content: result-changed"):
        ledger.observe("s", request, TARGET)


def test_a_prepared_request_that_is_changed_in_place_is_noticed() -> None:
    ledger, prepared = Ledger(strict=True), replayable.prepare(CHAT, TARGET)
    ledger.observe("s", prepared)
    prepared.request["messages"][0]["content"] = "Write it."
    with pytest.raises(PrefixBroken, match=r"message 0 \(user\), content\[0\].text: text-changed"):
        ledger.observe("s", prepared)


def test_the_caller_s_request_is_not_changed() -> None:
    request = copy.deepcopy(REQUEST)
    Ledger().observe("s", request, TARGET)
    assert request == REQUEST


def test_of_a_replay_only_new_pieces_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    replay, ledger = replayable.Replay(TARGET), Ledger(strict=True)
    for turn in range(30):
        replay.extend(_turn(turn), source="openai-chat")
        ledger.observe("s", replay.prepare())
    read = list[int]()
    decode = records.decode

    def counting(data: bytes) -> Json:
        read.append(len(data))
        return decode(data)

    monkeypatch.setattr(records, "decode", counting)
    replay.extend(_turn(30), source="openai-chat")
    prepared = replay.prepare()
    assert "extension" == ledger.observe("s", prepared).status
    assert sum(read) < len(prepared.body) / 5


def _turn(number: int) -> list[Json]:
    call = {"id": f"call_{number}", "type": "function", "function": {"name": "read", "arguments": json.dumps({"n": number})}}
    return [
        {"role": "user", "content": f"Question {number}?"},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": f"call_{number}", "content": f"Answer {number}."},
    ]


def test_a_replay_and_prepare_are_outlined_alike() -> None:
    replay, ledger = replayable.Replay(TARGET), Ledger(strict=True)
    history = list[Json]()
    for turn in range(5):
        replay.extend(_turn(turn), source="openai-chat")
        history += _turn(turn)
        ledger.observe("s", replay.prepare())
        whole = replayable.prepare(history, TARGET, source="openai-chat")
        assert Verdict(status="extension", messages=len(whole.request["messages"])) == ledger.observe("s", whole)


# ---------------------------------------------------------------------------------------------- series
@pytest.mark.parametrize(
    ("target", "more"),
    [
        ("anthropic/claude-opus-4-8", {}),
        ("minimax/claude-opus-4-6", {}),
        (TARGET, {"api": "openai-completions"}),
        (TARGET, {"cache_key": "other"}),
    ],
)
def test_another_model_provider_api_or_cache_begins_a_series_of_its_own(target: str, more: Json) -> None:
    ledger = Ledger(strict=True)
    ledger.observe("s", REQUEST, TARGET)
    changed = {**REQUEST, "system": "Be long."}
    assert "first" == ledger.observe("s", changed, target, **more).status
    assert "extension" == ledger.observe("s", REQUEST, TARGET).status


def test_a_cache_key_of_the_request_itself_begins_a_series() -> None:
    ledger = Ledger(strict=True)
    ledger.observe("s", {"input": ITEMS, "prompt_cache_key": "a"}, "openai/gpt-5")
    assert "first" == ledger.observe("s", {"input": ITEMS[1:], "prompt_cache_key": "b"}, "openai/gpt-5").status


def test_a_request_whose_history_the_server_keeps_is_held_against_none() -> None:
    ledger = Ledger(strict=True)
    requests = [{"input": ITEMS}, {"input": ITEMS[2:], "previous_response_id": "resp_1"}, {"input": ITEMS[:1]}, {"input": ITEMS}]
    assert ["first", "first", "first", "extension"] == [ledger.observe("s", request, "openai/gpt-5").status for request in requests]


def test_sessions_do_not_know_of_each_other() -> None:
    ledger = Ledger(strict=True)
    ledger.observe("a", REQUEST, TARGET)
    assert "first" == ledger.observe("b", {**REQUEST, "system": "Be long."}, TARGET).status


def test_the_session_that_was_not_used_for_longest_is_forgotten() -> None:
    ledger = Ledger(strict=True)
    small = {"messages": [{"role": "user", "content": "Hi"}]}
    for number in range(512):
        ledger.observe(str(number), small, TARGET)
    ledger.observe("0", small, TARGET)
    ledger.observe("512", small, TARGET)
    assert ["extension", "extension", "first"] == [ledger.observe(name, small, TARGET).status for name in ("0", "512", "1")]


def test_a_session_that_is_ended_begins_anew() -> None:
    ledger = Ledger(strict=True)
    ledger.observe("s", REQUEST, TARGET)
    ledger.forget("s")
    assert "first" == ledger.observe("s", {**REQUEST, "system": "Be long."}, TARGET).status


def test_threads_may_share_a_ledger() -> None:
    ledger = Ledger(strict=True)
    threads = [threading.Thread(target=lambda name=str(number): [ledger.observe(name, REQUEST, TARGET) for _ in range(20)]) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [Tally(requests=20, extensions=19)] * 4 == [ledger.tally(str(number)) for number in range(4)]


# ---------------------------------------------------------------------------------------------- declared rewrites
COMPACTED = {**REQUEST, "messages": [{"role": "user", "content": "A summary."}, *REQUEST["messages"][5:]]}


def test_a_declared_rewrite_is_no_break_and_counts_once() -> None:
    ledger = Ledger(strict=True)
    ledger.observe("s", REQUEST, TARGET)
    ledger.declare("s", "compaction")
    verdict = ledger.observe("s", COMPACTED, TARGET)
    assert ("declared", ("compaction",)) == (verdict.status, verdict.declared)
    assert verdict.difference is not None
    with pytest.raises(PrefixBroken):
        ledger.observe("s", REQUEST, TARGET)
    assert 1 == ledger.tally("s").declared


def test_a_declared_rewrite_reaches_every_cache_of_the_session_once_each() -> None:
    ledger = Ledger(strict=True)
    caches = ("anthropic/claude-opus-4-6", "anthropic/claude-opus-4-8", "openai/gpt-5")
    for target in caches:
        ledger.observe("s", REQUEST, target)
    ledger.observe("t", REQUEST, TARGET)
    ledger.declare("s", "pruning")
    assert ["declared"] * 3 == [ledger.observe("s", COMPACTED, target).status for target in caches]
    assert Tally(requests=6, rewrites=3, declared=1, bytes=ledger.tally("s").bytes, tokens=ledger.tally("s").tokens) == ledger.tally("s")
    with pytest.raises(PrefixBroken):
        ledger.observe("t", COMPACTED, TARGET)


def test_a_declaration_is_spent_by_the_next_request_even_where_that_is_an_extension() -> None:
    ledger = Ledger(strict=True)
    ledger.observe("s", REQUEST, TARGET)
    ledger.declare("s", "image clean-up")
    assert Verdict(status="extension", declared=("image clean-up",), messages=7) == ledger.observe("s", REQUEST, TARGET)
    with pytest.raises(PrefixBroken):
        ledger.observe("s", COMPACTED, TARGET)


def test_several_rewrites_before_one_request_are_all_told() -> None:
    ledger = Ledger(strict=True)
    ledger.observe("s", REQUEST, TARGET)
    for reason in ("compaction", "runtime context", "compaction"):
        ledger.declare("s", reason)
    assert ("compaction", "runtime context") == ledger.observe("s", COMPACTED, TARGET).declared


def test_declaring_for_a_session_that_is_not_known_does_nothing() -> None:
    ledger = Ledger(strict=True)
    ledger.declare("s", "compaction")
    assert ("first", Tally(requests=1)) == (ledger.observe("s", REQUEST, TARGET).status, ledger.tally("s"))


# ---------------------------------------------------------------------------------------------- warnings and errors
def test_a_session_is_warned_of_once() -> None:
    ledger = Ledger()
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        for session in ("a", "a", "b"):
            ledger.observe(session, REQUEST, TARGET)
            ledger.observe(session, COMPACTED, TARGET)
    assert ["a", "b"] == [warning.message.session for warning in told if isinstance(warning.message, PrefixWarning)]
    assert {__file__} == {warning.filename for warning in told}


def test_the_variable_makes_a_ledger_strict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REPLAYABLE_PREFIX_ASSERT", "1")
    ledger = Ledger()
    ledger.observe("s", REQUEST, TARGET)
    with pytest.raises(PrefixBroken) as raised:
        ledger.observe("s", COMPACTED, TARGET)
    assert ("s", "broken") == (raised.value.session, raised.value.verdict.status)
    assert isinstance(raised.value, replayable.ReplayableError)


def test_a_strict_ledger_records_the_request_before_it_raises() -> None:
    ledger = Ledger(strict=True)
    ledger.observe("s", REQUEST, TARGET)
    with pytest.raises(PrefixBroken):
        ledger.observe("s", COMPACTED, TARGET)
    assert "extension" == ledger.observe("s", COMPACTED, TARGET).status


# ---------------------------------------------------------------------------------------------- the rule that did it
def _prepared(ledger: Ledger, history: list[Json], target: str, **options: Json) -> Verdict:
    return ledger.observe("s", replayable.prepare(history, target, **options))


def _blamed(shorter: list[Json], longer: list[Json], target: str = TARGET, **options: Json) -> tuple[str, str | None, int | None, int | None]:
    """Status, rule, the message in the request and the one in the history."""
    ledger = Ledger()
    _prepared(ledger, shorter, target, **options)
    verdict = _prepared(ledger, longer, target, **options)
    assert verdict.difference is not None
    return verdict.status, verdict.difference.rule, verdict.difference.message, verdict.difference.origin


def test_a_result_that_comes_late_is_laid_to_the_rule_that_takes_it_to_its_call() -> None:
    shorter = [*CHAT[:3], {"role": "user", "content": "Well?"}]
    longer = [*shorter, {"role": "assistant", "content": "I wait."}, CHAT[3]]
    assert ("declared", "displaced-tool-result", 2, 5) == _blamed(shorter, longer)


def test_reasoning_that_is_forgotten_is_laid_to_its_rule() -> None:
    turn = {"role": "assistant", "content": [{"type": "thinking", "thinking": "Hm.", "signature": "c2lnbmF0dXJl"}, {"type": "text", "text": "Yes."}]}
    shorter = [{"role": "user", "content": "Is it?"}, turn, {"role": "user", "content": "Sure?"}]
    longer = [*shorter, {"role": "assistant", "content": [{"type": "text", "text": "Sure."}]}, {"role": "user", "content": "Good."}]
    assert ("declared", "earlier-reasoning", 1, 1) == _blamed(shorter, longer, "anthropic/claude-sonnet-4-5", source="anthropic")


def test_a_context_that_is_over_is_laid_to_its_rule() -> None:
    def context(number: int) -> Json:
        return {"role": "user", "content": f"It is {number} o'clock.", "runtimeContextCarrier": True}

    shorter = [{"role": "user", "content": "Hi"}, context(1)]
    longer = [*shorter, {"role": "assistant", "content": [{"type": "text", "text": "Yo"}]}, {"role": "user", "content": "And?"}, context(2)]
    assert ("declared", "spent-context", 0, 1) == _blamed(shorter, longer, source="openclaw")
    ledger = Ledger(strict=True)
    bound = [_prepared(ledger, history, "anthropic/claude-fable-5-1", source="openclaw").status for history in (shorter, longer)]
    assert ["first", "extension"] == bound


def test_a_history_that_was_changed_itself_is_laid_to_no_rule() -> None:
    ledger = Ledger(strict=True)
    _prepared(ledger, CHAT, TARGET)
    with pytest.raises(PrefixBroken) as raised:
        _prepared(ledger, [CHAT[0], {"role": "user", "content": "Write it."}, *CHAT[2:]], TARGET)
    found = raised.value.verdict.difference
    assert found is not None
    assert ("text-changed", 0, None) == (found.kind, found.message, found.rule)


def test_a_break_elsewhere_is_not_laid_to_a_rule_that_may_change_what_was_sent() -> None:
    thought = {"type": "thinking", "thinking": "Hm.", "signature": "c2lnbmF0dXJl"}
    turn = {"role": "assistant", "content": [thought, {"type": "text", "text": "Yes."}]}
    shorter = [{"role": "user", "content": "Is it?"}, {"role": "assistant", "content": "No."}, {"role": "user", "content": "Sure?"}, turn]
    shorter = [*shorter, {"role": "user", "content": "Good."}]
    longer = [{"role": "user", "content": "Is it not?"}, *shorter[1:], {"role": "assistant", "content": "Yes."}, {"role": "user", "content": "Fine."}]
    ledger = Ledger(strict=True)
    _prepared(ledger, shorter, "anthropic/claude-sonnet-4-5", source="anthropic")
    with pytest.raises(PrefixBroken) as raised:
        _prepared(ledger, longer, "anthropic/claude-sonnet-4-5", source="anthropic")
    assert raised.value.verdict.difference is not None
    assert raised.value.verdict.difference.rule is None


# ---------------------------------------------------------------------------------------------- generated sessions
@given(st.data())
def test_a_clean_session_is_silent(data: st.DataObject) -> None:
    target, options = data.draw(st.sampled_from(laws.TARGETS))
    fmt = data.draw(st.sampled_from(sorted(strategies.WRITERS)))
    lines = data.draw(strategies.conversations(1, 6))
    replay, ledger, fed = replayable.Replay(target, **options), Ledger(strict=True), 0
    for rest in strategies.rests(lines):
        history = strategies.WRITERS[fmt](lines[:rest])
        replay.extend(history[fed:], source=fmt)
        fed = len(history)
        ledger.observe("fed", replay.prepare())
        ledger.observe("whole", replayable.prepare(history, target, source=fmt, **options))
    assert (0, 0) == (ledger.tally("fed").broken, ledger.tally("whole").broken)


@given(st.data())
def test_any_json_is_outlined_or_refused_in_our_own_words(data: st.DataObject) -> None:
    ledger = Ledger()
    for _ in range(2):
        fields = {key: data.draw(strategies.wild_json) for key in ("system", "tools", "toolConfig", "contents")}
        with contextlib.suppress(replayable.ReplayableError), warnings.catch_warnings():
            warnings.simplefilter("ignore", PrefixWarning)
            ledger.observe("s", {"messages": data.draw(st.one_of(strategies.wild_messages, strategies.wild_json)), **fields}, TARGET)


@pytest.mark.parametrize("depth", [200, 300, 330, 400, 5000])
def test_deep_nesting_is_outlined_or_refused_in_our_own_words(depth: int) -> None:
    value: Json = "x" * 5000
    for _ in range(depth):
        value = {"content": [value]}
    with contextlib.suppress(replayable.ReadError):
        assert Ledger().observe("s", {"messages": [value]}, TARGET) == Verdict(status="first")


@given(st.data())
def test_a_break_that_is_planted_anywhere_is_found(data: st.DataObject) -> None:
    fmt = data.draw(st.sampled_from(["openai-chat", "anthropic", "gemini", "bedrock", "openai-responses"]))
    key = {"gemini": "contents", "openai-responses": "input"}.get(fmt, "messages")
    history = strategies.WRITERS[fmt](data.draw(strategies.conversations(1, 3)))
    changed = copy.deepcopy(history)
    message = data.draw(st.integers(0, len(history) - 1))
    holder, name = data.draw(st.sampled_from(list(_places(changed[message]))))
    holder[name] = f"{holder[name]} "
    found = difference({key: history}, {key: changed})
    assert message == found.message


def _places(value: Json) -> list[tuple[Json, Any]]:
    """Where a string stands in a JSON value, but for kinds and roles that are no words."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found = list[tuple[Json, Any]]()
    for name, item in items:
        found += [(value, name)] if isinstance(item, str) else _places(item)
    return found
