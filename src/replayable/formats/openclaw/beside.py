"""What a session file holds beside the conversation: its header, and the entries of its active branch that the model is not shown."""

from __future__ import annotations

from collections.abc import Mapping

from replayable.formats.openclaw.envelope import Envelope
from replayable.model.transcript import Transcript
from replayable.model.values import Json


def beside(transcript: Transcript) -> Mapping[str, Json]:
    """The header as `session`, the other entries as `entries`. Branches that were not taken are no part of the conversation and not told."""
    envelope = transcript.envelope
    if type(envelope) is not Envelope or transcript.shape != "session":
        return {}
    held = {"session": envelope.header, "entries": [envelope.rows[index] for index in envelope.unsent]}
    return {name: value for name, value in held.items() if value}
