"""Law 9: for a history at rest the request is a beginning of the grown history's request, but where docs/prefix.md says so; and
`replayable prefix`, which tells of any tool's requests whether they keep it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import laws
import replayable
import strategies
from replayable import models
from replayable.cli.program import run
from replayable.ledger import Ledger, Verdict
from replayable.ledger.verdict import MEANINGS
from replayable.policies import choose
from replayable.rules import CATALOG
from replayable.targets import parse_target

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "prefix.md").read_text(encoding="utf-8")
FORMATS = sorted(strategies.WRITERS)
Json = Any
Options = Mapping[str, Any]
EXAMPLES = (settings.default or settings()).max_examples // 3  # of each of 32 targets; the long run has more than 10,000 in all
Output = pytest.CaptureFixture[str]


# ---------------------------------------------------------------------------------------------- the page
def _rows(heading: str) -> dict[str, str]:
    table = PAGE.partition(f"| {heading} |")[2].partition("\n\n")[0]
    return dict(re.findall(r"^\| `([a-z-]+)` \| (.+) \|$", table, re.MULTILINE))


LISTED = _rows("rule | why")
BOUND = frozenset(re.findall(r"`([a-z-]+)`", PAGE.partition("only these hold")[2].partition("\n")[0]))


def test_the_page_lists_every_rule_that_changes_what_was_sent() -> None:
    assert {rule.name: rule.rewrites for rule in CATALOG if rule.rewrites} == LISTED


def test_the_page_lists_every_kind_of_difference() -> None:
    assert dict(MEANINGS) == _rows("kind | what it means")


def test_what_holds_for_bound_models_is_listed_and_forgets_nothing() -> None:
    assert BOUND < set(LISTED)
    assert not BOUND & {"spent-context", "earlier-reasoning", "finished-reasoning", "missing-thought-signature"}


# ---------------------------------------------------------------------------------------------- law 9
@st.composite
def growing(draw: st.DrawFn, damages: tuple[strategies.Damage, ...] = strategies.DAMAGES) -> tuple[strategies.Conversation, strategies.Conversation]:
    """A conversation at rest, perhaps damaged before its last round, and how it goes on: the rest of that round, and more that may be damaged."""
    marks = strategies.Marks(draw(st.sampled_from(strategies.ID_STYLES)))
    earlier = draw(strategies.damaged_by(damages, marks)) if draw(st.booleans()) else []
    last = draw(strategies.conversations(1, 1, marks).filter(lambda lines: lines[0]["role"] == "user"))
    cut = draw(st.sampled_from(strategies.rests(last)))
    later = draw(strategies.damaged_by(damages, marks))
    if draw(st.booleans()):
        later.insert(0, _late(draw, earlier))
    return earlier + last[:cut], last[cut:] + later


def _late(draw: st.DrawFn, earlier: strategies.Conversation) -> strategies.Line:
    """A result that comes late, for a call of before; or a word, where there was none."""
    calls = [part["call"] for line in earlier for part in line["parts"] if "call" in part]
    said = {"role": "user", "parts": [{"text": "Well mk0x?"}]}
    return {"role": "tool", "parts": [{"result": draw(st.sampled_from(calls)), "parts": [{"text": "late mk0x"}], "name": "read"}]} if calls else said


def _held(history: list[Json], growth: list[Json], fmt: str, target: str, options: Options) -> tuple[Verdict, bool]:
    """What the ledger says of the grown request, and whether the flattened sequence of the first one begins that of the second."""
    ledger, requests = Ledger(), list[Json]()
    for stored in (history, history + growth):
        prepared = replayable.prepare(stored, target, source=fmt, **options)
        requests.append(laws.flattened(prepared.request))
        verdict = ledger.observe("s", prepared)
    short, long = requests
    return verdict, short == long[: len(short)]


@pytest.mark.filterwarnings("error::replayable.PrefixWarning")
@pytest.mark.parametrize(("target", "options"), laws.TARGETS, ids=laws.TARGET_NAMES)
@settings(max_examples=EXAMPLES)
@given(data=st.data())
def test_a_grown_history_extends_the_request(target: str, options: Options, data: st.DataObject) -> None:
    before, growth = data.draw(growing())
    fmt = data.draw(st.sampled_from(FORMATS))
    history, whole = strategies.WRITERS[fmt](before), strategies.WRITERS[fmt](before + growth)
    if whole[: len(history)] != history:
        return  # the writer joined two lines: what is stored changed itself
    verdict, is_beginning = _held(history, whole[len(history) :], fmt, target, options)
    assert verdict.is_extension == is_beginning
    if not verdict.is_extension:
        route = parse_target(target, options.get("api"))
        own = {rule.name for rule in choose(route, replayable.Options(**options)).rules}
        assert verdict.difference is not None
        assert verdict.difference.rule in own & (BOUND if models.binds_prefix(route.model) else set(LISTED))


@pytest.mark.parametrize("target", ["anthropic/claude-fable-5-1", "anthropic/claude-opus-5-5", "amazon-bedrock/us.anthropic.claude-fable-5-1-v1:0"])
@settings(max_examples=EXAMPLES)
@given(data=st.data())
def test_a_clean_session_of_a_bound_model_is_append_only(target: str, data: st.DataObject) -> None:
    fmt = data.draw(st.sampled_from(FORMATS))
    lines = data.draw(strategies.conversations(1, 4))
    ledger, tools = Ledger(strict=True), [{"name": "read", "input_schema": {"type": "object"}}]
    for rest in strategies.rests(lines):
        if lines[rest - 1]["role"] != "assistant":
            history = strategies.WRITERS[fmt](lines[:rest])
            assert ledger.observe("s", replayable.prepare(history, target, source=fmt, tools=tools)).declared in ((), ("undeclared-tools",))


# ---------------------------------------------------------------------------------------------- pruning, in blocks
LONG = [
    [{"type": "text", "text": f"step {number}"}, {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{strategies.PIXEL}"}}]
    for number in range(8)
]


def test_images_beyond_a_limit_go_in_blocks_and_stay_gone() -> None:
    """Case 134 of the handed ones, described there in words: a limit met again and again must not move a window by one each turn."""
    ledger, history, gone = Ledger(), list[Json](), list[int]()
    for number, content in enumerate(LONG):
        history += [{"role": "user", "content": content}]
        prepared = replayable.prepare(history, "groq/any-model", vision=True)
        ledger.observe("s", prepared)
        gone.append(sum("image_url" not in json.dumps(message) for message in prepared.request["messages"] if message["role"] == "user"))
        history += [{"role": "assistant", "content": f"done {number}"}]
    tally = ledger.tally("s")
    assert (8, 0) == (tally.requests, tally.broken)
    assert tally.rewrites <= 2
    assert gone == sorted(gone)
    assert [0] * 5 == gone[:5]


def test_without_a_limit_nothing_is_pruned() -> None:
    ledger, history = Ledger(strict=True), list[Json]()
    for content in LONG:
        history += [{"role": "user", "content": content}]
        assert ledger.observe("s", replayable.prepare(history, "openai/gpt-4.1", api="openai-completions")).is_extension
        history += [{"role": "assistant", "content": "done"}]


# ---------------------------------------------------------------------------------------------- the command
FIRST: Json = {"model": "m", "messages": [{"role": "user", "content": "Is it warm?"}, {"role": "assistant", "content": "Yes."}]}
SECOND: Json = {"model": "m", "messages": [*FIRST["messages"], {"role": "user", "content": "And in Oslo?"}]}
BROKEN: Json = {"model": "m", "messages": [{"role": "user", "content": "Is it hot?"}, *SECOND["messages"][1:]]}


def _file(folder: Path, name: str, *values: Json) -> str:
    path = folder / name
    path.write_text("\n".join(value if isinstance(value, str) else json.dumps(value) for value in values), encoding="utf-8")
    return str(path)


def _told(capfd: Output, *arguments: str) -> tuple[int, str, str]:
    status = run(["prefix", *arguments])
    out, err = capfd.readouterr()
    return status, out, err


def test_requests_that_extend_each_other_are_fine(tmp_path: Path, capfd: Output) -> None:
    first, second = _file(tmp_path, "a.json", FIRST), _file(tmp_path, "b.json", SECOND)
    status, out, err = _told(capfd, first, second)
    lines = out.splitlines()
    assert (0, "", f"1  {first}  the first request of its model and cache") == (status, err, lines[0])
    assert f"2  {second}  extends 1: 2 messages as before, 37 bytes (about 10 tokens) more" == lines[1]
    assert "2 requests: each extends the one before" == lines[2]


def test_a_break_is_told_with_place_kind_cost_and_cause(tmp_path: Path, capfd: Output) -> None:
    second, broken = _file(tmp_path, "b.json", SECOND), _file(tmp_path, "c.json", BROKEN)
    status, out, _ = _told(capfd, second, broken)
    lines = out.splitlines()
    assert 1 == status
    assert f"2  {broken}  is no extension of 1: message 0 (user), content[0].text: text-changed; 101 bytes (about 27 tokens) are sent anew" == lines[1]
    assert f"   {MEANINGS['text-changed']}" == lines[2]
    assert "2 requests, 1 no extension: 101 bytes (about 27 tokens) sent anew" == lines[3]
    assert "hot" not in out


@pytest.mark.parametrize(("field", "kind"), [({"system": "Be brief."}, "system-prompt-changed"), ({"tools": [{"name": "x"}]}, "tool-list-changed")])
def test_a_system_prompt_and_a_list_of_tools_are_told_apart(tmp_path: Path, capfd: Output, field: Json, kind: str) -> None:
    status, out, _ = _told(capfd, _file(tmp_path, "a.json", FIRST), _file(tmp_path, "b.json", {**SECOND, **field}), "--json")
    told = json.loads(out)
    assert (1, 1, kind, None) == (status, told["broken"], told["requests"][1]["difference"]["kind"], told["requests"][1]["difference"]["message"])


def test_a_log_with_a_request_a_line_is_read_line_by_line(tmp_path: Path, capfd: Output) -> None:
    log = _file(tmp_path, "log.jsonl", {"body": FIRST}, "no request", {"request": json.dumps(SECOND), "response": {}}, {"url": "x"}, {"params": BROKEN})
    status, out, err = _told(capfd, log, "--json")
    told = json.loads(out)["requests"]
    assert (1, [1, 3, 5], ["first", "extension", "broken"]) == (status, [each["line"] for each in told], [each["status"] for each in told])
    assert f"{log}: passed over what holds no request (2)\n" == err


def test_an_http_archive_is_read(tmp_path: Path, capfd: Output) -> None:
    entries = [{"request": {"method": "POST", "postData": {"text": json.dumps(each)}}} for each in (FIRST, SECOND)]
    status, out, err = _told(capfd, _file(tmp_path, "x.har", {"log": {"entries": [*entries, {"request": {"method": "GET"}}]}}), "--json")
    assert (0, ["first", "extension"]) == (status, [each["status"] for each in json.loads(out)["requests"]])
    assert "passed over what holds no request (1)" in err


def test_requests_for_other_models_stand_between_without_harm(tmp_path: Path, capfd: Output) -> None:
    log = _file(tmp_path, "log.jsonl", FIRST, {"model": "small", "messages": [{"role": "user", "content": "A title?"}]}, SECOND)
    status, out, _ = _told(capfd, log, "--json")
    assert (0, [None, None, 1]) == (status, [each["against"] for each in json.loads(out)["requests"]])


def test_a_file_of_messages_alone_is_one_request(tmp_path: Path, capfd: Output) -> None:
    lines, array = _file(tmp_path, "a.jsonl", *FIRST["messages"]), _file(tmp_path, "b.json", SECOND["messages"])
    status, out, _ = _told(capfd, lines, array, "--json")
    assert (0, [1, 2]) == (status, [each["number"] for each in json.loads(out)["requests"]])


def test_of_a_long_log_only_what_is_no_extension_is_told(tmp_path: Path, capfd: Output) -> None:
    log = _file(tmp_path, "log.jsonl", *[FIRST] * 250, BROKEN, *[BROKEN] * 50)
    status, out, _ = _told(capfd, log)
    lines = out.splitlines()
    assert (1, 4) == (status, len(lines))
    assert f"251  {log}:251  is no extension of 250" in lines[0]
    assert "… and 300 more: --json has them all" == lines[2]


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ([FIRST], "one request alone extends nothing"),
        ([FIRST, {**SECOND, "model": "other"}], "no two of the 2 requests go to the same model and cache, so there is nothing to compare"),
        ([{"a": 1}], "no request in it"),
        (["{"], "no JSON record can be read"),
        ([""], "the input is empty"),
    ],
)
def test_what_cannot_be_compared_is_said_in_one_line(tmp_path: Path, capfd: Output, values: list[Json], words: str) -> None:
    status, out, err = _told(capfd, _file(tmp_path, "a.jsonl", *values))
    assert (2, "", 1) == (status, out, err.count("\n"))
    assert words in err


def test_a_file_that_does_not_exist_is_said_in_one_line(tmp_path: Path, capfd: Output) -> None:
    missing = str(tmp_path / "nowhere.json")
    assert (2, "", f"replayable: {missing}: No such file or directory\n") == _told(capfd, missing, missing)


def test_requests_that_cannot_be_compared_are_named_with_their_models(tmp_path: Path, capfd: Output) -> None:
    paths = [_file(tmp_path, "a.json", {**FIRST, "model": "one"}), _file(tmp_path, "b.json", {"messages": FIRST["messages"]})]
    status, _, err = _told(capfd, *paths)
    assert (2, f"{paths[0]} is for one, {paths[1]} names no model") == (status, err.strip().split("nothing to compare: ")[1])
