"""Texts in a list, for a target that wants one text there."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from replayable.model.building import with_parts
from replayable.model.facts import RESULT, TEXT
from replayable.model.parts import Media, Opaque, Part, Text, ToolResult
from replayable.model.transcript import Message
from replayable.model.values import Raw
from replayable.notation import part_as_json
from replayable.report import Change
from replayable.rules.rule import Changes, MessageRule


class ListedText(MessageRule, frozen=True):
    """Makes the texts that are stored as a list one text. For histories in the target's own format."""

    name: ClassVar[str] = "listed-text"
    looks_for: ClassVar[int] = TEXT | RESULT

    roles: frozenset[str] = frozenset({"assistant", "tool"})
    field: str = "content"
    between: str = "\n\n"

    def repair(self, message: Message) -> tuple[Message, Changes]:
        """The message with one text. One that holds more than texts, calls and reasoning is left as it is."""
        raw = message.raw
        if message.role not in self.roles or type(raw) is not dict or not self._is_listed(message, raw):
            return message, ()
        parts = self._joined_in_results(message.parts) if message.facts & RESULT else self._joined(message.parts)
        texts = [part.text for part in self._texts(parts)]
        if len(texts) > 1 or (not texts and raw[self.field]):
            return message, ()
        after = with_parts(message, parts)
        stored = {**raw, self.field: texts[0] if texts else ""}
        after = msgspec.structs.replace(after, raw=stored, intact=message.intact)
        return after, (self._change(message, after),)

    def _is_listed(self, message: Message, raw: Raw) -> bool:
        """The content is a list without media, as it was stored or as it is written where a rule put texts together."""
        stored = raw.get(self.field)
        if any(type(part) is Media for part in message.parts):
            return False
        if type(stored) is list:
            return not any(part.raw is each for part in message.parts if type(part) is Opaque for each in stored)
        return not message.intact and len(self._texts(message.parts)) > 1

    def _texts(self, parts: tuple[Part, ...]) -> list[Text]:
        found = [inner for part in parts for inner in (part.parts if type(part) is ToolResult else (part,))]
        return [part for part in found if type(part) is Text]

    def _joined(self, parts: tuple[Part, ...]) -> tuple[Part, ...]:
        """The parts with one text in the place of the first. Other content among them is left to the rules that know it."""
        texts = [part for part in parts if type(part) is Text]
        if not texts:
            return parts
        whole = Text(self.between.join(part.text for part in texts), cache=texts[-1].cache)
        return tuple(whole if part is texts[0] else part for part in parts if type(part) is not Text or part is texts[0])

    def _joined_in_results(self, parts: tuple[Part, ...]) -> tuple[Part, ...]:
        return tuple(msgspec.structs.replace(part, parts=self._joined(part.parts)) if type(part) is ToolResult else part for part in parts)

    def _change(self, before: Message, after: Message) -> Change:
        return Change(
            rule=self.name,
            loss="none",
            origin=before.origin,
            reason="the target takes one text here, and no list of texts",
            before=[part_as_json(part) for part in before.parts],
            after=[part_as_json(part) for part in after.parts],
        )
