"""The settings of a request: what it says besides its history, in words that formats share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from replayable.model.values import Json, Raw


class Tool(msgspec.Struct, frozen=True, gc=False):
    """A tool that is offered. `schema` is the JSON Schema of its arguments; `raw` what was read.
    `extra` holds what only its own format knows, by its path in what was read."""

    name: str
    description: str | None = None
    schema: Json = None
    strict: bool | None = None
    cache: Json = None
    raw: Json = None
    server: bool = False  # run by the provider; only its own format can write it
    extra: Mapping[str, Json] = {}


class ToolChoice(msgspec.Struct, frozen=True, gc=False):
    """Which tool the model must or may call. `parallel` None: not said."""

    mode: Literal["auto", "none", "required", "named"] | None = None
    name: str | None = None
    parallel: bool | None = None


class Thinking(msgspec.Struct, frozen=True, gc=False):
    """How much the model shall think. `budget` is in tokens. `shown`: its thoughts, or a summary of them, are to be answered, too."""

    mode: Literal["enabled", "adaptive", "disabled"]
    budget: int | None = None
    effort: str | None = None
    shown: bool | None = None


class Settings(msgspec.Struct, frozen=True, gc=False):
    """The fields of a request besides its history, in words that formats share.

    `extra` holds the fields that only the format itself knows; `raw` the whole request as read, without its history.
    `intact`: `raw` still says the same. In a bare list all fields are empty and `raw` is None."""

    model: str | None = None
    tools: tuple[Tool, ...] | None = None
    tool_choice: ToolChoice | None = None
    max_tokens: int | None = None
    temperature: float | None = None
    top_p: float | None = None
    stop: tuple[str, ...] | None = None
    thinking: Thinking | None = None
    response_format: Json = None  # {"type": "text" | "json_object"} or {"type": "json_schema", "name", "schema", "strict"}
    stream: bool | None = None
    user: str | None = None
    store: bool | None = None
    extra: Mapping[str, Json] = {}
    raw: Raw | None = None
    intact: bool = True


NO_SETTINGS = Settings()
"""Those of a history that is no request."""
