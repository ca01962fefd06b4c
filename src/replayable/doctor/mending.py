"""A better file in the place of a damaged one: written beside it, flushed, read back, and put there in one step.

Whatever fails on the way, the file at the path is the old one or the new one.
"""

from __future__ import annotations

import contextlib
import hashlib
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

import msgspec

from replayable import records
from replayable.doctor.files import Files, State, write_all
from replayable.doctor.planning import Plan
from replayable.doctor.reading import Row
from replayable.doctor.salvages.missing_header import BEFORE_ALL
from replayable.doctor.survey import Survey, mended
from replayable.errors import NotRepaired, ReadError

_NEW = ".{}.repair-"
_BACKUP = "{}.bak-"
_CHANGED = "was written to while it was read; stop what writes to it and try again"


class Mended(msgspec.Struct, frozen=True):
    """The files that a repair left: `side` with what could not be kept, and a `backup` that could not be taken away."""

    side: Path | None
    backup: Path | None


class Repair:
    """One repair of one file that was surveyed. `file`: it, open and held; `before`: its state when it was surveyed."""

    def __init__(self, path: Path, file: BinaryIO, before: State, files: Files) -> None:
        self.path = path
        self.file = file
        self.before = before
        self.files = files
        stamp = files.stamp()
        self.new = path.with_name(_NEW.format(path.name) + stamp)
        self.side = path.with_name(f"{path.name}.unread-{stamp}")
        self.backup = path.with_name(_BACKUP.format(path.name) + stamp)
        self.made: list[Path] = []

    def run(self, found: Survey) -> Mended:
        """Does it. Raises NotRepaired; then the file is as it was."""
        try:
            self._clear_leftovers()
            has_side = self._write(found)
            self._put_in_place()
        except OSError as error:
            raise self._failed(error.strerror or str(error)) from error
        except BaseException:
            self._clear()
            raise
        self.made.remove(self.backup)
        return Mended(self.side if has_side else None, self._remove(self.backup))

    def _clear_leftovers(self) -> None:
        """Takes away the new files of repairs that were killed; they never took the file's place."""
        for new in self.files.named(self.path.parent, _NEW.format(self.path.name)):
            self.files.remove(new)

    # ------------------------------------------------------------------------------------------ writing
    def _write(self, found: Survey) -> bool:
        """Writes the new file, and the side file where something is lost; whether there is one."""
        digest = hashlib.blake2b()
        lost: list[bytes] = []
        with self._create(self.new) as new:
            for text in texts_of(self.file, found, lost):
                line = text + b"\n"
                digest.update(line)
                write_all(new, line)
            self.files.dress(new, self.before)
            self.files.sync(new)
        if found.is_lossy:
            self._write_side(self._whole())
        elif lost:
            self._write_side(text + b"\n" for text in lost)
        if self._digest_of(self.new) != digest.digest():
            raise self._failed("what was written does not read back the same")
        return found.is_lossy or bool(lost)

    def _whole(self) -> Iterator[bytes]:
        self.file.seek(0)
        while chunk := self.file.read(1 << 20):
            yield chunk

    def _write_side(self, lost: Iterable[bytes]) -> None:
        with self._create(self.side) as side:
            for text in lost:
                write_all(side, text)
            self.files.dress(side, self.before)
            self.files.sync(side)

    def _create(self, path: Path) -> BinaryIO:
        file = self.files.create(path)
        self.made.append(path)
        return file

    def _digest_of(self, path: Path) -> bytes:
        digest = hashlib.blake2b()
        with self.files.read(path) as file:
            while chunk := file.read(1 << 20):
                digest.update(chunk)
        return digest.digest()

    # ------------------------------------------------------------------------------------------ in its place
    def _put_in_place(self) -> None:
        """Backs the file up and puts the new one there. Nobody may have written to it; who does in between gets it back."""
        if not self._is_unchanged(self.path):
            raise self._failed(_CHANGED)
        self.made.append(self.backup)
        self.files.keep(self.path, self.backup)
        if not self._is_unchanged(self.path):
            raise self._failed(_CHANGED)
        self.files.replace(self.new, self.path)
        self.made.remove(self.new)
        if self.files.state_of(self.file).size != self.before.size:
            self.files.replace(self.backup, self.path)
            self.made.remove(self.backup)
            raise self._failed(_CHANGED)

    def _is_unchanged(self, path: Path) -> bool:
        return self.files.state(path).is_same_content(self.before)

    # ------------------------------------------------------------------------------------------ and away again
    def _failed(self, why: str) -> NotRepaired:
        """The error, after everything that was made is taken away. A backup that stays is told."""
        left = self._clear()
        words = f"{self.path}: cannot be repaired: {why}; the file is as it was"
        return NotRepaired(
            words if left is None else f"{words}, and a copy of it is left at {left}", path=str(self.path), backup=None if left is None else str(left)
        )

    def _clear(self) -> Path | None:
        """Takes away what was made; the backup if it could not be taken away."""
        left = [each for each in reversed(self.made) if self._remove(each) is not None]
        self.made.clear()
        return self.backup if self.backup in left else None

    def _remove(self, path: Path) -> Path | None:
        """The path, if there is still something that cannot be taken away."""
        try:
            self.files.remove(path)
        except FileNotFoundError:
            return None
        except OSError:
            return path
        return None


# ---------------------------------------------------------------------------------------------- the lines of the better file
def texts_of(file: BinaryIO, found: Survey, lost: list[bytes]) -> Iterator[bytes]:
    """The lines of the repaired file. What cannot be kept is added to `lost`."""
    plan = found.plan
    yield from map(records.encode, plan.behind.get(BEFORE_ALL, ()))
    if plan.first is not None:
        yield next(_text(row, plan, index) for index, row in _rows(file, found, []) if index == plan.first)
    for index, row in _rows(file, found, lost):
        if index in plan.aside:
            lost.append(_text(row, plan, index))
        elif index not in plan.dropped and index != plan.first:
            yield _text(row, plan, index)
        yield from map(records.encode, plan.behind.get(index, ()))


def _rows(file: BinaryIO, found: Survey, lost: list[bytes]) -> Iterator[tuple[int, Row]]:
    index = 0
    for _, read in mended(file, found.kind):
        lost.extend(read.lost)
        for row in read.rows:
            yield index, row
            index += 1


def _text(row: Row, plan: Plan, index: int) -> bytes:
    fields = plan.fields.get(index)
    if fields is None:
        return row.text if row.text is not None else records.encode(row.value)
    return records.encode({**row.value, **fields})


@contextlib.contextmanager
def held(path: Path, files: Files) -> Iterator[BinaryIO]:
    """The file, opened and kept from other programs that ask. Raises ReadError where it is no file of its own, NotRepaired where
    another program holds it."""
    state = files.state(path)
    if not state.is_regular:
        check_alone(path, state)
    with files.read(path) as file:
        try:
            files.hold(file)
        except OSError:
            raise NotRepaired(f"{path}: another program holds it; try again when that is done", path=str(path)) from None
        if state.links > 1:
            _remove_second_names(path, state, files)
            check_alone(path, files.state(path))
        yield file


def _remove_second_names(path: Path, state: State, files: Files) -> None:
    """Takes away the backup that a repair left which was killed: it is the file itself under another name."""
    for backup in files.named(path.parent, _BACKUP.format(path.name)):
        if files.state(backup).inode == state.inode:
            files.remove(backup)


def check_alone(path: Path, state: State) -> None:
    """Raises ReadError unless the path is the only name of a file."""
    if stat.S_ISDIR(state.mode):
        raise IsADirectoryError
    if not state.is_regular:
        raise ReadError(f"{path}: is a link or no file; name the file itself")
    if state.links > 1:
        raise ReadError(f"{path}: has {state.links} names (hard links), and only one of them would be changed; make a copy of it first")
