"""Which tool result belongs to which call: one analysis that the rules of this family read.

A *turn* is an assistant message with calls and everything up to the next one with calls; what stands before the first is a
turn without opening. Every call in it is an *occurrence*. Ids are compared trimmed, and before any of them is rewritten.

1. Within a turn results are taken in order; each claims the oldest unclaimed occurrence with its id (providers repeat ids in
   later turns, and some within one); where there are no ids, the oldest with its name, else the oldest. A result without id
   belongs to the only call of its turn, if their names do not differ; a call without id takes the result that stands directly
   behind the turn's opening.
2. A further result for a claimed id is a duplicate; a real one takes the place of a made-up one.
3. A result whose id the turn does not know is looked for in this and all earlier turns: it moves if exactly one occurrence
   there is open (without result, or with a made-up one and the newcomer is real). None: an orphan. Several: ambiguous.

(openclaw transcript hygiene, "tool result pairing"; occurrences of failed turns count as open too.)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec

from replayable.model.building import message, with_parts
from replayable.model.facts import ASSISTANT, CALL, RESULT, SYNTHETIC, TOOL, USER
from replayable.model.parts import Part, ToolCall, ToolResult
from replayable.model.transcript import Message
from replayable.model.values import trimmed

Why = Literal["orphan", "ambiguous", "duplicate", "superseded"]


class Answer(msgspec.Struct, frozen=True, gc=False):
    """The result of one call and the message it stands in; `home` None: it was made here. `stands_in` is the index of the
    turn that it stands in."""

    result: ToolResult
    home: Message | None
    stands_in: int = -1


class Stray(msgspec.Struct, frozen=True, gc=False):
    """A result that belongs to no call."""

    result: ToolResult
    home: Message
    why: Why


class PairedTurn(msgspec.Struct, frozen=True, gc=False):
    """A turn and what is known of its results. In a `sound` turn all is right as it stands, and no rule is asked.

    `answers`: for each of the `calls` its result, or None. `strays`: results standing here that belong to no call.
    `leaving`: results standing here that belong to another turn. `complete`: every call has a real result. `is_last`: the history ends in this turn.
    What rules decide: `dropped` are results to leave out, `ordered`: the answers go directly behind the opening, in the
    order of the calls, and what is leaving goes."""

    opening: Message | None
    calls: tuple[ToolCall, ...]
    answers: tuple[Answer | None, ...]
    strays: tuple[Stray, ...]
    leaving: tuple[ToolResult, ...]
    as_stored: tuple[Message, ...]
    sound: bool
    complete: bool
    is_last: bool = False
    dropped: tuple[ToolResult, ...] = ()
    ordered: bool = False

    @property
    def behind(self) -> tuple[Message, ...]:
        """The messages after the opening, as stored."""
        return self.as_stored if self.opening is None else self.as_stored[1:]

    def answered(self) -> tuple[bool, ...]:
        """For each call of the opening whether it has a real result."""
        if not self.sound:
            return tuple(answer is not None and not answer.result.synthetic for answer in self.answers)
        results = (part for each in self.behind if each.facts & RESULT for part in each.parts if type(part) is ToolResult)
        return tuple(not result.synthetic for result in results)


def id_of(value: str | None) -> str:
    """An id as it is compared."""
    return trimmed(value) if value else ""


def turns_of(messages: tuple[Message, ...]) -> list[tuple[Message, ...]]:
    """The messages cut into turns; the first has no opening and may be empty."""
    return [messages[start:end] for start, end in _bounds(messages)]


def _bounds(messages: tuple[Message, ...]) -> Iterator[tuple[int, int]]:
    opening = CALL | ASSISTANT
    starts = [index for index, each in enumerate(messages) if each.facts & opening == opening]
    return zip([0, *starts], [*starts, len(messages)], strict=True)


def pair(messages: tuple[Message, ...], ending: Literal["end", "middle"] = "end", made_up: bool = True) -> tuple[PairedTurn, ...]:
    """The paired turns of a history. Turns that are right as they stand cost one walk over their ids.

    `ending` "middle": other messages will follow, so no turn is the last one. `made_up`: there may be results that were made up."""
    cut: list[tuple[Message, ...]] = []
    sound: list[bool] = []
    for start, end in _bounds(messages):  # each turn is looked at as it is cut, while it is near
        cut.append(turn := messages[start:end])
        sound.append(_is_sound(turn, has_opening=len(sound) > 0))
    if False not in sound:
        return tuple(_sound(turn, index > 0, made_up) for index, turn in enumerate(cut) if turn)
    return _Pairing(cut, sound, made_up, ending).turns()


def calls_of(opening: Message) -> tuple[ToolCall, ...]:
    """The tool calls of a message, in order."""
    return tuple(part for part in opening.parts if type(part) is ToolCall)


def _is_sound(turn: tuple[Message, ...], has_opening: bool) -> bool:
    """Every call is answered at once, in order, by results that stand first, and there is no other result. Where user messages
    hold the results, one of them holds all: APIs of that form want them in the very next message."""
    return (has_opening and _is_plainly_sound(turn)) or _is_sound_throughout(turn, has_opening)


def _is_plainly_sound(turn: tuple[Message, ...]) -> bool:
    """Sound in the form of most turns: a tool message of its own for each call. Nothing is said of a turn of another form."""
    place, size = 1, len(turn)
    for call in turn[0].parts:
        if type(call) is not ToolCall:
            continue
        if place == size:
            return False
        each, wanted = turn[place], call.id
        parts = each.parts
        if not wanted or len(parts) != 1 or type(result := parts[0]) is not ToolResult or result.call_id != wanted or not each.facts & TOOL:
            return False
        if not wanted.isidentifier() and not _is_trimmed(wanted):  # most ids are identifiers, which is seen fastest
            return False
        place += 1
    return place == size or not any(each.facts & RESULT for each in turn[place:])


def _is_trimmed(id: str) -> bool:
    """Visibly without white space at its ends."""
    return " " < id[0] < "\x7f" and " " < id[-1] < "\x7f"


def _is_sound_throughout(turn: tuple[Message, ...], has_opening: bool) -> bool:
    expected = [part.id for part in turn[0].parts if type(part) is ToolCall] if has_opening else []
    position, last = 0, len(expected)
    for wanted in expected:
        if not wanted or not _is_trimmed(wanted):
            return False
    for index in range(1 if has_opening else 0, len(turn)):
        each = turn[index]
        if position == last:
            if each.facts & RESULT:
                return False
            continue
        if position and each.facts & USER:
            return False
        behind = not each.parts  # a turn that was emptied may get words again
        for part in each.parts:
            if type(part) is not ToolResult:
                behind = True
            elif behind or position == last or part.call_id != expected[position]:
                return False
            else:
                position += 1
        if behind and position < last:
            return False
    return position == last


def _sound(turn: tuple[Message, ...], has_opening: bool, made_up: bool) -> PairedTurn:
    complete = not made_up or not any(each.facts & SYNTHETIC for each in turn)
    return PairedTurn(turn[0] if has_opening else None, (), (), (), (), turn, True, complete)


class _Occurrence:
    """One call, and the result that it owns by now."""

    __slots__ = ("answer", "call", "id", "turn")

    def __init__(self, call: ToolCall, turn: int) -> None:
        self.call = call
        self.id = id_of(call.id)
        self.turn = turn
        self.answer: Answer | None = None

    def is_open_to(self, result: ToolResult) -> bool:
        return self.answer is None or (self.answer.result.synthetic and not result.synthetic)


class _Row:
    """The calls of one turn that have one id, in order, told apart by their names where that id is none."""

    __slots__ = ("_calls", "_first", "_named")

    def __init__(self) -> None:
        self._calls: list[_Occurrence] = []
        self._first = 0
        self._named: dict[str, list[tuple[int, _Occurrence]]] | None = None  # by name, made when a name first decides; the next one last

    def append(self, occurrence: _Occurrence) -> None:
        """Puts a call behind the others."""
        self._calls.append(occurrence)

    def first(self) -> _Occurrence | None:
        """The first call without an answer."""
        while self._first < len(self._calls) and self._calls[self._first].answer is not None:
            self._first += 1
        return self._calls[self._first] if self._first < len(self._calls) else None

    def named(self, result: ToolResult) -> _Occurrence | None:
        """The first call without an answer whose name agrees with the result's; the first of all where none does."""
        first = self.first()
        if first is None or _names_agree(first.call, result):
            return first
        heads = [found for name in (trimmed(result.name or ""), "") if (found := self._head(name)) is not None]
        return min(heads, key=lambda head: head[0])[1] if heads else first

    def replaceable(self, result: ToolResult) -> _Occurrence | None:
        """The first call whose made-up answer gives way to the result."""
        replaceable = [occurrence for occurrence in self._calls if occurrence.is_open_to(result)]
        agreeing = (occurrence for occurrence in replaceable if occurrence.id or _names_agree(occurrence.call, result))
        return next(agreeing, replaceable[0] if replaceable else None)

    def _head(self, name: str) -> tuple[int, _Occurrence] | None:
        if self._named is None:
            self._named = {}
            for place in range(len(self._calls) - 1, -1, -1):
                self._named.setdefault(trimmed(self._calls[place].call.name or ""), []).append((place, self._calls[place]))
        waiting = self._named.get(name, [])
        while waiting and waiting[-1][1].answer is not None:
            waiting.pop()
        return waiting[-1] if waiting else None


class _Pairing:
    """The analysis at work: turns in order, earlier ones still open to results that come later.

    A sound turn without made-up results is settled: it gives no result away and takes none."""

    def __init__(self, cut: list[tuple[Message, ...]], sound: list[bool], made_up: bool, ending: Literal["end", "middle"]) -> None:
        self._cut = cut
        self._ending = ending
        self._sound = sound
        self._made_up = made_up
        self._occurrences: dict[int, list[_Occurrence]] = {}
        self._by_id: dict[str, list[_Occurrence]] = {}
        self._strays: dict[int, list[Stray]] = {}
        self._leaving: dict[int, list[ToolResult]] = {}
        self._first_called: dict[str, int] | None = None  # made when a call without id asks for it

    def turns(self) -> tuple[PairedTurn, ...]:
        for index, turn in enumerate(self._cut):
            if not self._sound[index] or (self._made_up and any(each.facts & SYNTHETIC for each in turn)):
                self._take(index, turn)
        for occurrences in self._occurrences.values():
            for occurrence in occurrences:
                answer = occurrence.answer
                if answer is not None and answer.stands_in != occurrence.turn:
                    self._leaving.setdefault(answer.stands_in, []).append(answer.result)
        last = next((index for index in reversed(range(len(self._cut))) if self._cut[index]), -1) if self._ending == "end" else -1
        taken = self._occurrences
        return tuple(
            self._built(index, turn, index == last) if index in taken else _sound(turn, index > 0, self._made_up)
            for index, turn in enumerate(self._cut)
            if turn
        )

    def _take(self, index: int, turn: tuple[Message, ...]) -> None:
        calls = calls_of(turn[0]) if index else ()
        mine = [_Occurrence(call, index) for call in calls]
        by_id: dict[str, _Row] = {}
        for occurrence in mine:
            by_id.setdefault(occurrence.id, _Row()).append(occurrence)
        self._occurrences[index] = mine
        for occurrence in mine:
            self._by_id.setdefault(occurrence.id, []).append(occurrence)
        unclaimed: list[tuple[ToolResult, Message]] = []
        for each in turn[1:] if index else turn:
            if each.facts & RESULT:
                for part in each.parts:
                    if type(part) is ToolResult and not self._claim(mine, by_id, calls, Answer(part, each, index)):
                        unclaimed.append((part, each))
        for result, home in unclaimed:
            self._place(by_id.get(""), Answer(result, home, index))

    def _claim(self, mine: list[_Occurrence], by_id: dict[str, _Row], calls: tuple[ToolCall, ...], answer: Answer) -> bool:
        """Whether the turn's own calls settle this result: it is owned, or a duplicate."""
        result = answer.result
        wanted = id_of(result.call_id)
        if not wanted and len(calls) == 1 and _names_agree(calls[0], result):
            wanted = mine[0].id
        same = by_id.get(wanted)
        if not same:
            return False
        owner = same.first() if wanted else same.named(result)  # without ids the name tells the next of several
        if owner is None and self._made_up:
            owner = same.replaceable(result)
        if owner is None:
            self._stray(answer, "duplicate")
        else:
            self._give(owner, answer)
        return True

    def _place(self, nameless: _Row | None, answer: Answer) -> None:
        """A result that its turn does not know goes to the one open occurrence with its id, or to a call without id beside it."""
        wanted = id_of(answer.result.call_id)
        known = self._by_id.get(wanted, []) if wanted else []
        owners = [occurrence for occurrence in known if occurrence.is_open_to(answer.result)]
        next_nameless = nameless.first() if not known and nameless is not None else None
        if next_nameless is not None and not self._is_called(wanted, answer.stands_in):
            owners = [next_nameless]
        if len(owners) == 1:
            self._give(owners[0], answer)
        else:
            self._stray(answer, "ambiguous" if owners else "orphan")

    def _is_called(self, wanted: str, until: int) -> bool:
        """A settled turn up to this one has a call with the id."""
        if self._first_called is None:
            cut = enumerate(self._cut[1:], 1)
            self._first_called = {}
            for index, turn in cut:
                for call in calls_of(turn[0]):
                    self._first_called.setdefault(id_of(call.id), index)
        return bool(wanted) and self._first_called.get(wanted, until + 1) <= until

    def _give(self, owner: _Occurrence, answer: Answer) -> None:
        if owner.answer is not None:
            self._stray(owner.answer, "superseded")
        owner.answer = answer

    def _stray(self, answer: Answer, why: Why) -> None:
        if answer.home is not None:
            self._strays.setdefault(answer.stands_in, []).append(Stray(answer.result, answer.home, why))

    def _built(self, index: int, turn: tuple[Message, ...], is_last: bool) -> PairedTurn:
        answers = tuple(occurrence.answer for occurrence in self._occurrences.get(index, ()))
        strays, leaving = tuple(self._strays.get(index, ())), tuple(self._leaving.get(index, ()))
        if self._sound[index] and not strays and not leaving and all(answer is not None and answer.stands_in == index for answer in answers):
            return _sound(turn, index > 0, self._made_up)
        opening = turn[0] if index else None
        calls = calls_of(opening) if opening is not None else ()
        return PairedTurn(opening, calls, answers, strays, leaving, turn, False, _is_complete(answers), is_last)


def _names_agree(call: ToolCall, result: ToolResult) -> bool:
    return not call.name or not result.name or trimmed(call.name) == trimmed(result.name)


# ---------------------------------------------------------------------------------------------- carrying an analysis on
def with_opening(turn: PairedTurn, after: Message) -> PairedTurn:
    """The turn with an opening whose calls were edited or left out. Every result keeps the owner that it was given at first,
    on the ids and names as stored; a made-up result of a call that is left out has none any more."""
    before = calls_of(turn.opening) if turn.opening is not None else ()
    kept = calls_of(after)
    as_stored = (after, *turn.behind)
    if turn.sound and len(kept) == len(before):
        return msgspec.structs.replace(turn, opening=after, as_stored=as_stored)
    answers = _answers_in_place(turn) if turn.sound else turn.answers
    owned: list[Answer | None] = []
    strays = list(turn.strays)
    waiting = iter(kept)
    new = next(waiting, None)
    for call, answer in zip(before, answers, strict=True):
        if new is not None and _is_same_call(call, new):
            owned.append(answer)
            new = next(waiting, None)
        elif answer is not None and answer.home is not None:
            strays.append(Stray(answer.result, answer.home, "orphan"))
    return msgspec.structs.replace(
        turn, opening=after, calls=kept, answers=tuple(owned), strays=tuple(strays), as_stored=as_stored, sound=False, complete=_is_complete(owned)
    )


def _answers_in_place(turn: PairedTurn) -> tuple[Answer | None, ...]:
    return tuple(Answer(part, each) for each in turn.behind if each.facts & RESULT for part in each.parts if type(part) is ToolResult)


def _is_same_call(before: ToolCall, after: ToolCall) -> bool:
    return before is after or (before.stored_id == after.stored_id and before.kept is after.kept)


def _is_complete(answers: Iterable[Answer | None]) -> bool:
    return all(answer is not None and not answer.result.synthetic for answer in answers)


# ---------------------------------------------------------------------------------------------- putting together again
def reassessed(turn: PairedTurn) -> PairedTurn:
    """The turn as it is after the rules' decisions, with nothing left to decide.

    A result that is in its place and yet not sound (its id has blanks around it, say) keeps its owner."""
    if turn.sound:
        return turn
    messages = assembled(turn)
    if _is_sound(messages, turn.opening is not None):
        return _sound(messages, turn.opening is not None, made_up=True)
    gone = {id(result) for result in turn.dropped}
    strays = tuple(stray for stray in turn.strays if id(stray.result) not in gone)
    leaving = () if turn.ordered else turn.leaving
    return msgspec.structs.replace(turn, strays=strays, leaving=leaving, as_stored=messages, dropped=(), ordered=False)


def assembled(turn: PairedTurn) -> tuple[Message, ...]:
    """The messages of a turn after the rules' decisions; the very same ones where nothing was decided.

    Answers of one message stay in one message, and where user messages hold results one of them holds all; what else that
    message held follows them in it if nothing stands between. Where they are not ordered, only those that were made stand there."""
    made = [answer.result for answer in turn.answers if answer is not None and answer.home is None and not turn.ordered]
    if turn.sound or not (turn.dropped or turn.ordered or made):
        return turn.as_stored
    gone = {id(result) for result in turn.dropped}
    if turn.ordered:
        gone.update(map(id, turn.leaving))
        gone.update(id(answer.result) for answer in turn.answers if answer is not None)
    rest = [kept for each in turn.behind if (kept := _without(each, gone)) is not None]
    opening = () if turn.opening is None else (turn.opening,)
    return (*opening, *(_with_answers(turn.answers, rest) if turn.ordered else [*(_carrier(None, (result,)) for result in made), *rest]))


def _with_answers(answers: tuple[Answer | None, ...], rest: list[Message]) -> list[Message]:
    groups = _grouped([answer for answer in answers if answer is not None])
    if not groups:
        return rest
    carriers = [_carrier(home, (*results,)) for home, results in groups]
    home, results = groups[-1]
    if home is not None and rest and _came_from(rest[0], home):
        carriers[-1] = _carrier(home, (*results, *rest.pop(0).parts))
    return carriers + rest


def _grouped(answers: list[Answer]) -> list[tuple[Message | None, list[ToolResult]]]:
    """The results by the message that shall hold them: their own; all in one where a user message holds some."""
    user = next((answer.home for answer in answers if answer.home is not None and answer.home.role == "user"), None)
    if user is not None:
        return [(user, [answer.result for answer in answers])]
    groups: list[tuple[Message | None, list[ToolResult]]] = []
    for answer in answers:
        if groups and groups[-1][0] is answer.home:
            groups[-1][1].append(answer.result)
        else:
            groups.append((answer.home, [answer.result]))
    return groups


def _came_from(remainder: Message, home: Message) -> bool:
    return remainder.origin == home.origin and remainder.raw is home.raw and remainder.role == home.role


def _carrier(home: Message | None, parts: tuple[Part, ...]) -> Message:
    return message("tool", parts) if home is None else with_parts(home, parts)


def _without(original: Message, gone: set[int]) -> Message | None:
    if not original.facts & RESULT:
        return original
    kept = tuple(part for part in original.parts if id(part) not in gone)
    return with_parts(original, kept) if kept else None
