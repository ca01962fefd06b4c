"""The entries of a session → the messages that its model is shown, as stored messages (openclaw storage specification 1.6)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from replayable.formats.openclaw.messages import milliseconds
from replayable.formats.openclaw.read import since_boundary
from replayable.formats.openclaw.spellings import HEADER
from replayable.formats.openclaw.tree import path_to, tree_of
from replayable.model.values import Json, Raw, is_blank


class Context(msgspec.Struct, frozen=True):
    """What a session goes on with: stored messages, and the last choices of thinking level and (provider, model)."""

    messages: tuple[Json, ...]
    thinking_level: str
    model: tuple[str, str] | None


def context(entries: Sequence[Json], leaf: str | None = None) -> Context:
    """The context at the end of the conversation, or at the entry `leaf` where there is one of that id."""
    rows = without_header(entries)
    path = _path(rows, leaf)
    level, model = _choices(rows, path)
    return Context(tuple(messages_of(rows, since_boundary(rows, path))), level, model)


def without_header(entries: Sequence[Json]) -> list[Json]:
    """The entries that stand in the tree."""
    return [entry for entry in entries if type(entry) is not dict or entry.get("type") != HEADER]


def messages_of(rows: list[Json], places: Sequence[int]) -> list[Json]:
    """The stored messages that the rows at these places are for the model. Only the first boundary still says something."""
    messages = []
    for position, place in enumerate(places):
        row = rows[place]
        reader = _READERS.get(row["type"])
        if reader is not None and not (position and row["type"] == "compaction") and (message := reader(row)) is not None:
            messages.append(message)
    return messages


def _path(rows: list[Json], leaf: str | None) -> tuple[int, ...]:
    if leaf is not None and (path := path_to(rows, leaf)) is not None:
        return path
    return tree_of(rows).path


def _choices(rows: list[Json], path: Sequence[int]) -> tuple[str, tuple[str, str] | None]:
    level, model = "off", None
    for place in path:
        row = rows[place]
        if row["type"] == "thinking_level_change" and type(chosen := row.get("thinkingLevel")) is str:
            level = chosen
        model = _model_of(row) or model
    return level, model


def _model_of(row: Raw) -> tuple[str, str] | None:
    """The route that an entry chooses, or that the assistant turn in it took."""
    said, name = row, "modelId"
    if row["type"] == "message" and type(row.get("message")) is dict and row["message"].get("role") == "assistant":
        said, name = row["message"], "model"
    elif row["type"] != "model_change":
        return None
    provider, model = said.get("provider"), said.get(name)
    return (provider, model) if type(provider) is str and type(model) is str else None


# ---------------------------------------------------------------------------------------------- one kind each
def _message(row: Raw) -> Json:
    message = row.get("message")
    return None if type(message) is dict and message.get("excludeFromContext") is True else message


def _custom(row: Raw) -> Raw | None:
    return None if row.get("excludeFromContext") is True else _made("custom", row, ("customType", "content", "display", "details"))


def _branch_summary(row: Raw) -> Raw | None:
    return _made("branchSummary", row, ("summary", "fromId")) if _says_something(row) else None


def _compaction(row: Raw) -> Raw:
    return _made("compactionSummary", row, ("summary", "tokensBefore"))


def _says_something(row: Raw) -> bool:
    return type(row.get("summary")) is str and not is_blank(row["summary"])


def _made(role: str, row: Raw, fields: tuple[str, ...]) -> Raw:
    """The message that a row is, with the time of the row; one that cannot be read counts as 0."""
    kept = {field: row[field] for field in fields if field in row}
    return {"role": role, **kept, "timestamp": _time(row.get("timestamp"))}


def _time(stored: Json) -> float:
    time = milliseconds(stored) or 0
    return int(time) if time == int(time) else time


_READERS: dict[str, Callable[[Raw], Json]] = {
    "message": _message,
    "custom_message": _custom,
    "branch_summary": _branch_summary,
    "compaction": _compaction,
}
