"""Settings → the fields of a request to OpenAI's Responses API."""

from __future__ import annotations

from replayable.errors import CannotCarry
from replayable.formats.openai_responses.fields import NAME
from replayable.formats.openai_responses.settings_read import SCHEMA_KEYS, read_settings, read_tool
from replayable.formats.request import Writers, plain, put, put_inner, write_tools
from replayable.formats.request import write_settings as write_fields
from replayable.model.settings import Settings, Thinking, Tool, ToolChoice
from replayable.model.values import Json, Raw

# A schema must have a name here, too (SDK 3.57.0 `ResponseFormatTextJSONSchemaConfigParam`, 2026-11).
_SCHEMA_NAME = "response"


def write_settings(settings: Settings, own: bool) -> dict[str, Json]:
    """The request without its history."""
    return write_fields(settings, own, read_settings, WRITERS, NAME)


def _put_tools(request: dict[str, Json], settings: Settings, own: bool) -> None:
    put(request, "tools", write_tools(settings.tools, own, read_tool, _write_tool))


def _write_tool(tool: Tool, stored: Raw) -> Json:
    """A function counts as strict here unless it says otherwise, which in other APIs it need not."""
    if tool.server or stored.get("type") == "custom":
        return {**stored, "name": tool.name} if "name" in stored else dict(stored)
    written: dict[str, Json] = {"type": "function", **stored, "name": tool.name}
    put(written, "description", tool.description)
    written["parameters"] = {"type": "object", "properties": {}} if tool.schema is None else tool.schema
    written["strict"] = bool(tool.strict) if not stored else tool.strict
    if written["strict"] is None:
        del written["strict"]
    return written


def _put_tool_choice(request: dict[str, Json], settings: Settings, own: bool) -> None:  # noqa: ARG001
    choice = settings.tool_choice
    put(request, "tool_choice", None if choice is None else _write_tool_choice(choice, settings))
    put(request, "parallel_tool_calls", None if choice is None else choice.parallel)


def _write_tool_choice(choice: ToolChoice, settings: Settings) -> Json:
    if choice.mode != "named":
        return choice.mode
    stored = next((tool.raw for tool in settings.tools or () if tool.name == choice.name), None)
    is_custom = type(stored) is dict and stored.get("type") == "custom" and "custom" not in stored
    return {"type": "custom" if is_custom else "function", "name": choice.name}


def _put_thinking(request: dict[str, Json], settings: Settings, own: bool) -> None:  # noqa: ARG001
    """A summary is asked for where the thoughts are to be shown; one of another length stays as it was stored."""
    thinking = settings.thinking
    put_inner(request, "reasoning", "effort", None if thinking is None else _effort_of(thinking))
    reasoning: Json = request.get("reasoning") or {}
    if thinking is not None and thinking.shown and reasoning.get("summary") is None:
        put_inner(request, "reasoning", "summary", "auto")


def _effort_of(thinking: Thinking) -> str:
    if thinking.mode == "disabled":
        return "none"
    if thinking.effort is None:
        raise CannotCarry(f"{NAME} is told how much to think by an effort; take other words out first")
    return thinking.effort


def _put_response_format(request: dict[str, Json], settings: Settings, own: bool) -> None:  # noqa: ARG001
    wanted = settings.response_format
    if type(wanted) is dict and wanted.get("type") == "json_schema":
        wanted = {"type": "json_schema", "name": _SCHEMA_NAME, **{key: wanted[key] for key in SCHEMA_KEYS if key in wanted}}
    put_inner(request, "text", "format", wanted)


WRITERS: Writers = {
    "model": plain("model", "model"),
    "tools": _put_tools,
    "tool_choice": _put_tool_choice,
    "max_tokens": plain("max_output_tokens", "max_tokens"),
    "temperature": plain("temperature", "temperature"),
    "top_p": plain("top_p", "top_p"),
    "thinking": _put_thinking,
    "response_format": _put_response_format,
    "stream": plain("stream", "stream"),
    "user": plain("user", "user"),
    "store": plain("store", "store"),
}
"""What writes a field of the settings. A field that is missing here has no place in this API."""
