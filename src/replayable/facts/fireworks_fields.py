"""The fields that Fireworks takes in a Chat Completions request. Constants only, for rules and checks.

Source: docs.fireworks.ai, "Create Chat Completion" (2026), and the parameters that LiteLLM 1.110.2 hands on. Any other is refused with
"Extra inputs are not permitted, field: 'vl_high_resolution_images', value: True" (midscene#1322, 2025-10).
"""

from __future__ import annotations

_OF_OPENAI = (
    *("model", "messages", "tools", "tool_choice", "parallel_tool_calls", "max_tokens", "max_completion_tokens", "temperature", "top_p", "n", "stop", "seed"),
    *("response_format", "stream", "stream_options", "frequency_penalty", "presence_penalty", "logit_bias", "logprobs", "top_logprobs", "user", "metadata"),
    *("reasoning_effort", "service_tier", "prediction", "prompt_cache_key", "functions", "function_call"),
)
_OF_ITS_OWN = (
    *("top_k", "min_p", "typical_p", "repetition_penalty", "mirostat_target", "mirostat_lr", "ignore_eos", "context_length_exceeded_behavior", "thinking"),
    *("prompt_truncate_len", "prompt_cache_max_len", "prompt_cache_isolation_key", "echo", "echo_last", "raw_output", "perf_metrics_in_response"),
    *("reasoning_history", "return_token_ids", "safe_tokenization", "sampling_mask", "speculation"),
)

REQUEST_FIELDS = frozenset({*_OF_OPENAI, *_OF_ITS_OWN})
