"""Arguments stored as an object, for an API that takes them as JSON text."""

from __future__ import annotations

from itertools import repeat
from typing import ClassVar

from replayable.model.building import edited
from replayable.model.facts import ODD_FIELD
from replayable.model.parts import ToolCall
from replayable.model.transcript import Message
from replayable.rules.calls.judging import Verdict, judged
from replayable.rules.rule import Changes, MessageRule


class UnencodedArguments(MessageRule, frozen=True):
    """Has arguments written as text. For histories in the target's own format."""

    name: ClassVar[str] = "unencoded-arguments"
    looks_for: ClassVar[int] = ODD_FIELD

    field: str = "arguments"

    def repair(self, message: Message) -> tuple[Message, Changes]:
        """The message with calls that are written anew where their arguments are no text."""
        if not any(type(part) is ToolCall and self._is_unencoded(part) for part in message.parts):
            return message, ()
        return judged(self.name, message, repeat(True), self._judge)

    def _is_unencoded(self, call: ToolCall) -> bool:
        return call.intact and call.raw is not None and type(call.raw.get(self.field)) is dict

    def _judge(self, call: ToolCall, _: bool) -> Verdict | None:
        if not self._is_unencoded(call) or call.raw is None:
            return None
        bare = {key: value for key, value in call.raw.items() if key != self.field}
        return Verdict(edited(call, raw=bare), "none", "its arguments were stored as an object, and are sent as the text of it")
