"""Which tool result belongs to which call: one analysis that the rules of this family read.

A *turn* is an assistant message with calls and everything up to the next one with calls; what stands before the first is a
turn without opening. Every call in it is an *occurrence*. Ids are compared trimmed, and before any of them is rewritten.

1. Within a turn results are taken in order; each claims the oldest unclaimed occurrence with its id (providers repeat ids in
   later turns, and some within one). A result without id belongs to the only call of its turn, if their names do not differ;
   a call without id takes the result that stands directly behind the turn's opening.
2. A further result for a claimed id is a duplicate; a real one takes the place of a made-up one.
3. A result whose id the turn does not know is looked for in this and all earlier turns: it moves if exactly one occurrence
   there is open (without result, or with a made-up one and the newcomer is real). None: an orphan. Several: ambiguous.

(openclaw transcript hygiene, "tool result pairing"; occurrences of failed turns count as open too.)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from replayable.model import CALL, RESULT, Message, ToolCall, ToolResult, trimmed, with_parts

Why = Literal["orphan", "ambiguous", "duplicate", "superseded"]


class Answer(msgspec.Struct, frozen=True, gc=False):
    """The result of one call and the message it stands in; `home` None: it was made here. `displaced`: it stands elsewhere."""

    result: ToolResult
    home: Message | None
    displaced: bool = False


class Stray(msgspec.Struct, frozen=True, gc=False):
    """A result that belongs to no call."""

    result: ToolResult
    home: Message
    why: Why


class PairedTurn(msgspec.Struct, frozen=True, gc=False):
    """A turn taken apart: its opening, one answer (or None) a call, results that belong to nothing, and the rest.

    `as_stored` are its messages untouched. In a `sound` turn they are right as they stand, and no rule is asked.
    `rest` holds the messages behind the opening without their results; `is_last`: the history ends in this turn."""

    opening: Message | None
    calls: tuple[ToolCall, ...]
    answers: tuple[Answer | None, ...]
    strays: tuple[Stray, ...]
    rest: tuple[Message, ...]
    as_stored: tuple[Message, ...]
    sound: bool
    is_last: bool = False


def id_of(value: str | None) -> str:
    """An id as it is compared."""
    return trimmed(value) if value else ""


def turns_of(messages: Iterable[Message]) -> list[list[Message]]:
    """The messages cut into turns; the first has no opening and may be empty."""
    turns: list[list[Message]] = [[]]
    for message in messages:
        if message.facts & CALL and message.role == "assistant":
            turns.append([message])
        else:
            turns[-1].append(message)
    return turns


def pair(messages: tuple[Message, ...]) -> tuple[PairedTurn, ...]:
    """The paired turns of a history. Turns that are right as they stand cost one walk over their ids."""
    cut = turns_of(messages)
    if all(_is_sound(turn, index > 0) for index, turn in enumerate(cut)):
        return tuple(_sound(turn, index > 0) for index, turn in enumerate(cut) if turn)
    return _Pairing(cut).turns()


def answered(messages: tuple[Message, ...]) -> dict[int, tuple[bool, ...]]:
    """For each assistant message with calls (by `id()`): which of them own a real result."""
    found: dict[int, tuple[bool, ...]] = {}
    for turn in pair(messages):
        if turn.opening is None:
            continue
        if turn.sound:
            found[id(turn.opening)] = tuple(not result.synthetic for result in _results(turn.as_stored[1:]))
        else:
            found[id(turn.opening)] = tuple(answer is not None and not answer.result.synthetic for answer in turn.answers)
    return found


def calls_of(message: Message) -> tuple[ToolCall, ...]:
    """The tool calls of a message, in order."""
    return tuple(part for part in message.parts if type(part) is ToolCall)


def _results(messages: Iterable[Message]) -> list[ToolResult]:
    return [part for message in messages if message.facts & RESULT for part in message.parts if type(part) is ToolResult]


def _is_sound(turn: list[Message], has_opening: bool) -> bool:
    """Every call is answered at once, in order, by results that stand first, and there is no other result."""
    expected = [part.id for part in turn[0].parts if type(part) is ToolCall] if has_opening else []
    position, last = 0, len(expected)
    for message in turn[1:] if has_opening else turn:
        if position == last:
            if message.facts & RESULT:
                return False
            continue
        behind = False
        for part in message.parts:
            if type(part) is not ToolResult:
                behind = True
            elif behind or position == last or part.call_id != expected[position] or not part.call_id or part.call_id != trimmed(part.call_id):
                return False
            else:
                position += 1
        if behind and position < last:
            return False
    return position == last


def _sound(turn: list[Message], has_opening: bool) -> PairedTurn:
    return PairedTurn(turn[0] if has_opening else None, (), (), (), (), tuple(turn), True)


class _Occurrence:
    """One call, and the result that it owns by now."""

    __slots__ = ("answer", "id", "turn")

    def __init__(self, call: ToolCall, turn: int) -> None:
        self.id = id_of(call.id)
        self.turn = turn
        self.answer: Answer | None = None

    def is_open_to(self, result: ToolResult) -> bool:
        return self.answer is None or (self.answer.result.synthetic and not result.synthetic)


class _Pairing:
    """The analysis at work: turns in order, earlier ones still open to results that come later."""

    def __init__(self, cut: list[list[Message]]) -> None:
        self._cut = cut
        self._occurrences: list[list[_Occurrence]] = []
        self._strays: list[list[Stray]] = []

    def turns(self) -> tuple[PairedTurn, ...]:
        for index, turn in enumerate(self._cut):
            self._take(index, turn)
        last = max((index for index, turn in enumerate(self._cut) if turn), default=0)
        return tuple(self._built(index, turn, index == last) for index, turn in enumerate(self._cut) if turn)

    def _take(self, index: int, turn: list[Message]) -> None:
        calls = calls_of(turn[0]) if index else ()
        mine = [_Occurrence(call, index) for call in calls]
        self._occurrences.append(mine)
        self._strays.append([])
        unclaimed: list[tuple[ToolResult, Message]] = []
        for message in turn[1:] if index else turn:
            if message.facts & RESULT:
                for part in message.parts:
                    if type(part) is ToolResult and not self._claim(mine, calls, part, message, index):
                        unclaimed.append((part, message))
        for result, home in unclaimed:
            self._place(result, home, mine, index)

    def _claim(self, mine: list[_Occurrence], calls: tuple[ToolCall, ...], result: ToolResult, home: Message, index: int) -> bool:
        """Whether the turn's own calls settle this result: it is owned, or a duplicate."""
        wanted = id_of(result.call_id)
        if not wanted and len(calls) == 1 and _names_agree(calls[0], result):
            wanted = mine[0].id
        same = [occurrence for occurrence in mine if occurrence.id == wanted]
        if not same:
            return False
        free = next((occurrence for occurrence in same if occurrence.answer is None), None)
        if free is not None:
            free.answer = Answer(result, home)
            return True
        made_up = next((occurrence for occurrence in same if occurrence.is_open_to(result)), None)
        if made_up is None:
            self._strays[index].append(Stray(result, home, "duplicate"))
        else:
            self._supersede(made_up, Answer(result, home))
        return True

    def _place(self, result: ToolResult, home: Message, mine: list[_Occurrence], index: int) -> None:
        """A result that its turn does not know goes to the one open occurrence with its id, or to a call without id beside it."""
        wanted = id_of(result.call_id)
        everywhere = [occurrence for turn in self._occurrences for occurrence in turn if occurrence.id == wanted] if wanted else []
        owners = [occurrence for occurrence in everywhere if occurrence.is_open_to(result)]
        if not everywhere:
            owners = [occurrence for occurrence in mine if not occurrence.id and occurrence.answer is None][:1]
        if len(owners) == 1:
            self._supersede(owners[0], Answer(result, home, displaced=owners[0].turn != index))
        else:
            self._strays[index].append(Stray(result, home, "ambiguous" if owners else "orphan"))

    def _supersede(self, owner: _Occurrence, answer: Answer) -> None:
        if owner.answer is not None and owner.answer.home is not None:
            self._strays[owner.turn].append(Stray(owner.answer.result, owner.answer.home, "superseded"))
        owner.answer = answer

    def _built(self, index: int, turn: list[Message], is_last: bool) -> PairedTurn:
        answers = tuple(occurrence.answer for occurrence in self._occurrences[index])
        strays = tuple(self._strays[index])
        stored = tuple(turn)
        moved_away = any(message.facts & RESULT and self._left(index, message) for message in (stored[1:] if index else stored))
        if not strays and not moved_away and None not in answers and _is_sound(turn, index > 0) and not any(answer and answer.displaced for answer in answers):
            return PairedTurn(stored[0] if index else None, (), (), (), (), stored, True, is_last)
        rest = tuple(without for message in stored[1 if index else 0 :] if (without := _without_results(message)) is not None)
        opening = stored[0] if index else None
        calls = calls_of(opening) if opening is not None else ()
        return PairedTurn(opening, calls, answers, strays, rest, stored, False, is_last)

    def _left(self, index: int, message: Message) -> bool:
        """Some result of the message now belongs to another turn."""
        here = {id(answer.result) for occurrence in self._occurrences[index] if (answer := occurrence.answer) is not None}
        here.update(id(stray.result) for stray in self._strays[index])
        return any(type(part) is ToolResult and id(part) not in here for part in message.parts)


def _names_agree(call: ToolCall, result: ToolResult) -> bool:
    return not call.name or not result.name or trimmed(call.name) == trimmed(result.name)


def _without_results(message: Message) -> Message | None:
    if not message.facts & RESULT:
        return message
    kept = tuple(part for part in message.parts if type(part) is not ToolResult)
    return with_parts(message, kept) if kept else None


# ---------------------------------------------------------------------------------------------- putting together again
def assembled(turn: PairedTurn) -> tuple[Message, ...]:
    """The messages of a turn: the opening, its answers in the order of the calls, then the rest.

    Answers of one message stay in one message; what else that message held follows them in it if nothing stands between."""
    if turn.sound:
        return turn.as_stored
    groups: list[tuple[Message | None, list[ToolResult]]] = []
    for answer in turn.answers:
        if answer is None:
            continue
        if groups and answer.home is not None and groups[-1][0] is answer.home:
            groups[-1][1].append(answer.result)
        else:
            groups.append((answer.home, [answer.result]))
    rest = list(turn.rest)
    carriers = [_carrier(home, results) for home, results in groups]
    if groups and rest and (home := groups[-1][0]) is not None and rest[0].origin == home.origin and rest[0].raw is home.raw:
        carriers[-1] = _carrier(home, groups[-1][1], rest.pop(0).parts)
    for stray in turn.strays:
        rest.append(_carrier(stray.home, [stray.result]))
    opening = () if turn.opening is None else (turn.opening,)
    return (*opening, *carriers, *rest)


def _carrier(home: Message | None, results: list[ToolResult], behind: tuple[object, ...] = ()) -> Message:
    parts = (*results, *behind)
    if home is None:
        return made_message(results)
    return with_parts(home, parts)  # type: ignore[arg-type]


def made_message(results: list[ToolResult]) -> Message:
    """A message that holds results which were stored nowhere."""
    from replayable.model import message

    return message("tool", tuple(results))
