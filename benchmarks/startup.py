"""What it takes to import `replayable`, over an interpreter that does nothing, and to answer `replayable --version`.

`python benchmarks/startup.py [--rounds N]`. Processes of all kinds take turns; what counts is the time that they have a processor. Names of the
package are imported when they are first used, so both are measured: the bare import, and the import of all that `prepare` needs.
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
from pathlib import Path

from figures import Sheet, parser

IMPORT = 60.0  # milliseconds over an empty interpreter
VERSION = 150.0  # milliseconds

PROCESSES = {
    "empty": (sys.executable, "-c", ""),
    "import": (sys.executable, "-c", "import replayable"),
    "prepare": (sys.executable, "-c", "from replayable import prepare"),
    "version": (str(Path(sys.executable).with_name("replayable")), "--version"),
}


def milliseconds(command: tuple[str, ...]) -> float:
    """What a process takes of the processor."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1e3


def main() -> None:
    arguments = parser("Measure imports and the first answer.", rounds=25).parse_args()
    sheet = Sheet(arguments.rounds)
    for command in PROCESSES.values():
        milliseconds(command)
    rounds = [{name: milliseconds(command) for name, command in PROCESSES.items()} for _ in range(arguments.rounds)]
    found = {name: statistics.median(each[name] for each in rounds) for name in PROCESSES}
    print(sheet.plain("process", "an interpreter that does nothing", found["empty"], "ms"))
    print(sheet.at_most("over that", "import replayable", found["import"] - found["empty"], IMPORT, "ms"))
    print(sheet.at_most("over that", "from replayable import prepare", found["prepare"] - found["empty"], IMPORT, "ms"))
    print(sheet.at_most("process", "replayable --version", found["version"], VERSION, "ms"))
    sheet.save(arguments.results)


if __name__ == "__main__":
    main()
