"""The fields of a Converse request, without its history → Settings."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from replayable.formats.bedrock.cache_points import is_cache_point, read_mark
from replayable.formats.request import Fields, left_over
from replayable.model.settings import Settings, Thinking, Tool, ToolChoice
from replayable.model.values import Json, Raw
from replayable.records import decode

ADDITIONAL = "additionalModelRequestFields"

# How models on Bedrock are told to think, each by a field of its own among the additional ones: Claude (either name: AWS's guide and
# Anthropic's API), Nova 2 (`maxReasoningEffort`), gpt-oss (a mere word). Sources: Bedrock user guide, 2026-11.
THINKING_KEYS = ("thinking", "reasoning_config", "reasoningConfig")
EFFORT_KEY = "reasoning_effort"

# Whether Claude's thoughts are answered (Anthropic SDK 2.14.0 `ThinkingConfigAdaptiveParam.display`, 2026-11).
DISPLAYS = {"summarized": True, "omitted": False}

_MODES = {"auto": "auto", "any": "required", "tool": "named"}


def read_settings(request: Raw) -> Settings:
    """The settings; a value of an unexpected type stays among the format's own fields."""
    fields = Fields(request)
    limits, output = _Inner(fields, "inferenceConfig"), _Inner(fields, "outputConfig")
    tools, additional = _Inner(fields, "toolConfig"), _Inner(fields, ADDITIONAL)
    return Settings(
        model=fields.take("modelId", str),
        tools=_read_tools(tools),
        tool_choice=_read_tool_choice(tools),
        max_tokens=limits.take("maxTokens", int),
        temperature=limits.take("temperature", int, float),
        top_p=limits.take("topP", int, float),
        stop=_read_stop(limits),
        thinking=_read_thinking(additional, output),
        response_format=_read_response_format(output),
        raw=request,
        extra={**fields.rest(), **limits.rest(), **output.rest(), **tools.rest(), **additional.rest()},
    )


class _Inner:
    """The fields of an object in the request."""

    def __init__(self, fields: Fields, key: str) -> None:
        self._key = key
        self.stored: Raw = fields.take(key, dict) or {}
        self._fields = Fields(self.stored)

    def take(self, key: str, *types: type) -> Json:
        """The value of a field if it has one of these types, else None."""
        return self._fields.take(key, *types)

    def give_back(self, key: str) -> None:
        """Puts a field among the rest again."""
        self._fields.give_back(key)

    def leave(self, left: Mapping[str, Json]) -> None:
        """Puts what was left of a value that was taken among the rest, by its path."""
        self._fields.leave(left)

    def rest(self) -> dict[str, Json]:
        """What was not taken, by its path."""
        return self._fields.rest(f"{self._key}.")


def _read_tools(config: _Inner) -> tuple[Tool, ...] | None:
    """The tools; a cache point is the mark of the tool before it."""
    entries = config.take("tools", list)
    if entries is None:
        return None
    found: list[Tool] = []
    for entry in entries:
        if is_cache_point(entry) and found and found[-1].cache is None:
            found[-1] = msgspec.structs.replace(found[-1], cache=read_mark(entry))
        else:
            found.append(read_tool(entry))
    return tuple(found)


def read_tool(entry: Json) -> Tool:
    """One tool, without its mark; one that the provider defines is run by it."""
    if type(entry) is not dict:
        return Tool("", raw=entry, server=True)
    spec = entry.get("toolSpec")
    if type(spec) is not dict:
        own = entry.get("systemTool")
        return Tool(_text(own, "name") or next(iter(entry), ""), raw=entry, server=True)
    beside = {key: value for key, value in entry.items() if key != "toolSpec" and value is not None}
    fields = Fields(spec)
    schema = fields.take_object("inputSchema", frozenset({"json"}))
    name, description, strict = fields.take("name", str) or "", fields.take("description", str), fields.take("strict", bool)
    return Tool(name, description, schema.get("json"), strict, raw=entry, extra={**beside, **fields.rest("toolSpec.")})


def _text(holder: Json, key: str) -> str | None:
    value = holder.get(key) if type(holder) is dict else None
    return value if type(value) is str else None


def _read_tool_choice(config: _Inner) -> ToolChoice | None:
    choice = config.take("toolChoice", dict)
    if choice is None:
        return None
    kind = next(iter(choice), None)
    if len(choice) != 1 or kind not in _MODES or not _is_plain_choice(kind, choice[kind]):
        config.give_back("toolChoice")
        return None
    return ToolChoice(_MODES[kind], _text(choice[kind], "name"))  # type: ignore[arg-type]


def _is_plain_choice(kind: str, held: Json) -> bool:
    """Of a named tool its name, of another choice nothing."""
    return (type(held) is dict and len(held) == 1 and type(held.get("name")) is str) if kind == "tool" else held == {}


def _read_stop(limits: _Inner) -> tuple[str, ...] | None:
    stop = limits.take("stopSequences", list)
    if stop is None:
        return None
    if all(type(each) is str for each in stop):
        return tuple(stop)
    limits.give_back("stopSequences")
    return None


def _read_thinking(additional: _Inner, output: _Inner) -> Thinking | None:
    """The first spelling that says something. An effort of the output counts only beside one: alone it does not turn reasoning on."""
    for key in THINKING_KEYS:
        thinking: Raw = additional.take(key, dict) or {}
        mode, budget, shown = thinking.get("type"), thinking.get("budget_tokens"), DISPLAYS.get(_text(thinking, "display") or "")
        if mode in ("enabled", "adaptive", "disabled") and type(budget) in (int, type(None)):
            effort = _text(thinking, "maxReasoningEffort")
            known = {"type", "budget_tokens", *(("display",) if shown is not None else ()), *(("maxReasoningEffort",) if effort else ())}
            additional.leave(left_over(thinking, known, key))
            return Thinking(mode, budget, effort or output.take("effort", str), shown)
        additional.give_back(key)
    effort = additional.take(EFFORT_KEY, str)
    return None if effort is None else Thinking("disabled") if effort == "none" else Thinking("enabled", None, effort)


def _read_response_format(output: _Inner) -> Json:
    """`textFormat`, which holds its schema as JSON text."""
    wanted = output.take("textFormat", dict)
    if wanted is None:
        return None
    structure = wanted.get("structure")
    held: Json = structure.get("jsonSchema") if type(structure) is dict else None
    schema = _parsed(held.get("schema")) if type(held) is dict else None
    if wanted.get("type") != "json_schema" or schema is None:
        output.give_back("textFormat")
        return None
    named = [key for key in ("name", "description") if type(held.get(key)) is str]
    output.leave(left_over(wanted, ("type", "structure"), "textFormat") | left_over(structure, ("jsonSchema",), "textFormat.structure"))
    output.leave(left_over(held, ("schema", *named), "textFormat.structure.jsonSchema"))
    return {"type": "json_schema", **{key: held[key] for key in named}, "schema": schema}


def _parsed(text: Json) -> Json:
    """The object of a JSON text, or None."""
    if type(text) is not str or text[:1] != "{":
        return None
    try:
        return decode(text.encode("utf-8", "surrogatepass"))
    except (ValueError, RecursionError):
        return None
