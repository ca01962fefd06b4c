"""What a request says of thinking, and what has to stand beside calls and tool choices while it is on."""

from __future__ import annotations

from replayable import chat_models
from replayable.contracts.openai_completions import maker_refusals
from replayable.contracts.openai_completions.walk import Walk
from replayable.contracts.refusal import Found
from replayable.model.values import Json

FIELD = "reasoning_content"


def thinks(walk: Walk) -> bool | None:
    """Thinking is on: as the caller says, else the request; None where neither does."""
    if walk.options.thinking is not None:
        return walk.options.thinking
    said = [_switch(walk.payload.get(field)) for field in ("reasoning_effort", "reasoning", "thinking")]
    return next((each for each in said if each is not None), None)


def _switch(value: Json) -> bool | None:
    """What one field says: `"none"`, `{"enabled": false}`, `{"type": "disabled"}` and their opposites."""
    if type(value) is str:
        return value != "none"
    if type(value) is not dict:
        return None
    if value.get("enabled") is False or value.get("effort") == "none" or value.get("type") == "disabled":
        return False
    return True if value.get("enabled") is True or type(value.get("effort")) is str or value.get("type") in ("enabled", "adaptive") else None


def _is_on(walk: Walk) -> bool:
    said = thinks(walk)
    return chat_models.thinks_by_default(walk.target.model) if said is None else said


def check_reasoning(walk: Walk) -> None:
    """Calls of models that want the reasoning beside them back."""
    model = walk.target.model
    if walk.options.keeps_reasoning is False or not chat_models.wants_reasoning(model) or not _is_on(walk):
        return
    refusal = maker_refusals.KIMI_REASONING if chat_models.is_kimi(model) else maker_refusals.DEEPSEEK_REASONING
    for index, message in enumerate(walk.messages):
        if message.get("role") == "assistant" and message.get("tool_calls") and message.get(FIELD) is None:
            walk.found.append(Found(refusal, ("messages", index), {"i": index}))


def check_forbidden_reasoning(walk: Walk) -> None:
    """Reasoning that a model of old does not take back."""
    if chat_models.refuses_reasoning(walk.target.model):
        for index, message in enumerate(walk.messages):
            if message.get(FIELD):
                walk.found.append(Found(maker_refusals.DEEPSEEK_REASONING_OF_OLD, ("messages", index, FIELD), {"i": index}))


def check_forced_tools(walk: Walk) -> None:
    """A tool that must be called, while thinking is on."""
    choice = walk.payload.get("tool_choice")
    named = type(choice) is dict and choice.get("type") in ("function", "custom")
    required = choice == "required" and not chat_models.takes_required_tools_while_thinking(walk.target.model)
    if (named or required) and _is_on(walk):
        words = {"choice": "specified" if named else "required"}
        walk.found.append(Found(maker_refusals.KIMI_FORCED_TOOL, ("tool_choice",), words))


def check_effort(walk: Walk) -> None:
    """Two fields that say how much to think."""
    if walk.payload.get("thinking") is not None and walk.payload.get("reasoning_effort") is not None:
        walk.found.append(Found(maker_refusals.KIMI_EFFORT, ("reasoning_effort",)))
