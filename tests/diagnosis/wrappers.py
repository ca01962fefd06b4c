"""What becomes of a provider's text until somebody reads it: bodies, exceptions of SDKs, gateways and logs."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

Wrapper = Callable[[str], str]


def _body(text: str) -> dict[str, Any]:
    return {"error": {"message": text, "type": "invalid_request_error", "param": None, "code": None}}


def _of_anthropic(text: str) -> dict[str, Any]:
    return {"type": "error", "error": {"type": "invalid_request_error", "message": text}, "request_id": "req_011CVhurPmhuUiXgFu4GqyZs"}


def _of_openrouter(text: str) -> dict[str, Any]:
    raw = json.dumps(_of_anthropic(text))
    return {"error": {"message": "Provider returned error", "code": 400, "metadata": {"raw": raw, "provider_name": "Anthropic"}}, "user_id": "user_1"}


def _through_litellm_proxy(text: str) -> str:
    inner = f"litellm.BadRequestError: AnthropicException - {json.dumps(_of_anthropic(text))}No fallback model group found for original model_group=claude."
    return f"Error code: 400 - { ({'error': {'message': inner, 'type': None, 'param': None, 'code': '400'}}) }"


def _by_vercel(text: str) -> str:
    error = {"name": "AI_APICallError", "url": "https://api.anthropic.com/v1/messages", "statusCode": 400, "responseBody": json.dumps(_of_anthropic(text))}
    return json.dumps({"type": "error", "error": error})


WRAPPERS: Mapping[str, Wrapper] = {
    "as it is": lambda text: text,
    "body of OpenAI": lambda text: json.dumps(_body(text)),
    "body of Anthropic": lambda text: json.dumps(_of_anthropic(text), ensure_ascii=False),
    "body of Google": lambda text: json.dumps({"error": {"code": 400, "message": text, "status": "INVALID_ARGUMENT"}}, indent=2),
    "body of FastAPI": lambda text: json.dumps({"detail": text}),
    "openai": lambda text: f"Error code: 400 - {_body(text)}",
    "openai, repr": lambda text: repr(ValueError(f"Error code: 400 - {_body(text)}")),
    "anthropic": lambda text: f"anthropic.BadRequestError: Error code: 400 - {_of_anthropic(text)}",
    "google-genai": lambda text: f"400 INVALID_ARGUMENT. { ({'error': {'code': 400, 'message': text, 'status': 'INVALID_ARGUMENT'}}) }",
    "botocore": lambda text: f"An error occurred (ValidationException) when calling the ConverseStream operation: {text}",
    "AWS for JavaScript": lambda text: f"ValidationException: {text}\n    at throwDefaultError (/app/node_modules/@smithy/core/index.js:1:1)",
    "OpenRouter": lambda text: json.dumps(_of_openrouter(text)),
    "OpenRouter through openai": lambda text: f"Error code: 400 - {_of_openrouter(text)}",
    "LiteLLM": lambda text: f"litellm.BadRequestError: AnthropicException - {json.dumps(_of_anthropic(text))}",
    "LiteLLM, bytes": lambda text: f"litellm.BadRequestError: AnthropicException - {json.dumps(_of_anthropic(text), ensure_ascii=False).encode()!r}",
    "LiteLLM's proxy": _through_litellm_proxy,
    "Vercel's AI SDK": _by_vercel,
    "Vercel's, shown": lambda text: f"AI_APICallError: {text}",
    "Cloudflare": lambda text: json.dumps({"success": False, "errors": [{"code": 5004, "message": "AiError: " + json.dumps(_body(text))}], "result": None}),
    "a log with escapes": lambda text: json.dumps({"level": "error", "msg": json.dumps({"cause": json.dumps(_of_anthropic(text))})}),
    "a page of HTML": lambda text: "<pre>" + text.replace("&", "&amp;").replace("'", "&#39;").replace('"', "&quot;") + "</pre>",
    "a terminal's lines": lambda text: re.sub(r" (?=\S)", "\n     ", f"API Error: 400 {json.dumps(_of_anthropic(text))}"),
    "Markdown": lambda text: text.replace("`", ""),
}

SAMPLES: Mapping[str, str] = {
    "at": "messages[3].tool_calls[0].id",
    "ids": "call_1, call_2",
    "type": "thinking",
    "role": "tool",
    "before": "assistant",
    "field": "reasoning",
    "block_type": "text",
    "kind": "toolUse",
    "values": "'low', 'medium', and 'high'",
    "known": "role, content",
}
NUMBERS = ("i", "j", "k", "n", "max", "most", "limit", "column", "char", "first", "position")


def filled(text: str) -> str:
    """A text of the catalogue with something in its braces."""
    return re.sub(r"\{([a-z_]+)\}", lambda name: "7" if name[1] in NUMBERS else SAMPLES.get(name[1], "x1"), text)
