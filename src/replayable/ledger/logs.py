"""The requests that a log holds: one, a list of them, or one a line; of any tool, within whatever it keeps beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from replayable import records
from replayable.errors import ReadError
from replayable.ledger.outline import history_key
from replayable.ledger.taking import body_in
from replayable.model import Json


class Logged(msgspec.Struct, frozen=True):
    """One request. `line` is 1-based; None where the log is one JSON value."""

    body: Mapping[str, Json]
    line: int | None = None

    @property
    def series(self) -> tuple[str, ...]:
        """What tells its cache from others: the model, and what the request says of its cache."""
        return tuple(str(self.body.get(name, "")) for name in ("model", "modelId", "prompt_cache_key", "prompt_cache_retention"))


class Log(msgspec.Struct, frozen=True):
    """The requests of a log in order. `others`: how many lines or entries hold none."""

    requests: tuple[Logged, ...]
    others: int = 0


def read_log(data: bytes) -> Log:
    """The requests in a text. Raises ReadError where there is none."""
    document = records.load(data)
    values = [(record.value, record.line) for record in document.records or ()]
    found = _of_many(values) if values else _of_one(document.value)
    if not found.requests:
        raise ReadError("no request in it: none of messages, input and contents; hand over the bodies that were sent")
    return msgspec.structs.replace(found, others=found.others + len(document.notes)) if values else found


def _of_one(value: Json) -> Log:
    """The requests in one JSON value: itself, its list, or the entries of an HTTP archive."""
    if isinstance(value, dict):
        archive = value.get("log")
        entries = archive.get("entries") if isinstance(archive, dict) else None
        if isinstance(entries, list) and history_key(value) is None:
            return _of_many([(_sent(entry), None) for entry in entries])
        body = body_in(value)
        return Log(()) if body is None else Log((Logged(body),))
    return _of_many([(each, None) for each in value]) if isinstance(value, list) else Log(())


def _of_many(values: Sequence[tuple[Json, int | None]]) -> Log:
    """The requests among the values; messages alone are one request."""
    bodies = [(body_in(value), line) for value, line in values]
    found = tuple(Logged(body, line) for body, line in bodies if body is not None)
    if found or not any(isinstance(value, dict) and "role" in value for value, _ in values):
        return Log(found, len(values) - len(found))
    return Log((Logged({"messages": [value for value, _ in values]}),))


def _sent(entry: Json) -> Json:
    """What an entry of an HTTP archive has sent (HAR 1.2: `request.postData.text`)."""
    request = entry.get("request") if isinstance(entry, dict) else None
    posted = request.get("postData") if isinstance(request, dict) else None
    return {"body": posted.get("text")} if isinstance(posted, dict) else None
