"""One message of openclaw → Message."""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import UTC, datetime

import msgspec

from replayable.formats.openclaw.fields import facts_of_fields
from replayable.formats.openclaw.parts import IN_ASSISTANT_TURNS, IN_RESULTS, IN_USER_TURNS, first_string, is_made_up, opaque, read_parts
from replayable.formats.openclaw.rendering import branch_text, command_text, compaction_text
from replayable.formats.openclaw.spellings import CONTEXT, CONTEXT_SOURCE, COPIES, INTERNAL_CONTEXT, MIRRORS, RESULT_IDS
from replayable.model.building import message
from replayable.model.facts import ANNOTATED, SILENT
from replayable.model.parts import Part, Text, ToolResult
from replayable.model.transcript import Message, Meta
from replayable.model.values import Json, Raw
from replayable.synthetic import OPENCLAW_FAILED_TURN

# Made from a stored message: its origin, the facts that only the reader knows, and the time of its entry.
_Reader = Callable[[Raw, int, int, Json], Message | None]


def read_message(value: Json, origin: int, scan: int, entered: Json = None) -> Message | None:
    """The message that a stored one is; None for one that the model is not shown. What is no message becomes one opaque part."""
    if type(value) is not dict:
        return message("", (opaque(value),), origin, value, None, scan)
    if value.get("excludeFromContext") is True:
        return None
    role = value.get("role")
    if type(role) is not str:
        return _without_role(value, origin, scan)
    return _READERS.get(role, _other)(value, origin, scan | facts_of_fields(value, role), entered)


def _user(value: Raw, origin: int, scan: int, entered: Json) -> Message:
    provenance, is_context = value.get("provenance"), value.get("runtimeContextCarrier") is True
    has_media = "__openclaw" in value and _has_media(value)
    meta = Meta(None, None, None, None, None, None, None, _time(value, entered), provenance, False, has_media, False, is_context)
    if is_context or (type(provenance) is dict and provenance.get("kind") == "inter_session"):
        scan |= ANNOTATED
    return message("user", read_parts(value.get("content"), IN_USER_TURNS), origin, value, meta, scan)


def _assistant(value: Raw, origin: int, scan: int, entered: Json) -> Message:
    parts = read_parts(value.get("content"), IN_ASSISTANT_TURNS)
    for part in parts:
        if type(part) is Text and ("_" in (text := part.text) or text == OPENCLAW_FAILED_TURN):
            scan |= _scan_of(text)
    meta = _made_by(value, entered)
    return message("assistant", parts, origin, value, meta, scan | ANNOTATED if meta.is_copy else scan)


def _scan_of(text: str) -> int:
    """The facts of an assistant's text that want a closer look."""
    scan = SILENT if "no_reply" in text.lower() else 0
    return scan | ANNOTATED if INTERNAL_CONTEXT in text or text == OPENCLAW_FAILED_TURN else scan


def _made_by(value: Raw, entered: Json) -> Meta:
    get = value.get
    provider, api, model, response, stop, error = get("provider"), get("api"), get("model"), get("responseId"), get("stopReason"), get("errorMessage")
    return Meta(
        provider if type(provider) is str else None,
        api if type(api) is str else None,
        model if type(model) is str else None,
        response if type(response) is str else None,
        _STOPS.get(stop, stop) if type(stop) is str else None,
        get("usage"),
        error if type(error) is str else None,
        _time(value, entered),
        get("provenance"),
        get("providerReplay") is not None,
        False,
        (provider == "openclaw" and type(model) is str and model in COPIES) or ("openclawDeliveryMirror" in value and _is_mirror(value)),
    )


def _is_mirror(value: Raw) -> bool:
    mark = value["openclawDeliveryMirror"]
    kind = mark.get("kind") if type(mark) is dict else None
    return type(kind) is str and kind in MIRRORS


# The words of other APIs for how a turn ended, as they stand in some files.
_STOPS = {"end_turn": "stop", "tool_use": "toolUse", "tool_calls": "toolUse", "max_tokens": "length"}


def _tool_result(value: Raw, origin: int, scan: int, entered: Json) -> Message:
    parts = read_parts(value.get("content"), IN_RESULTS)
    call_id = value.get("toolCallId")
    if type(call_id) is not str or not call_id:
        call_id = first_string(value, RESULT_IDS)
    is_error = bool(value.get("isError"))
    name = value.get("toolName")
    result = ToolResult(call_id, parts, value, True, name if type(name) is str else None, is_error, is_made_up(value, parts, is_error))
    return message("tool", (result,), origin, value, _timed(value, entered), scan)


def _custom(value: Raw, origin: int, scan: int, entered: Json) -> Message:
    meta = _timed(value, entered)
    if _is_carrier(value):
        meta, scan = msgspec.structs.replace(meta, is_context=True), scan | ANNOTATED
    return message("user", read_parts(value.get("content"), IN_RESULTS), origin, value, meta, scan, "custom")


def _is_carrier(value: Raw) -> bool:
    """Context of the runtime for one turn: hidden, and said to be such (openclaw storage specification 4.2)."""
    details = value.get("details")
    if value.get("customType") != CONTEXT or value.get("display") is not False or type(details) is not dict:
        return False
    said = details.get("runtimeContextCarrier")
    return said is True or (said is not False and details.get("source") == CONTEXT_SOURCE)


def _command(value: Raw, origin: int, scan: int, entered: Json) -> Message:
    return message("user", _whole(command_text(value), value), origin, value, _timed(value, entered), scan, "command")


def _branch_summary(value: Raw, origin: int, scan: int, entered: Json) -> Message | None:
    text = branch_text(value.get("summary"))
    return None if text is None else message("user", _whole(text, value), origin, value, _timed(value, entered), scan, "branch-summary")


def _compaction(value: Raw, origin: int, scan: int, entered: Json) -> Message | None:
    text = compaction_text(value.get("summary"))
    return None if text is None else message("user", _whole(text, value), origin, value, _timed(value, entered), scan, "compaction")


def _whole(text: str, value: Raw) -> tuple[Text]:
    """The words for a whole message, which comes back as one if it is put together with others; a row of the file does not."""
    return (Text(text, value if "role" in value else None),)


def _instruction(value: Raw, origin: int, scan: int, entered: Json) -> Message:
    content = value.get("content")
    parts = _whole(content, value) if type(content) is str else read_parts(content, IN_ASSISTANT_TURNS)
    return message(value["role"], parts, origin, value, _timed(value, entered), scan)


def _other(value: Raw, origin: int, scan: int, entered: Json) -> Message:
    """A role that is not known here."""
    return message(value["role"], read_parts(value.get("content"), IN_ASSISTANT_TURNS), origin, value, _timed(value, entered), scan)


def _without_role(value: Raw, origin: int, scan: int) -> Message:
    parts: tuple[Part, ...] = read_parts(value["content"], IN_RESULTS) if "content" in value else (opaque(value),)
    return message("", parts, origin, value, None, scan)


_READERS: dict[str, _Reader] = {
    "user": _user,
    "assistant": _assistant,
    "toolResult": _tool_result,
    "tool": _tool_result,
    "custom": _custom,
    "hookMessage": _custom,
    "bashExecution": _command,
    "branchSummary": _branch_summary,
    "compactionSummary": _compaction,
    "system": _instruction,
    "developer": _instruction,
}
# Rows of a session file that are messages themselves.
READERS_OF_ROWS: dict[str, _Reader] = {"custom_message": _custom, "branch_summary": _branch_summary, "compaction": _compaction}


# ---------------------------------------------------------------------------------------------- what stands beside the content
def _timed(value: Raw, entered: Json) -> Meta:
    return Meta(None, None, None, None, None, None, None, _time(value, entered))


def _time(value: Raw, entered: Json) -> float | None:
    own = value.get("timestamp")
    return own if type(own) is int else milliseconds(entered if own is None else own)


def milliseconds(value: Json) -> float | None:
    """A time in milliseconds since 1970, from a number or an ISO text; None for anything else. Without a zone it is UTC."""
    if type(value) is int or type(value) is float:
        return value if math.isfinite(value) else None
    if type(value) is not str:
        return None
    try:
        read = datetime.fromisoformat(value)
    except ValueError:
        return None
    zoned = read if read.tzinfo else read.replace(tzinfo=UTC)
    return (zoned - _EPOCH).total_seconds() * 1000


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MEDIA_KINDS = frozenset({"image", "audio", "video", "document", "file", "voice", "sticker", "animation"})


def _has_media(value: Raw) -> bool:
    """Files that the user sent are stored elsewhere and named under `__openclaw.media`. (The older `MediaPath` does not count:
    openclaw 2026.9.6 drops blank turns that have only that.)"""
    own = value["__openclaw"]
    media = own.get("media") if type(own) is dict else None
    return type(media) is list and any(_is_media_fact(fact) for fact in media)


def _is_media_fact(fact: Json) -> bool:
    if type(fact) is not dict:
        return False
    kind = fact.get("kind")
    return bool(first_string(fact, ("path", "url", "contentType"))) or (type(kind) is str and kind in _MEDIA_KINDS)
