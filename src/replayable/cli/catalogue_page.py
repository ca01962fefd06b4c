"""Everything that is known to be refused, as a page of Markdown: `docs/contracts.md`."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType
from typing import get_args

from replayable.contracts.catalogue import MODULES, refusals_in, refusals_of, texts
from replayable.contracts.examples import Section, page_of
from replayable.contracts.refusal import Refusal
from replayable.report import Certainty
from replayable.targets import Api

_HEAD = """\
# What the providers refuse

Written by `replayable check --all` from the catalogue in `src/replayable/contracts` (`make docs` does it anew, a test compares).
`replayable check FILE --for TARGET` tells which of these a request would meet; `replayable diagnose --error TEXT` tells which one an answer is,
and what cures it. Valid and refused requests stand on the page of each section, and are run by the tests.

What is filled in stands in braces. Where the answer's own fields tell more than its text, that follows in parentheses. *Certainty*: live-tested (somebody
asked the API and wrote it down), reported-often and reported (threads of users), documented (by the provider), inferred (from one of these). The
date is the month in which the source was read. *Not shown*: a request by itself does not tell, so that `check` cannot; `diagnose` knows the answer.
"""


def page() -> str:
    """The whole page."""
    return "\n".join([_HEAD, *_overview(), *(line for api in MODULES for line in _api(api))]) + "\n"


def _overview() -> Iterator[str]:
    """How many kinds each API refuses, by what is known of them."""
    grades: tuple[Certainty, ...] = get_args(Certainty)
    yield _row("API", "kinds", "texts", *grades)
    yield _row("---", *["---:" for _ in range(2 + len(grades))])
    for api in MODULES:
        refusals = refusals_of(api)
        counts = [sum(1 for refusal in refusals if refusal.certainty == grade) for grade in grades]
        yield _row(f"[{api}](#{api})", str(len({refusal.id for refusal in refusals})), str(sum(len(texts(refusal)) for refusal in refusals)), *map(str, counts))


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def _api(api: Api) -> Iterator[str]:
    yield f"\n## {api}"
    for module in MODULES[api]:
        page = page_of(module)
        yield f"\n### {page.title}\n"
        yield f"Examples: [{_path(module)}](../src/{_path(module)})"
        sections = {section.heading: section for section in page.sections}
        for identifier, refusals in _by_kind(module).items():
            yield from _kind(identifier, refusals, sections.get(identifier))


def _by_kind(module: ModuleType) -> dict[str, list[Refusal]]:
    found: dict[str, list[Refusal]] = {}
    for refusal in refusals_in(module):
        found.setdefault(refusal.id, []).append(refusal)
    return found


def _path(module: ModuleType) -> str:
    return f"{module.__name__.replace('.', '/')}.md"


def _kind(identifier: str, refusals: list[Refusal], section: Section | None) -> Iterator[str]:
    yield f"\n#### {identifier}\n"
    for refusal in refusals:
        yield from _refusal(refusal)
    for words in section.words if section is not None else ():
        yield f"\n{words}"


def _refusal(refusal: Refusal) -> Iterator[str]:
    """One text with its variants, and what is known of it."""
    yield f"- {_quoted(refusal.error)}{_for(refusal)}"
    for variant in refusal.variants:
        yield f"  or {_quoted(variant)}"
    yield f"  - {refusal.fix}{_cure(refusal)}"
    yield f"  - {_certainty(refusal)}. Source: {refusal.source} ({refusal.as_of})"
    if refusal.disputed:
        yield f"  - Disputed: {refusal.disputed}"


def _quoted(text: str) -> str:
    """The text as a code span, which may hold backticks itself."""
    return f"`` {text} ``" if "`" in text else f"`{text}`"


def _for(refusal: Refusal) -> str:
    """Whom it holds for, where that is not everybody."""
    words = [*([", ".join(refusal.providers)] if refusal.providers else []), *([refusal.models] if refusal.models else [])]
    return f" — {'; '.join(words)}" if words else ""


def _cure(refusal: Refusal) -> str:
    return f" Repaired by {', '.join(f'`{rule}`' for rule in refusal.cured_by)}." if refusal.cured_by else " No rule repairs it."


def _certainty(refusal: Refusal) -> str:
    shown = {"yes": "", "partly": "; shown in part", "no": "; not shown"}[refusal.visible]
    return f"{refusal.certainty.capitalize()}{shown}"
