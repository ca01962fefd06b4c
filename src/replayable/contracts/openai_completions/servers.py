"""Whose rules hold for a target: a table of servers. A provider that is not named here takes what the API's documentation says.

Source of every fact that names none: the refusals it is made of, which stand in the modules of refusals beside this one.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from replayable import chat_models
from replayable.contracts.openai_completions import (
    fields,
    host_refusals,
    maker_refusals,
    mistral,
    mistral_refusals,
    settings,
    signatures,
    template_refusals,
    templates,
    upstream,
)
from replayable.contracts.openai_completions.empty import empty_at_cohere, empty_at_kimi, empty_at_xai, empty_at_zai
from replayable.contracts.openai_completions.images import check_groq, check_mistral
from replayable.contracts.openai_completions.repeats import check_repeated_ids
from replayable.contracts.openai_completions.thinking import check_effort, check_forbidden_reasoning, check_forced_tools, check_reasoning
from replayable.contracts.openai_completions.walk import Fields, Server, Words
from replayable.on_demand import pattern
from replayable.options import Options
from replayable.targets import Target

_FOUR_ROLES = frozenset({"system", "user", "assistant", "tool"})
_NINE = pattern(r"[A-Za-z0-9]{9}")

# Fields of messages that strict servers take (SDK groq 1.7.0 and openai 3.57.0, 2026-11). Both write reasoning as `reasoning`.
_OF_OPENAI = frozenset({"role", "content", "name", "tool_calls", "tool_call_id", "function_call", "reasoning", "refusal", "audio", "annotations"})

# SDK mistralai 3.7.0 and the types of mistral-common 1.13.1 (2026-11); they forbid any other.
_OF_MISTRAL = {
    "assistant": frozenset({"role", "content", "tool_calls", "prefix"}),
    "tool": frozenset({"role", "content", "tool_call_id", "name"}),
    "": frozenset({"role", "content"}),
}

_OPENAI = Server(first_party=True, checks=(fields.check_request_fields, settings.check_sampling, settings.check_reasoner))
_PLAIN = Server(checks=(check_reasoning,))
_DEEPSEEK = Server(
    words=Words(
        unanswered=maker_refusals.DEEPSEEK_UNANSWERED,
        first=maker_refusals.DEEPSEEK_ORPHAN,
        orphan=maker_refusals.DEEPSEEK_ORPHAN,
        unknown_call=maker_refusals.DEEPSEEK_ORPHAN,
        stray=maker_refusals.DEEPSEEK_ORPHAN,
        displaced=maker_refusals.DEEPSEEK_ORPHAN,
        bad_role=maker_refusals.DEEPSEEK_ROLE,
        part=maker_refusals.DEEPSEEK_PARTS,
    ),
    roles=_FOUR_ROLES,
    parts=frozenset({"text"}),
    listed=maker_refusals.DEEPSEEK_LISTED,
    listed_roles=frozenset({"system", "tool"}),
    checks=(check_reasoning, check_forbidden_reasoning, settings.check_sampling),
)
_KIMI = Server(
    words=Words(unanswered=maker_refusals.KIMI_UNANSWERED, part=maker_refusals.KIMI_PART),
    parts=frozenset({"text", "image_url"}),
    is_empty=empty_at_kimi,
    checks=(check_reasoning, check_forced_tools, check_effort, settings.check_sampling),
)
_MINIMAX = Server(
    words=Words(
        unanswered=maker_refusals.MINIMAX_MISMATCH,
        first=maker_refusals.MINIMAX_ORPHAN,
        orphan=maker_refusals.MINIMAX_ORPHAN,
        unknown_call=maker_refusals.MINIMAX_ORPHAN,
        stray=maker_refusals.MINIMAX_ORPHAN,
        displaced=maker_refusals.MINIMAX_ORDER,
        empty_id=maker_refusals.MINIMAX_ID,
        bad_arguments=maker_refusals.MINIMAX_ARGUMENTS,
    ),
    checks=(settings.check_parameters, check_reasoning),
)
_QWEN = Server(
    words=Words(
        unanswered=maker_refusals.QWEN_UNANSWERED,
        first=maker_refusals.QWEN_ORPHAN,
        orphan=maker_refusals.QWEN_ORPHAN,
        unknown_call=maker_refusals.QWEN_ORPHAN,
        stray=maker_refusals.QWEN_ORPHAN,
        displaced=maker_refusals.QWEN_ORPHAN,
    ),
    checks=(check_reasoning,),
)
_ZAI = Server(
    words=Words(
        unanswered=maker_refusals.ZAI_ILLEGAL,
        first=maker_refusals.ZAI_ILLEGAL,
        orphan=maker_refusals.ZAI_ILLEGAL,
        unknown_call=maker_refusals.ZAI_ILLEGAL,
        stray=maker_refusals.ZAI_ILLEGAL,
        displaced=maker_refusals.ZAI_ILLEGAL,
        duplicate_result=maker_refusals.ZAI_ILLEGAL,
        duplicate_call=maker_refusals.ZAI_ILLEGAL,
    ),
    is_empty=empty_at_zai,
    checks=(check_reasoning, check_repeated_ids),
)
_MISTRAL_MODEL = Server(
    words=Words(
        unanswered=mistral_refusals.CALL_RESULT_COUNT,
        first=mistral_refusals.START,
        orphan=mistral_refusals.ROLE_ORDER,
        displaced=mistral_refusals.ROLE_ORDER,
        unknown_call=mistral_refusals.UNEXPECTED_RESULT,
        stray=mistral_refusals.UNEXPECTED_RESULT,
        duplicate_result=mistral_refusals.DUPLICATE_RESULT,
        duplicate_call=mistral_refusals.DUPLICATE_CALL,
        empty_id=mistral_refusals.TOOL_CALL_ID,
        misshapen_id=mistral_refusals.TOOL_CALL_ID,
        bad_name=mistral_refusals.FUNCTION_NAME,
        bad_role=mistral_refusals.ROLE,
    ),
    roles=_FOUR_ROLES,
    ids=_NINE,
    is_empty=mistral.is_empty,
    checks=(mistral.check_order,),
)

# Servers by provider. Groq and Cerebras host models of other makers, and know no field that they do not use.
SERVERS: Mapping[str, Server] = MappingProxyType(
    {
        "openai": _OPENAI,
        "azure-openai": msgspec.structs.replace(_OPENAI, words=Words(null_content=host_refusals.AZURE_NULL, absent_content=host_refusals.AZURE_ABSENT)),
        "mistral": msgspec.structs.replace(
            _MISTRAL_MODEL,
            fields=Fields(mistral_refusals.EXTRA_FIELD, _OF_MISTRAL),
            checks=(*_MISTRAL_MODEL.checks, mistral.check_shapes, check_mistral, settings.check_sampling),
        ),
        "deepseek": _DEEPSEEK,
        "moonshot": _KIMI,
        "kimi-coding": _KIMI,
        "minimax": _MINIMAX,
        "qwen": _QWEN,
        "zai": _ZAI,
        "xai": Server(is_empty=empty_at_xai),
        "xiaomi": Server(checks=(check_reasoning,)),
        "cohere": Server(words=Words(unanswered=maker_refusals.COHERE_UNANSWERED), is_empty=empty_at_cohere),
        "groq": Server(fields=Fields(host_refusals.GROQ_FIELD, {"": _OF_OPENAI}), checks=(check_groq, settings.check_sampling)),
        "cerebras": Server(fields=Fields(host_refusals.CEREBRAS_FIELD, {"": _OF_OPENAI})),
        "fireworks": Server(checks=(check_reasoning, settings.check_fields)),
        "openrouter": Server(checks=(signatures.check_details, upstream.check_claude)),
        "ollama": Server(
            words=Words(bad_arguments=template_refusals.OLLAMA_ARGUMENTS, bad_role=template_refusals.OLLAMA_ROLE),
            listed=template_refusals.OLLAMA_CONTENT,
            checks=(templates.check_final, check_reasoning),
        ),
        "llama.cpp": Server(checks=(templates.check_final, templates.check_prefill, templates.check_model, check_reasoning)),
        "vllm": Server(checks=(templates.check_model, check_reasoning)),
        "sglang": Server(checks=(templates.check_model, check_reasoning)),
        "lmstudio": Server(checks=(templates.check_model, check_reasoning)),
        # Routers translate reasoning on the way.
        **dict.fromkeys(("opencode", "opencode-go", "kilocode", "vercel-ai-gateway"), Server(checks=(upstream.check_claude,))),
    }
)


# What all templates say of results without a call, and of content that is not there.
_TEMPLATE_WORDS = {
    **dict.fromkeys(("first", "orphan", "stray", "displaced"), template_refusals.ORPHAN_TOOL),
    "bad_role": template_refusals.ROLE_UNKNOWN,
    "null_content": template_refusals.NULL_CONTENT,
}
_TEMPLATE_CHECKS = (templates.check_template, templates.check_model, templates.check_final)


def server_of(target: Target, options: Options) -> Server:
    """What the servers of a target refuse; a chat template has the last word, and a model of Mistral's is Mistral's wherever it runs."""
    if options.strict_template:
        return _rendering(SERVERS.get(target.provider, _PLAIN), target)
    if target.provider != "mistral" and chat_models.is_mistral(target.model):
        return _MISTRAL_MODEL
    return SERVERS.get(target.provider, _PLAIN)


def _rendering(server: Server, target: Target) -> Server:
    """The server with a chat template that insists on its form."""
    ids = {"misshapen_id": template_refusals.TOOL_ID_9} if chat_models.wants_nine_letters(target.model) else {}
    order = (mistral.check_behind_results,) if chat_models.is_mistral(target.model) else ()
    return msgspec.structs.replace(
        server,
        words=msgspec.structs.replace(server.words, **_TEMPLATE_WORDS, **ids),
        roles=_FOUR_ROLES,
        ids=_NINE if ids else server.ids,
        is_empty=server.is_empty or templates.is_empty,
        checks=tuple(dict.fromkeys((*server.checks, *_TEMPLATE_CHECKS, *order))),
    )
