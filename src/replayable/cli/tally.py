"""The sum of what was found in many conversations, however many there are: one row for each kind of problem."""

from __future__ import annotations

import msgspec

from replayable.report import Problem


class Reason(msgspec.Struct):
    """One kind of problem: how often, in how many conversations, and the 1-based line of the first."""

    problems: int
    conversations: int
    first: int


class Tally:
    """What was counted so far. `failures`: lines in which no conversation can be read; `first_failure`: why, of the first."""

    def __init__(self) -> None:
        self.conversations = 0
        self.fine = 0
        self.failures = 0
        self.problems = 0
        self.first_failure: tuple[int, str] | None = None
        self.reasons: dict[str, Reason] = {}

    @property
    def is_fine(self) -> bool:
        return self.fine == self.conversations

    def add(self, line: int, problems: tuple[Problem, ...]) -> None:
        """Counts a conversation."""
        self.conversations += 1
        if not problems:
            self.fine += 1
            return
        self.problems += len(problems)
        for rule in {problem.rule for problem in problems}:
            reason = self.reasons.setdefault(rule, Reason(0, 0, line))
            reason.conversations += 1
        for problem in problems:
            self.reasons[problem.rule].problems += 1

    def add_failure(self, line: int, why: str) -> None:
        """Counts a line in which no conversation can be read."""
        self.conversations += 1
        self.failures += 1
        if self.first_failure is None:
            self.first_failure = line, why
