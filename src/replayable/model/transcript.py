"""A conversation as it happened: immutable messages made of immutable parts, and the settings of its request.

A message remembers the object it was read from (`raw`) and whether it still says the same (`intact`), as its parts do, so that
an untouched one is written back as it was, unknown fields included."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from replayable.model.parts import Part
from replayable.model.settings import Settings
from replayable.model.values import Json
from replayable.report import Note


class Meta(msgspec.Struct, frozen=True, gc=False):
    """Where a message came from, as far as the history says. `timestamp` is in milliseconds since 1970. `format`: the one that it was stored
    in, where that is not the one of its history."""

    provider: str | None = None
    api: str | None = None
    model: str | None = None
    response_id: str | None = None
    stop_reason: str | None = None
    usage: Json = None
    error: str | None = None
    timestamp: float | None = None
    provenance: Json = None
    owns_state: bool = False  # opaque state of the provider hangs on this turn; it must not be dropped for being empty
    has_media: bool = False  # the user sent files with it that are stored elsewhere
    is_copy: bool = False  # no model made this turn: what was delivered, or injected, was stored as one
    is_context: bool = False  # no user wrote this: context that the runtime put beside a user's turn
    format: str | None = None


class Message(msgspec.Struct, frozen=True, gc=False):
    """One stored message. Results, calls, texts and images are its parts.

    `role` is "system", "developer", "user", "assistant" or "tool", or what was stored where it is none of these.
    `origin` is the 0-based index in the history; None for a message that was made here or that stands outside the list.
    `kind` tells messages of a session file apart that are sent as user text."""

    role: str
    parts: tuple[Part, ...]
    origin: int | None = None
    facts: int = 0
    raw: Any = None
    intact: bool = True
    meta: Meta | None = None
    kind: Literal["message", "custom", "compaction", "branch-summary", "command"] = "message"


class Route(msgspec.Struct, frozen=True, gc=False):
    """Where a session was sent from a time (ms) on, as it noted it itself."""

    provider: str | None = None
    api: str | None = None
    model: str | None = None
    timestamp: float | None = None


class Transcript(msgspec.Struct, frozen=True, gc=False):
    """A conversation: its messages, its settings, and how it was written down.

    `envelope` is what the format needs to write the same file or request back and belongs to the format alone.
    `compacted_at` is the time (ms) of the newest compaction.
    `given`, `spread`: how the history was handed over, and whether as one JSON value or by lines (JSONL), so that it can be given back alike.
    `routes`: where the session went so far, oldest first. `kept_in`: the format of the file, where all messages in it are of another."""

    messages: tuple[Message, ...]
    format: str
    settings: Settings = Settings()
    shape: Literal["list", "request", "session"] = "list"
    notes: tuple[Note, ...] = ()
    envelope: Any = None
    compacted_at: float | None = None
    given: Literal["objects", "str", "bytes"] = "objects"
    spread: Literal["whole", "lines"] = "whole"
    routes: tuple[Route, ...] = ()
    kept_in: str | None = None
