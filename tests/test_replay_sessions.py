"""`Replay` on the rows of session files, on items of the Responses API, and on messages of another format than those before."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import replayable
import strategies
from replayable.formats.openclaw.follow import SessionFollower
from replayable.model.transcript import Transcript
from test_replay import CHAT, CLAUDE, check_every_step, loop, told, turn

Json = Any

_ROUTE = {"provider": "anthropic", "modelApi": "anthropic-messages", "modelId": "claude-opus-4-6"}
_SPOKEN = st.sampled_from(["user", "assistant", "result", "compactionSummary", "nothing"])
_KINDS = st.sampled_from(
    [
        *["message"] * 12,
        *("custom_message", "branch_summary", "compaction", "reset", "label", "model_change", "custom", "leaf", "odd", "none", "session"),
    ]
)


@st.composite
def rows(draw: st.DrawFn) -> list[Json]:
    """Rows of a session, most of which go on from the one before; few begin a branch, or name what is not there or comes later."""
    out: list[Json] = [{"type": "session", "version": 3, "id": "s", "timestamp": "2026-01-05T09:00:00.000Z", "cwd": "/"}] if draw(st.booleans()) else []
    number = draw(st.integers(4, 14))
    for index in range(number):
        kind = draw(_KINDS)
        row: Json = {"type": kind, "id": f"e{index}", "timestamp": "2026-01-05T09:00:00.000Z", **_held(draw, kind, index)}
        parent = draw(st.sampled_from([*["last"] * 12, "older", "none", "absent", "later", "null"]))
        if parent != "absent":
            named = {"last": f"e{index - 1}", "older": f"e{index // 2}", "none": "gone", "later": f"e{index + 1}", "null": None}[parent]
            row["parentId"] = None if index == 0 and parent == "last" else named
        out.append(row if kind != "none" else draw(st.sampled_from([7, {"id": f"e{index}"}, {"type": "message", "id": f"e{index}"}])))
    return out


def _held(draw: st.DrawFn, kind: str, index: int) -> Json:
    if kind == "message":
        return {"message": _message(draw(_SPOKEN), index)}
    if kind == "custom":
        return draw(st.sampled_from([{"customType": "note"}, {"customType": "model-snapshot", "data": _ROUTE}]))
    fields: Json = {
        "custom_message": {"customType": "note", "content": "noted", "display": True},
        "branch_summary": {"summary": "elsewhere"},
        "compaction": {"summary": "so far", "firstKeptEntryId": f"e{index // 2}"},
        "leaf": {"targetId": f"e{index // 2}"},
    }
    return fields.get(kind, {})


def _message(kind: str, index: int) -> Json:
    if kind == "result":
        return {"role": "toolResult", "toolCallId": f"call_{index - 1}", "toolName": "look", "content": [{"type": "text", "text": "seen"}], "isError": False}
    if kind == "assistant":
        call = {"type": "toolCall", "id": f"call_{index}", "name": "look", "arguments": {}}
        return {"role": "assistant", "content": [{"type": "text", "text": f"step {index}"}, call], "provider": "openai", "stopReason": "toolUse"}
    if kind == "compactionSummary":
        return {"role": "compactionSummary", "summary": "before", "timestamp": index}
    return {"role": "user", "content": f"go {index}", **({"excludeFromContext": True} if kind == "nothing" else {})}


@given(rows(), st.lists(st.integers(1, 3), min_size=1, max_size=3), st.sampled_from([CLAUDE, "openai/gpt-4.1"]))
def test_rows_of_a_session_give_what_preparing_all_of_them_gives(history: list[Json], sizes: list[int], target: str) -> None:
    check_every_step(history, sizes, "openclaw", target, {})


@given(rows(), st.integers(1, 3))
def test_the_transcript_of_a_session_that_grew_writes_the_session(history: list[Json], size: int) -> None:
    replay, prepared = replayable.Replay(CLAUDE), []
    for start in range(0, len(history), size):
        replay.extend(history[start : start + size], source="openclaw")
        prepared.append(replay.prepare())
    for count, each in zip(range(size, len(history) + size, size), prepared, strict=True):
        whole = replayable.prepare(history[:count], CLAUDE, source="openclaw")
        assert replayable.write(whole.transcript, "openclaw") == replayable.write(each.transcript, "openclaw")


def session(count: int) -> list[Json]:
    messages = [_message(("user", "assistant", "result")[place % 3], place) for place in range(3 * count)]
    chained = [{"type": "message", "id": f"e{place}", "parentId": f"e{place - 1}" if place else None, "message": each} for place, each in enumerate(messages)]
    return [{"type": "session", "version": 3, "id": "s"}, *chained]


@pytest.mark.parametrize(
    ("source", "history"),
    [
        ("openclaw", session(4)),
        ("openclaw", [row["message"] for row in session(4)[1:]]),
        ("openai-responses", replayable.convert(loop(6)[1:], "openai-responses", source=CHAT).payload),
    ],
    ids=["rows", "messages", "items"],
)
@pytest.mark.parametrize("prefill", [False, True])
def test_settled_turns_of_every_format_stay_the_very_same_bytes(source: str, history: list[Json], prefill: bool) -> None:
    replay = replayable.Replay("mistral/mistral-large-latest", prefill=prefill)
    replay.extend(history[:-2], source=source)
    before = [piece for piece in replay.prepare().pieces() if piece != b","][1:-2]
    replay.extend(history[-2:], source=source)
    after = tuple(replay.prepare().pieces())
    assert before
    assert all(any(piece is other for other in after) for piece in before)


def test_a_session_is_read_once_as_long_as_rows_go_on_from_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = list[int]()
    begin = SessionFollower.begin

    def noted(self: SessionFollower, value: Json) -> Transcript:
        begun.append(len(value))
        return begin(self, value)

    monkeypatch.setattr(SessionFollower, "begin", noted)
    replay = replayable.Replay(CLAUDE)
    for row in session(5):
        replay.extend([row], source="openclaw")
        replay.prepare()
    replay.extend([{"type": "compaction", "id": "z", "parentId": "e14", "summary": "so far", "firstKeptEntryId": "e12"}])
    replay.prepare()
    assert [1, 17] == begun


# ---------------------------------------------------------------------------------------------- another format
CALLED = {"type": "tool_use", "id": "t1", "name": "look", "input": {}}
CLAUDES = [
    {"role": "assistant", "content": [{"type": "thinking", "thinking": "so", "signature": "c2ln"}, CALLED]},
    {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "seen"}]},
]
GEMINIS = [{"role": "model", "parts": [{"functionCall": {"name": "look", "args": {}}}]}]


@pytest.mark.parametrize(
    ("first", "then", "held", "seen"),
    [(loop(1), CLAUDES, CHAT, "anthropic"), (loop(1), GEMINIS, CHAT, "gemini"), (CLAUDES, turn(1), "anthropic", CHAT)],
)
@pytest.mark.parametrize("named", [True, False])
def test_messages_of_another_format_are_refused_and_the_way_out_is_named(first: Json, then: Json, held: str, seen: str, named: bool) -> None:
    replay = replayable.Replay(CLAUDE)
    replay.extend(first, source=held if named else None)
    before = replay.prepare()
    told_of = rf"this replay holds {held}, and what follows is {seen}; hand over replayable\.convert\(messages, '{held}', source='{seen}'\)\.payload"
    with pytest.raises(replayable.ReadError, match=told_of):
        replay.extend(then)
    assert before == replay.prepare()
    converted = replayable.convert(then, held, source=seen).payload
    replay.extend(converted)
    assert replayable.prepare([*first, *converted], CLAUDE, source=held) == replay.prepare()


def test_another_source_than_before_is_refused() -> None:
    replay = replayable.Replay(CLAUDE)
    replay.extend(loop(1), source=CHAT)
    with pytest.raises(replayable.ReadError, match="this replay holds openai-chat, and what follows is anthropic"):
        replay.extend(CLAUDES, source="anthropic")
    with pytest.raises(replayable.UnknownFormat):
        replay.extend(CLAUDES, source="claude")


def test_blocks_of_another_format_that_read_without_a_loss_are_taken() -> None:
    replay = replayable.Replay(CLAUDE)
    replay.extend(loop(1), source=CHAT)
    replay.extend([{"role": "assistant", "content": [CALLED]}, CLAUDES[1]])
    assert () == tuple(change for change in replay.prepare().changes if change.loss == "content")


def test_what_a_source_says_is_believed() -> None:
    history = [*loop(1), *GEMINIS]
    replay = replayable.Replay(CLAUDE)
    replay.extend(loop(1), source=CHAT)
    replay.extend(GEMINIS, source=CHAT)
    assert told(replayable.prepare(history, CLAUDE, source=CHAT)) == told(replay.prepare())


@given(st.data(), strategies.conversations(least=1, most=2), st.integers(1, 3))
def test_items_that_go_on_with_a_turn_are_read_with_it(data: st.DataObject, lines: strategies.Conversation, size: int) -> None:
    history = strategies.as_openai_responses(lines)
    if history:
        check_every_step(history, [size], "openai-responses", data.draw(st.sampled_from(["openai/gpt-5", CLAUDE])), {})


@given(rows(), st.integers(0, 14), st.sampled_from([CLAUDE, "openai/gpt-5"]))
def test_a_session_that_goes_back_gives_what_preparing_the_rest_gives(history: list[Json], count: int, other: str) -> None:
    replay = replayable.Replay(CLAUDE)
    replay.extend(history, source="openclaw")
    first = replay.prepare()
    kept = history[: min(count, len(history))]
    replay.branch(len(kept))
    replay.switch(other)
    again = [*kept, *history[-2:]]
    replay.extend(history[-2:])
    assert told(replayable.prepare(again, other, source="openclaw")) == told(replay.prepare())
    assert replayable.prepare(history, CLAUDE, source="openclaw") == first
    assert replayable.write(first.transcript, "openclaw") == replayable.write(replayable.prepare(history, CLAUDE, source="openclaw").transcript, "openclaw")


@given(strategies.conversations(least=1, most=2), st.integers(0, 12))
def test_items_that_go_back_give_what_preparing_the_rest_gives(lines: strategies.Conversation, count: int) -> None:
    history = strategies.as_openai_responses(lines)
    replay = replayable.Replay("openai/gpt-5")
    replay.extend(history, source="openai-responses")
    replay.prepare()
    kept = history[: min(count, len(history))]
    replay.branch(len(kept))
    replay.extend(history[-1:])
    assert told(replayable.prepare([*kept, *history[-1:]], "openai/gpt-5", source="openai-responses")) == told(replay.prepare())
