"""Which messages say nothing, as single servers see it: each answers with what it refuses such a message with, None where it takes it."""

from __future__ import annotations

from replayable.contracts.openai_completions import maker_refusals
from replayable.contracts.openai_completions.walk import Message
from replayable.contracts.refusal import Refusal


def empty_at_kimi(message: Message, role: str) -> Refusal | None:
    """An assistant message with neither words nor calls."""
    return maker_refusals.KIMI_EMPTY if role == "assistant" and not message.get("tool_calls") else None


def empty_at_xai(message: Message, role: str) -> Refusal | None:
    """Any message, but for empty text beside calls and in a result."""
    speaks = role == "assistant" and bool(message.get("tool_calls"))
    return None if message.get("content") == "" and (speaks or role == "tool") else maker_refusals.XAI_EMPTY


def empty_at_cohere(message: Message, role: str) -> Refusal | None:
    """Of the history each element has to hold a message; beside calls nothing needs to stand."""
    is_meant = role == "user" or (role == "assistant" and not message.get("tool_calls"))
    return maker_refusals.COHERE_EMPTY if is_meant and message.get("content") == "" else None


def empty_at_zai(message: Message, role: str) -> Refusal | None:
    """A message of the user's, or an assistant's in which nothing stands for words."""
    is_meant = role == "user" or (role == "assistant" and not any(message.get(field) for field in _SAYS_ENOUGH))
    return maker_refusals.ZAI_ILLEGAL if is_meant else None


_SAYS_ENOUGH = ("tool_calls", "refusal", "audio", "function_call")
