"""A signature that is not what its provider gave."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from typing import ClassVar, Literal

from replayable.model.building import edited, with_parts
from replayable.model.facts import SIGNED
from replayable.model.parts import Part, Reasoning, Text, ToolCall
from replayable.model.transcript import Message
from replayable.notation import part_as_json
from replayable.report import Change
from replayable.rules.rule import Changes, MessageRule
from replayable.synthetic import SKIPPED_SIGNATURE

_KINDS: dict[type, str] = {Text: "text", Reasoning: "reasoning", ToolCall: "tool-call"}
_URL_ALPHABET = str.maketrans("-_", "+/")
_BLANKS = re.compile(r"\s+")


class CorruptThoughtSignature(MessageRule, frozen=True):
    """Takes signatures off that cannot be right."""

    name: ClassVar[str] = "corrupt-thought-signature"
    looks_for: ClassVar[int] = SIGNED

    shape: Literal["base64", "no-message-id"] = "base64"
    kinds: frozenset[str] = frozenset({"text", "reasoning", "tool-call"})
    field: str | None = None

    def repair(self, message: Message) -> tuple[Message, Changes]:
        """The message with none but signatures of the right shape."""
        parts, changes = list[Part](), list[Change]()
        for part in message.parts:
            if not isinstance(part, Text | Reasoning | ToolCall) or part.signature is None or self._holds(part, part.signature):
                parts.append(part)
                continue
            bare = edited(part, signature=None)
            parts.append(bare)
            changes.append(self._change(message, part, bare))
        return (with_parts(message, tuple(parts)), tuple(changes)) if changes else (message, ())

    def _holds(self, part: Part, signature: str) -> bool:
        if _KINDS[type(part)] not in self.kinds or signature == SKIPPED_SIGNATURE or not self._stands_there(part):
            return True
        return is_canonical_base64(signature) if self.shape == "base64" else not signature.startswith("msg_")

    def _stands_there(self, part: Part) -> bool:
        return self.field is None or (type(part.raw) is dict and self.field in part.raw)

    def _change(self, message: Message, before: Part, after: Part) -> Change:
        what = "it is not base64" if self.shape == "base64" else "it is the id of a message"
        return Change(
            rule=self.name,
            loss="none",
            origin=message.origin,
            reason=f"a thought signature was taken off: {what}",
            before=[part_as_json(before)],
            after=[part_as_json(after)],
        )


def is_canonical_base64(text: str) -> bool:
    """Base64 in the standard or the URL alphabet, padded or not, that is written in the one way in which its bytes are written."""
    plain = _BLANKS.sub("", text).translate(_URL_ALPHABET).rstrip("=")
    if not plain:
        return False
    try:
        held = b64decode(plain + "=" * (-len(plain) % 4), validate=True)
    except (NotBase64, ValueError):
        return False
    return _encoded(held) == plain


def _encoded(held: bytes) -> str:

    return b64encode(held).decode("ascii").rstrip("=")
