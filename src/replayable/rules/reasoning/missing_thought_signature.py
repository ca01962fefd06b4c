"""A call of the running turn without the thought signature that the target wants on it."""

from __future__ import annotations

from typing import ClassVar, Literal

from replayable.model.building import edited, with_parts
from replayable.model.facts import CALL
from replayable.model.parts import Part, Reasoning, ToolCall
from replayable.model.settings import Settings
from replayable.model.transcript import Message
from replayable.notation import part_as_json
from replayable.report import Change
from replayable.rules.reasoning.running_turn import running_from
from replayable.rules.rule import Changes, RequestRule
from replayable.synthetic import SKIPPED_SIGNATURE


class MissingThoughtSignature(RequestRule, frozen=True):
    """Puts the value that skips the check on the first call of each step of the running turn."""

    name: ClassVar[str] = "missing-thought-signature"
    looks_for: ClassVar[int] = CALL
    rewrites: ClassVar[str] = "a signature is made up only where the server asks for one: in the running turn"
    reach: ClassVar[Literal["turn", "exchange", "history"]] = "exchange"

    value: str = SKIPPED_SIGNATURE
    proof: Literal["call", "reasoning"] = "call"

    def repair(self, settings: Settings, ending: tuple[Message, ...], facts: int) -> tuple[Settings, tuple[Message, ...], Changes]:  # noqa: ARG002
        """The end of the history with a signature where one has to stand."""
        messages, changes = list(ending), list[Change]()
        for index in range(running_from(ending), len(ending)):
            message = ending[index]
            if message.facts & CALL and (signed := self._signed(message)) is not message:
                messages[index] = signed
                changes.append(self._change(message, signed))
        return settings, tuple(messages) if changes else ending, tuple(changes)

    def _signed(self, message: Message) -> Message:
        """The message with a signature on its first call; the calls beside it need none."""
        at = next(index for index, part in enumerate(message.parts) if type(part) is ToolCall)
        first = message.parts[at]
        if type(first) is not ToolCall or first.signature or (self.proof == "reasoning" and any(map(_proves, message.parts))):
            return message
        return with_parts(message, (*message.parts[:at], edited(first, signature=self.value), *message.parts[at + 1 :]))

    def _change(self, before: Message, after: Message) -> Change:
        pair = [(old, new) for old, new in zip(before.parts, after.parts, strict=True) if new is not old]
        return Change(
            rule=self.name,
            loss="synthetic",
            origin=before.origin,
            reason="the first call of a step of the running turn needs a thought signature of the target's, and there is none; "
            "the value stands there that skips the check",
            before=[part_as_json(old) for old, _ in pair],
            after=[part_as_json(new) for _, new in pair],
        )


def _proves(part: Part) -> bool:
    """Reasoning that holds the provider's own proof."""
    return type(part) is Reasoning and bool(part.redacted or part.signature)
