"""A message whose role is none of the field's, or an entry that is no message at all."""

from __future__ import annotations

from typing import ClassVar

from replayable.model.building import with_parts
from replayable.model.facts import OTHER_ROLE, RESULT
from replayable.model.parts import Opaque, Part
from replayable.model.transcript import Message
from replayable.model.values import trimmed
from replayable.notation import part_as_json
from replayable.report import Change
from replayable.rules.rule import Changes, MessageRule
from replayable.words import says_more

# Names that other programs give to the roles (the page says which), and the roles themselves in another spelling.
_MEANINGS = {
    "human": "user",
    "model": "assistant",
    "ai": "assistant",
    "bot": "assistant",
    "gpt": "assistant",
    "chatbot": "assistant",
    **{role: role for role in ("user", "assistant", "system", "developer", "tool")},
}


class UnknownRole(MessageRule, frozen=True):
    """Gives a role that is spelled otherwise, or is another than what the message holds, its usual name, and drops what has no role."""

    name: ClassVar[str] = "unknown-role"
    looks_for: ClassVar[int] = OTHER_ROLE

    def repair(self, message: Message) -> tuple[Message | None, Changes]:
        """The message under a known role; None where no role is meant."""
        meant = _MEANINGS.get(trimmed(message.role).lower())
        if meant is None:
            return None, (self._dropped(message),)
        reason = f"role {message.role!r} means {meant!r}"
        if meant == "tool" and message.parts and not message.facts & RESULT:
            meant, reason = "user", "a tool message that holds no result is sent as the user's"
        return with_parts(message, message.parts, meant), (Change(rule=self.name, loss="none", origin=message.origin, reason=reason),)

    def _dropped(self, message: Message) -> Change:
        parts = message.parts or _unread(message)
        return Change(
            rule=self.name,
            loss="content" if any(map(_holds_something, parts)) else "none",
            origin=message.origin,
            reason=f"no API has a role {message.role[:40]!r}" if message.role else "the entry is no message",
            before=[part_as_json(part) for part in parts],
        )


def _unread(message: Message) -> tuple[Part, ...]:
    """The whole message, where nothing of it was read though it says something."""
    return (Opaque("", message.raw),) if type(message.raw) is dict and says_more(message.raw, ("role",)) else ()


def _holds_something(part: object) -> bool:
    return type(part) is not Opaque or part.raw not in (None, "", [], {})
