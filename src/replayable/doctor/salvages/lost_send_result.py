"""A call of the tool that sends messages, whose result was lost although the message was delivered."""

from __future__ import annotations

from typing import ClassVar

from replayable.doctor.outline import Outline
from replayable.doctor.salvages.lost_result import edits_for
from replayable.doctor.salvages.salvage import Edit, SessionSalvage

_REASON = "the turn sent a message, and what the runtime wrote next shows it; a result that says it is missing stands between them"


class LostSendResult(SessionSalvage, frozen=True):
    """Puts a result between such a turn and the delivered reply, which stays."""

    name: ClassVar[str] = "lost-send-result"

    def repair(self, outline: Outline) -> tuple[Edit, ...]:
        """The results, and what follows them."""
        return edits_for(outline, "send", _REASON)
