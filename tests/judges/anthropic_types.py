"""The types of Anthropic's SDK judge requests of the Messages API."""

from __future__ import annotations

from collections.abc import Iterator

import anthropic
from anthropic.types import message_create_params as messages

from judges.typed import faults
from judges.verdict import Judge, Request, one_by_one

# The API takes them of models up to Claude 4.6 (docs.anthropic.com/en/api/messages, 2025); this SDK has dropped them from its types.
OLDER = frozenset({"temperature", "top_p", "top_k"})

# What `create` wants beside a bare history.
CALLERS = {"model": "claude-opus-4-6", "max_tokens": 1}


def refusals(request: Request) -> Iterator[str]:
    """What the types refuse."""
    body = {key: value for key, value in request.items() if key not in OLDER and (key != "stream" or type(value) is not bool)}
    yield from faults(body if "model" in body else {**CALLERS, **body}, messages.MessageCreateParamsBase)


JUDGE = Judge(f"anthropic {anthropic.__version__}", one_by_one(refusals))
