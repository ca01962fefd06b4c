"""Every rule's page holds: its words stand in the fixed order, and its cases are what the rule does."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from replayable import pages
from replayable.model.settings import Settings
from replayable.model.transcript import Message
from replayable.notation import message_as_json
from replayable.pages import Case
from replayable.rules import CATALOG, engine
from replayable.rules.rule import AnyRule

RULES = Path(engine.__file__).parent
FILES = sorted(page.relative_to(RULES) for page in RULES.rglob("*.md"))
CASES = [(rule, case) for rule in CATALOG for case in pages.page_of(rule).cases]
CASE_NAMES = [f"{rule.name}: {case.title}" for rule, case in CASES]


def _notation(messages: tuple[Message, ...]) -> list[object]:
    return [message_as_json(each) for each in messages]


def _told(settings: Settings) -> Settings:
    """The settings without what only their reader knows."""
    return msgspec.structs.replace(settings, raw=None, intact=True)


@pytest.mark.parametrize(("rule", "case"), CASES, ids=CASE_NAMES)
def test_a_case_is_what_the_rule_does(rule: type[AnyRule], case: Case) -> None:
    made = msgspec.convert(case.options, rule)
    messages, settings, changes = engine.run((made,), case.before, case.settings_before)
    assert _notation(case.before if case.after is None else case.after) == _notation(messages)
    assert _told(case.settings_before if case.settings_after is None else case.settings_after) == _told(settings)
    assert {rule.name} == {change.rule for change in changes} or (case.after is None and case.settings_after is None and not changes)


@pytest.mark.parametrize(("rule", "case"), CASES, ids=CASE_NAMES)
def test_an_unchanged_case_gives_the_same_objects_back(rule: type[AnyRule], case: Case) -> None:
    made = msgspec.convert(case.options, rule)
    messages, settings, changes = engine.run((made,), case.before, case.settings_before)
    if case.after is None:
        assert [id(each) for each in case.before] == [id(each) for each in messages]
    if case.settings_after is None:
        assert settings is case.settings_before
    if case.after is None and case.settings_after is None:
        assert () == changes


@pytest.mark.parametrize("rule", CATALOG, ids=lambda rule: rule.name)
def test_a_page_has_the_fixed_headings_in_order(rule: type[AnyRule]) -> None:
    page = pages.page_of(rule)
    assert rule.name == page.title
    assert page.summary
    fields = bool(rule.__struct_fields__)
    assert tuple(heading for heading in pages.HEADINGS if fields or heading not in pages.OPTIONAL_HEADINGS) == page.headings


@pytest.mark.parametrize("rule", CATALOG, ids=lambda rule: rule.name)
def test_a_page_says_what_every_option_means(rule: type[AnyRule]) -> None:
    text = pages.page_of(rule).text
    options = text[text.find("## Options") : text.find("## Cases")]
    assert [field for field in rule.__struct_fields__ if f"`{field}`" in options] == list(rule.__struct_fields__)


@pytest.mark.parametrize("rule", CATALOG, ids=lambda rule: rule.name)
def test_a_page_shows_the_damage_and_what_is_left_alone(rule: type[AnyRule]) -> None:
    cases = pages.page_of(rule).cases
    changing = [case for case in cases if case.after is not None or case.settings_after is not None]
    unchanged = [case for case in cases if case.after is None and case.settings_after is None]
    assert changing
    assert unchanged


@pytest.mark.parametrize("rule", CATALOG, ids=lambda rule: rule.name)
def test_file_class_and_name_are_one_word_in_three_spellings(rule: type[AnyRule]) -> None:
    stem = rule.__module__.rpartition(".")[2]
    assert rule.name == stem.replace("_", "-")
    assert rule.__name__ == "".join(word.capitalize() for word in stem.split("_"))


def test_every_page_belongs_to_a_rule_that_stands_in_the_catalogue_once() -> None:
    named = sorted(Path(*rule.__module__.split(".")[2:]).with_suffix(".md") for rule in CATALOG)
    assert FILES == named


def test_every_rule_file_has_a_page() -> None:
    holding = sorted(source.relative_to(RULES) for source in RULES.rglob("*.py") if "    looks_for: ClassVar" in source.read_text(encoding="utf-8"))
    assert [source.with_suffix(".md") for source in holding if source.name != "rule.py"] == FILES


def test_a_page_is_read_into_its_parts() -> None:
    page = pages.parse_page(
        "# some-damage\nWhat is\nwrong.\n\n## Why it is refused\nBecause.\n\n## Cases\n\n### it goes\n"
        '```json options\n{"n": 1}\n```\n```jsonl before\n{"role": "user", "parts": [{"text": "\\ud800"}]}\n```\n```jsonl after\n```\n'
    )
    assert ("some-damage", "What is wrong.", ("Why it is refused", "Cases")) == (page.title, page.summary, page.headings)
    (case,) = page.cases
    assert ("it goes", {"n": 1}, ()) == (case.title, case.options, case.after)
    assert [{"role": "user", "parts": [{"text": "\ud800"}]}] == _notation(case.before)


BEFORE_ALONE = "```jsonl before\n```\n"
UNCHANGED = "```jsonl unchanged\n```\n"


@pytest.mark.parametrize(
    "blocks",
    ["", BEFORE_ALONE, BEFORE_ALONE + UNCHANGED.replace("unchanged", "after") + UNCHANGED, "```jsonl unchanged\n", "```json options\n[]\n```\n" + UNCHANGED],
)
def test_a_case_that_says_too_little_or_too_much_is_an_error(blocks: str) -> None:
    with pytest.raises(ValueError, match=r"case|block"):
        pages.parse_page(f"# x\n## Cases\n### broken\n{blocks}")
