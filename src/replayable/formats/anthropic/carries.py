"""What Anthropic's Messages API has a place for (https://docs.anthropic.com/en/api/messages, SDK 2.14.0, 2026-11)."""

from __future__ import annotations

from replayable.formats.anthropic.blocks import READERS
from replayable.formats.anthropic.settings_write import WRITERS
from replayable.formats.format import Carries

CARRIES = Carries(
    parts={
        "system": frozenset({"text", "opaque"}),
        "developer": frozenset({"text"}),
        "user": frozenset({"text", "image", "document", "tool-result", "opaque"}),
        "assistant": frozenset({"text", "reasoning", "tool-call", "server-call", "server-result", "opaque"}),
        "tool": frozenset({"tool-result"}),
    },
    results=frozenset({"text", "image", "document", "opaque"}),
    settings=frozenset(WRITERS) - {"response_format"} | {"response_format.json_schema", "response_format.text"},
    known=frozenset(READERS),
)
