"""What it costs that reasoning goes."""

from __future__ import annotations

import pytest

from replayable.model import Reasoning, Settings, Text, message
from replayable.report import Loss
from replayable.rules import engine
from replayable.rules.reasoning.unsigned_reasoning import UnsignedReasoning
from replayable.rules.reasoning.unwanted_reasoning import UnwantedReasoning
from replayable.rules.rule import AnyRule

ANSWER = Text("4")
PLACEHOLDER = [{"text": "[assistant reasoning omitted]"}]


@pytest.mark.parametrize(
    ("rule", "reasoning", "loss"),
    [
        (UnsignedReasoning(), Reasoning("hm"), "content"),
        (UnsignedReasoning(), Reasoning(" ", signature="\n"), "none"),
        (UnwantedReasoning(), Reasoning("hm"), "content"),
        (UnwantedReasoning(), Reasoning("", signature="c2ln"), "content"),
        (UnwantedReasoning(), Reasoning("", redacted="ZGF0YQ=="), "content"),
        (UnwantedReasoning(), Reasoning(""), "none"),
        (UnwantedReasoning(loss="none"), Reasoning("hm"), "none"),
    ],
)
def test_reasoning_that_says_something_is_a_loss_unless_the_api_ignores_it(rule: AnyRule, reasoning: Reasoning, loss: Loss) -> None:
    (after,), _, (change,) = engine.run((rule,), (message("assistant", (reasoning, ANSWER), 3),), Settings())
    assert (ANSWER,) == after.parts
    assert (loss, 3, None) == (change.loss, change.origin, change.after)


@pytest.mark.parametrize(("text", "loss"), [("hm", "content"), ("", "synthetic")])
def test_the_text_in_an_emptied_turn_is_told_with_the_last_reasoning(text: str, loss: Loss) -> None:
    given = message("assistant", (Reasoning("first"), Reasoning(text)), 0)
    _, _, changes = engine.run((UnsignedReasoning(),), (given,), Settings())
    assert [("content", None), (loss, PLACEHOLDER)] == [(change.loss, change.after) for change in changes]


def test_only_an_assistant_turn_gets_the_text() -> None:
    (after,), _, _ = engine.run((UnwantedReasoning(),), (message("user", (Reasoning("hm"),)),), Settings())
    assert () == after.parts


def test_a_cache_mark_on_reasoning_that_goes_moves_to_what_stays() -> None:
    mark = {"type": "ephemeral"}
    beside, alone = message("assistant", (ANSWER, Reasoning("hm", cache=mark))), message("assistant", (Reasoning("hm", cache=mark),))
    after, _, _ = engine.run((UnsignedReasoning(),), (beside, alone), Settings())
    assert [[mark], [mark]] == [[part.cache for part in each.parts] for each in after]


def test_signed_reasoning_beside_unsigned_stays_the_same_object() -> None:
    signed = Reasoning("a", signature="c2ln")
    (after,), _, _ = engine.run((UnsignedReasoning(),), (message("assistant", (Reasoning("b"), signed)),), Settings())
    assert after.parts[0] is signed
