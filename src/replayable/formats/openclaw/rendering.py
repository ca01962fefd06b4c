"""What of a session is sent as user text: summaries and commands, in our own words around theirs."""

from __future__ import annotations

from replayable import records
from replayable.model.values import Json, Raw, is_blank

_COMPACTED = "Everything before this point was compacted. This summary stands in its place:"
_BRANCH = "Another branch of this conversation was left to come back here. What happened on it:"


def compaction_text(summary: Json) -> str | None:
    """The text that stands for what a compaction replaced; None where it says nothing."""
    return _wrapped(_COMPACTED, summary)


def branch_text(summary: Json) -> str | None:
    """The text that tells of a branch that was left; None where it says nothing."""
    return _wrapped(_BRANCH, summary)


def summary_in(text: str) -> str | None:
    """The summary in a text that was made of one; None where it is none any more."""
    _, opened, rest = text.partition("<summary>\n")
    summary, closed, behind = rest.rpartition("\n</summary>")
    return summary if opened and closed and not behind else None


def command_text(execution: Raw) -> str:
    """A command that the user ran in the session, with its output and how it ended."""
    command, output = _words(execution.get("command")), _words(execution.get("output"))
    lines = [f"The user ran the command `{command}`."]
    lines.append("It printed nothing." if is_blank(output) else f"It printed:\n{_fenced(output)}")
    code = execution.get("exitCode")
    if execution.get("cancelled") is True:
        lines.append("It was cancelled.")
    elif type(code) is int and code != 0:
        lines.append(f"It ended with exit code {code}.")
    path = execution.get("fullOutputPath")
    if execution.get("truncated") is True and type(path) is str and path:
        lines.append(f"The output is cut; all of it is in {path}.")
    return "\n".join(lines)


def _wrapped(lead: str, summary: Json) -> str | None:
    words = _words(summary)
    return None if is_blank(words) else f"{lead}\n\n<summary>\n{words}\n</summary>"


def _words(value: Json) -> str:
    """The text; what is stored in another shape says the same as its JSON. Nothing stored says nothing."""
    if type(value) is str:
        return value
    return "" if value is None or value in ([], {}) else records.encode(value).decode()


def _fenced(text: str) -> str:
    """The text between fences that are longer than any in it."""
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}\n{text}\n{fence}"
