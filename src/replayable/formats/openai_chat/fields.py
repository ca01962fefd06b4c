"""The keys of Chat Completions messages that every server takes, and the name of its format.

Source: the `*_param` types of the Python SDK `openai` 3.57.0 (2026-11). Beyond them stand keys that some servers want and
others refuse (`reasoning_content`, `annotations`, `refusal`, `audio` …; "property 'messages.1.assistant.reasoning_content' is
unsupported", cerebras, anomalyco/opencode#48774, 2026).
"""

from __future__ import annotations

from collections.abc import Mapping

from replayable.model.values import Json

NAME = "openai-chat"

# A message with other keys, or with an empty `tool_calls`, has the fact ODD_FIELD.
PLAIN_FIELDS = frozenset({"role", "content", "tool_calls", "tool_call_id", "name"})

# So has one with a content part of more keys than its type and its one value, or a call of more than id, type and function.
PART_KEYS = 2
CALL_KEYS = 3


# What a call names, and what it is called with.
_FUNCTION = {"name": 0, "arguments": 0}.keys()
_CUSTOM = {"name": 0, "input": 0}.keys()


def is_odd(entry: Mapping[str, Json]) -> bool:
    """A message with keys that only some servers take."""
    calls = entry.get("tool_calls")
    if calls is None:
        if "tool_calls" in entry:
            return True
    elif not calls or (type(calls) is list and _any_longer(calls, CALL_KEYS)):
        return True
    if not PLAIN_FIELDS.issuperset(entry):
        return True
    content = entry.get("content")
    return type(content) is list and _any_longer(content, PART_KEYS)


def has_own_field(entry: Mapping[str, Json]) -> bool:
    """A message with keys that every server takes and only this API knows: the name of who speaks, or something beside a call's name and
    arguments."""
    if "name" in entry and entry.get("role") not in ("tool", "function"):
        return True
    calls = entry.get("tool_calls")
    return type(calls) is list and not all(map(is_bare, calls))


def is_bare(call: Json) -> bool:
    """Nothing stands in the call beside the name and what it is called with."""
    if type(call) is not dict:
        return False
    if type(function := call.get("function")) is dict and function:
        return function.keys() == _FUNCTION
    return type(custom := call.get("custom")) is dict and custom.keys() == _CUSTOM


def _any_longer(items: list[Json], keys: int) -> bool:
    for item in items:  # noqa: SIM110 (a generator costs more than the loop)
        if type(item) is dict and len(item) > keys:
            return True
    return False
