"""What Chat Completions has a place for (https://platform.openai.com/docs/api-reference/chat, SDK 3.57.0, 2026-11)."""

from __future__ import annotations

from replayable.facts import thinking
from replayable.formats.format import Carries
from replayable.formats.openai_chat.settings_write import WRITERS

CARRIES = Carries(
    parts={
        "system": frozenset({"text", "opaque"}),
        "developer": frozenset({"text", "opaque"}),
        "user": frozenset({"text", "image", "audio", "document", "file", "video", "tool-result", "opaque"}),
        "assistant": frozenset({"text", "refusal", "reasoning", "tool-call", "custom-call", "opaque"}),
        "tool": frozenset({"tool-result"}),
    },
    results=frozenset({"text", "image"}),
    settings=frozenset(WRITERS) | {"response_format.name", "response_format.description", "response_format.strict", "tools.strict", "tools.cache"},
    thinking=thinking.CHAT,
    fields=frozenset({"image.detail", "cache", "call.signature", "reasoning.redacted", "document.name", "file.name"}),
    known=frozenset({"text", "refusal", "image_url", "input_audio"}),
)
