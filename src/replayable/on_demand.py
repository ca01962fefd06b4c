"""Values that are imported when they are first asked for, so that a program waits only for what it uses.

A value is told by where it stands: "package.module:name". Packages offer names of their modules (`offer`), tables hold values that stand in modules
of their own (`OnDemand`), and a function is imported when it is called (`later`). Nothing is kept here: Python's table of modules is what remembers.
Patterns are compiled when they are first used (`pattern`): most histories meet few of them.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Any, AnyStr, TypeVar, cast

Key = TypeVar("Key")
Value = TypeVar("Value")


def found(place: str) -> Any:
    """The value that stands at a place. Its module is imported if it was not yet."""
    home, _, name = place.partition(":")
    __import__(home)  # waits for another thread that is about it; twice as fast as `import_module` where there is nothing to do
    return getattr(sys.modules[home], name)


class OnDemand(Mapping[Key, Value]):
    """Values by their keys, each of them imported when it is looked up. `places`: where each stands."""

    def __init__(self, places: Mapping[Key, str]) -> None:
        self._places = places

    def __getitem__(self, key: Key) -> Value:
        return found(self._places[key])  # type: ignore[no-any-return]

    def __iter__(self) -> Iterator[Key]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def __contains__(self, key: object) -> bool:
        return key in self._places


def later(place: str) -> Callable[..., Any]:
    """The function that stands at a place, imported when it is first called."""

    def call(*arguments: Any, **names: Any) -> Any:
        return found(place)(*arguments, **names)

    return call


def pattern(text: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """The regular expression, compiled when it is first used."""
    return cast("re.Pattern[AnyStr]", _Pattern(text, flags))


class _Pattern:
    """Stands for a compiled pattern; each of its methods is kept when it was asked for once."""

    def __init__(self, text: str | bytes, flags: int) -> None:
        self.pattern = text
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        value = getattr(re.compile(self.pattern, self._flags), name)
        setattr(self, name, value)
        return value


def offer(package: str, homes: Mapping[str, str]) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """`__getattr__` and `__dir__` of a package that offers names of its modules, and the modules themselves. `homes`: the module of each name."""

    def attribute(name: str) -> object:
        if name in homes:
            value = found(f"{package}.{homes[name]}:{name}")
        elif name.startswith("_") or (value := _module(f"{package}.{name}")) is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        setattr(sys.modules[package], name, value)
        return value

    def names() -> list[str]:
        return sorted({*vars(sys.modules[package]), *homes})

    return attribute, names


def _module(name: str) -> object:
    """The module of a name; None where there is none."""
    try:
        return import_module(name)
    except ModuleNotFoundError as missing:
        if missing.name == name:
            return None
        raise
