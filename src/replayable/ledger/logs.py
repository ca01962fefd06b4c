"""The requests that a log holds: one, a list of them, or one a line; of any tool, within whatever it keeps beside them.

A log of a long session is large, since each request repeats the last one: lines are decoded one at a time, when they are asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from replayable import records
from replayable.ledger.outline import history_key
from replayable.ledger.taking import body_in
from replayable.model.values import Json

# What is to be said of a log without a request.
NO_REQUEST = "no request in it: none of messages, input and contents; hand over the bodies that were sent"


class Logged(msgspec.Struct, frozen=True):
    """One entry of a log. `body` is None where it holds no request; `line` is 1-based, None where the log is one JSON value."""

    body: Mapping[str, Json] | None
    line: int | None = None

    @property
    def model(self) -> str:
        """The model that it names; nothing where it names none."""
        body = self.body or {}
        return str(body.get("model") or body.get("modelId") or "")

    @property
    def series(self) -> tuple[str, ...]:
        """What tells its cache from others: the model, and what the request says of its cache."""
        body = self.body or {}
        return tuple(str(body.get(name, "")) for name in ("model", "modelId", "prompt_cache_key", "prompt_cache_retention"))


def read_log(data: bytes) -> Iterator[Logged]:
    """The entries of a text, in order. Raises ReadError where nothing in it can be read."""
    records.check_is_text(data, records.INPUT)
    lines = [(number, line) for number, line in enumerate(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), start=1) if line.strip()]
    if len(lines) > 1 and (first := next((value for _, line in lines if isinstance(value := _value(line), dict)), None)) is not None:
        return _of_lines(lines) if "role" not in first or body_in(first) is not None else _of_messages(data)
    return _of_one(records.load(data).value)


def _of_lines(lines: list[tuple[int, bytes]]) -> Iterator[Logged]:
    for number, line in lines:
        yield Logged(body_in(_value(line)), number)


def _of_messages(data: bytes) -> Iterator[Logged]:
    """One request, of which a file has the messages alone."""
    yield Logged({"messages": records.load(data).value})


def _of_one(value: Json) -> Iterator[Logged]:
    """The requests in one JSON value: itself, its list, or the entries of an HTTP archive."""
    if isinstance(value, list):
        return _of_list(value)
    archive = value.get("log") if isinstance(value, dict) and history_key(value) is None else None
    entries = archive.get("entries") if isinstance(archive, dict) else None
    return _of_list([_sent(entry) for entry in entries]) if isinstance(entries, list) else iter((Logged(body_in(value)),))


def _of_list(values: list[Json]) -> Iterator[Logged]:
    """The requests among the values; messages alone are one request."""
    bodies = [body_in(value) for value in values]
    if any(bodies) or not any(isinstance(value, dict) and "role" in value for value in values):
        return iter([Logged(body) for body in bodies])
    return iter((Logged({"messages": values}),))


def _sent(entry: Json) -> Json:
    """What an entry of an HTTP archive has sent (HAR 1.2: `request.postData.text`)."""
    request = entry.get("request") if isinstance(entry, dict) else None
    posted = request.get("postData") if isinstance(request, dict) else None
    return {"body": posted.get("text")} if isinstance(posted, dict) else None


def _value(line: bytes) -> Json:
    """The JSON value of a line; None where it is none."""
    try:
        return records.decode(line)
    except (ValueError, RecursionError):
        return None
