"""Messages of other sessions: shown as what the other agent said, without the mark that the model sees."""

from __future__ import annotations

from replayable.model.values import Raw
from replayable.on_demand import pattern
from replayable.projection.display.texts import with_texts
from replayable.rules.provenance.unmarked_routed_text import without_mark

_AGENT = pattern(r"agent:([^:\s]+):")


def shown_as_forwarded(message: Raw) -> Raw:
    """The message; one that another session sent here as an assistant's, with the name of the agent in `senderLabel`."""
    provenance = message.get("provenance")
    if message.get("role") != "user" or type(provenance) is not dict or not _is_sent(provenance):
        return message
    shown = {**with_texts(message, without_mark), "role": "assistant", "senderLabel": _label(provenance)}
    key = provenance.get("sourceSessionKey")
    return {**shown, "senderSession": {"sessionKey": key}} if type(key) is str and key else shown


def is_announcement(message: Raw) -> bool:
    """A report of a subagent, which its own reply repeats in the conversation's words."""
    provenance = message.get("provenance")
    if type(provenance) is not dict or provenance.get("kind") != "inter_session":
        return False
    return provenance.get("sourceRole") == "subagent" or provenance.get("sourceTool") == "subagent_announce"


def _is_sent(provenance: Raw) -> bool:
    return provenance.get("kind") == "inter_session" and provenance.get("sourceTool") == "sessions_send"


def _label(provenance: Raw) -> str:
    key = provenance.get("sourceSessionKey")
    found = _AGENT.match(key) if type(key) is str else None
    return f"Forwarded from {found[1]}" if found else "Forwarded agent message"
