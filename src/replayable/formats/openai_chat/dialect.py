"""How single servers of the API want the same thing written. What is written is told by the format alone: nothing is judged or repaired here."""

from __future__ import annotations

from typing import Literal

import msgspec

from replayable.model import Json


class Dialect(msgspec.Struct, frozen=True):
    """`texts`: several texts of one message, other than the user's, are a list or one text. `no_content`: what stands beside calls where there
    are no words. `calls`: in the message of the words, or in one of their own behind it. `limit`: the field of the output limit where the
    request has none yet."""

    texts: Literal["listed", "joined"] = "listed"
    no_content: Literal["null", "empty"] = "null"
    calls: Literal["beside", "behind"] = "beside"
    limit: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"


PLAIN = Dialect()


# What stands between two texts that become one.
BETWEEN = "\n\n"


def spoken(message: Json, dialect: Dialect) -> list[Json]:
    """A message that was written anew, in the dialect: one message or two."""
    if dialect.texts == "joined" and message["role"] != "user":
        message = {**message, "content": joined(message.get("content"))}
    if not message.get("tool_calls"):
        return [message]
    if dialect.calls == "behind" and message.get("content"):
        words = {key: value for key, value in message.items() if key != "tool_calls"}
        return [words, {"role": message["role"], "content": "", "tool_calls": message["tool_calls"]}]
    if dialect.no_content == "empty" and message.get("content") is None:
        return [{**message, "content": ""}]
    return [message]


def joined(content: Json) -> Json:
    """A list of nothing but texts as one text; anything else as it is."""
    if type(content) is not list or not all(type(part) is dict and part.get("type") == "text" and type(part.get("text")) is str for part in content):
        return content
    return BETWEEN.join(part["text"] for part in content)
