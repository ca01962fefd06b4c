"""`python -m replayable`."""

from replayable.cli import main

main()
