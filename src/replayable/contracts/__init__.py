"""What the APIs refuse, checked on a request before it is sent. Contracts report and never repair."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from replayable.contracts.body import Body, check_body
from replayable.contracts.refusal import Found, problems
from replayable.model.values import Json
from replayable.on_demand import OnDemand
from replayable.options import Options
from replayable.report import Problem
from replayable.targets import Api, Target

__all__ = ["CONTRACTS", "check", "is_small"]

CONTRACTS: Mapping[Api, Callable[[Json, Target, Options], list[Found]]] = OnDemand(
    {
        "anthropic-messages": "replayable.contracts.anthropic_messages:check_request",
        "bedrock-converse": "replayable.contracts.bedrock_converse:check_request",
        "google-generative-ai": "replayable.contracts.google_generative_ai:check_request",
        "openai-completions": "replayable.contracts.openai_completions:check_request",
        "openai-responses": "replayable.contracts.openai_responses:check_request",
        "openai-codex-responses": "replayable.contracts.openai_responses:check_codex_request",
    }
)

# What is said of a body that is no JSON, or is larger than the API takes.
_BODIES: Mapping[Api, Body] = OnDemand(
    {
        "anthropic-messages": "replayable.contracts.anthropic_messages:BODY",
        "bedrock-converse": "replayable.contracts.bedrock_converse:BODY",
        "google-generative-ai": "replayable.contracts.google_generative_ai:BODY",
        "openai-completions": "replayable.contracts.openai_completions:BODY",
        "openai-responses": "replayable.contracts.openai_responses:BODY",
        "openai-codex-responses": "replayable.contracts.openai_responses:BODY",
    }
)

# The most entries of a history, where an API has a limit.
_MOST: Mapping[Api, Callable[[Target, Options], float]] = OnDemand(
    {
        "anthropic-messages": "replayable.contracts.anthropic_messages:most_messages",
        "openai-completions": "replayable.contracts.openai_completions:most_messages",
    }
)


def check(payload: Json, target: Target, options: Options, length: int | None = None) -> tuple[Problem, ...]:
    """What the target would refuse in the request, those first that it would name first. Empty for an API without a contract.

    `length`: the bytes of the JSON text from which a strict decoder read the payload, so that it need not be written to see that it can be."""
    contract = CONTRACTS.get(target.api)
    if contract is None:
        return ()
    return problems([*check_body(payload, _BODIES[target.api], length), *contract(payload, target, options)])


def is_small(target: Target, options: Options, length: int, entries: int) -> bool:
    """Whether a request of so many bytes, with so many entries at most, is within what the target takes altogether."""
    body, most = _BODIES.get(target.api), _MOST.get(target.api)
    return (body is None or body.too_large is None or length <= body.limit) and (most is None or entries <= most(target, options))
