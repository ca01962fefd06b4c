"""What of a session file must be known at once to judge how its rows hang together: a few fields of each row, no contents."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from replayable.formats.openclaw.spellings import CALL_TYPES, COPIES, HEADER, INTERNAL_CONTEXT, RESULT_IDS
from replayable.model.values import Json, Raw
from replayable.projection.display.texts import texts_of
from replayable.rules.provenance.internal_context import without_context

# The fields by which rows hang together (openclaw storage specification 1.4), and what tells a header.
_FIELDS = ("type", "id", "parentId", "targetId", "appendParentId", "appendMode", "firstKeptEntryId", "version", "sessionId", "timestamp")
_FAILED = frozenset({"error", "aborted"})
# The assistant turns whose missing results are known to be lost and not late (openclaw storage specification 2.2, step 4).
CODE_API = "openai-chatgpt-responses"
_CODE_MODE = ("openai", CODE_API)
SEND_TOOL = "message"

Case = Literal["code-mode", "send"]


class Asked(msgspec.Struct, frozen=True, gc=False):
    """Calls of a turn whose results may be lost: (id, name) each. `sends`: the next message is one that the runtime wrote after a send."""

    row: int
    calls: tuple[tuple[str, str], ...]
    case: Case


class Prompt(msgspec.Struct, frozen=True, gc=False):
    """What a user's turn says, as a hash; and whether context of the runtime stands around it."""

    words: int
    is_wrapped: bool


class Outline(msgspec.Struct):
    """The rows of a session file by their index. `rows` are None where one is dropped; `digests` tell rows that are the same word for
    word; `prompts` are the users' turns; `origin` is where made-up ids come from."""

    rows: list[Json]
    lines: list[int]
    digests: list[int]
    asked: list[Asked]
    answered: set[str]
    prompts: dict[int, Prompt]
    origin: str

    @property
    def headers(self) -> list[int]:
        """The rows that are headers."""
        return [index for index, row in enumerate(self.rows) if type(row) is dict and row.get("type") == HEADER]

    def is_named(self, header: int) -> bool:
        """The header says which session it is."""
        return any(type(name := self.rows[header].get(key)) is str and name.strip() for key in ("id", "sessionId"))

    @property
    def is_linked(self) -> bool:
        """Some row has an id: the rows hang together by ids, not only by their order."""
        return any(type(row) is dict and row.get("type") != HEADER and "id" in row for row in self.rows)


class Draughtsman:
    """Draws the outline, row by row."""

    def __init__(self, origin: str) -> None:
        self.outline = Outline([], [], [], [], set(), {}, origin)
        self._sender: Asked | None = None

    def see(self, row: Json, line: int, digest: int) -> None:
        """Takes the next row in."""
        outline = self.outline
        index = len(outline.rows)
        outline.rows.append(_fields_of(row) if type(row) is dict else None)
        outline.lines.append(line)
        outline.digests.append(digest)
        if type(row) is dict and row.get("type") == "message" and type(message := row.get("message")) is dict:
            self._see_message(message, index)

    def _see_message(self, message: Raw, index: int) -> None:
        if self._sender is not None and is_written_by_runtime(message):
            self.outline.asked.append(self._sender)
        self._sender = None
        self.outline.answered.update(answers_of(message))
        if message.get("role") == "user":
            self.outline.prompts[index] = _prompt_of(message)
        if is_code_mode(message):
            self.outline.asked.append(Asked(index, calls_of(message), "code-mode"))
        elif may_send(message):
            self._sender = Asked(index, tuple(call for call in calls_of(message) if call[1] == SEND_TOOL), "send")


def _fields_of(row: Raw) -> Raw:
    kept: Raw = {field: row[field] for field in _FIELDS if field in row}
    return {**kept, "message": True} if "message" in row else kept


def _prompt_of(message: Raw) -> Prompt:
    text = "\n".join(texts_of(message))
    is_wrapped = INTERNAL_CONTEXT in text
    return Prompt(hash((without_context(text) if is_wrapped else text).strip()), is_wrapped)


# ---------------------------------------------------------------------------------------------- what a message says of it
def calls_of(message: Raw) -> tuple[tuple[str, str], ...]:
    """The id and the name of each call that has both."""
    return tuple(_called(message.get("content")))


def _called(content: Json) -> Iterable[tuple[str, str]]:
    for block in content if type(content) is list else ():
        if type(block) is dict and type(kind := block.get("type")) is str and kind in CALL_TYPES:
            own, name = block.get("id"), block.get("name")
            if type(own) is str and own and type(name) is str:
                yield own, name


def answers_of(message: Raw) -> list[str]:
    """The ids of the calls that a message has results of: its own, or those of blocks in it."""
    if message.get("role") in ("toolResult", "tool"):
        return [own for key in RESULT_IDS if type(own := message.get(key)) is str]
    if message.get("role") != "user" or type(content := message.get("content")) is not list:
        return []
    return [own for block in content if type(block) is dict for key in RESULT_IDS if type(own := block.get(key)) is str]


def is_code_mode(message: Raw) -> bool:
    """A turn of the one transport that is known to lose results at a restart."""
    if message.get("role") != "assistant" or (message.get("provider"), message.get("api")) != _CODE_MODE:
        return False
    return not _has_failed(message) and bool(calls_of(message))


def may_send(message: Raw) -> bool:
    """A turn over a Responses API that calls the tool by which a model sends messages."""
    api = message.get("api")
    if message.get("role") != "assistant" or type(api) is not str or not api.endswith("responses") or _has_failed(message):
        return False
    return any(name == SEND_TOOL for _, name in calls_of(message))


def _has_failed(message: Raw) -> bool:
    stop = message.get("stopReason")
    return type(stop) is str and stop in _FAILED


def is_written_by_runtime(message: Raw) -> bool:
    """An assistant's row that the runtime wrote: the mirror of a delivery, or what it put in."""
    model = message.get("model")
    return message.get("role") == "assistant" and message.get("provider") == "openclaw" and type(model) is str and model in COPIES
