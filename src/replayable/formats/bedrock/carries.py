"""What Bedrock's Converse has a place for (https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html, botocore 1.44.8, 2026-11).

"You can only include images and documents if the role is user" (`Message`).
"""

from __future__ import annotations

from replayable.facts import thinking
from replayable.formats.bedrock.settings_write import WRITERS
from replayable.formats.format import Carries

# Files come with the request or from S3; an address elsewhere is not fetched.
_DOCUMENTS = frozenset({"image.data", "document.data", "file.data", "video.data"})

CARRIES = Carries(
    parts={
        "system": frozenset({"text", "opaque"}),
        "developer": frozenset({"text"}),
        "user": _DOCUMENTS | {"audio.data", "text", "tool-result", "opaque"},
        "assistant": frozenset({"text", "reasoning", "tool-call", "server-call", "server-result", "opaque"}),
        "tool": frozenset({"tool-result"}),
    },
    results=_DOCUMENTS | {"text", "opaque"},
    settings=frozenset(WRITERS) - {"response_format", "tool_choice"}
    | {"response_format.json_schema", "response_format.text", "response_format.name", "response_format.description", "response_format.strict.true"}
    | {"tool_choice.auto", "tool_choice.required", "tool_choice.named", "tools.strict", "tools.cache"},
    thinking=thinking.ANTHROPIC,
    fields=frozenset({"cache", "reasoning.signature", "reasoning.redacted", "result.error", "document.name", "file.name"}),
)
