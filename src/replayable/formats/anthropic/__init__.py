"""Anthropic's Messages API: https://docs.anthropic.com/en/api/messages."""

from __future__ import annotations

from replayable.formats.anthropic.carries import CARRIES
from replayable.formats.anthropic.fields import NAME
from replayable.formats.anthropic.reads import READS
from replayable.formats.anthropic.sniff import sniff
from replayable.formats.format import Format
from replayable.on_demand import later

FORMAT = Format(
    name=NAME,
    sniff=sniff,
    read=later("replayable.formats.anthropic.read:read"),
    write=later("replayable.formats.anthropic.write:write"),
    history_key="messages",
    carries=CARRIES,
    reads=READS,
    entries="apart",
)
