"""Ids of calls that come again in a later turn, which most servers take."""

from __future__ import annotations

from replayable.contracts.openai_completions import maker_refusals
from replayable.contracts.openai_completions.walk import Walk
from replayable.contracts.refusal import Found


def check_repeated_ids(walk: Walk) -> None:
    """Each call whose id an earlier turn had. Repeats within a turn are told elsewhere."""
    known: set[str] = set()
    for index, message in enumerate(walk.messages):
        calls = message.get("tool_calls")
        if message.get("role") != "assistant" or type(calls) is not list:
            continue
        ids = [call.get("id") if type(call) is dict else None for call in calls]
        for number, identifier in enumerate(ids):
            if type(identifier) is str and identifier in known:
                walk.found.append(Found(maker_refusals.ZAI_ILLEGAL, ("messages", index, "tool_calls", number, "id")))
        known.update(identifier for identifier in ids if type(identifier) is str)
