"""Settings → the fields of a generateContent request."""

from __future__ import annotations

from replayable.formats.gemini.settings_read import AUTOMATIC, DISABLED, JSON_TYPE, TEXT_TYPE, read_settings, read_tool
from replayable.formats.gemini.spelling import NAME, spelled
from replayable.formats.request import Writers, plain, put, write_tools
from replayable.formats.request import write_settings as write_fields
from replayable.model.settings import Settings, Thinking, Tool, ToolChoice
from replayable.model.values import Json, Raw

_MODES = {"auto": "AUTO", "required": "ANY", "named": "ANY", "none": "NONE"}


def write_settings(settings: Settings, own: bool) -> dict[str, Json]:
    """The request without its history."""
    return write_fields(settings, own, read_settings, WRITERS, NAME)


def _put_config(request: dict[str, Json], **values: Json) -> None:
    """Sets fields of the `generationConfig`, or takes them out for None; the object goes when it is empty. The stored one stays as it is."""
    key = spelled(request, "generationConfig")
    stored = request.get(key)
    config: dict[str, Json] = dict(stored) if type(stored) is dict else {}
    for name, value in values.items():
        put(config, name if name == "temperature" else spelled(config, name), value)
    put(request, key, config or None)


def _put_tools(request: dict[str, Json], settings: Settings, own: bool) -> None:
    """All functions are declared in one entry; each of Google's own tools is one."""
    tools = settings.tools or ()
    functions = write_tools(tuple(tool for tool in tools if not tool.server), own, read_tool, _write_tool)
    entries = [{"functionDeclarations": functions}] if functions else []
    entries += write_tools(tuple(tool for tool in tools if tool.server), own, read_tool, _write_tool)
    put(request, "tools", entries or None)


def _write_tool(tool: Tool, stored: Raw) -> Json:
    if tool.server:
        return dict(stored)
    written: dict[str, Json] = {**stored, "name": tool.name}
    put(written, "description", tool.description)
    if not stored or read_tool(stored).schema != tool.schema:
        written.pop("parameters", None)
        put(written, spelled(stored, "parametersJsonSchema"), tool.schema)
    return written


def _put_tool_choice(request: dict[str, Json], settings: Settings, own: bool) -> None:  # noqa: ARG001
    """What stands in the `toolConfig` beside the choice stays. There is no word for calls one at a time."""
    key = spelled(request, "toolConfig")
    stored = request.get(key)
    config: dict[str, Json] = dict(stored) if type(stored) is dict else {}
    choice = settings.tool_choice
    written = None if choice is None or choice.mode is None else _write_tool_choice(choice)
    put(config, spelled(config, "functionCallingConfig"), written)
    put(request, key, config or None)


def _write_tool_choice(choice: ToolChoice) -> Json:
    written: dict[str, Json] = {"mode": _MODES[choice.mode or "auto"]}
    return {**written, "allowedFunctionNames": [choice.name]} if choice.mode == "named" else written


def _put_thinking(request: dict[str, Json], settings: Settings, own: bool) -> None:  # noqa: ARG001
    thinking = settings.thinking
    _put_config(request, thinkingConfig=None if thinking is None else _write_thinking(thinking))


def _write_thinking(thinking: Thinking) -> Json:
    """A budget or a level: both are refused together. Thoughts are asked for unless they are unwanted, as other APIs give them unasked."""
    if thinking.mode == "disabled":
        return {"thinkingBudget": DISABLED}
    shown = {"includeThoughts": thinking.shown is not False}
    if thinking.budget is None and thinking.effort is not None:
        return {**shown, "thinkingLevel": thinking.effort.upper()}
    return {**shown, "thinkingBudget": AUTOMATIC if thinking.budget is None else thinking.budget}


def _put_response_format(request: dict[str, Json], settings: Settings, own: bool) -> None:  # noqa: ARG001
    """Names and strictness of a schema have no place and no meaning here: it always holds."""
    wanted = settings.response_format
    kind = wanted.get("type") if type(wanted) is dict else None
    schema = wanted.get("schema") if kind == "json_schema" else None
    mime = None if kind is None else TEXT_TYPE if kind == "text" else JSON_TYPE
    _put_config(request, responseMimeType=mime, responseSchema=None, responseJsonSchema=schema)


def _put_limit(request: dict[str, Json], settings: Settings, own: bool) -> None:  # noqa: ARG001
    _put_config(request, maxOutputTokens=settings.max_tokens)


def _put_temperature(request: dict[str, Json], settings: Settings, own: bool) -> None:  # noqa: ARG001
    _put_config(request, temperature=settings.temperature)


def _put_top_p(request: dict[str, Json], settings: Settings, own: bool) -> None:  # noqa: ARG001
    _put_config(request, topP=settings.top_p)


def _put_stop(request: dict[str, Json], settings: Settings, own: bool) -> None:  # noqa: ARG001
    _put_config(request, stopSequences=None if settings.stop is None else list(settings.stop))


WRITERS: Writers = {
    "model": plain("model", "model"),
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
