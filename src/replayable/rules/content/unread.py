"""What was stored of a part that goes and stands in none of the words by which it is reported."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from typing import Any

import msgspec

from replayable.model.parts import Media, Part, ToolResult
from replayable.model.values import Json
from replayable.notation import part_as_json
from replayable.words import WORDLESS, has_words


def gone_as_json(part: Part, holder: Json = None) -> list[Json]:
    """The part in notation for a change that takes it out, and behind it the fields of its stored objects whose words the notation does not
    tell: some were never read, because they stand under another name or in another shape than their API has. `holder` is the message that
    goes with a part that has no stored object of its own."""
    told = part_as_json(part)
    looking = _Looking("\n".join(_texts(told)), part)
    unread = {**looking.in_part(part), **({} if part.raw is not None else looking.beyond(holder, ""))}
    return [told, unread] if unread else [told]


class _Looking:
    """A part at work: `told` are the words that its notation has."""

    def __init__(self, told: str, part: Part) -> None:
        inner = part.parts if type(part) is ToolResult else ()
        self._told = told
        self._data = [each.data for each in (part, *inner) if type(each) is Media and each.data]  # told by its length
        self._is_holder = any(each.raw is not None for each in inner)

    def in_part(self, part: Part) -> dict[str, Json]:
        """Path and value of each field that is not told, of a result also of what it holds."""
        found = self.beyond(part.raw, "")
        for inner in part.parts if type(part) is ToolResult else ():
            found |= self.in_part(inner)
        return found

    def beyond(self, raw: Any, path: str) -> dict[str, Json]:
        """The same for one stored object; `path` is where it stands, and ends in a dot."""
        found: dict[str, Json] = {}
        for key, value in raw.items() if type(raw) is dict else ():
            if key in WORDLESS or not has_words(value) or all(map(self._tells, _texts(value))):
                continue
            if type(value) is dict:
                found |= self.beyond(value, f"{path}{key}.")
            elif not (self._is_holder and type(value) is list):  # what a result holds is looked into by itself
                found[path + key] = value
        return found

    def _tells(self, text: str) -> bool:
        return text in self._told or any(data in text or data == b64encode(text.encode("utf-8", "replace")).decode() for data in self._data)


def _texts(value: Json) -> Iterator[str]:
    """Every string in the value; a JSON object in a text counts as what it holds. Walks without recursion: input may be deep."""
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if type(each) is str:
            held = _object_in(each)
            if held is None:
                yield each
            else:
                waiting.append(held)
        elif type(each) is dict:
            waiting.extend(item for key, item in each.items() if key not in WORDLESS)
        elif type(each) is list or type(each) is tuple:
            waiting.extend(each)


def _object_in(text: str) -> Json:
    """The object that the text is the JSON of; None where it is none."""
    if not text.startswith("{"):
        return None
    try:
        return msgspec.json.decode(text)
    except (ValueError, RecursionError):
        return None
