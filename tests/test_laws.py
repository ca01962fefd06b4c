"""The laws of the house, each tested for all rules, all policies, all cases and generated transcripts. (Law 9 stands in `test_prefix.py`.)"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import laws
import replayable
import strategies
from replayable import pages
from replayable.errors import ReplayableError
from replayable.model.settings import Settings
from replayable.model.transcript import Message
from replayable.notation import message_from_json
from replayable.policies import choose
from replayable.rules import CATALOG
from replayable.rules.rule import AnyRule
from replayable.targets import parse_target

HANDED = Path(__file__).parent / "handed"
FORMATS = ("openai-chat", "anthropic", "openclaw")
ALL_FORMATS = (*FORMATS, "openai-responses")
Json = Any
Options = Mapping[str, Any]


def _corpus() -> list[tuple[str, str, Json]]:
    """Name, format and history of each handed case that is written in a format of today."""
    sys.path.insert(0, str(HANDED / "tools"))
    cases = importlib.import_module("cases")
    found = []
    for case in cases.load(HANDED / "cases"):
        fmt = cases.SOURCES.get(case["input_format"], case["input_format"])
        if fmt in FORMATS and cases.kind(case) == "request":
            found.append((case["id"], fmt, cases.history_of(case, case["input"])))
    return found


CORPUS = _corpus()
CONFIGURED: list[AnyRule] = [
    *laws.default_rules(),
    *{repr(made): made for rule in CATALOG for case in pages.page_of(rule).cases if case.options for made in [msgspec.convert(case.options, rule)]}.values(),
]
RULE_NAMES = [f"{rule.name} {number}" for number, rule in enumerate(CONFIGURED)]
PAGE_CASES = [(case.before, case.settings_before) for rule in CATALOG for case in pages.page_of(rule).cases]


def _messages(lines: strategies.Conversation) -> tuple[Message, ...]:
    return tuple(message_from_json(line, origin) for origin, line in enumerate(lines))


# ---------------------------------------------------------------------------------------------- rules: laws 1 to 5 and 11
@pytest.mark.parametrize("rule", CONFIGURED, ids=RULE_NAMES)
def test_a_rule_keeps_the_laws_on_every_page(rule: AnyRule) -> None:
    for messages, settings in PAGE_CASES:
        laws.check_rule(rule, messages, settings)


@pytest.mark.parametrize("rule", CONFIGURED, ids=RULE_NAMES)
def test_a_rule_keeps_the_laws_on_the_corpus(rule: AnyRule) -> None:
    for _, fmt, history in CORPUS:
        transcript = replayable.read(history, source=fmt)
        laws.check_rule(rule, transcript.messages, transcript.settings)


@given(strategies.damaged())
def test_every_rule_keeps_the_laws_on_damaged_conversations(lines: strategies.Conversation) -> None:
    messages = _messages(lines)
    for rule in CONFIGURED:
        laws.check_rule(rule, messages, Settings())


@given(st.sampled_from(FORMATS), st.one_of(strategies.wild_messages, strategies.wild_json))
def test_every_rule_keeps_the_laws_on_wild_json(fmt: str, history: Json) -> None:
    if type(history) not in (list, dict):
        history = [history]
    transcript = replayable.read(history, source=fmt)
    for rule in CONFIGURED:
        laws.check_rule(rule, transcript.messages, transcript.settings)


# ---------------------------------------------------------------------------------------------- policies: laws 2 to 7 and 11
@pytest.mark.parametrize(("target", "options"), laws.TARGETS, ids=laws.TARGET_NAMES)
def test_a_policy_keeps_the_laws_on_the_corpus(target: str, options: Options) -> None:
    for _, fmt, history in CORPUS:
        laws.check_prepare(history, fmt, target, options)


@pytest.mark.parametrize("fmt", FORMATS)
@pytest.mark.parametrize(("target", "options"), laws.TARGETS, ids=laws.TARGET_NAMES)
@given(data=st.data())
def test_a_policy_keeps_the_laws_on_damaged_conversations(target: str, options: Options, fmt: str, data: st.DataObject) -> None:
    laws.check_prepare(strategies.WRITERS[fmt](data.draw(strategies.damaged())), fmt, target, options)


@pytest.mark.parametrize(("target", "options"), [where for where in laws.TARGETS if laws.target_format(*where) == "openai-responses"])
@given(data=st.data())
def test_a_policy_keeps_the_laws_on_damaged_conversations_in_its_own_format(target: str, options: Options, data: st.DataObject) -> None:
    fmt = laws.target_format(target, options)
    laws.check_prepare(strategies.WRITERS[fmt](data.draw(strategies.damaged())), fmt, target, options)


@pytest.mark.parametrize("fmt", ALL_FORMATS)
@given(data=st.data())
def test_every_policy_keeps_the_laws_on_mangled_json(fmt: str, data: st.DataObject) -> None:
    target, options = data.draw(st.sampled_from(laws.TARGETS))
    laws.check_prepare(data.draw(strategies.mangled(strategies.WRITERS[fmt])), fmt, target, options)


@pytest.mark.parametrize("fmt", ALL_FORMATS)
@given(st.one_of(strategies.wild_messages, strategies.wild_json), st.sampled_from(laws.TARGETS))
def test_any_json_is_a_history(fmt: str, history: Json, where: tuple[str, Options]) -> None:
    target, options = where
    if type(history) in (list, dict):
        laws.check_prepare(history, fmt, target, options)
    else:
        with pytest.raises(ReplayableError):
            replayable.prepare(history, target, source=fmt, **options)


@given(st.one_of(strategies.wild_messages, strategies.wild_json))
def test_a_history_of_no_known_format_raises_our_own_errors_only(history: Json) -> None:
    with contextlib.suppress(ReplayableError):
        assert json.loads(replayable.prepare(json.dumps(history).encode(), "anthropic/claude-opus-4-6").body)


# ---------------------------------------------------------------------------------------------- law 4: deterministic
PREPARE_ALL = """
import json, sys
import replayable
for target, options in json.loads(sys.argv[1]):
    for fmt, history in json.load(open(sys.argv[2])):
        prepared = replayable.prepare(history, target, source=fmt, **options)
        print(prepared.body, prepared.changes)
"""


def test_every_process_gives_the_same_bytes(tmp_path: Path) -> None:
    (histories := tmp_path / "histories.json").write_text(json.dumps([(fmt, history) for _, fmt, history in CORPUS]))
    arguments = [sys.executable, "-c", PREPARE_ALL, json.dumps([(target, dict(options)) for target, options in laws.TARGETS]), str(histories)]
    answers = [subprocess.run(arguments, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True).stdout for seed in ("1", "2")]
    assert answers[0] == answers[1]


# ---------------------------------------------------------------------------------------------- law 6: round trip
@pytest.mark.parametrize("fmt", ALL_FORMATS)
@given(data=st.data())
def test_what_is_read_is_written_again(fmt: str, data: st.DataObject) -> None:
    kinds = [strategies.damaged().map(strategies.WRITERS[fmt]), strategies.mangled(strategies.WRITERS[fmt]), strategies.wild_messages]
    history = data.draw(st.one_of(*kinds))
    assert json.dumps(history) == json.dumps(replayable.write(replayable.read(history, source=fmt), fmt))


@pytest.mark.parametrize("fmt", ALL_FORMATS)
@given(data=st.data())
def test_text_is_written_as_text_and_bytes_as_bytes(fmt: str, data: st.DataObject) -> None:
    history = strategies.WRITERS[fmt](data.draw(strategies.damaged()))
    text = json.dumps(history, indent=data.draw(st.sampled_from([None, 1])))
    from_bytes, from_text = (replayable.write(replayable.read(given, source=fmt), fmt) for given in (text.encode(), text))
    assert (bytes, str) == (type(from_bytes), type(from_text))
    assert history == json.loads(from_text)
    assert history == json.loads(from_bytes.decode("utf-8", "surrogatepass"))


@pytest.mark.parametrize(("target", "options"), laws.TARGETS, ids=laws.TARGET_NAMES)
@given(data=st.data())
def test_bytes_with_nothing_wrong_go_out_as_they_came(target: str, options: Options, data: st.DataObject) -> None:
    fmt = laws.target_format(target, options)
    request = replayable.prepare(strategies.WRITERS[fmt](data.draw(strategies.damaged())), target, source=fmt, **options).request
    beside = {"prompt_cache_key": "s1"} if options.get("api") == "openai-codex-responses" else {"metadata": {"user_id": "u"}}
    text = json.dumps({**request, **beside}, indent=1).encode()
    prepared = replayable.prepare(text, target, source=fmt, **options)
    assert () == prepared.changes
    assert text == prepared.body


# ---------------------------------------------------------------------------------------------- law 8: ordered
@pytest.mark.parametrize(("target", "options"), laws.TARGETS, ids=laws.TARGET_NAMES)
def test_a_policy_runs_the_rules_in_the_order_of_the_catalogue(target: str, options: Options) -> None:
    rules = _rules_of(target, options)
    assert [rule for rule in CATALOG if rule in rules] == rules


def _rules_of(target: str, options: Options) -> list[type[AnyRule]]:
    return [type(rule) for rule in choose(parse_target(target, options.get("api")), replayable.Options(**options)).rules]


# ---------------------------------------------------------------------------------------------- law 10: incremental
@pytest.mark.parametrize("fmt", FORMATS)
@pytest.mark.parametrize(("target", "options"), laws.TARGETS, ids=laws.TARGET_NAMES)
@given(data=st.data())
def test_a_replay_fed_in_chunks_gives_what_prepare_gives_on_the_whole(target: str, options: Options, fmt: str, data: st.DataObject) -> None:
    messages = strategies.WRITERS[fmt](data.draw(strategies.damaged()))
    laws.check_incremental(messages, data.draw(st.lists(st.integers(0, 12), max_size=4)), fmt, target, options)
