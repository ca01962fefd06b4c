"""What a rule is: a frozen value whose fields are its options, called with just what its scope names.

A rule answers with what it was given, the very same object, where nothing is wrong. It neither reads nor writes anything
else: no clock, no randomness, no environment. What it looks for stands in `looks_for` (facts of `model`, any of them): the
engine calls it only where one is present.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Generic, Literal, TypeVar

import msgspec

from replayable.model.settings import Settings
from replayable.model.transcript import Message
from replayable.report import Change
from replayable.rules.pairing.analysis import PairedTurn

Changes = tuple[Change, ...]
State = TypeVar("State")
Asked = Literal["always", "unanswered", "unanswered-or-odd"]
Reach = Literal["nothing", "turn", "exchange", "history"]
Scope = Literal["message", "call", "pairing", "turn", "neighbour", "history", "turn-history", "request"]


class Rule(msgspec.Struct, frozen=True):
    """The common part. `name` is the damage in kebab case: file, class and name are one word in three spellings.

    `rewrites`: why it changes what an earlier request has sent already, though nothing was wrong with that; empty for all that never do."""

    name: ClassVar[str]
    looks_for: ClassVar[int]
    scope: ClassVar[Scope]
    rewrites: ClassVar[str] = ""


class MessageRule(Rule, frozen=True):
    """Repairs one message, seeing nothing but it."""

    scope: ClassVar[Scope] = "message"

    def repair(self, message: Message) -> tuple[Message | None, Changes]:
        """The message, repaired; None where it goes."""
        raise NotImplementedError


class CallRule(Rule, frozen=True):
    """Repairs the calls of one assistant message, knowing which of them have a real result.

    `asked` "unanswered": only where some call has none; "unanswered-or-odd": also where a call is odd in itself (`model.ODD_CALL`)."""

    scope: ClassVar[Scope] = "call"
    asked: ClassVar[Asked] = "always"

    def repair(self, message: Message, answered: tuple[bool, ...]) -> tuple[Message | None, Changes]:
        """The message, repaired; None where it goes. `answered` has one entry a call, in order."""
        raise NotImplementedError


class PairingRule(Rule, frozen=True):
    """Repairs one paired turn (see `pairing.analysis`)."""

    scope: ClassVar[Scope] = "pairing"

    def repair(self, turn: PairedTurn) -> tuple[PairedTurn, Changes]:
        """The turn, repaired."""
        raise NotImplementedError


class TurnRule(Rule, frozen=True):
    """Repairs one turn: an assistant message with calls and all that follows up to the next one with calls, or what
    stands before the first of them."""

    scope: ClassVar[Scope] = "turn"

    def repair(self, turn: tuple[Message, ...]) -> tuple[tuple[Message, ...], Changes]:
        """The messages of the turn, repaired."""
        raise NotImplementedError


class NeighbourRule(Rule, frozen=True):
    """Repairs messages of one role that stand in a row, two or more. `role` is the fact of that role."""

    scope: ClassVar[Scope] = "neighbour"
    role: ClassVar[int]

    def repair(self, row: tuple[Message, ...]) -> tuple[tuple[Message, ...], Changes]:
        """What the row becomes."""
        raise NotImplementedError


class HistoryRule(Rule, Generic[State], frozen=True):
    """Folds over all messages with a small state. Messages may be held back in the state and given out later."""

    scope: ClassVar[Scope] = "history"

    def begin(self) -> State:
        """The state before the first message."""
        raise NotImplementedError

    def begin_for(self, settings: Settings) -> State:  # noqa: ARG002 - only rules that count what stands in the settings too read them
        """The state before the first message of a request with these settings. The engine begins here."""
        return self.begin()

    def passed_by(self, state: State, messages: tuple[Message, ...]) -> State | None:  # noqa: ARG002 - most folds look at every message
        """The state behind messages in a row where all of them stay as they are; None: `step` is asked for each. The state is left alone."""
        return None

    def step(self, state: State, message: Message) -> tuple[State, tuple[Message, ...], Changes]:
        """The next state, and the messages that go out now."""
        raise NotImplementedError

    def fork(self, state: State) -> State:
        """A state that goes on from this one and leaves it as it is. A state that cannot be changed is one itself."""
        return state

    def end(self, state: State) -> tuple[tuple[Message, ...], Changes]:  # noqa: ARG002 - most folds hold nothing back
        """What was held back."""
        return (), ()

    def release(self, state: State) -> tuple[State, tuple[Message, ...], Changes]:
        """What a history that grows need not hold back any longer, as it is for now: a fold that may have to change it later says so by `is_late`."""
        return state, (), ()

    def is_late(self, state: State) -> bool:  # noqa: ARG002 - most folds release nothing early
        """Whether something that was released would have to be other by now."""
        return False


class TurnHistoryRule(Rule, Generic[State], frozen=True):
    """Folds over all turns with a small state.

    `is_sound` tells that every call of the turn is answered at once, in order, under exactly its id, and that there is no
    other result: what holds for the calls then holds for their results."""

    scope: ClassVar[Scope] = "turn-history"

    def begin(self) -> State:
        """The state before the first turn."""
        raise NotImplementedError

    def passes_by(self, state: State, turns: Sequence[PairedTurn]) -> bool:  # noqa: ARG002 - most folds look at every turn
        """Whether turns in a row, sound ones, stay as they are. The state is then the one behind them; else it is left alone, and `step`
        is asked for each."""
        return False

    def step(self, state: State, turn: tuple[Message, ...], is_sound: bool) -> tuple[State, tuple[Message, ...], Changes]:
        """The next state, and the turn, repaired."""
        raise NotImplementedError

    def fork(self, state: State) -> State:
        """A state that goes on from this one and leaves it as it is. A state that cannot be changed is one itself."""
        return state


class RequestRule(Rule, frozen=True):
    """Repairs the settings and the end of the history, knowing the facts of the whole.

    `reach`: where the end begins. "turn": at the last assistant message with calls, or at the start. "exchange": at the last
    message of the user. "history": at the start. "nothing": behind all messages; the settings alone matter.

    `told_by` is for histories that grow, of which most is settled: "settings": where it leaves the settings as they are, it
    leaves every message as it is; "reading": it reads messages, and changes none."""

    scope: ClassVar[Scope] = "request"
    reach: ClassVar[Reach] = "turn"
    told_by: ClassVar[Literal["history", "settings", "reading"]] = "history"

    def repair(self, settings: Settings, ending: tuple[Message, ...], facts: int) -> tuple[Settings, tuple[Message, ...], Changes]:
        """Settings and end of the history, repaired."""
        raise NotImplementedError


AnyRule = MessageRule | CallRule | PairingRule | TurnRule | NeighbourRule | HistoryRule[Any] | TurnHistoryRule[Any] | RequestRule
