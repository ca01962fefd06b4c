"""Every error the library raises on purpose. One line each: what, where, what to do."""

from functools import partial


class ReplayableError(Exception):
    """The root of all errors raised by `replayable`."""


class ReadError(ReplayableError, ValueError):
    """An input in which no history can be read.

    `line` is 1-based and `offset` counts bytes; each is None where it is not known.
    """

    def __init__(self, message: str, *, line: int | None = None, offset: int | None = None) -> None:
        super().__init__(message)
        self.line = line
        self.offset = offset


class UnknownFormat(ReplayableError, LookupError):
    """A format name that does not exist, or an input that fits no format."""


class UnknownTarget(ReplayableError, LookupError):
    """A target that cannot be understood, or an API that this version does not build."""


class CannotCarry(ReplayableError):
    """`write` was asked for a format that has no place for a part of the transcript."""


class InvalidOption(ReplayableError, ValueError):
    """An option with a value outside its range."""


class MissingExtra(ReplayableError, ImportError):
    """A part of the library whose dependencies are not installed."""


class StoreError(ReplayableError):
    """A store that cannot be opened, read or written as asked. What was stored before is as it was."""


class StoreBusy(StoreError):
    """Another process kept the store locked for longer than the time allowed."""


class StoreDamaged(StoreError):
    """The file is no database, or a broken one."""


class ForeignStore(StoreError):
    """The database belongs to another program, or to a newer version of this one."""


class UnknownSession(StoreError, LookupError):
    """A session that the store does not have."""


class EntryConflict(StoreError, ValueError):
    """An entry whose id or idempotency key is taken by another content."""


class HistoryRewritten(StoreError):
    """The rows of a session were replaced since the generation that a reader goes on from."""


class NotRepaired(ReplayableError):
    """A file that could not be repaired; it is as it was. `backup`: where a copy of it was left behind, if one was."""

    def __init__(self, message: str, *, path: str, backup: str | None = None) -> None:
        super().__init__(message)
        self.path = path
        self.backup = backup

    def __reduce__(self) -> tuple[object, ...]:
        """What makes it anew in another process."""
        return partial(type(self), path=self.path, backup=self.backup), (str(self),)
