"""What Anthropic's Messages API has a place for (https://docs.anthropic.com/en/api/messages, SDK 2.14.0, 2026-11)."""

from __future__ import annotations

from replayable.facts import thinking
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
    # A schema always holds, under no name.
    settings=frozenset(WRITERS) - {"response_format"}
    | {"response_format.json_schema", "response_format.text", "response_format.strict.true", "tools.strict", "tools.cache"},
    thinking=thinking.ANTHROPIC,
    known=frozenset(READERS),
    # A medium of a kind that has no place becomes a text that tells its name.
    fields=frozenset({"cache", "reasoning.signature", "reasoning.redacted", "result.error", "document.name", "audio.name", "video.name", "file.name"}),
)
