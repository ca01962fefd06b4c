"""Words of a foreign input made safe to print: one line, no control sequences, encodable."""

from __future__ import annotations

from replayable import records


def one_line(text: str) -> str:
    """The text in one line, in which every character that does not print is shown as its escape."""
    return printable(" ".join(text.split()))


def printable(text: str) -> str:
    """The text with every character that does not print (control characters, lone surrogates) shown as its escape."""
    if text.isprintable():
        return text
    return "".join(character if character.isprintable() else ascii(character)[1:-1] for character in text)


def without_name(error: Exception) -> str:
    """What an error says of an input, whose name is told beside it."""
    return str(error).removeprefix(f"{records.INPUT}: ")


def counted(number: int, noun: str) -> str:
    """`1 repair`, `2,000 repairs`, `0 entries`."""
    if number == 1:
        return f"1 {noun}"
    return f"{number:,} {noun.removesuffix('y')}ies" if noun.endswith("ry") else f"{number:,} {noun}s"
