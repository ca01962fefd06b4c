"""Images beside sharp (npm): a photo and a screenshot made small enough, the memory that a decompression bomb costs, and a
history whose images were seen before.

`python benchmarks/images.py [--rounds N]`. sharp is looked for in `.venv-bench/node_modules` (`make bench` puts it there). Both are given the
file and give a JPEG of 1200 pixels; `prepare` decodes a request with the image in base64 besides, and encodes the answer. The
rounds take turns, so that a busy machine slows both down.
"""

from __future__ import annotations

import base64
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pyvips
from figures import Figure, Sheet, parser
from run import peak

import replayable

TARGET = "anthropic/claude-opus-4-6"
SHARP_RATIO = 1.3
BOMB_MIB = 150
NODE_MODULES = Path(__file__).parent.parent / ".venv-bench" / "node_modules"
SCRIPT = Path(__file__).with_name("sharp.js")


def photo() -> bytes:
    """12 megapixels with the grain of a camera, as JPEG."""
    bands = [
        (pyvips.Image.perlin(4000, 3000, cell_size=256, seed=seed) * 100 + 128 + pyvips.Image.gaussnoise(4000, 3000, sigma=10, seed=seed)).cast("uchar")
        for seed in (1, 2, 3)
    ]
    return bands[0].bandjoin(bands[1:]).copy(interpretation="srgb").jpegsave_buffer(Q=90)


def screenshot() -> bytes:
    """A 4K screen full of lines of text, as PNG."""
    words = " ".join(chr(97 + number % 26) * (2 + number * 7 % 9) for number in range(60))
    ground = pyvips.Image.black(3840, 2160, bands=3).linear(1, [250, 250, 252])
    screen = ground.cast("uchar").copy(interpretation="srgb").copy_memory()
    line = pyvips.Image.text(words, dpi=150)
    line = line.crop(0, 0, min(line.width, 3600), min(line.height, 34))
    for row in range(60):
        where = (row * 97 % 240, row * 36)
        below = screen.crop(*where, line.width, line.height)
        screen = screen.insert(line.ifthenelse([row * 2, 20, 90], below, blend=True).cast("uchar").copy(interpretation="srgb"), *where)
    return screen.copy_memory().pngsave_buffer()


def bomb() -> bytes:
    """900 megapixels of nothing: a small file."""
    return pyvips.Image.black(30_000, 30_000).cast("uchar").pngsave_buffer(palette=True, bitdepth=1)


def request(data: bytes, media_type: str) -> bytes:
    source = {"type": "base64", "media_type": media_type, "data": base64.b64encode(data).decode()}
    return json.dumps({"model": "m", "max_tokens": 1, "messages": [{"role": "user", "content": [{"type": "image", "source": source}]}]}).encode()


def seconds(job: Callable[[], object]) -> float:
    start = time.perf_counter()
    job()
    return time.perf_counter() - start


class Sharp:
    """sharp in a process of its own that does one file when it is told to, and tells the milliseconds."""

    def __init__(self, file: Path) -> None:
        command = ["node", str(SCRIPT), str(file)]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env={"NODE_PATH": str(NODE_MODULES), "PATH": "/usr/bin:/bin:/usr/local/bin"}
        )

    def once(self) -> float:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write("go\n")
        self._process.stdin.flush()
        return float(self._process.stdout.readline()) / 1e3

    def close(self) -> None:
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait()


def compare(sheet: Sheet, name: str, data: bytes, media_type: str, rounds: int) -> None:
    """Medians side by side. Each round has an image of its own, as the bytes behind its end differ: none was seen before."""
    requests = [request(data + number.to_bytes(2, "big"), media_type) for number in range(rounds + 1)]
    replayable.prepare(requests.pop(), TARGET)
    with tempfile.NamedTemporaryFile() as file:
        file.write(data)
        file.flush()
        sharp = Sharp(Path(file.name)) if has_sharp() else None
        if sharp:
            sharp.once()
        ours, theirs, again = list[float](), list[float](), list[float]()
        for body in requests:
            ours.append(seconds(lambda body=body: replayable.prepare(body, TARGET)))  # type: ignore[misc]
            theirs.append(sharp.once() if sharp else float("nan"))
            again.append(seconds(lambda body=body: replayable.prepare(body, TARGET)))  # type: ignore[misc]
        if sharp:
            sharp.close()
    mine, other, seen = (statistics.median(each) for each in (ours, theirs, again))
    sheet.plain(name, "prepare", mine * 1e3, "ms")
    if sharp:
        figure = sheet.at_most(name, "prepare / sharp", mine / other, SHARP_RATIO)
    else:
        figure = sheet.add(Figure(name, "prepare / sharp", None, "×", "≤", SHARP_RATIO, "sharp is not installed"))
    sheet.plain(name, "prepare, when seen before", seen * 1e3, "ms")
    columns = f"{mine * 1e3:>11.1f} {other * 1e3:>9.1f} {mine / other:>8.2f} {seen * 1e3:>11.1f}"
    print(f"{name:>12} {len(data) / 1e6:>8.1f} {columns}  {figure.verdict} {figure.remark}", flush=True)


def has_sharp() -> bool:
    return (NODE_MODULES / "sharp").exists() and shutil.which("node") is not None


def memory(sheet: Sheet, rounds: int) -> None:
    """The peak of a process that prepares a request with the bomb, beside one that prepares a picture of a few pixels."""
    for name, data in (("2 pixels", pyvips.Image.black(2, 1).cast("uchar").pngsave_buffer()), ("900 million", bomb())):
        with tempfile.NamedTemporaryFile(suffix=".json") as file:
            file.write(request(data, "image/png"))
            file.flush()
            used = peak("prepare-anthropic", Path(file.name), rounds)
        bounded = name == "900 million"
        group = f"image of {name} ({len(data) / 1e6:.1f} MB of file)"
        print(sheet.at_most(group, "peak memory", used, BOMB_MIB, "MiB") if bounded else sheet.plain(group, "peak memory", used, "MiB"))


def main() -> None:
    arguments = parser("Measure images against sharp.", rounds=9).parse_args()
    rounds, sheet = arguments.rounds, Sheet(arguments.rounds)
    print(f"{'image':>12} {'MB':>8} {'prepare ms':>11} {'sharp ms':>9} {'/ sharp':>8} {'again ms':>11}  aim")
    compare(sheet, "photo", photo(), "image/jpeg", rounds)
    compare(sheet, "screenshot", screenshot(), "image/png", rounds)
    memory(sheet, rounds)
    sheet.save(arguments.results)


if __name__ == "__main__":
    sys.exit(main())
