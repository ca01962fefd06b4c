"""What the pages of the family `turns` cannot show: size, origin, what is known of merged turns, and odd ends."""

from __future__ import annotations

from replayable.model.building import message
from replayable.model.parts import Text, ToolCall
from replayable.model.settings import Settings, Thinking
from replayable.model.transcript import Meta
from replayable.rules import engine
from replayable.rules.turns.consecutive_assistant_turns import ConsecutiveAssistantTurns
from replayable.rules.turns.consecutive_system_messages import ConsecutiveSystemMessages
from replayable.rules.turns.consecutive_user_turns import ConsecutiveUserTurns
from replayable.rules.turns.late_system_message import LateSystemMessage
from replayable.rules.turns.trailing_assistant import TrailingAssistant

SETTINGS = Settings()


def test_fifty_thousand_user_messages_become_one_in_order() -> None:
    given = tuple(message("user", (Text(str(number)),), number) for number in range(50_000))
    (merged,), _, changes = engine.run((ConsecutiveUserTurns(),), given, SETTINGS)
    assert [str(number) for number in range(50_000)] == [part.text for part in merged.parts if type(part) is Text]
    assert 0 == merged.origin
    assert list(range(1, 50_000)) == [change.origin for change in changes]


def test_parts_are_not_copied_when_turns_merge() -> None:
    parts = Text("a"), Text("b"), ToolCall("c1", "f", {})
    (merged,), _, _ = engine.run((ConsecutiveAssistantTurns(),), (message("assistant", parts[:1]), message("assistant", parts[1:])), SETTINGS)
    assert [id(part) for part in parts] == [id(part) for part in merged.parts]


def test_a_message_that_stands_alone_stays_the_same_object_beside_merged_ones() -> None:
    alone = message("user", (Text("c"),))
    given = message("user", (Text("a"),)), message("user", (Text("b"),)), message("assistant", (Text("d"),)), alone
    after, _, _ = engine.run((ConsecutiveUserTurns(),), given, SETTINGS)
    assert after[-1] is alone


def test_a_merged_assistant_turn_ended_and_cost_what_the_later_one_says() -> None:
    first = message("assistant", (Text("a"),), 0, None, Meta(model="m", stop_reason="stop", usage={"total": 1}))
    later = message("assistant", (Text("b"),), 1, None, Meta(model="n", stop_reason="error", error="closed", owns_state=True))
    (merged,), _, _ = engine.run((ConsecutiveAssistantTurns(),), (first, later), SETTINGS)
    assert Meta(model="m", stop_reason="error", usage={"total": 1}, error="closed", owns_state=True) == merged.meta


def test_what_is_known_of_the_later_turn_is_kept_where_nothing_is_known_of_the_first() -> None:
    known = Meta(model="n")
    (merged,), _, _ = engine.run((ConsecutiveAssistantTurns(),), (message("assistant", ()), message("assistant", (Text("b"),), 1, None, known)), SETTINGS)
    assert known == merged.meta


def test_an_instruction_between_two_user_messages_keeps_them_apart() -> None:
    given = message("user", (Text("a"),)), message("system", (Text("b"),)), message("user", (Text("c"),))
    after, _, changes = engine.run((ConsecutiveUserTurns(),), given, SETTINGS)
    assert ((), True) == (changes, after is given)


def test_a_blank_instruction_becomes_a_user_message_with_nothing_around_it() -> None:
    given = message("user", (Text("a"),)), message("system", (Text(" "),), 1)
    after, _, (change,) = engine.run((LateSystemMessage(),), given, SETTINGS)
    assert ("user", [Text(" ")]) == (after[1].role, list(after[1].parts))
    assert (1, "none") == (change.origin, change.loss)


def test_a_late_instruction_stays_what_it_was_when_the_history_grows_by_its_answer() -> None:
    rule = LateSystemMessage(place="turns")
    short = message("user", (Text("a"),)), message("system", (Text("b"),), 1)
    grown = (*short, message("assistant", (Text("c"),)), message("user", (Text("d"),)))
    assert engine.run((rule,), short, SETTINGS)[0] == engine.run((rule,), grown, SETTINGS)[0][:2]


def test_instructions_without_a_conversation_become_one() -> None:
    given = tuple(message("system", (Text(str(number)),)) for number in range(3))
    (merged,), _, changes = engine.run((ConsecutiveSystemMessages(),), given, SETTINGS)
    assert [Text("0"), Text("1"), Text("2")] == list(merged.parts)
    assert 2 == len(changes)


SPACELESS = TrailingAssistant(prefill="taken", ends_in_space="refused")


def test_a_blank_text_at_the_end_of_a_prefill_goes_and_so_does_the_space_before_it() -> None:
    given = message("user", (Text("a"),)), message("assistant", (Text("b"), Text("c "), Text(" \n")), 1)
    after, _, (change,) = engine.run((SPACELESS,), given, SETTINGS)
    assert ["b", "c"] == [part.text for part in after[1].parts if type(part) is Text]
    assert ([{"text": "c "}, {"text": " \n"}], [{"text": "c"}], "none") == (change.before, change.after, change.loss)


def test_a_blank_text_behind_another_part_goes_alone() -> None:
    given = message("user", (Text("a"),)), message("assistant", (Text("b"), Text(" ")), 1)
    after, _, (change,) = engine.run((SPACELESS,), given, SETTINGS)
    assert given[1].parts[:1] == after[1].parts
    assert ([{"text": " "}], None) == (change.before, change.after)


def test_a_prefill_of_nothing_but_white_space_is_another_rule_s_damage() -> None:
    given = message("user", (Text("a"),)), message("assistant", (Text(" \n"), Text("")), 1)
    after, _, changes = engine.run((SPACELESS,), given, SETTINGS)
    assert (True, ()) == (after is given, changes)


def test_what_a_stripped_prefill_said_is_told() -> None:
    given = message("user", (Text("a"),)), message("assistant", (Text("b"),), 1)
    _, _, (change,) = engine.run((TrailingAssistant(thinking=True),), given, SETTINGS)
    assert ("content", 1, [{"text": "b"}], None) == (change.loss, change.origin, change.before, change.after)


def test_an_option_wins_over_what_the_request_says_about_thinking() -> None:
    given = message("user", (Text("a"),)), message("assistant", (Text("b"),), 1)
    after, _, (change,) = engine.run((TrailingAssistant(thinking=False),), given, Settings(thinking=Thinking("enabled")))
    assert ("user", "synthetic") == (after[-1].role, change.loss)
