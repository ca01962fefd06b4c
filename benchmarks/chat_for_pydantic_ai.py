"""Chat messages as the message objects of pydantic-ai, which has no reader for them."""

from __future__ import annotations

from typing import Any

from pydantic_ai.messages import ModelMessage, ModelRequest, ModelResponse, SystemPromptPart, TextPart, ToolCallPart, ToolReturnPart, UserPromptPart


def messages_of(chat: list[dict[str, Any]]) -> list[ModelMessage]:
    """One object a message; results get the name of their call, which Chat does not keep with them."""
    names: dict[str, str] = {}
    out: list[ModelMessage] = []
    for message in chat:
        role, text = message["role"], message["content"]
        if role == "assistant":
            out.append(_response(message, names))
        elif role == "tool":
            own = message["tool_call_id"]
            out.append(ModelRequest(parts=[ToolReturnPart(names.get(own, "unknown"), text, own)]))
        else:
            out.append(ModelRequest(parts=[SystemPromptPart(text) if role == "system" else UserPromptPart(text)]))
    return out


def _response(message: dict[str, Any], names: dict[str, str]) -> ModelResponse:
    parts: list[TextPart | ToolCallPart] = [TextPart(message["content"])]
    for call in message.get("tool_calls", ()):
        function = call["function"]
        names[call["id"]] = function["name"]
        parts.append(ToolCallPart(function["name"], function["arguments"], call["id"]))
    return ModelResponse(parts=parts)
