"""Cache marks: however many stand anywhere, the right ones are left, and none appears from nowhere."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from replayable.model.building import message
from replayable.model.facts import CACHE_MARK
from replayable.model.parts import Part, Reasoning, Text, ToolResult
from replayable.model.settings import Settings, Tool
from replayable.model.transcript import Message
from replayable.rules import engine
from replayable.rules.cache.misplaced_cache_mark import MisplacedCacheMark
from replayable.rules.cache.surplus_cache_mark import SurplusCacheMark

MARK = {"type": "ephemeral"}


@st.composite
def marked_parts(draw: st.DrawFn) -> Part:
    cache = MARK if draw(st.booleans()) else None
    kind = draw(st.sampled_from(["text", "blank", "reasoning", "result"]))
    if kind == "result":
        return ToolResult("c1", tuple(draw(st.lists(marked_parts().filter(lambda part: type(part) is Text), max_size=2))), cache=cache)
    return Reasoning("hm", signature="c2ln", cache=cache) if kind == "reasoning" else Text("" if kind == "blank" else "a", cache=cache)


@st.composite
def histories(draw: st.DrawFn) -> tuple[Message, ...]:
    roles = draw(st.lists(st.sampled_from(["user", "assistant", "system"]), max_size=6))
    return tuple(message(role, tuple(draw(st.lists(marked_parts(), max_size=3))), index) for index, role in enumerate(roles))


def places(messages: tuple[Message, ...], is_system: bool | None = None) -> list[tuple[int, int, int]]:
    """Where marks stand: message, part, and the part within a result (a result's own mark stands behind those)."""
    found = []
    for index, each in enumerate(messages):
        if is_system is None or is_system == (each.role == "system"):
            for place, part in enumerate(each.parts):
                inner = part.parts if type(part) is ToolResult else ()
                found += [(index, place, within) for within, item in enumerate((*inner, part)) if item.cache is not None]
    return found


@given(histories(), st.integers(0, 5), st.integers(0, 2))
def test_the_newest_marks_of_the_conversation_stay(messages: tuple[Message, ...], most: int, on_tools: int) -> None:
    tools = tuple(Tool(str(number), cache=MARK) for number in range(on_tools))
    after, _, changes = engine.run((SurplusCacheMark(most=most),), messages, Settings(tools=tools))
    assert len(messages) == len(after)
    budget = max(most - on_tools, 0)
    system = places(after, True)
    assert min(len(places(messages, True)), budget) == len(system)
    left = budget - len(system)
    assert (places(messages, False)[-left:] if left else []) == places(after, False)
    assert {"none"} >= {change.loss for change in changes}


@given(histories())
def test_no_mark_is_left_where_none_may_stand_and_none_is_made(messages: tuple[Message, ...]) -> None:
    after, _, _ = engine.run((MisplacedCacheMark(),), messages, Settings())
    assert len(places(after)) <= len(places(messages))
    for each in after:
        for part in each.parts:
            for item in (*(part.parts if type(part) is ToolResult else ()), part):
                assert item.cache is None or type(item) is ToolResult or (type(item) is Text and item.text)


def test_a_mark_is_kept_where_any_part_of_its_message_may_carry_it() -> None:
    given = message("assistant", (Text("a"), Text("b"), Reasoning("hm", signature="c2ln", cache={"type": "ephemeral", "ttl": "1h"})))
    (after,), _, (change,) = engine.run((MisplacedCacheMark(),), (given,), Settings())
    assert [None, {"type": "ephemeral", "ttl": "1h"}, None] == [part.cache for part in after.parts]
    assert "none" == change.loss


def test_where_a_mark_stands_already_the_moved_one_goes() -> None:
    given = message("assistant", (Text("a", cache={"ttl": "1h"}), Reasoning("hm", signature="c2ln", cache=MARK)))
    (after,), _, _ = engine.run((MisplacedCacheMark(),), (given,), Settings())
    assert [{"ttl": "1h"}, None] == [part.cache for part in after.parts]


def test_a_message_without_its_mark_has_no_fact_of_one() -> None:
    given = message("assistant", (Reasoning("hm", signature="c2ln", cache=MARK),))
    (after,), _, _ = engine.run((MisplacedCacheMark(),), (given,), Settings())
    assert 0 == after.facts & CACHE_MARK


def test_twenty_thousand_marked_messages_keep_four_marks() -> None:
    messages = tuple(message("user", (Text("a", cache=MARK),), index) for index in range(20_000))
    after, _, changes = engine.run((SurplusCacheMark(),), messages, Settings())
    assert [(19_996 + index, 0, 0) for index in range(4)] == places(after)
    assert list(range(19_996)) == [change.origin for change in changes]


def test_one_early_mark_in_a_long_history_leaves_every_message_as_it_is() -> None:
    messages = (message("user", (Text("a", cache=MARK),)), *(message("user", (Text("b"),)) for _ in range(50_000)))
    after, _, changes = engine.run((SurplusCacheMark(),), messages, Settings())
    assert (True, ()) == (after is messages, changes)
