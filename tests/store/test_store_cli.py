"""`replayable store …`, and `replayable prepare --store … --session …`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import replayable
from replayable.cli.program import run

Output = pytest.CaptureFixture[bytes]

DATABASE = "{kept}: is an SQLite database; `prepare --store FILE --session ID` reads a session from one"
ENTRIES: list[dict[str, Any]] = [
    {"type": "session", "version": 3, "id": "s1", "timestamp": "2026-01-01T00:00:00Z", "cwd": "/"},
    {"type": "message", "id": "a", "parentId": None, "message": {"role": "user", "content": "hello\tworld"}},
    {"type": "message", "id": "b", "parentId": "a", "message": {"role": "assistant", "content": [{"type": "text", "text": "dead end"}]}},
    {"type": "message", "id": "c", "parentId": "a", "message": {"role": "assistant", "content": [{"type": "text", "text": "good day"}]}},
]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "s1.jsonl"
    file.write_text("".join(json.dumps(entry) + "\n" for entry in ENTRIES), encoding="utf-8")
    return file


@pytest.fixture
def kept(tmp_path: Path, file: Path, capfdbinary: Output) -> str:
    """A store with one session in it."""
    path = str(tmp_path / "sessions.db")
    assert 0 == run(["store", "import", path, str(file)])
    assert f"{file}: session s1: 4 entries imported\n" == capfdbinary.readouterr().out.decode()
    return path


def test_importing_again_says_what_was_there(kept: str, file: Path, capfdbinary: Output) -> None:
    assert 0 == run(["store", "import", kept, str(file)])
    assert f"{file}: session s1: 0 entries imported, 4 were there\n" == capfdbinary.readouterr().out.decode()


@pytest.mark.parametrize(
    ("kind", "way"),
    [
        ("session", "`replayable doctor {file} --into {store} --session ID` imports it repaired, under another id"),
        ("messages", "`replayable doctor {file} --fix` repairs it"),
    ],
)
def test_of_a_damaged_file_it_is_told_that_it_was_imported_as_it_is(kind: str, way: str, file: Path, tmp_path: Path, capfdbinary: Output) -> None:
    blank = {"role": "user", "content": " "}
    rows = [*ENTRIES[:2], {**ENTRIES[1], "message": blank}] if kind == "session" else [blank]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    store = str(tmp_path / "sessions.db")
    assert 0 == run(["store", "import", store, str(file)])
    captured = capfdbinary.readouterr()
    count, found = ("3 entries", "2 findings") if kind == "session" else ("1 entry", "1 finding")
    assert f"{file}: session s1: {count} imported\n" == captured.out.decode()
    assert f"{file}: is damaged ({found}), and imported as it is; {way.format(file=file, store=store)}\n" == captured.err.decode()


def test_what_the_import_of_a_damaged_file_proposes_can_be_done(file: Path, tmp_path: Path, capfdbinary: Output) -> None:
    file.write_text("".join(json.dumps(row) + "\n" for row in [*ENTRIES, ENTRIES[1]]))
    store = str(tmp_path / "sessions.db")
    assert 0 == run(["store", "import", store, str(file)])
    assert 2 == run(["doctor", str(file), "--into", store])
    assert "under another session id (--session)" in capfdbinary.readouterr().err.decode()
    assert 0 == run(["doctor", str(file), "--into", store, "--session", "s2"])
    assert "4 of 4 entries imported into session s2, repaired; the file stays as it is" == capfdbinary.readouterr().out.decode().splitlines()[-1]
    assert 0 == run(["doctor", str(file), "--into", store, "--session", "s2", "--fix"])
    assert "0 of 4 entries imported into session s2" == capfdbinary.readouterr().out.decode().splitlines()[-1]


def test_sessions_are_listed(kept: str, capfdbinary: Output) -> None:
    assert 0 == run(["store", "list", kept])
    heading, line = capfdbinary.readouterr().out.decode().splitlines()
    assert (["session", "entries", "compactions", "last", "entry"], ["s1", "4", "0"]) == (heading.split(), line.split()[:3])
    assert 0 == run(["store", "list", kept, "--json"])
    assert {("s1", 4, 0)} == {(each["id"], each["entries"], each["compactions"]) for each in json.loads(capfdbinary.readouterr().out)}


def test_a_session_is_shown(kept: str, capfdbinary: Output) -> None:
    assert 0 == run(["store", "show", kept, "--session", "s1"])
    expected = [
        "seq  entry  type       says",
        "0           session",
        "1    a      user       hello world",
        "2    b      assistant  dead end",
        "3    c      assistant  good day",
    ]
    assert expected == capfdbinary.readouterr().out.decode().splitlines()


@pytest.mark.parametrize(("flags", "places"), [([], [0, 1, 2, 3]), (["--tail", "2"], [2, 3]), (["--active"], [1, 3]), (["--active", "--tail", "1"], [3])])
def test_a_part_of_a_session_is_shown_for_programs(flags: list[str], places: list[int], kept: str, capfdbinary: Output) -> None:
    assert 0 == run(["store", "show", kept, "--session", "s1", "--json", *flags])
    assert [ENTRIES[place] for place in places] == json.loads(capfdbinary.readouterr().out)


def test_a_session_is_exported_as_it_came(kept: str, file: Path, tmp_path: Path, capfdbinary: Output) -> None:
    assert 0 == run(["store", "export", kept, "--session", "s1"])
    assert file.read_bytes() == capfdbinary.readouterr().out
    assert 0 == run(["store", "export", kept, "--session", "s1", "-o", str(tmp_path / "out.jsonl")])
    assert file.read_bytes() == (tmp_path / "out.jsonl").read_bytes()


@pytest.mark.parametrize("way", ["{kept}", "{folder}/../{name}/sessions.db", "{kept}-wal", "{kept}-shm", "{kept}-journal", "{folder}/link", "{folder}/log"])
@pytest.mark.parametrize("command", [["store", "export", "{kept}"], ["prepare", "--for", "openai/gpt-5", "--store", "{kept}"]])
def test_nothing_is_written_over_the_store_that_is_read(command: list[str], way: str, kept: str, tmp_path: Path, capfdbinary: Output) -> None:
    (tmp_path / "link").symlink_to(kept)
    (tmp_path / "log").symlink_to(f"{kept}-wal")
    before = Path(kept).read_bytes(), sorted(tmp_path.iterdir())
    out = way.format(kept=kept, folder=tmp_path, name=tmp_path.name)
    assert 2 == run([*(each.format(kept=kept) for each in command), "--session", "s1", "-o", out])
    captured = capfdbinary.readouterr()
    line = f"replayable: {out}: this is the stored history, which stays the record; choose another file for -o\n"
    assert (b"", line) == (captured.out, captured.err.decode())
    assert before == (Path(kept).read_bytes(), sorted(tmp_path.iterdir()))


def test_a_second_name_of_the_store_is_not_written_either(kept: str, tmp_path: Path, capfdbinary: Output) -> None:
    (tmp_path / "link").hardlink_to(kept)
    before = Path(kept).read_bytes()
    assert 2 == run(["store", "export", kept, "--session", "s1", "-o", str(tmp_path / "link")])
    assert f"replayable: {kept}: has 2 hard links" in capfdbinary.readouterr().err.decode()
    assert before == Path(kept).read_bytes() == (tmp_path / "link").read_bytes()


def test_words_are_searched(kept: str, capfdbinary: Output) -> None:
    assert 0 == run(["store", "search", kept, "good"])
    assert ["session  seq  entry  says", "s1       3    c      [good] day"] == capfdbinary.readouterr().out.decode().splitlines()
    assert 0 == run(["store", "search", kept, "hello", "--json", "--session", "s1", "--limit", "1"])
    assert [{"session": "s1", "seq": 1, "id": "a", "excerpt": "[hello]\tworld"}] == json.loads(capfdbinary.readouterr().out)
    assert 0 == run(["store", "search", kept, "good", "day"])
    capfdbinary.readouterr()
    assert 1 == run(["store", "search", kept, "absent"])
    assert b"no entry matches\n" == capfdbinary.readouterr().out
    assert 1 == run(["store", "search", kept, "absent", "--json"])
    assert [] == json.loads(capfdbinary.readouterr().out)


def test_a_session_is_prepared_as_its_file_would_be(kept: str, file: Path, capfdbinary: Output) -> None:
    assert 0 == run(["prepare", "--store", kept, "--session", "s1", "--for", "openai/gpt-5", "--report", "none"])
    assert replayable.prepare(file, "openai/gpt-5").body == capfdbinary.readouterr().out


@pytest.mark.parametrize(("flags", "expected"), [(["--store"], True), (["--no-store"], False), ([], None)])
def test_the_option_store_is_still_a_flag_of_prepare(flags: list[str], expected: bool | None, file: Path, capfdbinary: Output) -> None:
    assert 0 == run(["prepare", str(file), "--for", "openai/gpt-5", "--report", "none", *flags])
    prepared = replayable.prepare(file, "openai/gpt-5", options=replayable.Options(store=expected))
    assert prepared.body == capfdbinary.readouterr().out
    assert 0 == run(["prepare", *flags, str(file), "--for", "openai/gpt-5", "--report", "none"])
    assert prepared.body == capfdbinary.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["store", "list", "{folder}/nothing.db"], "{folder}/nothing.db: no such store"),
        (["store", "show", "{kept}", "--session", "x"], "{kept}: has no session 'x'"),
        (["store", "export", "{kept}", "--session", "x"], "{kept}: has no session 'x'"),
        (["store", "import", "{kept}", "{folder}/nothing.jsonl"], "{folder}/nothing.jsonl: cannot be read: No such file or directory"),
        (["store", "import", "{kept}", "a", "b", "--session", "x"], "--session names one session; import the files one by one"),
        (["store", "list", "{folder}/s1.jsonl"], "{folder}/s1.jsonl: is no database or a damaged one (file is not a database); put a copy of it in its place"),
        (["prepare", "--store", "{kept}", "--session", "x", "--for", "openai/gpt-5"], "{kept}: has no session 'x'"),
        (["prepare", "--session", "s1", "--for", "openai/gpt-5"], "give a FILE, or --store STORE and --session ID"),
        (["prepare", "--for", "openai/gpt-5"], "give a FILE, or --store STORE and --session ID"),
        (["prepare", "f", "--store", "{kept}", "--for", "openai/gpt-5"], "--store {kept} needs the --session to prepare; `replayable store list` names them"),
        (["prepare", "--store", "{kept}", "--for", "openai/gpt-5"], "--store {kept} needs the --session to prepare; `replayable store list` names them"),
        (["prepare", "{kept}", "--for", "openai/gpt-5"], DATABASE),
        (["prepare", "{kept}", "--store", "--for", "openai/gpt-5"], DATABASE),
        (["convert", "{kept}", "--to", "anthropic"], DATABASE),
        (["check", "{kept}", "--for", "openai/gpt-5"], DATABASE),
        (["diagnose", "{kept}", "--error", "x", "--for", "openai/gpt-5"], DATABASE),
        (["prefix", "{kept}", "{kept}"], DATABASE),
        (["prepare", "f", "--store", "{kept}", "--session", "s1", "--for", "openai/gpt-5"], "give a FILE, or --store STORE and --session ID"),
        (
            ["prepare", "--store", "{kept}", "--session", "s1", "--for", "openai/gpt-5", "-o", "{kept}"],
            "{kept}: this is the stored history, which stays the record; choose another file for -o",
        ),
    ],
)
def test_what_cannot_be_done_is_told_in_one_line(arguments: list[str], line: str, kept: str, tmp_path: Path, capfdbinary: Output) -> None:
    words = {"kept": kept, "folder": str(tmp_path)}
    assert 2 == run([argument.format_map(words) for argument in arguments])
    captured = capfdbinary.readouterr()
    assert (b"", f"replayable: {line.format_map(words)}\n") == (captured.out, captured.err.decode())


def test_a_session_of_items_is_one_conversation_whatever_its_lines_look_like(tmp_path: Path, capfdbinary: Output) -> None:
    items = [
        {"type": "custom_tool_call", "call_id": "c1", "name": "sh", "input": "ls"},
        {"type": "custom_tool_call_output", "call_id": "c1", "output": "a.txt"},
        {"role": "user", "content": "Thanks."},
    ]
    with replayable.store.open(tmp_path / "sessions.db") as store:
        store.session("s").extend(items)
    at = str(tmp_path / "sessions.db")
    assert 0 == run(["prepare", "--store", at, "--session", "s", "--for", "openai/gpt-5", "--report", "json"])
    assert items == json.loads(capfdbinary.readouterr().out)["input"]
    assert 0 == run(["store", "show", at, "--session", "s", "--json"])
    assert items == json.loads(capfdbinary.readouterr().out)
    assert 0 == run(["store", "show", at, "--session", "s"])
    assert b"ls" in capfdbinary.readouterr().out
