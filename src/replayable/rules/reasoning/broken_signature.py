"""A signature that cannot be one, whatever it was made over."""

from __future__ import annotations

from typing import ClassVar

from replayable.model.facts import REASONING
from replayable.model.parts import Reasoning
from replayable.model.transcript import Message
from replayable.model.values import is_blank
from replayable.on_demand import pattern
from replayable.rules.reasoning.removal import Reason, without_reasoning
from replayable.rules.rule import Changes, MessageRule

_BASE64 = pattern(r"[A-Za-z0-9+/]+={0,2}")


class BrokenSignature(MessageRule, frozen=True):
    """Takes out reasoning whose signature is no base64. For routes whose signatures are known to be."""

    name: ClassVar[str] = "broken-signature"
    looks_for: ClassVar[int] = REASONING

    def repair(self, message: Message) -> tuple[Message, Changes]:
        """The message without such reasoning."""
        return without_reasoning(message, _is_broken, Reason(self.name, "the signature of the reasoning is cut or is none of the target's", "content"))


def _is_broken(part: Reasoning) -> bool:
    signature = part.signature
    return signature is not None and not is_blank(signature) and (len(signature) % 4 != 0 or _BASE64.fullmatch(signature) is None)
