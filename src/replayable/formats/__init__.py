"""The ways in which histories are written down. A new one is a new file (or package) and one line in `FORMATS`."""

from __future__ import annotations

from replayable.answers import held_in
from replayable.errors import UnknownFormat
from replayable.formats import anthropic, bedrock, gemini, openai_chat, openai_responses, openclaw
from replayable.formats.format import Format
from replayable.formats.openai_chat.fields import PLAIN_FIELDS
from replayable.model import Json
from replayable.slices import Slices, samples

FORMATS: tuple[Format, ...] = (openclaw.FORMAT, openai_chat.FORMAT, anthropic.FORMAT, gemini.FORMAT, bedrock.FORMAT, openai_responses.FORMAT)


def named(name: str) -> Format:
    """The format of a name. Raises UnknownFormat, naming those there are."""
    folded = name.strip().lower() if isinstance(name, str) else ""
    for each in FORMATS:
        if each.name == folded:
            return each
    raise UnknownFormat(f"unknown format {name!r}; known are {', '.join(each.name for each in FORMATS)}")


def recognised(value: Json, preferred: str | None = None) -> Format:
    """The format of a history that does not say so: by what only one of them has.

    If several fit, the preferred one wins (the target's own), then openai-chat. Raises UnknownFormat if none fits."""
    return chosen(verdicts(value), preferred)


def verdicts(value: Json) -> tuple[bool | None, ...]:
    """What each format says of a history: surely it (True), surely not (False), or it may be (None)."""
    answers = [entry for entry in _entries(value) if type(entry) is list or (type(entry) is dict and "role" not in entry and "type" not in entry)]
    return tuple(_judged(each, value, answers) for each in FORMATS)


def _entries(value: Json) -> list[Json]:
    if type(value) is dict:
        value = next((value[key] for key in ("messages", "contents", "input") if key in value), None)
    return value if type(value) is list else []


def _judged(format: Format, value: Json, answers: list[Json]) -> bool | None:
    """A whole answer of its API that stands in the place of a message is something that only this format has."""
    return True if any(held_in(answer, format.reads.answers) is not None for answer in answers) else format.sniff(value)


def chosen(said: tuple[bool | None, ...], preferred: str | None = None) -> Format:
    """The format that the verdicts tell. Raises UnknownFormat if none fits."""
    judged = list(zip(FORMATS, said, strict=True))
    fitting = [each for each, verdict in judged if verdict is True] or [each for each, verdict in judged if verdict is None]
    for name in (preferred, openai_chat.FORMAT.name):
        for each in fitting:
            if each.name == name:
                return each
    if fitting:
        return fitting[0]
    raise UnknownFormat(f"the input is in none of the known formats ({', '.join(each.name for each in FORMATS)}); name the format to read it as one")


def recognised_slices(slices: Slices, preferred: str | None = None) -> Format | None:
    """The format as `recognised` tells it, by some of the messages; None where some do not tell enough, or nothing fits."""
    some = samples(slices, PLAIN_FIELDS)
    if some is None:
        return None
    try:
        return recognised(some if slices.fields is None else {**slices.fields, "messages": some}, preferred)
    except UnknownFormat:
        return None
