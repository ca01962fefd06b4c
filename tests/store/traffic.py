"""Several processes write and read one store at once: `python tests/store/traffic.py SECONDS [WRITERS] [READERS]`.

Each writer numbers what it appends. A reader goes on from the row it saw last and looks at the conversation as it stands. At the end every
row that was acknowledged has to be there once, those of each writer in their order, and no reader may have seen anything else.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import replayable
from replayable.store import Recorder, Store

SESSION = "shared"


def writer(name: str, path: Path, until: float) -> list[int]:
    """The numbers that were acknowledged."""
    done: list[int] = []
    with replayable.store.open(path, durability="normal", patience=30) as store:
        session = store.session(SESSION)
        while time.monotonic() < until:
            number = len(done)
            if number % 7 == 3:
                with Recorder(session) as recorder:
                    recorder.record({"role": "assistant", "content": [], "stopReason": "error", "errorMessage": "busy"})
                    recorder.record(message(name, number))
                done.append(number)
            elif number % 5 == 2:
                rows = session.extend([{"type": "message", "id": f"{name}-{number + each}", "message": message(name, number + each)} for each in range(3)])
                done += range(number, number + len(rows))
            else:
                session.append_message(message(name, number))
                done.append(number)
    return done


def message(name: str, number: int) -> dict[str, object]:
    return {"role": "assistant", "content": f"{name} {number}", "stopReason": "stop"}


def reader(_: str, path: Path, until: float) -> list[int]:
    """How many rows were seen, or the numbers of broken looks as negative ones."""
    last = -1
    seen: list[tuple[str, int]] = []
    with replayable.store.open(path, durability="normal", patience=30) as store:
        session = store.session(SESSION)
        while time.monotonic() < until:
            rows = session.rows(since=last)
            if [row.seq for row in rows] != list(range(last + 1, last + 1 + len(rows))):
                return [-1]
            seen += [said(row.data) for row in rows]
            last = rows[-1].seq if rows else last
            if len(session.active()) < len(seen):
                return [-2]
            time.sleep(0.001)
    return [-3] if is_disordered(seen) else [len(seen)]


def said(data: bytes) -> tuple[str, int]:
    name, _, number = json.loads(data)["message"]["content"].partition(" ")
    return name, int(number)


def is_disordered(rows: list[tuple[str, int]]) -> bool:
    """The numbers of a writer do not follow each other."""
    nexts: dict[str, int] = {}
    for name, number in rows:
        if number != nexts.get(name, 0):
            return True
        nexts[name] = number + 1
    return False


def started(work: Callable[[str, Path, float], list[int]], name: str, path: Path, until: float) -> tuple[int, int]:
    """The process that does the work, and the pipe on which it says what came of it."""
    read, written = os.pipe()
    child = os.fork()
    if child:
        os.close(written)
        return child, read
    status = 1
    try:
        os.close(read)
        with os.fdopen(written, "wb") as pipe:
            pipe.write(json.dumps(work(name, path, until)).encode())
        status = 0
    finally:
        os._exit(status)


def ended(child: int, read: int) -> list[int]:
    with os.fdopen(read, "rb") as pipe:
        found: list[int] = json.loads(pipe.read() or b"[-9]")
    os.waitpid(child, 0)
    return found


def complaints(store: Store, written: dict[str, list[int]], looks: list[list[int]]) -> list[str]:
    rows = [said(row.data) for row in store.session(SESSION).rows()]
    found = [f"a reader saw what it should not: {look}" for look in looks if look[0] < 0]
    found += [f"damage: {words}" for words in store.damage()]
    found += ["rows are out of order"] * is_disordered(rows)
    for name, numbers in written.items():
        there = [number for each, number in rows if each == name]
        found += [] if there == numbers and numbers != [-9] else [f"{name}: {len(numbers)} rows were acknowledged and {len(there)} are there"]
    return found


def main(seconds: float, writers: int, readers: int) -> int:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "sessions.db")
        replayable.store.open(path).close()
        until = time.monotonic() + seconds
        working = {f"w{number}": started(writer, f"w{number}", path, until) for number in range(writers)}
        looking = [started(reader, "", path, until) for _ in range(readers)]
        written = {name: ended(*each) for name, each in working.items()}
        looks = [ended(*each) for each in looking]
        with replayable.store.open(path) as store:
            found = complaints(store, written, looks)
    counts = " + ".join(str(len(each)) for each in written.values())
    print(*found, sep="\n", end="\n" * bool(found))
    print(f"{writers} writers appended {counts} rows in {seconds:g} s; {readers} readers saw {[look[0] for look in looks]}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 4, int(sys.argv[3]) if len(sys.argv) > 3 else 2))
