"""Expectations for Anthropic Messages, Bedrock Converse and Gemini, and for MiniMax."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from catalogue.expected import Expected
from catalogue.pictures import anthropic_image, png

# Providers of the handed list whose entries all stand here.
PROVIDERS = frozenset({"anthropic-messages", "bedrock-converse", "gemini-generate-content", "vertex-gemini-generate-content", "minimax"})

# Entries that no request shows by itself.
UNSEEN = frozenset(
    {
        "anthropic-thinking-modified-latest",
        "anthropic-thinking-prefix-bound",
        "anthropic-context-overflow",
        "gemini-thought-signature-corrupted",
    }
)

CLAUDE = "anthropic/claude-opus-4-5"  # takes a prefill, so that a last assistant turn is no mistake of its own
NOVA = "amazon-bedrock/amazon.nova-pro-v1:0"
LLAMA = "amazon-bedrock/us.meta.llama4-maverick-17b-instruct-v1:0"
BEDROCK_CLAUDE = "amazon-bedrock/us.anthropic.claude-sonnet-4-6-v1:0"
FLASH = "google/gemini-2.5-flash"  # wants no signatures
GEMINI = "google/gemini-3-pro"


def said(*blocks: Mapping[str, Any]) -> dict[str, Any]:
    """A request of one user message to Claude."""
    return {"messages": [{"role": "user", "content": list(blocks)}]}


def claude(pointer: str, **fields: Any) -> Expected:
    return Expected(target=fields.pop("target", CLAUDE), pointer=pointer, **fields)


def nova(pointer: str, **fields: Any) -> Expected:
    return Expected(target=fields.pop("target", NOVA), pointer=pointer, **fields)


def gemini(pointer: str, **fields: Any) -> Expected:
    return Expected(target=fields.pop("target", FLASH), pointer=pointer, **fields)


def minimax(pointer: str, **fields: Any) -> Expected:
    return Expected(target="minimax/MiniMax-M2", api="openai-completions", pointer=pointer, **fields)


NOTHING_LEFT = "nothing that the target takes was said, and nothing is made up"
UNTOUCHED = "in the target's own format the fields of a request pass untouched"

ANTHROPIC: Mapping[str, Expected] = {
    "anthropic-tool-use-without-result": claude("/messages/1"),
    "anthropic-orphan-tool-result": claude("/messages/0/content/0", left=frozenset({"anthropic-empty-messages"}), why=NOTHING_LEFT),
    "anthropic-server-tool-result-orphan": claude(
        "/messages/1/content/0",
        error="messages.1.content.0: unexpected `tool_use_id` found in `web_search_tool_result` blocks: srvtoolu_1. "
        "Each `web_search_tool_result` block must have a corresponding `server_tool_use` block before it.",
    ),
    "anthropic-duplicate-tool-use-id": claude("/messages/1/content/1/id"),
    "anthropic-duplicate-tool-result": claude("/messages/2/content/1"),
    "anthropic-tool-result-first": claude("/messages/2"),
    "anthropic-tool-id-pattern": claude("/messages/1/content/0/id"),
    "anthropic-tool-use-input-object": claude("/messages/1/content/0/input"),
    "anthropic-tool-use-name-length": claude("/messages/1/content/0/name"),
    "anthropic-unknown-block-field": claude("/messages/1/content/0/text"),
    "anthropic-empty-text-block": claude("/messages/0/content/0/text"),
    "anthropic-whitespace-only-message": claude("/messages/0/content"),
    "anthropic-empty-message-content": claude("/messages/1"),
    "anthropic-final-assistant-trailing-whitespace": claude("/messages/1"),
    "anthropic-prefill-unsupported": claude("/messages/1", target="anthropic/claude-sonnet-4-6"),
    "anthropic-thinking-final-assistant-must-start-with-thinking": claude("/messages/1/content/0"),
    "anthropic-thinking-must-be-first-block": claude("/messages/1/content/0", instead="broken-signature"),
    "anthropic-thinking-cannot-be-last-block": claude("/messages/1", instead="broken-signature"),
    "anthropic-thinking-in-final-assistant-when-disabled": claude("/messages/1/content/0", instead="broken-signature"),
    "anthropic-thinking-signature-invalid": claude("/messages/1/content/0/signature"),
    "anthropic-thinking-signature-missing": claude("/messages/1/content/0"),
    "anthropic-forced-tool-choice": claude(
        "/tool_choice/type",
        target="anthropic/claude-fable-5-1",
        left=frozenset({"anthropic-forced-tool-choice"}),
        why=UNTOUCHED,
    ),
    "anthropic-thinking-config-type": claude(
        "/thinking/type",
        target="anthropic/claude-opus-4-7",
        error='"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.',
        left=frozenset({"anthropic-thinking-config-type"}),
        why=UNTOUCHED,
    ),
    "anthropic-system-role-unsupported": claude("/messages/1/role"),
    "anthropic-system-role-placement": claude("/messages/1", target="anthropic/claude-opus-4-8"),
    "anthropic-first-message-user": claude("/messages/0"),
    "anthropic-empty-messages": claude("/messages", left=frozenset({"anthropic-empty-messages"}), why=NOTHING_LEFT),
    "anthropic-bad-role": claude("/messages/0/role", left=frozenset({"anthropic-empty-messages"}), why=NOTHING_LEFT, instead="orphan-tool-result"),
    "anthropic-cache-control-max4": claude("/messages/0/content/4/cache_control"),
    "anthropic-cache-control-empty-text": claude("/messages/0/content/0/text"),
    "anthropic-cache-control-on-thinking": claude("/messages/1/content/0/cache_control"),
    "anthropic-image-max-dimension": claude("/messages/0/content/0/source/data", payload=said(anthropic_image(png(8001, 1)))),
    "anthropic-image-many-2000px": claude("/messages/0/content/20/source/data", payload=said(*[anthropic_image(png(2001, 1))] * 21)),
    "anthropic-image-max-bytes": claude("/messages/0/content/0/source/data", payload=said(anthropic_image(png(2000, 2000, noise=True)))),
    "anthropic-image-media-type-mismatch": claude("/messages/0/content/0/source/media_type", payload=said(anthropic_image(png(1, 1), "image/jpeg"))),
    "anthropic-image-undecodable": claude("/messages/0/content/0/source/data", payload=said(anthropic_image("bm8gaW1hZ2UgYXQgYWxs"))),
    "anthropic-image-count": claude(
        "/messages/0/content/100", payload=said(*[anthropic_image(png(1, 1))] * 101), error="Too much media: 0 document pages + 101 images > 100"
    ),
    "anthropic-invalid-unicode": claude("/messages/0/content", payload={"messages": [{"role": "user", "content": "cut \ud83d off"}]}),
    "anthropic-request-too-large": claude(
        "",
        payload={"messages": [{"role": "user", "content": "x" * (32 * 1024 * 1024)}]},
        left=frozenset({"anthropic-request-too-large"}),
        why="words are not cut",
    ),
}

BEDROCK: Mapping[str, Expected] = {
    "bedrock-tool-result-missing": nova("/messages/1"),
    "bedrock-tool-result-exceeds": nova("/messages/0/content", left=frozenset({"bedrock-empty-messages"}), why=NOTHING_LEFT),
    "bedrock-text-and-tool-result-same-turn": nova("/messages/2/content", target=LLAMA),
    "bedrock-toolconfig-required": nova(""),
    "bedrock-blank-text": nova("/messages/0/content/0/text"),
    "bedrock-claude-whitespace-text": nova("/messages/0/content/0/text", target=BEDROCK_CLAUDE),
    "bedrock-empty-content": nova("/messages/1/content"),
    "bedrock-alternate": nova("/messages/1"),
    "bedrock-start-with-user": nova("/messages/0"),
    "bedrock-end-with-user": nova("/messages/1", error="This model does not support assistant message prefill. The conversation must end with a user message."),
    "bedrock-tooluse-input-object": nova("/messages/1/content/0/toolUse/input"),
    "bedrock-toolresult-json-object": nova("/messages/2/content/0/toolResult/content/0/json"),
    "bedrock-tooluseid-shape": nova("/messages/1/content/0/toolUse/toolUseId"),
    "bedrock-toolname-shape": nova(
        "/messages/1/content/0/toolUse/name",
        error="1 validation error detected: Value 'a.b' at 'messages.1.member.content.0.member.toolUse.name' failed to satisfy constraint: "
        "Member must satisfy regular expression pattern: [a-zA-Z0-9_-]+",
    ),
    "bedrock-content-union": nova("/messages/0/content/0"),
    "bedrock-document-name": nova("/messages/0/content/1/document/name"),
    "bedrock-document-duplicate-name": nova(
        "/messages/0/content/2/document/name", error="Messages can't contain duplicate document names. Rename the document and retry your request."
    ),
    "bedrock-document-needs-text": nova("/messages/0"),
    "bedrock-media-limits": nova(
        "/messages/0/content/0/image",
        error="You can only include images and documents if the role is user.",
        beside=frozenset({"bedrock-start-with-user", "bedrock-end-with-user"}),
    ),
    "bedrock-reasoning-signature-unsupported": nova("/messages/1/content/0/reasoningContent/reasoningText/signature"),
    "bedrock-claude-inherits": nova(
        "/messages/1",
        target=BEDROCK_CLAUDE,
        # the request of the list is one that nobody refuses
        payload={
            "messages": [
                {"role": "user", "content": [{"text": "x"}]},
                {"role": "assistant", "content": [{"reasoningContent": {"reasoningText": {"text": "t", "signature": "c2lnbmVk"}}}]},
                {"role": "user", "content": [{"text": "y"}]},
            ]
        },
        error="The model returned the following errors: messages.1: The final block in an assistant message cannot be `thinking`.",
    ),
    "bedrock-system-empty": nova("/system/0/text"),
}

GOOGLE: Mapping[str, Expected] = {
    "gemini-function-count": gemini("/contents/2"),
    "gemini-call-after-user": gemini("/contents/0"),
    "gemini-response-after-call": gemini("/contents/1", beside=frozenset({"gemini-alternate"})),
    "gemini-alternate": gemini("/contents/1"),
    "gemini-end-with-user": gemini("/contents/1"),
    "gemini-role-values": gemini("/contents/0/role"),
    "gemini-role-tool": gemini("/contents/2/role", target="google/gemini-3.6-flash", beside=frozenset({"gemini-thought-signature-missing"})),
    "gemini-parts-empty": gemini("/contents/0/parts"),
    "gemini-part-empty": gemini("/contents/0/parts/0"),
    "gemini-response-struct": gemini("/contents/2/parts/0/functionResponse/response"),
    "gemini-args-struct": gemini("/contents/1/parts/0/functionCall/args"),
    "gemini-function-name-empty": gemini("/contents/2/parts/0/functionResponse/name"),
    "gemini-function-name-pattern": gemini("/tools/0/functionDeclarations/0/name"),
    "gemini-thought-signature-missing": gemini("/contents/1/parts/0", target=GEMINI),
    "gemini-thought-signature-base64": gemini("/contents/1/parts/0/thoughtSignature"),
    "gemini-empty-contents": gemini("/contents", left=frozenset({"gemini-empty-contents"}), why=NOTHING_LEFT),
    "gemini-image": gemini("/contents/0/parts/0/inlineData/mimeType", error="Unsupported MIME type: image/bmp"),
    "vertex-function-id": gemini("/contents/1/parts/0/functionCall/id", target="google-vertex/gemini-2.5-flash"),
}

MINIMAX: Mapping[str, Expected] = {
    "minimax-tool-order": minimax("/messages/3", beside=frozenset({"minimax-tool-mismatch"})),
    "minimax-tool-id-not-found": minimax("/messages/1"),
    "minimax-tool-mismatch": minimax("/messages/1/tool_calls/0/id"),
    "minimax-arguments-json": minimax("/messages/1/tool_calls/0/function/arguments"),
    "minimax-tool-parameters": minimax("/tools/0/function", left=frozenset({"minimax-tool-parameters"}), why=UNTOUCHED),
}

EXPECTED: Mapping[str, Expected] = {**ANTHROPIC, **BEDROCK, **GOOGLE, **MINIMAX}
