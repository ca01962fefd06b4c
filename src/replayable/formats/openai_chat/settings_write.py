"""Settings → the fields of a Chat Completions request."""

from __future__ import annotations

from replayable.formats.openai_chat.fields import NAME
from replayable.formats.openai_chat.settings_read import SCHEMA_KEYS, read_settings
from replayable.formats.openai_chat.thinking import put_thinking
from replayable.formats.openai_chat.tools import read_tool, write_function, write_function_choice, write_tool, write_tool_choice
from replayable.formats.request import Writers, plain, put, write_tools
from replayable.formats.request import write_settings as write_fields
from replayable.model.settings import Settings
from replayable.model.values import Json

# A schema must have a name here ("Missing required parameter: 'response_format.json_schema.name'", OpenAI, 2026-11).
_SCHEMA_NAME = "response"


def write_settings(settings: Settings, own: bool) -> dict[str, Json]:
    """The request without its history."""
    return write_fields(settings, own, read_settings, WRITERS, NAME)


def _put_tools(request: dict[str, Json], settings: Settings, own: bool) -> None:
    if "functions" in request and "tools" not in request:
        put(request, "functions", write_tools(settings.tools, own, read_tool, write_function))
    else:
        put(request, "tools", write_tools(settings.tools, own, read_tool, write_tool))


def _put_tool_choice(request: dict[str, Json], settings: Settings, own: bool) -> None:  # noqa: ARG001
    choice = settings.tool_choice
    if "function_call" in request and "tool_choice" not in request:
        put(request, "function_call", None if choice is None else write_function_choice(choice))
        return
    put(request, "tool_choice", None if choice is None else write_tool_choice(choice))
    put(request, "parallel_tool_calls", None if choice is None else choice.parallel)


def _put_limit(request: dict[str, Json], settings: Settings, own: bool) -> None:  # noqa: ARG001
    """In the spelling of the request; else in the older one, which is understood by the most servers."""
    key = "max_completion_tokens" if "max_completion_tokens" in request else "max_tokens"
    put(request, key, settings.max_tokens)


def _put_stop(request: dict[str, Json], settings: Settings, own: bool) -> None:  # noqa: ARG001
    put(request, "stop", None if settings.stop is None else list(settings.stop))


def _put_response_format(request: dict[str, Json], settings: Settings, own: bool) -> None:  # noqa: ARG001
    wanted = settings.response_format
    if type(wanted) is dict and wanted.get("type") == "json_schema":
        schema = {"name": _SCHEMA_NAME, **{key: wanted[key] for key in SCHEMA_KEYS if key in wanted}}
        wanted = {"type": "json_schema", "json_schema": schema}
    put(request, "response_format", wanted)


WRITERS: Writers = {
    "model": plain("model", "model"),
    "tools": _put_tools,
    "tool_choice": _put_tool_choice,
    "max_tokens": _put_limit,
    "temperature": plain("temperature", "temperature"),
    "top_p": plain("top_p", "top_p"),
    "stop": _put_stop,
    "thinking": put_thinking,
    "response_format": _put_response_format,
    "stream": plain("stream", "stream"),
    "user": plain("user", "user"),
    "store": plain("store", "store"),
}
"""What writes a field of the settings."""
