"""Which contents of generateContent are not as the API takes them, or say more than other formats have words for."""

from __future__ import annotations

from collections.abc import Mapping

from replayable.facts.gemini_fields import DATA_FIELDS, INNER_FIELDS, MESSAGE_FIELDS, PART_FIELDS, ROLES
from replayable.model.facts import ODD_FIELD, OWN_FIELD
from replayable.model.values import Json

_RESPONSES = ("functionResponse", "function_response")

# Keys of a part, and of calls and responses, that other formats have words for.
_PLAIN = DATA_FIELDS | {"thought", "thoughtSignature", "thought_signature"}
_PLAIN_INNER = frozenset({"id", "name", "args", "response"})


def facts_of_entry(entry: Mapping[str, Json]) -> int:
    """ODD_FIELD for a content that the API does not take as it is: another role or key, a part with two kinds of data, a response that is no
    object; OWN_FIELD for one that says what only this API knows, or tells of an error. (Media are looked into anyway.)"""
    facts = 0 if MESSAGE_FIELDS.issuperset(entry) and (entry.get("role") or "user") in ROLES else ODD_FIELD
    parts = entry.get("parts")
    if type(parts) is not list:
        return facts if parts is None else facts | ODD_FIELD
    for part in parts:
        facts |= _facts_of_part(part) if type(part) is dict else ODD_FIELD
    return facts


def _facts_of_part(part: Mapping[str, Json]) -> int:
    held = 0
    facts = 0 if _PLAIN.issuperset(part) else OWN_FIELD
    for key, value in part.items():
        if key not in PART_FIELDS:
            return ODD_FIELD
        if value is None or key not in DATA_FIELDS:
            continue
        held += 1
        if key in INNER_FIELDS:
            facts |= _facts_of_inner(key, value)
    return facts if held < 2 else facts | ODD_FIELD


def _facts_of_inner(key: str, value: Json) -> int:
    """The facts of a call or a response."""
    if type(value) is not dict:
        return ODD_FIELD
    facts = 0
    if not _PLAIN_INNER.issuperset(value):
        facts = OWN_FIELD if INNER_FIELDS[key].issuperset(value) else ODD_FIELD
    if key not in _RESPONSES:
        return facts
    response = value.get("response")
    if type(response) is not dict:
        return facts | ODD_FIELD
    return facts | OWN_FIELD if "error" in response else facts
