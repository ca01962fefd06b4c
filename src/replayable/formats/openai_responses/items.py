"""Items of OpenAI's Responses API → parts. Total: what is not known stays as it is, as an opaque part."""

from __future__ import annotations

from collections.abc import Callable

from replayable.formats.openai_chat.arguments import read_arguments
from replayable.formats.openai_responses.content import read_content, read_part, read_shell_outputs
from replayable.formats.openai_responses.fields import LOCAL_CALLS, NAME, OUTPUTS, SERVER_CALLS, SERVER_RESULTS
from replayable.model.facts import ODD_FIELD, OWN_FIELD
from replayable.model.parts import Opaque, Part, Reasoning, ServerCall, ServerResult, Text, ToolCall, ToolResult
from replayable.model.values import Json, Raw
from replayable.signatures import reasoning_signature, text_signature
from replayable.synthetic import ABORTED, KNOWN_TEXTS
from replayable.words import says_more

_MADE_UP = KNOWN_TEXTS | {ABORTED}
_LONGEST_MADE_UP = max(map(len, _MADE_UP))


def opaque(item: Json) -> Opaque:
    """The item as it is."""
    kind = item.get("type") if type(item) is dict else None
    return Opaque(kind if type(kind) is str else "", item, True, None, NAME)


def text_or_none(value: Json) -> str | None:
    """A string, or None for any other value."""
    return value if type(value) is str else None


# ---------------------------------------------------------------------------------------------- what the model says
def read_said(item: Raw) -> tuple[Part, ...]:
    """The parts of an assistant's message item. Where one part is all it holds, that part stands for the item."""
    content = item.get("content")
    signature = text_signature(text_or_none(item.get("id")), text_or_none(item.get("phase"))) if "id" in item or "phase" in item else None
    if not content and says_more(item, _WORDS):
        return (Opaque("", item, True, None, NAME),)
    if type(content) is str or not content:
        return (Text(content or "", item, True, signature),)
    if type(content) is list:
        if len(content) == 1 and type(only := read_part(content[0])) is Text:
            return (Text(only.text, item, True, signature, None, only.kind),)
        return tuple([_signed(read_part(part), signature) for part in content])
    return (opaque(item),)


def _signed(part: Part, signature: str | None) -> Part:
    """A text among others of one message item, with what is known of that."""
    return Text(part.text, part.raw, True, signature, None, part.kind) if type(part) is Text and signature is not None else part


# Types of texts by who speaks.
_SAID_TEXTS = frozenset({"output_text", "refusal"})
_GIVEN_TEXTS = frozenset({"input_text", "refusal"})
_TEXTS = frozenset({"input_text", "output_text", "text", "summary_text"})


# The keys of items that say nothing beyond what every format has words for, by their type.
_WORDS = frozenset({"type", "role", "content"})
_OUTPUT = frozenset({"type", "call_id", "output"})
_PLAIN: dict[str | None, frozenset[str]] = {
    None: _WORDS,
    "message": _WORDS,
    "function_call": frozenset({"type", "call_id", "name", "arguments"}),
    "custom_tool_call": frozenset({"type", "call_id", "name", "input"}),
    "function_call_output": _OUTPUT,
    "custom_tool_call_output": _OUTPUT,
}


def facts_of_item(item: Raw) -> int:
    """ODD_FIELD where something stands in the item in another shape than the API has for it, though it says what is meant: arguments as an
    object, a summary that is no list, a text under another role's type. OWN_FIELD where something stands in it that only this API knows: an id
    of the item, a phase, annotations of a text. (Reasoning and media are looked into anyway.)"""
    kind = item.get("type")
    plain = _PLAIN.get(kind) if kind is None or type(kind) is str else None
    facts = 0 if plain is not None and plain.issuperset(item) else OWN_FIELD
    if kind == "function_call":
        return facts | ODD_FIELD if type(item.get("arguments")) is dict else facts
    if kind == "reasoning":
        return facts if type(item.get("summary")) is list else facts | ODD_FIELD
    content = item.get("output") if "output" in item else item.get("content")
    return facts | _facts_of_content(content, item.get("role")) if type(content) is list else facts


def _facts_of_content(content: list[Json], role: Json) -> int:
    facts, right = 0, _SAID_TEXTS if role == "assistant" else _GIVEN_TEXTS
    for part in content:
        if type(part) is dict:
            if len(part) > 2:
                facts |= OWN_FIELD
            if type(named := part.get("type")) is str and named not in right and named in _TEXTS:
                facts |= ODD_FIELD
    return facts


def _read_reasoning(item: Raw) -> Part:
    return Reasoning(words_of(item), item, True, reasoning_signature(item))


def words_of(item: Raw) -> str:
    """What a reasoning item says in words: its summary, else its content."""
    for key in ("summary", "content"):
        texts = item.get(key)
        if type(texts) is str and texts:
            return texts
        if type(texts) is list and texts:
            return "\n\n".join(part["text"] for part in texts if type(part) is dict and type(part.get("text")) is str)
    return ""


def _read_call(item: Raw) -> Part:
    call_id, name, own = text_or_none(item.get("call_id")), text_or_none(item.get("name")), text_or_none(item.get("id"))
    arguments = read_arguments(item.get("arguments"))
    return ToolCall(call_id, name, arguments, item, True, call_id, None, None, item.get("async") is True, None, "function", own)


def _read_custom_call(item: Raw) -> Part:
    call_id, name, own = text_or_none(item.get("call_id")), text_or_none(item.get("name")), text_or_none(item.get("id"))
    return ToolCall(call_id, name, item.get("input"), item, True, call_id, None, None, item.get("async") is True, None, "custom", own)


def _read_local_call(item: Raw) -> Part:
    field, name = LOCAL_CALLS[item["type"]]
    call_id = text_or_none(item.get("call_id"))
    return ToolCall(call_id, name, item.get(field), item, True, call_id, item=text_or_none(item.get("id")))


def _read_server_call(item: Raw) -> Part:
    name = text_or_none(item.get("name")) or item["type"].removesuffix("_call")
    return ServerCall(text_or_none(item.get("call_id")) or text_or_none(item.get("id")), name, item, True, None, NAME)


def read_server_result(item: Raw) -> ServerResult:
    """What came back to a tool that the provider asked for itself."""
    return ServerResult(text_or_none(item.get(SERVER_RESULTS[item["type"]])), item, True, None, NAME)


SAID: dict[str, Callable[[Raw], Part]] = {
    "reasoning": _read_reasoning,
    "function_call": _read_call,
    "custom_tool_call": _read_custom_call,
    **dict.fromkeys(LOCAL_CALLS, _read_local_call),
    **dict.fromkeys(SERVER_CALLS, _read_server_call),
    "tool_search_output": read_server_result,
    "program_output": read_server_result,
}
"""What reads an item that is one part of an assistant's turn."""


# ---------------------------------------------------------------------------------------------- what tools gave back
def read_result(item: Raw) -> ToolResult:
    """The result that an output item is."""
    kind, output = item["type"], item.get("output")
    parts = read_shell_outputs(output) if kind == "shell_call_output" else read_content(output)
    call_id = item.get(OUTPUTS[kind])
    is_error = kind == "apply_patch_call_output" and item.get("status") == "failed"
    return ToolResult(call_id if type(call_id) is str else None, parts, item, True, None, is_error, type(output) is str and is_made_up(output))


def is_made_up(output: str) -> bool:
    """The output that stands in for one that was never stored."""
    return len(output) <= _LONGEST_MADE_UP and output in _MADE_UP
