"""`replayable prepare`: a stored conversation as a request that the target accepts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

import replayable
from replayable.cli.delivery import deliver_source
from replayable.cli.flags import option_flags_but_store, options_of
from replayable.cli.outcome import ALLOWED, Allowed, Outcome
from replayable.cli.providers import tell_doubt
from replayable.cli.reports import REPORTS, Report
from replayable.cli.source import Source, read_source
from replayable.salvage import database_of

# What `--store` without a file says.
_ITEMS = ""


@click.command(short_help="A stored conversation as a request that the target accepts.")
@click.argument("file", required=False)
@click.option("--for", "target", required=True, metavar="PROVIDER/MODEL", help="Where the request is to be sent.")
@click.option("--from", "source", metavar="FORMAT", help="How the file is written; recognised where not given.")
@click.option("--session", metavar="ID", help="The session of a store that takes the place of FILE; with --store STORE.")
@click.option("--store", "kept", is_flag=False, flag_value=_ITEMS, metavar="[STORE]", help="The store of --session. Alone: Responses items are kept.")
@click.option("--no-store", is_flag=True, help="OpenAI Responses: the server does not keep the items.")
@click.option("-o", "--out", metavar="OUT", help="Where the request goes, instead of standard output.")
@click.option("--report", type=click.Choice(REPORTS), default="text", show_default=True, help="The report on standard error.")
@click.option("--max-loss", type=click.Choice(ALLOWED), default="content", show_default=True, help="The greatest loss; past it nothing is written.")
@option_flags_but_store
def command(
    *,
    file: str | None,
    target: str,
    source: str | None,
    session: str | None,
    kept: str | None,
    no_store: bool,
    out: str | None,
    report: Report,
    max_loss: Allowed,
    **flags: Any,
) -> int:
    """Turn the conversation in FILE (`-`: standard input), or a session of a store, into a request that the target accepts.

    The request goes to standard output, the report to standard error; messages are counted from 0. A JSONL file with one
    conversation a line is handled line by line. Status 1: problems are left, or a loss was greater than allowed.
    """
    if session is None and file is None and kept and not _is_store(kept):  # `--store FILE` was the flag, and FILE behind it
        file, kept = kept, _ITEMS
    options = options_of({**flags, "store": False if no_store else True if kept == _ITEMS else None})

    def work(data: bytes) -> Outcome:
        prepared = replayable.prepare(data, target, source=source, options=options)
        return Outcome(body=prepared.body, changes=prepared.changes, notes=prepared.notes, problems=prepared.problems)

    status = deliver_source(_source(file, kept or None, session), work, out, report, max_loss)
    if report == "text":
        tell_doubt(target, options)
    return status


def _is_store(path: str) -> bool:
    """The file is a database: no history is one."""
    try:
        with Path(path).open("rb") as file:
            return database_of(file.read(16)) is not None
    except OSError:
        return False


def _source(file: str | None, store: str | None, session: str | None) -> Source:
    """What is prepared: a file, or a session of a store."""
    if session is None and store is None and file is not None:
        return read_source(file)
    if session is None or store is None or file is not None:
        is_named = session is None and store is not None
        words = f"--store {store} needs the --session to prepare; `replayable store list` names them"
        raise click.UsageError(words if is_named else "give a FILE, or --store STORE and --session ID")
    from replayable.cli.store import opened

    with opened(store) as sessions:
        return Source(f"{store}, session {session}", sessions.files, sessions.session(session).export(), "one")
