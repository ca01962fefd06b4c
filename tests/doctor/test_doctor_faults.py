"""Whatever fails in the middle of a repair, the file is the old one or the new one, and nothing lies about unsaid."""

from __future__ import annotations

import errno
import fcntl
import io
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO, cast

import pytest
from session_files import assistant, beside, entries, lines, read, text, user, written

from replayable import doctor
from replayable.doctor.files import Disk, State
from replayable.errors import ReadError

DAMAGED = [*entries(user("hi"), assistant([], stopReason="error")), "{broken"]


class Faulty(Disk):
    """A disk on which one step fails, at the n-th time. `log` are the steps taken."""

    def __init__(self, step: str = "", number: int = 1, error: int = errno.EIO, *also: str) -> None:
        self.step = step
        self.number = number
        self.error = error
        self.also = also
        self.log: list[str] = []

    def tick(self, step: str) -> None:
        self.log.append(step)
        if step in self.also or (step == self.step and self.log.count(step) == self.number):
            raise OSError(self.error, os.strerror(self.error))

    def read(self, path: Path) -> BinaryIO:
        self.tick("read")
        return super().read(path)

    def create(self, path: Path) -> BinaryIO:
        self.tick("create")
        return cast(BinaryIO, _Writing(super().create(path), self.tick))

    def dress(self, file: BinaryIO, state: State) -> None:
        self.tick("dress")
        super().dress(file, state)

    def sync(self, file: BinaryIO) -> None:
        self.tick("sync")
        file.flush()

    def keep(self, path: Path, backup: Path) -> None:
        self.tick("keep")
        super().keep(path, backup)

    def replace(self, new: Path, path: Path) -> None:
        self.tick("replace")
        super().replace(new, path)

    def remove(self, path: Path) -> None:
        self.tick("remove")
        super().remove(path)


class Killed(Faulty):
    """A process that is killed at a step."""

    def tick(self, step: str) -> None:
        if step == self.step:
            os._exit(9)


class _Writing(io.RawIOBase):
    """A file that takes three bytes at a time, and asks before each."""

    def __init__(self, file: BinaryIO, tick: Callable[[str], None]) -> None:
        self.file = file
        self.tick = tick

    def write(self, data: Any) -> int:
        self.tick("write")
        return self.file.write(bytes(data)[:3])

    def flush(self) -> None:
        self.file.flush()

    def fileno(self) -> int:
        return self.file.fileno()

    def close(self) -> None:
        super().close()
        self.file.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = written(tmp_path / "session.jsonl", DAMAGED)
    path.chmod(0o640)
    return path


def test_short_writes_lose_nothing(path: Path) -> None:
    disk = Faulty()
    assert doctor.repair(path, disk).repaired
    assert 4 == len(path.read_text().splitlines()) + 1
    assert [text("[assistant turn failed before producing content]")] == read(path)[2]["message"]["content"]
    assert ["read", "create"] == disk.log[:2]
    assert ["keep", "replace", "remove"] == [step for step in disk.log if step in ("keep", "replace", "remove")]


@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EIO, errno.EDQUOT])
@pytest.mark.parametrize(
    ("step", "number"), [("create", 1), ("create", 2), ("write", 1), ("write", 7), ("dress", 1), ("sync", 1), ("sync", 2), ("keep", 1), ("replace", 1)]
)
def test_a_step_that_fails_leaves_the_old_file_alone(path: Path, step: str, number: int, error: int) -> None:
    before = (path.read_bytes(), path.stat().st_ino, path.stat().st_mode)
    with pytest.raises(doctor.NotRepaired) as caught:
        doctor.repair(path, Faulty(step, number, error))
    assert f"{path}: cannot be repaired: {os.strerror(error)}; the file is as it was" == str(caught.value)
    assert (before, [], None) == ((path.read_bytes(), path.stat().st_ino, path.stat().st_mode), beside(path), caught.value.backup)


def test_every_step_of_a_repair_may_fail(path: Path) -> None:
    steps = Faulty()
    doctor.repair(path, steps)
    new = path.read_bytes()
    for position, step in enumerate(steps.log):
        written(path, DAMAGED)
        number = steps.log[: position + 1].count(step)
        try:
            doctor.repair(path, Faulty(step, number))
        except (doctor.NotRepaired, ReadError):
            assert lines(DAMAGED) == path.read_text(), (step, number)
        else:
            assert new == path.read_bytes(), (step, number)


def test_4_a_backup_that_cannot_be_removed_is_named(path: Path) -> None:
    old = path.read_bytes()
    report = doctor.repair(path, Faulty("remove"))
    backup = Path(report.backup or "")
    assert (True, old, 0o640) == (report.repaired, backup.read_bytes(), backup.stat().st_mode & 0o777)
    assert [".bak", ".unread"] == beside(path)
    assert backup.name.startswith(f"session.jsonl.bak-{os.getpid()}-")


def test_a_backup_that_stays_after_a_failure_is_named(path: Path) -> None:
    old = path.read_bytes()
    with pytest.raises(doctor.NotRepaired) as caught:
        doctor.repair(path, Faulty("replace", 1, errno.EIO, "remove"))
    assert old == path.read_bytes() == Path(caught.value.backup or "").read_bytes()
    assert f"and a copy of it is left at {caught.value.backup}" in str(caught.value)


def test_a_file_system_without_second_names_gets_a_copy(path: Path) -> None:
    class OneName(Faulty):
        def keep(self, path: Path, backup: Path) -> None:
            self._copy(path, backup)

    old = path.read_bytes()
    backup = Path(doctor.repair(path, OneName("remove")).backup or "")
    assert (old, 0o640) == (backup.read_bytes(), backup.stat().st_mode & 0o777)


def test_the_mode_of_the_file_stays(path: Path) -> None:
    report = doctor.repair(path)
    assert [0o640, 0o640] == [Path(each).stat().st_mode & 0o777 for each in (path, report.side or "")]


# ---------------------------------------------------------------------------------------------- others at the same file
class Interrupted(Disk):
    """A disk on which somebody else appends to the file just before a step."""

    def __init__(self, path: Path, step: str) -> None:
        self.path = path
        self.step = step

    def _meanwhile(self, step: str) -> None:
        if step == self.step:
            self.step = ""
            with self.path.open("ab") as file:
                file.write(b'{"new":1}\n')

    def create(self, path: Path) -> BinaryIO:
        self._meanwhile("create")
        return super().create(path)

    def keep(self, path: Path, backup: Path) -> None:
        self._meanwhile("keep")
        super().keep(path, backup)

    def replace(self, new: Path, path: Path) -> None:
        self._meanwhile("replace")
        super().replace(new, path)


@pytest.mark.parametrize("step", ["create", "keep", "replace"])
def test_what_others_append_in_the_middle_is_not_lost(path: Path, step: str) -> None:
    disk = Interrupted(path, step)
    with pytest.raises(doctor.NotRepaired, match="was written to while it was read; stop what writes to it and try again"):
        doctor.repair(path, disk)
    assert lines(DAMAGED) + '{"new":1}\n' == path.read_text()
    assert [] == beside(path)


def test_a_file_that_changes_while_it_is_looked_at_is_not_judged(path: Path) -> None:
    class Growing(Disk):
        def read(self, path: Path) -> BinaryIO:
            file = super().read(path)
            self.state_of, state_of = lambda file: (path.open("a").write("\n"), state_of(file))[1], self.state_of  # type: ignore[method-assign]
            return file

    with pytest.raises(ReadError, match="was written to while it was read"):
        doctor.examine(path, Growing())


def test_a_file_that_another_program_holds_is_left_alone(path: Path) -> None:
    with path.open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        with pytest.raises(doctor.NotRepaired, match="another program holds it; try again when that is done"):
            doctor.repair(path)
    assert lines(DAMAGED) == path.read_text()


def test_a_link_is_examined_but_not_repaired(path: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.jsonl"
    link.symlink_to(path)
    assert doctor.examine(link).findings
    with pytest.raises(ReadError, match=r"link\.jsonl: is a link or no file; name the file itself"):
        doctor.repair(link)
    assert (True, lines(DAMAGED)) == (link.is_symlink(), path.read_text())


def test_a_file_of_two_names_is_not_repaired(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.jsonl"
    other.hardlink_to(path)
    with pytest.raises(ReadError, match="has 2 names"):
        doctor.repair(path)
    assert lines(DAMAGED) == other.read_text()


@pytest.mark.parametrize("step", ["create", "write", "sync", "keep", "replace", "remove"])
def test_a_repair_that_was_killed_leaves_a_file_that_can_be_repaired(path: Path, step: str) -> None:
    if not (child := os.fork()):
        try:
            doctor.repair(path, Killed(step))
        finally:
            os._exit(1)
    os.waitpid(child, 0)
    report = doctor.repair(path)
    assert (step != "remove") == report.repaired
    assert doctor.examine(path).is_healthy
    assert {".unread"} | ({".bak"} if step == "remove" else set()) == set(beside(path))


def test_a_folder_that_takes_no_file_is_told(path: Path) -> None:
    with pytest.raises(doctor.NotRepaired, match="cannot be repaired: Permission denied; the file is as it was"):
        doctor.repair(path, Faulty("create", 1, errno.EACCES))


def test_a_file_that_may_not_be_read_is_told(path: Path) -> None:
    for treat in (doctor.examine, doctor.repair):
        with pytest.raises(ReadError, match=r"session\.jsonl: cannot be read: Permission denied"):
            treat(path, Faulty("read", 1, errno.EACCES))
        with pytest.raises(ReadError, match=r"none\.jsonl: no such file"):
            treat(path.with_name("none.jsonl"))


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jsonl")
    for treat in (doctor.examine, doctor.repair):
        with pytest.raises(ReadError, match=r"pipe\.jsonl: is a"):
            treat(tmp_path / "pipe.jsonl")
