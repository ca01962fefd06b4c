"""What a chat template insists on that wants one leading system message and alternating turns, and what those of single models do."""

from __future__ import annotations

from replayable import chat_models
from replayable.contracts.openai_completions import template_refusals as refusals
from replayable.contracts.openai_completions.thinking import thinks
from replayable.contracts.openai_completions.walk import Message, Walk
from replayable.contracts.refusal import Found, Refusal


def is_empty(message: Message, role: str) -> Refusal | None:
    """Null beside calls, which crashes what puts texts together, and an assistant who says nothing."""
    if role != "assistant" or message.get("content"):
        return None
    if not message.get("tool_calls"):
        return refusals.EMPTY_ASSISTANT
    return refusals.NULL_CONTENT if message.get("content") is None else None


def check_template(walk: Walk) -> None:
    """System messages that do not lead, and turns that do not alternate. Tool messages stand outside of the order."""
    before = None
    for index, message in enumerate(walk.messages):
        role = message.get("role")
        if role in ("system", "developer"):
            if index:
                walk.found.append(Found(refusals.SYSTEM_FIRST, ("messages", index)))
            continue
        if (role == "user" and before == "user") or (role == "assistant" and before in ("assistant", None)):
            walk.found.append(Found(refusals.ALTERNATE, ("messages", index)))
        before = role


def check_model(walk: Walk) -> None:
    """What the templates of single models know nothing of: a system's message, several calls at once, a history without a question."""
    messages, model = walk.messages, walk.target.model
    if messages and not chat_models.takes_system_messages(model) and messages[0].get("role") == "system":
        walk.found.append(Found(refusals.SYSTEM_UNSUPPORTED, ("messages", 0)))
    if not chat_models.takes_parallel_calls(model):
        _check_single_calls(messages, walk)
    wants_user = walk.options.strict_template or chat_models.wants_a_user_turn(model)
    if wants_user and messages and not any(message.get("role") == "user" for message in messages):
        walk.found.append(Found(refusals.NO_USER, ("messages",)))


def _check_single_calls(messages: list[Message], walk: Walk) -> None:
    for index, message in enumerate(messages):
        calls = message.get("tool_calls")
        if type(calls) is list and len(calls) > 1:
            walk.found.append(Found(refusals.SINGLE_TOOL_CALL, ("messages", index, "tool_calls")))


def check_final(walk: Walk) -> None:
    """Two assistant messages at the end."""
    last = walk.messages[-2:]
    if len(last) > 1 and all(message.get("role") == "assistant" for message in last):
        walk.found.append(Found(refusals.TWO_FINAL_ASSISTANTS, ("messages", len(walk.messages) - 1)))


def check_prefill(walk: Walk) -> None:
    """An assistant message at the end while thinking is on."""
    last = walk.messages[-1:]
    if last and last[0].get("role") == "assistant" and thinks(walk) is True:
        walk.found.append(Found(refusals.PREFILL_THINKING, ("messages", len(walk.messages) - 1)))
