"""A message whose content has a place at the target, but not in the shape in which it is stored."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

import msgspec

from replayable.model.building import edited, with_parts
from replayable.model.facts import ODD_FIELD
from replayable.model.parts import Part, ToolResult
from replayable.model.transcript import Message
from replayable.model.values import Json
from replayable.report import Change
from replayable.rules.rule import Changes, MessageRule


class RefusedShape(MessageRule, frozen=True):
    """Has a message written anew where the target refuses how it is stored. For histories in the target's own format."""

    name: ClassVar[str] = "refused-shape"
    looks_for: ClassVar[int] = ODD_FIELD

    list_key: str = "parts"
    roles: frozenset[str] = frozenset()
    one_of: frozenset[str] = frozenset()
    objects: Mapping[str, str] = {}
    inner_objects: frozenset[str] = frozenset()

    def repair(self, message: Message) -> tuple[Message, Changes]:
        """The message as one that is not written as it was stored; the same where its shape is taken, or where it is written anew anyway."""
        reasons = tuple(dict.fromkeys(self._reasons(message.raw))) if message.intact else ()
        bare = [part for part in message.parts if self._is_bare_result(part)]
        if not reasons and not bare:
            return message, ()
        parts = tuple(self._anew(part) if self._is_bare_result(part) else part for part in message.parts)
        anew = with_parts(message, parts)
        if anew is message:
            anew = msgspec.structs.replace(message, intact=False)
        told = reasons or tuple(self._reasons({self.list_key: [part.raw for part in bare]}))
        return anew, tuple(Change(rule=self.name, loss="none", origin=message.origin, reason=reason) for reason in told)

    def _is_bare_result(self, part: Part) -> bool:
        if type(part) is not ToolResult or not part.intact or type(part.raw) is not dict:
            return False
        return self._bare_field(part.raw) is not None or any(self._bare_inside(inner.raw) is not None for inner in part.parts)

    def _anew(self, part: Part) -> Part:
        if type(part) is not ToolResult:
            return part
        return edited(part, parts=tuple(edited(inner) if self._bare_inside(inner.raw) is not None else inner for inner in part.parts))

    def _reasons(self, raw: Json) -> Iterator[str]:
        """What is wrong with the shape of a stored message."""
        if type(raw) is not dict:
            if raw is not None:
                yield "a message is an object at the target, and the stored one is none"
            return
        role, held = raw.get("role"), raw.get(self.list_key)
        if self.roles and role is not None and role not in self.roles:
            yield f"the target takes no role {role!r}; what it means is sent under its own"
        if held is not None and type(held) is not list:
            yield f"the target wants a list under {self.list_key!r}"
        for part in held if type(held) is list else ():
            yield from self._reasons_of_part(part)

    def _reasons_of_part(self, part: Json) -> Iterator[str]:
        if type(part) is not dict:
            yield "a part is an object at the target, and the stored one is none"
            return
        if sum(1 for key, value in part.items() if key in self.one_of and value is not None) > 1:
            yield "a part holds several things at once, and the target takes one a part"
        if (field := self._bare_field(part)) is not None:
            yield f"what stands under {field!r} is no object, so it is sent in one"
        for inner in self._inner_blocks(part):
            if (field := self._bare_inside(inner)) is not None:
                yield f"what stands under {field!r} in a result is no object, so it is sent as text"

    def _bare_field(self, part: Mapping[str, Any]) -> str | None:
        """The field that should hold an object and does not."""
        for key, field in self.objects.items():
            held: Json = part.get(key)
            if type(held) is dict and type(held.get(field)) is not dict:
                return field
        return None

    def _inner_blocks(self, part: Mapping[str, Any]) -> Iterator[Json]:
        """What the lists hold that stand in the objects of a part."""
        for held in part.values() if self.inner_objects else ():
            for inner in held.values() if type(held) is dict else ():
                yield from inner if type(inner) is list else ()

    def _bare_inside(self, block: Json) -> str | None:
        """The field of a block in a result that should hold an object and does not."""
        if type(block) is not dict:
            return None
        return next((field for field in self.inner_objects if field in block and type(block[field]) is not dict), None)
