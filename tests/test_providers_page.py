"""`docs/providers.md` is the matrix as it is run, and each exception in it says where it is known from."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from replayable.cli import matrix
from replayable.cli.excerpts import meanings_of
from replayable.cli.providers import known_providers
from replayable.pages import page_of
from replayable.policies import BY_API
from replayable.policies.variants import VARIANTS, Variant
from replayable.rules import CATALOG
from replayable.rules.rule import AnyRule
from replayable.targets import PROVIDER_ALIASES, parse_target

PAGE = Path(__file__).parent.parent / "docs" / "providers.md"
ROWS = [(api, variant) for api, variants in VARIANTS.items() for variant in variants]


def test_the_page_is_what_the_policies_say() -> None:
    assert matrix.page() == PAGE.read_text(encoding="utf-8"), "`make docs` writes it anew"


def test_every_api_has_its_section() -> None:
    assert set(BY_API) == set(VARIANTS)


@pytest.mark.parametrize("rule", CATALOG)
def test_every_setting_of_a_rule_has_a_meaning_that_can_be_told(rule: type[AnyRule]) -> None:
    assert set() == set(rule.__struct_fields__) - set(meanings_of(page_of(rule)))


def test_every_provider_that_a_table_knows_has_a_row() -> None:
    rows = {parse_target(variant.target).provider for _, variant in ROWS}
    assert set() == known_providers() - set(PROVIDER_ALIASES) - rows


@pytest.mark.parametrize(("api", "variant"), ROWS, ids=[" ".join([variant.target, *variant.options]) for _, variant in ROWS])
def test_a_row_is_of_its_api_and_says_when_it_was_known(api: str, variant: Variant) -> None:
    assert api == parse_target(variant.target, variant.options.get("api")).api
    assert re.search(r"20\d\d|openclaw 2026|option for", variant.why) is not None
