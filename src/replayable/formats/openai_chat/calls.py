"""Tool calls of Chat Completions ↔ ToolCall: function, custom, and the single `function_call` of old."""

from __future__ import annotations

from replayable.formats.openai_chat.arguments import read_arguments, write_arguments
from replayable.model.parts import ToolCall, sent_arguments
from replayable.model.values import Json, Raw


def read_call(call: Json) -> ToolCall:
    """One entry of `tool_calls`; one that is no object is a call of nothing, with what was stored as its arguments."""
    if type(call) is not dict:
        return ToolCall(None, None, call)
    call_id = call.get("id")
    function = call.get("function")
    if len(call) == 3 and "type" in call and type(call_id) is str and type(function) is dict and type(name := function.get("name")) is str:
        arguments = function.get("arguments")
        return ToolCall(call_id, name, read_arguments(arguments), call, type(arguments) is not dict and call.get("type") == "function", call_id)
    return _read_odd(call, call_id if type(call_id) is str else None)


def _read_odd(call: Raw, call_id: str | None) -> ToolCall:
    """A call that lacks something, has more than usual, or is none of a function."""
    if type(custom := call.get("custom")) is dict:
        return ToolCall(call_id, _name_of(custom), custom.get("input"), call, True, call_id, None, None, False, call.get("cache_control"), "custom")
    function = call.get("function")
    is_own = type(function) is dict and call.get("type") == "function"
    if type(function) is not dict:
        function = call
    name = function.get("name")
    if type(name) is not str:
        name = None
    stored = function.get("arguments")
    is_own = is_own and type(stored) is not dict
    arguments = read_arguments(stored)
    return ToolCall(call_id, name, arguments, call, is_own, call_id, None, _signature_of(call), False, call.get("cache_control"))


def read_function_call(call: Raw) -> ToolCall:
    """The `function_call` of an assistant message of old; it has no id."""
    return ToolCall(None, _name_of(call), read_arguments(call.get("arguments")), call, unnumbered=True)


def _name_of(function: Raw) -> str | None:
    name = function.get("name")
    return name if type(name) is str else None


def _signature_of(call: Raw) -> str | None:
    """Gemini's thought signature, as its OpenAI-compatible API keeps it."""
    extra = call.get("extra_content")
    google = extra.get("google") if type(extra) is dict else None
    signature = google.get("thought_signature") if type(google) is dict else None
    return signature if type(signature) is str else None


def is_of_old(call: ToolCall, own: bool) -> bool:
    """A call that is still the `function_call` it was read from."""
    return own and call.id is None and (raw := call.raw) is not None and "function" not in raw and "id" not in raw


def write_function_call(call: ToolCall) -> Json:
    """The `function_call` of old."""
    stored = call.raw or {}
    return stored if call.intact else _write_function(call, stored)


def write_call(call: ToolCall, own: bool) -> Json:
    """The entry of `tool_calls`, laid over a stored one."""
    raw = call.raw if own else None
    stored: Raw = raw if raw is not None and raw.get("type") != "tool_use" else {}
    if stored and call.intact and ("function" in stored or "custom" in stored):
        return stored
    if call.kind == "custom":
        return _write_custom(call, stored)
    held = stored.get("function")
    kept = {key: value for key, value in stored.items() if key not in ("name", "arguments")}
    written: dict[str, Json] = {"id": call.id, **kept, "type": "function", "function": _write_function(call, held if type(held) is dict else {})}
    return _with_marks(written, call, own)


def _with_marks(written: dict[str, Json], call: ToolCall, own: bool) -> dict[str, Json]:
    if call.id is not None:
        written["id"] = call.id
    elif written.get("id") is None:
        written.pop("id", None)
    if call.cache is not None:
        written["cache_control"] = call.cache
    else:
        written.pop("cache_control", None)
    if not own and call.signature is not None:
        written["extra_content"] = {"google": {"thought_signature": call.signature}}
    return written


def _write_function(call: ToolCall, stored: Raw) -> dict[str, Json]:
    written = dict(stored)
    if call.name is not None:
        written["name"] = call.name
    if call.arguments is not None:
        written["arguments"] = write_arguments(sent_arguments(call), stored.get("arguments"))
    return written


def _write_custom(call: ToolCall, stored: Raw) -> Json:
    held = stored.get("custom")
    custom: dict[str, Json] = dict(held) if type(held) is dict else {}
    if call.name is not None:
        custom["name"] = call.name
    if call.arguments is not None:
        custom["input"] = write_arguments(call.arguments)
    return {**stored, "id": call.id, "type": "custom", "custom": custom}
