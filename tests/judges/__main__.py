"""Prints who refuses what of the prepared requests: `PYTHONPATH=tests python -m judges [COUNT] [TARGET…]`. Status 1 if anything is refused."""

from __future__ import annotations

import functools
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor

from judges import histories
from judges.courts import COURTS, Court
from judges.verdict import Judge, Request

EXAMPLES = 12  # kinds that are printed of a judge and a target


def main(arguments: Sequence[str]) -> int:
    """The table, a line for each target and judge, and under it the kinds of refusals, most frequent first."""
    count = int(arguments[0]) if arguments else 2000
    meant = [index for index, court in enumerate(COURTS) if not arguments[1:] or court.target in arguments[1:]]
    print(f"{'target':58} {'judge':34} {'requests':>8} {'refused':>8} {'kinds':>6}", flush=True)
    refused = 0
    with ProcessPoolExecutor() as workers:
        for lines, refused_here in workers.map(functools.partial(_held, count=count), meant):
            print("\n".join(lines), flush=True)
            refused += refused_here
    print(f"{refused} refusals")
    return 1 if refused else 0


def _held(index: int, count: int) -> tuple[list[str], int]:
    """The lines of one court, and how many requests were refused there."""
    court = COURTS[index]
    requests = list(histories.prepared(court.target, count, court.options))
    told = [(lines, refused) for judge in court.judges for lines, refused in _asked(court, judge, requests)]
    return [line for lines, _ in told for line in lines], sum(refused for _, refused in told)


def _asked(court: Court, judge: Judge, requests: Sequence[Request]) -> Iterator[tuple[list[str], int]]:
    verdicts = list(judge.judge(requests))
    kinds = Counter(kind for verdict in verdicts for kind in verdict)
    refused = sum(1 for verdict in verdicts if verdict)
    line = f"{' '.join([court.target, *court.options]):58} {judge.name:34} {len(requests):8} {refused:8} {len(kinds):6}"
    yield [line, *(f"    {times:6} {kind}" for kind, times in kinds.most_common(EXAMPLES))], refused


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
