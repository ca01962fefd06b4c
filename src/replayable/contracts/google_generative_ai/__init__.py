"""What Gemini's generateContent refuses of a request."""

from __future__ import annotations

from replayable import models
from replayable.contracts.body import Body
from replayable.contracts.google_generative_ai import refusals
from replayable.contracts.google_generative_ai.fields import check_fields
from replayable.contracts.google_generative_ai.order import check_order, check_signatures, role_of
from replayable.contracts.google_generative_ai.parts import Server, check_part
from replayable.contracts.google_generative_ai.settings import check_settings
from replayable.contracts.google_generative_ai.spelling import held
from replayable.contracts.refusal import Found
from replayable.facts.gemini_fields import MESSAGE_FIELDS, ROLES, TOOL_ROLES
from replayable.model.values import Json
from replayable.options import Options
from replayable.targets import Target

# Providers whose servers refuse ids of calls (provider-contracts: vertex-function-id, 2026-01).
_VERTEX = frozenset({"google-vertex"})

# What is said of a body that is no JSON.
BODY = Body(refusals.BAD_JSON)


def check_request(payload: Json, target: Target, options: Options) -> list[Found]:  # noqa: ARG001 - no option changes what is refused
    """What is wrong with the request, in the order in which it stands."""
    if type(payload) is not dict:
        return [Found(refusals.WRONG_TYPE, (), {"at": "", "expected": "an object"})]
    found = list[Found]()
    check_fields(payload, found)
    check_settings(payload, target.model, found)
    _check_instruction(payload, found)
    contents = payload.get("contents")
    if type(contents) is not list or not contents:
        found.append(Found(refusals.NO_CONTENTS, ("contents",) if "contents" in payload else ()))
        return found
    is_vertex = target.provider in _VERTEX
    server = Server(not is_vertex, is_vertex)
    for index, content in enumerate(contents):
        _check_content(content, index, target.model, server, found)
    check_order(contents, found)
    if models.wants_thought_signatures(target.model):
        check_signatures(contents, found)
    return found


def _check_instruction(payload: dict[str, Json], found: list[Found]) -> None:
    """Empty parts of the system instruction are refused as those of contents are (one-api#2243)."""
    key, system = held(payload, "systemInstruction")
    parts = system.get("parts") if type(system) is dict else None
    for number, part in enumerate(parts if type(parts) is list else ()):
        if part in ({}, {"text": ""}):
            found.append(Found(refusals.EMPTY_INSTRUCTION, (key, "parts", number), {"j": number}))


def _check_content(content: Json, index: int, model: str, server: Server, found: list[Found]) -> None:
    if type(content) is not dict:
        found.append(Found(refusals.WRONG_TYPE, ("contents", index), {"at": f"contents[{index}]", "expected": "an object"}))
        return
    if not content.keys() <= MESSAGE_FIELDS:
        for key in sorted(content.keys() - MESSAGE_FIELDS):
            found.append(Found(refusals.UNKNOWN_FIELD, ("contents", index, key), {"name": key, "at": f"contents[{index}]"}))
    role = role_of(content)
    if type(role) is not str or role not in ROLES:
        _check_role(role, index, model, found)
    parts = content.get("parts")
    if type(parts) is not list or not parts:
        refusal = refusals.VERTEX_NO_PARTS if server.is_vertex else refusals.NO_PARTS
        found.append(Found(refusal, ("contents", index, "parts") if "parts" in content else ("contents", index), {"i": index}))
        return
    for number, part in enumerate(parts):
        check_part(part, index, number, server, found)


def _check_role(role: Json, index: int, model: str, found: list[Found]) -> None:
    """A role other than user and model; the older one of responses is not taken everywhere."""
    if type(role) is not str or role not in TOOL_ROLES:
        found.append(Found(refusals.BAD_ROLE, ("contents", index, "role")))
    elif not models.takes_tool_role(model):
        found.append(Found(refusals.TOOL_ROLE, ("contents", index, "role"), {"role": role}))
