"""An assistant's text that says that it says nothing."""

from __future__ import annotations

from typing import ClassVar

from replayable.model.building import with_parts
from replayable.model.facts import CALL, OPAQUE, RESULT, SERVER, SILENT
from replayable.model.parts import Part, Reasoning, Text
from replayable.model.transcript import Message
from replayable.model.values import is_blank
from replayable.notation import part_as_json
from replayable.report import Change
from replayable.rules.content.removal import without
from replayable.rules.content.silent_text import is_silent
from replayable.rules.rule import Changes, MessageRule

# What makes a turn more than its words: it stays as it is.
_MORE = CALL | RESULT | SERVER | OPAQUE


class SilentReply(MessageRule, frozen=True):
    """Takes silent replies out, and the whole turn where only reasoning is left of it."""

    name: ClassVar[str] = "silent-reply"
    looks_for: ClassVar[int] = SILENT

    def repair(self, message: Message) -> tuple[Message | None, Changes]:
        """The message without silent texts; None where nothing visible is left."""
        if message.role != "assistant" or message.facts & _MORE:
            return message, ()
        silent = {index for index, part in enumerate(message.parts) if type(part) is Text and part.kind == "text" and is_silent(part.text)}
        if not silent:
            return message, ()
        left = without(message.parts, silent)
        if any(map(_is_visible, left)):
            return with_parts(message, left), (self._change(message, tuple(message.parts[index] for index in sorted(silent))),)
        return None, (self._change(message, message.parts),)

    def _change(self, message: Message, gone: tuple[Part, ...]) -> Change:
        reasoned = any(type(part) is Reasoning for part in gone)
        owned = gone is message.parts and message.meta is not None and message.meta.owns_state
        return Change(
            rule=self.name,
            loss="content" if reasoned or owned else "none",
            origin=message.origin,
            reason="a silent reply was left out" + (", with the reasoning that led to it" if reasoned else ""),
            before=[part_as_json(part) for part in gone],
        )


def _is_visible(part: Part) -> bool:
    return not (type(part) is Reasoning or (type(part) is Text and is_blank(part.text)))
