"""A refusal is data: what a provider answers to one kind of mistake, where that is known from, and how to avoid it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from replayable.report import Certainty, Problem

# Which of several mistakes a provider names first is documented nowhere; inferred from reports (provider-contracts, 2026-11).
Stage = Literal[0, 1, 2, 3, 4, 5]
BODY: Stage = 0  # the JSON text
SIZE: Stage = 1
SCHEMA: Stage = 2  # fields and their types
STRUCTURE: Stage = 3  # what belongs together, and in which order
SIGNATURE: Stage = 4
CONTEXT: Stage = 5  # the length in tokens: no repair shortens a history

# How far a request by itself shows the mistake: that a signature is another model's, or that tokens are too many, it does not.
Visible = Literal["yes", "partly", "no"]

_HISTORIES = frozenset({"messages", "contents", "input"})

AS_OF = "2026-11"  # when the catalogue `provider-contracts` was put together

# Keys and indexes from the request down to the thing meant, e.g. ("messages", 3, "content", 0).
Place = tuple[str | int, ...]


class Refusal(msgspec.Struct, frozen=True, kw_only=True):
    """One kind of mistake that an API refuses.

    `id` is shared by the several texts of one kind. `error` is the provider's text; names in braces are filled in. `variants` are other
    texts, in the same form, that were seen for the same mistake. `models` says in words which models it holds for, empty for all;
    `providers` are those of the API that answer so, empty for all. `cured_by` names the rules of `prepare` that repair it, empty where
    none does. `disputed` says what speaks against it, where the evidence is divided: what is safe either way is asked for. `as_of` is
    the month in which the source was read.
    """

    id: str
    error: str
    fix: str
    certainty: Certainty
    stage: Stage
    source: str
    as_of: str = AS_OF
    models: str = ""
    providers: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()
    cured_by: tuple[str, ...] = ()
    visible: Visible = "yes"
    disputed: str = ""


class Found(msgspec.Struct, frozen=True, gc=False):
    """A refusal at a place of a request, with what its text is to be filled with."""

    refusal: Refusal
    place: Place
    fields: Mapping[str, str | int] = {}


def problems(found: list[Found]) -> tuple[Problem, ...]:
    """What was found as problems, those first that the provider would name first."""
    return tuple(map(_problem, sorted(found, key=_rank)))


def text_of(found: Found) -> str:
    """The provider's text with what belongs into it."""
    # not str.format: the texts quote patterns such as {1,128}
    return re.sub(r"\{([a-z_]+)\}", lambda name: str(found.fields.get(name[1], name[0])), found.refusal.error)


def pointer(place: Place) -> str:
    """The place as an RFC 6901 pointer."""
    return "".join("/" + str(key).replace("~", "~0").replace("/", "~1") for key in place)


def dotted(place: Place) -> str:
    """The place as Anthropic and Cerebras write it: `messages.3.content.0`."""
    return ".".join(map(str, place))


def listed(values: Sequence[str]) -> str:
    """The values as OpenAI lists them: `'low', 'medium', and 'high'`."""
    quoted = [f"'{value}'" for value in values]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])}{',' if len(quoted) > 2 else ''} and {quoted[-1]}"


def bracketed(place: Place) -> str:
    """The place as OpenAI writes it: `messages[1].tool_calls[0].id`."""
    text = "".join(f"[{key}]" if type(key) is int else f".{key}" for key in place)
    return text.removeprefix(".")


def _rank(found: Found) -> tuple[int, int]:
    """The stage, then the message: what stands beside the history comes before it. Within a message the order of finding stays."""
    place = found.place
    index = place[1] if len(place) > 1 and place[0] in _HISTORIES else -1
    return found.refusal.stage, index if type(index) is int else -1


def _problem(found: Found) -> Problem:
    refusal = found.refusal
    return Problem(
        rule=refusal.id,
        pointer=pointer(found.place),
        error=text_of(found),
        fix=refusal.fix,
        certainty=refusal.certainty,
    )
