"""Session files for the tests of the doctor, and what is asked of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, BinaryIO

from replayable.doctor import Report
from replayable.doctor.files import Disk

Row = dict[str, Any]


class Quick(Disk):
    """A disk that does not wait until things are on it."""

    def sync(self, file: BinaryIO) -> None:
        file.flush()

    def replace(self, new: Path, path: Path) -> None:
        new.replace(path)


PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
HEADER: Row = {"type": "session", "version": 3, "id": "s1", "timestamp": "2026-01-05T09:00:00.000Z", "cwd": "/"}


def text(words: str) -> Row:
    return {"type": "text", "text": words}


def user(content: Any, **fields: Any) -> Row:
    return {"role": "user", "content": content, **fields}


def assistant(content: Any, **fields: Any) -> Row:
    return {"role": "assistant", "content": content, "provider": "anthropic", "api": "anthropic-messages", "stopReason": "stop", **fields}


def call(own: str, name: str = "read") -> Row:
    return {"type": "toolCall", "id": own, "name": name, "arguments": {}}


def result(call_id: str, words: str = "done") -> Row:
    return {"role": "toolResult", "toolCallId": call_id, "toolName": "read", "content": [text(words)], "isError": False}


def entries(*messages: Any) -> list[Row]:
    """A session: its header, and the messages one behind the other as entries e1, e2, …"""
    rows = [HEADER]
    for number, message in enumerate(messages, 1):
        parent = f"e{number - 1}" if number > 1 else None
        rows.append({"type": "message", "id": f"e{number}", "parentId": parent, "timestamp": f"2026-01-05T09:00:{number:02}.000Z", "message": message})
    return rows


def lines(rows: list[Any]) -> str:
    """The rows as a file has them; a row that is a text is a line as it is."""
    return "".join((row if isinstance(row, str) else json.dumps(row, separators=(",", ":"))) + "\n" for row in rows)


def written(path: Path, rows: list[Any]) -> Path:
    """The path, with a file of these rows at it."""
    path.write_text(lines(rows), encoding="utf-8", newline="")
    return path


def read(path: Path) -> list[Row]:
    """The rows of a file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def messages(path: Path) -> list[Any]:
    """The messages of a file, without those that have none."""
    return [row["message"] for row in read(path) if "message" in row]


def damages(report: Report) -> list[str]:
    """What was found, by name."""
    return [finding.damage for finding in report.findings]


def beside(path: Path) -> list[str]:
    """The names of the files beside one, without process and time."""
    return sorted(other.name.removeprefix(path.name).split("-")[0] for other in path.parent.iterdir() if other != path)
