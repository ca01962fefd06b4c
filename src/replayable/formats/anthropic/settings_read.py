"""The fields of a request to Anthropic's Messages API, without its history → Settings."""

from __future__ import annotations

from replayable.formats.request import Fields
from replayable.model import Json, Raw, Settings, Thinking, Tool, ToolChoice

_OUTPUT = frozenset({"effort", "format"})
_MODES = {"auto": "auto", "any": "required", "tool": "named", "none": "none"}


def read_settings(request: Raw) -> Settings:
    """The settings; a value of an unexpected type stays among the format's own fields."""
    fields = Fields(request)
    output = fields.take_object("output_config", _OUTPUT)
    thinking = _read_thinking(fields, output)
    response_format = _read_response_format(fields, output)
    return Settings(
        model=fields.take("model", str),
        tools=_read_tools(fields),
        tool_choice=_read_tool_choice(fields),
        max_tokens=fields.take("max_tokens", int),
        temperature=fields.take("temperature", int, float),
        top_p=fields.take("top_p", int, float),
        stop=_read_stop(fields),
        thinking=thinking,
        response_format=response_format,
        stream=fields.take("stream", bool),
        user=_read_user(fields),
        extra=_read_rest(fields, output, thinking, response_format),
        raw=request,
    )


def _read_tools(fields: Fields) -> tuple[Tool, ...] | None:
    tools = fields.take("tools", list)
    return None if tools is None else tuple([read_tool(tool) for tool in tools])


def read_tool(tool: Json) -> Tool:
    """One tool. A type other than "custom" is a tool that Anthropic defines itself: no other format can write it."""
    if type(tool) is not dict:
        return Tool("", raw=tool, server=True)
    name, description, strict = tool.get("name"), tool.get("description"), tool.get("strict")
    return Tool(
        name if type(name) is str else "",
        description if type(description) is str else None,
        tool.get("input_schema"),
        strict if type(strict) is bool else None,
        tool.get("cache_control"),
        tool,
        tool.get("type") not in (None, "custom"),
    )


def _read_tool_choice(fields: Fields) -> ToolChoice | None:
    choice = fields.take("tool_choice", dict)
    if choice is None:
        return None
    kind = choice.get("type")
    mode = _MODES.get(kind) if type(kind) is str else None
    name, disabled = choice.get("name"), choice.get("disable_parallel_tool_use")
    if mode is None:
        fields.give_back("tool_choice")
        return None
    parallel = not disabled if type(disabled) is bool else None
    return ToolChoice(mode, name if type(name) is str else None, parallel)  # type: ignore[arg-type]


def _read_stop(fields: Fields) -> tuple[str, ...] | None:
    stop = fields.take("stop_sequences", list)
    if stop is None:
        return None
    if all(type(each) is str for each in stop):
        return tuple(stop)
    fields.give_back("stop_sequences")
    return None


def _read_thinking(fields: Fields, output: Raw) -> Thinking | None:
    """`effort` counts only beside `thinking`: alone it does not turn reasoning on."""
    thinking = fields.take_object("thinking", frozenset({"type", "budget_tokens"}))
    mode, budget, effort = thinking.get("type"), thinking.get("budget_tokens"), output.get("effort")
    if mode not in ("enabled", "adaptive", "disabled"):
        fields.give_back("thinking")
        return None
    return Thinking(mode, budget if type(budget) is int else None, effort if type(effort) is str else None)


def _read_response_format(fields: Fields, output: Raw) -> Json:
    """`output_config.format`, or its older place `output_format`."""
    wanted = output.get("format")
    if wanted is None:
        wanted = fields.take("output_format", dict)
    if type(wanted) is not dict or wanted.get("type") != "json_schema":
        return None
    return {"type": "json_schema", "schema": wanted.get("schema")}


def _read_user(fields: Fields) -> str | None:
    user = fields.take_object("metadata", frozenset({"user_id"})).get("user_id")
    return user if type(user) is str else None


def _read_rest(fields: Fields, output: Raw, thinking: Thinking | None, response_format: Json) -> dict[str, Json]:
    rest = fields.rest()
    rest.pop("system", None)  # one that says nothing; see read
    if thinking is None and output.get("effort") is not None:
        rest["output_config.effort"] = output["effort"]
    if response_format is None and output.get("format") is not None:
        rest["output_config.format"] = output["format"]
    return rest
