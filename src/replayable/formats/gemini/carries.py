"""What Gemini's generateContent has a place for (https://ai.google.dev/api/caching#Content, google-genai 3.6.1, 2026-11)."""

from __future__ import annotations

from replayable.facts import thinking
from replayable.formats.format import Carries
from replayable.formats.gemini.settings_write import WRITERS

_MEDIA = frozenset({"image", "document", "audio", "video", "file"})

CARRIES = Carries(
    parts={
        "system": frozenset({"text", "opaque"}),
        "developer": frozenset({"text"}),
        "user": _MEDIA | {"text", "tool-result", "opaque"},
        "assistant": _MEDIA | {"text", "reasoning", "tool-call", "server-call", "server-result", "opaque"},
        "tool": frozenset({"tool-result"}),
    },
    # Media in results since Gemini 3 (google-genai 3.6.1 `FunctionResponse.parts`); a policy for older models takes them out.
    results=_MEDIA | {"text", "opaque"},
    # A schema always holds, under no name.
    settings=frozenset(WRITERS) - {"tool_choice"}
    | {"tool_choice.auto", "tool_choice.none", "tool_choice.required", "tool_choice.named", "response_format.strict.true"},
    thinking=thinking.GEMINI,
    fields=frozenset({"text.signature", "call.signature", "reasoning.signature", "reasoning.redacted", "result.error", "media.type"}),
)
