"""What a caller can say about a request. What is not given is read from the request itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

from replayable.errors import InvalidOption, UnknownTarget
from replayable.targets import parse_target

Pending = Literal["synthesise", "refuse"]


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """Options of `prepare`, `check` and `Replay`; None means not given.

    `api`: the target's API where it is not the provider's default. `thinking`: reasoning is on for this request.
    `tools`: names or definitions of the tools offered now; empty means none. `store`: OpenAI Responses keeps the items.
    `prefill`: a trailing assistant turn is a wanted prefill. `pending`: what becomes of a call at the very end that nobody
    has answered yet. `vision`: the model takes images. `keeps_reasoning`: the server wants reasoning of earlier turns back.
    `strict_template`: the server renders a chat template that insists on alternation and one leading system message.
    `made_by`: who made the assistant turns, as a target or "unknown". `image_max_side` in pixels, `image_max_bytes` after
    base64 decoding. `image_turns`: so many finished turns keep their images at least, and older ones go in steps; None: all keep them.
    """

    api: str | None = None
    thinking: bool | None = None
    tools: Sequence[str | Mapping[str, Any]] | None = None
    store: bool | None = None
    prefill: bool = False
    pending: Pending = "synthesise"
    vision: bool | None = None
    keeps_reasoning: bool | None = None
    strict_template: bool = False
    made_by: str | None = None
    image_max_side: int = 1200
    image_max_bytes: int = 5 * 1024 * 1024
    image_turns: int | None = None


_FLAGS = ("thinking", "store", "prefill", "vision", "keeps_reasoning", "strict_template")


def options_from(options: Options | None, given: Mapping[str, Any]) -> Options:
    """The options as one value. Raises InvalidOption for an unknown name or a value outside its range, UnknownTarget for a maker that is none."""
    unknown = sorted(set(given) - set(Options.__struct_fields__))
    if unknown:
        raise InvalidOption(f"unknown option {unknown[0]!r}; known are {', '.join(Options.__struct_fields__)}")
    made = Options() if options is None else options
    if not isinstance(made, Options):
        raise InvalidOption(f"options must be replayable.Options, got {type(options).__name__}")
    if given:
        made = msgspec.structs.replace(made, **given)
    _validate(made)
    return made


# What an option speaks of: the server, or the model.
_OF_PROVIDER = ("api", "store", "keeps_reasoning", "strict_template")
_OF_MODEL = ("vision",)


def elsewhere(options: Options, before: str, after: str) -> Options:
    """The options of a session that goes from one target to another: what was said of the server holds within a provider, what was said of the
    model for that model. Raises UnknownTarget."""
    left, reached = parse_target(before, options.api), parse_target(after)
    gone = (*_OF_PROVIDER, *_OF_MODEL) if left.provider != reached.provider else _OF_MODEL if left.model != reached.model else ()
    return msgspec.structs.replace(options, **{name: getattr(_NONE, name) for name in gone})


_NONE = Options()


def tool_names(tools: Sequence[str | Mapping[str, Any]] | None) -> frozenset[str] | None:
    """The names of the tools offered, from names or from definitions of any API; None where it is not known."""
    if tools is None:
        return None
    return frozenset(name for tool in tools if (name := _tool_name(tool)))


def _tool_name(tool: str | Mapping[str, Any]) -> str | None:
    if isinstance(tool, str):
        return tool.strip() or None
    for holder in (tool, tool.get("function"), tool.get("toolSpec")):
        if isinstance(holder, Mapping) and isinstance(name := holder.get("name"), str):
            return name.strip() or None
    return None


def _validate(options: Options) -> None:
    for flag in _FLAGS:
        if type(getattr(options, flag)) not in (bool, type(None)):
            raise InvalidOption(f"option {flag!r} is true or false, got {getattr(options, flag)!r}")
    if options.pending not in ("synthesise", "refuse"):
        raise InvalidOption(f"option 'pending' is 'synthesise' or 'refuse', got {options.pending!r}")
    for count in ("image_max_side", "image_max_bytes", *(("image_turns",) if options.image_turns is not None else ())):
        value = getattr(options, count)
        if type(value) is not int or value < 1:
            raise InvalidOption(f"option {count!r} is a whole number above 0, got {value!r}")
    for text in ("api", "made_by"):
        if not isinstance(getattr(options, text), str | None):
            raise InvalidOption(f"option {text!r} is a string, got {getattr(options, text)!r}")
    if options.made_by is not None and not is_unknown(options.made_by):
        _validate_maker(options.made_by)
    if isinstance(options.tools, str) or not isinstance(options.tools, Sequence | None):
        raise InvalidOption(f"option 'tools' is a list of names or definitions, got {type(options.tools).__name__}")
    if any(not isinstance(tool, str | Mapping) for tool in options.tools or ()):
        raise InvalidOption("option 'tools' is a list of names or definitions; one entry is neither")


def is_unknown(made_by: str) -> bool:
    """The word that says that nobody knows who made the assistant turns."""
    return made_by.strip().lower() == "unknown"


def _validate_maker(made_by: str) -> None:
    try:
        parse_target(made_by)
    except UnknownTarget as error:
        raise UnknownTarget(f"option 'made_by' is a target or 'unknown': {error}") from None
