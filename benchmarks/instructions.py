"""Instructions that a run takes, counted by callgrind: what a busy machine cannot blur.

`python benchmarks/instructions.py [--rounds N]`. Each task is done in a process of its own, once and 1 + N times, from the same beginning; the
difference over N is a run. `--task NAME RUNS` is that process.
"""

from __future__ import annotations

import gc
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator

from figures import Figure, Sheet, parser
from growing import SOURCE, calls
from jobs import JOBS, TARGET
from rules_alone import SIZE, opened
from sessions import DAMAGED, session

import replayable
from replayable.rules import engine

MESSAGES = 1_000
MOST = 21  # runs that are made ready for: the beginning must be the same, however many of them are done


def job(name: str) -> Iterator[object]:
    convert, data = JOBS[name](), session(MESSAGES, SIZE)
    while True:
        yield convert(data)


def rules(damaged: int | None) -> Iterator[object]:
    data = session(MESSAGES, SIZE, damaged=damaged)
    ready = [opened(data) for _ in range(MOST)]
    gc.freeze()  # the collector is on, but does not walk over the histories that wait for their turn
    for transcript, policy in ready:
        yield engine.run(policy.rules, transcript.messages, transcript.settings)


def next_call() -> Iterator[object]:
    chunks = list(calls(json.loads(session(MESSAGES, SIZE))))
    replay = replayable.Replay(TARGET)
    replay.extend([message for chunk in chunks[:-MOST] for message in chunk], source=SOURCE)
    replay.prepare()
    for chunk in chunks[-MOST:]:
        replay.extend(chunk, source=SOURCE)
        yield replay.prepare().pieces()


TASKS: dict[str, Callable[[], Iterator[object]]] = {
    "floor": lambda: job("floor"),
    "prepare": lambda: job("prepare"),
    "rules, healthy": lambda: rules(None),
    "rules, 2 % damaged": lambda: rules(DAMAGED),
    "next call": next_call,
}


def counted(task: str, runs: int) -> int:
    """Instructions of a process that does the task so often."""
    valgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", sys.executable, __file__, "--task", task, str(runs)]
    done = subprocess.run(valgrind, check=True, capture_output=True, text=True, env={**os.environ, "PYTHONHASHSEED": "0"})
    found = re.search(r"Collected : (\d+)", done.stderr)
    assert found, done.stderr
    return int(found[1])


def measure(sheet: Sheet, runs: int) -> None:
    group = f"{MESSAGES:,} messages of {SIZE:,} bytes"
    found = {task: (counted(task, 1 + runs) - counted(task, 1)) / runs / 1e6 for task in TASKS}
    for task, millions in found.items():
        print(sheet.plain(group, task, millions, "million instructions"), flush=True)
    print(sheet.plain(group, "prepare / floor", found["prepare"] / found["floor"], "×"))


def main() -> None:
    options = parser("Count instructions.", rounds=10)
    options.add_argument("--task", nargs=2, metavar=("NAME", "RUNS"), help="only do this, uncounted")
    arguments = options.parse_args()
    if arguments.task:
        name, runs = arguments.task
        task = TASKS[name]()
        for _ in range(int(runs)):
            next(task)
        return
    sheet = Sheet(arguments.rounds)
    if shutil.which("valgrind"):
        measure(sheet, min(arguments.rounds, MOST - 1))
    else:
        print(sheet.add(Figure("instructions", "callgrind", None, remark="valgrind is not installed")))
    sheet.save(arguments.results)


if __name__ == "__main__":
    main()
