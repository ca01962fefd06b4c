"""The names of the kinds of part, as formats and options use them."""

from __future__ import annotations

from replayable.model.parts import Media, Opaque, Part, Reasoning, ServerCall, ServerResult, Text, ToolCall, ToolResult

_NAMES: dict[type, str] = {
    Reasoning: "reasoning",
    ToolResult: "tool-result",
    ServerCall: "server-call",
    ServerResult: "server-result",
    Opaque: "opaque",
}


def kind_of(part: Part) -> str:
    """The name of the part's kind: "text", "refusal", "tool-call", "custom-call", "image" …"""
    if type(part) is ToolCall:
        return "custom-call" if part.kind == "custom" else "tool-call"
    if type(part) is Text or type(part) is Media:
        return part.kind
    return _NAMES[type(part)]
