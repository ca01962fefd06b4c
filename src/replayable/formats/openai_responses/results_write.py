"""Tool results → output items of OpenAI's Responses API."""

from __future__ import annotations

from replayable.formats.openai_responses.content import write_content, write_part
from replayable.formats.openai_responses.fields import OUTPUT_OF, OUTPUTS
from replayable.model.facts import CALL
from replayable.model.parts import Text, ToolCall, ToolResult
from replayable.model.transcript import Message
from replayable.model.values import Json, Raw
from replayable.signatures import split_ids

_FUNCTION = "function_call_output"


class Calls:
    """The calls of a history by id, looked up only for results that were made here: their item has the type that the call's asks for."""

    def __init__(self, messages: tuple[Message, ...], own: bool) -> None:
        self._messages = messages
        self._own = own
        self._types: dict[str, str] | None = None

    def output_type(self, call_id: str | None) -> str:
        """The type of the output item for a call."""
        if not self._own:
            return _FUNCTION
        if self._types is None:
            calls = (part for message in self._messages if message.facts & CALL for part in message.parts if type(part) is ToolCall)
            self._types = {call.id: OUTPUT_OF.get(_type_of(call), _FUNCTION) for call in calls if call.id is not None}
        return self._types.get(call_id or "", _FUNCTION)


def _type_of(call: ToolCall) -> str:
    return str(call.raw.get("type")) if call.raw is not None else "custom_tool_call" if call.kind == "custom" else "function_call"


def write_result(result: ToolResult, own: bool, calls: Calls) -> Json:
    """The output item of a result."""
    raw = result.raw
    if own and raw is not None and raw.get("type") in OUTPUTS:
        return raw if result.intact else _over(result, raw)
    call_id = result.call_id if own else split_ids(result.call_id)[0]
    return _made(result, calls.output_type(call_id), call_id, own)


def _over(result: ToolResult, stored: Raw) -> Json:
    kind = stored["type"]
    return {**stored, OUTPUTS[kind]: result.call_id, "output": _output(result, kind, stored.get("output"), True)}


def _made(result: ToolResult, kind: str, call_id: str | None, own: bool) -> Json:
    item: dict[str, Json] = {"type": kind, OUTPUTS[kind]: call_id}
    if kind == "apply_patch_call_output":
        item["status"] = "failed" if result.is_error else "completed"
    item["output"] = _output(result, kind, "", own)
    return item


def _output(result: ToolResult, kind: str, stored: Json, own: bool) -> Json:
    if kind == "shell_call_output":
        return [write_part(part, own) if part.raw is not None and own else _wrote(part, result.is_error) for part in result.parts]
    if not result.parts:
        return "" if stored is None else stored if stored in ("", []) else ""
    if len(result.parts) == 1 and type(only := result.parts[0]) is Text and not (own and only.raw is not None):
        return only.words
    return write_content(result.parts, stored, own)


def _wrote(part: object, is_error: bool) -> Json:
    """What one command wrote: {stdout, stderr, outcome}."""
    text = part.text if type(part) is Text else ""
    where = {"stdout": "", "stderr": text} if is_error else {"stdout": text, "stderr": ""}
    return {**where, "outcome": {"type": "exit", "exit_code": int(is_error)}}
