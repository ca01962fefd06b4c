"""Every salvage has a page, and what its cases show is what is done to a file."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from session_files import beside

from replayable import doctor
from replayable.doctor import salvages
from replayable.doctor.salvages.salvage import Salvage

FOLDER = Path(salvages.__file__).parent
ALL: tuple[Salvage, ...] = (*salvages.OF_MESSAGES, *salvages.OF_SESSIONS)
HEADINGS = ["Why it is damage", "What it does", "Loses", "Cases"]
CASE = re.compile(r"^### ([^\n]+)\n```jsonl (before|unchanged)\n(.*?)```\n(?:```jsonl after\n(.*?)```\n)?", re.MULTILINE | re.DOTALL)


def page(salvage: Salvage) -> str:
    return (FOLDER / f"{salvage.name.replace('-', '_')}.md").read_text(encoding="utf-8")


CASES = [(salvage, title, before, after) for salvage in ALL for title, _, before, after in CASE.findall(page(salvage))]


@pytest.mark.parametrize("salvage", ALL, ids=[salvage.name for salvage in ALL])
def test_a_page_has_its_headings_in_order_and_a_case_of_the_damage(salvage: Salvage) -> None:
    text = page(salvage)
    assert f"# {salvage.name}" == text.partition("\n")[0]
    assert HEADINGS == re.findall(r"^## (.+)$", text, re.MULTILINE)
    assert len(CASE.findall(text)) == text.count("\n### ")
    assert any(after for found, _, _, after in CASES if found is salvage)


@pytest.mark.parametrize("salvage", ALL, ids=[salvage.name for salvage in ALL])
def test_file_class_and_name_are_one_word(salvage: Salvage) -> None:
    assert salvage.name == re.sub(r"(?<=[a-z])(?=[A-Z])", "-", type(salvage).__name__).lower()
    assert type(salvage).__module__.endswith(f".{salvage.name.replace('-', '_')}")


def test_every_page_belongs_to_a_salvage() -> None:
    assert {path.stem for path in FOLDER.glob("*.md")} == {salvage.name.replace("-", "_") for salvage in ALL}


@pytest.mark.parametrize(("salvage", "title", "before", "after"), CASES, ids=[f"{case[0].name}: {case[1]}" for case in CASES])
def test_a_case_is_what_is_done(tmp_path: Path, salvage: Salvage, title: str, before: str, after: str) -> None:
    path = tmp_path / "session.jsonl"
    path.write_text(before, encoding="utf-8")
    report = doctor.repair(path)
    assert (salvage.name in {finding.damage for finding in report.findings}) == bool(after)
    assert list(map(json.loads, (after or before).splitlines())) == list(map(json.loads, path.read_text(encoding="utf-8").splitlines()))
    assert bool(after) or before == path.read_text(encoding="utf-8")
    assert doctor.examine(path).is_healthy
    assert (report.side is not None) == (".unread" in beside(path)) == any(finding.loss == "content" for finding in report.findings)
