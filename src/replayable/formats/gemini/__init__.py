"""Google's generateContent (Gemini API, Vertex AI): https://ai.google.dev/api/generate-content."""

from __future__ import annotations

from replayable.formats.format import Format
from replayable.formats.gemini.carries import CARRIES
from replayable.formats.gemini.reads import READS
from replayable.formats.gemini.sniff import sniff
from replayable.formats.gemini.spelling import NAME
from replayable.on_demand import later

FORMAT = Format(
    name=NAME,
    sniff=sniff,
    read=later("replayable.formats.gemini.read:read"),
    write=later("replayable.formats.gemini.write:write"),
    history_key="contents",
    carries=CARRIES,
    reads=READS,
    entries="apart",
)
