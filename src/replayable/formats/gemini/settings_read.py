"""The fields of a generateContent request, without its history → Settings."""

from __future__ import annotations

from collections.abc import Mapping

from replayable.formats.gemini.schema import json_schema, left_out
from replayable.formats.gemini.spelling import SNAKE, get, spelled
from replayable.formats.request import Fields, left_over
from replayable.model.settings import Settings, Thinking, Tool, ToolChoice
from replayable.model.values import Json, Raw

# VALIDATED: free to call or not, but held to the schemas (google-genai 3.6.1, 2026-11).
_MODES = {"AUTO": "auto", "ANY": "required", "NONE": "none", "VALIDATED": "auto"}

# -1 is "automatic", 0 is "disabled" (google-genai 3.6.1 `ThinkingConfig`, 2026-11).
AUTOMATIC, DISABLED = -1, 0

_THINKING: Mapping[str, type] = {"thinkingBudget": int, "thinkingLevel": str, "includeThoughts": bool}

JSON_TYPE, TEXT_TYPE = "application/json", "text/plain"


def read_settings(request: Raw) -> Settings:
    """The settings; a value of an unexpected type stays among the format's own fields."""
    fields = Fields(request)
    config = _Config(fields, request)
    choice, narrowed = _read_tool_choice(fields, request)
    return Settings(
        model=fields.take("model", str),
        tools=_read_tools(fields),
        tool_choice=choice,
        max_tokens=config.take("maxOutputTokens", int),
        temperature=config.take("temperature", int, float),
        top_p=config.take("topP", int, float),
        stop=_read_stop(config),
        thinking=_read_thinking(config),
        response_format=_read_response_format(config),
        raw=request,
        extra={**fields.rest(), **narrowed, **config.rest()},
    )


class _Config:
    """The fields of the `generationConfig`, in either spelling."""

    def __init__(self, fields: Fields, request: Raw) -> None:
        self._key = spelled(request, "generationConfig")
        self.stored: Raw = fields.take(self._key, dict) or {}
        self._fields = Fields(self.stored)

    def take(self, key: str, *types: type) -> Json:
        """The value of a field if it has one of these types, else None."""
        return self._fields.take(self._spelled(key), *types)

    def give_back(self, key: str) -> None:
        """Puts a field among the rest again."""
        self._fields.give_back(self._spelled(key))

    def leave(self, left: Mapping[str, Json]) -> None:
        """Puts what was left of a value that was taken among the rest, by its path."""
        self._fields.leave(left)

    def rest(self) -> dict[str, Json]:
        """What was not taken, by its path."""
        return self._fields.rest(f"{self._key}.")

    def _spelled(self, key: str) -> str:
        return key if key == "temperature" else spelled(self.stored, key)


def _read_tools(fields: Fields) -> tuple[Tool, ...] | None:
    tools = fields.take("tools", list)
    return None if tools is None else tuple([tool for entry in tools for tool in _read_entry(entry)])


def _read_entry(entry: Json) -> list[Tool]:
    """The tools of one entry: any number of functions, and one for each tool of Google's own."""
    if type(entry) is not dict:
        return [Tool("", raw=entry, server=True)]
    found: list[Tool] = []
    for key, value in entry.items():
        if key in ("functionDeclarations", "function_declarations") and type(value) is list:
            found.extend(map(read_tool, value))
        elif value is not None:
            found.append(read_tool({key: value}))
    return found


def read_tool(tool: Json) -> Tool:
    """A declared function, or a tool of Google's own: an entry with the tool's name as its only key."""
    if type(tool) is not dict:
        return Tool("", raw=tool, server=True)
    if "name" not in tool and len(tool) == 1:
        return Tool(next(iter(tool)), raw=tool, server=True)
    fields = Fields(tool)
    name, description = fields.take("name", str) or "", fields.take("description", str)
    schema = fields.take_any(spelled(tool, "parametersJsonSchema"))
    if schema is None:
        stored = fields.take_any("parameters")
        schema = json_schema(stored)
        fields.leave(left_out(stored, "parameters"))
    return Tool(name, description, schema, raw=tool, extra=fields.rest())


def _read_tool_choice(fields: Fields, request: Raw) -> tuple[ToolChoice | None, dict[str, Json]]:
    """The choice, and what of the `toolConfig` only this API can say."""
    key = spelled(request, "toolConfig")
    config: Raw = fields.take(key, dict) or {}
    inner = spelled(config, "functionCallingConfig")
    calling: Json = config.get(inner)
    rest = {f"{key}.{other}": value for other, value in config.items() if other != inner and value is not None}
    mode = calling.get("mode") if type(calling) is dict else None
    if type(mode) is not str or mode not in _MODES:
        return None, rest if calling is None else {**rest, f"{key}.{inner}": calling}
    names = get(calling, "allowedFunctionNames")
    rest |= left_over(calling, ("mode", "allowedFunctionNames", SNAKE["allowedFunctionNames"]), f"{key}.{inner}")
    if mode == "ANY" and type(names) is list and len(names) == 1 and type(names[0]) is str:
        return ToolChoice("named", names[0]), rest
    if names:
        rest[f"{key}.{inner}.{spelled(calling, 'allowedFunctionNames')}"] = names
    if mode == "VALIDATED":
        rest[f"{key}.{inner}.mode"] = mode
    return ToolChoice(_MODES[mode]), rest  # type: ignore[arg-type]


def _read_stop(config: _Config) -> tuple[str, ...] | None:
    stop = config.take("stopSequences", list)
    if stop is None:
        return None
    if all(type(each) is str for each in stop):
        return tuple(stop)
    config.give_back("stopSequences")
    return None


def _read_thinking(config: _Config) -> Thinking | None:
    thinking = config.take("thinkingConfig", dict)
    if thinking is None:
        return None
    budget, level, shown = get(thinking, "thinkingBudget"), get(thinking, "thinkingLevel"), get(thinking, "includeThoughts")
    found = _thinking_of(budget, level, shown)
    if found is None or type(shown) not in (bool, type(None)):
        config.give_back("thinkingConfig")
        return None
    taken = [key for key, value in _THINKING.items() if type(get(thinking, key)) is value]
    config.leave(left_over(thinking, {*taken, *(SNAKE[key] for key in taken)}, "thinkingConfig"))
    return found


def _thinking_of(budget: Json, level: Json, shown: Json) -> Thinking | None:
    effort = level.lower() if type(level) is str and level and level != "THINKING_LEVEL_UNSPECIFIED" else None
    if type(budget) is int and budget == DISABLED:
        return Thinking("disabled", None, effort, shown)
    if type(budget) is int and budget > 0:
        return Thinking("enabled", budget, effort, shown)
    if effort is not None:
        return Thinking("enabled", None, effort, shown)
    return Thinking("adaptive", shown=shown) if type(budget) is int or shown is True else None


def _read_response_format(config: _Config) -> Json:
    kind = config.take("responseMimeType", str)
    if kind == TEXT_TYPE:
        return {"type": "text"}
    if kind != JSON_TYPE:
        config.give_back("responseMimeType")
        return None
    schema = config.take("responseJsonSchema", dict)
    if schema is None:
        stored = config.take("responseSchema", dict)
        schema = json_schema(stored)
        config.leave(left_out(stored, "responseSchema"))
    return {"type": "json_object"} if schema is None else {"type": "json_schema", "schema": schema}
