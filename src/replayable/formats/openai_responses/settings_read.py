"""The fields of a request to OpenAI's Responses API, without its history → Settings."""

from __future__ import annotations

from replayable.formats.request import Fields, left_over
from replayable.model.settings import Settings, Thinking, Tool, ToolChoice
from replayable.model.values import Json, Raw

SCHEMA_KEYS = ("name", "description", "schema", "strict")

# A custom tool takes free text. Elsewhere it is a function with one argument of this name.
CUSTOM_SCHEMA: Json = {"type": "object", "properties": {"input": {"type": "string"}}, "required": ["input"]}

# A summary of whatever length the model takes (SDK 3.57.0 `Reasoning.summary`, 2026-11).
_SUMMARY = "auto"

_MODES = frozenset({"auto", "none", "required"})


def read_settings(request: Raw) -> Settings:
    """The settings; a value of an unexpected type stays among the format's own fields."""
    fields = Fields(request)
    return Settings(
        model=fields.take("model", str),
        tools=_read_tools(fields),
        tool_choice=_read_tool_choice(fields),
        max_tokens=fields.take("max_output_tokens", int),
        temperature=fields.take("temperature", int, float),
        top_p=fields.take("top_p", int, float),
        thinking=_read_thinking(fields),
        response_format=_read_response_format(fields),
        stream=fields.take("stream", bool),
        user=fields.take("user", str),
        store=fields.take("store", bool),
        extra=fields.rest(),
        raw=request,
    )


def _read_tools(fields: Fields) -> tuple[Tool, ...] | None:
    tools = fields.take("tools", list)
    return None if tools is None else tuple([read_tool(tool) for tool in tools])


def read_tool(tool: Json) -> Tool:
    """One tool; one of another type than function or custom goes by its type (an MCP server by its label) and is the API's own."""
    if type(tool) is not dict:
        return Tool("", raw=tool, server=True)
    fields, kind = Fields(tool), tool.get("type")
    fields.take("type", str)
    name, description = fields.take("name", str) or "", fields.take("description", str)
    if kind == "custom":
        return Tool(name, description, CUSTOM_SCHEMA, raw=tool, extra=fields.rest())
    if kind not in (None, "function"):
        return Tool(name or str(tool.get("server_label") or kind), raw=tool, server=True)
    return Tool(name, description, fields.take_any("parameters"), fields.take("strict", bool), raw=tool, extra=fields.rest())


def _read_tool_choice(fields: Fields) -> ToolChoice | None:
    parallel = fields.take("parallel_tool_calls", bool)
    choice = fields.take("tool_choice", str, dict)
    if type(choice) is str and choice in _MODES:
        return ToolChoice(choice, None, parallel)  # type: ignore[arg-type]
    if type(choice) is dict and choice.get("type") in ("function", "custom") and type(name := choice.get("name")) is str and len(choice) == 2:
        return ToolChoice("named", name, parallel)
    if choice is not None:
        fields.give_back("tool_choice")
    return None if parallel is None else ToolChoice(parallel=parallel)


def _read_thinking(fields: Fields) -> Thinking | None:
    """`reasoning.effort`, and that a summary is wanted; how long it is to be, and what else stands there, is the format's own."""
    reasoning = fields.take_object("reasoning", frozenset({"effort", "summary"}))
    effort, summary = reasoning.get("effort"), reasoning.get("summary")
    if type(effort) is not str:
        fields.give_back("reasoning")
        return None
    if summary not in (None, _SUMMARY):
        fields.leave({"reasoning.summary": summary})
    shown = True if type(summary) is str else None
    return Thinking("disabled", shown=shown) if effort == "none" else Thinking("enabled", None, effort, shown)


def _read_response_format(fields: Fields) -> Json:
    """`text.format`; what else stands there is the format's own."""
    wanted = fields.take_object("text", frozenset({"format"})).get("format")
    if wanted is None:
        return None  # what else stands there stays among the rest
    kind = wanted.get("type") if type(wanted) is dict else None
    if kind in ("text", "json_object"):
        fields.leave(left_over(wanted, ("type",), "text.format"))
        return {"type": kind}
    if type(wanted) is dict and kind == "json_schema":
        fields.leave(left_over(wanted, ("type", *SCHEMA_KEYS), "text.format"))
        return {"type": kind, **{key: wanted[key] for key in SCHEMA_KEYS if wanted.get(key) is not None}}
    fields.give_back("text")
    return None
