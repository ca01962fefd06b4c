"""What it takes to import `replayable`, over an interpreter that does nothing, to prepare a first history, and to answer `replayable --version`.

`python benchmarks/startup.py [--rounds N]`. Processes of all kinds take turns; what counts is the time that they have a processor. Names of the
package are imported when they are first used, so all steps are measured: the bare import, that of `prepare`, and the first small history.

pip compiles what it installs, and Python keeps what it compiled of a source tree; where it must not (PYTHONDONTWRITEBYTECODE) each process compiles
anew. So a folder of compiled files is filled first; what it takes without one is told, too.
"""

from __future__ import annotations

import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from figures import Sheet, parser

import replayable

SOURCES = Path(replayable.__file__).parent
IMPORT = 60.0  # milliseconds over an empty interpreter
FIRST = 120.0  # milliseconds over an empty interpreter
VERSION = 150.0  # milliseconds

HISTORY = """[
    {"role": "user", "content": "What is the weather?"},
    {"role": "assistant", "content": None, "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "weather", "arguments": "{}"}}]},
    {"role": "tool", "tool_call_id": "c1", "content": "12 C"},
    {"role": "user", "content": "And tomorrow?"},
]"""
PROCESSES = {
    "empty": (sys.executable, "-c", ""),
    "import": (sys.executable, "-c", "import replayable"),
    "prepare": (sys.executable, "-c", "from replayable import prepare"),
    "first": (sys.executable, "-c", f"from replayable import prepare; prepare({HISTORY}, 'anthropic/claude-opus-4-6').body"),
    "version": (str(Path(sys.executable).with_name("replayable")), "--version"),
}


def milliseconds(command: tuple[str, ...], environment: Mapping[str, str]) -> float:
    """What a process takes of the processor."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1e3


def medians(rounds: int, environment: Mapping[str, str]) -> dict[str, float]:
    """The milliseconds of each process, after one round that does not count."""
    found = [{name: milliseconds(command, environment) for name, command in PROCESSES.items()} for _ in range(rounds + 1)]
    return {name: statistics.median(each[name] for each in found[1:]) for name in PROCESSES}


def main() -> None:
    arguments = parser("Measure imports and the first answer.", rounds=25).parse_args()
    sheet = Sheet(arguments.rounds)
    plain = {name: value for name, value in os.environ.items() if name not in ("PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX")}
    with tempfile.TemporaryDirectory() as compiled:
        found = medians(arguments.rounds, {**plain, "PYTHONPYCACHEPREFIX": compiled})
        shutil.rmtree(compiled + str(SOURCES))
        sources = medians(arguments.rounds, {**plain, "PYTHONPYCACHEPREFIX": compiled, "PYTHONDONTWRITEBYTECODE": "1"})
    print(sheet.plain("process", "an interpreter that does nothing", found["empty"], "ms"))
    print(sheet.at_most("over that", "import replayable", found["import"] - found["empty"], IMPORT, "ms"))
    print(sheet.at_most("over that", "from replayable import prepare", found["prepare"] - found["empty"], IMPORT, "ms"))
    print(sheet.at_most("over that", "the same, and a first small history", found["first"] - found["empty"], FIRST, "ms"))
    print(sheet.at_most("process", "replayable --version", found["version"], VERSION, "ms"))
    print(sheet.plain("over that, not compiled", "from replayable import prepare", sources["prepare"] - sources["empty"], "ms"))
    print(sheet.plain("over that, not compiled", "the same, and a first small history", sources["first"] - sources["empty"], "ms"))
    sheet.save(arguments.results)


if __name__ == "__main__":
    main()
