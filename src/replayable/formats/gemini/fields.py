"""Which contents of generateContent are not as the API takes them."""

from __future__ import annotations

from collections.abc import Mapping

from replayable.facts.gemini_fields import DATA_FIELDS, INNER_FIELDS, MESSAGE_FIELDS, PART_FIELDS, ROLES
from replayable.model import OWN_FIELD, Json

_RESPONSES = ("functionResponse", "function_response")


def is_odd(entry: Mapping[str, Json]) -> bool:
    """A content that the API does not take as it is: another role or key, a part with two kinds of data, a response that is no object."""
    if not MESSAGE_FIELDS.issuperset(entry) or (entry.get("role") or "user") not in ROLES:
        return True
    parts = entry.get("parts")
    if type(parts) is not list:
        return parts is not None
    for part in parts:  # noqa: SIM110 (a generator costs more than the loop)
        if type(part) is not dict or _is_odd_part(part):
            return True
    return False


def _is_odd_part(part: Mapping[str, Json]) -> bool:
    held = 0
    for key, value in part.items():
        if key not in PART_FIELDS:
            return True
        if value is None or key not in DATA_FIELDS:
            continue
        held += 1
        known = INNER_FIELDS.get(key)
        if known is not None and (type(value) is not dict or not known.issuperset(value) or (key in _RESPONSES and _is_odd_response(value))):
            return True
    return held > 1


def _is_odd_response(value: Mapping[str, Json]) -> bool:
    return type(value.get("response")) is not dict


# Keys of a part, and of what it holds, that other formats have words for.
_PLAIN = DATA_FIELDS | {"thought", "thoughtSignature", "thought_signature"}
_PLAIN_INNER = frozenset({"id", "name", "args", "response", "parts"})
_CALLS = (*_RESPONSES, "functionCall", "function_call")


def facts_of_fields(parts: Json) -> int:
    """OWN_FIELD where a part says what only this API knows, or a response tells of an error. (What stands in media is looked for there.)"""
    for part in parts if type(parts) is list else ():
        if type(part) is dict and (not _PLAIN.issuperset(part) or _says_more(part)):
            return OWN_FIELD
    return 0


def _says_more(part: Mapping[str, Json]) -> bool:
    for key in _CALLS:
        held = part.get(key)
        if type(held) is dict:
            response = held.get("response")
            return not _PLAIN_INNER.issuperset(held) or bool(held.get("parts")) or (type(response) is dict and "error" in response)
    return False
