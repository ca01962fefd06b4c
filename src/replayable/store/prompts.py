"""What a user said, and what the runtime put beside it (openclaw storage specification 4.1, 4.2, 5; 2026-10)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal, get_args

import msgspec

from replayable.errors import StoreError
from replayable.formats.openclaw.spellings import CONTEXT, CONTEXT_SOURCE, INTERNAL_CONTEXT
from replayable.model.values import Json, is_blank
from replayable.on_demand import pattern
from replayable.store.arguments import words_of

# What a turn says that no user began. The words are ours.
RUNTIME_TURN = "(The runtime goes on by itself; what it has to say stands beside this turn.)"

Wordless = Literal["runtime-turn", "effective"]

_BEGIN, _END = f"<<<BEGIN_{INTERNAL_CONTEXT}>>>", f"<<<END_{INTERNAL_CONTEXT}>>>"
_MARK = pattern(rf"^[ \t]*<<<(BEGIN|END)_{INTERNAL_CONTEXT}>>>[ \t]*(?:\r?\n|\Z)", re.MULTILINE)
_ESCAPED = pattern(rf"<<<(BEGIN|END)_{INTERNAL_CONTEXT}>>>")


class Prompt(msgspec.Struct, frozen=True):
    """`stored`: the text of the user's turn. `hidden`: what the model is told besides; None where that is nothing."""

    stored: str
    hidden: str | None = None


def split_prompt(effective: str, visible: str | None = None, model: str | None = None, wordless: Wordless = "runtime-turn") -> Prompt:
    """What of the text that was sent is the user's, and what is not.

    `effective` is the text as it is sent, `visible` what the user wrote (None: all of it), `model` how that stands in the effective
    text where it was put otherwise. The last occurrence counts. `wordless`: what a turn without visible words becomes."""
    for name, text in (("effective", effective), ("visible", "" if visible is None else visible), ("model", "" if model is None else model)):
        words_of(text, name)
    if not isinstance(wordless, str) or wordless not in get_args(Wordless):
        raise StoreError(f"wordless={wordless!r} is not known; choose {' or '.join(map(repr, get_args(Wordless)))}")
    if visible is None:
        return Prompt(effective)
    if is_blank(visible) and wordless == "effective":
        return Prompt(effective)
    rest, blocks = _apart(effective)
    for words in (_apart(model)[0] if model is not None else "", visible):
        if not is_blank(words) and (at := rest.rfind(words)) >= 0:
            rest = _joined((rest[:at], rest[at + len(words) :]))
            break
    hidden = _joined((rest, *blocks))
    return Prompt(RUNTIME_TURN if is_blank(visible) else visible, hidden or None)


def carrier(hidden: str) -> dict[str, Json]:
    """The fields of the entry that carries hidden context: for the model, not for people."""
    escaped = _ESCAPED.sub(rf"[[{INTERNAL_CONTEXT}_\1]]", hidden)
    return {"customType": CONTEXT, "content": f"{_BEGIN}\n{escaped}\n{_END}", "display": False, "details": {"source": CONTEXT_SOURCE}}


def _apart(text: str) -> tuple[str, list[str]]:
    """The text without delimited context, and what stood between the delimiters. They nest; what is never closed goes to the end."""
    outside, blocks, depth, start = list[str](), list[str](), 0, 0
    for mark in _MARK.finditer(text):
        opens = mark[1] == "BEGIN"
        if opens and not depth:
            outside.append(text[start : mark.start()])
            start = mark.end()
        elif not opens and depth == 1:
            blocks.append(text[start : mark.start()].strip())
            start = mark.end()
        depth = depth + 1 if opens else max(depth - 1, 0)
    (blocks if depth else outside).append(text[start:])
    if not blocks:
        return text, []
    return _joined(outside), [block for block in blocks if not is_blank(block)]


def _joined(pieces: tuple[str, ...] | list[str]) -> str:
    """The pieces that say something, a blank line between them."""
    return "\n\n".join(piece.strip() for piece in pieces if not is_blank(piece))


# ---------------------------------------------------------------------------------------------- where an input comes from
_KINDS = frozenset({"external_user", "inter_session", "internal_system"})
_FIELDS = ("originSessionId", "sourceSessionKey", "sourceChannel", "sourceTool", "sourceRole", "sourcePromptPrefix", "jobId", "runId")
_ROLES = frozenset({"subagent"})


def provenance_of(said: Json) -> dict[str, Json] | None:
    """The provenance as it is stored: known fields, trimmed, without empty ones; None where its kind is not known."""
    kind = said.get("kind") if isinstance(said, Mapping) else None
    if not isinstance(said, Mapping) or not isinstance(kind, str) or kind not in _KINDS:
        return None
    fields = {name: value.strip() for name in _FIELDS if isinstance(value := said.get(name), str) and value.strip()}
    if fields.get("sourceRole") not in _ROLES:
        fields.pop("sourceRole", None)
    return {"kind": kind, **fields}
