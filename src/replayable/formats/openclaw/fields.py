"""Whether a stored message has fields that nobody reads, or tells of an error: what rules look at more closely."""

from __future__ import annotations

from replayable.formats.openclaw.reads import READS
from replayable.formats.openclaw.spellings import RESULT_TYPES
from replayable.model.facts import OWN_FIELD
from replayable.model.values import Json, Raw

_RARE = frozenset({"call.partial", "call.deferred", "else:arguments"})

# The keys of messages by role, and of blocks by type, that say nothing beyond what every format has words for. A result within a user's
# turn is looked into in any case.
_MESSAGES = {role: frozenset(held) for role, held in READS.messages.items()}
_ANY = _MESSAGES[""]
_BLOCKS = {kind: frozenset(key for key, becomes in held.items() if becomes not in _RARE) for kind, held in READS.blocks.items() if kind not in RESULT_TYPES}
_NOTHING = frozenset[str]()


def facts_of_fields(value: Raw, role: str) -> int:
    """OWN_FIELD where the message or one of its blocks has such a field, or where it is the result of a call that failed."""
    if not _MESSAGES.get(role, _ANY).issuperset(value) or value.get("isError"):
        return OWN_FIELD
    content = value.get("content")
    if type(content) is list:
        for block in content:
            if type(block) is dict and len(block) > 2 and not _plain(block.get("type")).issuperset(block):
                return OWN_FIELD
    return 0


def _plain(kind: Json) -> frozenset[str]:
    return _BLOCKS.get(kind, _NOTHING) if type(kind) is str else _NOTHING
