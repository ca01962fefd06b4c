"""`replayable doctor`: broken session files, found and repaired."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from replayable import doctor
from replayable.cli.reports import as_json
from replayable.cli.wording import counted
from replayable.doctor import Report
from replayable.errors import ReadError, ReplayableError

if TYPE_CHECKING:
    from replayable.store import Store


class Imported(msgspec.Struct, frozen=True):
    """What came of an import: the session, how many entries of it the store had, and how many are new."""

    session: str
    known: int
    added: int


class Visit(msgspec.Struct, frozen=True, omit_defaults=True):
    """What came of one file. `error`: why nothing did."""

    path: str
    report: Report | None = None
    imported: Imported | None = None
    error: str | None = None

    @property
    def is_fine(self) -> bool:
        """There is nothing that is still to be done about the file."""
        return self.error is None and self.report is not None and (self.report.is_healthy or self.imported is not None)


@click.command(short_help="Broken session files: what is wrong with them, and a repair.")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@click.option("--fix", "treat", flag_value="repair", default="examine", help="Repair what is damaged; otherwise nothing is written.")
@click.option("--into", "store", metavar="STORE", help="Import the sessions, repaired, into this store; the files stay as they are.")
@click.option("--session", metavar="ID", help="With --into: the session's id there; else that in the file's header, else the file's name.")
@click.option("--json", "form", flag_value="json", default="text", help="Print JSON.")
def command(*, paths: tuple[str, ...], treat: str, store: str | None, session: str | None, form: str) -> int:
    """Tell what is damaged in the session file PATH (openclaw, pi, or any JSONL of messages), in each of several, or of those in a folder.

    With --fix a damaged file is backed up, repaired and put in its place; what cannot be kept goes, byte for byte, to a file beside it.
    Status 1: damage is left.
    """
    places = [Path(path) for path in paths]
    _check_session(session, store, places)
    treatment = doctor.repair if treat == "repair" else doctor.examine
    with _store(store) as kept:
        if len(places) != 1 or _is_folder(places[0]):
            visits = [_visit(file, treatment, kept) for file in _with_progress(_files(places))]
            _FOLDERS[form](visits)
        else:
            visits = [_only(places[0], treatment, kept, session)]
            _FILES[form](visits[0])
    return 0 if all(visit.is_fine for visit in visits) else 1


@contextlib.contextmanager
def _store(path: str | None) -> Iterator[Store | None]:
    if path is None:
        yield None
        return
    from replayable import store

    with store.open(path) as kept:
        yield kept


# ---------------------------------------------------------------------------------------------- one file
def _is_folder(place: Path) -> bool:
    return place.is_dir() and not place.is_symlink()


def _files(places: list[Path]) -> list[Path]:
    """The files that are named, and those in the folders that are."""
    return [file for place in places for file in (doctor.files_in(place) if _is_folder(place) else (place,))]


def _check_session(session: str | None, store: str | None, places: list[Path]) -> None:
    if session is not None and store is None:
        raise click.UsageError("--session names a session of the store of --into; give that, too")
    if session is not None and (len(places) != 1 or places[0].is_dir()):
        raise click.UsageError("--session names one session; import the files one by one")


def _only(path: Path, treatment: Callable[[Path], Report], store: Store | None, session: str | None) -> Visit:
    """What came of the one file that was named. Raises ReadError where it cannot be read: that is a wrong call."""
    try:
        return _treated(path, treatment, store, session)
    except doctor.NotRepaired as error:
        return Visit(str(path), error=str(error))


def _visit(path: Path, treatment: Callable[[Path], Report], store: Store | None) -> Visit:
    try:
        return _treated(path, treatment, store)
    except ReplayableError as error:
        return Visit(str(path), error=str(error))


def _treated(path: Path, treatment: Callable[[Path], Report], store: Store | None, session: str | None = None) -> Visit:
    report = treatment(path)
    imported = None
    if store is not None:
        with doctor.source(path) as source:
            loaded = store.load_entries(source.session if session is None else session, source.entries())
        imported = Imported(loaded.session, loaded.known, loaded.added)
    return Visit(str(path), report, imported)


def _with_progress(files: list[Path]) -> Iterator[Path]:
    """The files, one by one; on a terminal a bar shows how far it is."""
    if not files:
        raise ReadError("there is no JSONL file in the folder")
    from rich.console import Console
    from rich.progress import track

    yield from track(files, "files", console=Console(stderr=True), disable=not sys.stderr.isatty(), transient=True)


# ---------------------------------------------------------------------------------------------- told
def _file_as_json(visit: Visit) -> None:
    click.echo(as_json(_fields(visit)))


def _folder_as_json(visits: list[Visit]) -> None:
    click.echo(as_json({"files": [_fields(visit) for visit in visits]}))


def _fields(visit: Visit) -> dict[str, object]:
    fields: dict[str, object] = {"path": visit.path}
    if visit.report is not None:
        fields = {**msgspec.to_builtins(visit.report), "healthy": visit.report.is_healthy}
    if visit.imported is not None:
        fields["imported"] = msgspec.to_builtins(visit.imported)
    return fields if visit.error is None else {**fields, "error": visit.error}


def _file_as_text(visit: Visit) -> None:
    from replayable.cli.doctor_report import print_visit

    if visit.error is not None:
        click.echo(f"replayable: {visit.error}", err=True)
    else:
        print_visit(visit.report, _words(visit))


def _folder_as_text(visits: list[Visit]) -> None:
    from replayable.cli.doctor_report import print_rows

    print_rows([(visit.path, visit.report, visit.error, _words(visit)) for visit in visits])


def _words(visit: Visit) -> str | None:
    """What was imported; of a file that stays damaged, that its entries went in repaired."""
    imported = visit.imported
    if imported is None:
        return None
    words = f"{imported.added} of {counted(imported.known + imported.added, 'entry')} imported into session {imported.session}"
    return words if visit.report is None or visit.report.is_healthy else f"{words}, repaired; the file stays as it is"


_FILES: dict[str, Callable[[Visit], None]] = {"json": _file_as_json, "text": _file_as_text}
_FOLDERS: dict[str, Callable[[list[Visit]], None]] = {"json": _folder_as_json, "text": _folder_as_text}
