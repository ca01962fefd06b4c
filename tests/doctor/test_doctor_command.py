"""`replayable doctor`: what it prints, what it writes, and how it ends."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from session_files import HEADER, assistant, beside, entries, lines, read, text, user, written

from replayable import doctor, store
from replayable.cli.program import run
from replayable.errors import ReadError

DAMAGED = [*entries(user("hi"), assistant([], stopReason="error")), "{broken"]
HEALTHY = entries(user("hi"), assistant([text("ho")]))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return written(tmp_path / "session.jsonl", DAMAGED)


def told(capsys: pytest.CaptureFixture[str]) -> Any:
    return json.loads(capsys.readouterr().out)


def test_damage_is_told_and_nothing_is_written(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert 1 == run(["doctor", str(path)])
    out = capsys.readouterr().out.splitlines()
    assert ["damage", "lines", "loss", "what"] == out[0].split()
    assert ["empty-failure", "3", "synthetic"] == out[2].split()[:3]
    assert ["unreadable-line", "4", "content"] == out[3].split()[:3]
    assert f"{path}: damaged, 2 findings (session, 3 records); --fix repairs it" == out[4]
    assert (lines(DAMAGED), []) == (path.read_text(), beside(path))


def test_a_repair_is_told_with_the_place_of_what_could_not_be_kept(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert 0 == run(["doctor", str(path), "--fix"])
    out = capsys.readouterr().out.splitlines()
    side = next(other for other in path.parent.iterdir() if other != path)
    assert [f"{path}: repaired, 2 findings (session, 3 records)", f"what could not be kept is in {side}"] == out[-2:]
    assert "{broken\n" == side.read_text()
    assert 0 == run(["doctor", str(path)])
    assert f"{path}: healthy (session, 3 records)\n" == capsys.readouterr().out


def test_json_has_all_of_it(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert 1 == run(["doctor", str(path), "--json"])
    said = told(capsys)
    assert ["empty-failure", "unreadable-line"] == sorted(finding["damage"] for finding in said["findings"])
    assert {"damage": "unreadable-line", "line": 4, "offset": len(lines(DAMAGED[:3])), "loss": "content"}.items() <= {
        key: value for finding in said["findings"] if finding["line"] == 4 for key, value in finding.items()
    }.items()
    assert (str(path), "session", 3, 3, False, False) == tuple(said[key] for key in ("path", "kind", "version", "records", "repaired", "healthy"))


def test_a_folder_is_done_file_by_file(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (path.parent / "below").mkdir()
    healthy = written(path.parent / "below" / "good.jsonl", HEALTHY)
    empty = written(path.parent / "empty.jsonl", [])
    (path.parent / "link.jsonl").symlink_to(path)
    (path.parent / "session.jsonl.bak-1-1").write_text("{broken")
    assert 1 == run(["doctor", str(path.parent)])
    out = capsys.readouterr().out
    assert "3 files: 1 healthy, 0 repaired, 1 damaged, 1 not treated" == out.splitlines()[-1]
    assert 1 == run(["doctor", str(path.parent), "--fix", "--json"])
    files = told(capsys)["files"]
    assert [str(healthy), str(empty), str(path)] == [each["path"] for each in files]
    assert [True, None, True] == [each.get("healthy") for each in files]
    assert f"{empty}: empty, there is no history in it" == files[1]["error"]
    empty.unlink()
    assert 0 == run(["doctor", str(path.parent)])


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("none.jsonl", "none.jsonl: no such file"),
        ("empty.jsonl", "empty.jsonl: empty, there is no history in it"),
        ("text.jsonl", "no JSON record can be read"),
    ],
)
@pytest.mark.parametrize("more", [[], ["--fix"], ["--json"]])
def test_what_cannot_be_read_is_told_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, words: str, more: list[str]) -> None:
    (tmp_path / "empty.jsonl").write_text("")
    (tmp_path / "text.jsonl").write_text("Dear diary,\n\ntoday nothing.\n")
    assert 2 == run(["doctor", str(tmp_path / name), *more])
    said = capsys.readouterr()
    assert ("", 1) == (said.out, len(said.err.splitlines()))
    assert words in said.err
    assert "Dear diary,\n\ntoday nothing.\n" == (tmp_path / "text.jsonl").read_text()


@pytest.mark.parametrize("more", [[], ["--fix"], ["--into", "{folder}/other.db"]])
@pytest.mark.parametrize(("name", "words"), [("s.db", "an SQLite database"), ("s.db-wal", "the log of an SQLite database")])
def test_a_database_is_no_session_file(tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, words: str, more: list[str]) -> None:
    with store.open(tmp_path / "s.db") as kept:
        kept.session("s").extend(entries(user("hi"), assistant([text("ho")])))
        copy = tmp_path / f"copy of {name}"
        copy.write_bytes((tmp_path / name).read_bytes())
    before = copy.read_bytes()
    assert 2 == run(["doctor", str(copy), *(each.format(folder=tmp_path) for each in more)])
    assert ("", f"replayable: {copy}: is {words}; `replayable store` reads sessions from one\n") == capsys.readouterr()
    assert before == copy.read_bytes()


@pytest.mark.parametrize("treat", [doctor.examine, doctor.repair])
def test_a_text_that_only_quotes_records_is_no_session_file(tmp_path: Path, treat: Callable[[Path], doctor.Report]) -> None:
    words = lines(["# How sessions are kept", HEADER, user("hi"), "is a message, and", user("ho"), "another.", "", "The end."])
    path = tmp_path / "README.md"
    path.write_text(words)
    with pytest.raises(ReadError, match=r"README.md: is no session file: 4 lines or parts of lines are no JSON, and only 3 are"):
        treat(path)
    assert (words, [path]) == (path.read_text(), list(tmp_path.iterdir()))


@pytest.mark.parametrize("kept", [[HEADER, "{torn", "{torn", "{torn", user("hi")], [user("hi"), "{torn", {"role": None}, "{torn"]])
def test_a_session_that_is_torn_is_still_one(tmp_path: Path, kept: list[Any]) -> None:
    path = written(tmp_path / "session.jsonl", kept)
    torn = [each + "\n" for each in kept if isinstance(each, str)]
    assert "".join(torn) == Path(doctor.repair(path).side or "").read_text().replace('{"role":null}\n', "")
    assert [row for row in kept if isinstance(row, dict) and row.get("role", "") is not None] == read(path)


def test_a_folder_without_files_is_a_wrong_call(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert 2 == run(["doctor", str(tmp_path)])
    assert "replayable: there is no JSONL file in the folder\n" == capsys.readouterr().err


def test_a_request_over_several_lines_is_a_document_and_healthy(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "request.json"
    path.write_text(json.dumps({"messages": [user("hi")]}, indent=2))
    assert 0 == run(["doctor", str(path), "--fix"])
    assert f"{path}: healthy (document, 1 record)\n" == capsys.readouterr().out


@pytest.mark.parametrize("words", ["hi", "Troms\ud83d"])
def test_a_list_with_a_message_on_each_line_is_a_document_and_stays_one(tmp_path: Path, capsys: pytest.CaptureFixture[str], words: str) -> None:
    path = tmp_path / "history.json"
    stored = "[" + ",\n".join(json.dumps(user(each)) for each in (words, "and?")) + "]\n"
    path.write_text(stored)
    assert 0 == run(["doctor", str(path), "--fix"])
    assert (f"{path}: healthy (document, 1 record)\n", stored) == (capsys.readouterr().out, path.read_text())


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32-be", "utf-8-sig", "cp1252"])
def test_files_in_other_encodings_are_written_in_utf_8(tmp_path: Path, encoding: str) -> None:
    rows = entries(user("Tromsø"), assistant([text("3 °C")]))
    path = tmp_path / "session.jsonl"
    path.write_bytes(lines(rows).replace("\\u00f8", "ø").replace("\\u00b0", "°").encode(encoding))
    assert 1 == run(["doctor", str(path)])
    assert 0 == run(["doctor", str(path), "--fix"])
    assert rows == read(path)


def test_messages_of_other_formats_are_repaired_line_by_line(tmp_path: Path) -> None:
    rows = [user(" "), {"role": None, "content": "?"}, {"role": "assistant", "content": None, "tool_calls": []}, {"type": "function_call", "name": "f"}]
    path = written(tmp_path / "messages.jsonl", [*rows, "{torn"])
    assert 0 == run(["doctor", str(path), "--fix"])
    assert [user("(continue)"), *rows[2:]] == read(path)


# ---------------------------------------------------------------------------------------------- into a store
def test_a_damaged_file_is_imported_repaired_and_stays_as_it_is(path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = tmp_path / "kept" / "sessions.db"
    assert 0 == run(["doctor", str(path), "--into", str(kept), "--json"])
    assert {"session": "s1", "known": 0, "added": 3} == told(capsys)["imported"]
    assert 0 == run(["doctor", str(path), "--into", str(kept), "--json"])
    assert {"session": "s1", "known": 3, "added": 0} == told(capsys)["imported"]
    assert lines(DAMAGED) == path.read_text()
    run(["doctor", str(path), "--fix"])
    with store.open(kept) as opened:
        assert read(path) == opened.session("s1").entries()


def test_sessions_of_version_1_get_the_same_ids_at_each_import(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = [{"type": "session", "id": "old", "cwd": "/"}, *({"type": "message", "timestamp": "t", "message": user(f"m{number}")} for number in range(3))]
    path = written(tmp_path / "old.jsonl", [*old, {"type": "compaction", "summary": "s", "firstKeptEntryIndex": 2, "tokensBefore": 1}])
    kept = tmp_path / "sessions.db"
    for added in (5, 0):
        assert 0 == run(["doctor", str(path), "--into", str(kept), "--json"])
        assert added == told(capsys)["imported"]["added"]
    with store.open(kept) as opened:
        rows = opened.session("old").entries()
    assert [3, None, rows[1]["id"]] == [rows[0]["version"], rows[1]["parentId"], rows[2]["parentId"]]
    assert (rows[2]["id"], ["m1", "m2"]) == (rows[4]["firstKeptEntryId"], [row["message"]["content"] for row in rows[2:4]])
    assert 16 + len("-1") == len(rows[1]["id"])


@pytest.mark.parametrize("name", ["pi-large.jsonl", "pi-before-compaction.jsonl"])
def test_stored_sessions_are_imported_twice_and_come_once(tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    stored = Path(__file__).parent.parent / "handed" / "sessions" / name
    for known in (0, len(read(stored))):
        assert 0 == run(["doctor", str(stored), "--into", str(tmp_path / "sessions.db"), "--json"])
        assert known == told(capsys)["imported"]["known"]


def test_two_files_with_one_id_are_imported_under_ids_of_their_own(path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept, other = str(tmp_path / "kept" / "sessions.db"), tmp_path / "other.jsonl"
    first = json.loads(path.read_text().splitlines()[0])
    written(other, [first, {"type": "message", "id": "z1", "parentId": None, "message": user("Another conversation.")}])
    assert 0 == run(["doctor", str(path), "--into", kept, "--json"])
    assert 2 == run(["doctor", str(other), "--into", kept])
    assert "--session" in capsys.readouterr().err
    assert 0 == run(["doctor", str(other), "--into", kept, "--session", "second", "--json"])
    assert {"session": "second", "known": 0, "added": 2} == told(capsys)["imported"]


@pytest.mark.parametrize("arguments", [["--session", "s"], ["--session", "s", "--into", "sessions.db"]])
def test_a_session_id_is_for_one_file_and_a_store(tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    assert 2 == run(["doctor", str(tmp_path), *arguments])
    assert "--session names" in capsys.readouterr().err
    assert [] == list(tmp_path.iterdir())


def test_messages_of_other_apis_without_a_role_are_no_damage(tmp_path: Path) -> None:
    items = [
        {"type": "function_call", "call_id": "c1", "name": "f", "arguments": "{}"},
        {"output": {"message": {"role": "assistant", "content": [{"text": "a"}]}}},
    ]
    rows = [{"type": "message", "id": f"m{place}", "parentId": None, "message": item} for place, item in enumerate(items)]
    path = written(tmp_path / "items.jsonl", [{"type": "session", "version": 3, "id": "s", "timestamp": "t", "cwd": "/"}, *rows])
    before = path.read_bytes()
    assert 0 == run(["doctor", str(path), "--fix"])
    assert before == path.read_bytes()


def test_what_is_no_session_is_not_imported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path / "log.jsonl", [{"level": "info"}])
    assert 2 == run(["doctor", str(path), "--into", str(tmp_path / "sessions.db")])
    assert f"replayable: {path}: is neither a session file nor JSONL of messages, so it has no entries to import\n" == capsys.readouterr().err


def test_bytes_that_are_no_characters_are_kept_beside_the_repaired_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    torn = lines(HEALTHY).encode("utf-16") + b"\x00\xd8\x41"
    path = tmp_path / "session.jsonl"
    path.write_bytes(torn)
    assert 0 == run(["doctor", str(path), "--fix", "--json"])
    said = told(capsys)
    assert [("wrong-encoding", "content"), ("unreadable-line", "content")] == [(finding["damage"], finding["loss"]) for finding in said["findings"]]
    assert (HEALTHY, torn) == (read(path), Path(said["side"]).read_bytes())


def test_a_line_in_which_characters_were_replaced_is_kept_in_the_side_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = b'{"role":"user","content":"\xc3\xa9 \xff"}'
    path = tmp_path / "messages.jsonl"
    path.write_bytes(line + b"\n")
    assert 0 == run(["doctor", str(path), "--fix", "--json"])
    assert ([user("é \ufffd")], line + b"\n") == (read(path), Path(told(capsys)["side"]).read_bytes())


def test_several_files_are_told_in_one_table(path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    healthy = written(tmp_path / "healthy.jsonl", HEALTHY)
    assert 1 == run(["doctor", str(healthy), str(path), str(tmp_path / "none.jsonl"), "--json"])
    files = told(capsys)["files"]
    assert [str(healthy), str(path), str(tmp_path / "none.jsonl")] == [file["path"] for file in files]
    assert ([True, False], "no such file") == ([file["healthy"] for file in files[:2]], files[2]["error"].split(": ")[-1])
