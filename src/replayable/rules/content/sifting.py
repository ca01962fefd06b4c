"""Takes apart what was stored of a message: what its reader took up and the target can say, and what is left."""

from __future__ import annotations

from collections.abc import Mapping
from operator import is_

import msgspec

from replayable.model.building import edited
from replayable.model.parts import Media, Opaque, Part, ServerCall, ServerResult, ToolResult
from replayable.model.values import Json, Raw
from replayable.signatures import stored_item, text_mark

# The fields of an object that the model takes up, as paths ("source.data" is a field within a field), "*" for all others. Each with the
# name of what it becomes, where not every format has a place for that; else with an empty one. "else:name": the field is taken up where the
# object has no field `name`.
Held = Mapping[str, str]

# What says that a result is an error.
_ERROR = "result.error"

# What is left of one object: paths and values.
Left = dict[str, Json]


class Sifting:
    """One message at work, `whole` as it was stored. `left` are the fields that go, object by object; an object that stands in several places is sifted once.

    Parts of kinds that one format alone knows are left whole: whether they go is not decided here."""

    def __init__(
        self, whole: Json, messages: Mapping[str, Held], blocks: Mapping[str, Held], usual: Mapping[str, frozenset[str]], carried: frozenset[str]
    ) -> None:
        self._whole = whole
        self._messages = messages
        self._blocks = blocks
        self._usual = usual
        self._carried = carried
        self._known: dict[int, Json] = {}
        self.left: list[Left] = []

    def message(self) -> Json:
        """The stored message sifted, its parts left alone."""
        return self._message(self._whole)

    def _message(self, raw: Json) -> Json:
        """The same for one of the items of a turn, where it is made of several."""
        if type(raw) is list:
            return [self._message(each) for each in raw]
        if type(raw) is not dict or id(raw) in self._known:
            return self._known.get(id(raw), raw)
        role = raw.get("role")
        return self._once(raw, _of(self._messages, role if type(role) is str else ""), "")

    def part(self, part: Part) -> Part:
        """The part with its stored object sifted; the same one where nothing goes."""
        raw = part.raw
        if type(part) is Opaque or type(part) is ServerCall or type(part) is ServerResult:
            self._known[id(raw)] = raw
            return part
        if type(raw) is dict:
            sifted = self._once(raw, self._of_block(raw), part.kind if type(part) is Media else "")
            part = part if sifted is raw else edited(part, raw=sifted)
        return self._result(part) if type(part) is ToolResult else part

    def _result(self, part: ToolResult) -> ToolResult:
        """The result with what it holds sifted. That it is an error is told once, while it still has what it was read from: the mark stays
        in the model."""
        if part.is_error and part.raw is not None and _ERROR not in self._carried:
            self.left.append({"is_error": True})
            part = msgspec.structs.replace(part, raw=None)
        inner = tuple([self.part(each) for each in part.parts])
        return part if all(map(is_, inner, part.parts)) else msgspec.structs.replace(part, parts=inner)

    def _of_block(self, raw: Raw) -> Held | None:
        """What is taken up of an object, which is known by its type, by its role, or by one of its keys. The message as a whole, where a part
        was read from that, is known by its role in any case."""
        role = raw.get("role")
        if raw is self._whole and type(role) is str:
            return _of(self._messages, role)
        for name in (raw.get("type"), role):
            if type(name) is str and name in self._blocks:
                return self._blocks[name]
        if type(role) is str:
            return _of(self._messages, role)
        return next((held for key, held in self._blocks.items() if key in raw), self._blocks.get(""))

    def _once(self, raw: dict[str, Json], held: Held | None, medium: str) -> Json:
        if id(raw) not in self._known:
            walk = _Walk(held or {}, self._usual, self._carried, medium)
            self._known[id(raw)] = raw if held is None else walk.sifted(raw, "", "")
            if walk.left:
                self.left.append(walk.left)
        return self._known[id(raw)]


def _of(tables: Mapping[str, Held], name: str) -> Held | None:
    return tables.get(name, tables.get(""))


class _Walk:
    """One stored object at work. `medium`: the kind of the medium that was read from it."""

    def __init__(self, held: Held, usual: Mapping[str, frozenset[str]], carried: frozenset[str], medium: str) -> None:
        self._held = held
        self._usual = usual
        self._carried = carried
        self._medium = medium
        self.left: Left = {}

    def sifted(self, raw: dict[str, Json], path: str, shown: str) -> dict[str, Json]:
        """The object without what goes. `path` and `shown` end in a dot: where it is, without its places in lists and with them."""
        kept: dict[str, Json] = {}
        for key, value in raw.items():
            if (type(value) is dict or type(value) is list) and self._has_fields(f"{path}{key}."):
                kept[key] = self._sifted_value(value, f"{path}{key}.", f"{shown}{key}.")
            elif self._stays(path + key, key, value) or self._stands_in(raw, path + key):
                kept[key] = value
            else:
                self.left[shown + key] = value
        return raw if len(kept) == len(raw) and all(map(is_, kept.values(), raw.values())) else kept

    def _sifted_value(self, value: Json, path: str, shown: str) -> Json:
        if type(value) is dict:
            return self.sifted(value, path, shown)
        sifted = [self.sifted(each, path, f"{shown}{index}.") if type(each) is dict else each for index, each in enumerate(value)]
        return value if all(map(is_, sifted, value)) else sifted

    def _has_fields(self, path: str) -> bool:
        return any(each.startswith(path) for each in self._held)

    def _stays(self, path: str, key: str, value: Json) -> bool:
        """It is taken up and can be said, or says nothing beyond what goes without saying."""
        becomes = self._held.get(path, self._held.get("*"))
        if becomes == "" or (becomes is not None and _named(becomes, value, self._medium) in self._carried):
            return True
        return value is None or value is False or value in _NOTHING or (type(value) is str and value in self._usual.get(key, ()))

    def _stands_in(self, raw: dict[str, Json], path: str) -> bool:
        """It was read in the place of another field."""
        becomes = self._held.get(path, "")
        return becomes.startswith(_ELSE) and raw.get(becomes.removeprefix(_ELSE)) is None


_ELSE = "else:"
_NOTHING: tuple[Json, ...] = ("", [], {})


def _named(becomes: str, value: Json, medium: str) -> str:
    """What the value becomes: a mark is its provider's own, which is told by its shape; a name is that of a kind of medium."""
    if becomes == "media.name":
        return f"{medium}.name"
    if type(value) is str and becomes == "text.mark":
        return "text.item" if text_mark(value) != text_mark(None) else "text.signature"
    if becomes == "reasoning.mark":
        is_item = type(value) is dict or (type(value) is str and stored_item(value) is not None)
        return "reasoning.item" if is_item else "reasoning.signature"
    return becomes
