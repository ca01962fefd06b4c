"""The program `replayable`: its commands by name, and how it ends.

Status 0: fine. 1: the answer is "not fine", or nobody read it to its end. 2: wrong usage or unreadable input, with one line
and no traceback. 130 is what a shell shows for a program that Ctrl-C has stopped.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterator, Sequence

import click

from replayable import __version__
from replayable.cli.suggestions import meant
from replayable.cli.wording import one_line
from replayable.errors import ReplayableError

COMMANDS = ("prepare", "check", "convert", "policy", "rules", "diagnose", "doctor", "prefix", "store")

NOT_USABLE = 2
INTERRUPTED = 130
PIPE_CLOSED = 1


class Program(click.Group):
    """A group whose commands are modules of this package, each with its `command`."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's signature
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"replayable.cli.{cmd_name}").command
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            raise click.UsageError(f"no such command {args[0]!r}; {meant(args[0], COMMANDS) or 'the commands are ' + ', '.join(COMMANDS)}")
        return super().resolve_command(ctx, args)


@click.command(cls=Program, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, message="%(prog)s %(version)s")
def program() -> None:
    """Turns a stored conversation with a language model into a request that its provider accepts, and says what it changed."""


def run(arguments: Sequence[str]) -> int:
    """The exit status after running the command line with these arguments."""
    try:
        status = program.main(list(arguments), "replayable", standalone_mode=False)
        sys.stdout.flush()
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        return PIPE_CLOSED
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return NOT_USABLE
    except Exception as error:  # the outermost frame: whatever went wrong, the user gets one line
        if os.environ.get("REPLAYABLE_DEBUG"):
            raise
        click.echo(f"replayable: {one_line(_words(error))}", err=True)
        return NOT_USABLE
    return status if isinstance(status, int) else 0


def _words(error: Exception) -> str:
    if isinstance(error, click.NoSuchOption):
        return f"no such option {error.option_name}; {meant(error.option_name, _options_of(error.ctx)) or '--help lists them'}"
    if isinstance(error, click.ClickException):
        return error.format_message()
    if isinstance(error, OSError) and error.strerror:
        return f"{os.fsdecode(error.filename)}: {error.strerror}" if error.filename is not None else error.strerror
    if isinstance(error, ReplayableError):
        return str(error)
    return f"internal error, please report it ({type(error).__name__}: {error}); REPLAYABLE_DEBUG=1 shows where"


def _options_of(context: click.Context | None) -> Iterator[str]:
    for parameter in context.command.get_params(context) if context else ():
        if isinstance(parameter, click.Option):
            yield from (*parameter.opts, *parameter.secondary_opts)


def _drop_output() -> None:
    """Nobody reads standard output any more: what is still buffered must not raise again at exit."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
