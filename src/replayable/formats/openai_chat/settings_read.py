"""The fields of a Chat Completions request, without its history → Settings."""

from __future__ import annotations

from replayable.formats.openai_chat.thinking import read_thinking
from replayable.formats.openai_chat.tools import read_tool, read_tool_choice
from replayable.formats.request import Fields, left_over
from replayable.model.settings import Settings, Tool, ToolChoice
from replayable.model.values import Json, Raw

SCHEMA_KEYS = ("name", "description", "schema", "strict")


def read_settings(request: Raw) -> Settings:
    """The settings; a value of an unexpected type stays among the format's own fields."""
    fields = Fields(request)
    return Settings(
        model=fields.take("model", str),
        tools=_read_tools(fields),
        tool_choice=_read_tool_choice(fields),
        max_tokens=_read_limit(fields),
        temperature=fields.take("temperature", int, float),
        top_p=fields.take("top_p", int, float),
        stop=_read_stop(fields),
        thinking=read_thinking(fields),
        response_format=_read_response_format(fields),
        stream=fields.take("stream", bool),
        user=fields.take("user", str),
        store=fields.take("store", bool),
        extra=fields.rest(),
        raw=request,
    )


def _read_tools(fields: Fields) -> tuple[Tool, ...] | None:
    """`tools`, or the `functions` of old."""
    tools = fields.take("tools", list)
    if tools is None:
        tools = fields.take("functions", list)
    return None if tools is None else tuple([read_tool(tool) for tool in tools])


def _read_tool_choice(fields: Fields) -> ToolChoice | None:
    """`tool_choice`, or the `function_call` of old, and `parallel_tool_calls`."""
    parallel = fields.take("parallel_tool_calls", bool)
    for key in ("tool_choice", "function_call"):
        stored = fields.take(key, str, dict)
        if stored is None:
            continue
        choice = read_tool_choice(stored, parallel)
        if choice is not None:
            return choice
        fields.give_back(key)
    return read_tool_choice(None, parallel)


def _read_limit(fields: Fields) -> int | None:
    limit = fields.take("max_completion_tokens", int)
    return fields.take("max_tokens", int) if limit is None else limit  # type: ignore[no-any-return]


def _read_stop(fields: Fields) -> tuple[str, ...] | None:
    stop = fields.take("stop", str, list)
    if stop is None:
        return None
    listed = [stop] if type(stop) is str else stop
    if all(type(each) is str for each in listed):
        return tuple(listed)
    fields.give_back("stop")
    return None


def _read_response_format(fields: Fields) -> Json:
    wanted = fields.take("response_format", dict)
    if wanted is None:
        return None
    kind = wanted.get("type")
    if kind in ("text", "json_object"):
        fields.leave(left_over(wanted, ("type",), "response_format"))
        return {"type": kind}
    schema = wanted.get("json_schema")
    if kind == "json_schema" and type(schema) is dict:
        fields.leave(left_over(wanted, ("type", "json_schema"), "response_format"))
        fields.leave(left_over(schema, SCHEMA_KEYS, "response_format.json_schema"))
        return {"type": kind, **{key: schema[key] for key in SCHEMA_KEYS if schema.get(key) is not None}}
    fields.give_back("response_format")
    return None
