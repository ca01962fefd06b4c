"""The rules alone: no reading, no writing, no contract; on a healthy history and on one of which 2 % is damaged.

`python benchmarks/rules_alone.py [--rounds N]`. Each round reads the history anew, because texts that were looked at once are kept; only the
run of the rules is timed, in the time of the process, so that a busy machine matters less.
"""

from __future__ import annotations

import statistics
import time

from figures import Sheet, parser
from jobs import TARGET
from sessions import DAMAGED, session

from replayable import pipeline, policies
from replayable.model.transcript import Transcript
from replayable.options import Options
from replayable.policies.policy import Policy
from replayable.rules import engine
from replayable.targets import parse_target

COUNTS = (1_000, 10_000)
SIZE = 1_000

# The aims, in microseconds a message.
CLEAN = 1.0
BROKEN = 2.5


def opened(data: bytes) -> tuple[Transcript, Policy]:
    """What `prepare` has in its hands when the rules begin."""
    route = parse_target(TARGET)
    transcript = pipeline._opened(data, "openai-chat", policies.format_of(route.api))[1]
    policy = policies.choose(route, Options(), transcript.settings, transcript.format, transcript.compacted_at, transcript.routes)
    return pipeline.for_target(transcript, policy, route), policy


def run(data: bytes) -> tuple[float, int]:
    """The seconds that the rules take, and how many changes they make."""
    transcript, policy = opened(data)
    start = time.process_time()
    changes = engine.run(policy.rules, transcript.messages, transcript.settings)[2]
    return time.process_time() - start, len(changes)


def main() -> None:
    arguments = parser("Measure the rules alone.", rounds=15).parse_args()
    sheet = Sheet(arguments.rounds)
    for count in COUNTS:
        for title, damaged, aim in (("healthy", None, CLEAN), ("2 % damaged", DAMAGED, BROKEN)):
            data = session(count, SIZE, damaged=damaged)
            run(data)
            found = [run(data) for _ in range(arguments.rounds)]
            each = statistics.median(seconds for seconds, _ in found) / count * 1e6
            print(sheet.at_most(f"{count:,} messages, {title}", f"a message ({found[0][1]:,} changes)", each, aim, "µs"), flush=True)
    sheet.save(arguments.results)


if __name__ == "__main__":
    main()
