"""What the pages of the call rules do not show: marks, odd messages, names of every kind."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from replayable.model.building import message
from replayable.model.parts import Text, ToolCall, ToolResult
from replayable.model.settings import Settings
from replayable.notation import message_from_json
from replayable.rules import engine
from replayable.rules.calls.failed_turn_call import FailedTurnCall
from replayable.rules.calls.impossible_tool_name import ALLOWED, ImpossibleToolName, valid_name
from replayable.rules.content.removal import without

MARK = {"type": "ephemeral"}


@given(st.text(), st.integers(1, 70))
def test_any_name_becomes_a_valid_one_that_stays(name: str, longest: int) -> None:
    made = valid_name(name, longest, ALLOWED)
    assert 1 <= len(made) <= longest
    assert set(ALLOWED).issuperset(made)
    assert made == valid_name(made, longest, ALLOWED)


def test_names_that_differ_in_a_forbidden_character_stay_two() -> None:
    assert 3 == len({valid_name(name, 64, ALLOWED) for name in ("a.b", "a:b", "a_b")})


def test_a_result_in_the_same_message_follows_the_new_name() -> None:
    odd = message("user", (ToolCall("c", " f ", {}), ToolResult("c", (), name=" f "), ToolResult("d", (), name="g")))
    (after,), _, _ = engine.run((ImpossibleToolName(),), (odd,), Settings())
    assert ["f", "f", "g"] == [getattr(part, "name", None) for part in after.parts]


def test_the_cache_mark_of_a_call_that_goes_moves_to_what_stays() -> None:
    line = {"role": "assistant", "parts": [{"text": "Hm."}, {"call": "a", "name": "f", "arguments": {}, "cache": MARK}], "meta": {"stop_reason": "error"}}
    (after,), _, _ = engine.run((FailedTurnCall(),), (message_from_json(line, 0),), Settings())
    assert (Text("Hm.", intact=False, cache=MARK),) == after.parts


def test_a_mark_moves_behind_only_where_nothing_stands_before() -> None:
    parts = (Text("", cache=MARK), Text("a"), Text("b"))
    assert [MARK, None] == [part.cache for part in without(parts, {0})]


def test_a_part_that_has_a_mark_keeps_its_own() -> None:
    own = {"type": "ephemeral", "ttl": "1h"}
    assert [own] == [part.cache for part in without((Text("a", cache=own), Text("", cache=MARK)), {1})]
