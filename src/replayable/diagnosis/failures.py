"""Answers that are about something else than the request's form: its length, the account, the server. No repair of a history helps there."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal

import msgspec

Kind = Literal[
    "refusal",
    "context-length",
    "rate-limit",
    "overloaded",
    "server-error",
    "connection",
    "authentication",
    "billing",
    "unknown-model",
    "content-policy",
    "unknown",
]

# What there is to do, one sentence a kind.
ADVICE: dict[Kind, str] = {
    "refusal": "No cure is known for this refusal.",
    "context-length": "The request is too long in tokens: leave out or summarise older turns, or take a model with a larger window.",
    "rate-limit": "Send the same request again later, after the time that the answer names, or fewer at a time.",
    "overloaded": "The server is busy: send the same request again later.",
    "server-error": "The server failed: send the same request again; if it keeps failing, look at its status page.",
    "connection": "No answer came: look at the network and the time limits, then send the same request again.",
    "authentication": "Look at the key, the account and its permissions.",
    "billing": "Look at the account's credit and spending limits.",
    "unknown-model": "Look at the name of the model and whether the account may use it.",
    "content-policy": "A filter refused the content: no repair of the history's form changes that.",
    "unknown": "The text is none that the catalogue knows: `replayable check` tells what a target would refuse in the request.",
}


class Sign(msgspec.Struct, frozen=True):
    """Words by which a failure is known. `word` holds one pattern or several, each of which is enough."""

    kind: Kind
    pattern: re.Pattern[str]


def _sign(kind: Kind, *words: str) -> Sign:
    return Sign(kind, re.compile("|".join(words), re.IGNORECASE))


# The first that stands in an answer tells its kind: an account that has run dry before the rate that it is told with, and a rate (which counts
# tokens too) before the length. The words are those that the providers' answers are commonly seen with, and that the tables of LiteLLM and pi
# know overflows by (2026-11); they were not gone through page by page.
SIGNS: tuple[Sign, ...] = (
    _sign(
        "billing",
        r"\binsufficient_quota\b|credit balance is too low|\bbilling_error\b|\bInsufficient Balance\b|exceeded_current_quota_error",
        r"requires more credits|insufficient (?:credits|funds|account balance)|\bbilling hard limit\b|payment required|余额不足|spending limit",
    ),
    _sign(
        "rate-limit",
        r"\brate_limit(?:_error|_exceeded|ed)?\b|RateLimitError|\brate[ -]limit(?:s|ed)?\b|too many requests|ThrottlingException|\bthrottl(?:ed|ing)\b",
        r"RESOURCE_EXHAUSTED|quota exceeded|exceeded your current quota|per[- ]minute|\((?:TPM|RPM|TPD|RPD)\)|too many tokens(?: per day)?, please wait",
        r"max (?:organization |request )?concurrency|concurrency limit|ServiceQuotaExceededException|速率限制|usage limit (?:has been )?reached",
        r"(?:error code:?|status(?:_code| code)?[\"']?[:=]?|http(?:/\d\.\d)?|[\"']code[\"']:|^) ?[\"']?429\b",
    ),
    _sign(
        "overloaded",
        r"\boverloaded(?:_error)?\b|\bmodel is (?:currently )?overloaded\b|ServiceUnavailable|ModelNotReadyException|(?-i:\bUNAVAILABLE\b)|server is busy",
        r"(?:error code:?|status(?:_code| code)?[\"']?[:=]?|http(?:/\d\.\d)?|[\"']code[\"']:|^) ?[\"']?(?:503|529)\b|no available (?:capacity|channel)",
    ),
    _sign(
        "context-length",
        r"context_length_exceeded|maximum context length|exceeds? (?:the|this|your)? ?(?:model'?s? )?(?:maximum )?context (?:window|length|limit|size)",
        r"prompt is too long|input is too long|exceed context limit|exceeds the (?:available|maximum) context|context window exceeds limit",
        r"input token count[^.]*exceeds the maximum|maximum prompt length is|reduce the length of (?:the|your) (?:messages|prompt|input)",
        r"exceeded model token limit|prompt token count of \d+ exceeds|model_max_prompt_tokens_exceeded|greater than the context length",
        r"prompt too long; exceeded|exceed_context_size_error|longer than the maximum model length|Range of input length should be",
        r"prompt exceeds max length|too many total text bytes|too many input tokens|number of tokens in the prompt cannot exceed",
        r"tokens \+ `?max_new_tokens`? must be",
        r"too large for model with \d+ maximum context|model_context_window_exceeded|ContextWindowExceededError|keep the first \d+ tokens when context",
    ),
    _sign(
        "authentication",
        r"authentication_error|permission_error|invalid_api_key|incorrect api key|invalid x-api-key|AuthenticationError|UNAUTHENTICATED|PERMISSION_DENIED",
        r"AccessDeniedException|UnrecognizedClientException|ExpiredToken|security token (?:included|in the request)|api key not valid|unauthorized\b",
        r"(?:error code:?|status(?:_code| code)?[\"']?[:=]?|http(?:/\d\.\d)?|[\"']code[\"']:|^) ?[\"']?(?:401|403)\b|invalid (?:api key|token|credentials)",
        r"No auth credentials|User not found",
    ),
    _sign(
        "unknown-model",
        r"model_not_found|The model `?[^`]{1,200}`? does not exist|not_found_error[\"'], ?[\"']message[\"']: ?[\"']model|is not found for API version",
        r"provided model identifier is invalid|is not a valid model ID|model '?[^']{1,200}'? not found|No endpoints found|Invalid model\b",
        r"ResourceNotFoundException",
        r"on-demand throughput isn.t supported",
    ),
    _sign(
        "content-policy",
        r"content_filter|content_policy_violation|content management policy|ResponsibleAIPolicyViolation|PROHIBITED_CONTENT|data_inspection_failed",
        r"content exists risk|inappropriate content|output blocked by content filtering|moderation|invalid_prompt",
    ),
    _sign(
        "connection",
        r"APIConnectionError|APITimeoutError|Connection error|Request timed out|ReadTimeout|ConnectTimeout|ECONNRESET|ETIMEDOUT|ENOTFOUND|socket hang up",
        r"fetch failed|EndpointConnectionError|ModelTimeoutException|connection (?:reset|refused|aborted)|Name or service not known",
    ),
    _sign(
        "server-error",
        r"internal server error|InternalServerException|InternalServerError|\bapi_error\b|server_error|(?-i:\bINTERNAL\b)|bad gateway|gateway time-?out",
        r"(?:error code:?|status(?:_code| code)?[\"']?[:=]?|http(?:/\d\.\d)?|[\"']code[\"']:|^) ?[\"']?(?:500|502|504|520|522|524)\b|ModelErrorException",
    ),
)


def kind_of(layers: Iterable[str]) -> Kind | None:
    """Which failure an answer tells, None where it tells none of these."""
    for sign in SIGNS:
        if any(sign.pattern.search(layer) for layer in layers):
            return sign.kind
    return None
