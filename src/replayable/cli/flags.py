"""The options of a request as flags. One that is not given is not passed on, so that the request itself can say it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import click

from replayable.options import Options, options_from

Command = TypeVar("Command", bound=Callable[..., Any])

_STORE = click.option("--store/--no-store", default=None, help="OpenAI Responses: the server keeps the items.")

_FLAGS = (
    click.option("--api", help="The target's API, where it is not the provider's default."),
    click.option("--thinking/--no-thinking", default=None, help="Reasoning is on for this request."),
    click.option("--tools", metavar="A,B", help="Names of the tools offered now; empty means none."),
    click.option("--prefill/--no-prefill", default=None, help="A trailing assistant turn is a wanted prefill."),
    click.option("--pending", metavar="synthesise|refuse", help="What becomes of a call at the very end that nobody has answered yet."),
    click.option("--vision/--no-vision", default=None, help="The model takes images."),
    click.option("--keeps-reasoning/--no-keeps-reasoning", default=None, help="The server wants reasoning of earlier turns back."),
    click.option("--strict-template/--no-strict-template", default=None, help="The server's chat template insists on alternating turns."),
    click.option("--made-by", metavar="TARGET", help='Who made the assistant turns: a target, or "unknown".'),
    click.option("--image-max-side", type=int, metavar="PIXELS", help="Longest side of an image."),
    click.option("--image-max-bytes", type=int, metavar="BYTES", help="Size of an image after base64 decoding."),
    click.option("--image-turns", type=int, metavar="TURNS", help="So many finished turns keep their images; older ones go in steps."),
)


def option_flags(command: Command) -> Command:
    """The command with a flag for every option of a request."""
    return option_flags_but_store(_STORE(command))


def option_flags_but_store(command: Command) -> Command:
    """The command with a flag for every option of a request but `store`, for one that says it itself."""
    for flag in reversed(_FLAGS):
        command = flag(command)
    return command


def options_of(flags: Mapping[str, Any]) -> Options:
    """The options that the flags give. Raises InvalidOption."""
    given = {name: value for name, value in flags.items() if value is not None}
    if "tools" in given:
        given["tools"] = [name.strip() for name in given["tools"].split(",") if name.strip()]
    return options_from(None, given)
