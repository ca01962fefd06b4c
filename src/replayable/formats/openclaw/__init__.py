"""Session files of openclaw (and of pi, from which they come), and bare lists of their messages."""

from __future__ import annotations

from replayable.formats.format import Carries, Format
from replayable.formats.openclaw.reads import READS
from replayable.formats.openclaw.sniff import sniff
from replayable.formats.openclaw.spellings import NAME
from replayable.on_demand import later

_MEDIA = frozenset({"image", "document", "audio", "video", "file"})
_ANY = _MEDIA | {"text", "reasoning", "tool-call", "tool-result", "server-call", "server-result", "opaque"}

FORMAT = Format(
    name=NAME,
    sniff=sniff,
    read=later("replayable.formats.openclaw.read:read"),
    write=later("replayable.formats.openclaw.write:write"),
    history_key=None,
    carries=Carries(
        parts=dict.fromkeys(("system", "developer", "user", "assistant", "tool"), _ANY),
        results=_MEDIA | {"text", "opaque"},
        settings=frozenset(),
        fields=frozenset(
            {
                *("text.item", "text.signature", "call.signature", "call.partial", "call.deferred"),
                *("reasoning.signature", "reasoning.item", "reasoning.redacted", "result.error", "media.type", "record"),
                *(f"{kind}.name" for kind in _MEDIA),
            }
        ),
    ),
    beside=later("replayable.formats.openclaw.beside:beside"),
    reads=READS,
    follow=later("replayable.formats.openclaw.follow:SessionFollower"),
)
