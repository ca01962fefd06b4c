"""The tree of a session file: which rows are the conversation as it goes on now.

Rows are read in order with two cursors (openclaw storage specification 1.4). The *visible leaf* is the end of the conversation;
the *append parent* is where the next row is hung, and bookkeeping may move it alone. Rows are known by their index, -1 is the
place before the first.
"""

from __future__ import annotations

from typing import Protocol

import msgspec

from replayable.formats.openclaw.spellings import BOOKKEEPING, CONVERSATION, LEAF
from replayable.model.values import Json, Raw

ROOT = -1
APART = -2  # the parent of a row that stands outside the tree


class Remark(msgspec.Struct, frozen=True, gc=False):
    """What was met at a row."""

    row: int
    words: str


class Tree(msgspec.Struct, frozen=True, gc=False):
    """The rows of the path from the first to the visible leaf, and what was met on the way."""

    path: tuple[int, ...]
    remarks: tuple[Remark, ...]


class Parents(Protocol):
    """The parent of each row by its index: the list of them all, or what looks them up."""

    def __getitem__(self, row: int, /) -> int: ...
    def __setitem__(self, row: int, parent: int, /) -> None: ...
    def __len__(self) -> int: ...


class Ids(Protocol):
    """The newest row of each id seen so far; the id of a leaf row stands for its target."""

    def get(self, name: str, /) -> int | None: ...
    def __setitem__(self, name: str, row: int, /) -> None: ...


class Walk(msgspec.Struct, gc=False):
    """The walk over the rows, up to some row. A store goes on with one row by row, with parents and ids that it looks up.
    `later`: the ids of rows that come only later, None until they are asked for."""

    rows: list[Json]
    parents: Parents
    ids: Ids
    remarks: list[Remark]
    leaf: int = ROOT
    append: int = ROOT
    reset: int = ROOT
    later: dict[str, int] | None = None
    far: dict[int, int] = {}


def tree_of(rows: list[Json]) -> Tree:
    """The tree of the rows of a session file, its header left out."""
    walk = walked(rows)
    path = _path(walk)
    return Tree(tuple(path), (*walk.remarks, *_branches(walk, path)))


def take(walk: Walk, index: int, row: Json) -> None:
    """Takes the next row into the tree."""
    if type(row) is not dict:
        walk.remarks.append(Remark(index, "the row is no object; it is kept and not read"))
        return
    kind = row.get("type")
    if type(kind) is not str:
        walk.remarks.append(Remark(index, "the row has no type; it is kept and not read"))
    elif kind == "message" and "message" not in row:
        walk.remarks.append(Remark(index, "the row holds no message; it is kept and not read"))
        _take_opaque(walk, index, row)
    elif kind in CONVERSATION or kind in BOOKKEEPING:
        _take_entry(walk, index, row, kind)
    elif kind == LEAF:
        _take_leaf(walk, index, row)
    else:
        _take_opaque(walk, index, row)


def walked(rows: list[Json]) -> Walk:
    """The walk over all rows."""
    walk = Walk(rows, [APART] * len(rows), {}, [])
    for index, row in enumerate(rows):
        take(walk, index, row)
    return walk


def path_to(rows: list[Json], leaf: str) -> tuple[int, ...] | None:
    """The rows from the first to the one of this id, whatever the conversation went on with; None where there is none."""
    walk = walked(rows)
    end = walk.ids.get(leaf)
    if end is None:
        return None
    walk.leaf = end
    return tuple(_path(walk))


# ---------------------------------------------------------------------------------------------- rows of each sort
def _take_entry(walk: Walk, index: int, row: Raw, kind: str) -> None:
    leaf = walk.leaf
    parent = _parent(walk, index, row)
    if parent not in (leaf, walk.append) and not _is_since_reset(walk, parent):
        walk.remarks.append(Remark(index, "the row hangs on one from before the reset; it goes on from the conversation since then"))
        parent = leaf
    if parent == walk.append:
        parent = leaf
    walk.parents[index] = parent
    walk.append = index
    if row.get("appendMode") != "side" and (parent == leaf or kind in CONVERSATION):
        walk.leaf = index
        if kind == "reset":
            walk.reset = index
    _know(walk, index, row)


def _parent(walk: Walk, index: int, row: Raw) -> int:
    """The row that a row hangs on. Older rows name none and go on from the leaf, as do those whose parent is not there."""
    if "parentId" not in row:
        return walk.leaf
    named = row["parentId"]
    if named is None:
        return ROOT
    found = _find(walk, named)
    if found is None or found == index:
        walk.remarks.append(Remark(index, "the row's parent is not in the file; it goes on from the row before"))
        return walk.leaf
    return found


def _find(walk: Walk, name: Json) -> int | None:
    """The row of an id: the newest so far, else one that comes later."""
    if type(name) is not str:
        return None
    found = walk.ids.get(name)
    if found is not None:
        return found
    if walk.later is None:
        walk.later = {row["id"]: index for index, row in reversed(list(enumerate(walk.rows))) if _is_node(row)}
    return walk.later.get(name)


def _is_node(row: Json) -> bool:
    if type(row) is not dict or type(row.get("id")) is not str or type(kind := row.get("type")) is not str:
        return False
    return kind in CONVERSATION or kind in BOOKKEEPING or (kind != LEAF and "parentId" in row)


def _know(walk: Walk, index: int, row: Raw) -> None:
    own = row.get("id")
    if type(own) is str and own:
        walk.ids[own] = index


def _take_leaf(walk: Walk, index: int, row: Raw) -> None:
    """A leaf row chooses the visible leaf and where to go on; one that names what is not there changes nothing."""
    target = _target(walk, row["targetId"]) if "targetId" in row else None
    append = target if row.get("appendParentId") is None else _target(walk, row["appendParentId"])
    if target is None or append is None:
        walk.remarks.append(Remark(index, "the row chooses a leaf that is not in the file; it is passed over"))
        return
    if not _is_since_reset(walk, target):
        walk.remarks.append(Remark(index, "the row chooses a leaf from before the reset; it is passed over"))
        target = append = walk.leaf
    walk.leaf, walk.append = target, append
    _know(walk, target, row)


def _target(walk: Walk, name: Json) -> int | None:
    return ROOT if name is None else _find(walk, name)


def _take_opaque(walk: Walk, index: int, row: Raw) -> None:
    """A row of an unknown kind takes part in the tree if it has an id and a parent; the conversation does not end in it."""
    if "parentId" not in row or type(row.get("id")) is not str or not row["id"]:
        return
    walk.parents[index] = _parent(walk, index, row)
    walk.append = index
    _know(walk, index, row)


def _is_since_reset(walk: Walk, row: int) -> bool:
    """The row is the newest reset or comes from it: nothing may go on from before one."""
    if walk.reset == ROOT:
        return True
    return _far_from(walk, row) == walk.reset


def _far_from(walk: Walk, row: int) -> int:
    """The newest reset, where the row comes from it, else where its line begins. Each row that was passed leads there at once from now on, so
    that many branches do not walk one line again and again."""
    parents, far, passed = walk.parents, walk.far, list[int]()
    while row > ROOT and row != walk.reset and len(passed) <= len(parents):
        passed.append(row)
        row = far.get(row, parents[row])
    if row != walk.reset and row > ROOT:  # parents in a circle
        row = ROOT
    end = passed.pop() if row == APART and passed else row  # that row may find its parent yet
    far.update(dict.fromkeys(passed, end))
    return row


# ---------------------------------------------------------------------------------------------- the whole
def _path(walk: Walk) -> list[int]:
    """The rows from the first to the visible leaf. Parents in a circle: as far as it goes without coming round."""
    path, parents, row = list[int](), walk.parents, walk.leaf
    seen = bytearray(len(parents))
    while row > ROOT:
        if seen[row]:
            walk.remarks.append(Remark(row, "the row is its own ancestor; the conversation is taken to begin here"))
            break
        seen[row] = 1
        path.append(row)
        row = parents[row]
    path.reverse()
    return path


def _branches(walk: Walk, path: list[int]) -> list[Remark]:
    """A remark for each branch of the conversation that was not taken, by its end."""
    if len(path) == len(walk.parents):
        return []
    taken = bytearray(len(walk.parents))
    for row in path:
        taken[row] = 1
    ends: list[Remark] = []
    for row in range(len(walk.rows) - 1, ROOT, -1):
        if not taken[row] and walk.parents[row] != APART and speaks(walk.rows[row]):
            size = _claim(walk, row, taken)
            name = walk.rows[row].get("id")
            ends.append(Remark(row, f"the branch that ends in entry {name!r} was not taken ({size} {'entry' if size == 1 else 'entries'})"))
    return ends[::-1]


def speaks(row: Raw) -> bool:
    """The row says something in the conversation of its branch."""
    kind = row["type"]
    return kind in CONVERSATION and row.get("appendMode") != "side" and (kind != "message" or "message" in row)


def _claim(walk: Walk, row: int, taken: bytearray) -> int:
    """Marks the rows from an end of a branch up to what is taken; how many of them belong to the conversation."""
    size = 0
    while row > ROOT and not taken[row]:
        taken[row] = 1
        size += speaks(walk.rows[row])
        row = walk.parents[row]
    return size
