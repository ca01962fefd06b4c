"""Speed of `check`: of a large request beside `prepare`, and of a file with a conversation a line; and the memory of that.

`python benchmarks/contracts.py [--rounds N] [--megabytes N]`. Medians over the rounds, in the time of the process. A request is what
`prepare` made for a target, as text; beside it stands `prepare` of that very request, in which there is nothing to do.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from figures import Sheet, parser
from sessions import session

import replayable

MESSAGES = 10_000
SIZE = 1_000  # bytes a message

# The aims: of the time of `prepare`; messages a second; how much more memory a file of any size may take than a small one, in MiB.
SHARE = 0.6
SPEED = 100_000
GROWTH = 8

CLAUDE = "anthropic/claude-opus-4-6"
TARGETS = (
    (CLAUDE, None),
    ("openai/gpt-4.1", "openai-completions"),
    ("mistral/mistral-large-latest", None),
    ("openai/gpt-5", None),
    ("google/gemini-3-pro", None),
    ("amazon-bedrock/us.anthropic.claude-sonnet-4-5-20250929-v1:0", None),
)
CHAT = ("--for", "openai/gpt-4.1", "--api", "openai-completions")


def seconds(job: Callable[[], object]) -> float:
    """What one run takes of the processor."""
    start = time.process_time()
    job()
    return time.process_time() - start


def shares(sheet: Sheet, rounds: int) -> None:
    """`check` beside `prepare`, one after the other in each round."""
    data = session(MESSAGES, SIZE)
    for target, api in TARGETS:
        body = replayable.prepare(data, target, api=api).body
        checked, prepared = [], []
        for _ in range(rounds):
            checked.append(seconds(lambda: replayable.check(body, target, api=api)))  # noqa: B023 - run at once
            prepared.append(seconds(lambda: replayable.prepare(body, target, api=api)))  # noqa: B023
        ours, theirs = statistics.median(checked), statistics.median(prepared)
        group = f"{MESSAGES:,} messages for {target}"
        sheet.plain(group, "check", ours * 1e3, "ms")
        print(sheet.at_most(group, "check / prepare", ours / theirs, SHARE), flush=True)


def lines(sheet: Sheet, rounds: int, megabytes: int) -> None:
    """The command over a file of conversations, its start included, and its memory beside that for a hundredth of the file."""
    with tempfile.TemporaryDirectory() as folder:
        small, large = Path(folder, "small.jsonl"), Path(folder, "large.jsonl")
        grown(small, megabytes / 100)
        messages = grown(large, megabytes)
        taken = [command(large) for _ in range(rounds)]
        less = command(small)[1]
    group = f"{megabytes:,} MB of Chat conversations"
    print(sheet.at_least(group, "check", messages / statistics.median(each for each, _ in taken), SPEED, "messages/s"))
    print(sheet.plain(group, "peak memory", max(each for _, each in taken), "MiB"))
    print(sheet.at_most(group, "peak memory over that for a hundredth of it", max(each for _, each in taken) - less, GROWTH, "MiB"))


def grown(path: Path, megabytes: float) -> int:
    """Fills a file with conversations of about 20 messages; how many messages there are."""
    made = [json.loads(session(20, SIZE, seed, damaged=None)) for seed in range(100)]
    rows = [(json.dumps({"messages": each}, ensure_ascii=False).encode() + b"\n", len(each)) for each in made]
    size = messages = 0
    with path.open("wb") as file:
        while size < megabytes * 1e6:
            row, count = rows[messages % len(rows)]
            size, messages = size + file.write(row), messages + count
    return messages


def command(path: Path) -> tuple[float, float]:
    """Seconds of the processor and peak memory in MiB of `replayable check` in a process of its own."""
    process = subprocess.Popen([sys.executable, "-m", "replayable", "check", str(path), *CHAT], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        raise SystemExit(f"replayable check ended with {process.returncode}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main() -> None:
    options = parser("Measure check against prepare, and over a file with a conversation a line.")
    options.add_argument("--megabytes", type=int, default=500)
    arguments = options.parse_args()
    sheet = Sheet(arguments.rounds)
    lines(sheet, arguments.rounds, arguments.megabytes)  # first: a child counts the memory that its parent held when it began
    shares(sheet, arguments.rounds)
    sheet.save(arguments.results)


if __name__ == "__main__":
    main()
