"""From the entries of a session to what its model is shown, and to what people are. What is stored is never touched."""

from __future__ import annotations

from replayable.projection.context import Context, context
from replayable.projection.display import display, shown
from replayable.projection.loading import loaded
from replayable.projection.migration import migrated, naming, version_of
from replayable.projection.transcript import transcript

__all__ = ["Context", "context", "display", "loaded", "migrated", "naming", "shown", "transcript", "version_of"]
