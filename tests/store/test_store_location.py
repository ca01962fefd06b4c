"""Where a store may lie, what is refused, and who may read it."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import replayable
from replayable.store import ForeignStore, Store, StoreBusy, StoreDamaged, StoreError
from replayable.store.location import file_system_of, locate

OpenStore = Callable[..., Store]
posix = pytest.mark.skipif(sys.platform == "win32", reason="modes and links of POSIX")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@posix
def test_the_files_are_their_owners_alone(store: Store, path: Path) -> None:
    store.session("s").append({"role": "user", "content": "hi"})
    assert 0o700 == mode(path.parent)
    assert {"sessions.db": 0o600, "sessions.db-shm": 0o600, "sessions.db-wal": 0o600} == {file.name: mode(file) for file in path.parent.iterdir()}


@posix
def test_a_folder_that_is_there_keeps_its_mode(open_store: OpenStore, path: Path) -> None:
    path.parent.mkdir(mode=0o755)
    open_store()
    assert 0o755 == mode(path.parent)


@posix
def test_a_store_that_others_could_read_is_closed_to_them(open_store: OpenStore, path: Path) -> None:
    open_store().close()
    path.chmod(0o664)
    open_store()
    assert 0o600 == mode(path)


@posix
def test_a_link_is_refused(store: Store, path: Path) -> None:
    link = path.with_name("link.db")
    link.symlink_to(path)
    with pytest.raises(StoreError, match=f"{link}: is a symbolic link; name the file itself"):
        replayable.store.open(link)
    dangling = path.with_name("dangling.db")
    dangling.symlink_to(path.with_name("nothing.db"))
    with pytest.raises(StoreError, match="is a symbolic link"):
        replayable.store.open(dangling)
    assert not path.with_name("nothing.db").exists()


@posix
def test_a_second_name_is_refused(store: Store, path: Path) -> None:
    store.close()
    path.with_name("second.db").hardlink_to(path)
    with pytest.raises(StoreError, match=f"{path}: has 2 hard links"):
        replayable.store.open(path)


@posix
def test_a_log_that_is_a_link_is_refused(open_store: OpenStore, path: Path, tmp_path: Path) -> None:
    open_store().close()
    path.with_name("sessions.db-wal").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(StoreError, match=r"sessions.db-wal: is a symbolic link"):
        open_store()


def test_a_folder_is_no_store(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=f"{tmp_path}: is no regular file"):
        replayable.store.open(tmp_path)


def test_a_store_that_has_to_be_there_is_not_made(open_store: OpenStore, path: Path) -> None:
    with pytest.raises(StoreError, match=f"{path}: no such store"):
        open_store(missing="refuse")
    assert not path.parent.exists()


@contextlib.contextmanager
def nobody() -> Iterator[None]:
    """Root may write everywhere, so as root the test is nobody for a while."""
    before = os.geteuid()
    os.seteuid(65534 if before == 0 else before)
    try:
        yield
    finally:
        os.seteuid(before)


@posix
def test_a_folder_without_permission_is_told(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    folder = Path("/") if os.geteuid() == 0 else tmp_path
    with nobody(), pytest.raises(StoreError, match="Permission denied; a store needs a file that can be read and written"):
        replayable.store.open(folder / "sessions.db")


# ---------------------------------------------------------------------------------------------- other people's files
def test_the_database_of_another_program_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE t (x)")
    other.close()
    path.chmod(0o644)
    before = (path.read_bytes(), mode(path))
    with pytest.raises(ForeignStore, match=f"{path}: is a database of another program; choose another file"):
        replayable.store.open(path)
    assert before == (path.read_bytes(), mode(path))
    assert ["other.db"] == [file.name for file in tmp_path.iterdir()]


def test_a_store_of_a_newer_version_is_refused(open_store: OpenStore, path: Path) -> None:
    open_store().close()
    with sqlite3.connect(path) as newer:
        newer.execute("PRAGMA user_version = 99")
    newer.close()
    with pytest.raises(ForeignStore, match="has tables of version 99, and this version of replayable knows 5; update it"):
        open_store()


def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("not a database " * 100, encoding="utf-8")
    path.chmod(0o644)
    with pytest.raises(StoreDamaged, match=f"{path}: is no database or a damaged one"):
        replayable.store.open(path)
    assert ("not a database " * 100, 0o644) == (path.read_text(encoding="utf-8"), mode(path))


def test_an_empty_file_becomes_a_store(open_store: OpenStore, path: Path) -> None:
    path.parent.mkdir()
    path.touch()
    assert [] == open_store().sessions()


def test_damage_is_told(open_store: OpenStore, path: Path) -> None:
    store = open_store()
    store.session("s").extend([{"role": "user", "content": "x" * 3000}] * 40)
    assert () == store.damage()
    store.close()
    data = bytearray(path.read_bytes())
    for page in range(len(data) // 4096 // 2, len(data) // 4096):
        data[page * 4096 : page * 4096 + 200] = bytes(200)
    path.write_bytes(data)
    with pytest.raises(StoreDamaged, match="is no database or a damaged one"):
        open_store().session("s").entries()
    words = "is no database or a damaged one (database disk image is malformed); put a copy of it in its place"
    assert (f"{path}: {words}",) == open_store().damage()


# ---------------------------------------------------------------------------------------------- while it is open
def test_a_lock_that_is_kept_too_long_is_told(open_store: OpenStore, path: Path) -> None:
    holder, store = open_store(), open_store(patience=0.05)
    append = lambda _: store.session("s").append({"role": "user", "content": "hi"})  # noqa: E731
    with pytest.raises(StoreBusy, match=f"{path}: another process keeps the store locked; try again when it is done"):
        holder.session("s").write(append)
    assert store.session("s").append({"role": "user", "content": "hi"}).is_new


def test_readers_do_not_wait_for_a_writer(open_store: OpenStore) -> None:
    holder, store = open_store(), open_store(patience=0.05)
    holder.session("s").append({"role": "user", "content": "hi"})
    assert 1 == holder.session("s").write(lambda _: len(store.session("s").entries()))


@posix
@pytest.mark.parametrize("act", ["delete", "replace"])
def test_a_file_that_was_taken_away_is_noticed_before_anything_is_lost(act: str, store: Store, path: Path) -> None:
    store.session("s").append({"role": "user", "content": "hi"})
    path.unlink()
    if act == "replace":
        path.write_bytes(b"")
    with pytest.raises(StoreError, match=f"{path}: the file was deleted or replaced while it was open; open it anew"):
        store.session("s").append({"role": "user", "content": "lost"})


def test_a_closed_store_says_so(store: Store) -> None:
    store.close()
    store.close()
    with pytest.raises(StoreError, match="the store is closed"):
        store.sessions()


def test_a_full_disk_is_told_and_nothing_is_half_stored(store: Store) -> None:
    session = store.session("s")
    session.append({"role": "user", "content": "hi"})
    store.database.write(lambda connection: connection.execute(f"PRAGMA max_page_count = {connection.execute('PRAGMA page_count').fetchone()[0] + 2}"))
    with pytest.raises(StoreError, match=r"there is no room left on the disk .*; nothing was changed"):
        session.extend([{"role": "user", "content": "x" * 4000}] * 10)
    assert ([{"role": "user", "content": "hi"}], ()) == (session.entries(), store.damage())


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_process_has_to_open_the_store_itself(store: Store) -> None:
    child = os.fork()
    if not child:
        try:
            store.sessions()
        except StoreError as error:
            os._exit(0 if "was opened by the process that this one was forked from; open it anew" in str(error) else 1)
        os._exit(2)
    assert 0 == os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


# ---------------------------------------------------------------------------------------------- file systems
MOUNTS = """\
22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw
30 22 0:40 / /home rw - nfs4 server:/home rw
31 30 0:41 / /home/me/local\\040disk rw - ext4 /dev/vdb rw
32 22 0:42 / /mnt rw - ext4 /dev/vdc rw
33 22 0:43 / /mnt rw - fuse.sshfs me@server: rw
"""


@pytest.mark.parametrize(
    ("folder", "kind"),
    [("/", "ext4"), ("/home", "nfs4"), ("/home/me", "nfs4"), ("/homes", "ext4"), ("/home/me/local disk/x", "ext4"), ("/mnt/x", "fuse.sshfs")],
)
def test_the_file_system_of_a_folder_is_that_of_its_nearest_mount(folder: str, kind: str) -> None:
    assert kind == file_system_of(folder, MOUNTS)


def test_a_network_file_system_gets_a_journal_that_works_there(monkeypatch: pytest.MonkeyPatch, open_store: OpenStore, path: Path) -> None:
    monkeypatch.setattr("replayable.store.location._file_system", lambda _: "nfs4")
    store = open_store()
    store.session("s").append({"role": "user", "content": "hi"})
    assert ["sessions.db"] == [file.name for file in path.parent.iterdir()]
    with store.database.reading() as connection:
        assert "delete" == connection.execute("PRAGMA journal_mode").fetchone()[0]


def test_a_file_system_without_locks_is_refused(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    monkeypatch.setattr("replayable.store.location._file_system", lambda _: "fuse.sshfs")
    with pytest.raises(StoreError, match=f"{path}: lies on fuse.sshfs, which keeps no locks; a store needs a disk of this machine"):
        locate(path, "create")


# ---------------------------------------------------------------------------------------------- settings
@pytest.mark.parametrize(("durability", "level"), [("full", 2), ("normal", 1)])
def test_the_settings_of_the_database_are_those_that_keep_it_safe(durability: str, level: int, open_store: OpenStore) -> None:
    store = open_store(durability=durability)

    def settings(connection: sqlite3.Connection) -> list[object]:
        return [connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous", "foreign_keys", "trusted_schema")]

    with store.database.reading() as connection:
        assert ["wal", level, 1, 0] == settings(connection) == store.database.write(settings)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"durability": "ful"}, "durability='ful' is not known; choose 'full' or 'normal'"),
        ({"missing": "refused"}, "missing='refused' is not known; choose 'create' or 'refuse'"),
    ],
)
def test_a_setting_that_is_misspelt_is_refused(settings: dict[str, str], words: str, open_store: OpenStore) -> None:
    with pytest.raises(StoreError) as raised:
        open_store(**settings)
    assert words == str(raised.value)


def test_a_path_with_a_nul_character_is_refused() -> None:
    with pytest.raises(StoreError) as raised:
        locate("/a\0b", "create")
    assert r"'/a\x00b': a NUL character can be in no path" == str(raised.value)


# ---------------------------------------------------------------------------------------------- what has to be installed
def test_without_the_extra_one_line_says_what_to_install() -> None:
    code = "import sys; sys.modules['alembic'] = None; import replayable; replayable.store"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    line = "replayable.errors.MissingExtra: replayable.store needs alembic, which the extra \"store\" installs: pip install 'replayable[store]'"
    assert line == done.stderr.splitlines()[-1]
    on_command_line = code.rsplit(";", 1)[0] + "; from replayable.cli.program import run; sys.exit(run(['store', 'list', 'x']))"
    done = subprocess.run([sys.executable, "-c", on_command_line], capture_output=True, text=True, check=False)
    assert (2, f"replayable: {line.partition(': ')[2]}\n") == (done.returncode, done.stderr)
