"""Tools and tool choice of Chat Completions ↔ Tool and ToolChoice: function, custom, and the `functions` of old."""

from __future__ import annotations

from replayable.formats.request import put
from replayable.model import Json, Raw, Tool, ToolChoice

# A custom tool takes free text. Elsewhere it is a function with one argument of this name.
CUSTOM_SCHEMA: Json = {"type": "object", "properties": {"input": {"type": "string"}}, "required": ["input"]}

# Mistral's word for "required" (Mistral API reference, 2026-11).
_MODES = {"auto": "auto", "none": "none", "required": "required", "any": "required"}


def read_tool(tool: Json) -> Tool:
    """One tool; one of another type than function or custom is run by the server."""
    if type(tool) is not dict:
        return Tool("", raw=tool, server=True)
    if type(custom := tool.get("custom")) is dict:
        return Tool(_text(custom, "name") or "", _text(custom, "description"), CUSTOM_SCHEMA, None, tool.get("cache_control"), tool)
    function = tool.get("function")
    if type(function) is not dict:
        function = tool
        if tool.get("type") not in (None, "function") or "name" not in tool:
            return Tool(_text(tool, "name") or "", raw=tool, server=True)
    schema = function.get("parameters", function.get("input_schema"))
    strict = function.get("strict")
    cache = tool.get("cache_control", function.get("cache_control"))
    return Tool(_text(function, "name") or "", _text(function, "description"), schema, strict if type(strict) is bool else None, cache, tool)


def _text(holder: Raw, key: str) -> str | None:
    value = holder.get(key)
    return value if type(value) is str else None


def write_tool(tool: Tool, stored: Raw) -> Json:
    """The entry of `tools`, laid over a stored one."""
    held = stored.get("function")
    function: dict[str, Json] = dict(held) if type(held) is dict else {}
    function["name"] = tool.name
    put(function, "description", tool.description)
    put(function, "parameters", {"type": "object", "properties": {}} if tool.schema is None and not stored else tool.schema)
    put(function, "strict", tool.strict)
    kept = {"type": "function", **{key: value for key, value in stored.items() if key in ("type", "function")}}
    written: dict[str, Json] = {**kept, "function": function}
    put(written, "cache_control", tool.cache)
    return written


def write_function(tool: Tool, stored: Raw) -> Json:
    """The entry of the `functions` of old."""
    written: dict[str, Json] = {**stored, "name": tool.name}
    put(written, "description", tool.description)
    put(written, "parameters", tool.schema)
    return written


def read_tool_choice(choice: Json, parallel: bool | None) -> ToolChoice | None:
    """The choice of `tool_choice` (or `function_call`) and `parallel_tool_calls`; None where it is of no known kind."""
    if choice is None:
        return None if parallel is None else ToolChoice(parallel=parallel)
    if type(choice) is str:
        mode = _MODES.get(choice)
        return None if mode is None else ToolChoice(mode, None, parallel)  # type: ignore[arg-type]
    name = _chosen_name(choice)
    return None if name is None else ToolChoice("named", name, parallel)


def _chosen_name(choice: Json) -> str | None:
    if type(choice) is not dict:
        return None
    for holder in (choice.get("function"), choice.get("custom"), choice):
        if type(holder) is dict and (name := _text(holder, "name")) is not None:
            return name
    return None


def write_tool_choice(choice: ToolChoice) -> Json:
    """The value of `tool_choice`; None where no choice was made."""
    if choice.mode == "named":
        return {"type": "function", "function": {"name": choice.name}}
    return choice.mode


def write_function_choice(choice: ToolChoice) -> Json:
    """The value of the `function_call` of old, in a request."""
    return {"name": choice.name} if choice.mode == "named" else choice.mode
