"""The parts of a message: texts, reasoning, calls, results, files, and blocks that are not known here.

Each remembers the object it was read from (`raw`) and whether it still says the same (`intact`)."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from replayable.model.values import Json, Raw

_decoded = msgspec.json.Decoder(str).decode


class Text(msgspec.Struct, frozen=True, gc=False):
    """Words. `kind` is "refusal" where the API marks them so. `signature` is a provider's own mark of the text
    (OpenAI's message id and phase as openclaw stores them). `cache` is a cache mark, as stored.

    `words` is the text, or the JSON string of it that stood in the input: a long text that nobody looks into is written
    again without having been decoded (see `slices`). Rules read `text`."""

    words: str | msgspec.Raw
    raw: Raw | None = None
    intact: bool = True
    signature: str | None = None
    cache: Json = None
    kind: Literal["text", "refusal"] = "text"

    @property
    def text(self) -> str:
        """The words, decoded."""
        words = self.words
        return words if type(words) is str else _decoded(words)


class Reasoning(msgspec.Struct, frozen=True, gc=False):
    """Thinking of the model. `signature` proves it to its provider; `redacted` is its encrypted form.
    `field` is the message field it stood in, where the format keeps it beside the content. `spelled` "object": the signature, JSON text
    here, was stored as the object that it is the text of."""

    text: str
    raw: Raw | None = None
    intact: bool = True
    signature: str | None = None
    redacted: str | None = None
    field: str | None = None
    cache: Json = None
    spelled: Literal["text", "object"] = "text"


class ToolCall(msgspec.Struct, frozen=True, gc=False):
    """A call of one of the caller's tools.

    `arguments` is a dict where all is well, the stored text where it is no JSON object, another JSON value as stored,
    or None where there was neither input nor arguments; `held` is the same, but long texts in the dict may be JSON strings as they stood
    in the input (see `slices`): formats that write objects write it, rules read `arguments`. `kept` is the object that it was read from, or a
    struct with the same fields, which costs less; rules read `raw`. `stored_id` is the id as the history has it. `partial` is text
    that was still streaming. `deferred`: the result may come later than the turn. `kind` "custom": free-text input.
    `item` is the provider's own id of the stored item, beside the id that the result names (OpenAI Responses: `fc_…`).
    `unnumbered`: the form it was stored in has no ids; a result is found by its place. `sent` "wrapped": the arguments are no object, and
    go out inside of one (`sent_arguments`)."""

    id: str | None
    name: str | None
    held: Json
    kept: Raw | msgspec.Struct | None = None
    intact: bool = True
    stored_id: str | None = None
    partial: str | None = None
    signature: str | None = None
    deferred: bool = False
    cache: Json = None
    kind: Literal["function", "custom"] = "function"
    item: str | None = None
    unnumbered: bool = False
    sent: Literal["as-stored", "wrapped"] = "as-stored"

    @property
    def raw(self) -> Raw | None:
        """The object that it was read from."""
        kept = self.kept
        return msgspec.to_builtins(kept) if isinstance(kept, msgspec.Struct) else kept

    @property
    def arguments(self) -> Json:
        """The arguments, decoded."""
        held = self.held
        if type(held) is dict and any(type(value) is msgspec.Raw for value in held.values()):
            return {key: _decoded(value) if type(value) is msgspec.Raw else value for key, value in held.items()}
        return held


class ToolResult(msgspec.Struct, frozen=True, gc=False):
    """What a tool gave back. `synthetic`: made up because none was stored."""

    call_id: str | None
    parts: tuple[Part, ...]
    raw: Raw | None = None
    intact: bool = True
    name: str | None = None
    is_error: bool = False
    synthetic: bool = False
    cache: Json = None


class Media(msgspec.Struct, frozen=True, gc=False):
    """An image, document, recording or file: `data` in base64, or a `url`, or a `file_id` of the provider. `detail`: how closely an image is
    to be looked at.
    `format` tells whose `file_id` it is; no other can write it."""

    kind: Literal["image", "document", "audio", "video", "file"]
    raw: Raw | None = None
    intact: bool = True
    media_type: str | None = None
    data: str | None = None
    url: str | None = None
    file_id: str | None = None
    name: str | None = None
    cache: Json = None
    format: str | None = None
    detail: str | None = None


class ServerCall(msgspec.Struct, frozen=True, gc=False):
    """A tool that the provider ran itself, as it was called. `format` is the one that knows it; no other can write it."""

    id: str | None
    name: str | None
    raw: Raw | None = None
    intact: bool = True
    cache: Json = None
    format: str | None = None


class ServerResult(msgspec.Struct, frozen=True, gc=False):
    """What a tool gave back that the provider ran itself. `format` as for ServerCall."""

    call_id: str | None
    raw: Raw | None = None
    intact: bool = True
    cache: Json = None
    format: str | None = None


class Opaque(msgspec.Struct, frozen=True, gc=False):
    """A block of a kind that is not known here; `raw` is all there is. `kind` is its type as stored, `format` the one it
    belongs to; no other can write it."""

    kind: str
    raw: Any = None
    intact: bool = True
    cache: Json = None
    format: str | None = None


Part = Text | Reasoning | ToolCall | ToolResult | Media | ServerCall | ServerResult | Opaque


# The key under which arguments are sent that are no object.
RAW_ARGUMENTS = "_raw"


def sent_arguments(call: ToolCall) -> Json:
    """The arguments as a request tells them."""
    if call.sent == "as-stored":
        return call.arguments
    return {} if call.arguments == [] else {RAW_ARGUMENTS: call.arguments}


def written_arguments(call: ToolCall) -> Json:
    """The same for formats that write them as an object: long texts in it may be slices."""
    return call.held if call.sent == "as-stored" else sent_arguments(call)
