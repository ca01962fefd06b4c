"""What a check of a Chat Completions request carries along, and what one kind of server is known to refuse beyond the API."""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec

from replayable.contracts.openai_completions import refusals, template_refusals
from replayable.contracts.refusal import Found, Place, Refusal, bracketed
from replayable.model.values import Json
from replayable.options import Options
from replayable.targets import Target

Message = dict[str, Json]

# How the API names JSON types in its texts.
TYPES = {dict: "an object", list: "an array", str: "a string", int: "an integer", float: "a decimal", bool: "a boolean", type(None): "null"}

ROLES = frozenset({"user", "assistant", "tool", "system", "developer", "function"})


class Words(msgspec.Struct, frozen=True, kw_only=True):
    """Which refusal a server names where all servers refuse the same."""

    unanswered: Refusal = refusals.UNANSWERED
    orphan: Refusal = refusals.ORPHAN
    first: Refusal = refusals.ORPHAN  # a result that nothing stands before
    unknown_call: Refusal = refusals.UNKNOWN_CALL  # a result amid others whose id no call of the turn has
    stray: Refusal = refusals.ORPHAN  # a result behind an assistant message without calls
    displaced: Refusal = refusals.ORPHAN  # an orphan whose call stands further up
    duplicate_result: Refusal = refusals.DUPLICATE_RESULT
    duplicate_call: Refusal = refusals.DUPLICATE_CALL_ID
    empty_id: Refusal = refusals.ID_EMPTY
    misshapen_id: Refusal = refusals.ID_LENGTH
    bad_arguments: Refusal = template_refusals.ARGUMENTS_MAPPING
    null_content: Refusal = refusals.NULL_CONTENT
    absent_content: Refusal = refusals.MISSING_FIELD
    bad_role: Refusal = refusals.BAD_ROLE
    bad_name: Refusal | None = None  # one word for all that is wrong with the name of a tool
    part: Refusal | None = None  # a part of a type that is none of `parts`


class Fields(msgspec.Struct, frozen=True):
    """The fields of a message that a server takes, by role or for all roles (""), and how it names another."""

    refusal: Refusal
    taken: dict[str, frozenset[str]]

    def of(self, role: Json) -> frozenset[str]:
        """Those of a role."""
        return self.taken.get(role if type(role) is str else "") or self.taken.get("", frozenset())


class Server(msgspec.Struct, frozen=True, kw_only=True):
    """One kind of server: its words, and what it refuses beyond the API. Adding a provider is adding one of these to the table of `servers`.

    `first_party`: fields are as typed, and arguments may be any string. `ids`: the form of ids that alone is taken. `parts`: types of parts
    that a user message may hold, None for those of the API. `is_empty`: what a message without words is refused with, by its role. `listed`:
    what a list of nothing but texts is refused with, in messages of `listed_roles`. `checks` look at the whole request, after all else.
    """

    words: Words = Words()
    first_party: bool = False
    roles: frozenset[str] = ROLES
    fields: Fields | None = None
    ids: re.Pattern[str] | None = None
    parts: frozenset[str] | None = None
    is_empty: Callable[[Message, str], Refusal | None] | None = None
    listed: Refusal | None = None
    listed_roles: frozenset[str] = ROLES
    checks: tuple[Callable[[Walk], None], ...] = ()


class Walk(msgspec.Struct, gc=False):
    """What a walk over a request has met so far; `calls` counts the ids of the newest assistant message, at `asked_at`."""

    payload: Message
    target: Target
    options: Options
    server: Server
    found: list[Found]
    known: set[str] = set()
    asked_at: int = -1
    calls: dict[str, int] = {}
    answers: dict[str, int] = {}  # id → index of the tool message that answers it

    @property
    def messages(self) -> list[Message]:
        """The messages that are some, in order; those of another type are told already."""
        given = self.payload.get("messages")
        return [message if type(message) is dict else {} for message in given] if type(given) is list else []


def missing(found: list[Found], place: Place, field: str) -> None:
    """A field that has to be there."""
    found.append(Found(refusals.MISSING_FIELD, place, {"at": bracketed((*place, field))}))


def wrong_type(found: list[Found], place: Place, expected: str, value: Json) -> None:
    """A field of another type than the API documents."""
    got = TYPES.get(type(value), "another value")
    found.append(Found(refusals.WRONG_TYPE, place, {"at": bracketed(place), "expected": expected, "got": got}))
