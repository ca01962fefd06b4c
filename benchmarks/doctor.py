"""The doctor over a healthy file: how fast it is, and how much memory a gigabyte takes.

`python benchmarks/doctor.py [--megabytes N] [--rounds N]`. The file is a stored session again and again, with ids of its own for each
entry. The floor is what decoding its lines takes with msgspec, in the same rounds, so that a busy machine slows both down.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
from figures import Sheet, parser
from jobs import peak

from replayable import doctor

STORED = Path(__file__).parent.parent / "tests" / "handed" / "sessions" / "pi-large.jsonl"
SPEED = 100  # MB/s
MEMORY = 120  # MiB, whatever the size of the file


def grown(path: Path, megabytes: int) -> None:
    """Writes a healthy session of that size."""
    header, *rows = [json.loads(line) for line in STORED.read_text(encoding="utf-8").splitlines()]
    parent, number, size = None, 0, 0
    with path.open("wb") as file:
        file.write(json.dumps({**header, "version": 3}).encode() + b"\n")
        while size < megabytes * 1_000_000:
            for row in rows:
                own = f"{number:08x}"
                size += file.write(msgspec.json.encode({**row, "id": own, "parentId": parent}) + b"\n")
                parent, number = own, number + 1


def examined(path: Path) -> None:
    """The doctor's look at it."""
    assert doctor.examine(path).is_healthy


def decoded(path: Path) -> None:
    """The floor: every line as plain values."""
    with path.open("rb") as file:
        for line in file:
            msgspec.json.decode(line)


def seconds(job: Callable[[Path], None], path: Path) -> float:
    """What one run takes of the processor: the file is in memory by then."""
    start = time.process_time()
    job(path)
    return time.process_time() - start


def memory(path: Path) -> float:
    """The peak memory in MiB of a process that looks at the file once."""
    done = subprocess.run([sys.executable, __file__, "--look", str(path)], check=True, capture_output=True, text=True)
    return int(done.stdout) / 1024


def main() -> None:
    """Prints speed and memory beside what they should be."""
    options = parser("The doctor over a large healthy file.")
    options.add_argument("--megabytes", type=int, default=1000)
    options.add_argument("--look", type=Path, help="only look at this file and print the peak memory in KiB")
    arguments = options.parse_args()
    if arguments.look:
        examined(arguments.look)
        print(peak())
        return
    sheet = Sheet(arguments.rounds)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "session.jsonl")
        grown(path, arguments.megabytes)
        size = path.stat().st_size / 1e6
        taken = [(seconds(examined, path), seconds(decoded, path)) for _ in range(arguments.rounds)]
        ours, floor = (statistics.median(each) for each in zip(*taken, strict=True))
        used = memory(path)
    group = f"{size:,.0f} MB, healthy"
    print(sheet.at_least(group, "doctor", size / ours, SPEED, "MB/s"))
    print(sheet.plain(group, "decoding alone", size / floor, "MB/s"))
    print(sheet.at_most(group, "peak memory", used, MEMORY, "MiB"))
    sheet.save(arguments.results)


if __name__ == "__main__":
    main()
