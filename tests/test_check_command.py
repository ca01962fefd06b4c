"""`replayable check`, run as a user runs it: requests, stored histories, and files with a conversation a line."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from replayable.cli.line_numbers import lines_of
from replayable.cli.program import run
from replayable.records import load

Output = pytest.CaptureFixture[str]

CLAUDE = ("--for", "anthropic/claude-opus-4-6")
CHAT = ("--for", "openai/gpt-4.1", "--api", "openai-completions")

USER = {"role": "user", "content": "Oslo?"}
USED = {"role": "assistant", "content": [{"type": "tool_use", "id": "toolu_1", "name": "weather", "input": {}}]}
CALL = {"id": "c1", "type": "function", "function": {"name": "weather", "arguments": "{}"}}
CALLED = {"role": "assistant", "content": None, "tool_calls": [CALL]}
RESULT = {"role": "tool", "tool_call_id": "c1", "content": "12 C"}
ORPHAN = {"role": "tool", "tool_call_id": "c9", "content": "12 C"}

UNANSWERED = {
    "rule": "anthropic-tool-use-without-result",
    "pointer": "/messages/1",
    "error": (
        "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1. "
        "Each `tool_use` block must have a corresponding `tool_result` block in the next message."
    ),
    "fix": "Move the real result directly after its call, else say in a made-up error result that the outcome is unknown, or drop the call.",
    "certainty": "reported-often",
}


def checked(capfd: Output, file: Path, *arguments: str) -> list[dict[str, Any]]:
    run(["check", str(file), *arguments, "--json"])
    found: list[dict[str, Any]] = json.loads(capfd.readouterr().out)["problems"]
    return found


def text_file(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


# ---------------------------------------------------------------------------------------------- requests
def test_a_problem_is_told_with_its_place_its_line_and_what_repairs_it(tmp_path: Path, capfd: Output) -> None:
    request = {"messages": [USER, USED, {"role": "user", "content": "Well?"}]}
    file = text_file(tmp_path / "in.json", json.dumps(request, indent=1))
    assert [{**UNANSWERED, "line": 7, "message": 1, "repaired_by": ["missing-tool-result"]}] == checked(capfd, file, *CLAUDE)
    assert 1 == run(["check", str(file), *CLAUDE])
    assert [
        "/messages/1  line 7",
        f"    {UNANSWERED['error']}",
        f"    {UNANSWERED['fix']} (anthropic-tool-use-without-result, reported-often)",
        "    `replayable prepare` repairs it: missing-tool-result",
        "1 problem",
    ] == capfd.readouterr().out.splitlines()


def test_nothing_wrong_is_status_0(tmp_path: Path, capfd: Output) -> None:
    assert 0 == run(["check", str(text_file(tmp_path / "in.json", json.dumps({"messages": [USER]}))), *CLAUDE])
    assert ("0 problems\n", "") == capfd.readouterr()


def test_all_problems_come_at_once_in_the_order_of_the_provider(tmp_path: Path, capfd: Output) -> None:
    blank = {"role": "assistant", "content": [{"type": "text", "text": ""}]}
    request = {"messages": [USER, blank, {"role": "user", "content": "a"}, {"role": "nobody", "content": "x"}, USED, USER]}
    found = checked(capfd, text_file(tmp_path / "in.json", json.dumps(request)), *CLAUDE)
    assert ["anthropic-bad-role", "anthropic-empty-text-block", "anthropic-tool-use-without-result"] == [each["rule"] for each in found]


def test_a_request_of_another_api_is_one_problem(tmp_path: Path, capfd: Output) -> None:
    file = text_file(tmp_path / "in.json", json.dumps({"model": "gpt-4.1", "messages": [USER, CALLED, RESULT]}))
    (problem,) = checked(capfd, file, *CLAUDE)
    assert ("other-api-request", []) == (problem["rule"], problem["repaired_by"])


def test_a_request_of_another_api_is_told_as_such_where_the_server_passes_over_unknown_fields(tmp_path: Path, capfd: Output) -> None:
    file = text_file(tmp_path / "in.json", json.dumps({"contents": [{"role": "user", "parts": [{"text": "Oslo?"}]}]}))
    (problem,) = checked(capfd, file, "--for", "mistral/mistral-large-latest")
    assert ("other-api-request", []) == (problem["rule"], problem["repaired_by"])


# ---------------------------------------------------------------------------------------------- stored histories
ENTRIES = [
    {"type": "session", "version": 3, "id": "s"},
    {"type": "message", "id": "a", "parentId": None, "message": {"role": "user", "content": "Oslo?"}},
    {"type": "model_change", "id": "b", "parentId": "a", "provider": "openai", "modelId": "gpt"},
    {"type": "message", "id": "c", "parentId": "b", "message": {"role": "toolResult", "toolCallId": "c9", "content": [{"type": "text", "text": "12 C"}]}},
    {"type": "message", "id": "d", "parentId": "c", "message": {"role": "user", "content": "And?"}},
]


def test_a_session_is_checked_as_it_would_be_sent_with_the_line_of_each_message(tmp_path: Path, capfd: Output) -> None:
    file = text_file(tmp_path / "s.jsonl", "".join(json.dumps(entry) + "\n" for entry in ENTRIES))
    (problem,) = checked(capfd, file, *CHAT)
    assert ("chat-orphan-tool", "/messages/1", 4, 2) == tuple(problem[name] for name in ("rule", "pointer", "line", "message"))
    assert ["orphan-tool-result"] == problem["repaired_by"]
    assert 1 == run(["check", str(file), *CHAT])
    assert "/messages/1  line 4, message 2 of the history" == capfd.readouterr().out.splitlines()[0]


def test_messages_that_are_sent_as_one_keep_their_lines(tmp_path: Path, capfd: Output) -> None:
    calls = [{**CALL, "id": "c1"}, {**CALL, "id": "c2"}]
    results = [{**RESULT, "tool_call_id": "c1"}, {**RESULT, "tool_call_id": "c2"}]
    history = [{"role": "system", "content": "Be brief."}, USER, {**CALLED, "tool_calls": calls}, *results, CALLED, USER]
    found = checked(capfd, text_file(tmp_path / "in.json", json.dumps(history, indent=0)), *CLAUDE)
    assert [("anthropic-duplicate-tool-use-id", 5), ("anthropic-tool-use-without-result", 5)] == [(each["rule"], each["message"]) for each in found]
    assert "tool_calls" in (tmp_path / "in.json").read_text().splitlines()[found[0]["line"] + 2]


def test_the_format_can_be_named(tmp_path: Path, capfd: Output) -> None:
    file = text_file(tmp_path / "in.json", json.dumps({"messages": [USER, CALLED, USER]}))
    assert ["anthropic-tool-use-without-result"] == [each["rule"] for each in checked(capfd, file, *CLAUDE, "--from", "openai-chat")]


# ---------------------------------------------------------------------------------------------- lines
def test_lines_are_those_of_the_things_pointed_at() -> None:
    text = '{\n "messages": [\n  {"role": "user",\n   "content": "a, [b] {c} \\" \\n"},\n  {"role": "assistant", "x~/y":\n   [1,\n    2]}\n ]\n}'
    pointers = ["", "/messages", "/messages/0/content", "/messages/1", "/messages/1/x~0~1y/1", "/messages/1/none", "/messages/7", "/nothing"]
    assert {
        "": 1,
        "/messages": 2,
        "/messages/0/content": 4,
        "/messages/1": 5,
        "/messages/1/x~0~1y/1": 7,
        "/messages/1/none": 5,
        "/messages/7": 2,
        "/nothing": 1,
    } == {**lines_of(load(text), pointers)}


def test_lines_of_a_list_are_those_of_its_messages() -> None:
    assert {"/messages/1/content": 3} == {**lines_of(load('[\n{"role": "user"},\n{"role": "user", "content": ""}\n]'), ["/messages/1/content"])}


def test_a_text_that_is_no_json_any_more_has_no_lines_to_tell() -> None:
    assert {} == {**lines_of(load([USER]), ["/messages/0"])}


# ---------------------------------------------------------------------------------------------- a conversation a line
GOOD = json.dumps({"messages": [USER, CALLED, RESULT]})
BAD = json.dumps({"messages": [USER, ORPHAN, ORPHAN]})


def test_a_training_file_is_told_line_by_line_and_summed_up(tmp_path: Path, capfd: Output) -> None:
    file = text_file(tmp_path / "train.jsonl", f"{GOOD}\n{BAD}\n\nnonsense\n{BAD}\n")
    assert 1 == run(["check", str(file), *CHAT])
    lines = capfd.readouterr().out.splitlines()
    assert ["line 2: /messages/1  ", "line 2: /messages/2  ", "line 4: the line: no ", "line 5: /messages/1  "] == [line[:21] for line in lines[:4]]
    assert ["problems  conversations  first line  reason            repaired by"] == lines[5:6]
    assert ["4", "2", "2", "chat-orphan-tool", "orphan-tool-result,", "displaced-tool-result"] == lines[6].split()
    assert "4 conversations: 1 without problems, 4 problems, 1 cannot be read" == lines[7]


def test_a_training_file_gives_an_object_a_line(tmp_path: Path, capfd: Output) -> None:
    file = text_file(tmp_path / "train.jsonl", f"{GOOD}\n{BAD}\nnonsense\n")
    run(["check", str(file), *CHAT, "--json"])
    found = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert [(1, 0), (2, 2), (3, None)] == [(each["line"], len(each["problems"]) if "problems" in each else None) for each in found]


def test_a_training_file_without_problems_is_status_0(tmp_path: Path, capfd: Output) -> None:
    assert 0 == run(["check", str(text_file(tmp_path / "train.jsonl", f"{GOOD}\n{GOOD}")), *CHAT])
    assert "2 conversations: 2 without problems, 0 problems\n" == capfd.readouterr().out


def test_lines_of_which_none_can_be_used_are_one_error(tmp_path: Path, capfd: Output) -> None:
    file = text_file(tmp_path / "train.jsonl", '{"messages": "' + "\n" + '{"messages": [' + "\n")
    assert 2 == run(["check", str(file), *CHAT])
    assert 1 == len(capfd.readouterr().err.splitlines())


def test_training_data_comes_from_standard_input(monkeypatch: pytest.MonkeyPatch, capfd: Output) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(f"\ufeff{GOOD}\r\n{BAD}\r\n".encode())))
    assert 1 == run(["check", "-", *CHAT])
    assert "2 conversations: 1 without problems, 2 problems" == capfd.readouterr().out.splitlines()[-1]


def test_a_list_of_requests_over_many_lines_is_no_training_file(tmp_path: Path, capfd: Output) -> None:
    run(["check", str(text_file(tmp_path / "in.json", json.dumps({"messages": [USER]}, indent=2))), *CHAT])
    assert "0 problems\n" == capfd.readouterr().out


def test_only_so_many_lines_are_shown(tmp_path: Path, capfd: Output) -> None:
    run(["check", str(text_file(tmp_path / "train.jsonl", f"{BAD}\n" * 5000)), *CHAT])
    lines = capfd.readouterr().out.splitlines()
    assert 204 == len(lines)
    assert "… the problems of further lines are counted below: --json has them all" == lines[200]
    assert "5,000 conversations: 0 without problems, 10,000 problems" == lines[-1]


def test_an_empty_file_is_wrong_usage(tmp_path: Path, capfd: Output) -> None:
    assert 2 == run(["check", str(text_file(tmp_path / "in.json", " \n")), *CHAT])
    assert capfd.readouterr().err.endswith("the input is empty\n")


@pytest.mark.skipif(not hasattr(os, "wait4"), reason="asks the system for the memory that a process took")
def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    line = json.dumps({"messages": [{"role": "user", "content": "x" * 1000}] * 20}) + "\n"
    files = [tmp_path / "short.jsonl", tmp_path / "long.jsonl"]
    for file, count in zip(files, (100, 2500), strict=True):
        with file.open("w", encoding="utf-8") as stream:  # line by line: a child counts what its parent held
            stream.writelines(line for _ in range(count))
    taken = [_memory(file) for file in files]
    assert taken[1] - taken[0] < 8_000  # KB; the files differ by 50 MB


def _memory(file: Path) -> int:
    arguments = [sys.executable, "-m", "replayable", "check", str(file), *CHAT]
    process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    assert 0 == status
    return usage.ru_maxrss
