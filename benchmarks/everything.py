"""All benchmarks in one run, and the page of what they found.

`python benchmarks/everything.py [--rounds N] [--megabytes N] [--only PART …] [--into FOLDER]`. Each part is a script in a process of its own, one after
the other. The figures go to `FOLDER/benchmarks/results.json`, and from there to `FOLDER/benchmarks.md` and its plots. With `--only` the
other parts of the page stay what they were.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import machine
import page
import plots

HERE = Path(__file__).parent

# Name → script, in the order in which they run and stand on the page.
PARTS = {
    "prepare": "run.py",
    "rules": "rules_alone.py",
    "growing": "growing.py",
    "peers": "peers.py",
    "startup": "startup.py",
    "images": "images.py",
    "store": "store.py",
    "doctor": "doctor.py",
    "contracts": "contracts.py",
}
# Measured only when named.
APART = {"instructions": "instructions.py"}


def measured(name: str, extra: list[str]) -> dict[str, Any]:
    """The sheet of one part, with the machine that it was measured on."""
    print(f"\n=== {name}", flush=True)
    facts = machine.described()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "sheet.json")
        done = subprocess.run([sys.executable, str(HERE / (PARTS | APART)[name]), "--results", str(path), *extra], check=False)
        sheet = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {"figures": [], "failed": f"it ended with status {done.returncode}"}
    return {**sheet, "machine": facts}


def publish(results: page.Results, folder: Path) -> None:
    """Writes figures, plots and page; after each part, so that a run that is broken off leaves what it found."""
    (folder / "benchmarks" / "results.json").write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    plots.draw(results, folder / "benchmarks")
    page.write(results, folder / "benchmarks.md")


def extra_of(name: str, arguments: argparse.Namespace) -> list[str]:
    """The arguments that go on to the script of a part."""
    rounds = [] if arguments.rounds is None else ["--rounds", str(arguments.rounds)]
    size = ["--megabytes", str(arguments.megabytes)] if name == "doctor" and arguments.megabytes is not None else []
    return rounds + size


def main() -> int:
    parser = argparse.ArgumentParser(description="Run all benchmarks and write their page.")
    parser.add_argument("--rounds", type=int, help="rounds of every measurement (default: each script's own)")
    parser.add_argument("--megabytes", type=int, help="size of the doctor's file")
    parser.add_argument("--only", nargs="+", choices=[*PARTS, *APART], default=list(PARTS), metavar="PART")
    parser.add_argument("--into", type=Path, default=HERE.parent / "docs", metavar="FOLDER")
    arguments = parser.parse_args()
    (arguments.into / "benchmarks").mkdir(parents=True, exist_ok=True)
    path = arguments.into / "benchmarks" / "results.json"
    results = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    for name in arguments.only:
        results[name] = measured(name, extra_of(name, arguments))
        results = {part: results[part] for part in PARTS | APART if part in results}
        publish(results, arguments.into)
    print(f"\n=== all\n{page.summary(results)}")
    return 1 if any("failed" in results[name] for name in arguments.only) else 0


if __name__ == "__main__":
    sys.exit(main())
