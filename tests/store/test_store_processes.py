"""Killed writers, and several processes at once. `make crash` and `make soak` do the same for longer."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import replayable

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")


def run(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A process of its own, so that what is forked has no threads of the test runner."""
    script = Path(__file__).with_name(program)
    return subprocess.run([sys.executable, str(script), *arguments], capture_output=True, text=True, check=False)


def test_killed_writers_leave_every_acknowledged_row_and_no_other_trace() -> None:
    done = run("crash.py", "20", "7")
    assert (0, "20 writers killed") == (done.returncode, done.stdout[:17]), done.stdout + done.stderr


def test_four_writers_and_two_readers_lose_and_reorder_nothing() -> None:
    done = run("traffic.py", "2")
    assert 0 == done.returncode, done.stdout + done.stderr
    assert done.stdout.startswith("4 writers appended ")


@pytest.mark.parametrize("size", [150_000, 400_000])
def test_a_disk_that_takes_no_more_leaves_all_that_was_acknowledged_and_an_intact_store(size: int, tmp_path: Path) -> None:
    done = run("full_disk.py", str(tmp_path / "sessions.db"), str(size))
    batches, rows, words = done.stdout.split(" ", 2)
    assert words.rstrip().endswith("; nothing was changed"), done.stdout + done.stderr
    with replayable.store.open(tmp_path / "sessions.db") as store:
        session = store.session("s")
        assert (3 * int(batches), int(rows), ()) == (len(session.entries()), len(session.entries()), store.damage())
        session.append({"role": "user", "content": "room again"})
