"""Speed and memory of `prepare` beside the floor, and beside the aims.

`python benchmarks/run.py [--rounds N] [--profile [MESSAGES]]`. Medians over the rounds, collector on, in the time of the process. In
each round every job does the same bytes, one after the other, as often as makes up a measurable time. Peak memory is that of a
process of its own for each job. Other libraries are measured by `peers.py`.
"""

from __future__ import annotations

import cProfile
import pstats
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from figures import Sheet, parser
from jobs import JOBS, Job
from sessions import session

COUNTS = (100, 1_000, 10_000)
SIZES = (1_000, 3_700)

# The aims, all at 10,000 messages unless said otherwise.
FLOOR_RATIO = {1_000: 2.5, 3_700: 1.6}
GROWTH = 1.3  # between the ratios to the floor at 100 and at 10,000 messages
MEMORY_RATIO = 1.8

MEASURABLE = 0.05  # seconds that a measurement should last at least


def measured(jobs: dict[str, Job], data: bytes, rounds: int) -> dict[str, float]:
    """The median seconds of one run of each job on the same bytes."""
    times: dict[str, list[float]] = {name: [] for name in jobs}
    repeats = {name: max(1, int(MEASURABLE / max(_once(job, data, 1), 1e-6))) for name, job in jobs.items()}
    for _ in range(rounds):
        for name, job in jobs.items():
            times[name].append(_once(job, data, repeats[name]))
    return {name: statistics.median(each) for name, each in times.items()}


def _once(job: Job, data: bytes, repeats: int) -> float:
    start = time.process_time()
    for _ in range(repeats):
        job(data)
    return (time.process_time() - start) / repeats


def peak(job: str, path: Path, rounds: int) -> float:
    """The median peak memory in MiB of a process that does the job once."""
    command = [sys.executable, str(Path(__file__).with_name("jobs.py")), job, str(path)]
    found = [int(subprocess.run(command, check=True, capture_output=True, text=True).stdout) for _ in range(rounds)]
    return statistics.median(found) / 1024


def speed(sheet: Sheet, rounds: int) -> None:
    jobs = {name: JOBS[name]() for name in ("floor", "prepare")}
    columns = ("messages", "bytes each", "floor ms", "prepare ms", "µs/message", "/ floor")
    print("".join(f"{column:>12}" for column in columns) + "  aims")
    for size in SIZES:
        ratios = {count: _speed_row(sheet, jobs, count, size, rounds) for count in COUNTS}
        growth = sheet.at_most(
            f"{size:,} bytes a message", f"/ floor at {COUNTS[-1]:,} over that at {COUNTS[0]:,}", ratios[COUNTS[-1]] / ratios[COUNTS[0]], GROWTH
        )
        print(f"{'':>12}ratio to the floor at {COUNTS[-1]:,} over that at {COUNTS[0]:,}: {growth.value:.2f}  {growth.verdict}")


def _speed_row(sheet: Sheet, jobs: dict[str, Job], count: int, size: int, rounds: int) -> float:
    data = session(count, size)
    found = measured(jobs, data, rounds)
    ratio, group = found["prepare"] / found["floor"], f"{count:,} messages of {size:,} bytes"
    sheet.plain(group, "prepare", found["prepare"] * 1e3, "ms")
    figure = sheet.at_most(group, "/ floor", ratio, FLOOR_RATIO[size]) if count == COUNTS[-1] else sheet.plain(group, "/ floor", ratio, "×")
    figures = (len(data) / count, found["floor"] * 1e3, found["prepare"] * 1e3, found["prepare"] / count * 1e6, ratio)
    print(f"{count:>12,}" + "".join(f"{each:>12,.2f}" for each in figures) + f"  {figure.verdict}", flush=True)
    return ratio


def memory(sheet: Sheet, rounds: int) -> None:
    print(f"\n{'messages':>9} {'MB of file':>10} {'floor MiB':>10} {'prepare MiB':>12} {'/ floor':>8}  aim")
    for size in SIZES:
        data = session(COUNTS[-1], size)
        with tempfile.NamedTemporaryFile(suffix=".json") as file:
            file.write(data)
            file.flush()
            low, high = (peak(job, Path(file.name), rounds) for job in ("floor", "prepare"))
        figure = sheet.at_most(f"{COUNTS[-1]:,} messages of {size:,} bytes", "peak memory / floor", high / low, MEMORY_RATIO)
        print(f"{COUNTS[-1]:>9,} {len(data) / 1e6:>10.1f} {low:>10.1f} {high:>12.1f} {high / low:>8.2f}  {figure.verdict}", flush=True)


def profile(messages: int) -> None:
    """Where the time of one `prepare` goes, by function."""
    job, data = JOBS["prepare"](), session(messages, SIZES[0])
    job(data)
    profiler = cProfile.Profile()
    profiler.runcall(job, data)
    pstats.Stats(profiler).sort_stats("tottime").print_stats(40)


def main() -> None:
    options = parser("Measure prepare against the floor.")
    options.add_argument("--profile", type=int, nargs="?", const=COUNTS[-1], metavar="MESSAGES", help="profile one prepare instead")
    arguments = options.parse_args()
    if arguments.profile:
        profile(arguments.profile)
        return
    sheet = Sheet(arguments.rounds)
    speed(sheet, arguments.rounds)
    memory(sheet, arguments.rounds)
    sheet.save(arguments.results)


if __name__ == "__main__":
    main()
