"""What the provider behind a router refuses of a request that the router hands on: for Claude's models, in Anthropic's own words."""

from __future__ import annotations

from collections.abc import Iterator

from replayable import models
from replayable.contracts.anthropic_messages import refusals, tool_refusals
from replayable.contracts.openai_completions.thinking import thinks
from replayable.contracts.openai_completions.walk import Message, Walk
from replayable.contracts.refusal import Found, Place
from replayable.model.values import Json

MOST_MARKS = 4  # "A maximum of 4 blocks with cache_control may be provided." (anthropic-cache-control-max4)


def check_claude(walk: Walk) -> None:
    """A prefill that the model does not continue, and cache marks beyond the limit."""
    model = walk.target.model
    if models.claude(model) is None:
        return
    messages = walk.messages
    last = messages[-1] if messages else {}
    if last.get("role") == "assistant" and not last.get("tool_calls") and (not models.takes_prefill(model) or thinks(walk)):
        walk.found.append(Found(refusals.PREFILL, ("messages", len(messages) - 1)))
    marks = list(_marks(walk.payload, messages))
    if len(marks) > MOST_MARKS:
        walk.found.append(Found(tool_refusals.TOO_MANY_MARKS, (*marks[MOST_MARKS], "cache_control"), {"n": len(marks)}))


def _marks(payload: Message, messages: list[Message]) -> Iterator[Place]:
    """Where cache marks stand: on tools, on messages and on their parts."""
    yield from _marked(("tools",), payload.get("tools"))
    for index, message in enumerate(messages):
        yield from _marked(("messages", index, "content"), message.get("content"))
        if message.get("cache_control") is not None:
            yield ("messages", index)


def _marked(place: Place, items: Json) -> Iterator[Place]:
    if type(items) is list:
        yield from ((*place, number) for number, item in enumerate(items) if type(item) is dict and item.get("cache_control") is not None)
