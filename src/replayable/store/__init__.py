"""Keeps sessions durably in one file: every entry as the exact JSON it was given, for many threads and processes at once.

Needs the extra `store` (SQLAlchemy and Alembic); `import replayable` does not load it.
"""

from __future__ import annotations

from importlib.util import find_spec

from replayable.errors import MissingExtra

if missing := [name for name in ("sqlalchemy", "alembic") if find_spec(name) is None]:
    raise MissingExtra(f"replayable.store needs {' and '.join(missing)}, which the extra \"store\" installs: pip install 'replayable[store]'")

from replayable.errors import EntryConflict, ForeignStore, HistoryRewritten, StoreBusy, StoreDamaged, StoreError, UnknownSession
from replayable.store.aio import AsyncRecorder, AsyncSession, AsyncStore
from replayable.store.aio import open as open_async
from replayable.store.loading import Loaded
from replayable.store.prompts import Prompt, split_prompt
from replayable.store.recorder import Recorder
from replayable.store.rows import Row
from replayable.store.searching import Hit
from replayable.store.session import Session
from replayable.store.store import Store, Summary, open  # noqa: A004 - the name of the public surface

__all__ = [
    "AsyncRecorder",
    "AsyncSession",
    "AsyncStore",
    "EntryConflict",
    "ForeignStore",
    "HistoryRewritten",
    "Hit",
    "Loaded",
    "Prompt",
    "Recorder",
    "Row",
    "Session",
    "Store",
    "StoreBusy",
    "StoreDamaged",
    "StoreError",
    "Summary",
    "UnknownSession",
    "open",
    "open_async",
    "split_prompt",
]
