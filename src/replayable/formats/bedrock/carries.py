"""What Bedrock's Converse has a place for (https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html, botocore 1.44.8, 2026-11).

"You can only include images and documents if the role is user" (`Message`).
"""

from __future__ import annotations

from replayable.formats.bedrock.settings_write import WRITERS
from replayable.formats.format import Carries

CARRIES = Carries(
    parts={
        "system": frozenset({"text", "opaque"}),
        "developer": frozenset({"text"}),
        "user": frozenset({"text", "image", "document", "file", "video", "audio", "tool-result", "opaque"}),
        "assistant": frozenset({"text", "reasoning", "tool-call", "server-call", "server-result", "opaque"}),
        "tool": frozenset({"tool-result"}),
    },
    results=frozenset({"text", "image", "document", "file", "video", "opaque"}),
    settings=frozenset(WRITERS) - {"response_format"} | {"response_format.json_schema", "response_format.text"},
)
