"""Arguments that are longer than the API takes."""

from __future__ import annotations

from itertools import repeat
from typing import ClassVar

import msgspec

from replayable.model.building import edited
from replayable.model.facts import CALL
from replayable.model.parts import ToolCall, sent_arguments
from replayable.model.transcript import Message
from replayable.model.values import Json
from replayable.rules.calls.judging import Verdict, judged
from replayable.rules.rule import Changes, MessageRule

# A character of text takes at most this many in JSON: `\u0001`.
_WIDEST = 6


class OverlongArguments(MessageRule, frozen=True):
    """Cuts the longest texts of arguments until the whole fits."""

    name: ClassVar[str] = "overlong-arguments"
    looks_for: ClassVar[int] = CALL

    longest: int = 1_048_576

    def repair(self, message: Message) -> tuple[Message, Changes]:
        """The message with arguments that fit."""
        for part in message.parts:
            if type(part) is ToolCall and not self._surely_fits(part):
                return judged(self.name, message, repeat(True), self._judge)
        return message, ()

    def _surely_fits(self, call: ToolCall) -> bool:
        """Told without writing the arguments: by the text that was stored, or by about how much they hold."""
        stored = call.raw.get("arguments") if call.intact and call.raw is not None else None
        if type(stored) is str:
            return len(stored) <= self.longest
        room = self.longest // _WIDEST
        return _weight(sent_arguments(call), room) <= room

    def _judge(self, call: ToolCall, _: bool) -> Verdict | None:
        arguments = sent_arguments(call)
        length = len(arguments) if type(arguments) is str else _length(arguments)
        if length <= self.longest:
            return None
        reason = f"its arguments have {length} characters, and the API takes {self.longest}; their longest texts are cut"
        return Verdict(edited(call, arguments=self._cut(arguments), sent="as-stored"), "content", reason)

    def _cut(self, arguments: Json) -> Json:
        """The arguments with their texts cut to the greatest length at which the whole fits; empty if none will do."""
        if type(arguments) is str:
            return arguments[: self.longest - len(_mark(len(arguments)))] + _mark(len(arguments))
        least, most = 0, self.longest
        while least < most:
            middle = (least + most + 1) // 2
            if _length(_shortened(arguments, middle)) <= self.longest:
                least = middle
            else:
                most = middle - 1
        cut = _shortened(arguments, least)
        return cut if _length(cut) <= self.longest else {}


def _mark(length: int) -> str:
    return f"[… cut, {length} characters]"


def _shortened(value: Json, longest: int) -> Json:
    """The value with every text cut to a length; a text that is cut says how long it was."""
    if type(value) is str:
        mark = _mark(len(value))
        return value if len(value) <= longest + len(mark) else value[:longest] + mark
    if type(value) is dict:
        return {key: _shortened(item, longest) for key, item in value.items()}
    return [_shortened(item, longest) for item in value] if type(value) is list else value


def _weight(value: Json, enough: int) -> int:
    """About how many characters a value has; no more is counted than enough."""
    if type(value) is str:
        return len(value)
    if type(value) is dict:
        total = sum(map(len, value)) + 6 * len(value)
        for item in value.values():
            total += _weight(item, enough)
            if total > enough:
                break
        return total
    if type(value) is list:
        total = len(value)
        for item in value:
            total += _weight(item, enough)
            if total > enough:
                break
        return total
    return 8 if type(value) is not int else len(str(value)) if abs(value) > 10**8 else 8


def _length(value: Json) -> int:
    """The characters of the JSON text."""
    try:
        return len(msgspec.json.encode(value).decode())
    except (UnicodeEncodeError, TypeError, ValueError, OverflowError, RecursionError):
        return _WIDEST * _weight(value, 1 << 62)
