"""What it costs that reasoning goes, and in which field it is sent."""

from __future__ import annotations

from typing import Any

import pytest

import replayable
from replayable.model.building import message
from replayable.model.parts import Reasoning, Text
from replayable.model.settings import Settings
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


# ---------------------------------------------------------------------------------------------- the one field that is read
CALL = {"type": "toolCall", "name": "f", "arguments": {}}
RESULT = {"role": "toolResult", "toolName": "f", "content": [{"type": "text", "text": "4"}], "isError": False}
LOOP: list[dict[str, Any]] = [
    {"role": "user", "content": "2+2?"},
    {"role": "assistant", "content": [{"type": "thinking", "thinking": "add", "thinkingSignature": "reasoning_details"}, {**CALL, "id": "c1"}]},
    {**RESULT, "toolCallId": "c1"},
    {"role": "assistant", "content": [{**CALL, "id": "c2"}]},
    {**RESULT, "toolCallId": "c2"},
]


def _reasoning(prepared: replayable.Prepared) -> list[Any]:
    return [message["reasoning_content"] for message in prepared.request["messages"] if message["role"] == "assistant"]


@pytest.mark.parametrize("target", ["moonshot/kimi-k2.6", "deepseek/deepseek-v4-pro"])
def test_while_nobody_says_whether_it_thinks_a_model_that_does_gets_the_field_as_a_spelling(target: str) -> None:
    prepared = replayable.prepare(LOOP, target, source="openclaw")
    assert (["add", ""], ()) == (_reasoning(prepared), prepared.changes)
    assert () == replayable.prepare(prepared.request, target, source="openai-chat").changes


def test_where_thinking_is_said_to_be_on_a_note_stands_in_the_place_of_what_was_not_stored() -> None:
    prepared = replayable.prepare(LOOP, "moonshot/kimi-k2.6", source="openclaw", thinking=True)
    assert ["add", "[no reasoning was recorded for this turn]"] == _reasoning(prepared)
    assert [("unread-reasoning-field", "none"), ("missing-reasoning", "synthetic")] == [(change.rule, change.loss) for change in prepared.changes]


@pytest.mark.parametrize(("made_by", "known"), [(None, False), ("openai/gpt-5", False), ("google/gemini-3-pro", True)])
def test_a_signature_in_a_chat_history_goes_back_to_its_maker_and_else_for_a_true_reason(made_by: str | None, known: bool) -> None:
    turn = {"role": "model", "parts": [{"functionCall": {"name": "f", "args": {}}, "thoughtSignature": "EqQB"}]}
    (said,) = replayable.convert([turn], "openai-chat").payload
    history = [{"role": "user", "content": "q"}, said, {"role": "tool", "tool_call_id": "x", "content": "ok"}]
    prepared = replayable.prepare(history, "google/gemini-3-pro", made_by=made_by)
    assert prepared.request["contents"][1]["parts"][0]["thoughtSignature"] == ("EqQB" if known else "skip_thought_signature_validator")
    reasons = [change.reason for change in prepared.changes if change.rule in ("foreign-thought-signature", "missing-thought-signature")]
    assert reasons == (
        []
        if known
        else [
            "a thought signature was taken off, since nothing says that the target's own model gave it; `made_by` can say so",
            "the first call of a step of the running turn needs a thought signature of the target's, and there is none; "  # noqa: ISC004
            "the value stands there that skips the check",
        ]
    )
