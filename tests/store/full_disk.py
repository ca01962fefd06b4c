"""Appends until no file may grow any more, and prints what was acknowledged: `python tests/store/full_disk.py STORE BYTES`."""

from __future__ import annotations

import resource
import signal
import sys

import replayable
from replayable.store import StoreError


def main(path: str, size: int) -> None:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    with replayable.store.open(path) as store:
        session = store.session("s")
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
        for number in range(10_000):
            try:
                session.extend([{"role": "user", "content": f"{number} {part} " + "x" * 3000} for part in range(3)])
            except StoreError as error:
                print(number, len(session.entries()), str(error).partition(": ")[2])
                return


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
