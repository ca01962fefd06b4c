"""The same history to an Anthropic request by others: LiteLLM, langchain-anthropic, pydantic-ai and pi-ai (Node).

`python benchmarks/peers.py [--rounds N] [--messages N]`. Each runs in a process and an environment of its own (`.venv-bench-NAME`,
`.venv-bench/node_modules`), has read the file, and goes from its bytes to the bytes of the request when its turn comes: all decode, convert and
encode, one after the other in each round, both of the processor, so that a busy machine matters less, and by the
clock, as threads of Node work beside its first. What each is called for stands with its job
in `jobs.py` and `pi_ai.mjs`. One that is not here stands in the table as such.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from figures import Figure, Sheet, parser
from sessions import session
from worker import Absent, Taken, Worker

import replayable

HERE = Path(__file__).parent
HOME = HERE.parent
SIZES = (1_000, 3_700)


@dataclass(frozen=True)
class Peer:
    """A program, the form of the file that it is given, and how many times its time should be that of `prepare`, by which measure."""

    name: str
    command: tuple[str, ...]  # FILE stands for the file
    form: str = "chat"
    aim: float | None = None
    by: Literal["processor", "clock"] = "processor"
    role: Literal["library", "yardstick"] = "library"  # only libraries are compared


def python(job: str, environment: str = "") -> tuple[str, ...]:
    """The command of a job in the environment of another library, or in this one."""
    interpreter = str(HOME / f".venv-bench-{environment}" / "bin" / "python") if environment else sys.executable
    return (interpreter, str(HERE / "jobs.py"), job, "FILE", "--serve")


def node(form: str) -> tuple[str, ...]:
    return ("node", str(HERE / "pi_ai.mjs"), str(HOME / ".venv-bench" / "node_modules"), "FILE", form)


# The first of each form is the one that the others are compared with.
PEERS = (
    Peer("replayable", python("prepare")),
    Peer("floor: msgspec", python("floor"), role="yardstick"),
    Peer("litellm", python("litellm", "litellm"), aim=4.0),
    Peer("langchain-anthropic", python("langchain-anthropic", "langchain-anthropic"), aim=20.0),
    Peer("pydantic-ai", python("pydantic-ai", "pydantic-ai")),
    Peer("pydantic-ai, of which reading", python("pydantic-ai-reading", "pydantic-ai"), role="yardstick"),
    Peer("pi-ai", node("chat"), aim=2.0, by="clock"),
    Peer("replayable", python("prepare-openclaw"), "own"),
    Peer("pi-ai", node("own"), "own", aim=2.0, by="clock"),
)
FORMS = {"chat": "Chat messages", "own": "pi-ai's own messages"}


def files(folder: Path, messages: int, size: int) -> dict[str, Path]:
    """The same session in each form."""
    chat = session(messages, size)
    forms = {"chat": chat, "own": replayable.convert(chat, "openclaw", source="openai-chat").body}
    for form, data in forms.items():
        (folder / form).write_bytes(data)
    return {form: folder / form for form in forms}


def started(paths: dict[str, Path]) -> dict[Peer, Worker | Absent]:
    """A process for each peer, or why there is none."""
    found: dict[Peer, Worker | Absent] = {}
    for peer in PEERS:
        try:
            found[peer] = Worker([str(paths[peer.form]) if word == "FILE" else word for word in peer.command])
        except Absent as absent:
            found[peer] = absent
    return found


def measured(workers: dict[Peer, Worker], rounds: int) -> dict[Peer, Taken]:
    """The medians of each, in turns."""
    found = [{peer: worker.once() for peer, worker in workers.items()} for _ in range(rounds)]
    for worker in workers.values():
        worker.close()
    return {peer: Taken(statistics.median(each[peer].processor for each in found), statistics.median(each[peer].clock for each in found)) for peer in workers}


def report(sheet: Sheet, group: str, found: dict[Peer, Worker | Absent], taken: dict[Peer, Taken]) -> None:
    """The times of each, and their ratios to ours, which come first."""
    ours = next(taken[peer] for peer in found if peer in taken)
    for peer, worker in found.items():
        if isinstance(worker, Absent):
            print(sheet.add(Figure(group, f"{peer.name} / replayable", None, "×", "≥" if peer.aim else None, peer.aim, str(worker))))
            continue
        print(sheet.plain(group, f"{peer.name} {worker.version}".strip(), taken[peer].processor * 1e3, "ms"))
        if taken[peer] is not ours and peer.role == "library":
            for figure in ratios(group, peer, taken[peer], ours):
                print(sheet.add(figure), flush=True)


def ratios(group: str, peer: Peer, theirs: Taken, ours: Taken) -> Iterator[Figure]:
    """By both measures; the aim stands with the one that counts."""
    for by, value in (("processor", theirs.processor / ours.processor), ("clock", theirs.clock / ours.clock)):
        name = f"{peer.name} / replayable" + (", by the clock" if by == "clock" else "")
        counts = peer.aim is not None and peer.by == by
        yield Figure(group, name, value, "×", "≥" if counts else None, peer.aim if counts else None)


def main() -> None:
    options = parser("Measure other libraries beside prepare.", rounds=7)
    options.add_argument("--messages", type=int, default=10_000)
    arguments = options.parse_args()
    sheet = Sheet(arguments.rounds)
    for size in SIZES:
        with tempfile.TemporaryDirectory() as folder:
            found = started(files(Path(folder), arguments.messages, size))
            taken = measured({peer: worker for peer, worker in found.items() if isinstance(worker, Worker)}, arguments.rounds)
        for form, title in FORMS.items():
            those = {peer: worker for peer, worker in found.items() if peer.form == form}
            report(sheet, f"{arguments.messages:,} messages of {size:,} bytes, {title}", those, taken)
    sheet.save(arguments.results)


if __name__ == "__main__":
    main()
