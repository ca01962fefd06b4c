"""`Replay` gives what `prepare` gives on everything so far, and looks only at what is new."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import laws
import replayable
import strategies
from replayable.growing import Grown

Json = Any
Options = Mapping[str, Any]
WRITERS: Mapping[str, Callable[[strategies.Conversation], list[Json]]] = {
    "openai-chat": strategies.as_openai_chat,
    "anthropic": strategies.as_anthropic,
    "gemini": strategies.as_gemini,
    "bedrock": strategies.as_bedrock,
    "openai-responses": strategies.as_openai_responses,
    "openclaw": strategies.as_openclaw,
}
ROUTES = [(source, target, options) for source in WRITERS for target, options in laws.TARGETS]
CHAT = "openai-chat"
CLAUDE = "anthropic/claude-opus-4-6"


@st.composite
def long_sessions(draw: st.DrawFn) -> strategies.Conversation:
    """Several rounds, few of them damaged."""
    lines = [line for _ in range(draw(st.integers(1, 3))) for line in draw(strategies.conversations(least=1, most=2))]
    return strategies.damage(draw, lines, most=2) if draw(st.booleans()) else lines


def told(prepared: replayable.Prepared) -> tuple[Json, ...]:
    return json.loads(prepared.body), prepared.changes, prepared.problems, prepared.ids, prepared.notes


def check_every_step(history: list[Json], sizes: list[int], source: str | None, target: str, options: Options) -> replayable.Prepared:
    """After each chunk the two agree; the chunks have these sizes in turn."""
    replay, count, prepared = replayable.Replay(target, **options), 0, None
    for size in itertools.cycle(sizes):
        replay.extend(history[count : count + size], source=source)
        count += size
        prepared = replay.prepare()
        whole = replayable.prepare(history[:count], target, source=source, **options)
        assert told(whole) == told(prepared)
        assert whole == prepared
        if count >= len(history):
            return prepared
    raise AssertionError


def test_what_is_prepared_is_equal_where_it_sends_and_tells_the_same() -> None:
    history = [{"role": "user", "content": "Is it warm in Oslo?"}]
    prepared = replayable.prepare(history, CLAUDE, source=CHAT)
    assert prepared == replayable.prepare(history, CLAUDE, source=CHAT)
    assert 1 == len({prepared, replayable.prepare(history, CLAUDE, source=CHAT)})
    assert prepared != replayable.prepare(history * 2, CLAUDE, source=CHAT)
    assert prepared != replayable.prepare(history, "anthropic/claude-sonnet-4-5", source=CHAT)
    assert prepared != replayable.prepare([*history, {"role": "robot"}], CLAUDE, source=CHAT)
    assert prepared != prepared.body


@given(st.data(), long_sessions(), st.lists(st.integers(1, 4), min_size=1, max_size=4), st.sampled_from(ROUTES))
def test_each_call_gives_what_preparing_everything_gives(data: st.DataObject, lines: strategies.Conversation, sizes: list[int], route: Any) -> None:
    source, target, options = route
    history = WRITERS[source](lines)
    if history:
        check_every_step(history, sizes, data.draw(st.sampled_from([source, None]) if source == CHAT else st.just(source)), target, options)


@given(long_sessions(), st.sampled_from(laws.TARGETS), st.sampled_from(laws.TARGETS), st.booleans(), st.integers(0, 12))
def test_a_switch_of_target_or_options_and_a_branch_give_what_preparing_everything_gives(
    lines: strategies.Conversation, first: Any, second: Any, thinking: bool, back: int
) -> None:
    history = strategies.as_openai_chat(lines)
    replay, half = replayable.Replay(first[0], **first[1]), len(history) // 2
    replay.extend(history[:half], source=CHAT)
    replay.prepare()
    replay.switch(second[0], options=replayable.Options(**second[1]))
    replay.extend(history[half:], source=CHAT)
    assert told(replayable.prepare(history, second[0], source=CHAT, **second[1])) == told(replay.prepare())
    assert told(replayable.prepare(history, second[0], source=CHAT, **{**second[1], "thinking": thinking})) == told(replay.prepare(thinking=thinking))
    kept = max(0, len(history) - back)
    replay.branch(kept)
    replay.extend(history[:1], source=CHAT)
    assert told(replayable.prepare([*history[:kept], *history[:1]], second[0], source=CHAT, **second[1])) == told(replay.prepare())


# ---------------------------------------------------------------------------------------------- what is settled
def call(id: str) -> Json:
    return {"id": id, "type": "function", "function": {"name": "look", "arguments": "{}"}}


def turn(number: int, id: str | None = None) -> list[Json]:
    id = id or f"call_{number}"
    return [{"role": "assistant", "content": f"step {number}", "tool_calls": [call(id)]}, {"role": "tool", "tool_call_id": id, "content": f"seen {number}"}]


def loop(count: int) -> list[Json]:
    return [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "go"}, *(message for number in range(count) for message in turn(number))]


@pytest.mark.parametrize(("target", "options"), laws.TARGETS, ids=laws.TARGET_NAMES)
def test_the_bytes_of_a_settled_turn_are_the_very_ones_of_the_call_before(target: str, options: Options) -> None:
    replay = replayable.Replay(target, **options)
    replay.extend(loop(0), source=CHAT)
    before: tuple[bytes, ...] = ()
    for number in range(6):
        before = tuple(replay.prepare().pieces())
        replay.extend(turn(number), source=CHAT)
    after = tuple(replay.prepare().pieces())
    kept = [piece for piece in before[1:-2] if piece != b","]
    # Gemini 3 wants a signature on every call since the user spoke, so its whole exchange is looked at.
    assert (0 if "gemini-3" in target and "google" in target else 4) <= len(kept)
    assert all(any(piece is other for other in after) for piece in kept)


def shown(number: int) -> Json:
    image = {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{strategies.PIXEL}"}}
    return {"role": "user", "content": [{"type": "text", "text": f"look {number}"}, *[image] * (1 + number % 2)]}


@pytest.mark.parametrize("target", ["groq/meta-llama/llama-4-scout-17b-16e-instruct", "mistral/pixtral-large-latest", CLAUDE])
@given(st.lists(st.sampled_from(["turn", "shown", "said"]), min_size=1, max_size=24), st.integers(1, 5))
def test_images_go_as_they_go_from_everything_whenever_there_are_too_many(target: str, rounds: list[str], size: int) -> None:
    history = loop(1)
    for number, kind in enumerate(rounds, 1):
        history += [{"role": "assistant", "content": f"so {number}"}] if kind == "said" else [*([shown(number)] if kind == "shown" else []), *turn(number)]
    check_every_step(history, [size], CHAT, target, {})


def test_images_in_settled_turns_stay_settled() -> None:
    replay = replayable.Replay(CLAUDE)
    replay.extend([*loop(1), shown(0), *turn(1), shown(1), *turn(2), *turn(3)], source=CHAT)
    before = tuple(replay.prepare().pieces())
    replay.extend(turn(4), source=CHAT)
    after = tuple(replay.prepare().pieces())
    assert before[1] is after[1]
    assert b"base64" in after[1]


def test_pieces_make_the_body() -> None:
    replay = replayable.Replay(CLAUDE)
    replay.extend(loop(3), source=CHAT)
    prepared = replay.prepare()
    assert isinstance(prepared, Grown)
    assert replayable.prepare(loop(3), CLAUDE, source=CHAT).body == b"".join(prepared.pieces()) == prepared.body


def test_an_earlier_answer_stays_what_it_was_when_the_session_goes_on() -> None:
    replay = replayable.Replay(CLAUDE)
    replay.extend(loop(3), source=CHAT)
    before = replay.prepare()
    replay.extend(turn(3), source=CHAT)
    replay.prepare()
    assert loop(3) == replayable.write(before.transcript, CHAT)


def test_a_late_result_finds_its_call_in_a_settled_turn() -> None:
    late = {"role": "tool", "tool_call_id": "call_1", "content": "at last"}
    history = [*loop(1), turn(1)[0], *turn(2), *turn(3), late, *turn(4)]
    prepared = check_every_step(history, [1], CHAT, CLAUDE, {})
    assert ["displaced-tool-result"] == [change.rule for change in prepared.changes]


def test_ids_that_come_again_are_told_from_settled_ones() -> None:
    history = [*loop(1), *(message for number in range(1, 5) for message in turn(number, "call_0"))]
    prepared = check_every_step(history, [2], CHAT, CLAUDE, {})
    assert 5 == len(prepared.ids["call_0"]) == len(set(prepared.ids["call_0"]))


def test_a_request_begins_a_session_and_keeps_its_fields() -> None:
    request = {"model": "gpt-4.1", "max_tokens": 9, "messages": loop(3), "temperature": 0.5}
    replay = replayable.Replay("openai/gpt-4.1", api="openai-completions")
    replay.extend(request)
    replay.prepare()
    replay.extend(turn(3))
    whole = {**request, "messages": [*loop(3), *turn(3)]}
    assert told(replayable.prepare(whole, "openai/gpt-4.1", api="openai-completions")) == told(replay.prepare())


def test_a_request_with_mere_words_goes_on_with_items() -> None:
    replay = replayable.Replay("openai/gpt-5")
    replay.extend({"model": "gpt-5", "input": "hi"})
    assert {"model": "gpt-5", "input": "hi"} == replay.prepare().request
    replay.extend([{"type": "message", "role": "assistant", "content": "ho"}, {"role": "user", "content": "on"}], source="openai-responses")
    said = [{"role": "user", "content": "hi"}, {"type": "message", "role": "assistant", "content": "ho"}, {"role": "user", "content": "on"}]
    assert {"model": "gpt-5", "input": said} == replay.prepare().request


@pytest.mark.parametrize(
    ("source", "entry"),
    [
        ("openai-responses", {"type": "function_call", "call_id": "call_1", "name": "f", "arguments": "{}"}),
        ("openclaw", {"type": "message", "id": "b", "parentId": None, "message": {"role": "user", "content": "hi"}}),
    ],
)
def test_one_entry_without_a_role_is_no_request(source: str, entry: Json) -> None:
    replay = replayable.Replay(CLAUDE)
    replay.extend(entry, source=source)
    replay.extend(entry, source=source)
    assert told(replayable.prepare([entry, entry], CLAUDE, source=source)) == told(replay.prepare())


NAMELESS = {"role": "assistant", "content": "on", "tool_calls": [{"id": "c", "type": "function", "function": {"name": None, "arguments": "{}"}}]}


def test_a_last_turn_whose_call_goes_is_judged_with_what_was_settled() -> None:
    prepared = check_every_step([{"role": "user", "content": "hi"}, NAMELESS], [2], CHAT, CLAUDE, {"thinking": True})
    assert ["hi"] == [message["content"] for message in prepared.request["messages"]]


def test_no_tools_are_declared_for_results_and_calls_that_went() -> None:
    history = [{"role": "tool", "tool_call_id": "gone", "content": "r"}, {"role": "user", "content": "hi"}, NAMELESS, {"role": "user", "content": "go"}]
    target = "amazon-bedrock/us.anthropic.claude-sonnet-4-5-20250929-v1:0"
    assert {"messages"} == set(check_every_step(history, [4], CHAT, target, {"tools": []}).request)


def test_a_branch_beyond_the_end_is_refused() -> None:
    replay = replayable.Replay(CLAUDE)
    replay.extend(loop(1), source=CHAT)
    with pytest.raises(replayable.ReadError, match=r"this replay holds 4 entries; it cannot go back to 5"):
        replay.branch(5)


WRONG_CALLS: list[tuple[str, Any, type[Exception]]] = [
    ("extend", lambda replay: replay.extend("{no JSON"), replayable.ReadError),
    ("extend by a request", lambda replay: replay.extend({"messages": loop(1)}), replayable.ReadError),
    ("extend by a number", lambda replay: replay.extend(5), replayable.ReadError),
    ("extend from an unknown format", lambda replay: replay.extend(turn(1), source="yaml"), replayable.UnknownFormat),
    ("extend by another format", lambda replay: replay.extend([{"role": "model", "parts": [{"text": "x"}]}]), replayable.ReadError),
    ("switch to nowhere", lambda replay: replay.switch("nowhere"), replayable.UnknownTarget),
    ("switch with a wrong option", lambda replay: replay.switch(CLAUDE, pending="maybe"), replayable.InvalidOption),
    ("prepare with an unknown option", lambda replay: replay.prepare(no=1), replayable.InvalidOption),
    ("prepare for an unknown API", lambda replay: replay.prepare(api="telegraph"), replayable.UnknownTarget),
    ("branch to a word", lambda replay: replay.branch("2"), replayable.ReadError),
    ("branch to nothing", lambda replay: replay.branch(None), replayable.ReadError),
    ("branch to a fraction", lambda replay: replay.branch(2.5), replayable.ReadError),
    ("branch below the beginning", lambda replay: replay.branch(-1), replayable.ReadError),
]


@pytest.mark.parametrize(("wrong", "raised"), [each[1:] for each in WRONG_CALLS], ids=[each[0] for each in WRONG_CALLS])
def test_a_wrong_call_leaves_the_session_as_it_is(wrong: Any, raised: type[Exception]) -> None:
    replay = replayable.Replay(CLAUDE)
    replay.extend(loop(3), source=CHAT)
    before, told_before = replay.prepare(), repr(replay)
    with pytest.raises(raised):
        wrong(replay)
    assert (before, told_before) == (replay.prepare(), repr(replay))
    replay.extend(turn(3))
    assert replayable.prepare([*loop(3), *turn(3)], CLAUDE, source=CHAT) == replay.prepare()


def test_a_switch_to_an_unknown_target_leaves_the_session_as_it_is() -> None:
    replay = replayable.Replay(CLAUDE)
    replay.extend(loop(1), source=CHAT)
    before = replay.prepare().body
    with pytest.raises(replayable.UnknownTarget):
        replay.switch("nowhere")
    assert before == replay.prepare().body


def test_a_switch_forgets_what_was_said_of_the_provider_that_was_left() -> None:
    replay = replayable.Replay("openai/gpt-4.1", api="openai-completions", strict_template=True, vision=False, thinking=True)
    replay.extend(loop(1), source=CHAT)
    replay.switch("openai/gpt-4o")
    assert replayable.prepare(loop(1), "openai/gpt-4o", source=CHAT, api="openai-completions", strict_template=True, thinking=True) == replay.prepare()
    replay.switch(CLAUDE)
    assert replayable.prepare(loop(1), CLAUDE, source=CHAT, thinking=True) == replay.prepare()


def test_a_switch_gives_a_request_the_model_that_it_goes_to() -> None:
    request = {"model": "my-deployment", "messages": loop(1)}
    replay = replayable.Replay("azure-openai/gpt-4.1", api="openai-completions")
    replay.extend(request, source=CHAT)
    assert "my-deployment" == replay.prepare().request["model"]
    replay.switch("mistral/mistral-large-latest")
    assert "mistral-large-latest" == replay.prepare().request["model"]
    replay.extend(turn(1))
    assert "mistral-large-latest" == replay.prepare().request["model"]
    replay.switch("azure-openai/gpt-4.1", api="openai-completions")
    assert "my-deployment" == replay.prepare().request["model"]


def test_a_result_whose_id_was_called_before_is_none_of_a_call_without_id_at_any_step() -> None:
    nameless = {"role": "assistant", "tool_calls": [{"type": "function", "function": {"name": "look"}}]}
    history = [*loop(1), nameless, {"role": "tool", "tool_call_id": "call_0", "content": "again"}, {"role": "user", "content": "so?"}, *turn(1), *turn(2)]
    check_every_step(history, [1], CHAT, "openai/gpt-5", {})


@pytest.mark.parametrize("ids", [None, "own"], ids=["without ids", "with ids"])
def test_turns_of_calls_without_ids_settle(ids: str | None) -> None:
    """Gemini's own histories have none: a result belongs to a call of its own turn."""

    def gemini_turn(number: int) -> list[Json]:
        own = {} if ids is None else {"id": f"id{number}"}
        call = {"functionCall": {"name": "look", "args": {}, **own}}
        result = {"functionResponse": {"name": "look", "response": {"seen": number}, **own}}
        return [{"role": "model", "parts": [call]}, {"role": "user", "parts": [result]}]

    replay, history = replayable.Replay(CLAUDE), [{"role": "user", "parts": [{"text": "go"}]}]
    replay.extend(history, source="gemini")
    before: set[int] = set()
    for number in range(6):
        before = set(map(id, replay.prepare().pieces()))
        history += gemini_turn(number)
        replay.extend(gemini_turn(number))
    after = list(replay.prepare().pieces())
    assert replayable.prepare(history, CLAUDE, source="gemini").body == b"".join(after)
    assert 4 <= sum(id(piece) in before and piece != b"," for piece in after)


def test_instructions_between_turns_settle() -> None:
    replay = replayable.Replay(CLAUDE)
    history: list[Json] = []
    for number in range(5):
        new = [{"role": "system", "content": f"rule {number}"}, {"role": "user", "content": "q"}, {"role": "assistant", "content": "a"}]
        history += new
        replay.extend(new, source=CHAT)
        assert replayable.prepare(history, CLAUDE, source=CHAT) == replay.prepare()
    assert 5 < len(list(replay.prepare().pieces()))
