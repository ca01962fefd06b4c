"""The fields of a request to Anthropic's Messages API, without its history → Settings."""

from __future__ import annotations

from replayable.formats.request import Fields, left_over
from replayable.model.settings import Settings, Thinking, Tool, ToolChoice
from replayable.model.values import Json, Raw

_OUTPUT = frozenset({"effort", "format"})
_DISPLAYS = {"summarized": True, "omitted": False}
_CHOICE = frozenset({"type", "name", "disable_parallel_tool_use"})
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
        extra=_read_rest(fields, output, thinking),
        raw=request,
    )


def _read_tools(fields: Fields) -> tuple[Tool, ...] | None:
    tools = fields.take("tools", list)
    return None if tools is None else tuple([read_tool(tool) for tool in tools])


def read_tool(tool: Json) -> Tool:
    """One tool. A type other than "custom" is a tool that Anthropic defines itself: no other format can write it."""
    if type(tool) is not dict:
        return Tool("", raw=tool, server=True)
    fields = Fields(tool)
    if tool.get("type") not in (None, "custom"):
        return Tool(fields.take("name", str) or "", raw=tool, server=True, cache=tool.get("cache_control"))
    fields.take("type", str)
    return Tool(
        fields.take("name", str) or "",
        fields.take("description", str),
        fields.take_any("input_schema"),
        fields.take("strict", bool),
        fields.take_any("cache_control"),
        tool,
        extra=fields.rest(),
    )


def _read_tool_choice(fields: Fields) -> ToolChoice | None:
    choice = fields.take_object("tool_choice", _CHOICE)
    kind, name, disabled = choice.get("type"), choice.get("name"), choice.get("disable_parallel_tool_use")
    mode = _MODES.get(kind) if type(kind) is str else None
    if mode is None or type(name) not in (str, type(None)) or type(disabled) not in (bool, type(None)):
        fields.give_back("tool_choice")
        return None
    return ToolChoice(mode, name, None if disabled is None else not disabled)  # type: ignore[arg-type]


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
    thinking = fields.take_object("thinking", frozenset({"type", "budget_tokens", "display"}))
    mode, budget, effort, display = thinking.get("type"), thinking.get("budget_tokens"), output.get("effort"), thinking.get("display")
    if mode not in ("enabled", "adaptive", "disabled") or type(budget) not in (int, type(None)) or display not in (None, *_DISPLAYS):
        fields.give_back("thinking")
        return None
    return Thinking(mode, budget, effort if type(effort) is str else None, None if display is None else _DISPLAYS[display])


def _read_response_format(fields: Fields, output: Raw) -> Json:
    """`output_config.format`, or its older place `output_format`."""
    wanted, place = output.get("format"), "output_config.format"
    if wanted is None:
        wanted, place = fields.take("output_format", dict), "output_format"
    if type(wanted) is dict and wanted.get("type") == "json_schema":
        fields.leave(left_over(wanted, ("type", "schema"), place))
        return {"type": "json_schema", "schema": wanted.get("schema")}
    if wanted is not None:
        fields.leave({place: wanted})
    return None


def _read_user(fields: Fields) -> str | None:
    user = fields.take_object("metadata", frozenset({"user_id"})).get("user_id")
    if type(user) is str:
        return user
    fields.give_back("metadata")
    return None


def _read_rest(fields: Fields, output: Raw, thinking: Thinking | None) -> dict[str, Json]:
    rest = fields.rest()
    rest.pop("system", None)  # one that says nothing; see read
    effort = output.get("effort")
    if effort is not None and (thinking is None or thinking.effort is None):
        rest["output_config.effort"] = effort
    return rest
