"""Speed of the store, measured side by side in one run, beside the aims.

`python benchmarks/store.py [--rounds N] [--folder FOLDER]`. Durable appends against writing and fdatasync of the same bytes, in turns, in the same
folder; opening and projecting a session against a bare select and decode of its rows; the end of sessions of three lengths.
"""

from __future__ import annotations

import os
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from figures import Sheet, parser

import replayable
from replayable.store import Store

APPENDS_A_ROUND = 250
PROJECTED = 10_000
LENGTHS = (100, 10_000, 100_000)

# The aims.
APPEND_RATIO = 0.8  # of the rate of the floor
PROJECT_RATIO = 2.0  # of the time of the floor
TAIL = 5.0  # milliseconds

_STRIDE = 1 << 32  # see `replayable.store.schema`


def entries(count: int, size: int) -> list[dict[str, Any]]:
    """A session file's entries: header, then user, call, result, answer, over and over; `size` is the bytes of the longest text."""
    rows: list[dict[str, Any]] = [{"type": "session", "version": 3, "id": "s", "timestamp": "2026-01-01T00:00:00.000Z", "cwd": "/"}]
    parent: str | None = None
    for number in range(count):
        own = f"{number:08x}"
        rows.append(
            {"type": "message", "id": own, "parentId": parent, "timestamp": "2026-01-01T00:00:00.000Z", "message": _message(number, "lorem " * (size // 6))}
        )
        parent = own
    return rows


def _message(number: int, text: str) -> dict[str, Any]:
    said, made_by = [{"type": "text", "text": text}], {"api": "anthropic-messages", "provider": "anthropic", "model": "claude-opus-4-6"}
    usage = {"input": 100, "output": 20, "cacheRead": 0, "cacheWrite": 0, "totalTokens": 120, "cost": {"input": 0.1, "output": 0.1, "total": 0.2}}
    call = {"type": "toolCall", "id": f"call_{number}", "name": "read", "arguments": {"path": "a.txt", "text": text}}
    turns: tuple[dict[str, Any], ...] = (
        {"role": "user", "content": said},
        {"role": "assistant", "content": [call], **made_by, "usage": usage, "stopReason": "toolUse"},
        {"role": "toolResult", "toolCallId": f"call_{number - 1}", "toolName": "read", "isError": False, "content": said},
        {"role": "assistant", "content": said, **made_by, "usage": usage, "stopReason": "stop"},
    )
    return {**turns[number % 4], "timestamp": 1_700_000_000_000 + number}


# ---------------------------------------------------------------------------------------------- appending
def appending(sheet: Sheet, folder: Path, rounds: int) -> None:
    print(f"{'bytes each':>12}{'floor µs':>12}{'append µs':>12}{'rate / floor':>14}{'by medians':>12}  aim (durable single appends)")
    for size in (900, 3600):
        rows = entries(rounds * APPENDS_A_ROUND, size)[1:]
        lines = [msgspec.json.encode(row) + b"\n" for row in rows]
        with replayable.store.open(folder / f"append-{size}.db") as store, (folder / f"floor-{size}.jsonl").open("ab", buffering=0) as file:
            floor, ours = _in_turns(store, file.fileno(), rows, lines)
        ratio = statistics.fmean(floor) / statistics.fmean(ours)
        figure = sheet.at_least(f"durable appends of {len(lines[0]):,} bytes", "rate / writing and fdatasync", ratio, APPEND_RATIO)
        figures = f"{len(lines[0]):>12,}{statistics.fmean(floor) * 1e6:>12,.0f}{statistics.fmean(ours) * 1e6:>12,.0f}"
        print(f"{figures}{ratio:>14.2f}{statistics.median(floor) / statistics.median(ours):>12.2f}  {figure.verdict}", flush=True)


def _in_turns(store: Store, file: int, rows: list[dict[str, Any]], lines: list[bytes]) -> tuple[list[float], list[float]]:
    """The seconds of each write of the floor, and of each append."""
    session, floor, ours = store.session("s"), list[float](), list[float]()
    sync = getattr(os, "fdatasync", os.fsync)
    for start in range(0, len(rows), APPENDS_A_ROUND):
        for line in lines[start : start + APPENDS_A_ROUND]:
            begin = time.perf_counter()
            os.write(file, line)
            sync(file)
            floor.append(time.perf_counter() - begin)
        for row in rows[start : start + APPENDS_A_ROUND]:
            begin = time.perf_counter()
            session.append(row)
            ours.append(time.perf_counter() - begin)
    return floor, ours


# ---------------------------------------------------------------------------------------------- reading
def reading(sheet: Sheet, folder: Path, rounds: int) -> None:
    print(f"\n{'messages':>12}{'MB':>8}{'floor ms':>12}{'project ms':>12}{'/ floor':>10}  aim (open and project)")
    for size in (300, 900, 3600):
        path = folder / f"project-{size}.db"
        with replayable.store.open(path, durability="normal") as store:
            store.load_entries("s", (("entry", entry) for entry in entries(PROJECTED, size)))
        floor, ours = _fresh(path, rounds)
        megabytes = path.stat().st_size / 1e6
        figure = sheet.at_most(f"session of {PROJECTED:,} messages, {megabytes:.0f} MB", "open and project / select and decode", ours / floor, PROJECT_RATIO)
        figures = f"{PROJECTED:>12,}{megabytes:>8.1f}{floor * 1e3:>12.1f}{ours * 1e3:>12.1f}{ours / floor:>10.2f}"
        print(f"{figures}  {figure.verdict}", flush=True)


def _fresh(path: Path, rounds: int) -> list[float]:
    """The median seconds of the floor and of ours, each time in a process of its own: opening is what comes first."""
    times: dict[str, list[float]] = {"floor": [], "project": []}
    for _ in range(rounds):
        for job, found in times.items():
            done = subprocess.run([sys.executable, __file__, "--job", job, "--folder", str(path)], check=True, capture_output=True, text=True)
            found.append(float(done.stdout))
    return [statistics.median(found) for found in times.values()]


def _once(job: str, path: Path) -> float:
    work = {"floor": _floor, "project": _project}[job]
    begin = time.process_time()
    kept = work(path)
    seconds = time.process_time() - begin
    del kept
    return seconds


def _floor(path: Path) -> list[Any]:
    connection = sqlite3.connect(path)
    decode = msgspec.json.Decoder().decode
    query = "SELECT data FROM entries WHERE key BETWEEN ? AND ? ORDER BY key"
    found = [decode(text) for (text,) in connection.execute(query, (_STRIDE, 2 * _STRIDE - 1))]
    connection.close()
    return found


def _project(path: Path) -> replayable.Transcript:
    with replayable.store.open(path) as store:
        return store.session("s").transcript()


def _medians(jobs: tuple[Callable[[], object], ...], rounds: int) -> list[float]:
    """The median seconds of each job, without what other programs take meanwhile: the files are in memory by then."""
    times: list[list[float]] = [[] for _ in jobs]
    for _ in range(rounds):
        for job, found in zip(jobs, times, strict=True):
            begin = time.process_time()
            job()
            found.append(time.process_time() - begin)
    return [statistics.median(found) for found in times]


def tails(sheet: Sheet, folder: Path, rounds: int) -> None:
    print(f"\n{'entries':>12}{'tail ms':>12}{'active ms':>12}  aim (the last 50)")
    for count in LENGTHS:
        with replayable.store.open(folder / f"tail-{count}.db", durability="normal") as store:
            session = store.session("s")
            store.load_entries("s", (("entry", entry) for entry in entries(count, 900)))
            plain, active = _medians((partial(session.entries, tail=50), partial(session.active, tail=50)), rounds)
        figure = sheet.at_most(f"session of {count:,} entries", "the last 50", max(plain, active) * 1e3, TAIL, "ms")
        print(f"{count:>12,}{plain * 1e3:>12.2f}{active * 1e3:>12.2f}  {figure.verdict}", flush=True)


def main() -> None:
    options = parser("Measure the store against the disk and against bare sqlite3.", rounds=9)
    options.add_argument("--folder", help="where the files are made (default: the system's folder for such)")
    options.add_argument("--job", choices=("floor", "project"), help="only this, once, on the store that --folder names; prints the seconds")
    arguments = options.parse_args()
    if arguments.job:
        print(_once(arguments.job, Path(arguments.folder)))
        return
    sheet = Sheet(arguments.rounds)
    with tempfile.TemporaryDirectory(dir=arguments.folder) as name:
        for part in (appending, reading, tails):
            part(sheet, Path(name), arguments.rounds)
    sheet.save(arguments.results)


if __name__ == "__main__":
    main()
