"""Who answered: what an error text gives away of the provider and the API, beside its words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import msgspec

from replayable import formats, policies
from replayable.contracts.refusal import Refusal
from replayable.model.values import Json
from replayable.on_demand import pattern
from replayable.targets import APIS, Api, Target, default_api, fold_provider


class Speaker(msgspec.Struct, frozen=True):
    """Somebody who may have answered. `provider` "": any of the API."""

    api: Api
    provider: str = ""

    def has(self, api: Api, refusal: Refusal) -> bool:
        """Whether the refusal is one of its own."""
        own = api == self.api or (api == "openai-responses" and self.api == "openai-codex-responses")
        return own and (not refusal.providers or not self.provider or self.provider in refusal.providers)


# What only one of them writes: names of exceptions, of fields, of statuses. Sources: the SDKs openai 3.57, anthropic 2.14, botocore 1.44 and
# google-genai 3.6, LiteLLM's exception_mapping_utils, OpenRouter's documentation of errors, read 2026-11.
_SIGNS: tuple[tuple[re.Pattern[str], Speaker], ...] = tuple(
    (pattern(text), speaker)
    for text, speaker in (
        (r"ValidationException|when calling the Converse|BedrockException|Parameter validation failed", Speaker("bedrock-converse", "amazon-bedrock")),
        (r"VertexAIException|Vertex_ai|Unable to submit request because", Speaker("google-generative-ai", "google-vertex")),
        (r"GeminiException|INVALID_ARGUMENT|GenerateContentRequest|type\.googleapis\.com", Speaker("google-generative-ai", "google")),
        (r"AnthropicException|[\"']request_id[\"']: ?[\"']req_01|anthropic\.\w+Error|`tool_use`", Speaker("anthropic-messages", "anthropic")),
        (r"[\"']param[\"']: ?[\"']input\b|\binput\[\d+\]", Speaker("openai-responses", "openai")),
        (r"[\"']param[\"']: ?[\"']messages\b|\bmessages\[\d+\]|messages\.\[\d+\]", Speaker("openai-completions")),
        (r"\(2013\)|[\"']status_code[\"']: ?2013", Speaker("openai-completions", "minimax")),
    )
)
# Gateways name whom they asked: OpenRouter in `provider_name`, LiteLLM in the name of its exception.
_NAMED = pattern(r"[\"']provider_name[\"']: ?[\"']([\w .-]+)[\"']|\b(\w+)Exception - ")


_APIS: Mapping[str, Api] = {policies.format_of(api): api for api in reversed(APIS)}


def speakers_in(layers: tuple[str, ...], target: Target | None, history: Json) -> tuple[Speaker, ...]:
    """Those who may have answered, the surest first: the target, those whom the answer gives away, those who take requests of such a form."""
    found = [*_told(layers), *_taking(history)]
    return tuple(dict.fromkeys(found if target is None else [Speaker(target.api, target.provider), *found]))


def _taking(history: Json) -> Iterator[Speaker]:
    """The API in whose form the history is, where only one has that."""
    if history is None:
        return
    sure = [name for name, verdict in zip(formats.NAMES, formats.verdicts(history), strict=True) if verdict is True]
    if len(sure) == 1 and sure[0] in _APIS:
        yield Speaker(_APIS[sure[0]])


def _told(layers: tuple[str, ...]) -> Iterator[Speaker]:
    text = layers[-1]
    for form, speaker in _SIGNS:
        if form.search(text):
            yield speaker
    for found in _NAMED.finditer(text):
        provider = fold_provider((found[1] or found[2]).replace(" ", "-"))
        yield Speaker(default_api(provider, ""), provider)
