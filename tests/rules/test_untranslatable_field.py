"""What it costs that a field of a request is not sent, and thinking in other words."""

from __future__ import annotations

import msgspec
import pytest

from replayable.model.building import message
from replayable.model.parts import Text
from replayable.model.settings import Settings, Thinking
from replayable.model.values import Json
from replayable.report import Loss
from replayable.rules import engine
from replayable.rules.settings.thinking_scale import budget_of, effort_of
from replayable.rules.settings.untranslatable_field import UntranslatableField
from replayable.rules.settings.untranslatable_thinking import UntranslatableThinking

MESSAGES = (message("user", (Text("a"),)),)


@pytest.mark.parametrize(
    ("field", "value", "loss"),
    [
        ("logit_bias", {"50256": -100}, "content"),
        ("seed", 7, "content"),
        ("frequency_penalty", 0.5, "content"),
        ("frequency_penalty", 0, "none"),
        ("n", 1, "none"),
        ("n", 2, "content"),
        ("modalities", [], "none"),
        ("prediction", None, "none"),
        ("service_tier", "flex", "none"),
        ("metadata", {"ticket": "7"}, "none"),
    ],
)
def test_a_field_that_only_one_api_knows_is_told(field: str, value: Json, loss: Loss) -> None:
    _, settings, (change,) = engine.run((UntranslatableField(),), MESSAGES, Settings(extra={field: value}))
    assert ({}, False) == (settings.extra, settings.intact)
    assert (loss, None, [{field: value}], None) == (change.loss, change.origin, change.before, change.after)


@pytest.mark.parametrize(
    ("field", "value", "loss"), [("temperature", 0.0, "content"), ("stop", ("\n",), "content"), ("stream", True, "none"), ("user", "u", "none")]
)
def test_a_common_field_that_is_not_carried_is_told(field: str, value: Json, loss: Loss) -> None:
    _, settings, (change,) = engine.run((UntranslatableField(carried=frozenset({"max_tokens"})),), MESSAGES, Settings(max_tokens=5, **{field: value}))
    assert (5, None) == (settings.max_tokens, getattr(settings, field))
    assert loss == change.loss


def test_settings_without_anything_to_drop_are_the_same_object() -> None:
    given = Settings(model="m", max_tokens=5, thinking=Thinking("enabled", 2048), raw={"model": "m"})
    _, settings, changes = engine.run((UntranslatableField(),), MESSAGES, given)
    assert (True, ()) == (settings is given, changes)


def test_it_looks_at_settings_beside_no_message_at_all() -> None:
    _, _, changes = engine.run((UntranslatableField(),), (), Settings(extra={"seed": 7}))
    assert 1 == len(changes)


@pytest.mark.parametrize(("effort", "budget"), [("low", 1024), ("HIGH", 4096), ("unheard-of", 2048), (None, 2048)])
def test_an_effort_is_a_budget(effort: str | None, budget: int) -> None:
    assert budget == budget_of(effort)


@pytest.mark.parametrize(("budget", "effort"), [(0, "low"), (1024, "low"), (1025, "medium"), (2048, "medium"), (32_000, "high")])
def test_a_budget_is_an_effort(budget: int, effort: str) -> None:
    assert effort == effort_of(budget)


@pytest.mark.parametrize("word", ["budget", "effort"])
def test_thinking_that_is_off_stays_off(word: str) -> None:
    rule = msgspec.convert({"words": {"words": [word, "off"]}}, UntranslatableThinking)
    given = Settings(thinking=Thinking("disabled"))
    assert engine.run((rule,), MESSAGES, given)[1] is given
