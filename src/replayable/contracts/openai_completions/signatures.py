"""What OpenRouter wants beside the calls of Gemini's models: what it gave with them, which holds the thought signature."""

from __future__ import annotations

from replayable import models
from replayable.contracts.openai_completions import host_refusals
from replayable.contracts.openai_completions.walk import Message, Walk
from replayable.contracts.refusal import Found
from replayable.model.values import Json


def check_details(walk: Walk) -> None:
    """Each message with calls since the user last spoke."""
    if not models.wants_thought_signatures(walk.target.model):
        return
    messages = walk.messages
    spoken = max((index for index, message in enumerate(messages) if message.get("role") == "user"), default=-1)
    for index in range(spoken + 1, len(messages)):
        calls = messages[index].get("tool_calls")
        if messages[index].get("role") == "assistant" and type(calls) is list and calls and not _is_signed(messages[index], calls[0]):
            walk.found.append(Found(host_refusals.OPENROUTER_GEMINI, ("messages", index)))


def _is_signed(message: Message, call: Json) -> bool:
    """Some detail holds what the provider gave, or Google's own field is on the first call."""
    details = message.get("reasoning_details")
    is_given = type(details) is list and any(type(each) is dict and (each.get("data") or each.get("signature")) for each in details)
    return is_given or (type(call) is dict and bool(call.get("extra_content")))
