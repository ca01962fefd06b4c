"""What the APIs refuse, checked on a request before it is sent. Contracts report and never repair."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from replayable.contracts import anthropic_messages, bedrock_converse, google_generative_ai, openai_completions, openai_responses
from replayable.contracts.refusal import Found, problems
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


def check(payload: Json, target: Target, options: Options) -> tuple[Problem, ...]:
    """What the target would refuse in the request, those first that it would name first. Empty for an API without a contract."""
    contract = CONTRACTS.get(target.api)
    return problems(contract(payload, target, options)) if contract is not None else ()
