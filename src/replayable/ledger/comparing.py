"""Where a request differs first from the one before it, and how."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import TypeVar

import msgspec

from replayable.ledger import words
from replayable.ledger.outline import Block, Entry, Field, Outline
from replayable.ledger.verdict import MOST_FIELDS, Break, Kind

_Item = TypeVar("_Item", Block, Entry)

# So many messages behind the place are held against each other, to tell one that was put in or taken out from one that changed.
_ALIGNED = 3


def difference(old: Outline, new: Outline) -> Break | None:
    """The first difference; None where the new one is the old one and more."""
    before, after = old.entries, new.entries
    if old.system == new.system and old.tools == new.tools:
        found = _of_messages(before, after, new.key)
        return None if found is None else _weighed(found, before, after)
    return _of_head(old, new)


def same_messages(old: Outline, new: Outline) -> int:
    """How many messages at the beginning are as they were."""
    before, after = old.entries, new.entries
    return next((index for index, (one, other) in enumerate(zip(before, after, strict=False)) if one != other), min(len(before), len(after)))


def are_marks_moved(old: Outline, new: Outline) -> bool:
    """Cache marks within what was sent before stand elsewhere now."""
    last = len(old.entries) - 1
    blocks = len(old.parts[-1].entries[-1].blocks) if last >= 0 and old.parts[-1].entries else 0
    sent = {mark for mark in _marks(new) if mark[0] < last or (mark[0] == last and mark[1] < blocks)}
    return set(_marks(old)) != sent


def _marks(outline: Outline) -> Iterator[tuple[int, int, int]]:
    yield from outline.marks
    offset = 0
    for part in outline.parts:
        yield from ((offset + entry, block, number) for entry, block, number in part.marks)
        offset += len(part.entries)


# ---------------------------------------------------------------------------------------------- before the messages
def _of_head(old: Outline, new: Outline) -> Break:
    kinds, fields = list[Kind](), list[str]()
    if old.system != new.system:
        kinds.append("system-prompt-changed")
        fields += _fields_of_lists(old.system.blocks, new.system.blocks, new.system_key if new.system.blocks else old.system_key) or [new.system_key]
    if old.tools != new.tools:
        kinds.append("tool-list-changed")
        fields += _fields_of_tools(old.tools, new.tools)
    before, after = (_behind_head(each, kinds) for each in (old, new))
    size, tokens = _least(before, after)
    return Break(kind=kinds[0], message=None, role=None, fields=_most(fields), also=tuple(kinds[1:]), bytes=size, tokens=tokens)


def _behind_head(outline: Outline, kinds: list[Kind]) -> tuple[Block | Entry, ...]:
    """What is read again: tools are read before the system prompt, where they changed."""
    return (outline.system, *(outline.tools if "tool-list-changed" in kinds else ()), *outline.entries)


def _fields_of_tools(old: Sequence[Block], new: Sequence[Block]) -> list[str]:
    if sorted(old, key=_order) == sorted(new, key=_order):
        return ["tools.order"]
    if len(old) == len(new):
        return _fields_of_lists(old, new, "tools")
    known, now = set(old), set(new)
    gone, come = sum(each not in now for each in old), sum(each not in known for each in new)
    told = ["tools.length", *(["tools.removed"] if gone else []), *(["tools.added"] if come else [])]
    kept = [each for each in old if each in now], [each for each in new if each in known]
    return told if kept[0] == kept[1] else [*told, "tools.order"]


def _order(block: Block) -> tuple[bytes, ...]:
    return tuple(field.print for field in block.fields)


# ---------------------------------------------------------------------------------------------- messages
def _of_messages(old: list[Entry], new: list[Entry], key: str) -> Break | None:
    last = len(old) - 1
    if last < 0 or (len(new) > last and new[:last] == old[:last] and _continues(old[last], new[last])):
        return None
    place = next((index for index, (one, other) in enumerate(zip(old, new, strict=False)) if one != other), len(new))
    if place == len(new):
        return Break(kind="history-shortened", message=place, role=old[place].role, fields=(f"{key}.length",))
    before, after = old[place], new[place]
    if before.is_instruction and after.is_instruction and all(each.is_instruction for each in old[:place]):
        return Break(kind="system-prompt-changed", message=place, role=after.role, fields=_most(_fields_of_entry(before, after)))
    moved = _moved(old, new, place)
    if moved is not None:
        return Break(kind=moved, message=place, role=before.role, fields=(f"{key}[{place}]",))
    return _changed(before, after, place)


def _continues(before: Entry, after: Entry) -> bool:
    """The later message is the earlier one, perhaps with more blocks behind its own."""
    return before.role == after.role and before.fields == after.fields and before.blocks == after.blocks[: len(before.blocks)]


def _moved(old: list[Entry], new: list[Entry], place: int) -> Kind | None:
    """Whether messages were put in, taken out or put in another order here; None: one changed where it stands."""
    if old[place] in new[place + 1 :] and new[place] in old[place + 1 :] and {*old[place:]} <= {*new[place:]}:
        return "messages-reordered"
    if old[place + 1 : place + 2] and old[place + 1 : place + 2] == new[place + 1 : place + 2]:
        return None
    if _found(old[place : place + _ALIGNED], new, place + 1):
        return "message-inserted"
    return "message-removed" if _found(new[place : place + _ALIGNED], old, place + 1) else None


def _found(run: list[Entry], entries: list[Entry], start: int) -> bool:
    """The messages of the run stand in a row somewhere from there on; at the end, the first of them do."""
    for index in range(start, len(entries)):
        there = entries[index : index + len(run)]
        if there == run[: len(there)]:
            return True
    return False


def _changed(before: Entry, after: Entry, place: int) -> Break:
    fields = _fields_of_entry(before, after)
    return Break(kind=_kind(before, after), message=place, role=before.role, fields=_most(fields))


def _kind(before: Entry, after: Entry) -> Kind:
    if before.role != after.role:
        return "message-replaced"
    kinds = [(block.place, block.kind) for block in before.blocks], [(block.place, block.kind) for block in after.blocks]
    if kinds[0] != kinds[1] or len({*before.blocks} & {*after.blocks}) == len(before.blocks) > 1:
        return _kind_of_blocks(before.blocks, after.blocks)
    return _kind_of_fields(_differing(before, after))


def _kind_of_blocks(before: Sequence[Block], after: Sequence[Block]) -> Kind:
    if not before or not after:
        return "block-inserted" if after else "block-removed"
    if _is_within(before, after):
        return "block-inserted"
    if _is_within(after, before):
        return "block-removed"
    return "blocks-reordered" if {*before} == {*after} else "message-replaced"


def _is_within(few: Sequence[Block], many: Sequence[Block]) -> bool:
    """All blocks of the few stand among the many in the same order."""
    rest = iter(many)
    return all(each in rest for each in few)


_Pair = tuple[Field | None, Field | None]


def _differing(before: Entry, after: Entry) -> list[_Pair]:
    pairs = _pairs(before.fields, after.fields)
    for one, other in zip(before.blocks, after.blocks, strict=False):
        pairs += _pairs(one.fields, other.fields)
    return pairs


def _pairs(before: Iterable[Field], after: Iterable[Field]) -> list[_Pair]:
    """The fields that differ, by name."""
    old, new = ({field.name: field for field in each} for each in (before, after))
    return [(old.get(name), new.get(name)) for name in sorted({*old, *new}) if old.get(name) != new.get(name)]


_KINDS: tuple[tuple[frozenset[str], Kind], ...] = (
    (words.IDS, "id-rewritten"),
    (words.REASONING, "reasoning-changed"),
    (words.ARGUMENTS, "arguments-changed"),
    (words.TEXTS, "text-changed"),
    (words.MEDIA, "media-changed"),
    (words.RESULTS, "result-changed"),
)


def _kind_of_fields(pairs: list[_Pair]) -> Kind:
    """The kind of the first of these that is there: an id is often repeated in other fields."""
    if all(one is not None and other is not None and one.loose == other.loose for one, other in pairs):
        return "written-differently"
    names = {_name(pair).rpartition(".")[2] for pair in pairs}
    for known, kind in _KINDS:
        if names & known:
            return kind
    return "field-changed"


def _name(pair: _Pair) -> str:
    field = pair[0] or pair[1]
    return "" if field is None else field.name


# ---------------------------------------------------------------------------------------------- names of fields
def _fields_of_entry(before: Entry, after: Entry) -> list[str]:
    """The paths that differ within a message."""
    found = ["role"] if before.role != after.role else []
    found += [words.known_field(_name(pair)) for pair in _pairs(before.fields, after.fields)]
    for place in words.BLOCK_KEYS:
        old, new = ([block for block in each.blocks if block.place == place] for each in (before, after))
        found += _fields_of_lists(old, new, place)
    return found


def _fields_of_lists(before: Sequence[Block], after: Sequence[Block], place: str) -> list[str]:
    found = [f"{place}.length"] if len(before) != len(after) else []
    for index, (one, other) in enumerate(zip_longest(before, after)):
        if one is None or other is None:
            found.append(f"{place}[{index}]")
        elif one.kind != other.kind:
            found.append(f"{place}[{index}].type")
        else:
            found += [f"{place}[{index}].{words.known_field(_name(pair))}" for pair in _pairs(one.fields, other.fields)]
    return found


def _most(fields: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(fields))[:MOST_FIELDS]


# ---------------------------------------------------------------------------------------------- what it costs
def _weighed(found: Break, old: list[Entry], new: list[Entry]) -> Break:
    place = found.message or 0
    if place == len(new):
        return found  # what is left is what was sent before
    first = _same_blocks(old[place], new[place])
    size, tokens = _least(_behind(old, place, first), _behind(new, place, first))
    return msgspec.structs.replace(found, bytes=size, tokens=tokens)


def _behind(entries: list[Entry], place: int, block: int) -> tuple[Block | Entry, ...]:
    """The messages from a place on; of the first, the blocks from one on."""
    return (*entries[place].blocks[block:], *entries[place + 1 :]) if block else tuple(entries[place:])


def _same_blocks(before: Entry, after: Entry) -> int:
    if before.role != after.role or before.fields != after.fields:
        return 0
    pairs = zip(before.blocks, after.blocks, strict=False)
    return next((index for index, (one, other) in enumerate(pairs) if one != other), min(len(before.blocks), len(after.blocks)))


def _least(before: Sequence[Entry | Block], after: Sequence[Entry | Block]) -> tuple[int, int]:
    """As much as was sent before and is sent again, in bytes and tokens: what is new would have been sent all the same."""
    sizes = [(sum(each.size for each in some), sum(each.tokens for each in some)) for some in (before, after)]
    return min(sizes[0][0], sizes[1][0]), min(sizes[0][1], sizes[1][1])
