"""Fields of requests that only some APIs have, and mean the same by: by what path each has them. Constants only.

Sources: SDKs openai 3.57.0, anthropic 2.14.0, google-genai 3.6.1; `top_k` of Claude on Bedrock: its user guide (2026-11). Fields of one name
that mean different things stand here for neither (`service_tier` of Anthropic's has values of its own).
"""

from __future__ import annotations

from collections.abc import Mapping

# Each row is one field: the paths of it in each format, the first of which is written.
Row = Mapping[str, tuple[str, ...]]


def _of_openai(field: str, in_responses: str | None = None) -> Row:
    return {"openai-chat": (field,), "openai-responses": (in_responses or field,)}


SHARED: tuple[Row, ...] = (
    *(_of_openai(field) for field in ("metadata", "service_tier", "safety_identifier", "moderation")),
    *(_of_openai(field) for field in ("prompt_cache_key", "prompt_cache_retention", "prompt_cache_options")),
    _of_openai("verbosity", "text.verbosity"),
    {"openai-chat": ("seed",), "gemini": ("generationConfig.seed", "generation_config.seed")},
    {
        "anthropic": ("top_k",),
        "gemini": ("generationConfig.topK", "generationConfig.top_k", "generation_config.topK", "generation_config.top_k"),
        "bedrock": ("additionalModelRequestFields.top_k",),
    },
)
