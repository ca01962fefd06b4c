"""A store of its own for each test, with a clock that stands still."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import replayable
from replayable.store import Store

NOW = 1_767_225_600.0  # 2026-01-01, 00:00 UTC


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "own" / "sessions.db"


@pytest.fixture
def open_store(path: Path) -> Iterator[Callable[..., Store]]:
    """Opens the test's store, once or several times; all are closed at the end."""
    opened: list[Store] = []

    def open(**settings: Any) -> Store:
        opened.append(replayable.store.open(path, **{"clock": lambda: NOW, "durability": "normal", **settings}))
        return opened[-1]

    yield open
    for store in opened:
        store.close()


@pytest.fixture
def store(open_store: Callable[..., Store]) -> Store:
    return open_store()
