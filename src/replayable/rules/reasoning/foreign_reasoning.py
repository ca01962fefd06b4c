"""Reasoning that another model made, or that came over another route."""

from __future__ import annotations

from typing import ClassVar, Literal

from replayable.model.facts import REASONING
from replayable.model.transcript import Message
from replayable.rules.reasoning.maker import Maker
from replayable.rules.reasoning.removal import Reason, without_reasoning
from replayable.rules.rule import Changes, MessageRule

_FOREIGN = "the reasoning was made by another model or over another route, where its proof does not hold"
_UNKNOWN = "nothing says that the target's own model made the reasoning, so its proof may not hold; `made_by` can say so"


class ForeignReasoning(MessageRule, frozen=True):
    """Takes out reasoning of turns that the target did not make."""

    name: ClassVar[str] = "foreign-reasoning"
    looks_for: ClassVar[int] = REASONING

    provider: str = ""
    api: str = ""
    model: str = ""
    unknown: Literal["own", "foreign"] = "own"
    loss: Literal["none", "content"] = "content"

    def repair(self, message: Message) -> tuple[Message, Changes]:
        """The message, without its reasoning if it is another's."""
        made = Maker(self.provider, self.api, self.model).made(message.meta) if self.provider else None
        if made or (made is None and self.unknown == "own"):
            return message, ()
        return without_reasoning(message, lambda _: True, Reason(self.name, _FOREIGN if made is False else _UNKNOWN, self.loss))
