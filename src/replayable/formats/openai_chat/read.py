"""A history of Chat Completions → Transcript. Total and lossless: nothing is judged, nothing is left out."""

from __future__ import annotations

import msgspec

from replayable.answers import held_in, maker_in
from replayable.formats.anthropic.blocks import is_made_up
from replayable.formats.anthropic.fields import API as ANTHROPIC
from replayable.formats.openai_chat.calls import read_call, read_function_call
from replayable.formats.openai_chat.content import read_content
from replayable.formats.openai_chat.fields import NAME, has_own_field, is_odd
from replayable.formats.openai_chat.reads import READS
from replayable.formats.openai_chat.reasoning import read_reasoning
from replayable.formats.openai_chat.settings_read import read_settings
from replayable.model.building import call_message, message, result_message, text_message
from replayable.model.facts import ODD_FIELD, OWN_FIELD, SUSPECT_TEXT
from replayable.model.parts import Media, Opaque, Part, Text, ToolCall, ToolResult
from replayable.model.transcript import Message, Meta, Transcript
from replayable.model.values import Json, Raw
from replayable.records import Document
from replayable.synthetic import is_known_text
from replayable.words import says_more

API = "openai-completions"


def read(document: Document) -> Transcript:
    """The transcript of a list of messages, of a request (or a fine-tuning row), or of a single message."""
    value = document.value
    if type(value) is dict and ("messages" in value or "role" not in value):
        entries = value.get("messages")
        listed = entries if type(entries) is list else [] if entries is None else [entries]
        instruction = read_instruction(value.get("system"), SUSPECT_TEXT if document.suspect else 0)
        settings = read_settings({key: held for key, held in value.items() if key != "messages" and not (instruction and key == "system")})
        return Transcript(instruction + _read_entries(listed, document), NAME, settings, "request", document.notes)
    return Transcript(_read_entries(value if type(value) is list else [value], document), NAME, notes=document.notes)


def read_instruction(system: Json, scan: int) -> tuple[Message, ...]:
    """The instruction that a request keeps beside its messages, as Anthropic's do: gateways and their logs mix the two."""
    if type(system) is not str and type(system) is not list:
        return ()
    return (message("system", read_content(system), None, system, None, scan),) if system else ()


def _read_entries(entries: list[Json], document: Document) -> tuple[Message, ...]:
    records = document.records
    if records is None or len(records) != len(entries):
        scan = SUSPECT_TEXT if document.suspect else 0
        return tuple([read_message(entry, index, scan) for index, entry in enumerate(entries)])
    return tuple([read_message(record.value, index, SUSPECT_TEXT if record.suspect else 0) for index, record in enumerate(records)])


_RESULTS = ("tool", "function")


def read_message(entry: Json, origin: int, scan: int) -> Message:
    """The message that an entry of the list is; one without a role is kept whole, as an opaque part.

    Empty text of an assistant is no text: it only stands beside calls."""
    if type(entry) is not dict or type(role := entry.get("role")) is not str:
        return _read_answer(entry, origin, scan) or message("", (_unknown(entry),), origin, entry, None, scan)
    content = entry.get("content")
    if len(entry) == 2 and type(content) is str and content and role not in _RESULTS:
        return text_message(role, content, origin, entry, scan)
    if len(entry) == 3 and role == "tool" and type(content) is str and content and type(call_id := entry.get("tool_call_id")) is str:
        result = ToolResult(call_id, (Text(content),), None, True, None, False, is_known_text(content))
        return result_message(result, origin, entry, scan)
    if len(entry) == 3 and role == "assistant" and (content is None or type(content) is str) and (calls := plain_calls(entry.get("tool_calls"))):
        return call_message(content or "", calls, origin, entry, scan)
    return _read_any(entry, role, content, origin, scan)


def _read_answer(entry: Json, origin: int, scan: int) -> Message | None:
    """The message in a whole answer that was stored in its place."""
    held = held_in(entry, READS.answers)
    if type(held) is not dict:
        return None
    return msgspec.structs.replace(read_message(held, origin, scan | OWN_FIELD), raw=entry, meta=maker_in(entry, API))


def plain_calls(stored: Json) -> tuple[ToolCall, ...]:
    """The calls of a list that holds nothing but plain calls of functions; empty for anything else."""
    if type(stored) is not list:
        return ()
    calls = []
    for each in stored:
        if type(each) is not dict or len(each) != 3 or "id" not in each:
            return ()
        call = read_call(each)
        if not call.intact or call.kind != "function" or len(inner := each["function"]) != 2 or "arguments" not in inner:
            return ()
        calls.append(call)
    return tuple(calls)


def _read_any(entry: Raw, role: str, content: Json, origin: int, scan: int) -> Message:
    """The message of an entry that is not among the two plainest kinds."""
    odd = is_odd(entry)
    if odd:
        scan |= ODD_FIELD
    elif has_own_field(entry):
        scan |= OWN_FIELD
    if role in _RESULTS:
        return message("tool", (_read_result(entry),), origin, entry, None, scan)
    parts = () if content == "" and role == "assistant" else read_content(content)
    if odd:
        parts = _read_beside(entry, parts)
    elif calls := entry.get("tool_calls"):
        parts = (*parts, *_read_calls(calls))
    if not parts and says_more(entry, _SILENT_FIELDS):
        parts = (Opaque("", entry, True, None, NAME),)
    for part in parts:  # a plain loop: every message with a call comes by here
        if not part.intact:
            scan |= ODD_FIELD
    return message(role, parts, origin, entry, _maker_of(entry, role), scan)


def _maker_of(entry: Raw, role: str) -> Meta | None:
    """Who made a message that says it. The answers of Anthropic are messages themselves, and stand among others as they are."""
    if role != "assistant" or "model" not in entry:
        return None
    return maker_in(entry, ANTHROPIC if entry.get("type") == "message" else API)


# Fields that say nothing of what was said: who speaks. Where nothing else stands in a message it is empty; words under any other name are kept.
_SILENT_FIELDS = frozenset({"role", "content", "name"})


def _unknown(entry: Json) -> Opaque:
    kind = entry.get("type") if type(entry) is dict else None
    return Opaque(kind if type(kind) is str else "", entry, True, None, NAME)


def _read_result(entry: Raw) -> ToolResult:
    """The result that a tool message is. What the message holds besides stays with the message."""
    parts = read_content(entry.get("content"))
    call_id, name = entry.get("tool_call_id"), entry.get("name")
    return ToolResult(
        call_id if type(call_id) is str else None,
        parts,
        None,
        True,
        name if type(name) is str else None,
        False,
        is_made_up(parts),
        entry.get("cache_control"),
    )


def _read_beside(entry: Raw, parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """The parts of a message with fields beyond the plain ones: reasoning, then the content, then a refusal, audio and the calls."""
    if (mark := entry.get("cache_control")) is not None and parts:
        parts = (*parts[:-1], _marked(parts[-1], mark))
    behind = [part for key, reader in _BEHIND.items() if (value := entry.get(key)) for part in reader(value)]
    return (*read_reasoning(entry), *parts, *behind)


def _marked(part: Part, mark: Json) -> Part:
    """The part with the cache mark of its message, where it has none of its own."""
    if type(part) is Text and part.cache is None:
        return Text(part.text, part.raw, True, part.signature, mark, part.kind)
    if type(part) is Media and part.cache is None:
        return msgspec.structs.replace(part, cache=mark)
    return part


def _read_refusal(refusal: Json) -> tuple[Part, ...]:
    if type(refusal) is str:
        return (Text(refusal, {"refusal": refusal}, True, None, None, "refusal"),)
    return (Opaque("refusal", {"refusal": refusal}, True, None, NAME),)


def _read_audio(audio: Json) -> tuple[Part, ...]:
    """Spoken words are text where the history has them; the recording itself only its own provider can find again."""
    transcript = audio.get("transcript") if type(audio) is dict else None
    if type(transcript) is str and transcript:
        return (Text(transcript, {"audio": audio}),)
    return (Opaque("audio", {"audio": audio}, True, None, NAME),)


def _read_calls(calls: Json) -> tuple[ToolCall, ...]:
    if type(calls) is list:
        return tuple(map(read_call, calls))
    return (msgspec.structs.replace(read_call(calls), intact=False),)  # one call that was not put in a list


def _read_function_call(call: Json) -> tuple[Part, ...]:
    return (read_function_call(call),) if type(call) is dict else (Opaque("function_call", {"function_call": call}, True, None, NAME),)


_BEHIND = {"refusal": _read_refusal, "audio": _read_audio, "tool_calls": _read_calls, "function_call": _read_function_call}
"""The fields whose parts stand behind the content, in this order."""
