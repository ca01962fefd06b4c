"""How single servers of the API want the same thing written. What is written is told by the format alone: nothing is judged or repaired here."""

from __future__ import annotations

from typing import Literal

import msgspec

from replayable.formats.openai_chat.reasoning import DEFAULT_FIELD, DETAILS, TEXT_FIELDS
from replayable.formats.openai_chat.thinking import Spelling
from replayable.model.values import Json


class Dialect(msgspec.Struct, frozen=True):
    """`texts`: several texts of one message are a list or one text, "joined" only where they are not the user's. `no_content`: what stands
    beside calls where there are no words. `calls`: in the message of the words, or in one of their own behind it. `limit`: the field of the
    output limit where the request has none yet. `signatures`: a thought signature stands on its call, among the details of the message's
    reasoning, or is not written. `reasoning`: each in the field that it is stored in, or all in `reasoning_content`, which then stands beside all calls, empty
    where nothing was thought. `prefill`: whether the model is told by a mark that it is to go on with the last message. `thinking`: it is told
    how much to think by `reasoning_effort`, by the object `reasoning`, by `thinking` {type}, or by the latter and an effort."""

    texts: Literal["listed", "joined", "joined-anywhere"] = "listed"
    no_content: Literal["null", "empty"] = "null"
    calls: Literal["beside", "behind"] = "beside"
    limit: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    signatures: Literal["call", "details", "nowhere"] = "call"
    reasoning: Literal["as-stored", "content"] = "as-stored"
    prefill: Literal["unmarked", "marked"] = "unmarked"
    thinking: Spelling = "effort"


PLAIN = Dialect()


# What stands between two texts that become one.
BETWEEN = "\n\n"


def spoken(message: Json, dialect: Dialect) -> list[Json]:
    """A message that was written anew, in the dialect: one message or two."""
    if dialect.texts == "joined-anywhere" or (dialect.texts == "joined" and message["role"] != "user"):
        message = {**message, "content": joined(message.get("content"))}
    if dialect.reasoning == "content" and message["role"] == "assistant":
        message = reasoned(message)
    if not message.get("tool_calls"):
        return [message]
    if dialect.signatures == "details":
        message = _with_details(message, _signature_of(message["tool_calls"][0]))
    elif dialect.signatures == "nowhere":
        message = _unsigned(message)
    if dialect.calls == "behind" and message.get("content"):
        words = {key: value for key, value in message.items() if key != "tool_calls"}
        return [words, {"role": message["role"], "content": "", "tool_calls": message["tool_calls"]}]
    if dialect.no_content == "empty" and message.get("content") is None:
        return [{**message, "content": ""}]
    return [message]


def prefilled(messages: list[Json]) -> list[Json]:
    """The messages with Mistral's mark on the last one, if the model is to go on with it (SDK mistralai 3.7.0, 2026-11)."""
    last = messages[-1] if messages else None
    if last is None or last["role"] != "assistant" or last.get("tool_calls"):
        return messages
    return [*messages[:-1], {**last, "prefix": True}]


def reasoned(message: dict[str, Json]) -> dict[str, Json]:
    """The message with its reasoning in the one field. Encrypted details have no words for it and stay where they are."""
    texts = [message[field] for field in TEXT_FIELDS if message.get(field)]
    details = message.get(DETAILS) or []
    words = [detail.get("text") or detail.get("summary") for detail in details]
    if not texts and not any(words):
        return {**message, DEFAULT_FIELD: ""} if message.get("tool_calls") else message
    rest = {key: value for key, value in message.items() if key not in TEXT_FIELDS and key != DETAILS}
    wordless = [detail for detail, said in zip(details, words, strict=True) if not said]
    if wordless:
        rest[DETAILS] = wordless
    return {**rest, DEFAULT_FIELD: BETWEEN.join(dict.fromkeys(filter(None, (*texts, *words))))}


def mended(message: Json, dialect: Dialect, signature: str | None) -> Json:
    """A stored message that a rule has changed, as it is written anew: what is its own stays in the words in which it was stored. `signature`
    is that of its first call."""
    if not message.get("tool_calls"):
        return message
    if dialect.signatures == "details":
        message = _with_details(message, signature)
    return {**message, "content": ""} if dialect.no_content == "empty" and message.get("content") is None else message


def joined(content: Json) -> Json:
    """A list of nothing but texts as one text; anything else as it is."""
    if type(content) is not list or not all(type(part) is dict and part.get("type") == "text" and type(part.get("text")) is str for part in content):
        return content
    return BETWEEN.join(part["text"] for part in content)


def _with_details(message: Json, signature: Json) -> Json:
    """The signature of the first call as OpenRouter keeps it: one encrypted detail that names the call (RooCodeInc/Roo-Code#10640, 2026-01).
    Details that hold a proof already keep it; behind such as hold none it is one more."""
    if signature is None:
        return message
    bare = [{key: value for key, value in call.items() if key != "extra_content"} for call in message["tool_calls"]]
    details = message.get(DETAILS) or []
    if not any(map(_proves, details)):
        index = len(details)
        details = [*details, {"type": "reasoning.encrypted", "data": signature, "id": bare[0].get("id"), "format": "google-gemini-v1", "index": index}]
    return {**message, "tool_calls": bare, DETAILS: details}


def _proves(detail: Json) -> bool:
    return type(detail) is dict and bool(detail.get("signature") or detail.get("data"))


def _unsigned(message: Json) -> Json:
    """The message with nothing of Gemini's beside its calls; the same one where there is nothing."""
    if not any("extra_content" in call for call in message["tool_calls"]):
        return message
    return {**message, "tool_calls": [{key: value for key, value in call.items() if key != "extra_content"} for call in message["tool_calls"]]}


def _signature_of(call: Json) -> Json:
    extra = call.get("extra_content")
    google = extra.get("google") if type(extra) is dict else None
    return google.get("thought_signature") if type(google) is dict else None
