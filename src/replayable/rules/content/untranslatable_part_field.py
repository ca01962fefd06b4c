"""A stored field of a message or a part that the target's format has no place for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar, Literal

from replayable.model.building import edited
from replayable.model.facts import MEDIA, ODD_FIELD, OWN_FIELD, REASONING, SIGNED
from replayable.model.transcript import Message
from replayable.model.values import Json
from replayable.reads import Reads
from replayable.report import Change, Loss
from replayable.rules.content.sifting import Held, Left, Sifting
from replayable.rules.rule import Changes, MessageRule
from replayable.words import WORDLESS, has_words


class UntranslatablePartField(MessageRule, frozen=True):
    """Takes what the target's format cannot say out of what was stored, and tells it. For histories in another format."""

    name: ClassVar[str] = "untranslatable-part-field"
    looks_for: ClassVar[int] = ODD_FIELD | OWN_FIELD | MEDIA | REASONING | SIGNED

    messages: Mapping[str, Held] = {}
    blocks: Mapping[str, Held] = {}
    usual: Mapping[str, frozenset[str]] = {}
    others: Mapping[str, Reads] = {}
    carried: frozenset[str] = frozenset()
    taker: str = "the target's API"
    proofs: Literal["none", "content"] = "none"

    def repair(self, message: Message) -> tuple[Message, Changes]:
        """The message with those fields gone from the objects that it was read from. Its parts say what they said."""
        taken = self._taken_up(message)
        work = Sifting(message.raw, taken.messages, taken.blocks, taken.usual, self.carried)
        parts = tuple([work.part(part) for part in message.parts])
        raw = work.message()
        if not work.left:
            return message, ()
        return edited(message, raw=raw, parts=parts), self._changes(message, work.left)

    def _taken_up(self, message: Message) -> UntranslatablePartField | Reads:
        """What was taken up of the message, which may be stored in another format than its history."""
        stored_in = None if message.meta is None else message.meta.format
        return self if stored_in is None else self.others.get(stored_in, self)

    def _changes(self, message: Message, left: list[Left]) -> Changes:
        """A change for the fields that held words, and one for the others."""
        costs = _says if self.proofs == "none" else _says_or_proves
        said, silent = _those(left, costs), _those(left, lambda path, value: not costs(path, value))
        return (*self._change(message, said, "content"), *self._change(message, silent, "none"))

    def _change(self, message: Message, fields: list[Left], loss: Loss) -> Changes:
        if not fields:
            return ()
        names = tuple(dict.fromkeys(path for each in fields for path in each))
        reason = f"{self.taker} has no place for the field{'s' if len(names) > 1 else ''} {', '.join(names)}"
        return (Change(rule=self.name, loss=loss, origin=message.origin, reason=reason, before=fields),)


def _those(left: list[Left], wanted: Callable[[str, Json], bool]) -> list[Left]:
    """The fields of one sort, object by object."""
    found = [{path: value for path, value in fields.items() if wanted(path, value)} for fields in left]
    return [fields for fields in found if fields]


def _says(path: str, value: Json) -> bool:
    return path.rpartition(".")[2] not in WORDLESS and has_words(value)


# Keys of what proves who made a piece of reasoning, a text or a call, or holds it unreadably: who keeps a history without it cannot send the
# reasoning back.
_PROOFS = frozenset({"signature", "thought_signature", "thoughtSignature", "textSignature", "thinkingSignature", "encrypted_content"})


def _says_or_proves(path: str, value: Json) -> bool:
    return path.rpartition(".")[2] in _PROOFS or _says(path, value)
