"""The catalogue against the handed list of refusals: each is there, is found where it is, says what the provider says, and is repaired.

What is expected of each entry stands in `catalogue/`, one module for the providers of one kind of API.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator, Mapping

import msgspec
import pytest

from catalogue import chat, native
from catalogue.expected import ENTRIES, Expected, payload_of, problems_of
from replayable import contracts, prepare
from replayable.contracts.catalogue import every_refusal, refusals_named, texts
from replayable.contracts.refusal import Refusal
from replayable.rules import CATALOG

PROVIDERS = native.PROVIDERS | chat.PROVIDERS
UNSEEN = native.UNSEEN | chat.UNSEEN
EXPECTED = {**native.EXPECTED, **chat.EXPECTED}
SEEN = [pytest.param(identifier, expected, id=identifier) for identifier, expected in EXPECTED.items()]
LISTED = sorted(identifier for identifier, entry in ENTRIES.items() if entry["provider"] in PROVIDERS)

CERTAINTY = {"A": "live-tested", "B": "reported-often", "C": "reported", "D": "documented", "E": "inferred"}
# What the list says about a text, and how it shortens one.
REMARKS = re.compile(
    r" \(2025-01 wording.*\)$|^\((?:Vertex|messages\.0)[^)]*\) |^\.\.\. |,? \"?\.\.\.\"?$|, \"\{\}\"$| / length less than.*$|; Codex app form[^)]*|^\.\.\.(?=:)"
)
VISIBLE = {"yes": "yes", "partly": "partly", "no": "no", "estimate": "no"}


def pattern_of(variant: str) -> str:
    """The listed text as a pattern: names in braces stand for anything, dots at either end and remarks of the list for nothing."""
    words = REMARKS.sub("", variant)
    pieces = re.split(r"(\{\w+(?: \w+)?\})", words)
    return "".join(".+" if piece.startswith("{") and piece.strip("{}").replace(" ", "").isidentifier() else re.escape(piece) for piece in pieces)


def says(listed: str, text: str) -> bool:
    return re.search(pattern_of(listed), text) is not None


def knows(text: str, listed: str) -> bool:
    """The text of the catalogue, with anything in its braces, is the listed one with something in its own."""
    words = re.sub(r"^ValidationException: ", "", REMARKS.sub("", listed))
    return re.search("(?:.|\\n)+".join(map(re.escape, re.split(r"\{\w+\}", text))), re.sub(r"\{[\w ]+\}", "x1", words)) is not None


# ---------------------------------------------------------------------------------------------- the list
def test_every_entry_of_these_providers_is_expected_or_said_to_be_unseen() -> None:
    assert sorted([*EXPECTED, *UNSEEN]) == LISTED


@pytest.mark.parametrize("identifier", LISTED)
def test_every_entry_is_in_the_catalogue_and_as_certain(identifier: str) -> None:
    grade = chat.BETTER_KNOWN.get(identifier, CERTAINTY[ENTRIES[identifier]["grade"]])
    assert {grade} <= {refusal.certainty for refusal in refusals_named(identifier)}


@pytest.mark.parametrize("identifier", LISTED)
def test_every_entry_says_whether_a_request_shows_it(identifier: str) -> None:
    listed = re.split(r"\W", ENTRIES[identifier]["detectable_offline"])[0] if identifier not in chat.NO_MISTAKE else "no"
    assert {VISIBLE[listed]} == {refusal.visible for refusal in refusals_named(identifier)}


@pytest.mark.parametrize("identifier", [identifier for identifier in LISTED if ENTRIES[identifier]["error_text_seen_verbatim"]])
def test_every_text_that_was_seen_is_known(identifier: str) -> None:
    known = [text for refusal in refusals_named(identifier) for text in texts(refusal)]
    unknown = [listed for listed in ENTRIES[identifier]["error_variants"] if not any(knows(text, listed) or says(listed, text) for text in known)]
    assert unknown == []


# ---------------------------------------------------------------------------------------------- what is found
@pytest.mark.parametrize(("identifier", "expected"), SEEN)
def test_each_refusal_is_found_where_it_is(identifier: str, expected: Expected) -> None:
    assert (identifier, expected.pointer) in {(problem.rule, problem.pointer) for problem in problems_of(identifier, expected)}


@pytest.mark.parametrize(("identifier", "expected"), SEEN)
def test_each_refusal_says_what_the_provider_says(identifier: str, expected: Expected) -> None:
    errors = [problem.error for problem in problems_of(identifier, expected) if problem.rule == identifier]
    if expected.error is not None:
        assert expected.error in errors
    else:
        assert any(says(listed, error) for listed in ENTRIES[identifier]["error_variants"] for error in errors), errors


@pytest.mark.parametrize(("identifier", "expected"), SEEN)
def test_nothing_else_is_found_beside_it(identifier: str, expected: Expected) -> None:
    assert {identifier} | expected.beside == {problem.rule for problem in problems_of(identifier, expected)}


@pytest.mark.parametrize(("identifier", "expected"), SEEN)
def test_positions_are_filled_in(identifier: str, expected: Expected) -> None:
    assert [problem.error for problem in problems_of(identifier, expected) if re.search(r"\{[a-z_]+\}", problem.error)] == []


# ---------------------------------------------------------------------------------------------- what repairs it
@pytest.mark.parametrize(("identifier", "expected"), SEEN)
def test_prepare_leaves_nothing_of_it(identifier: str, expected: Expected) -> None:
    prepared = prepare(payload_of(identifier, expected), expected.target, api=expected.api, **expected.options)
    assert expected.left == {problem.rule for problem in prepared.problems} - {"anthropic-max-tokens-required"}
    assert (expected.why != "") == bool(expected.left)


@pytest.mark.parametrize(("identifier", "expected"), SEEN)
def test_the_rules_that_are_said_to_repair_it_do(identifier: str, expected: Expected) -> None:
    prepared = prepare(payload_of(identifier, expected), expected.target, api=expected.api, **expected.options)
    said = {rule for refusal in refusals_named(identifier) for rule in refusal.cured_by}
    by = {change.rule for change in prepared.changes}
    assert identifier in expected.left or (said | {expected.instead}) & by or not (said or by)


# ---------------------------------------------------------------------------------------------- the catalogue itself
def test_cures_are_rules_of_prepare() -> None:
    named = {rule for _, refusal in every_refusal() for rule in refusal.cured_by}
    assert named - {rule.name for rule in CATALOG} == set()


def test_each_refusal_of_the_package_stands_in_the_catalogue_once() -> None:
    listed = [id(refusal) for _, refusal in every_refusal()]
    assert len(listed) == len(set(listed))
    modules = [importlib.import_module(each.name) for each in pkgutil.walk_packages(contracts.__path__, "replayable.contracts.")]
    known = set(listed)
    assert [refusal.id for module in modules for refusal in _within(list(vars(module).values())) if id(refusal) not in known] == []


def _within(value: object) -> Iterator[Refusal]:
    """The refusals in a value of a module, however deep in its tables."""
    if isinstance(value, Refusal):
        yield value
    elif isinstance(value, Mapping):
        yield from _within(list(value.values()))
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _within(each)
    elif isinstance(value, msgspec.Struct):
        yield from _within([getattr(value, field) for field in value.__struct_fields__])


def test_refusals_of_one_kind_have_different_texts() -> None:
    known = [(refusal.id, refusal.providers, text) for _, refusal in every_refusal() for text in texts(refusal)]
    assert len(known) == len(set(known))
