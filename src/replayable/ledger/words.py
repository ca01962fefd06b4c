"""The words that requests of all APIs use for their places. Only these are told; whatever else stands in a request is `other`."""

from __future__ import annotations

from collections.abc import Mapping

from replayable.model.values import Json

# The lists of messages, and the fields for the system prompt.
HISTORY_KEYS = ("messages", "input", "contents")
SYSTEM_KEYS = ("system", "instructions", "systemInstruction", "system_instruction")

# Fields that name a history which the server keeps: the list then holds only what is new.
KEPT_BY_SERVER = ("previous_response_id", "conversation")

# The lists of blocks within a message, in the order in which they are read.
BLOCK_KEYS = ("content", "parts", "tool_calls")

# What is no field of its own in a message: `type` stands for the role where there is none.
BESIDE_CONTENT = frozenset({*BLOCK_KEYS, "role"})

# A field that marks a block for the cache, and a block that marks the one before it.
MARK, MARK_BLOCK = "cache_control", "cachePoint"

# Fields of a block that may hold marked blocks themselves.
HOLDERS = frozenset({"content", "toolResult", "function"})

# Objects that only wrap the fields of a block.
WRAPPERS = frozenset(
    {"function", "functionCall", "functionResponse", "toolUse", "toolResult", "toolSpec", "reasoningContent", "image_url", "source", "inlineData", "image"}
)

ROLES = frozenset({"system", "developer", "user", "assistant", "tool", "function", "model"})
INSTRUCTORS = frozenset({"system", "developer"})

# Kinds of items and blocks, told by `type` or by their one telling key.
KINDS = frozenset(
    {
        "text", "input_text", "output_text", "summary_text", "reasoning_text", "refusal", "thinking", "redacted_thinking", "reasoning", "reasoningContent",
        "image", "image_url", "input_image", "document", "input_file", "file", "input_audio", "video", "inlineData", "inline_data", "fileData",
        "tool_use", "tool_result", "toolUse", "toolResult", "function", "function_call", "function_call_output", "functionCall", "functionResponse",
        "custom_tool_call", "custom_tool_call_output", "server_tool_use", "web_search_tool_result", "message", "item_reference", "compaction",
        "functionDeclarations", "toolSpec", "custom",
    }
)  # fmt: skip

# Fields by what they hold. The last word of a path counts (`function.arguments`).
IDS = frozenset({"id", "call_id", "tool_call_id", "tool_use_id", "toolUseId", "item_id"})
ARGUMENTS = frozenset({"arguments", "input", "args"})
REASONING = frozenset(
    {
        "thinking", "signature", "thoughtSignature", "thought_signature", "reasoning", "reasoning_content", "reasoning_details", "reasoning_text",
        "reasoningText", "redactedContent", "encrypted_content", "summary", "thought",
    }
)  # fmt: skip
TEXTS = frozenset({"text", "refusal"})
MEDIA = frozenset(
    {"data", "url", "file_id", "media_type", "mimeType", "mime_type", "image_url", "source", "bytes", "format", "inline_data", "inlineData", "detail"}
)
RESULTS = frozenset({"content", "output", "response", "is_error", "status"})

_OTHERS = frozenset(
    {
        "type",
        "role",
        "name",
        "index",
        "phase",
        "description",
        "parameters",
        "input_schema",
        "inputSchema",
        "strict",
        "functionDeclarations",
        "citations",
        "title",
        "context",
    }
)  # fmt: skip
FIELDS = IDS | ARGUMENTS | REASONING | TEXTS | MEDIA | RESULTS | WRAPPERS | _OTHERS

OTHER = "other"


def known_role(role: Json) -> str:
    """The role, or the kind of an item; `other` where it is no word of an API."""
    return role if isinstance(role, str) and (role in ROLES or role in KINDS) else OTHER


def kind_of(block: Mapping[str, Json]) -> str:
    """The kind of a block."""
    kind = block.get("type")
    if isinstance(kind, str):
        return kind if kind in KINDS else OTHER
    return next((key for key in block if key in KINDS), OTHER)


def known_field(name: str) -> str:
    """The path of a field, in words that are an API's; `other` for the rest."""
    wrapper, dot, own = name.rpartition(".")
    if own not in FIELDS:
        return f"{wrapper}.{OTHER}" if dot else OTHER
    return name
