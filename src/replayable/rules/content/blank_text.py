"""Text without a visible character."""

from __future__ import annotations

from typing import ClassVar, Literal

from replayable.model.building import edited, with_parts
from replayable.model.facts import BLANK, CALL
from replayable.model.parts import Part, Text, ToolResult
from replayable.model.transcript import Message
from replayable.model.values import Json, is_blank
from replayable.notation import part_as_json
from replayable.report import Change
from replayable.rules.content.placeholder import PLACEHOLDER
from replayable.rules.content.removal import without
from replayable.rules.rule import Changes, MessageRule


class BlankText(MessageRule, frozen=True):
    """Removes blank texts; a result without visible content says so."""

    name: ClassVar[str] = "blank-text"
    looks_for: ClassVar[int] = BLANK

    unit: Literal["part", "message"] = "part"
    results: Literal["filled", "no-blank", "as-stored"] = "filled"

    def repair(self, message: Message) -> tuple[Message, Changes]:
        """The message without blank texts; it may be left without parts."""
        parts = tuple(self._repaired_result(part) if type(part) is ToolResult else part for part in message.parts)
        changes = [self._result_change(message, old, new) for old, new in zip(message.parts, parts, strict=True) if new is not old]
        blank = _blank_among(parts) if self.unit == "part" or _is_blank_as_a_whole(message) else set()
        if blank:
            changes.append(self._change(message, [part_as_json(parts[index]) for index in sorted(blank)]))
            parts = without(parts, blank)
        return with_parts(message, parts), tuple(changes)

    def _repaired_result(self, result: ToolResult) -> ToolResult:
        blank = _blank_among(result.parts)
        if not result.parts:
            return result if self.results == "no-blank" else edited(result, parts=(Text(PLACEHOLDER),))
        if not blank or self.results == "as-stored":
            return result
        if len(blank) < len(result.parts):
            return edited(result, parts=without(result.parts, blank))
        mark = next((part.cache for part in result.parts if part.cache is not None), None)
        return edited(result, parts=(Text(PLACEHOLDER, cache=mark),))

    def _result_change(self, message: Message, before: Part, after: Part) -> Change:
        filled = type(after) is ToolResult and _is_placeholder(after.parts[0])
        return Change(
            rule=self.name,
            loss="synthetic" if filled else "none",
            origin=message.origin,
            reason="a tool result without visible content says so now" if filled else "blank text was taken out of a tool result",
            before=[part_as_json(before)],
            after=[part_as_json(after)],
        )

    def _change(self, message: Message, before: list[Json]) -> Change:
        return Change(rule=self.name, loss="none", origin=message.origin, reason="text without a visible character was taken out", before=before)


def _blank_among(parts: tuple[Part, ...]) -> set[int]:
    return {index for index, part in enumerate(parts) if type(part) is Text and is_blank(part.text)}


def _is_blank_as_a_whole(message: Message) -> bool:
    return not message.facts & CALL and all(is_blank(part.text) for part in message.parts if type(part) is Text)


def _is_placeholder(part: Part) -> bool:
    return type(part) is Text and part.raw is None and part.text == PLACEHOLDER
