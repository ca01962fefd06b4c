"""Settings → the fields of a request to Anthropic's Messages API."""

from __future__ import annotations

from replayable.errors import CannotCarry
from replayable.formats.anthropic.fields import NAME
from replayable.formats.anthropic.settings_read import read_settings, read_tool
from replayable.formats.request import Writers, plain, put, put_inner, write_tools
from replayable.formats.request import write_settings as write_fields
from replayable.model.settings import Settings, Thinking, Tool, ToolChoice
from replayable.model.values import Json, Raw

# How thoughts are answered (SDK 2.14.0 `ThinkingConfigAdaptiveParam.display`, 2026-11).
DISPLAYS = {True: "summarized", False: "omitted"}

_TYPES = {"auto": "auto", "required": "any", "named": "tool", "none": "none"}


def write_settings(settings: Settings, own: bool) -> dict[str, Json]:
    """The request without its history."""
    return write_fields(settings, own, read_settings, WRITERS, NAME)


def _put_tools(request: dict[str, Json], settings: Settings, own: bool) -> None:
    put(request, "tools", write_tools(settings.tools, own, read_tool, _write_tool))


def _write_tool(tool: Tool, stored: Raw) -> Json:
    written: dict[str, Json] = dict(stored)
    written["name"] = tool.name
    put(written, "description", tool.description)
    if not tool.server:
        written["input_schema"] = {"type": "object", "properties": {}} if tool.schema is None else tool.schema
    put(written, "strict", tool.strict)
    put(written, "cache_control", tool.cache)
    return written


def _put_tool_choice(request: dict[str, Json], settings: Settings, own: bool) -> None:  # noqa: ARG001
    put(request, "tool_choice", None if settings.tool_choice is None else _write_tool_choice(settings.tool_choice))


def _write_tool_choice(choice: ToolChoice) -> Json:
    """Parallel calls are the default and are told only where they are unwanted; `none` has no place for them."""
    if choice.mode is None and choice.parallel is not False:
        return None
    written: dict[str, Json] = {"type": _TYPES[choice.mode or "auto"]}
    if choice.mode == "named":
        written["name"] = choice.name
    if choice.parallel is False and choice.mode != "none":
        written["disable_parallel_tool_use"] = True
    return written


def _put_thinking(request: dict[str, Json], settings: Settings, own: bool) -> None:  # noqa: ARG001
    thinking = settings.thinking
    put(request, "thinking", None if thinking is None else _write_thinking(thinking, request.get("thinking")))
    effort = None if thinking is None else thinking.effort
    put_inner(request, "output_config", "effort", effort)


def _write_thinking(thinking: Thinking, stored: Json) -> Json:
    """Without a budget reasoning is left to the model."""
    mode = "adaptive" if thinking.mode == "enabled" and thinking.budget is None else thinking.mode
    written: dict[str, Json] = dict(stored) if type(stored) is dict and stored.get("type") == mode else {"type": mode}
    put(written, "budget_tokens", thinking.budget if mode == "enabled" else None)
    put(written, "display", None if thinking.shown is None or mode == "disabled" else DISPLAYS[thinking.shown])
    return written


def _put_response_format(request: dict[str, Json], settings: Settings, own: bool) -> None:  # noqa: ARG001
    request.pop("output_format", None)
    put_inner(request, "output_config", "format", _write_response_format(settings.response_format))


def _write_response_format(wanted: Json) -> Json:
    """Names and strictness of a schema have no place and no meaning here: it always holds. Plain text is the default."""
    if wanted is None or wanted == {"type": "text"}:
        return None
    if type(wanted) is dict and wanted.get("type") == "json_schema":
        return {"type": "json_schema", "schema": wanted.get("schema")}
    raise CannotCarry(f"{NAME} has no place for a response format other than a schema; take it out first")


def _put_stop(request: dict[str, Json], settings: Settings, own: bool) -> None:  # noqa: ARG001
    put(request, "stop_sequences", None if settings.stop is None else list(settings.stop))


def _put_user(request: dict[str, Json], settings: Settings, own: bool) -> None:  # noqa: ARG001
    put_inner(request, "metadata", "user_id", settings.user)


WRITERS: Writers = {
    "model": plain("model", "model"),
    "tools": _put_tools,
    "tool_choice": _put_tool_choice,
    "max_tokens": plain("max_tokens", "max_tokens"),
    "temperature": plain("temperature", "temperature"),
    "top_p": plain("top_p", "top_p"),
    "stop": _put_stop,
    "thinking": _put_thinking,
    "response_format": _put_response_format,
    "stream": plain("stream", "stream"),
    "user": _put_user,
}
"""What writes a field of the settings. A field that is missing here has no place in this API."""
