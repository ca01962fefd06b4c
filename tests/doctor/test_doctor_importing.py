"""Session files into a store: the cases that the openclaw storage specification lists in section 9 for its doctor's import, as far as they
are about files. Where that moves an imported file into an archive, here it stays where and as it is."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

import pytest
from session_files import assistant, entries, lines, read, text, user, written

from replayable import doctor, prepare, store
from replayable.cli.program import run
from replayable.errors import ReadError
from replayable.store import EntryConflict, Store

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


# ---------------------------------------------------------------------------------------------- messages, one a line
CHAT = [
    {"role": "system", "content": "Be brief."},
    user("hi"),
    {"role": "assistant", "content": None, "tool_calls": [{"id": "c", "type": "function", "function": {"name": "f", "arguments": "{}"}}], "unknown": [1]},
    {"role": "tool", "tool_call_id": "c", "content": "done"},
]
MESSAGES = {
    "openai-chat": CHAT,
    "anthropic": [user([{"type": "text", "text": "hi", "cache_control": {"type": "ephemeral"}}]), {"role": "assistant", "content": [text("ho")]}],
    "gemini": [{"role": "user", "parts": [{"text": "hi"}]}, {"role": "model", "parts": [{"text": "ho", "thoughtSignature": "c2ln"}]}],
    "openai-responses": [user("hi"), {"type": "function_call", "call_id": "c", "name": "f", "arguments": "{}"}],
}


@pytest.mark.parametrize("form", MESSAGES)
def test_messages_are_imported_as_they_are_under_the_name_of_their_file(form: str, path: Path, kept: Store) -> None:
    before = written(path, MESSAGES[form]).read_bytes()
    assert (0, len(MESSAGES[form])) == imported(path, kept)
    assert (len(MESSAGES[form]), 0) == imported(path, kept)
    assert MESSAGES[form] == kept.session("session").entries()
    assert (before, before) == (kept.session("session").export(), path.read_bytes())


def test_messages_that_were_imported_are_prepared_as_those_in_the_file(path: Path, kept: Store) -> None:
    imported(written(path, CHAT), kept)
    target = "anthropic/claude-opus-4-6"
    assert prepare(CHAT, target).request == prepare(kept.session("session").export(), target).request


def test_each_message_hangs_on_the_one_before(path: Path, kept: Store) -> None:
    imported(written(path, CHAT), kept)
    assert CHAT == [row.value for row in kept.session("session").active()]


def test_a_file_of_messages_that_has_grown_adds_what_is_new_and_another_one_is_refused(path: Path, kept: Store) -> None:
    imported(written(path, CHAT[:2]), kept)
    assert (2, 2) == imported(written(path, CHAT), kept)
    written(path, [*CHAT[:1], user("other"), *CHAT[2:]])
    with pytest.raises(EntryConflict, match=r"entry 2: session 'session' has another entry in this place"):
        imported(path, kept)
    assert CHAT == kept.session("session").entries()


def test_both_ways_of_importing_messages_are_one(path: Path, kept: Store) -> None:
    written(path, CHAT)
    assert store.Loaded("session", 0, 4) == kept.load(path)
    assert (4, 0) == imported(path, kept)


def test_of_damaged_messages_what_a_repair_keeps_is_imported(path: Path, kept: Store) -> None:
    first, *rest = CHAT
    path.write_bytes((lines([first])[:-1] + lines([rest[0], {"role": None, "content": "whose?"}, "rubbish", *rest[1:]])).encode() + b'{"role":"us')
    before = path.read_bytes()
    assert (0, 4) == imported(path, kept)
    assert (CHAT, before) == (kept.session("session").entries(), path.read_bytes())
    doctor.repair(path)
    assert path.read_bytes() == kept.session("session").export()
    assert (4, 0) == imported(path, kept)


def test_messages_that_are_written_to_meanwhile_leave_the_store_as_it_was(path: Path, kept: Store) -> None:
    written(path, CHAT)
    with doctor.source(path) as source:
        entries = source.entries()
        first = next(entries)
        written(path, [*CHAT, user("more")])
        with pytest.raises(ReadError, match="was written to while it was read"):
            kept.load_entries(source.session, chain([first], entries))
    assert [] == kept.sessions()


def test_the_session_of_messages_can_be_named(path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call = ["doctor", str(written(path, CHAT)), "--into", str(tmp_path / "own" / "sessions.db")]
    assert 0 == run([*call, "--session", "mine"])
    assert capsys.readouterr().out.endswith("4 of 4 entries imported into session mine\n")
    assert 0 == run(call)
    assert capsys.readouterr().out.endswith("4 of 4 entries imported into session session\n")


@pytest.mark.parametrize("rows", [[{"foo": 1}, {"bar": 2}], [{"messages": [user("hi")]}], ["[1,", "2]"]])
def test_what_is_neither_a_session_nor_messages_is_not_imported(rows: list[object], path: Path, kept: Store) -> None:
    with pytest.raises(ReadError, match="is neither a session file nor JSONL of messages, so it has no entries to import"):
        imported(written(path, rows), kept)
    assert [] == kept.sessions()
