"""`replayable store`: sessions that are kept in one file."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import click
import msgspec

from replayable import doctor, records
from replayable.cli.output import check_output, write_output
from replayable.cli.tables import print_rows
from replayable.cli.wording import counted
from replayable.errors import ReadError

if TYPE_CHECKING:
    from replayable.store import Row, Store

_SAID = 100  # characters of an entry that are shown

STORE = click.argument("store")
SESSION = click.option("--session", required=True, metavar="ID", help="The id of the session.")
JSON = click.option("--json", "as_json", is_flag=True, help="As JSON, for programs.")


@click.group(short_help="Sessions kept in one file: list, show, import, export, search.")
def command() -> None:
    """Look at the sessions that are kept in a file, put session files into it and take them out."""


@command.command("list")
@STORE
@JSON
def list_sessions(store: str, as_json: bool) -> int:
    """List the sessions in the file STORE."""
    with opened(store) as kept:
        sessions = kept.sessions()
    if as_json:
        _print_json(msgspec.to_builtins(sessions))
        return 0
    print_rows(
        ("session", "entries", "compactions", "last entry"), [(each.id, str(each.entries), str(each.compactions), _time(each.updated)) for each in sessions]
    )
    return 0


@command.command("show")
@STORE
@SESSION
@click.option("--tail", type=click.IntRange(min=0), metavar="N", help="Only the last N entries.")
@click.option("--active", is_flag=True, help="Only the conversation as it goes on now, without other branches.")
@JSON
def show(store: str, session: str, tail: int | None, active: bool, as_json: bool) -> int:
    """Show the entries of a session in the file STORE."""
    with opened(store) as kept:
        kept.summary(session)
        found = kept.session(session)
        rows = found.active(tail=tail) if active else found.rows(tail=tail)
    if as_json:
        _print_json([row.value for row in rows])
        return 0
    print_rows(("seq", "entry", "type", "says"), [_words(row) for row in rows])
    return 0


@command.command("import")
@click.argument("store")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--session", metavar="ID", help="The session's id; else that in the file's header, else the file's name.")
def load(store: str, files: tuple[str, ...], session: str | None) -> int:
    """Put session FILEs into the file STORE, which is made where it is missing.

    A file that was imported before adds what it has grown by. Each is taken whole or not at all.
    """
    if session is not None and len(files) > 1:
        raise click.UsageError("--session names one session; import the files one by one")
    from replayable import store as stores

    with stores.open(store) as kept:
        for file in files:
            loaded = kept.load(file, session=session)
            known = f", {loaded.known} were there" if loaded.known else ""
            click.echo(f"{file}: session {loaded.session}: {counted(loaded.added, 'entry')} imported{known}")
            _tell_damage(file, store)
    return 0


def _tell_damage(file: str, store: str) -> None:
    """Says that a file is damaged, whose rows are in the store as they were."""
    try:
        report = doctor.examine(file)
    except ReadError:
        return
    if report.is_healthy:
        return
    into = f"`replayable doctor {file} --into {store} --session ID` imports it repaired, under another id"
    way = into if report.kind == "session" else f"`replayable doctor {file} --fix` repairs it"
    click.echo(f"{file}: is damaged ({counted(len(report.findings), 'finding')}), and imported as it is; {way}", err=True)


@command.command("export")
@STORE
@SESSION
@click.option("-o", "--out", metavar="OUT", help="Where the session file goes, instead of standard output.")
def export(store: str, session: str, out: str | None) -> int:
    """Write a session in the file STORE as a session file (JSONL)."""
    with opened(store) as kept:
        check_output(out, kept.files)
        write_output(out, kept.session(session).export())
    return 0


@command.command("search")
@STORE
@click.argument("words", nargs=-1, required=True, metavar="WORDS...")
@click.option("--session", metavar="ID", help="Only in this session.")
@click.option("--limit", type=click.IntRange(min=1), default=20, show_default=True, help="At most so many.")
@JSON
def search(store: str, words: tuple[str, ...], session: str | None, limit: int, as_json: bool) -> int:
    """Find entries in the file STORE in which all WORDS stand. Status 1: there is none."""
    with opened(store) as kept:
        hits = kept.search(" ".join(words), session=session, most=limit)
    if as_json:
        _print_json(msgspec.to_builtins(hits))
    elif not hits:
        click.echo("no entry matches")
    else:
        print_rows(("session", "seq", "entry", "says"), [(hit.session, str(hit.seq), hit.id or "", " ".join(hit.excerpt.split())) for hit in hits])
    return 0 if hits else 1


def opened(path: str) -> Store:
    """The store in a file that has to be there."""
    from replayable import store as stores

    return stores.open(path, missing="refuse")


def _words(row: Row) -> tuple[str, str, str, str]:
    from replayable.store.draft import as_entry
    from replayable.store.searching import words_of

    value = as_entry(row.value)
    kind = value.get("type") if isinstance(value, dict) else None
    message = value.get("message") if isinstance(value, dict) else None
    role = message.get("role") if isinstance(message, dict) else None
    return str(row.seq), row.id or "", str(role or kind or ""), " ".join(" ".join(words_of(value)).split())[:_SAID]


def _time(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(" ", "seconds").removesuffix("+00:00") + " UTC"


def _print_json(value: Any) -> None:
    sys.stdout.buffer.write(records.encode(value) + b"\n")
    sys.stdout.buffer.flush()
