"""Where a request is sent: provider, API and model, read from `provider/model`.

The tables below hold what is a matter of names only. What a model or an API accepts stands in `models` and `policies`.
"""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

from replayable.errors import UnknownTarget

Api = Literal[
    "anthropic-messages",
    "bedrock-converse",
    "google-generative-ai",
    "openai-completions",
    "openai-responses",
    "openai-codex-responses",
]
APIS: tuple[Api, ...] = get_args(Api)

DEFAULT_API: Api = "openai-completions"

# What a provider speaks where nothing else is said; every other provider speaks OpenAI Chat Completions.
PROVIDER_APIS: dict[str, Api] = {
    "anthropic": "anthropic-messages",
    "anthropic-vertex": "anthropic-messages",
    "minimax": "anthropic-messages",
    "amazon-bedrock": "bedrock-converse",
    "google": "google-generative-ai",
    "google-vertex": "google-generative-ai",
    "google-gemini-cli": "google-generative-ai",
    "google-antigravity": "google-generative-ai",
    "openai": "openai-responses",
    "azure-openai": "openai-responses",
    "openai-codex": "openai-codex-responses",
}

# Providers whose Claude models are reached through Anthropic's own API.
CLAUDE_ROUTES = frozenset({"google-vertex", "anthropic-vertex", "github-copilot"})

# Spellings in use elsewhere (LiteLLM, Vercel's AI SDK, pi, OpenClaw), folded to the one used here.
PROVIDER_ALIASES = {
    "bedrock": "amazon-bedrock",
    "aws-bedrock": "amazon-bedrock",
    "amazon_bedrock": "amazon-bedrock",
    "gemini": "google",
    "google-genai": "google",
    "google-generative-ai": "google",
    "googleai": "google",
    "vertex": "google-vertex",
    "vertexai": "google-vertex",
    "vertex-ai": "google-vertex",
    "vertex_ai": "google-vertex",
    "gemini-cli": "google-gemini-cli",
    "antigravity": "google-antigravity",
    "claude": "anthropic",
    "azure": "azure-openai",
    "azure_openai": "azure-openai",
    "moonshotai": "moonshot",
    "kimi": "moonshot",
    "mistralai": "mistral",
    "codex": "openai-codex",
    "openai_codex": "openai-codex",
    "copilot": "github-copilot",
    "x-ai": "xai",
    "lm-studio": "lmstudio",
    "llamacpp": "llama.cpp",
    "llama-cpp": "llama.cpp",
    "minimaxi": "minimax",
    "moonshot-kimi": "moonshot",
    "dashscope": "qwen",
    "qwen-dashscope": "qwen",
    "zai-glm": "zai",
    "z-ai": "zai",
    "zhipu": "zai",
    "zhipuai": "zai",
    "fireworks-ai": "fireworks",
    "fireworks_ai": "fireworks",
}

API_ALIASES: dict[str, Api] = {
    "anthropic": "anthropic-messages",
    "messages": "anthropic-messages",
    "bedrock": "bedrock-converse",
    "bedrock-converse-stream": "bedrock-converse",
    "converse": "bedrock-converse",
    "gemini": "google-generative-ai",
    "google-vertex": "google-generative-ai",
    "google-gemini-cli": "google-generative-ai",
    "openai-chat": "openai-completions",
    "chat-completions": "openai-completions",
    "mistral-conversations": "openai-completions",
    "responses": "openai-responses",
    "azure-openai-responses": "openai-responses",
    "openai-chatgpt-responses": "openai-codex-responses",
}


class Target(msgspec.Struct, frozen=True):
    """A provider, one of its models, and the API that is spoken to it. `str(target)` is `provider/model`."""

    provider: str
    model: str
    api: Api

    def __str__(self) -> str:
        return f"{self.provider}/{self.model}"


def parse_target(text: str, api: str | None = None) -> Target:
    """The target that `provider/model` names; the first slash separates, blanks and case of the provider are folded.

    Raises UnknownTarget without a slash, with an empty half, or for an API that does not exist.
    """
    if not isinstance(text, str):
        raise UnknownTarget(f"a target is written provider/model, got {type(text).__name__}")
    provider, slash, model = text.strip().partition("/")
    provider, model = fold_provider(provider), model.strip()
    if not slash or not provider or not model:
        raise UnknownTarget(f"a target is written provider/model, got {text!r}")
    return Target(provider, model, fold_api(api) if api is not None else default_api(provider, model))


def fold_provider(name: str) -> str:
    """The one spelling of a provider's name used here."""
    name = name.strip().lower()
    return PROVIDER_ALIASES.get(name, name)


def fold_api(name: str) -> Api:
    """The API that a name or an alias of it means. Raises UnknownTarget."""
    folded = name.strip().lower() if isinstance(name, str) else ""
    folded = API_ALIASES.get(folded, folded)
    if folded not in APIS:
        raise UnknownTarget(f"unknown API {name!r}; known are {', '.join(APIS)}")
    return folded


def default_api(provider: str, model: str) -> Api:
    """The API of a provider where none is named."""
    if provider in CLAUDE_ROUTES and "claude" in model.lower():
        return "anthropic-messages"
    return PROVIDER_APIS.get(provider, DEFAULT_API)
