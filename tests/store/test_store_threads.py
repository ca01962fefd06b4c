"""One store in several threads, and in a program with an event loop."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest

from replayable.store import AsyncRecorder, Store, StoreError, open_async


def test_threads_may_append_and_read_at_once(store: Store) -> None:
    errors: list[BaseException] = []

    def work(name: str) -> None:
        try:
            session = store.session("s")
            for number in range(30):
                session.append_message({"role": "user", "content": f"{name} {number}"})
                assert len(session.active()) == len(session.entries(tail=10_000)) or threading.active_count() > 1
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(f"t{number}",)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [] == errors
    said = [entry["message"]["content"].split() for entry in store.session("s").entries()]
    assert {f"t{number}": list(range(30)) for number in range(4)} == {name: [int(number) for each, number in said if each == name] for name, _ in said}
    assert 120 == len(store.session("s").active())


def test_a_loop_goes_on_while_the_store_works(path: Path) -> None:
    async def program() -> tuple[int, int]:
        ticks = 0

        async def tick() -> None:
            nonlocal ticks
            while True:
                ticks += 1
                await asyncio.sleep(0)

        async with await open_async(path, durability="normal") as store:
            session = await store.session("s")
            ticking = asyncio.create_task(tick())
            before = ticks
            held = threading.Event()
            waiting = asyncio.create_task(store.run(held.wait))
            for _ in range(100):
                await asyncio.sleep(0)
            held.set()
            await waiting
            await asyncio.gather(*(session.append_message({"role": "user", "content": str(number)}) for number in range(20)))
            ticking.cancel()
            return ticks - before, len(await session.entries())

    ticks, entries = asyncio.run(program())
    assert (True, 20) == (ticks >= 100, entries)


def test_everything_can_be_awaited(path: Path, tmp_path: Path) -> None:
    async def program() -> list[object]:
        async with await open_async(path, durability="normal") as store:
            session = await store.session("s")
            row = await session.append({"type": "message", "id": "a", "parentId": None, "message": {"role": "user", "content": "hello"}})
            await session.extend([{"type": "message", "id": "b", "parentId": "a", "message": {"role": "user", "content": "day"}}])
            await session.compact("sum", first_kept="b", tokens_before=1)
            generation = await session.generation()
            lines = [line async for line in session.lines()]
            found: list[object] = [
                row.seq,
                len(await session.rows(since=0, generation=generation)),
                [each.kind for each in (await session.transcript()).messages],
                len(await session.display()),
                [hit.seq for hit in await store.search("hello")],
                b"".join(lines) == await session.export(),
            ]
            await session.branch("a")
            found.append([each.id for each in await session.active()])
            await session.rewrite([{"role": "user", "content": "new"}])
            found.append((await session.entries(), generation == await session.generation()))
            async with AsyncRecorder(await store.session("r")) as recorder:
                await recorder.prompt("hi")
                await recorder.record({"role": "assistant", "content": [], "stopReason": "error"})
            (tmp_path / "f.jsonl").write_bytes(b'{"type":"session","id":"f"}\n')
            found.append((await store.load(tmp_path / "f.jsonl")).added)
            await store.delete("f")
            found.append([(each.id, each.entries) for each in await store.sessions()])
            found.append(await store.damage())
            return found

    new = [{"role": "user", "content": "new"}]
    expected = [0, 2, ["compaction", "message"], 2, [0], True, ["a"], (new, False), 1, [("s", 1), ("r", 2)], ()]
    assert expected == asyncio.run(program())


def test_lines_are_awaited_without_losing_any(path: Path) -> None:
    async def program() -> tuple[int, bool]:
        async with await open_async(path, durability="normal") as store:
            session = await store.session("s")
            await session.extend([{"role": "user", "content": str(number)} for number in range(1000)])
            lines = [line async for line in session.lines()]
            return len(lines), b"".join(lines) == await session.export()

    assert (1000, True) == asyncio.run(program())


def test_a_store_that_cannot_be_opened_says_so_when_awaited(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="is no regular file"):
        asyncio.run(open_async(tmp_path))
