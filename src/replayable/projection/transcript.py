"""The entries of a session → the transcript that its model is shown."""

from __future__ import annotations

from collections.abc import Sequence

from replayable.formats.openclaw import FORMAT
from replayable.model.transcript import Transcript
from replayable.model.values import Json
from replayable.records import Document


def transcript(entries: Sequence[Json]) -> Transcript:
    """The transcript of entries that were decoded from JSON: the active branch from its newest compaction or reset on."""
    return FORMAT.read(Document(list(entries), None, (), "objects", None, True))
