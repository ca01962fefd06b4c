"""The page of the benchmarks: what stands between two marks in it is written from the results, the rest by hand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from figures import Figure

Results = dict[str, dict[str, Any]]

BEGIN = "<!-- measured: written by `make bench` -->"
END = "<!-- end of what was measured -->"

TITLES = {
    "prepare": "From file bytes to request bytes",
    "rules": "Rules alone",
    "growing": "A session that grows",
    "peers": "Beside other libraries",
    "startup": "Import and first answer",
    "images": "Images",
    "store": "The store",
    "doctor": "The doctor",
    "contracts": "Checking",
    "instructions": "Instructions",
}


def write(results: Results, path: Path) -> None:
    """Puts the results into the page, which is begun where there is none."""
    before, _, rest = (path.read_text(encoding="utf-8") if path.exists() else f"# Benchmarks\n\n{BEGIN}\n{END}\n").partition(BEGIN)
    after = rest.partition(END)[2]
    path.write_text(f"{before}{BEGIN}\n\n" + "\n".join(_body(results)) + f"\n{END}{after}", encoding="utf-8")


def summary(results: Results) -> str:
    """How many aims are reached, and which are not."""
    aims = [(name, figure) for name, part in results.items() for figure in figures(part) if figure.aim is not None]
    missed = [f"{TITLES[name]}, {figure}" for name, figure in aims if figure.share is None or figure.share > 1]
    return "\n".join([f"{len(aims) - len(missed)} of {len(aims)} aims are reached{'.' if not missed else '; not these:'}", *(f"- {each}" for each in missed)])


def figures(part: dict[str, Any]) -> list[Figure]:
    return [Figure(**each) for each in part["figures"]]


def _body(results: Results) -> Iterator[str]:
    yield from (summary(results).replace("not these:\n", "not these:\n\n"), "")
    yield from ("![Each aim and what was used of it](benchmarks/aims.svg)", "")
    yield from ("![The same history by other libraries](benchmarks/peers.svg)", "")
    yield from _machines(results)
    for name, part in results.items():
        yield from ("", f"### {TITLES[name]}", "")
        yield from _table(part)


def _machines(results: Results) -> Iterator[str]:
    """What the newest part was measured on; the date of each part stands with it."""
    facts = max((part["machine"] for part in results.values()), key=lambda each: each["date"])
    yield from ("| measured on | |", "|---|---|")
    yield from (f"| {name} | {value} |" for name, value in facts.items())


def _table(part: dict[str, Any]) -> Iterator[str]:
    if "failed" in part:
        yield f"Could not be measured: {part['failed']}."
        return
    yield from (f"{part['machine']['date']}, medians over {part['rounds']} rounds, load {part['machine']['load when it began']}.", "")
    yield from ("| on | what | figure | aim | |", "|---|---|---:|---|---|")
    before = ""
    for figure in figures(part):
        aim, _, outcome = figure.verdict.rpartition(" ") if figure.share is not None else (figure.verdict, "", figure.remark)
        group = "" if figure.group == before else figure.group
        yield f"| {group} | {figure.name} | {figure.amount} | {aim} | {outcome} |"
        before = figure.group
