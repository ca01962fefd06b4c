"""Stores of every earlier version of the tables, opened by this one."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import replayable
from replayable.store import Store, StoreError
from replayable.store.schema import METADATA, VERSION, WORDS

OpenStore = Callable[..., Store]
SCHEMAS = Path(__file__).parent / "schemas"


def left_by(version: int, path: Path) -> Path:
    """A store as an earlier version left it."""
    path.parent.mkdir()
    connection = sqlite3.connect(path)
    connection.executescript((SCHEMAS / f"{version}.sql").read_text(encoding="utf-8"))
    connection.close()
    return path


def tables(store: Store) -> dict[str, list[tuple[Any, ...]]]:
    """The columns of every table, generated ones too."""
    with store.database.reading() as connection:
        names = [found[0] for found in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")]
        return {name: connection.execute(f"PRAGMA table_xinfo({name})").fetchall() for name in names}


def routes(store: Store) -> list[tuple[str, int]]:
    with store.database.reading() as connection:
        return connection.execute("SELECT sessions.id, seq FROM routes JOIN sessions ON sessions.number = routes.session").fetchall()


def test_there_is_a_store_of_every_earlier_version() -> None:
    assert [f"{version}.sql" for version in range(1, VERSION)] == sorted(file.name for file in SCHEMAS.iterdir())


@pytest.mark.parametrize("version", range(1, VERSION))
def test_a_store_of_an_earlier_version_keeps_everything(version: int, open_store: OpenStore, path: Path) -> None:
    left_by(version, path)
    store = open_store()
    one, two = store.session("one"), store.session("two")
    assert ["one", None, "héllo wörld"] == [one.entries()[0]["id"], one.entries()[1]["parentId"], one.entries()[1]["message"]["content"]]
    assert ["a", "b", "c"] == [row.id for row in one.active()][:3]
    assert [("one", 4)] == routes(store)
    assert [f"m{number}" for number in range(70)] == [row.id for row in two.rows()]
    assert not one.append_message({"role": "user", "content": "once", "idempotencyKey": "key-1"}).is_new
    assert not two.append({"type": "message", "id": "m3", "parentId": "m2", "message": {"role": "user", "content": "number 3"}}).is_new
    assert ["number [69]"] == [hit.excerpt for hit in store.search("69")]
    assert () == store.damage()


@pytest.mark.parametrize("version", range(2, VERSION))
def test_what_waited_in_a_store_of_an_earlier_version_is_settled(version: int, open_store: OpenStore, path: Path) -> None:
    left_by(version, path)
    assert "overloaded" == open_store().session("one").entries()[-1]["message"]["errorMessage"]


@pytest.mark.parametrize("version", range(1, VERSION))
def test_a_store_of_an_earlier_version_becomes_like_a_new_one(version: int, open_store: OpenStore, path: Path, tmp_path: Path) -> None:
    left_by(version, path)
    with replayable.store.open(tmp_path / "new.db") as new:
        assert tables(new) == tables(open_store())


def test_a_new_store_has_the_tables_that_the_program_knows(store: Store) -> None:
    found = {name: [column[1] for column in columns] for name, columns in tables(store).items()}
    for name, table in METADATA.tables.items():
        assert [column.name for column in table.columns] == found[name]


def test_a_new_store_has_the_search_table_that_the_program_knows(store: Store) -> None:
    with store.database.reading() as connection:
        assert WORDS == connection.execute("SELECT sql FROM sqlite_schema WHERE name = 'words'").fetchone()[0]


def test_what_an_earlier_version_took_in_for_searching_is_taken_in_anew(open_store: OpenStore, path: Path) -> None:
    left_by(4, path)
    store = open_store()
    assert ["私は[日本]語のテストを書く。한국어문장"] == [hit.excerpt for hit in store.search("日本")]
    assert ["[héllo] wörld"] == [hit.excerpt for hit in store.search("hello")]
    assert 70 == len(store.search("number", most=99))


def test_the_numbers_of_the_version_agree(store: Store) -> None:
    with store.database.reading() as connection:
        assert (VERSION, str(VERSION)) == (
            connection.execute("PRAGMA user_version").fetchone()[0],
            connection.execute("SELECT version_num FROM alembic_version").fetchone()[0],
        )


def test_a_damaged_store_is_not_migrated(open_store: OpenStore, path: Path) -> None:
    left_by(1, path)
    data = bytearray(path.read_bytes())
    for page in range(3, len(data) // 4096):
        data[page * 4096 : page * 4096 + 100] = b"\xff" * 100
    path.write_bytes(data)
    before = path.read_bytes()
    with pytest.raises(StoreError, match="damaged"):
        open_store()
    connection = sqlite3.connect(path)
    assert 1 == connection.execute("PRAGMA user_version").fetchone()[0]
    connection.close()
    assert before[4096:] == path.read_bytes()[4096:]


def test_a_store_can_be_made_by_several_at_once(path: Path) -> None:
    found: list[object] = []

    def open_and_append(number: int) -> None:
        try:
            with replayable.store.open(path, durability="normal", patience=20) as store:
                found.append(store.session("s").append({"role": "user", "content": str(number)}).seq)
        except BaseException as error:
            found.append(error)

    threads = [threading.Thread(target=open_and_append, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [0, 1, 2, 3] == sorted(found, key=str)
