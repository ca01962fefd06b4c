"""Arguments that are no JSON object."""

from __future__ import annotations

from itertools import repeat
from typing import ClassVar

from replayable.model.building import edited
from replayable.model.facts import ODD_CALL
from replayable.model.parts import ToolCall
from replayable.model.transcript import Message
from replayable.rules.calls.arguments import How, object_of
from replayable.rules.calls.judging import Verdict, judged
from replayable.rules.rule import Changes, MessageRule

_REASONS: dict[How, str] = {
    "object": "its arguments are an object already",
    "empty": "it has no arguments, which is an empty object",
    "text": "its arguments were the text of an object, and are the object now",
    "nested": "its arguments were JSON inside JSON text, and are the object in it now",
    "mended": "its arguments were nearly JSON, and are the object that was meant",
    "glued": "its arguments were several objects glued together, and are one now",
    "cut": "its arguments were cut off in mid-stream; what arrived is kept",
    "wrapped": "its arguments are no object; they are kept whole under `_raw`",
}


class BrokenArguments(MessageRule, frozen=True):
    """Makes an object of arguments that are none, and keeps what they say."""

    name: ClassVar[str] = "broken-arguments"
    looks_for: ClassVar[int] = ODD_CALL

    def repair(self, message: Message) -> tuple[Message, Changes]:
        """The message with an object of arguments in every call. Free-text input of custom tools is what it is."""
        return judged(self.name, message, repeat(True), _judge)


def _judge(call: ToolCall, _: bool) -> Verdict | None:
    if type(call.arguments) is dict or call.kind == "custom" or call.sent == "wrapped":
        return None
    found = object_of(call.arguments)
    reason = _REASONS[found.how] if found.whole else f"{_REASONS[found.how]}, but for its last piece"
    if found.how == "wrapped" or call.arguments == []:
        return Verdict(edited(call, sent="wrapped"), "none", reason)
    return Verdict(edited(call, arguments=found.value), "none" if found.whole else "content", reason)
