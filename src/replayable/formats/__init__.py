"""The ways in which histories are written down. A new one is a new file (or package) and its name in `NAMES`."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from replayable.answers import held_in
from replayable.errors import UnknownFormat
from replayable.formats.format import Format
from replayable.model.values import Json
from replayable.on_demand import OnDemand
from replayable.slices import Slices, samples

# In the order in which they are asked whether a history is theirs. The module of each is named like it.
NAMES = ("openclaw", "openai-chat", "anthropic", "gemini", "bedrock", "openai-responses")
FORMATS: Mapping[str, Format] = OnDemand({name: f"replayable.formats.{name.replace('-', '_')}:FORMAT" for name in NAMES})

# Wins where several fit and the target's own is none of them.
USUAL = "openai-chat"


def named(name: str) -> Format:
    """The format of a name. Raises UnknownFormat, naming those there are."""
    folded = name.strip().lower() if isinstance(name, str) else ""
    if folded in FORMATS:
        return FORMATS[folded]
    raise UnknownFormat(f"unknown format {name!r}; known are {', '.join(NAMES)}")


def recognised(value: Json, preferred: str | None = None) -> Format:
    """The format of a history that does not say so: by what only one of them has.

    If several fit, the preferred one wins (the target's own), then openai-chat. Raises UnknownFormat if none fits."""
    return chosen(verdicts(value), preferred)


def verdicts(value: Json) -> tuple[bool | None, ...]:
    """What each format says of a history: surely it (True), surely not (False), or it may be (None)."""
    answers = [entry for entry in _entries(value) if type(entry) is list or (type(entry) is dict and "role" not in entry and "type" not in entry)]
    return tuple(_judged(each, value, answers) for each in FORMATS.values())


HISTORY_KEYS = frozenset({"messages", "contents", "input"})


def is_an_answer(value: Json) -> bool:
    """The value is the whole answer of one of the APIs, which stands alone: no request, no message."""
    if type(value) is not dict or not HISTORY_KEYS.isdisjoint(value) or "role" in value or "type" in value:
        return False
    return any(held_in(value, each.reads.answers) is not None for each in FORMATS.values())


def _entries(value: Json) -> list[Json]:
    if type(value) is dict:
        value = next((value[key] for key in ("messages", "contents", "input") if key in value), None)
    return value if type(value) is list else []


def _judged(format: Format, value: Json, answers: list[Json]) -> bool | None:
    """A whole answer of its API that stands in the place of a message is something that only this format has."""
    return True if any(held_in(answer, format.reads.answers) is not None for answer in answers) else format.sniff(value)


def is_of_an_api(message: Json) -> bool:
    """What is stored as a message is a message, an item or a whole answer that only one of the APIs has."""
    return any(said for name, said in zip(NAMES, verdicts([message]), strict=True) if FORMATS[name].history_key is not None)


def chosen(said: tuple[bool | None, ...], preferred: str | None = None) -> Format:
    """The format that the verdicts tell. Raises UnknownFormat if none fits."""
    judged = list(zip(NAMES, said, strict=True))
    fitting = [name for name, verdict in judged if verdict is True] or [name for name, verdict in judged if verdict is None]
    if not fitting:
        raise UnknownFormat(
            f"the input is in none of the known formats ({', '.join(NAMES)}); name the format to read it as one: `source=`, or `--from` on the command line"
        )
    wanted = (name for name in (preferred, USUAL) if name in fitting)
    return FORMATS[next(wanted, fitting[0])]


def recognised_slices(slices: Slices, preferred: str | None = None) -> Format | None:
    """The format as `recognised` tells it, by some of the messages; None where some do not tell enough, or nothing fits."""
    from replayable.formats.openai_chat.fields import PLAIN_FIELDS

    try:
        some = samples(slices, PLAIN_FIELDS)
        if some is None:
            return None
        return recognised(some if slices.fields is None else {**slices.fields, "messages": some}, preferred)
    except (UnknownFormat, msgspec.MsgspecError, RecursionError):
        return None
