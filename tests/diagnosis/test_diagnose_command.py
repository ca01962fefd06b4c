"""`replayable diagnose`, run as a user runs it."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from replayable.cli.difference import difference
from replayable.cli.program import run

Output = pytest.CaptureFixture[str]

CLAUDE = ("--for", "anthropic/claude-opus-4-6")
REQUEST = {
    "messages": [
        {"role": "user", "content": "Oslo?"},
        {"role": "assistant", "content": [{"type": "tool_use", "id": "toolu_1", "name": "weather", "input": {}}]},
        {"role": "user", "content": "Well?"},
    ]
}
MESSAGE = (
    "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1. "
    "Each `tool_use` block must have a corresponding `tool_result` block in the next message."
)
ERROR = f"litellm.BadRequestError: AnthropicException - {json.dumps({'type': 'error', 'error': {'type': 'invalid_request_error', 'message': MESSAGE}})}"
FIX = "Move the real result directly after its call, else say in a made-up error result that the outcome is unknown, or drop the call."


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "request.json"
    path.write_text(json.dumps(REQUEST, indent=1), encoding="utf-8")
    return str(path)


def test_a_refusal_is_told_with_its_place_its_cure_and_the_difference(file: str, capfd: Output) -> None:
    assert 0 == run(["diagnose", "--error", ERROR, file, *CLAUDE])
    lines = capfd.readouterr().out.splitlines()
    assert [
        "anthropic-tool-use-without-result, for anthropic/claude-opus-4-6",
        "    at /messages/1 (line 7, message 1 of the history)",
        f"    {FIX}",
        "    Cured by the rule missing-tool-result; the request changes so:",
        ' {"role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"weather","input":{}}]}',
        '-{"role":"user","content":"Well?"}',
    ] == lines[:6]
    assert lines[6].startswith('+{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1"')
    assert 7 == len(lines)


def test_the_difference_is_in_the_words_of_the_api_that_the_text_gives_away(tmp_path: Path, capfd: Output) -> None:
    calls = [{"id": "c1", "type": "function", "function": {"name": "weather", "arguments": "{}"}}]
    history = [{"role": "user", "content": "Oslo?"}, {"role": "assistant", "content": None, "tool_calls": calls}, {"role": "user", "content": "Well?"}]
    path = tmp_path / "history.json"
    path.write_text(json.dumps(history), encoding="utf-8")
    text = (
        "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. "
        "The following tool_call_ids did not have response messages: c1"
    )
    assert 0 == run(["diagnose", "--error", text, str(path)])
    lines = capfd.readouterr().out.splitlines()
    assert "chat-tool-calls-without-tool, for openai/gpt-4.1 --api openai-completions" == lines[0]
    assert ['{"role":"tool","tool_call_id":"c1"'] == [line[1:35] for line in lines if line[:1] in "+-"]


def test_json_has_the_whole_diagnosis(file: str, capfd: Output) -> None:
    assert 0 == run(["diagnose", "--error", ERROR, file, *CLAUDE, "--json"])
    found = json.loads(capfd.readouterr().out)
    assert ("refusal", "anthropic-tool-use-without-result", "/messages/1", 7) == tuple(found[name] for name in ("kind", "refusal", "pointer", "line"))
    assert ("missing-tool-result", ["missing-tool-result"]) == (found["rule"], [change["rule"] for change in found["changes"]])
    assert 3 == len(found["cured"]["messages"])


def test_the_cured_request_can_be_kept(file: str, tmp_path: Path) -> None:
    assert 0 == run(["diagnose", "--error", ERROR, file, *CLAUDE, "-o", str(tmp_path / "cured.json")])
    assert 0 == run(["check", str(tmp_path / "cured.json"), *CLAUDE])


def test_without_a_file_the_rule_is_told(capfd: Output) -> None:
    assert 0 == run(["diagnose", "--error", ERROR])
    assert [
        "anthropic-tool-use-without-result",
        "    at /messages/1",
        f"    {FIX}",
        "    The rule missing-tool-result of `replayable prepare` cures it; give FILE, and --for where it was sent, for the request.",
    ] == capfd.readouterr().out.splitlines()


def test_a_stored_session_is_pointed_into_by_line_and_message(tmp_path: Path, capfd: Output) -> None:
    call = {"role": "assistant", "content": [{"type": "toolCall", "id": "toolu_1", "name": "weather", "arguments": {}}]}
    messages = [{"role": "user", "content": "Oslo?"}, call, {"role": "user", "content": "Well?"}]
    entries = [{"type": "session", "version": 1}, *({"type": "message", "message": message} for message in messages)]
    path = tmp_path / "session.jsonl"
    path.write_text("".join(json.dumps(entry) + "\n" for entry in entries), encoding="utf-8")
    assert 0 == run(["diagnose", "--error", ERROR, str(path), *CLAUDE])
    assert "    at /messages/1 (line 3, message 1 of the history)" == capfd.readouterr().out.splitlines()[1]


@pytest.mark.parametrize(
    ("error", "headline", "cure"),
    [
        ("prompt is too long: 203215 tokens > 200000 maximum", "context-length (anthropic-context-overflow)", "No repair of the request helps."),
        ("Error code: 429 - Rate limit reached", "rate-limit", "No repair of the request helps."),
        ("It did not work.", "unknown", "No cure is known."),
    ],
)
def test_what_no_repair_helps_is_status_1(error: str, headline: str, cure: str, file: str, capfd: Output) -> None:
    assert 1 == run(["diagnose", "--error", error, file, *CLAUDE])
    lines = capfd.readouterr().out.splitlines()
    assert (headline, f"    {cure}") == (lines[0], lines[-1])


def test_the_error_comes_from_standard_input(file: str, monkeypatch: pytest.MonkeyPatch, capfd: Output) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(ERROR.encode())))
    assert 0 == run(["diagnose", "--error", "-", file, *CLAUDE])
    assert capfd.readouterr().out.startswith("anthropic-tool-use-without-result")


@pytest.mark.parametrize(
    "arguments",
    [["diagnose"], ["diagnose", "--error", "-", "-"], ["diagnose", "--error", "x", "/no/such/file"], ["diagnose", "--error", "x", "--for", "nonsense"]],
)
def test_wrong_usage_is_one_line_and_status_2(arguments: list[str], capfd: Output) -> None:
    assert 2 == run(arguments)
    out, err = capfd.readouterr()
    assert ("", 1) == (out, len(err.splitlines()))


def test_the_stored_file_stays_the_record(file: str) -> None:
    assert 2 == run(["diagnose", "--error", ERROR, file, *CLAUDE, "-o", file])
    assert REQUEST == json.loads(Path(file).read_text(encoding="utf-8"))


def test_a_long_message_is_shown_where_it_differs() -> None:
    before, after = difference({"messages": ["a" * 900 + "b"]}, {"messages": ["a" * 900 + "c"]})
    assert (f'-…{"a" * 80}b"', f'+…{"a" * 80}c"') == (before, after)


def test_equal_requests_differ_in_nothing() -> None:
    assert [] == difference({"model": "m", "messages": [{"role": "user"}]}, {"model": "m", "messages": [{"role": "user"}]})
