"""Turns any stored LLM conversation into a request that the chosen provider accepts, and says what it changed.

The names are imported when they are first used, so that a program that only wants the version, or help, does not wait for all of them.
"""

from typing import TYPE_CHECKING

from replayable.on_demand import offer

if TYPE_CHECKING:
    from replayable import store as store
    from replayable.diagnosis import Diagnosis, diagnose
    from replayable.errors import CannotCarry, InvalidOption, ReadError, ReplayableError, UnknownFormat, UnknownTarget
    from replayable.ledger import Ledger, PrefixBroken, PrefixWarning
    from replayable.model.transcript import Transcript
    from replayable.options import Options
    from replayable.pipeline import Converted, Prepared, check, convert, prepare, read, write
    from replayable.replay import Replay
    from replayable.report import Change, Note, Problem
else:
    _HOMES = {
        "diagnosis": ("Diagnosis", "diagnose"),
        "errors": ("CannotCarry", "InvalidOption", "ReadError", "ReplayableError", "UnknownFormat", "UnknownTarget"),
        "ledger": ("Ledger", "PrefixBroken", "PrefixWarning"),
        "model.transcript": ("Transcript",),
        "options": ("Options",),
        "pipeline": ("Converted", "Prepared", "check", "convert", "prepare", "read", "write"),
        "replay": ("Replay",),
        "report": ("Change", "Note", "Problem"),
    }
    __getattr__, __dir__ = offer(__name__, {name: home for home, names in _HOMES.items() for name in names})


__version__ = "0.1.0"

__all__ = [
    "CannotCarry",
    "Change",
    "Converted",
    "Diagnosis",
    "InvalidOption",
    "Ledger",
    "Note",
    "Options",
    "PrefixBroken",
    "PrefixWarning",
    "Prepared",
    "Problem",
    "ReadError",
    "Replay",
    "ReplayableError",
    "Transcript",
    "UnknownFormat",
    "UnknownTarget",
    "check",
    "convert",
    "diagnose",
    "prepare",
    "read",
    "write",
]
