"""The types of OpenAI's SDK judge requests of Chat Completions and of Responses."""

from __future__ import annotations

from collections.abc import Iterator

import openai
from openai.types.chat import completion_create_params as chat
from openai.types.responses import response_create_params as responses

from judges.typed import faults
from judges.verdict import Judge, Request, one_by_one

# Keys that other servers of Chat Completions know, and OpenAI's types do not.
OF_OTHER_SERVERS = frozenset({"reasoning_content", "reasoning", "reasoning_details", "thinking", "cache_control", "prefix", "extra_content"})


def of_chat(request: Request) -> Iterator[str]:
    """What the types of Chat Completions refuse. A bare history names no model."""
    yield from faults({"model": "any", **_without_stream(request)}, chat.CompletionCreateParamsBase)


def of_chat_elsewhere(request: Request) -> Iterator[str]:
    """Likewise, for other servers of the API."""
    return (fault for fault in of_chat(request) if not ("no such key" in fault and fault.partition(":")[0].rpartition("/")[2] in OF_OTHER_SERVERS))


def of_responses(request: Request) -> Iterator[str]:
    """What the types of Responses refuse."""
    yield from faults(_without_stream(request), responses.ResponseCreateParamsBase)


def _without_stream(request: Request) -> Request:
    """The request without what the SDK types apart from the rest."""
    return {key: value for key, value in request.items() if key != "stream" or type(value) not in (bool, type(None))}


CHAT = Judge(f"openai {openai.__version__} Chat", one_by_one(of_chat))
CHAT_ELSEWHERE = Judge(f"openai {openai.__version__} Chat, of others", one_by_one(of_chat_elsewhere))
RESPONSES = Judge(f"openai {openai.__version__} Responses", one_by_one(of_responses))
