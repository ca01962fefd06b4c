"""What the APIs refuse, checked on a request before it is sent. Contracts report and never repair."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from replayable.contracts import anthropic_messages, bedrock_converse, google_generative_ai, openai_completions, openai_responses
from replayable.contracts.anthropic_messages import refusals as anthropic_refusals
from replayable.contracts.bedrock_converse import refusals as bedrock_refusals
from replayable.contracts.body import Body, check_body
from replayable.contracts.google_generative_ai import refusals as gemini_refusals
from replayable.contracts.openai_completions import refusals as chat_refusals
from replayable.contracts.openai_responses import refusals as responses_refusals
from replayable.contracts.refusal import Found, problems
from replayable.facts.limits import ANTHROPIC_BODY_BYTES
from replayable.model import Json
from replayable.options import Options
from replayable.report import Problem
from replayable.targets import Api, Target

__all__ = ["CONTRACTS", "check"]

CONTRACTS: Mapping[Api, Callable[[Json, Target, Options], list[Found]]] = MappingProxyType(
    {
        "anthropic-messages": anthropic_messages.check_request,
        "bedrock-converse": bedrock_converse.check_request,
        "google-generative-ai": google_generative_ai.check_request,
        "openai-completions": openai_completions.check_request,
        "openai-responses": openai_responses.check_request,
        "openai-codex-responses": openai_responses.check_codex_request,
    }
)


# What is said of a body that is no JSON, or is larger than the API takes.
_BODIES: Mapping[Api, Body] = MappingProxyType(
    {
        "anthropic-messages": Body(anthropic_refusals.INVALID_UNICODE, anthropic_refusals.TOO_LARGE, ANTHROPIC_BODY_BYTES),
        "bedrock-converse": Body(bedrock_refusals.BAD_JSON),
        "google-generative-ai": Body(gemini_refusals.BAD_JSON),
        "openai-completions": Body(chat_refusals.BAD_JSON),
        "openai-responses": Body(responses_refusals.BAD_JSON),
        "openai-codex-responses": Body(responses_refusals.BAD_JSON),
    }
)


def check(payload: Json, target: Target, options: Options, length: int | None = None) -> tuple[Problem, ...]:
    """What the target would refuse in the request, those first that it would name first. Empty for an API without a contract.

    `length`: the bytes of the JSON text from which a strict decoder read the payload, so that it need not be written to see that it can be."""
    contract = CONTRACTS.get(target.api)
    if contract is None:
        return ()
    return problems([*check_body(payload, _BODIES[target.api], length), *contract(payload, target, options)])
