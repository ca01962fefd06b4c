"""The same history to an Anthropic request by others: LiteLLM, langchain-anthropic, pydantic-ai and pi-ai (Node).

`python benchmarks/peers.py [--rounds N] [--messages N]`. Each runs in a process and an environment of its own (`.venv-bench-NAME`,
`.venv-bench/node_modules`), has read the file, and goes from its bytes to the bytes of the request when its turn comes: all decode, convert and
encode, one after the other in each round, so that a busy machine slows all of them. What each is called for stands with its job
in `jobs.py` and `pi_ai.mjs`. One that is not here stands in the table as such.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from figures import Figure, Sheet, parser
from sessions import session
from worker import Absent, Worker

import replayable

HERE = Path(__file__).parent
HOME = HERE.parent
SIZES = (1_000, 3_700)


@dataclass(frozen=True)
class Peer:
    """A program, the form of the file that it is given, and how many times its time should be that of `prepare`."""

    name: str
    command: tuple[str, ...]  # FILE stands for the file
    form: str = "chat"
    aim: float | None = None


def python(job: str, environment: str = "") -> tuple[str, ...]:
    """The command of a job in the environment of another library, or in this one."""
    interpreter = str(HOME / f".venv-bench-{environment}" / "bin" / "python") if environment else sys.executable
    return (interpreter, str(HERE / "jobs.py"), job, "FILE", "--serve")


def node(form: str) -> tuple[str, ...]:
    return ("node", str(HERE / "pi_ai.mjs"), str(HOME / ".venv-bench" / "node_modules"), "FILE", form)


# The first of each form is the one that the others are compared with.
PEERS = (
    Peer("replayable", python("prepare")),
    Peer("floor", python("floor")),
    Peer("litellm", python("litellm", "litellm"), aim=4.0),
    Peer("langchain-anthropic", python("langchain-anthropic", "langchain-anthropic"), aim=20.0),
    Peer("pydantic-ai", python("pydantic-ai", "pydantic-ai")),
    Peer("pydantic-ai, of which reading", python("pydantic-ai-reading", "pydantic-ai")),
    Peer("pi-ai", node("chat"), aim=2.0),
    Peer("replayable", python("prepare-openclaw"), "own"),
    Peer("pi-ai", node("own"), "own", aim=2.0),
)
FORMS = {"chat": "Chat messages", "own": "pi-ai's own messages"}


def files(folder: Path, messages: int, size: int) -> dict[str, Path]:
    """The same session in each form."""
    chat = session(messages, size)
    forms = {"chat": chat, "own": replayable.convert(chat, "openclaw", source="openai-chat").body}
    for form, data in forms.items():
        (folder / form).write_bytes(data)
    return {form: folder / form for form in forms}


def measured(paths: dict[str, Path], rounds: int) -> dict[Peer, tuple[float, str] | Absent]:
    """Median seconds and version of each, or why there are none."""
    workers: dict[Peer, Worker | Absent] = {}
    for peer in PEERS:
        try:
            workers[peer] = Worker([str(paths[peer.form]) if word == "FILE" else word for word in peer.command])
        except Absent as absent:
            workers[peer] = absent
    here = {peer: worker for peer, worker in workers.items() if isinstance(worker, Worker)}
    found = [{peer: worker.once() for peer, worker in here.items()} for _ in range(rounds)]
    for worker in here.values():
        worker.close()
    return {
        peer: worker if isinstance(worker, Absent) else (statistics.median(each[peer] for each in found), worker.version) for peer, worker in workers.items()
    }


def report(sheet: Sheet, group: str, form: str, found: dict[Peer, tuple[float, str] | Absent]) -> None:
    """A figure of the time of each, and one of its ratio to ours."""
    ours = next(result[0] for peer, result in found.items() if peer.form == form and not isinstance(result, Absent))
    for peer, result in found.items():
        if peer.form != form:
            continue
        if isinstance(result, Absent):
            print(sheet.add(Figure(group, peer.name, None, "×", "≥" if peer.aim else None, peer.aim, str(result))))
            continue
        seconds, version = result
        print(sheet.add(Figure(group, f"{peer.name} {version}".strip(), seconds * 1e3, "ms")), flush=True)
        if peer.aim is not None:
            print(sheet.at_least(group, f"{peer.name} / replayable", seconds / ours, peer.aim))
        elif peer.name == "pydantic-ai":
            print(sheet.plain(group, f"{peer.name} / replayable", seconds / ours, "×"))


def main() -> None:
    options = parser("Measure other libraries beside prepare.", rounds=7)
    options.add_argument("--messages", type=int, default=10_000)
    arguments = options.parse_args()
    sheet = Sheet(arguments.rounds)
    for size in SIZES:
        with tempfile.TemporaryDirectory() as folder:
            found = measured(files(Path(folder), arguments.messages, size), arguments.rounds)
        for form, title in FORMS.items():
            report(sheet, f"{arguments.messages:,} messages of {size:,} bytes, {title}", form, found)
    sheet.save(arguments.results)


if __name__ == "__main__":
    main()
