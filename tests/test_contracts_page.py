"""`docs/contracts.md` is the catalogue as it stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from replayable.cli import catalogue_page
from replayable.cli.program import run
from replayable.contracts.catalogue import every_refusal

PAGE = Path(__file__).parent.parent / "docs" / "contracts.md"


def test_the_page_is_what_the_catalogue_says() -> None:
    assert catalogue_page.page() == PAGE.read_text(encoding="utf-8"), "`make docs` writes it anew"


def test_the_page_has_every_kind() -> None:
    lines = set(PAGE.read_text(encoding="utf-8").splitlines())
    assert {refusal.id for _, refusal in every_refusal()} == {line.removeprefix("#### ") for line in lines if line.startswith("#### ")}


def test_the_links_of_the_page_lead_to_pages() -> None:
    links = [line.partition("](")[2].rstrip(")") for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("Examples: ")]
    assert [] == [link for link in links if not (PAGE.parent / link).exists()]
    assert links


@pytest.mark.parametrize("arguments", [["--all", "x.json"], ["--all", "--for", "openai/gpt-5"], ["x.json"], []])
def test_the_page_is_printed_alone(arguments: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    assert 2 == run(["check", *arguments])
    assert "give FILE and --for PROVIDER/MODEL, or --all alone" in capfd.readouterr().err
