"""Several tool calls in one assistant message."""

from __future__ import annotations

from typing import ClassVar

from replayable.model.building import with_parts
from replayable.model.facts import CALL
from replayable.model.parts import Part, ToolCall, ToolResult
from replayable.model.transcript import Message
from replayable.notation import part_as_json
from replayable.report import Change
from replayable.rules.rule import Changes, TurnRule


class ParallelToolCalls(TurnRule, frozen=True):
    """Cuts a turn with several calls in as many turns, each call with its result behind it."""

    name: ClassVar[str] = "parallel-tool-calls"
    looks_for: ClassVar[int] = CALL

    def repair(self, turn: tuple[Message, ...]) -> tuple[tuple[Message, ...], Changes]:
        """The turn with one call a message."""
        opening = turn[0]
        calls = [part for part in opening.parts if type(part) is ToolCall]
        if len(calls) < 2 or len({call.id for call in calls}) < len(calls):
            return turn, ()
        said: tuple[Part, ...] = tuple(part for part in opening.parts if type(part) is not ToolCall)
        answers, rest = _answers(turn[1:])
        steps = list[Message]()
        for number, call in enumerate(calls):
            steps.append(with_parts(opening, (*said, call) if number == 0 else (call,)))
            steps.extend(answers.pop(call.id, ()))
        behind = (message for messages in answers.values() for message in messages)
        return (*steps, *behind, *rest), (self._change(opening, calls),)

    def _change(self, opening: Message, calls: list[ToolCall]) -> Change:
        told = [part_as_json(call) for call in calls]
        reason = "the model takes one call a message, so each follows the result of the one before"
        return Change(rule=self.name, loss="none", origin=opening.origin, reason=reason, before=told, after=told)


def _answers(following: tuple[Message, ...]) -> tuple[dict[str | None, list[Message]], list[Message]]:
    """The results behind a message, by the id of their call, each in a message of its own; and all else, in order."""
    answers: dict[str | None, list[Message]] = {}
    rest = list[Message]()
    for message in following:
        results = [part for part in message.parts if type(part) is ToolResult]
        others = tuple(part for part in message.parts if type(part) is not ToolResult)
        alone = len(results) == 1 and not others
        for result in results:
            answers.setdefault(result.call_id, []).append(message if alone else with_parts(message, (result,), "tool"))
        if others or not results:
            rest.append(with_parts(message, others) if results else message)
    return answers, rest
