"""The command line: one file per command, imported when it is called. Only this package prints."""

from __future__ import annotations


def main() -> None:
    """Runs the command line and exits with its status."""
    import sys

    from replayable.cli.program import run

    sys.exit(run(sys.argv[1:]))
