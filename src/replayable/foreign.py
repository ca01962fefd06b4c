"""A request that was made for another API: one problem that says so, in place of all that follows from it."""

from __future__ import annotations

from collections.abc import Mapping

from replayable import formats, policies
from replayable.model.values import Json
from replayable.report import Problem
from replayable.targets import Api, Target

OTHER_API = "other-api-request"

# One thing of another API is a mistake in a request, and told by itself; several are another request.
_FEWEST = 2

_NAMES: Mapping[str, str] = {
    "openai-chat": "an OpenAI Chat request",
    "openai-responses": "a request of OpenAI's Responses API",
    "anthropic": "a request of Anthropic's Messages API",
    "gemini": "a Gemini request",
    "bedrock": "a Bedrock Converse request",
    "openclaw": "an OpenClaw session, not a request",
}
_WANTED: Mapping[Api, str] = {
    "openai-completions": "OpenAI's Chat Completions",
    "openai-responses": "OpenAI's Responses API",
    "openai-codex-responses": "the Codex backend's Responses API",
    "anthropic-messages": "Anthropic's Messages API",
    "google-generative-ai": "Gemini's generateContent",
    "bedrock-converse": "Bedrock's Converse API",
}


def without_follow_ups(problems: tuple[Problem, ...], value: Json, target: Target) -> tuple[Problem, ...]:
    """The problems of a request or a list of messages; where it surely is another API's, that alone."""
    if len(problems) < _FEWEST and not (problems and _has_no_history(value, target.api)):
        return problems
    found = format_of_other_api(value, target.api)
    return problems if found is None else (_problem(found, target),)


def _has_no_history(value: Json, api: Api) -> bool:
    """Whether the field that holds the API's history is missing; a server that passes over unknown fields says nothing else of another API's request."""
    return isinstance(value, dict) and formats.named(policies.format_of(api)).history_key not in value


def format_of_other_api(value: Json, api: Api) -> str | None:
    """The format that a value has for sure, where that is not the API's, and the API's cannot be; else None."""
    verdicts: dict[str, bool | None] = dict(zip(formats.NAMES, formats.verdicts(value), strict=True))
    sure = [name for name, verdict in verdicts.items() if verdict is True]
    return sure[0] if verdicts[policies.format_of(api)] is False and len(sure) == 1 else None


def _problem(found: str, target: Target) -> Problem:
    return Problem(
        rule=OTHER_API,
        pointer="",
        error=f"This is {_NAMES.get(found, found)}; {target} is reached over {_WANTED[target.api]}.",
        fix="Let `prepare` write it for the target, or name the target that it was made for.",
        certainty="documented",
    )
