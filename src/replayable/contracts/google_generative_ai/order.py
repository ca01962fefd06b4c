"""Checks of contents among each other: turns, the pairing of calls and responses, and signatures of the running turn."""

from __future__ import annotations

from replayable.contracts.google_generative_ai import refusals
from replayable.contracts.google_generative_ai.spelling import held
from replayable.contracts.refusal import Found, Place
from replayable.facts.gemini_fields import TOOL_ROLES
from replayable.model.values import Json


def check_order(contents: list[Json], found: list[Found]) -> None:
    """Roles take turns, each content with calls is answered in the next, and the user has the last word."""
    before: Json = None
    asked = 0
    for index, content in enumerate(contents):
        place: Place = ("contents", index)
        speaker, (calls, results) = _speaker(content), _counts(content)
        if index and speaker == before:
            found.append(Found(refusals.CALL_PLACE if calls else refusals.ALTERNATE, place))
        elif not index and speaker == "model" and calls:
            found.append(Found(refusals.CALL_PLACE, place))
        if results and not asked:
            found.append(Found(refusals.RESPONSE_PLACE, place))
        elif results != asked:
            found.append(Found(refusals.COUNT, place))
        before, asked = speaker, calls
    last: Place = ("contents", len(contents) - 1)
    if asked:
        found.append(Found(refusals.COUNT, last))
    elif before == "model":
        found.append(Found(refusals.FINAL_ROLE, last))


def check_signatures(contents: list[Json], found: list[Found]) -> None:
    """The first call of each step since the user's last words."""
    start = len(contents)
    while start and not _user_speaks(contents[start - 1]):
        start -= 1
    position = 0
    for index in range(start, len(contents)):
        for number, part in enumerate(_parts(contents[index])):
            call = held(part, "functionCall")[1]
            if call is None:
                continue
            position += 1
            if not held(part, "thoughtSignature")[1]:
                name = str(call.get("name")) if type(call) is dict else ""
                found.append(Found(refusals.NO_SIGNATURE, ("contents", index, "parts", number), {"name": name, "position": position}))
            break


def role_of(content: Json) -> Json:
    """The role; where none is said it is the user's (google-genai 3.6.1)."""
    role = content.get("role") if type(content) is dict else None
    return "user" if type(content) is dict and (role is None or role == "") else role


def _speaker(content: Json) -> Json:
    """Whose turn a content is: the user's, where it holds responses in a role of their own."""
    role = role_of(content)
    return "user" if type(role) is str and role in TOOL_ROLES else role


def _parts(content: Json) -> list[dict[str, Json]]:
    parts = content.get("parts") if type(content) is dict else None
    return [part if type(part) is dict else {} for part in parts] if type(parts) is list else []


def _counts(content: Json) -> tuple[int, int]:
    """How many calls and responses a content has."""
    calls = results = 0
    parts = content.get("parts") if type(content) is dict else None
    for part in parts if type(parts) is list else ():
        if type(part) is not dict or part.get("text") is not None:
            continue
        calls += held(part, "functionCall")[1] is not None
        results += held(part, "functionResponse")[1] is not None
    return calls, results


def _user_speaks(content: Json) -> bool:
    return _speaker(content) == "user" and any(held(part, "functionResponse")[1] is None for part in _parts(content))
