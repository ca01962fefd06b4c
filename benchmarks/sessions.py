"""Generated sessions in OpenAI Chat format: an agent that reads, calls tools and answers, about 2 % of it damaged.

The same numbers give the same bytes in every process. Damage is of kinds that LiteLLM converts without an error, so that
both can be measured on one history: results that are missing, doubled, late or of no call, padded ids, blank texts, and
a note of the user between call and result.
"""

from __future__ import annotations

import json
import random
from typing import Any

Message = dict[str, Any]

# One message in so many is damaged.
DAMAGED = 50

_SENTENCE = """the build ran again and three tests fail because größe is read as int; see src/app/main.py:42 →
	"quoted" {json: [1, 2]} 東京 because the port was taken"""
_WORDS = tuple(_SENTENCE.split(" "))

# Shares of the parts of a message below add up to this much of the mean size.
_SHARE = 1.16


class Writer:
    """Writes messages whose texts add up to a wanted mean size, in bytes of JSON a message."""

    def __init__(self, size: int, seed: int) -> None:
        self.random = random.Random(seed)
        self.size = size
        self.words = " ".join(self.random.choices(_WORDS, k=20_000))
        self.calls = 0

    def text(self, share: float) -> str:
        """A text of about `share` of the mean size."""
        length = max(8, int(self.size * share / _SHARE * self.random.uniform(0.5, 1.5)))
        pieces = []
        while length > 0:
            start = self.random.randrange(len(self.words) - 1000)
            pieces.append(self.words[start : start + min(length, 900)])
            length -= 900
        return "".join(pieces).strip() or "ok"

    def call(self) -> Message:
        self.calls += 1
        arguments = {"path": f"src/file_{self.calls}.py", "pattern": self.text(0.2), "limit": self.calls}
        name = self.random.choice(["read_file", "run_tests", "search"])
        function = {"name": name, "arguments": json.dumps(arguments, ensure_ascii=False)}
        return {"id": f"call_{self.calls:024d}", "type": "function", "function": function}

    def round(self) -> list[Message]:
        """A user's question, some turns with calls and their results, and an answer."""
        out: list[Message] = [{"role": "user", "content": self.text(0.6)}]
        for _ in range(self.random.randint(1, 5)):
            calls = [self.call() for _ in range(self.random.choice([1, 1, 1, 2, 3]))]
            out.append({"role": "assistant", "content": self.text(0.4), "tool_calls": calls})
            out.extend({"role": "tool", "tool_call_id": call["id"], "content": self.text(1.25)} for call in calls)
        out.append({"role": "assistant", "content": self.text(0.9)})
        return out


def session(messages: int, size: int, seed: int = 7, damaged: int | None = DAMAGED) -> bytes:
    """The JSON bytes of a list of so many messages (the last round may go beyond), of about `size` bytes a message, of which one in
    `damaged` is; None for a healthy one, which ends with a user's message."""
    writer, out = Writer(size, seed), [{"role": "system", "content": "You are a careful engineer."}]
    while len(out) < messages:
        turns = writer.round()
        out.extend(turns if damaged is None else _damaged(turns, writer, damaged))
    if damaged is None:
        out.append({"role": "user", "content": writer.text(0.6)})
    return json.dumps(out, ensure_ascii=False, separators=(",", ":")).encode()


def _damaged(turns: list[Message], writer: Writer, damaged: int) -> list[Message]:
    for index in range(len(turns) - 1, -1, -1):
        if not writer.random.randrange(damaged):
            writer.random.choice(_DAMAGES)(turns, index, writer)
    return turns


def _drop_result(turns: list[Message], index: int, writer: Writer) -> None:
    if turns[index]["role"] == "tool":
        del turns[index]
    else:
        _blank(turns, index, writer)


def _double(turns: list[Message], index: int, _writer: Writer) -> None:
    turns.insert(index, dict(turns[index]))


def _late(turns: list[Message], index: int, writer: Writer) -> None:
    if turns[index]["role"] == "tool":
        turns.append(turns.pop(index))
    else:
        _double(turns, index, writer)


def _orphan(turns: list[Message], _index: int, writer: Writer) -> None:
    turns.append({"role": "tool", "tool_call_id": f"call_of_no_turn_{writer.calls}", "content": writer.text(1)})


def _pad(turns: list[Message], index: int, writer: Writer) -> None:
    if turns[index]["role"] == "tool":
        turns[index]["tool_call_id"] = f" {turns[index]['tool_call_id']} "
    else:
        _blank(turns, index, writer)


def _blank(turns: list[Message], index: int, _writer: Writer) -> None:
    turns[index]["content"] = "  "


def _interject(turns: list[Message], index: int, writer: Writer) -> None:
    turns.insert(index, {"role": "user", "content": writer.text(0.2)})


_DAMAGES = (_drop_result, _double, _late, _orphan, _pad, _blank, _interject)
