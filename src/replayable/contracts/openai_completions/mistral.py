"""What Mistral's models want of the order of turns, beside what all want."""

from __future__ import annotations

from replayable.contracts.openai_completions import mistral_refusals as refusals
from replayable.contracts.openai_completions.calls import check_name
from replayable.contracts.openai_completions.walk import Message, Walk
from replayable.contracts.refusal import Found, Refusal

_SYSTEM_AFTER = ("assistant", "tool")


def is_empty(message: Message, role: str) -> Refusal | None:
    """An assistant message with neither words nor calls."""
    return refusals.NOTHING_SAID if role == "assistant" and not message.get("content") and not message.get("tool_calls") else None


def check_order(walk: Walk) -> None:
    """Who may speak after whom, who last, and where a prefill may stand. Results without a call are told elsewhere."""
    before, messages = None, walk.messages
    for index, message in enumerate(messages):
        role = message.get("role")
        if role == "user" and before == "tool":
            walk.found.append(Found(refusals.USER_AFTER_TOOL, ("messages", index)))
        elif role == "system" and before in _SYSTEM_AFTER:
            walk.found.append(Found(refusals.ROLE_ORDER, ("messages", index), {"role": "system", "before": str(before)}))
        elif role == "tool" and message.get("name") is not None:
            check_name(message, ("messages", index), walk)
        if message.get("prefix") is True and index < len(messages) - 1:
            walk.found.append(Found(refusals.PREFIX_NOT_LAST, ("messages", index, "prefix")))
        before = role
    if before == "assistant" and messages[-1].get("prefix") is not True:
        walk.found.append(Found(refusals.LAST_ROLE, ("messages", len(messages) - 1)))
