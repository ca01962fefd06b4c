"""OpenAI's Responses API: https://platform.openai.com/docs/api-reference/responses."""

from __future__ import annotations

from replayable.formats.format import Format
from replayable.formats.openai_responses.carries import CARRIES
from replayable.formats.openai_responses.fields import NAME
from replayable.formats.openai_responses.reads import READS
from replayable.formats.openai_responses.sniff import sniff
from replayable.on_demand import later

FORMAT = Format(
    name=NAME,
    sniff=sniff,
    read=later("replayable.formats.openai_responses.read:read"),
    write=later("replayable.formats.openai_responses.write:write"),
    history_key="input",
    carries=CARRIES,
    reads=READS,
    entries="alone",
    follow=later("replayable.formats.openai_responses.follow:Gathering"),
)
