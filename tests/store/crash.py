"""Kills writers at random points and looks at what they leave: `python tests/store/crash.py TRIALS [SEED]`.

A writer says what was acknowledged on a pipe, one line each, after the fact. After the kill every row that was acknowledged has to be there, to the
byte; none may be torn; the database has to be intact; and what a run left waiting has to be settled as failed. The store is the same for all
trials, so each goes on with what the kills before have left.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import replayable
from replayable.store import Recorder, Session, Store

LONGEST = 0.08  # seconds that a writer lives
SESSIONS = 3


def entry(trial: int, number: int, size: int) -> dict[str, object]:
    """An entry whose text says who it is, of a size from some bytes to several pages."""
    return {"type": "message", "id": f"{trial}-{number}", "message": {"role": "user", "content": f"{trial}/{number} " + "x" * size}}


def failure(run: str) -> dict[str, object]:
    return {"role": "assistant", "content": [{"type": "text", "text": f"half of {run}"}], "stopReason": "error", "errorMessage": "overloaded"}


# ---------------------------------------------------------------------------------------------- the writer
def write(path: Path, trial: int, say: Callable[[str], None]) -> None:
    """Appends until it is killed."""
    chance = random.Random(trial)
    store = replayable.store.open(path, patience=30)
    number = 0
    while True:
        session = store.session(f"s{chance.randrange(SESSIONS)}")
        do = chance.choice((_one, _one, _onward, _onward, _several, _run))
        number = do(session, trial, number, chance, say)


def _one(session: Session, trial: int, number: int, chance: random.Random, say: Callable[[str], None]) -> int:
    row = session.append(entry(trial, number, chance.choice((0, 900, 20_000))))
    say(f"row {session.id} {row.seq} {row.data.decode()}")
    return number + 1


def _onward(session: Session, trial: int, number: int, chance: random.Random, say: Callable[[str], None]) -> int:
    """Entries that hang on each other."""
    parent = None
    for each in range(number, number + chance.randrange(2, 20)):
        row = session.append({**entry(trial, each, chance.choice((0, 900, 20_000))), "parentId": parent})
        say(f"row {session.id} {row.seq} {row.data.decode()}")
        parent = row.id
        number = each + 1
    return number


def _several(session: Session, trial: int, number: int, chance: random.Random, say: Callable[[str], None]) -> int:
    count = chance.randrange(1, 90)
    for row in session.extend([entry(trial, number + each, 300) for each in range(count)]):
        say(f"row {session.id} {row.seq} {row.data.decode()}")
    return number + count


def _run(session: Session, trial: int, number: int, chance: random.Random, say: Callable[[str], None]) -> int:
    recorder = Recorder(session, f"run-{trial}-{number}")
    recorder.record(failure(recorder.run))
    say(f"waits {session.id} {recorder.run}")
    number = _one(session, trial, number, chance, say)
    if chance.random() < 0.5:
        row = recorder.settle("failed")
        assert row is not None
        say(f"row {session.id} {row.seq} {row.data.decode()}")
        say(f"failed {session.id} {recorder.run}")
    else:
        say(f"recovering {session.id} {recorder.run}")
        recorder.settle("recovered")
        say(f"recovered {session.id} {recorder.run}")
    return number


# ---------------------------------------------------------------------------------------------- the trial
class _Voice:
    """Says a line on a pipe, in one piece where it fits."""

    def __init__(self, pipe: int) -> None:
        self._pipe = pipe

    def __call__(self, line: str) -> None:
        data = line.encode() + b"\n"
        while data:
            data = data[os.write(self._pipe, data) :]


def killed(path: Path, trial: int, after: float) -> list[str]:
    """What a writer acknowledged that was killed so many seconds after its first word."""
    read, written = os.pipe()
    child = os.fork()
    if not child:
        os.close(read)
        say = _Voice(written)
        try:
            write(path, trial, say)
        except BaseException as error:
            say(f"raised {type(error).__name__}: {error}")
        finally:
            os._exit(1)
    os.close(written)
    with os.fdopen(read, "rb") as pipe:
        first = pipe.readline()
        time.sleep(after)
        os.kill(child, signal.SIGKILL)
        lines = first + pipe.read()
    os.waitpid(child, 0)
    return lines.decode().split("\n")[:-1]  # a last line without an end was not acknowledged to the end


def complaints(path: Path, acknowledged: list[str]) -> list[str]:
    """What is wrong after a kill."""
    with replayable.store.open(path) as store:
        found = [f"damage: {words}" for words in store.damage()]
        rows = {f"s{number}": store.session(f"s{number}").rows() for number in range(SESSIONS)}
        texts = {session: [row.data for row in each] for session, each in rows.items()}
        for session, each in rows.items():
            if [row.seq for row in each] != list(range(len(each))):
                found.append(f"session {session}: the seqs are not dense")
            found += [f"session {session}: row {row.seq} is torn" for row in each if not _is_whole(row.data)]
        for line in acknowledged:
            found += _complaint(line, texts)
        found += _of_runs(acknowledged, texts, store, path)
        return found


def _is_whole(data: bytes) -> bool:
    try:
        return isinstance(json.loads(data), dict)
    except ValueError:
        return False


def _complaint(line: str, texts: dict[str, list[bytes]]) -> list[str]:
    kind, _, rest = line.partition(" ")
    if kind == "raised":
        return [line]
    if kind != "row":
        return []
    session, seq, text = rest.split(" ", 2)
    return [] if texts[session][int(seq) : int(seq) + 1] == [text.encode()] else [f"session {session}: row {seq} was acknowledged and is not there"]


def _of_runs(acknowledged: list[str], texts: dict[str, list[bytes]], store: Store, path: Path) -> list[str]:
    said = [line.split(" ") for line in acknowledged if line.split(" ")[0] in {"waits", "failed", "recovering", "recovered"}]
    stages = {run: kind for kind, _, run in said}
    found = []
    for session, run in {(session, run) for _, session, run in said}:
        count = sum(f'"runId":"{run}"'.encode() in text for text in texts[session])
        right = {"waits": {1}, "failed": {1}, "recovering": {0, 1}, "recovered": {0}}[stages[run]]
        found += [] if count in right else [f"session {session}: run {run} ({stages[run]}) has {count} error rows"]
    with store.database.reading() as connection:
        found += ["something still waits"] * connection.execute("SELECT count(*) FROM waiting").fetchone()[0]
    return found + [f"{each.name} is left" for each in path.parent.glob("*-run-*")]


def main(trials: int, seed: int) -> int:
    chance = random.Random(seed)
    rows = 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "sessions.db")
        replayable.store.open(path).close()
        for trial in range(trials):
            acknowledged = killed(path, trial, chance.random() * LONGEST)
            rows += sum(line.startswith("row ") for line in acknowledged)
            found = complaints(path, acknowledged)
            if found:
                print(f"trial {trial} of seed {seed}:", *found[:10], sep="\n")
                return 1
    print(f"{trials} writers killed, {rows} acknowledged rows all there")
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(1 << 30)))
