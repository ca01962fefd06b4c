"""The steps from one version of the tables to the next, forward only. Each is numbered; the number is the file's `user_version`."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import sqlalchemy as sa

from replayable.errors import StoreDamaged
from replayable.store.schema import APPLICATION, VERSION


def run(connection: sa.Connection, raw: sqlite3.Connection, version: int, path: Path) -> None:
    """Runs the steps from a version on, inside the transaction that is open on the connection (`raw` is its driver's).

    Raises StoreDamaged for a database that is broken before anything is changed."""
    from alembic import command
    from alembic.config import Config

    if version:
        _check(raw, path)
    config = Config()
    config.set_main_option("script_location", "replayable.store:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, str(VERSION))
    raw.execute(f"PRAGMA application_id = {APPLICATION}")
    raw.execute(f"PRAGMA user_version = {VERSION}")


def _check(raw: sqlite3.Connection, path: Path) -> None:
    found = raw.execute("PRAGMA quick_check(1)").fetchone()[0]
    if found != "ok":
        raise StoreDamaged(f"{path}: the database is damaged ({found}), so its tables stay in their old version; put a copy of it in its place")
