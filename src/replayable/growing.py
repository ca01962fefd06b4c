"""One history that grows, for one policy: what was settled stays as it is, with its bytes.

A part is settled as soon as an assistant's message with calls follows it: then every turn in it is over. (Where there are no
calls, a message of the user's ends the turn.) Each call of `prepare` runs the rules over the last turn, and joins bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from itertools import islice, takewhile
from operator import is_not

import msgspec

from replayable import records, turnwise
from replayable.formats.following import Seal
from replayable.model.facts import ASSISTANT, CALL, RESULT, SYSTEM, USER
from replayable.model.settings import NO_SETTINGS, Settings
from replayable.model.transcript import Message, Transcript
from replayable.model.values import Json
from replayable.options import Options
from replayable.pipeline import Prepared, apply
from replayable.policies.policy import Policy
from replayable.report import Change, Note, Problem
from replayable.rules.rule import RequestRule
from replayable.rules.settling import go_on, settle
from replayable.rules.stages import Unsettled, nothing_settled
from replayable.targets import Target
from replayable.turnwise import Checked

_OPENING = CALL | ASSISTANT

# After so many failures in a row the history must grow by an eighth before its beginning is settled again.
_PATIENCE = 2


class Grown(Prepared):
    """What `prepare` gives, with the body in pieces; the transcript is put together when it is asked for.

    `beginning`: the settled messages, and how many of them were there when this was made."""

    def __init__(  # noqa: PLR0917 - what Prepared takes, in parts
        self,
        pieces: tuple[bytes, ...],
        beginning: tuple[list[Message], int],
        following: Transcript,
        changes: tuple[Change, ...],
        target: Target,
        options: Options,
        seal: Seal,
        checked: Checked,
    ) -> None:
        self._pieces = pieces
        self._seal = seal
        self._checked = checked
        self._beginning = beginning
        self._following = following
        self.changes = changes
        self._target = target
        self._options = options

    def pieces(self) -> Iterable[bytes]:
        """The body in pieces; those of settled turns are the very objects that earlier bodies had."""
        return self._pieces

    @cached_property
    def body(self) -> bytes:  # type: ignore[override]
        """The body in one."""
        return b"".join(self._pieces)

    @cached_property
    def transcript(self) -> Transcript:  # type: ignore[override]
        """What was sent."""
        settled, count = self._beginning
        return self._seal(msgspec.structs.replace(self._following, messages=(*islice(settled, count), *self._following.messages)))

    @property
    def notes(self) -> tuple[Note, ...]:
        """What reading met."""
        return self._following.notes

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """What the target would refuse all the same; turns in which nothing was found are not checked again."""
        (settled, count), pieces = self._beginning, self._pieces
        size = sum(map(len, pieces))
        return self._checked.problems(turnwise.Grown(settled, count, self._following, (pieces[0], pieces[-1]), size, lambda: self.request))


class Growing:
    """The settled part of a history under one policy, and its bytes."""

    def __init__(self, policy: Policy, target: Target, options: Options) -> None:
        self._policy = policy
        self._target = target
        self._options = options
        # Some rule looks at all since the user spoke last.
        self._looks_back = any(isinstance(rule, RequestRule) and rule.reach == "exchange" for rule in policy.rules)
        self._failures = 0
        self._again = 0  # the number of messages from which on it is tried again
        self._begin()

    def _begin(self) -> None:
        self._settled = nothing_settled(self._policy.rules)
        self._checked = Checked(self._policy.format, self._target, self._options)
        self._count = 0  # messages of the history that are settled
        self._leading: tuple[Message, ...] = ()  # instructions that stand before all else
        self._pieces: list[bytes] = []
        self._last: Message | None = None  # the last message that was written
        self._facts = 0  # of the messages that were looked at for a cut
        self._cut = 0
        self._head: tuple[Settings, bytes, bytes] | None = None
        self._ending: tuple[Callable[[Transcript], Json], tuple[Message, ...], bytes] | None = None  # what was written last, and how

    def prepare(self, messages: list[Message], blank: Transcript, seal: Seal) -> Prepared:
        """What `prepare` gives for the messages. `blank` is the transcript without them, which `seal` completes."""
        if len(messages) >= self._again:
            for begin in (_stay, Growing._begin):
                begin(self)
                try:
                    prepared = self._prepared(messages, blank, seal)
                except Unsettled:
                    continue
                self._failures = 0
                return prepared
            self._failures += 1
            self._again = len(messages) + (len(messages) // 8 if self._failures > _PATIENCE else 0)
            self._begin()
        return self._from_scratch(messages, blank, seal)

    def _from_scratch(self, messages: list[Message], blank: Transcript, seal: Seal) -> Prepared:
        whole = seal(msgspec.structs.replace(blank, messages=tuple(messages)))
        repaired, changes = apply(self._policy.rules, whole)
        return Prepared(records.encode(self._policy.format.write(repaired)), repaired, changes, self._target, self._options)

    def _prepared(self, messages: list[Message], blank: Transcript, seal: Seal) -> Prepared:
        cut = self._next_cut(messages)
        if cut > self._count:
            part = tuple(messages[self._count : cut])
            self._count = cut
            self._add(settle(self._settled, part, blank.settings), blank)
        if not self._pieces:
            return self._from_scratch(messages, blank, seal)
        after, settings, changes = go_on(self._settled, tuple(messages[self._count :]), blank.settings)
        write = self._policy.format.write
        piece, (start, end) = self._written(after, blank, write), self._around(settings, blank)
        self._ending = write, after, piece
        following = msgspec.structs.replace(blank, messages=after, settings=settings)
        pieces = (start, *self._pieces, b",", piece, end)
        return Grown(pieces, (self._settled.messages, len(self._settled.messages)), following, changes, self._target, self._options, seal, self._checked)

    # ------------------------------------------------------------------ where to cut
    def _next_cut(self, messages: list[Message]) -> int:
        """Where the last turn that is not over begins: at the last message with calls that no other assistant's stands before.
        Without calls: at the last message of the user's, or instruction, behind one of the assistant's."""
        for index in range(self._cut, len(messages)):
            own, before = messages[index].facts, messages[index - 1].facts if index else 0
            self._facts |= own
            if own & _OPENING == _OPENING:
                is_begin = not before & ASSISTANT
            else:
                is_begin = bool((own & (USER | RESULT) == USER or own & SYSTEM) and before & ASSISTANT and not self._facts & (CALL | RESULT))
            if is_begin and index:
                self._cut = index
        return self._cut if not self._looks_back else self._before_the_user(messages)

    def _before_the_user(self, messages: list[Message]) -> int:
        """The last beginning of a turn before the user spoke last, or what is settled already."""
        spoke = next((index for index in range(len(messages) - 1, -1, -1) if messages[index].facts & (USER | RESULT) == USER), 0)
        for index in range(min(spoke, self._cut), self._count, -1):
            if messages[index].facts & _OPENING == _OPENING and not messages[index - 1].facts & ASSISTANT:
                return index
        return self._count

    # ------------------------------------------------------------------ bytes
    def _add(self, messages: tuple[Message, ...], blank: Transcript) -> None:
        """Writes what was settled. Instructions before all else are written with the settings."""
        if self._last is None:
            leading = tuple(takewhile(lambda each: each.facts & SYSTEM, messages))
            self._leading, messages = self._leading + leading, messages[len(leading) :]
        if messages:
            piece = self._written(messages, blank, self._policy.format.write_middle or self._policy.format.write)
            self._pieces += [piece] if self._last is None else [b",", piece]
            self._last = messages[-1]

    def _written(self, messages: tuple[Message, ...], blank: Transcript, write: Callable[[Transcript], Json]) -> bytes:
        """The entries of the messages. Raises Unsettled where the first might be written in one with what stands before."""
        if not messages or messages[0].facts & SYSTEM or self._may_be_joined(messages[0]):
            raise Unsettled
        known = self._ending  # what was the end before is often the next part to be settled, as it is
        if known is not None and known[0] is write and len(known[1]) == len(messages) and not any(map(is_not, known[1], messages)):
            return known[2]
        part = msgspec.structs.replace(blank, messages=messages, settings=NO_SETTINGS)
        return records.encode(write(part)[self._key])[1:-1]

    def _may_be_joined(self, first: Message) -> bool:
        last = self._last
        return last is not None and self._policy.format.entries != "alone" and not (first.facts ^ last.facts) & ASSISTANT

    @property
    def _key(self) -> str:
        return self._policy.format.history_key or ""

    def _around(self, settings: Settings, blank: Transcript) -> tuple[bytes, bytes]:
        """What stands before and behind the entries: the fields of the request, and instructions."""
        if self._head is None or self._head[0] is not settings:
            request = self._policy.format.write(msgspec.structs.replace(blank, messages=self._leading, settings=settings))
            keys = list(request)
            place = keys.index(self._key)
            before, behind = ({key: request[key] for key in some} for some in (keys[:place], keys[place + 1 :]))
            entries = records.encode(request[self._key])[1:-1]
            start = records.encode(before)[:-1] + (b"," if before else b"") + records.encode(self._key) + b":[" + entries + (b"," if entries else b"")
            self._head = settings, start, b"]" + (b"," if behind else b"") + records.encode(behind)[1:]
        return self._head[1], self._head[2]


def _stay(growing: Growing) -> None:
    """Goes on from what is settled."""
