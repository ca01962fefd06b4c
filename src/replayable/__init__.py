"""Turns any stored LLM conversation into a request that the chosen provider accepts, and says what it changed."""

from replayable.errors import CannotCarry, InvalidOption, ReadError, ReplayableError, UnknownFormat, UnknownTarget
from replayable.model import Transcript
from replayable.options import Options
from replayable.pipeline import Converted, Prepared, check, convert, prepare, read, write
from replayable.replay import Replay
from replayable.report import Change, Note, Problem

__version__ = "0.1.0"

__all__ = [
    "CannotCarry",
    "Change",
    "Converted",
    "InvalidOption",
    "Note",
    "Options",
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
    "prepare",
    "read",
    "write",
]
