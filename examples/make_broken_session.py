"""Writes `broken-session.jsonl`: a piece of a real agent session with the damage that crashes, retries and trimming leave.

The piece comes from `tests/handed/sessions/pi-before-compaction.jsonl` (see NOTICE.md). Run without arguments; the result is
always the same file.
"""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
SOURCE = HERE.parent / "tests" / "handed" / "sessions" / "pi-before-compaction.jsonl"
RESULT = HERE / "broken-session.jsonl"

FIRST, LAST = 56, 99  # lines of the source, counted from 0, besides its header
Entry = dict[str, Any]


def broken_session() -> list[Entry]:
    """The header and the entries of the piece, damaged in nine ways; a tenth, an aborted turn without content, is real."""
    source = [json.loads(line) for line in SOURCE.read_text(encoding="utf-8").splitlines()]
    header, piece = source[0], source[FIRST : LAST + 1]
    entry = {number: piece[number - FIRST] for number in range(FIRST, LAST + 1)}

    # Each damage names entries by their line in the source; the list is changed by identity, so earlier ones do not shift later ones.
    unsign_reasoning(entry[92])
    cut_surrogate(entry[87])
    cut_arguments(entry[94])
    rename_call(entry[78], entry[79], "call_1")  # a server that counts its calls anew every turn
    rename_call(entry[80], entry[81], "call_1")
    rename_call(entry[84], entry[85], "call_UzQ1|fc_0a44")  # an id of OpenAI's Responses API, as stored by its clients
    insert_behind(piece, entry[63], copy.deepcopy(entry[63]))  # written twice by a retry
    insert_behind(piece, entry[91], blank_user_turn(entry[91]))
    move_behind(piece, entry[75], entry[83])  # a slow tool whose result came turns later
    del piece[position_of(piece, entry[71])]  # the process died before the result was stored
    piece.insert(1, source[54])  # its call was trimmed away
    return [header, *piece]


def unsign_reasoning(entry: Entry) -> None:
    """A client that does not know signatures stored the thinking without them."""
    for block in entry["message"]["content"]:
        block.pop("thinkingSignature", None)


def cut_surrogate(entry: Entry) -> None:
    """A tool whose output was cut at a number of UTF-16 units, in the middle of an emoji."""
    entry["message"]["content"][0]["text"] += " \ud83d"


def cut_arguments(entry: Entry) -> None:
    """The stream broke off while the arguments were coming in."""
    call = call_of(entry)
    call["arguments"] = json.dumps(call["arguments"])[:150]


def rename_call(opening: Entry, result: Entry, new: str) -> None:
    """Another id for a call and its result."""
    call_of(opening)["id"] = result["message"]["toolCallId"] = new


def blank_user_turn(like: Entry) -> Entry:
    """Somebody pressed Enter."""
    blank = copy.deepcopy(like)
    blank["message"]["content"] = [{"type": "text", "text": " \n"}]
    return blank


def call_of(entry: Entry) -> Entry:
    """The first tool call of an assistant's entry."""
    call: Entry = next(block for block in entry["message"]["content"] if block["type"] == "toolCall")
    return call


def insert_behind(piece: list[Entry], place: Entry, new: Entry) -> None:
    """The piece with one more entry."""
    piece.insert(position_of(piece, place) + 1, new)


def move_behind(piece: list[Entry], entry: Entry, place: Entry) -> None:
    """The piece with one entry at a later place."""
    del piece[position_of(piece, entry)]
    insert_behind(piece, place, entry)


def position_of(piece: list[Entry], entry: Entry) -> int:
    """Where this very entry stands; equal ones do not count."""
    return next(index for index, each in enumerate(piece) if each is entry)


if __name__ == "__main__":
    RESULT.write_text("".join(json.dumps(entry) + "\n" for entry in broken_session()), encoding="utf-8")
