"""What OpenAI's Responses API and the Codex backend refuse of a request."""

from __future__ import annotations

from replayable import models
from replayable.contracts.body import Body
from replayable.contracts.openai_responses import codex_refusals, refusals
from replayable.contracts.openai_responses.fields import check_fields
from replayable.contracts.openai_responses.items import Item, Walk, check_items
from replayable.contracts.openai_responses.settings import FIRST_PARTY, check_settings
from replayable.contracts.refusal import Found
from replayable.model.values import Json
from replayable.options import Options
from replayable.targets import Target

# Servers that know their own items again by the ids.
_KNOWING = frozenset({"openai", "azure-openai", "openai-codex", "github-copilot", "xai"})

_STATE = ("previous_response_id", "conversation")

# Fields that the Codex backend refuses (AIClient2API#520, litellm#21420, 2026).
_CODEX_REFUSED = ("max_output_tokens", "temperature", "top_p", "user", "metadata", "truncation", "max_tool_calls", "safety_identifier")

# What is said of a body that is no JSON.
BODY = Body(refusals.BAD_JSON)


def check_request(payload: Json, target: Target, options: Options) -> list[Found]:
    """What is wrong with the request, in the order in which it stands."""
    if type(payload) is not dict:
        return [Found(refusals.WRONG_TYPE, (), {"at": "body", "expected": "an object", "got": "another value"})]
    found = list[Found]()
    check_settings(payload, target, options, found)
    if target.provider in FIRST_PARTY:
        check_fields(payload, found)
    given = payload.get("input")
    if given is None:
        moved = "messages" in payload
        found.append(Found(refusals.MESSAGES if moved else refusals.MISSING_FIELD, (), {"at": "input"}))
    elif type(given) is list:
        walk = _walk(payload, given, found, target, options)
        check_items(walk)
        _check_state(payload, given, found)
    elif type(given) is not str:
        found.append(Found(refusals.WRONG_TYPE, ("input",), {"at": "input", "expected": "one of a string or array of objects", "got": "another value"}))
    return found


def check_codex_request(payload: Json, target: Target, options: Options) -> list[Found]:
    """What is wrong with the request to the Codex backend. What a caller adds when sending is asked of whole requests only."""
    found = check_request(payload, target, options)
    if type(payload) is not dict:
        return found
    given = payload.get("input")
    for index, item in enumerate(given if type(given) is list else ()):
        if type(item) is dict and item.get("role") == "system" and item.get("type") in (None, "message"):
            found.append(Found(codex_refusals.SYSTEM, ("input", index)))
    _check_codex_fields(payload, found)
    return found


def _check_codex_fields(payload: Item, found: list[Found]) -> None:
    if payload.get("store", "model" in payload) is not False:
        found.append(Found(codex_refusals.STORE, ("store",) if "store" in payload else ()))
    if not payload.get("instructions"):
        found.append(Found(codex_refusals.INSTRUCTIONS, ("instructions",) if "instructions" in payload else ()))
    if payload.get("stream") is False:
        found.append(Found(codex_refusals.STREAM, ("stream",)))
    for field in _CODEX_REFUSED:
        if payload.get(field) is not None:
            found.append(Found(codex_refusals.FIELD, (field,), {"field": field}))


def _walk(payload: Item, items: list[Json], found: list[Found], target: Target, options: Options) -> Walk:
    store = options.store if options.store is not None else payload.get("store")
    is_known = target.provider in _KNOWING
    kept = not is_known or (store is not False and target.api != "openai-codex-responses")
    whole = all(payload.get(field) is None for field in _STATE)
    reasons = models.pairs_calls_with_reasoning(target.model)
    return Walk(items, found, kept, is_known and whole and reasons, whole, set(), {}, set(), target.provider in FIRST_PARTY)


def _check_state(payload: Item, items: list[Json], found: list[Found]) -> None:
    """What the server keeps comes before the input: what the assistant said stands twice then."""
    if any(type(item) is dict and (item.get("role") == "assistant" or item.get("type") in ("reasoning", "function_call")) for item in items):
        found.extend(Found(refusals.STATE, (field,), {"at": field}) for field in _STATE if payload.get(field) is not None)
