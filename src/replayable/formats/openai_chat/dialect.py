"""How single servers of the API want the same thing written. What is written is told by the format alone: nothing is judged or repaired here."""

from __future__ import annotations

from typing import Literal

import msgspec

from replayable.model import Json


class Dialect(msgspec.Struct, frozen=True):
    """`no_content`: what stands beside calls where there are no words. `calls`: in the message of the words, or in one of their own behind it.
    `limit`: the field of the output limit where the request has none yet."""

    no_content: Literal["null", "empty"] = "null"
    calls: Literal["beside", "behind"] = "beside"
    limit: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"


PLAIN = Dialect()


def spoken(message: Json, dialect: Dialect) -> list[Json]:
    """A message that was written anew, in the dialect: one message or two."""
    if not message.get("tool_calls"):
        return [message]
    if dialect.calls == "behind" and message.get("content"):
        words = {key: value for key, value in message.items() if key != "tool_calls"}
        return [words, {"role": message["role"], "content": "", "tool_calls": message["tool_calls"]}]
    if dialect.no_content == "empty" and message.get("content") is None:
        return [{**message, "content": ""}]
    return [message]
