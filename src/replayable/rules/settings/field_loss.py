"""What it costs that a field of a request is not sent."""

from __future__ import annotations

from replayable.model.values import Json
from replayable.report import Loss

# Fields that tell how a request is carried, kept, billed or told apart: the answer is the same without them.
TRANSPORT = frozenset(
    {
        *("model", "stream", "stream_options", "user", "store", "metadata", "service_tier", "safety_identifier", "background", "include", "inference_geo"),
        *("prompt_cache_key", "prompt_cache_retention", "cache_control", "anthropic_version", "anthropic_beta", "betas", "requestMetadata"),
        *("session", "entries", "extra_headers", "extra_query", "timeout", "labels", "performanceConfig", "logprobs", "top_logprobs", "weight"),
    }
)

# Values that say what an API does anyway.
_DEFAULTS: dict[str, Json] = {
    "temperature": 1,
    "top_p": 1,
    "n": 1,
    "frequency_penalty": 0,
    "presence_penalty": 0,
    "truncation": "disabled",
    "parallel_tool_calls": True,
}


def loss_of(field: str, value: Json) -> Loss:
    """The loss: "content" where the field shapes the answer, "none" where it does not or says nothing."""
    if field in TRANSPORT or value is None or value is False or value in ("", [], {}):
        return "none"
    return "none" if field in _DEFAULTS and value == _DEFAULTS[field] else "content"
