"""A session that grows: what its next call costs, and all its calls together, beside preparing everything each time.

`python benchmarks/growing.py [--rounds N]`. Medians, collector on, in the time of the process. A call hands over what is new (an assistant's message with its
results, or a user's) and asks for the pieces of the body; joining them is not counted on either side.
"""

from __future__ import annotations

import gc
import json
import statistics
import time
import tracemalloc
from collections.abc import Callable, Iterator
from typing import Any

from figures import Sheet, parser
from sessions import session

import replayable

TARGET = "anthropic/claude-opus-4-6"
SOURCE = "openai-chat"
SIZE = 1_000
MEMORY_SIZES = (1_000, 3_700)
LAST = 100  # calls at the end of a session that are measured

# The aims.
NEXT_CALL = 0.1  # milliseconds, in a session of 1,000 messages
NEXT_CALL_GROWTH = 2.0  # of a session of 10,000 messages over one of 1,000
WHOLE_SESSION = 25.0  # times faster than from scratch
MEMORY = 1.3  # of the encoded history, beside the model

Message = dict[str, Any]


def calls(messages: list[Message]) -> Iterator[list[Message]]:
    """The messages as an agent loop has them for each call: all results of a turn together."""
    chunk: list[Message] = []
    for message in messages:
        if chunk and message["role"] != "tool":
            yield chunk
            chunk = []
        chunk.append(message)
    yield chunk


def next_call(count: int, rounds: int) -> float:
    """The median milliseconds of a call near the end of a session of so many messages."""
    messages = json.loads(session(count, SIZE))
    chunks = list(calls(messages))
    times = []
    for _ in range(rounds):
        replay = replayable.Replay(TARGET)
        replay.extend([message for chunk in chunks[:-LAST] for message in chunk], source=SOURCE)
        replay.prepare()
        for chunk in chunks[-LAST:]:
            start = time.process_time()
            replay.extend(chunk, source=SOURCE)
            replay.prepare().pieces()
            times.append(time.process_time() - start)
    return statistics.median(times) * 1e3


def whole_session(count: int) -> tuple[float, float, int]:
    """Seconds of all calls of a session with `Replay`, from scratch, and how many calls there are."""
    messages = json.loads(session(count, SIZE))
    chunks = list(calls(messages))
    replay, start = replayable.Replay(TARGET), time.process_time()
    for chunk in chunks:
        replay.extend(chunk, source=SOURCE)
        replay.prepare().pieces()
    grown, start = time.process_time() - start, time.process_time()
    done = 0
    for chunk in chunks:
        done += len(chunk)
        replayable.prepare(messages[:done], TARGET, source=SOURCE)
    return grown, time.process_time() - start, len(chunks)


def held(made: Callable[[], object]) -> int:
    """The bytes that are held by what is made, and by all that it holds."""
    gc.collect()
    tracemalloc.start()
    thing = made()
    gc.collect()
    used = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    del thing
    return used


def beside_the_model(count: int, size: int) -> float:
    """What a session that grew call by call holds beside its messages, over the bytes of the history. Its messages: the transcript that `read` makes
    of the same objects, after its texts were encoded once (Python keeps the UTF-8 of a text with it). A healthy session: where a late result came last
    all is prepared anew, and less is held."""
    data = session(count, size, damaged=None)

    def model() -> object:
        messages = json.loads(data)
        transcript = replayable.read(messages, SOURCE)
        replayable.prepare(messages, TARGET, source=SOURCE)
        return transcript

    def grown() -> object:
        replay = replayable.Replay(TARGET)
        for chunk in calls(json.loads(data)):
            replay.extend(chunk, source=SOURCE)
            replay.prepare().pieces()
        return replay

    held(grown)  # imports count for neither
    return (held(grown) - held(model)) / len(data)


def main() -> None:
    arguments = parser("Measure a session that grows.").parse_args()
    rounds, sheet = arguments.rounds, Sheet(arguments.rounds)
    short, long = next_call(1_000, rounds), next_call(10_000, rounds)
    print(sheet.at_most("1,000 messages", "next call", short, NEXT_CALL, "ms"))
    print(sheet.plain("10,000 messages", "next call", long, "ms"))
    print(sheet.at_most("10,000 messages", "next call over that of 1,000", long / short, NEXT_CALL_GROWTH))
    found = [whole_session(1_000) for _ in range(rounds)]
    grown, scratch = statistics.median(each[0] for each in found), statistics.median(each[1] for each in found)
    group = f"1,000 messages, {found[0][2]} calls"
    print(sheet.plain(group, "all calls", grown * 1e3, "ms"))
    print(sheet.plain(group, "each from scratch", scratch * 1e3, "ms"))
    print(sheet.at_least(group, "from scratch / all calls", scratch / grown, WHOLE_SESSION))
    for size in MEMORY_SIZES:
        print(sheet.at_most(f"10,000 messages of {size:,} bytes", "memory beside the model / encoded history", beside_the_model(10_000, size), MEMORY))
    sheet.save(arguments.results)


if __name__ == "__main__":
    main()
