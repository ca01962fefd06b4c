"""Settings → the fields of a Converse request."""

from __future__ import annotations

import msgspec

from replayable.errors import CannotCarry
from replayable.formats.bedrock.cache_points import write_point
from replayable.formats.bedrock.fields import NAME
from replayable.formats.bedrock.settings_read import ADDITIONAL, DISPLAYS, EFFORT_KEY, THINKING_KEYS, read_settings, read_tool
from replayable.formats.request import Writers, plain, put, put_inner
from replayable.formats.request import write_settings as write_fields
from replayable.model.settings import Settings, Thinking, Tool, ToolChoice
from replayable.model.values import Json, Raw
from replayable.records import encode

_TYPES = {"auto": "auto", "required": "any", "named": "tool"}


def write_settings(settings: Settings, own: bool) -> dict[str, Json]:
    """The request without its history."""
    return write_fields(settings, own, read_settings, WRITERS, NAME)


def _put_tools(request: dict[str, Json], settings: Settings, own: bool) -> None:
    """A list without tools is refused (min 1): then there is none."""
    entries: list[Json] = []
    for tool in settings.tools or ():
        entries.append(_write_tool(tool, own))
        if tool.cache is not None:
            entries.append(write_point(tool.cache))
    put_inner(request, "toolConfig", "tools", entries or None)


def _write_tool(tool: Tool, own: bool) -> Json:
    stored = tool.raw if own and type(tool.raw) is dict else {}
    if own and tool.raw is not None and (tool.server or read_tool(tool.raw) == msgspec.structs.replace(tool, cache=None)):
        return tool.raw
    held = stored.get("toolSpec")
    spec: dict[str, Json] = dict(held) if type(held) is dict else {}
    spec["name"] = tool.name
    put(spec, "description", tool.description or None)
    schema = spec.get("inputSchema")
    json = {"type": "object", "properties": {}} if tool.schema is None else tool.schema
    spec["inputSchema"] = {**(schema if type(schema) is dict else {}), "json": json}
    put(spec, "strict", tool.strict)
    return {**stored, "toolSpec": spec}


def _put_tool_choice(request: dict[str, Json], settings: Settings, own: bool) -> None:  # noqa: ARG001
    """There is no word for calls one at a time, and none for calling no tool."""
    choice = settings.tool_choice
    put_inner(request, "toolConfig", "toolChoice", None if choice is None or choice.mode is None else _write_tool_choice(choice))


def _write_tool_choice(choice: ToolChoice) -> Json:
    kind = _TYPES.get(choice.mode or "auto")
    if kind is None:
        raise CannotCarry(f"{NAME} has no place for the tool choice {choice.mode!r}; take it out first")
    return {kind: {"name": choice.name} if choice.mode == "named" else {}}


def _put_thinking(request: dict[str, Json], settings: Settings, own: bool) -> None:  # noqa: ARG001
    """Writes it in the spelling that the request has, else in Claude's."""
    thinking, stored = settings.thinking, request.get(ADDITIONAL)
    held: Raw = stored if type(stored) is dict else {}
    used = next((key for key in THINKING_KEYS if type(held.get(key)) is dict), None)
    if thinking is None:
        _take_out_thinking(request)
    elif used is None and EFFORT_KEY in held:
        put_inner(request, ADDITIONAL, EFFORT_KEY, "none" if thinking.mode == "disabled" else thinking.effort)
    elif used is not None and "maxReasoningEffort" in held[used]:
        put_inner(request, ADDITIONAL, used, {**held[used], "type": thinking.mode, "maxReasoningEffort": thinking.effort})
    else:
        key = used or THINKING_KEYS[0]
        put_inner(request, ADDITIONAL, key, _write_thinking(thinking, held.get(key) or {}))
        effort = thinking.effort
        put_inner(request, "outputConfig", "effort", effort)


def _take_out_thinking(request: dict[str, Json]) -> None:
    for key in (*THINKING_KEYS, EFFORT_KEY):
        put_inner(request, ADDITIONAL, key, None)
    put_inner(request, "outputConfig", "effort", None)


def _write_thinking(thinking: Thinking, stored: Raw) -> Json:
    """Without a budget reasoning is left to the model."""
    mode = "adaptive" if thinking.mode == "enabled" and thinking.budget is None else thinking.mode
    written: dict[str, Json] = dict(stored) if stored.get("type") == mode else {"type": mode}
    put(written, "budget_tokens", thinking.budget if mode == "enabled" else None)
    shown = None if mode == "disabled" else thinking.shown
    put(written, "display", next((word for word, meaning in DISPLAYS.items() if meaning is shown), None))
    return written


def _put_response_format(request: dict[str, Json], settings: Settings, own: bool) -> None:  # noqa: ARG001
    """Plain text is the default; strictness has no place and no meaning here: a schema always holds."""
    wanted = settings.response_format
    kind = wanted.get("type") if type(wanted) is dict else None
    if kind not in (None, "text", "json_schema"):
        raise CannotCarry(f"{NAME} has no place for a response format other than a schema; take it out first")
    put_inner(request, "outputConfig", "textFormat", _write_schema(wanted) if kind == "json_schema" else None)


def _write_schema(wanted: Raw) -> Json:
    named = {key: wanted[key] for key in ("name", "description") if wanted.get(key) is not None}
    return {"type": "json_schema", "structure": {"jsonSchema": {"schema": encode(wanted.get("schema")).decode("utf-8"), **named}}}


def _put_limit(request: dict[str, Json], settings: Settings, own: bool) -> None:  # noqa: ARG001
    put_inner(request, "inferenceConfig", "maxTokens", settings.max_tokens)


def _put_temperature(request: dict[str, Json], settings: Settings, own: bool) -> None:  # noqa: ARG001
    put_inner(request, "inferenceConfig", "temperature", settings.temperature)


def _put_top_p(request: dict[str, Json], settings: Settings, own: bool) -> None:  # noqa: ARG001
    put_inner(request, "inferenceConfig", "topP", settings.top_p)


def _put_stop(request: dict[str, Json], settings: Settings, own: bool) -> None:  # noqa: ARG001
    put_inner(request, "inferenceConfig", "stopSequences", None if settings.stop is None else list(settings.stop))


WRITERS: Writers = {
    "model": plain("modelId", "model"),
    "tools": _put_tools,
    "tool_choice": _put_tool_choice,
    "max_tokens": _put_limit,
    "temperature": _put_temperature,
    "top_p": _put_top_p,
    "stop": _put_stop,
    "thinking": _put_thinking,
    "response_format": _put_response_format,
}
"""What writes a field of the settings. A field that is missing here has no place in this API."""
