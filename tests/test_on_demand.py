"""Values that are imported when they are first asked for: each stands where its table says, and nothing is imported before."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from operator import attrgetter
from typing import Any

import pytest

from replayable import contracts, formats, on_demand, policies, rules

PREPARED = "from replayable import prepare; prepare([{'role': 'user', 'content': 'hi', 'name': 'x'}], 'anthropic/claude-opus-4-6', source='openai-chat').body"


def modules_after(statement: str) -> set[str]:
    """The modules that a fresh interpreter has after a statement."""
    code = f"import sys; {statement}; print(' '.join(sys.modules))"
    return set(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split())


@pytest.mark.parametrize("table", [formats.FORMATS, policies.BY_API, contracts.CONTRACTS], ids=["formats", "policies", "contracts"])
def test_everything_in_a_table_stands_where_it_says(table: Mapping[Any, object]) -> None:
    assert len(table) == len([value for value in table.values() if value is not None])
    assert "none-of-them" not in table


def test_each_rule_is_named_like_its_file() -> None:
    assert list(rules.HOMES) == [rule.__name__ for rule in rules.CATALOG]
    assert [f"replayable.rules.{home}" for home in rules.ORDER] == [rule.__module__ for rule in rules.CATALOG]


def test_a_first_history_brings_its_two_formats_and_no_contract() -> None:
    loaded = modules_after(PREPARED)
    assert {"replayable.formats.openai_chat.read", "replayable.formats.anthropic.write"} <= loaded
    other = ("formats.gemini", "formats.bedrock", "formats.openai_responses", "formats.anthropic.read", "policies.google", "contracts.anthropic_messages")
    assert [name for name in other if f"replayable.{name}" in loaded] == []
    assert loaded.isdisjoint({"pyvips", "sqlalchemy", "alembic", "click", "rich"})


def test_importing_prepare_brings_no_format_and_no_policy_of_an_api() -> None:
    loaded = modules_after("from replayable import prepare")
    assert loaded.isdisjoint({f"replayable.formats.{name.replace('-', '_')}" for name in formats.NAMES})
    assert loaded.isdisjoint({"replayable.policies.anthropic_messages", "replayable.policies.openai_completions", "replayable.models"})


def test_a_package_has_no_names_but_those_of_its_tables_and_modules() -> None:
    assert "BlankText" in dir(rules)
    assert attrgetter("engine")(rules) is sys.modules["replayable.rules.engine"]
    with pytest.raises(AttributeError, match="has no attribute 'BlankTexts'"):
        attrgetter("BlankTexts")(rules)


def test_a_module_that_lacks_another_one_says_which() -> None:
    with pytest.raises(ModuleNotFoundError, match="no_such_module"):
        on_demand.found("replayable.no_such_module:name")


def test_a_pattern_does_what_re_compile_gives() -> None:
    made = on_demand.pattern(r"(a+)b")
    assert "(a+)b" == made.pattern
    assert (found := made.search("caab")) is not None
    assert "aa" == found[1]
    assert "cX" == made.sub("X", "caab")
    assert b"x" == on_demand.pattern(rb"\s+").sub(b"", b" x ")
