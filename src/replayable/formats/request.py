"""The fields of a request besides its history: taken apart for reading, and laid over the stored ones for writing."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from replayable.errors import CannotCarry
from replayable.facts.shared_fields import SHARED
from replayable.model.settings import NO_SETTINGS, Settings, Tool
from replayable.model.values import Json, Raw

# Writes one field of the settings into a request that is being built; takes it out where the field is None.
# The last argument tells whether stored values in the settings are of the format's own making.
Write = Callable[[dict[str, Json], Settings, bool], None]
Writers = Mapping[str, Write]

NOT_WRITTEN = frozenset({"extra", "raw", "intact"})


class Fields:
    """The fields of one request while they are read: what nobody took is the format's own."""

    def __init__(self, request: Raw) -> None:
        self._request = request
        self._taken: set[str] = set()
        self._left: dict[str, Json] = {}

    def take(self, key: str, *types: type) -> Json:
        """The value of a key if it has one of these types, else None; then it stays among the rest."""
        value = self._request.get(key)
        if type(value) not in types:
            return None
        self._taken.add(key)
        return value

    def take_any(self, key: str) -> Json:
        """The value of a key, whatever it is."""
        self._taken.add(key)
        return self._request.get(key)

    def take_word(self, key: str, word: str) -> None:
        """Takes a key that says nothing but this word; another value stays among the rest."""
        if self._request.get(key) == word:
            self._taken.add(key)

    def take_object(self, key: str, known: frozenset[str]) -> Mapping[str, Json]:
        """The object at a key, or an empty one. What it holds beyond the known keys stays among the rest as `key.inner`."""
        value = self._request.get(key)
        if type(value) is not dict:
            return {}
        self._taken.add(key)
        self._left.update({f"{key}.{inner}": item for inner, item in value.items() if inner not in known and item is not None})
        return value

    def leave(self, left: Mapping[str, Json]) -> None:
        """Puts what was left of a value that was taken among the rest, by its path."""
        self._left.update(left)

    def give_back(self, key: str) -> None:
        """Puts a field among the rest again: it turned out to say nothing that formats share."""
        self._taken.discard(key)
        self._left = {path: value for path, value in self._left.items() if not path.startswith(f"{key}.")}

    def rest(self, under: str = "") -> dict[str, Json]:
        """What was not taken, by its key behind `under`."""
        left = {key: value for key, value in self._request.items() if key not in self._taken and value is not None}
        return {under + key: value for key, value in (left | self._left).items()}


def left_over(held: Json, known: Collection[str], under: str) -> dict[str, Json]:
    """What an object holds beyond the known keys, by its path."""
    return {f"{under}.{key}": value for key, value in held.items() if key not in known and value is not None} if type(held) is dict else {}


def write_settings(settings: Settings, own: bool, read: Callable[[Raw], Settings], writers: Writers, name: str) -> dict[str, Json]:
    """The fields of a request: the stored ones where they still hold, else the changed ones laid over them.

    Of another format only what this one has a word for is written. Raises CannotCarry for the rest."""
    if settings is NO_SETTINGS:
        return {}
    stored: Raw = settings.raw if own and settings.raw is not None else {}
    request = dict(stored)
    if own and settings.intact and settings.raw is not None:
        return request
    if not own:
        _refuse_what_has_no_place(settings, writers, name)
    before = read(stored)
    if own:
        _lay_own_fields(request, before, settings)
    for field, write in writers.items():
        if getattr(settings, field) != getattr(before, field):
            write(request, settings, own)
    if not own:
        _lay_shared_fields(request, settings, name)
    return request


def shared_fields(source: str, wanted: str) -> frozenset[str]:
    """The fields of one format, by their paths, that another has as well."""
    return frozenset(path for row in SHARED if source in row and wanted in row for path in row[source])


def _lay_shared_fields(request: dict[str, Json], settings: Settings, name: str) -> None:
    """Fields of another format that this one has, too, in the place that they have here."""
    for key, value in settings.extra.items():
        holder, _, inner = (_own_path(key, name) or key).rpartition(".")
        if holder:
            put_inner(request, holder, inner, value)
        else:
            put(request, inner, value)


def _own_path(key: str, name: str) -> str | None:
    """Where this format has a field that some other has at the path `key`."""
    return next((row[name][0] for row in SHARED if name in row and any(key in paths for paths in row.values())), None)


def _lay_own_fields(request: dict[str, Json], before: Settings, now: Settings) -> None:
    """Fields that only the format knows; those with a dot are part of another and hold with it."""
    for key in before.extra:
        if key not in now.extra:
            request.pop(key, None)
    for key, value in now.extra.items():
        if "." not in key and before.extra.get(key) != value:
            request[key] = value


def _refuse_what_has_no_place(settings: Settings, writers: Writers, name: str) -> None:
    for key in settings.extra:
        if _own_path(key, name) is not None:
            continue
        raise CannotCarry(f"{name} has no place for the request field {key!r}; take it out first")
    for field in settings.__struct_fields__:
        if field not in writers and field not in NOT_WRITTEN and getattr(settings, field) is not None:
            raise CannotCarry(f"{name} has no place for the request field {field!r}; take it out first")
    for tool in settings.tools or ():
        if tool.server:
            raise CannotCarry(f"{name} has no place for the provider's own tool {tool.name!r}; take it out first")
        for key in tool.extra:
            raise CannotCarry(f"{name} has no place for the field {key!r} of the tool {tool.name!r}; take it out first")


def plain(key: str, field: str) -> Write:
    """A writer for a field that is written as it is."""

    def write(request: dict[str, Json], settings: Settings, own: bool) -> None:  # noqa: ARG001
        put(request, key, getattr(settings, field))

    return write


def put(holder: dict[str, Json], key: str, value: Json) -> None:
    """Sets a key, or takes it out for None."""
    if value is None:
        holder.pop(key, None)
    else:
        holder[key] = value


def put_inner(request: dict[str, Json], key: str, inner: str, value: Json) -> None:
    """Sets a key of an object in the request, or takes it out for None; the object goes when it is empty. The stored one stays as it is."""
    stored = request.get(key)
    holder = dict(stored) if type(stored) is dict else {}
    put(holder, inner, value)
    put(request, key, holder or None)


def write_tools(tools: tuple[Tool, ...] | None, own: bool, read: Callable[[Json], Tool], write: Callable[[Tool, Raw], Json]) -> Json:
    """The list of tools; one that still says what was stored is written as it was."""
    if tools is None:
        return None
    return [_write_tool(tool, own, read, write) for tool in tools]


def _write_tool(tool: Tool, own: bool, read: Callable[[Json], Tool], write: Callable[[Tool, Raw], Json]) -> Json:
    if not own or tool.raw is None:
        return write(tool, {})
    if read(tool.raw) == tool:
        return tool.raw
    return write(tool, tool.raw if type(tool.raw) is dict else {})
