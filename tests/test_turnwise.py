"""The problems of a session that grows are those of its whole request, and turns in which nothing was found are not checked again."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import replayable
from replayable import contracts
from replayable.targets import Target
from test_replay import CHAT, call, loop, turn

Json = Any

# What a message may hold that the target refuses and no rule repairs, or that only some refuse.
_ODD = st.sampled_from(
    [{}, {}, {}, {}, {"name": "a b"}, {"weird": 1}, {"content": [{"type": "odd"}]}, {"content": None}, {"role": "robot"}, {"tool_calls": []}, {"prefix": True}]
)
_ROUNDS = st.lists(st.tuples(st.sampled_from(["turn", "turn", "user", "answer", "open", "again", "thought"]), _ODD), min_size=3, max_size=9)
TARGETS: list[tuple[str, dict[str, Json]]] = [
    ("openai/gpt-4.1", {"api": "openai-completions"}),
    ("openai/gpt-5", {}),
    ("anthropic/claude-opus-4-6", {"pending": "refuse"}),
    ("anthropic/claude-sonnet-4-5", {"thinking": True}),
    ("amazon-bedrock/us.anthropic.claude-sonnet-4-5-20250929-v1:0", {"prefill": True}),
    ("google/gemini-3-pro", {"pending": "refuse"}),
    ("mistral/mistral-large-latest", {"prefill": True}),
    ("zai/glm-4.6", {"pending": "refuse"}),
    ("vllm/any-model", {"strict_template": True}),
    ("deepseek/deepseek-reasoner", {"pending": "refuse"}),
]


def made(kind: str, number: int) -> list[Json]:
    """The messages of a round."""
    if kind == "user":
        return [{"role": "user", "content": f"and {number}?"}]
    if kind == "answer":
        return [{"role": "assistant", "content": f"so {number}"}]
    if kind == "open":
        return turn(number)[:1]
    if kind == "thought":
        return [{"role": "assistant", "content": "", "reasoning_content": "hm", "tool_calls": [call(f"call_{number}")]}, turn(number)[1]]
    return turn(0 if kind == "again" else number)


@pytest.mark.parametrize(("target", "options"), TARGETS, ids=[f"{target} {' '.join(options)}" for target, options in TARGETS])
@given(_ROUNDS, st.booleans())
def test_the_problems_are_those_of_the_whole(target: str, options: Json, rounds: list[tuple[str, Json]], is_request: bool) -> None:
    replay, given = replayable.Replay(target, **options), loop(3)
    replay.extend({"messages": given, "max_tokens": 2000, "thinking": {"type": "enabled", "budget_tokens": 1024}} if is_request else given, source=CHAT)
    assert () == replay.prepare().problems or is_request
    for number, (kind, odd) in enumerate(rounds, 3):
        first, *others = made(kind, number)
        replay.extend([{**first, **odd}, *others])
        prepared = replay.prepare()
        assert replayable.check(prepared.request, target, **options) == prepared.problems


def test_a_problem_in_a_settled_turn_is_told_as_long_as_it_is_sent() -> None:
    history = [*loop(3), {"role": "user", "content": "on", "name": "a b"}, *(message for number in range(3, 7) for message in turn(number))]
    replay = replayable.Replay("openai/gpt-4.1", api="openai-completions")
    found = []
    for message in history:
        replay.extend([message], source=CHAT)
        found.append([problem.pointer for problem in replay.prepare().problems])
    assert [[]] * 8 + [["/messages/8/name"]] * 9 == found


def test_a_problem_at_the_end_goes_with_it() -> None:
    replay = replayable.Replay("openai/gpt-4.1", api="openai-completions", pending="refuse")
    replay.extend(loop(4), source=CHAT)
    assert () == replay.prepare().problems
    replay.extend(turn(4)[:1])
    assert ["/messages/10/tool_calls"] == [problem.pointer for problem in replay.prepare().problems]
    replay.extend(turn(4)[1:])
    assert () == replay.prepare().problems


def test_turns_in_which_nothing_was_found_are_not_checked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = list[int]()
    check = contracts.check

    def counted(request: Json, target: Target, options: replayable.Options) -> tuple[replayable.Problem, ...]:
        sizes.append(len(request["messages"]))
        return check(request, target, options)

    monkeypatch.setattr(contracts, "check", counted)
    replay = replayable.Replay("anthropic/claude-opus-4-6")
    replay.extend(loop(50), source=CHAT)
    for number in range(50, 55):
        assert () == replay.prepare().problems
        replay.extend(turn(number))
    assert [101, 7, 7, 7, 7] == sizes


def test_an_earlier_request_has_its_own_problems_when_the_session_went_on() -> None:
    replay = replayable.Replay("openai/gpt-4.1", api="openai-completions", pending="refuse")
    replay.extend(loop(4), source=CHAT)
    replay.extend(turn(4)[:1])
    before = replay.prepare()
    replay.extend([turn(4)[1], *turn(5)])
    assert () == replay.prepare().problems
    assert ["/messages/10/tool_calls"] == [problem.pointer for problem in before.problems]
