"""What Gemini's generateContent refuses of a request."""

from __future__ import annotations

from replayable import models
from replayable.contracts.body import check_body
from replayable.contracts.google_generative_ai import refusals
from replayable.contracts.google_generative_ai.parts import check_part, first_of
from replayable.contracts.refusal import Found
from replayable.facts.gemini_fields import MESSAGE_FIELDS, ROLES
from replayable.model import Json
from replayable.options import Options
from replayable.targets import Target

# Providers whose servers refuse ids of calls (provider-contracts: vertex-function-id, 2026-01).
_WITHOUT_IDS = frozenset({"google-vertex"})


def check_request(payload: Json, target: Target, options: Options) -> list[Found]:  # noqa: ARG001 - no option changes what is refused
    """What is wrong with the request, in the order in which it stands."""
    if type(payload) is not dict:
        return [Found(refusals.WRONG_TYPE, (), {"at": "", "expected": "an object"})]
    found = check_body(payload, refusals.BAD_JSON, None, 0)
    contents = payload.get("contents")
    if type(contents) is not list or not contents:
        found.append(Found(refusals.NO_CONTENTS, ("contents",)))
        return found
    if first_of(payload, "cachedContent", "cached_content") is not None:
        found.append(Found(refusals.CACHED, ("cachedContent",)))
    for index, content in enumerate(contents):
        _check_content(content, index, target, found)
    _check_order(contents, found)
    if models.wants_thought_signatures(target.model):
        _check_signatures(contents, found)
    return found


def _check_content(content: Json, index: int, target: Target, found: list[Found]) -> None:
    if type(content) is not dict:
        found.append(Found(refusals.WRONG_TYPE, ("contents", index), {"at": f"contents[{index}]", "expected": "an object"}))
        return
    for key in sorted(content.keys() - MESSAGE_FIELDS):
        found.append(Found(refusals.UNKNOWN_FIELD, ("contents", index, key), {"name": key, "at": f"contents[{index}]"}))
    if _role(content) not in ROLES:
        found.append(Found(refusals.BAD_ROLE, ("contents", index, "role")))
    parts = content.get("parts")
    if type(parts) is not list or not parts:
        found.append(Found(refusals.NO_PARTS, ("contents", index, "parts"), {"i": index}))
        return
    takes_ids = target.provider not in _WITHOUT_IDS
    for number, part in enumerate(parts):
        check_part(part, index, number, takes_ids, found)


def _check_order(contents: list[Json], found: list[Found]) -> None:
    """Roles take turns, each content with calls is answered in the next, and the user has the last word."""
    before: Json = None
    for index, content in enumerate(contents):
        place = ("contents", index)
        role, calls, results = _role(content), _count(content, "functionCall", "function_call"), _count(content, "functionResponse", "function_response")
        asked = _count(before, "functionCall", "function_call")
        if before is not None and role == _role(before):
            found.append(Found(refusals.CALL_PLACE if calls else refusals.ALTERNATE, place))
        elif before is None and role == "model" and calls:
            found.append(Found(refusals.CALL_PLACE, place))
        if results and not asked:
            found.append(Found(refusals.RESPONSE_PLACE, place))
        elif results != asked:
            found.append(Found(refusals.COUNT, place))
        before = content
    if _count(before, "functionCall", "function_call"):
        found.append(Found(refusals.COUNT, ("contents", len(contents) - 1)))
    elif _role(before) == "model":
        found.append(Found(refusals.FINAL_ROLE, ("contents", len(contents) - 1)))


def _check_signatures(contents: list[Json], found: list[Found]) -> None:
    """The first call of each step since the user's last words."""
    start = max((index for index, content in enumerate(contents) if _user_speaks(content)), default=-1)
    position = 0
    for index in range(start + 1, len(contents)):
        for number, part in enumerate(_parts(contents[index])):
            call = first_of(part, "functionCall", "function_call")
            if call is None:
                continue
            position += 1
            if not first_of(part, "thoughtSignature", "thought_signature"):
                name = str(call.get("name")) if type(call) is dict else ""
                found.append(Found(refusals.NO_SIGNATURE, ("contents", index, "parts", number), {"name": name, "position": position}))
            break


def _role(content: Json) -> Json:
    """The role; where none is said it is the user's (google-genai 3.6.1)."""
    return (content.get("role") or "user") if type(content) is dict else None


def _parts(content: Json) -> list[dict[str, Json]]:
    parts = content.get("parts") if type(content) is dict else None
    return [part for part in parts if type(part) is dict] if type(parts) is list else []


def _count(content: Json, *keys: str) -> int:
    return sum(first_of(part, *keys) is not None for part in _parts(content))


def _user_speaks(content: Json) -> bool:
    return _role(content) == "user" and any(first_of(part, "functionResponse", "function_response") is None for part in _parts(content))
