"""Context of the runtime that was stored inside an assistant's words."""

from __future__ import annotations

import re
from typing import ClassVar

from replayable.model.building import edited, with_parts
from replayable.model.facts import ANNOTATED
from replayable.model.parts import Part, Text
from replayable.model.transcript import Message
from replayable.model.values import is_blank
from replayable.notation import part_as_json
from replayable.on_demand import pattern
from replayable.report import Change
from replayable.rules.content.removal import without
from replayable.rules.rule import Changes, MessageRule

# The lines that open and close such context; they nest (openclaw storage specification 4.1, 2026-10).
_MARK = pattern(r"^[ \t]*<<<(BEGIN|END)_OPENCLAW_INTERNAL_CONTEXT>>>[ \t]*(?=\r?\n|\r?\Z)", re.MULTILINE)
_STRAY = pattern(r"(?:\A|\r?\n)[ \t]*<<<END_OPENCLAW_INTERNAL_CONTEXT>>>[ \t]*(?=\r?\n|\r?\Z)")


class InternalContext(MessageRule, frozen=True):
    """Takes delimited context of the runtime out of assistant texts."""

    name: ClassVar[str] = "internal-context"
    looks_for: ClassVar[int] = ANNOTATED

    def repair(self, message: Message) -> tuple[Message, Changes]:
        """The message without such context; a text of nothing else goes."""
        if message.role != "assistant":
            return message, ()
        parts = tuple(_stripped(part) for part in message.parts)
        changed = [index for index, part in enumerate(parts) if part is not message.parts[index]]
        gone = {index for index in changed if is_blank(parts[index].text)}  # type: ignore[union-attr]
        changes = tuple(self._change(message, message.parts[index], None if index in gone else parts[index]) for index in changed)
        return with_parts(message, without(parts, gone)), changes

    def _change(self, message: Message, before: Part, after: Part | None) -> Change:
        return Change(
            rule=self.name,
            loss="content",
            origin=message.origin,
            reason="context of the runtime stood in the assistant's text; no model said it and no user asked it",
            before=[part_as_json(before)],
            after=None if after is None else [part_as_json(after)],
        )


def _stripped(part: Part) -> Part:
    if type(part) is not Text:
        return part
    text = without_context(part.text)
    return part if text == part.text else edited(part, text=text)


def without_context(text: str) -> str:
    """The text without what stands between the lines, and without lines that close nothing. What is never closed goes to the end."""
    while (opening := next((mark for mark in _MARK.finditer(text) if mark[1] == "BEGIN"), None)) is not None:
        text = _joined(text[: opening.start()], text[_end_of(text, opening.end()) :])
    return _STRAY.sub("", text)


def _end_of(text: str, start: int) -> int:
    """Where the context that was opened before `start` ends."""
    depth = 1
    for mark in _MARK.finditer(text, start):
        depth += 1 if mark[1] == "BEGIN" else -1
        if not depth:
            return mark.end()
    return len(text)


def _joined(before: str, after: str) -> str:
    """What stood around it, one blank line between."""
    before, after = before.rstrip(), after.lstrip("\r\n")
    return f"{before}\n\n{after}" if before and after else before or after
