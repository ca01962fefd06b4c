"""Session files into a store: the cases that the openclaw storage specification lists in section 9 for its doctor's import, as far as they
are about files. Where that moves an imported file into an archive, here it stays where and as it is."""

from __future__ import annotations

from pathlib import Path

import pytest
from session_files import assistant, entries, lines, read, text, user, written

from replayable import doctor, store
from replayable.cli.program import run
from replayable.errors import ReadError
from replayable.store import Store

WRAPPED = "<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>\nsecret\n<<<END_OPENCLAW_INTERNAL_CONTEXT>>>\nhi"
REWRITTEN = [*entries(user(WRAPPED))[:2], *({**row, "id": f"c{number}"} for number, row in enumerate(entries(user("hi"))[1:]))]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "session.jsonl"


@pytest.fixture
def kept(tmp_path: Path) -> Store:
    return store.open(tmp_path / "kept" / "sessions.db")


def imported(path: Path, kept: Store) -> tuple[int, int]:
    """How many entries the store had, and how many are new."""
    with doctor.source(path) as source:
        loaded = kept.load_entries(source.session, source.entries())
    return loaded.known, loaded.added


def test_looking_at_a_file_makes_no_store(path: Path, tmp_path: Path) -> None:
    assert 0 == run(["doctor", str(written(path, entries(user("hi"))))])
    assert [path] == list(tmp_path.iterdir())


def test_an_import_twice_adds_nothing_the_second_time_and_what_has_grown_the_third(path: Path, kept: Store) -> None:
    rows = entries(user("hi"), assistant([text("ho")]), user("more"))
    written(path, rows[:-1])
    assert (0, 3) == imported(path, kept)
    assert (3, 0) == imported(path, kept)
    written(path, rows)
    assert (3, 1) == imported(path, kept)
    assert rows == kept.session("s1").entries()


def test_of_a_prompt_that_was_rewritten_only_the_clean_branch_is_imported(path: Path, kept: Store) -> None:
    written(path, REWRITTEN)
    assert ["rewritten-prompt"] == [finding.damage for finding in doctor.examine(path).findings]
    assert lines(REWRITTEN) == path.read_text()
    imported(path, kept)
    assert [REWRITTEN[0], REWRITTEN[2]] == kept.session("s1").entries()
    assert lines(REWRITTEN) == path.read_text()


def test_ordinary_branches_are_all_imported(path: Path, kept: Store) -> None:
    rows = [*entries(user("hi")), {**entries(user("ho"))[1], "id": "c1"}]
    imported(written(path, rows), kept)
    assert rows == kept.session("s1").entries()


def test_a_session_without_a_header_is_imported_under_the_name_of_its_file(path: Path, kept: Store) -> None:
    rows = entries(user("hi"), assistant([text("ho")]))
    imported(written(path, rows[1:]), kept)
    assert ["session"] == [each.id for each in kept.sessions()]
    assert rows[1:] == kept.session("session").entries()[1:]


def test_a_file_with_two_names_is_imported_and_stays_as_it_is(path: Path, kept: Store) -> None:
    rows = entries(user("hi"))
    before = written(path, rows).read_bytes()
    link = path.with_name("hard.jsonl")
    link.hardlink_to(path)
    imported(link, kept)
    assert rows == kept.session("s1").entries()
    assert (before, 2) == (path.read_bytes(), path.stat().st_nlink)


def test_links_are_not_imported(path: Path, kept: Store) -> None:
    written(path, entries(user("hi")))
    link = path.with_name("soft.jsonl")
    link.symlink_to(path)
    with pytest.raises(ReadError, match=r"is a link or no file"):
        imported(link, kept)
    assert [] == kept.sessions()


def test_a_file_that_is_written_to_meanwhile_leaves_the_store_as_it_was(path: Path, kept: Store) -> None:
    written(path, entries(user("hi"), assistant([text("ho")])))

    def meanwhile(source: doctor.Source) -> object:
        for number, entry in enumerate(source.entries()):
            if number == 1:
                with path.open("a") as file:
                    file.write("\n")
            yield entry

    with doctor.source(path) as source, pytest.raises(ReadError, match="was written to while it was read"):
        kept.load_entries(source.session, meanwhile(source))  # type: ignore[arg-type]
    assert [] == kept.sessions()


def test_what_is_imported_of_a_damaged_file_is_what_a_repair_makes_of_it(path: Path, kept: Store) -> None:
    written(path, [*entries(user(" "), assistant([], stopReason="error")), "{torn", {"type": "label", "id": "e1", "parentId": "gone", "targetId": "e1"}])
    imported(path, kept)
    doctor.repair(path)
    assert read(path) == kept.session("s1").entries()


@pytest.mark.parametrize("version", [2, 3, 4])
def test_files_of_every_version_with_ids_are_healthy_as_they_are(path: Path, kept: Store, version: int) -> None:
    header, *rows = entries(user("hi"), {"role": "hookMessage", "content": "noted", "display": True}, assistant([text("ho")]))
    report = doctor.repair(written(path, [{**header, "version": version}, *rows]))
    assert ((), version) == (report.findings, report.version)
    assert (["session version 4 is newer than 3, the newest known here; looked at as 3"] if version == 4 else []) == [note.reason for note in report.notes]
    imported(path, kept)
    stored = kept.session("s1").entries()
    assert (max(version, 3), "custom" if version == 2 else "hookMessage") == (stored[0]["version"], stored[2]["message"]["role"])
