"""Every refusal that is known, by API: what `check` looks for, what `diagnose` recognises, and what the pages document.

A module of refusals holds each as a name of its own, and has its page beside it, with the same stem (see `examples`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType, ModuleType

from replayable.contracts.anthropic_messages import field_refusals as anthropic_fields
from replayable.contracts.anthropic_messages import image_refusals, reasoning_refusals, setting_refusals, tool_refusals
from replayable.contracts.anthropic_messages import refusals as anthropic_refusals
from replayable.contracts.bedrock_converse import content_refusals as bedrock_content
from replayable.contracts.bedrock_converse import field_refusals as bedrock_fields
from replayable.contracts.bedrock_converse import refusals as bedrock_refusals
from replayable.contracts.bedrock_converse import setting_refusals as bedrock_settings
from replayable.contracts.google_generative_ai import field_refusals as gemini_fields
from replayable.contracts.google_generative_ai import refusals as gemini_refusals
from replayable.contracts.google_generative_ai import setting_refusals as gemini_settings
from replayable.contracts.openai_completions import field_refusals as chat_fields
from replayable.contracts.openai_completions import host_refusals, maker_refusals, mistral_refusals, template_refusals
from replayable.contracts.openai_completions import refusals as chat_refusals
from replayable.contracts.openai_completions import setting_refusals as chat_settings
from replayable.contracts.openai_responses import codex_refusals
from replayable.contracts.openai_responses import field_refusals as responses_fields
from replayable.contracts.openai_responses import refusals as responses_refusals
from replayable.contracts.openai_responses import setting_refusals as responses_settings
from replayable.contracts.refusal import Refusal
from replayable.targets import Api

# Where the refusals of an API stand, in the order in which they are listed. The Codex backend has those of Responses besides its own.
MODULES: Mapping[Api, tuple[ModuleType, ...]] = MappingProxyType(
    {
        "anthropic-messages": (anthropic_refusals, tool_refusals, reasoning_refusals, image_refusals, setting_refusals, anthropic_fields),
        "bedrock-converse": (bedrock_refusals, bedrock_content, bedrock_settings, bedrock_fields),
        "google-generative-ai": (gemini_refusals, gemini_settings, gemini_fields),
        "openai-completions": (chat_refusals, chat_settings, chat_fields, maker_refusals, host_refusals, mistral_refusals, template_refusals),
        "openai-responses": (responses_refusals, responses_settings, responses_fields),
        "openai-codex-responses": (codex_refusals,),
    }
)


def refusals_of(api: Api) -> tuple[Refusal, ...]:
    """The refusals of an API, in the order in which its modules define them."""
    return tuple(refusal for module in MODULES[api] for refusal in refusals_in(module))


def every_refusal() -> Iterator[tuple[Api, Refusal]]:
    """Each refusal once, with its API."""
    for api in MODULES:
        for refusal in refusals_of(api):
            yield api, refusal


def refusals_named(identifier: str) -> tuple[Refusal, ...]:
    """The refusals of one kind: several where the kind has several texts, none for an id that no API has."""
    return tuple(refusal for _, refusal in every_refusal() if refusal.id == identifier)


def texts(refusal: Refusal) -> tuple[str, ...]:
    """All texts by which the refusal is known; names in braces stand for what is filled in."""
    return (refusal.error, *refusal.variants)


def refusals_in(module: ModuleType) -> Iterator[Refusal]:
    """The refusals that a module defines, in order."""
    return (value for value in vars(module).values() if type(value) is Refusal)
