"""What of the fields beside words and data is not sent to a target in another format."""

from __future__ import annotations

from collections.abc import Mapping

from replayable import formats
from replayable.formats.format import Carries
from replayable.on_demand import OnDemand
from replayable.policies.policy import Situation
from replayable.reads import Reads
from replayable.rules import UntranslatablePartField

# What proves reasoning is kept or taken out by rules of its own, which tell it; so are calls that were still streaming.
REASONING_TOLD = frozenset({"reasoning.signature", "reasoning.item", "reasoning.redacted"})
_TOLD = frozenset({"call.partial"})

# What the readers of the formats take up in which single messages of a session may be stored.
OTHERS: Mapping[str, Reads] = OnDemand({name: f"replayable.formats.{name.replace('-', '_')}.reads:READS" for name in formats.NAMES})


def untranslatable_part_field(
    situation: Situation, carries: Carries, told: frozenset[str] = REASONING_TOLD, lacking: frozenset[str] = frozenset()
) -> UntranslatablePartField | None:
    """The rule, for a history in another format; None for one in the target's own. `told`: what other rules of the policy tell. `lacking`: what
    the format can say and the target cannot."""
    if situation.own:
        return None
    reads = Reads() if situation.source is None else formats.named(situation.source).reads
    carried = carries.fields - lacking | told | _TOLD
    return UntranslatablePartField(messages=reads.messages, blocks=reads.blocks, usual=reads.usual, others=OTHERS, carried=carried)
