"""Tools and tool choice of Chat Completions ↔ Tool and ToolChoice: function, custom, and the `functions` of old."""

from __future__ import annotations

from collections.abc import Callable

from replayable.formats.request import Fields, left_over, put
from replayable.model.settings import Tool, ToolChoice
from replayable.model.values import Json, Raw

# A custom tool takes free text. Elsewhere it is a function with one argument of this name.
CUSTOM_SCHEMA: Json = {"type": "object", "properties": {"input": {"type": "string"}}, "required": ["input"]}

# Mistral's word for "required" (Mistral API reference, 2026-11).
_MODES = {"auto": "auto", "none": "none", "required": "required", "any": "required"}


def read_tool(tool: Json) -> Tool:
    """One tool; one of another type than function or custom is run by the server."""
    if type(tool) is not dict:
        return Tool("", raw=tool, server=True)
    for kind in ("custom", "function"):
        if type(held := tool.get(kind)) is dict:
            return _read_held(tool, kind, Fields(held))
    if tool.get("type") not in (None, "function") or "name" not in tool:
        return Tool(_text(tool, "name") or "", raw=tool, server=True)
    return _read_flat(tool)


def _read_held(tool: Raw, kind: str, held: Fields) -> Tool:
    """A tool that stands inside its entry."""
    entry = Fields(tool)
    entry.take_word("type", kind)
    entry.take(kind, dict)
    cache = entry.take_any("cache_control")
    return _made(tool, kind, held, cache, lambda: {**entry.rest(), **held.rest(f"{kind}.")})


def _read_flat(tool: Raw) -> Tool:
    """A function of the `functions` of old."""
    held = Fields(tool)
    held.take_word("type", "function")
    return _made(tool, "function", held, None, held.rest)


def _made(tool: Raw, kind: str, held: Fields, cache: Json, rest: Callable[[], dict[str, Json]]) -> Tool:
    """The tool; `rest` is asked at last, when all else was taken."""
    name, description = held.take("name", str) or "", held.take("description", str)
    if kind == "custom":
        return Tool(name, description, CUSTOM_SCHEMA, None, cache, tool, extra=rest())
    schema = held.take_any("parameters" if "parameters" in tool.get("function", tool) else "input_schema")
    strict = held.take("strict", bool)
    cache = held.take_any("cache_control") if cache is None else cache
    return Tool(name, description, schema, strict, cache, tool, extra=rest())


def _text(holder: Raw, key: str) -> str | None:
    value = holder.get(key)
    return value if type(value) is str else None


def write_tool(tool: Tool, stored: Raw) -> Json:
    """The entry of `tools`, laid over a stored one."""
    if type(custom := stored.get("custom")) is dict:
        return _with_cache({**stored, "custom": _laid_over(custom, tool)}, tool)
    held = stored.get("function")
    function: dict[str, Json] = dict(held) if type(held) is dict else {}
    function["name"] = tool.name
    put(function, "description", tool.description)
    put(function, "parameters", {"type": "object", "properties": {}} if tool.schema is None and not stored else tool.schema)
    put(function, "strict", tool.strict)
    kept = stored if type(held) is dict else {}
    return _with_cache({"type": "function", **kept, "function": function}, tool)


def _laid_over(custom: Raw, tool: Tool) -> dict[str, Json]:
    written: dict[str, Json] = {**custom, "name": tool.name}
    put(written, "description", tool.description)
    return written


def _with_cache(written: dict[str, Json], tool: Tool) -> Json:
    put(written, "cache_control", tool.cache)
    return written


def write_function(tool: Tool, stored: Raw) -> Json:
    """The entry of the `functions` of old."""
    written: dict[str, Json] = {**stored, "name": tool.name}
    put(written, "description", tool.description)
    put(written, "parameters", tool.schema)
    return written


def read_tool_choice(choice: Json, parallel: bool | None) -> ToolChoice | None:
    """The choice of `tool_choice` (or `function_call`) and `parallel_tool_calls`; None where it is of no known kind, or says more than a name."""
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
    for key in ("function", "custom"):
        if type(holder := choice.get(key)) is dict:
            says_more = left_over(choice, ("type", key), "") or left_over(holder, ("name",), "") or choice.get("type") not in (None, key)
            return None if says_more else _text(holder, "name")
    says_more = left_over(choice, ("type", "name"), "") or choice.get("type") not in (None, "function", "custom")
    return None if says_more else _text(choice, "name")


def write_tool_choice(choice: ToolChoice) -> Json:
    """The value of `tool_choice`; None where no choice was made."""
    if choice.mode == "named":
        return {"type": "function", "function": {"name": choice.name}}
    return choice.mode


def write_function_choice(choice: ToolChoice) -> Json:
    """The value of the `function_call` of old, in a request."""
    return {"name": choice.name} if choice.mode == "named" else choice.mode
