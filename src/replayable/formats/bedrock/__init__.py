"""Amazon Bedrock's Converse: https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html."""

from __future__ import annotations

from replayable.formats.bedrock.carries import CARRIES
from replayable.formats.bedrock.fields import NAME
from replayable.formats.bedrock.reads import READS
from replayable.formats.bedrock.sniff import sniff
from replayable.formats.format import Format
from replayable.on_demand import later

FORMAT = Format(
    name=NAME,
    sniff=sniff,
    read=later("replayable.formats.bedrock.read:read"),
    write=later("replayable.formats.bedrock.write:write"),
    history_key="messages",
    carries=CARRIES,
    reads=READS,
    entries="apart",
)
