"""Each image of the recorded histories fares as the recorded implementation had it."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import replayable
from replayable.images.base64 import tidied
from replayable.images.inspection import header_in
from replayable.model.parts import Media, Text, ToolResult
from replayable.model.settings import Settings
from replayable.model.transcript import Message
from replayable.rules import OversizedImage, UnreadableImage, UntidyImageData, WrongMediaType, engine

VECTORS = Path(__file__).parent.parent / "handed" / "golden" / "functions.jsonl.gz"
Outcome = tuple[str, Any]


def _vectors() -> Iterator[dict[str, Any]]:
    with gzip.open(VECTORS, "rt", encoding="utf-8") as lines:
        for line in lines:
            vector = json.loads(line)
            if vector["fn"] == "images" and vector.get("error_kind") != "crash":
                yield vector


def _recorded(vector: dict[str, Any]) -> list[Outcome]:
    """What became of each image: kept with its type and data, made anew with its size, or replaced by a text."""
    found = list[Outcome]()
    for message in vector["output"]:
        for block in message["content"] if isinstance(message, dict) and isinstance(message.get("content"), list) else ():
            if not isinstance(block, dict):
                continue
            if block.get("type") == "image":
                data = block["data"]
                found.append(("made", data["recoded"]["size"]) if isinstance(data, dict) else ("kept", [block["mimeType"], data]))
            elif block.get("type") == "text" and "image payload" in str(block.get("text")):
                found.append(("omitted", None))
    return found


def _ours(vector: dict[str, Any]) -> list[Outcome]:
    side = max(1, vector["options"][0].get("maxDimensionPx", 1200))
    transcript = replayable.read(vector["input"], source="openclaw")
    rules = (UntidyImageData(), UnreadableImage(untyped="refused"), WrongMediaType(), OversizedImage(longest_side=side))
    messages, _, _ = engine.run(rules, transcript.messages, Settings())
    before = {tidied(part.data) for part in _parts(transcript.messages) if type(part) is Media and part.data}
    return [outcome for part in _parts(messages) if (outcome := _outcome(part, before)) is not None]


def _parts(messages: tuple[Message, ...]) -> Iterator[Any]:
    for message in messages:
        for part in message.parts:
            yield from part.parts if type(part) is ToolResult else (part,)


def _outcome(part: Any, before: set[str | None]) -> Outcome | None:
    if type(part) is Media and part.kind == "image":
        if part.data in before:
            return ("kept", [part.media_type, part.data])
        header = header_in(part.data or "")
        return ("made", [header.width, header.height] if header else None)
    return ("omitted", None) if type(part) is Text and part.text.startswith("[image omitted") else None


def test_images_fare_as_recorded() -> None:
    found, unlike = Counter[str](), list[str]()
    for vector in _vectors():
        theirs, mine = _recorded(vector), _ours(vector)
        if theirs == mine:
            found.update(name for name, _ in mine)
        else:
            unlike.append(vector["case"])
    assert [] == unlike
    assert {"kept": 70, "made": 10, "omitted": 61} == found
