"""The command line, run as a user runs it: what is written where, and the exit status."""

from __future__ import annotations

import ast
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from replayable import formats, policies
from replayable.cli import matrix
from replayable.cli.excerpts import reason_of, sentences_of
from replayable.cli.program import COMMANDS, run
from replayable.contracts import CONTRACTS
from replayable.options import Options
from replayable.pages import page_of
from replayable.rules import CATALOG

ROOT = Path(__file__).parent.parent
ANTHROPIC = ("--for", "anthropic/claude-opus-4-6")
CHAT = ("--for", "openai/gpt-4.1", "--api", "openai-completions")

HEALTHY = [{"role": "user", "content": "Is it warm in Oslo?"}]
UNANSWERED = [
    {"role": "user", "content": "Is it warm in Oslo?"},
    {"role": "assistant", "content": None, "tool_calls": [{"id": "call_1", "type": "function", "function": {"name": "weather", "arguments": "{}"}}]},
    {"role": "user", "content": "Well?"},
]
ENDS_IN_CALL = UNANSWERED[:2]
ORPHAN = [{"role": "user", "content": "Go on."}, {"role": "tool", "tool_call_id": "call_9", "content": "12 C"}, {"role": "user", "content": "And?"}]

Output = pytest.CaptureFixture[str]


@pytest.fixture
def stored(tmp_path: Path) -> Path:
    """A history without an answer to its call."""
    return written(tmp_path / "stored.json", UNANSWERED)


def written(path: Path, value: Any) -> Path:
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def lines_of(path: Path, *values: Any) -> Path:
    path.write_text("".join((value if isinstance(value, str) else json.dumps(value)) + "\n" for value in values), encoding="utf-8")
    return path


# ---------------------------------------------------------------------------------------------- prepare
def test_the_request_goes_to_standard_output_and_the_report_to_standard_error(stored: Path, capfd: Output) -> None:
    status = run(["prepare", str(stored), *ANTHROPIC])
    out, err = capfd.readouterr()
    result = json.loads(out)["messages"][2]["content"][0]
    assert (0, "tool_result", "call_1", True) == (status, result["type"], result["tool_use_id"], result["is_error"])
    assert "missing-tool-result" in err
    assert "1 repair, 0 problems; 1 made up" == err.splitlines()[-1]


def test_the_text_report_fits_eighty_columns(stored: Path, capfd: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    run(["prepare", str(stored), *ANTHROPIC])
    assert max(map(len, capfd.readouterr().err.splitlines())) <= 80


def test_the_json_report_has_changes_notes_and_problems_with_their_fields(stored: Path, capfd: Output) -> None:
    run(["prepare", str(stored), *ANTHROPIC, "--report", "json"])
    report = json.loads(capfd.readouterr().err)
    change = report["changes"][0]
    assert ["changes", "notes", "problems"] == list(report)
    assert ["after", "before", "loss", "origin", "reason", "rule"] == sorted(change)
    assert ("missing-tool-result", "synthetic") == (change["rule"], change["loss"])


def test_many_repairs_are_told_in_few_rows_and_counted(tmp_path: Path, capfd: Output) -> None:
    history = [message for number in range(150) for message in _asked_in_vain(f"call:{number}")]
    run(["prepare", str(written(tmp_path / "in.json", history)), *ANTHROPIC])
    lines = capfd.readouterr().err.splitlines()
    counted = [line.strip() for line in lines if "more of these" in line]
    assert ["… and 50 more of these: --report json has them all", "… and 200 more of these: --report json has them all"] == counted
    assert "450 repairs, 0 problems; 150 made up" == lines[-1]


def test_a_row_for_many_messages_names_some_and_counts_the_rest(tmp_path: Path, capfd: Output) -> None:
    rows = [{"role": "user", "content": [{"type": "text", "text": "Hi"}, {"type": "text", "text": " "}]}, {"role": "assistant", "content": "Yes?"}] * 40
    run(["prepare", str(written(tmp_path / "in.json", rows)), *ANTHROPIC])
    err = capfd.readouterr().err
    assert "(40 in all)" in " ".join(err.split())
    assert len(err.splitlines()) < 20


def test_of_many_conversations_the_first_are_told_and_the_rest_counted(tmp_path: Path, capfd: Output) -> None:
    file = lines_of(tmp_path / "rows.jsonl", *[{"messages": UNANSWERED}] * 120)
    run(["prepare", str(file), *ANTHROPIC])
    lines = capfd.readouterr().err.splitlines()
    assert ["… and 20 more lines: --report json has them all", "120 conversations: 120 repairs, 0 problems"] == lines[-2:]


def _asked_in_vain(id: str) -> list[dict[str, Any]]:
    """A question, and a call that nobody answered."""
    call = {"id": id, "type": "function", "function": {"name": "weather", "arguments": "{}"}}
    return [{"role": "user", "content": "Well?"}, {"role": "assistant", "content": None, "tool_calls": [call]}]


def test_a_field_of_the_request_is_not_told_as_a_new_message(tmp_path: Path, capfd: Output) -> None:
    request = {"model": "gpt-4.1", "messages": UNANSWERED, "logit_bias": {"50256": -100}}
    run(["prepare", str(written(tmp_path / "in.json", request)), *ANTHROPIC])
    places = {line.split()[0] for line in capfd.readouterr().err.splitlines()[2:-1] if not line.startswith(" ")}
    assert {"request", "new"} == places


@pytest.mark.parametrize("columns", ["80", "100"])
def test_a_pointer_and_the_name_of_a_rule_stay_whole(columns: str, tmp_path: Path, capfd: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    name = "a name with blanks"
    call = {"id": "call_1", "type": "function", "function": {"name": name, "arguments": "{}"}}
    request = {"messages": [*HEALTHY, {"role": "assistant", "content": None, "tool_calls": [call]}]}
    file = str(written(tmp_path / "in.json", request))
    run(["check", file, *CHAT, "--json"])
    problems = json.loads(capfd.readouterr().out)["problems"]
    run(["check", file, *CHAT])
    words = capfd.readouterr().out.split()
    assert {"/messages/1/tool_calls/0/function/name"} <= {problem["pointer"] for problem in problems}
    assert {problem["pointer"] for problem in problems} | {f"({problem['rule']}," for problem in problems} <= set(words)


def test_check_says_when_a_file_is_no_request_of_the_target(capfd: Output) -> None:
    session = str(ROOT / "examples" / "broken-session.jsonl")
    assert 1 == run(["check", session, *ANTHROPIC])
    assert f"{session} is openclaw: it was checked as the request that it would be with nothing repaired\n" == capfd.readouterr().err


def test_check_says_nothing_of_the_format_of_a_request(stored: Path, capfd: Output) -> None:
    assert 1 == run(["check", str(stored), *CHAT])
    assert "" == capfd.readouterr().err


def test_the_help_tells_each_command_in_a_whole_line(capfd: Output) -> None:
    assert 0 == run(["--help"])
    assert not [line for line in capfd.readouterr().out.splitlines() if line.endswith("...") and "COMMAND" not in line]


def test_problems_past_the_most_that_are_shown_are_counted(tmp_path: Path, capfd: Output) -> None:
    history = [message for number in range(300) for message in _asked_in_vain(f"call_{number}")]
    run(["check", str(written(tmp_path / "in.json", history)), *CHAT])
    assert ["… and 100 more problems: --json has them all", "300 problems"] == capfd.readouterr().out.splitlines()[-2:]


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="needs a terminal")
def test_only_a_terminal_gets_a_line_end_behind_the_request(stored: Path) -> None:
    ours, theirs = os.openpty()
    arguments = [sys.executable, "-m", "replayable", "prepare", str(stored), *ANTHROPIC, "--report", "none"]
    subprocess.run(arguments, stdout=theirs, check=True)
    shown = os.read(ours, 100_000)
    redirected = subprocess.run(arguments, capture_output=True, check=True).stdout
    os.close(ours)
    os.close(theirs)
    assert (b"}\r\n", b"]}") == (shown[-3:], redirected[-2:])


def test_notes_that_say_the_same_are_one_line(tmp_path: Path, capfd: Output) -> None:
    status = run(["prepare", str(lines_of(tmp_path / "in.jsonl", HEALTHY[0], "?", "?", "?", HEALTHY[0], "?", HEALTHY[0])), *CHAT])
    notes = [line for line in capfd.readouterr().err.splitlines() if line.startswith("note: ")]
    assert (0, 1, True) == (status, len(notes), notes[0].startswith("note: lines 2-4, 6: "))


def test_report_none_prints_nothing(stored: Path, capfd: Output) -> None:
    run(["prepare", str(stored), *ANTHROPIC, "--report", "none"])
    assert "" == capfd.readouterr().err


def test_a_healthy_request_comes_out_as_the_same_bytes(tmp_path: Path, capfd: Output) -> None:
    text = '{\n  "model": "gpt-4.1",\n  "messages": [{"role": "user", "content": "Hi \\u00e4"}]\n}\n'
    (tmp_path / "request.json").write_text(text, encoding="utf-8")
    status = run(["prepare", str(tmp_path / "request.json"), *CHAT])
    out, err = capfd.readouterr()
    assert (0, text, "0 repairs, 0 problems\n") == (status, out, err)


def test_a_dash_is_standard_input(capfd: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(json.dumps(HEALTHY).encode())))
    status = run(["prepare", "-", *CHAT])
    assert (0, {"messages": HEALTHY}) == (status, json.loads(capfd.readouterr().out))


@pytest.mark.parametrize(
    ("arguments", "text", "line"),
    [
        (["prepare", "-", "--for", "mistral/x"], "Dear diary\n", "standard input: no JSON record can be read (expecting value at character 1)"),
        (["check", "-", "--for", "mistral/x"], "7", "standard input: a single number is no history; expected a list, an object or JSON lines"),
        (["convert", "-", "--to", "gemini"], "Dear diary\n", "standard input: no JSON record can be read (expecting value at character 1)"),
        (["diagnose", "-", "--error", "x"], "Dear diary\n", "standard input: no JSON record can be read (expecting value at character 1)"),
        (["prefix", "-", "-"], "Dear diary\n", "standard input: no JSON record can be read (expecting value at character 1)"),
    ],
)
def test_an_input_is_named_once(arguments: list[str], text: str, line: str, capfd: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert 2 == run(arguments)
    assert f"replayable: {line}\n" == capfd.readouterr().err


def test_past_the_greatest_loss_nothing_is_written(stored: Path, tmp_path: Path, capfd: Output) -> None:
    out = tmp_path / "out.json"
    out.write_text("as it was", encoding="utf-8")
    status = run(["prepare", str(stored), *ANTHROPIC, "-o", str(out), "--max-loss", "none"])
    assert (1, "as it was") == (status, out.read_text(encoding="utf-8"))
    assert "Nothing written" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("history", "allowed", "status"), [(UNANSWERED, "synthetic", 0), (ORPHAN, "synthetic", 1), (ORPHAN, "content", 0), (HEALTHY, "none", 0)]
)
def test_the_greatest_loss_that_is_allowed_decides(history: Any, allowed: str, status: int, tmp_path: Path, capfd: Output) -> None:
    assert status == run(["prepare", str(written(tmp_path / "in.json", history)), *ANTHROPIC, "--max-loss", allowed])
    assert (status == 0) == bool(capfd.readouterr().out)


def test_with_problems_left_the_request_is_written_with_status_1(tmp_path: Path, capfd: Output) -> None:
    status = run(["prepare", str(written(tmp_path / "in.json", ENDS_IN_CALL)), *ANTHROPIC, "--pending", "refuse"])
    out, err = capfd.readouterr()
    assert 1 == status
    assert "tool_use" == json.loads(out)["messages"][-1]["content"][-1]["type"]
    assert "1 problem" in err


def test_every_option_of_a_request_is_a_flag(stored: Path, capfd: Output) -> None:
    flags = "--no-thinking --tools weather,other --no-store --no-prefill --pending synthesise --no-vision"
    status = run(
        [
            "prepare",
            str(stored),
            *CHAT,
            *flags.split(),
            "--no-keeps-reasoning",
            "--no-strict-template",
            "--made-by",
            "unknown",
            "--image-max-side",
            "800",
            "--image-max-bytes",
            "1000",
            "--image-turns",
            "3",
        ]
    )
    assert (0, 4) == (status, len(json.loads(capfd.readouterr().out)["messages"]))


# ---------------------------------------------------------------------------------------------- one conversation a line
def test_a_file_with_one_conversation_a_line_is_handled_line_by_line(tmp_path: Path, capfd: Output) -> None:
    file = lines_of(tmp_path / "rows.jsonl", {"messages": HEALTHY}, {"messages": UNANSWERED})
    status = run(["prepare", str(file), *ANTHROPIC, "--report", "json"])
    out, err = capfd.readouterr()
    assert (0, [1, 3]) == (status, [len(json.loads(line)["messages"]) for line in out.splitlines()])
    assert [(1, 0), (2, 1)] == [(told["line"], len(told["changes"])) for told in map(json.loads, err.splitlines())]


def test_a_line_that_fails_is_named_and_does_not_stop_the_others(tmp_path: Path, capfd: Output) -> None:
    file = lines_of(tmp_path / "rows.jsonl", {"messages": HEALTHY}, "", '{"messages": [', {"messages": HEALTHY})
    status = run(["prepare", str(file), *ANTHROPIC])
    out, err = capfd.readouterr()
    assert (1, 2) == (status, len(out.splitlines()))
    assert "line 3" in err
    assert "3 conversations: 0 repairs, 0 problems; 1 not written" == err.splitlines()[-1]


@pytest.mark.parametrize("odd", ['{"exported": "today"}', "# exported today", "null"])
def test_a_first_line_that_is_no_conversation_is_named_and_passed_over(odd: str, tmp_path: Path, capfd: Output) -> None:
    file = lines_of(tmp_path / "rows.jsonl", odd, {"messages": HEALTHY}, {"messages": HEALTHY})
    status = run(["prepare", str(file), *ANTHROPIC])
    out, err = capfd.readouterr()
    assert (1, 2) == (status, len(out.splitlines()))
    assert err.startswith("line 1\n")
    assert "3 conversations: 0 repairs, 0 problems; 1 not written" == err.splitlines()[-1]


def test_of_several_conversations_only_those_past_the_greatest_loss_are_withheld(tmp_path: Path, capfd: Output) -> None:
    file = lines_of(tmp_path / "rows.jsonl", {"messages": UNANSWERED}, {"messages": HEALTHY})
    status = run(["prepare", str(file), *ANTHROPIC, "--max-loss", "none"])
    assert (1, [1]) == (status, [len(json.loads(line)["messages"]) for line in capfd.readouterr().out.splitlines()])


def test_a_session_file_is_one_conversation(capfd: Output) -> None:
    status = run(["prepare", str(ROOT / "examples" / "broken-session.jsonl"), *ANTHROPIC])
    assert (0, 1) == (status, len(capfd.readouterr().out.splitlines()))


def test_an_indented_request_is_one_conversation(tmp_path: Path, capfd: Output) -> None:
    (tmp_path / "in.json").write_text(json.dumps({"messages": HEALTHY}, indent=1), encoding="utf-8")
    run(["prepare", str(tmp_path / "in.json"), *ANTHROPIC])
    assert 1 == len(json.loads(capfd.readouterr().out)["messages"])


# ---------------------------------------------------------------------------------------------- the output file
def test_an_output_file_keeps_its_mode_and_a_link_stays_a_link(stored: Path, tmp_path: Path) -> None:
    real, link = tmp_path / "real.json", tmp_path / "link.json"
    real.write_text("old", encoding="utf-8")
    real.chmod(0o640)
    link.symlink_to(real)
    assert 0 == run(["prepare", str(stored), *ANTHROPIC, "-o", str(link), "--report", "none"])
    assert (True, 0o640, "messages") == (link.is_symlink(), real.stat().st_mode & 0o777, next(iter(json.loads(real.read_bytes()))))


def test_a_write_that_fails_leaves_the_old_file_and_nothing_else(stored: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: Output) -> None:
    (tmp_path / "out").mkdir()
    out = tmp_path / "out" / "request.json"
    out.write_text("old", encoding="utf-8")
    monkeypatch.setattr("os.fsync", full_disk)
    assert 2 == run(["prepare", str(stored), *ANTHROPIC, "-o", str(out)])
    assert ([out], "old") == (list(out.parent.iterdir()), out.read_text(encoding="utf-8"))
    assert f"replayable: {out}: No space left on device\n" == capfd.readouterr().err


def full_disk(_: int) -> None:
    raise OSError(28, "No space left on device")


def test_the_stored_history_is_not_overwritten(stored: Path, capfd: Output) -> None:
    before = stored.read_bytes()
    assert 2 == run(["prepare", str(stored), *ANTHROPIC, "-o", str(stored)])
    assert before == stored.read_bytes()
    assert "stays the record" in capfd.readouterr().err


# ---------------------------------------------------------------------------------------------- bad input
def refused(arguments: list[str], capfd: Output) -> str:
    """The one line that a refused call prints."""
    status = run(arguments)
    out, err = capfd.readouterr()
    assert (2, "", 1) == (status, out, err.count("\n"))
    assert err.startswith("replayable: ")
    return err


@pytest.mark.parametrize("data", [b"", b" \n\n", "[{}]".encode("utf-16"), b"\x00\xff\x00", b"{", b"no json\nat all\n"])
def test_an_input_without_any_record_is_refused_in_one_line(data: bytes, tmp_path: Path, capfd: Output) -> None:
    (tmp_path / "in.json").write_bytes(data)
    assert "in.json" in refused(["prepare", str(tmp_path / "in.json"), *ANTHROPIC], capfd)


def test_a_directory_or_a_missing_file_is_refused_in_one_line(tmp_path: Path, capfd: Output) -> None:
    assert "Is a directory" in refused(["prepare", str(tmp_path), *ANTHROPIC], capfd)
    assert "No such file" in refused(["prepare", str(tmp_path / "none.json"), *ANTHROPIC], capfd)


@pytest.mark.parametrize(
    "arguments", [["--for", "anthropic"], ["--for", "/x"], [*ANTHROPIC, "--api", "smoke-signals"], ["--for", "openai/gpt-4.1", "--from", "papyrus"]]
)
def test_an_unknown_target_api_or_format_is_refused_in_one_line(arguments: list[str], stored: Path, capfd: Output) -> None:
    refused(["prepare", str(stored), *arguments], capfd)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--nonsense"],
        ["--report", "loud"],
        ["--max-loss", "some"],
        ["--pending", "wait"],
        ["--image-max-side", "0"],
        ["--image-max-side", "big"],
        ["--image-turns", "0"],
        ["--made-by", "nonsense"],
        ["-o", "/nowhere/at/all.json"],
    ],
)
def test_a_wrong_option_is_refused_in_one_line(arguments: list[str], stored: Path, capfd: Output) -> None:
    refused(["prepare", str(stored), *ANTHROPIC, *arguments], capfd)


def test_an_output_that_is_a_directory_is_refused_in_one_line(stored: Path, tmp_path: Path, capfd: Output) -> None:
    assert "Is a directory" in refused(["prepare", str(stored), *ANTHROPIC, "-o", str(tmp_path)], capfd)


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["prepair"], "no such command 'prepair'; did you mean 'prepare'?"),
        (["fly"], f"no such command 'fly'; the commands are {', '.join(COMMANDS)}"),
        (["prepare", "--bogus"], "no such option --bogus; --help lists them"),
        (["prepare", "--fro", "openclaw"], "no such option --fro; did you mean '--from'?"),
        (["prepare", "--no-vison"], "no such option --no-vison; did you mean '--no-vision'?"),
        (["--vers"], "no such option --vers; did you mean '--version'?"),
    ],
)
def test_a_mistyped_word_is_answered_with_one_that_is_like_it_or_none(arguments: list[str], line: str, capfd: Output) -> None:
    assert f"replayable: {line}\n" == refused(arguments, capfd)


def test_text_that_breaks_off_in_a_string_is_refused_with_its_place(tmp_path: Path, capfd: Output) -> None:
    (tmp_path / "in.json").write_text('{"messages": "', encoding="utf-8")
    assert "(unterminated string starting at character 14)" in refused(["prepare", str(tmp_path / "in.json"), *ANTHROPIC], capfd)


# ---------------------------------------------------------------------------------------------- a mistyped provider
DOUBT = "unknown provider 'antropic', treated as openai-completions; did you mean 'anthropic'?\n"


@pytest.mark.parametrize("arguments", [["prepare", "FILE", "--for"], ["check", "FILE", "--for"], ["policy"]])
def test_an_unknown_provider_like_a_known_one_is_told(arguments: list[str], stored: Path, capfd: Output) -> None:
    run([str(stored) if word == "FILE" else word for word in arguments] + ["antropic/claude-opus-4-6"])
    assert capfd.readouterr().err.endswith(DOUBT)


def test_programs_that_read_the_report_are_not_told_of_an_unknown_provider(stored: Path, capfd: Output) -> None:
    run(["prepare", str(stored), "--for", "antropic/x", "--report", "json"])
    assert ["changes", "notes", "problems"] == list(json.loads(capfd.readouterr().err))
    run(["check", str(stored), "--for", "antropic/x", "--json"])
    run(["policy", "antropic/x", "--json"])
    run(["prepare", str(stored), "--for", "antropic/x", "--report", "none"])
    assert "" == capfd.readouterr().err


@pytest.mark.parametrize("provider", ["anthropic", "Claude", "openrouter", "groq", "xai", "my-server", "vllm", "lm-studio", "zai", "deepseek", "opencode"])
def test_a_known_provider_or_one_like_no_other_is_not_doubted(provider: str, tmp_path: Path, capfd: Output) -> None:
    run(["prepare", str(written(tmp_path / "in.json", HEALTHY)), "--for", f"{provider}/some-model"])
    assert "0 repairs, 0 problems\n" == capfd.readouterr().err


@pytest.mark.parametrize(
    "value",
    [None, 0, -1.5, True, "", "words", [], {}, [[]], [None], [1, "x", {}], {"messages": None}, {"messages": {"a": [1]}}, [{"role": 5, "content": {"x": []}}]],
)
def test_any_json_value_as_a_history_ends_without_a_traceback(value: Any, tmp_path: Path, capfd: Output) -> None:
    status = run(["prepare", str(written(tmp_path / "in.json", value)), *ANTHROPIC])
    err = capfd.readouterr().err
    assert status in (0, 1, 2)
    assert "internal error" not in err


def test_words_of_the_input_cannot_steer_the_terminal(tmp_path: Path, capfd: Output) -> None:
    call = {"id": "\x1b[2Jcall\ud800", "type": "function", "function": {"name": "weather", "arguments": "{}"}}
    status = run(
        ["prepare", str(written(tmp_path / "in.json", [*HEALTHY, {"role": "assistant", "content": None, "tool_calls": [call]}, *HEALTHY])), *ANTHROPIC]
    )
    assert 0 == status
    assert "\x1b[2J" not in capfd.readouterr().err


def test_a_reader_that_goes_away_ends_it_quietly() -> None:
    program = "import os, sys; os.close(0); from replayable.cli.program import run; sys.exit(run(sys.argv[1:]))"
    session = str(ROOT / "tests" / "handed" / "sessions" / "pi-large.jsonl")
    with subprocess.Popen(
        [sys.executable, "-c", program, "prepare", session, *ANTHROPIC, "--report", "none"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as started:
        assert started.stdout is not None
        assert started.stderr is not None
        started.stdout.close()
        assert (b"", 1) == (started.stderr.read(), started.wait())


# ---------------------------------------------------------------------------------------------- the other commands
def test_convert_writes_another_format_and_repairs_nothing(tmp_path: Path, capfd: Output) -> None:
    status = run(["convert", str(written(tmp_path / "in.json", ENDS_IN_CALL)), "--to", "anthropic"])
    messages = json.loads(capfd.readouterr().out)
    assert (0, ["user", "assistant"]) == (status, [message["role"] for message in messages])
    assert "tool_use" == messages[1]["content"][0]["type"]


def test_convert_tells_changes_in_words_of_its_own(tmp_path: Path, capfd: Output) -> None:
    request = {"model": "gpt-4.1", "messages": HEALTHY, "logit_bias": {"50256": -100}, "seed": 7}
    file = str(written(tmp_path / "in.json", request))
    assert 0 == run(["convert", file, "--to", "anthropic"])
    err = capfd.readouterr().err
    assert "2 changes; 2 left out" == err.splitlines()[-1]
    assert "target" not in err
    assert 1 == run(["convert", file, "--to", "anthropic", "--max-loss", "none"])
    assert "2 changes; 2 left out. Nothing written: the greatest loss is 'content', more than --max-loss none" == capfd.readouterr().err.splitlines()[-1]


def test_convert_to_an_unknown_format_is_refused_in_one_line(stored: Path, capfd: Output) -> None:
    refused(["convert", str(stored), "--to", "papyrus"], capfd)


def test_rules_lists_the_catalogue_in_order(capfd: Output) -> None:
    assert 0 == run(["rules"])
    assert [rule.name for rule in CATALOG] == [line.split()[0] for line in capfd.readouterr().out.splitlines()]


def test_rules_with_a_name_prints_its_page(capfd: Output) -> None:
    assert 0 == run(["rules", "orphan-tool-result"])
    page = ROOT / "src" / "replayable" / "rules" / "pairing" / "orphan_tool_result.md"
    assert page.read_text(encoding="utf-8") == capfd.readouterr().out


@pytest.mark.parametrize("name", ["orphaned-tool-results", "orphan"])
def test_an_unknown_rule_is_refused_with_close_names(name: str, capfd: Output) -> None:
    assert "orphan-tool-result" in refused(["rules", name], capfd)


def test_a_refusal_is_no_rule_and_leads_to_the_rules_that_repair_it(capfd: Output) -> None:
    said = "'anthropic-empty-text-block' is no rule but a refusal, which blank-text repairs; docs/contracts.md tells of it"
    assert said in refused(["rules", "anthropic-empty-text-block"], capfd)


def test_policy_tells_the_rules_in_their_order_and_why(capfd: Output) -> None:
    assert 0 == run(["policy", "anthropic/claude-opus-4-6"])
    out = capfd.readouterr().out
    names = [rule.name for rule in CATALOG]
    told = [line.split()[0] for line in out.splitlines() if line.split()[:1] and line.split()[0] in names]
    assert told == [name for name in names if name in told]
    assert "missing-tool-result" in told
    assert "anthropic-messages" in out.splitlines()[0]


def test_policy_tells_why_a_rule_runs_and_what_its_settings_mean(capfd: Output) -> None:
    run(["policy", "anthropic/claude-opus-4-6"])
    lines = [line.strip() for line in capfd.readouterr().out.splitlines()]
    place = lines.index("surplus-cache-mark")
    assert lines[place + 2].startswith("Why: Anthropic Messages: `A maximum of 4 blocks with cache_control may be provided.")
    assert "most = 4  # how many marks a request may have. `0` is for targets that know none" == lines[place + 3]


@pytest.mark.parametrize("rule", CATALOG)
def test_the_page_of_every_rule_has_a_reason_that_can_be_told(rule: type) -> None:
    assert 30 < len(reason_of(page_of(rule))) < 800


def test_sentences_end_outside_of_brackets_and_behind_quoted_ones() -> None:
    text = "One: `a. B` (see e.g. C. D). Two `ends here.` Three: ``x `y` z. Z`` and so on"
    assert ["One: `a. B` (see e.g. C. D).", "Two `ends here.`", "Three: ``x `y` z. Z`` and so on"] == sentences_of(text)


def test_policy_tells_what_is_special_about_a_known_target(capfd: Output) -> None:
    run(["policy", "github-copilot/claude-opus-4-6"])
    assert "Refuses all thinking (openclaw 2026.9.6, provider hook)." == capfd.readouterr().out.splitlines()[1]


def test_policy_of_all_targets_is_the_page_about_providers(capfd: Output) -> None:
    assert 0 == run(["policy", "--all"])
    assert matrix.page() == capfd.readouterr().out


def test_policy_wants_one_target_or_all(capfd: Output) -> None:
    assert "name one TARGET (PROVIDER/MODEL), or give --all" in refused(["policy"], capfd)
    assert "name one TARGET (PROVIDER/MODEL), or give --all" in refused(["policy", "openai/gpt-5", "--all"], capfd)


def test_policy_of_something_that_is_no_target_is_refused_in_one_line(capfd: Output) -> None:
    refused(["policy", "anthropic"], capfd)


def test_the_version_is_told(capfd: Output) -> None:
    assert 0 == run(["--version"])
    assert capfd.readouterr().out.startswith("replayable 0.")


def test_the_package_runs_as_a_module() -> None:
    done = subprocess.run([sys.executable, "-m", "replayable", "--version"], capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": ""})
    assert (0, "") == (done.returncode, done.stderr)


# ---------------------------------------------------------------------------------------------- the demo
@pytest.mark.parametrize("target", [ANTHROPIC, CHAT])
def test_the_demo_session_is_broken_in_at_least_six_ways_and_wholly_repaired(target: tuple[str, ...], capfd: Output) -> None:
    status = run(["prepare", str(ROOT / "examples" / "broken-session.jsonl"), *target, "--report", "json"])
    report = json.loads(capfd.readouterr().err)
    assert (0, []) == (status, report["problems"])
    assert len({change["rule"] for change in report["changes"]}) >= 6


def test_the_demo_session_is_what_its_script_writes(tmp_path: Path) -> None:
    code = "import make_broken_session as m; print(''.join(m.json.dumps(entry) + '\\n' for entry in m.broken_session()), end='')"
    made = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=True, cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT / "examples")}
    ).stdout
    assert made == (ROOT / "examples" / "broken-session.jsonl").read_bytes()


def test_the_readme_shows_what_the_command_line_really_does(tmp_path: Path, capfd: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"$ cat examples/interrupted.json\n{(ROOT / 'examples' / 'interrupted.json').read_text(encoding='utf-8')}```" in readme
    run(["prepare", str(ROOT / "examples" / "interrupted.json"), *ANTHROPIC])
    out, err = capfd.readouterr()
    messages = "".join(json.dumps(message, separators=(",", ":"), ensure_ascii=False) + "\n" for message in json.loads(out)["messages"])
    assert f"--for anthropic/claude-opus-4-6 > request.json\n{err}$ jq -c '.messages[]' request.json\n{messages}```" in readme


def test_the_python_of_the_readme_runs_and_gives_what_its_comments_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")  # what it reads; what it writes stays out of the sources
    monkeypatch.chdir(tmp_path)
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    history = json.loads((ROOT / "examples" / "interrupted.json").read_text(encoding="utf-8"))
    names: dict[str, Any] = {"history": history, "client": _Client()}
    told = 0
    for block in re.findall(r"^```python\n(.+?)^```$", readme, re.MULTILINE | re.DOTALL):
        for statement in ast.parse(block).body:
            value = _run_statement(statement, names)
            comment = block.splitlines()[statement.lineno - 1].partition("  # ")[2]
            if comment.startswith(("(", '"')):
                told += 1
                assert ast.literal_eval(comment) == value
    assert 4 == told
    assert ["claude-opus-4-6"] * 3 == [request["model"] for request in names["client"].messages.sent]
    assert [{"role": "user", "content": "Is it warm in Oslo?"}] == history[:1]


def _run_statement(statement: ast.stmt, names: dict[str, Any]) -> Any:
    """What an expression gives; None for any other statement."""
    if isinstance(statement, ast.Expr):
        return eval(compile(ast.Expression(statement.value), "README.md", "eval"), names)
    exec(compile(ast.Module([statement], []), "README.md", "exec"), names)
    return None


class _Messages:
    """Takes a request as Anthropic's SDK does: model, limit and messages must be there, once each."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []

    def create(self, *, model: str, max_tokens: int, messages: list[Any], temperature: float = 1.0) -> None:
        self.sent.append({"model": model, "messages": messages})


class _Client:
    def __init__(self) -> None:
        self.messages = _Messages()


def test_the_json_report_has_the_shape_that_the_readme_shows(tmp_path: Path, capfd: Output) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    block = next(block for block in re.findall(r"^```json\n(.+?)^```$", readme, re.MULTILINE | re.DOTALL) if "changes" in block)
    lines = lines_of(tmp_path / "in.jsonl", *ENDS_IN_CALL[:1], "?", *UNANSWERED[:2])
    run(["prepare", str(lines), *ANTHROPIC, "--pending", "refuse", "--report", "json"])
    first = json.loads(capfd.readouterr().err)
    run(["prepare", str(written(tmp_path / "in.json", UNANSWERED)), *ANTHROPIC, "--report", "json"])
    report = json.loads(capfd.readouterr().err)
    report["notes"], report["problems"] = first["notes"], first["problems"]
    assert _keys(json.loads(block)) == _keys(report)


def _keys(report: dict[str, list[dict[str, Any]]]) -> dict[str, list[list[str]]]:
    return {kind: [list(each) for each in told][:1] for kind, told in report.items()}


def test_the_readme_names_the_apis_formats_and_options_that_there_are() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    targets = readme.split("## Targets and formats")[1].split("### Limits")[0]
    options = readme.split("Options are keywords of")[1].split("Errors are")[0]
    rows = dict(re.findall(r"^\| `([a-z-]+)` \|.*\| `([a-z-]+)` \|$", targets, re.MULTILINE))
    assert {api: policies.format_of(api) for api in policies.BY_API} == rows
    assert set(formats.NAMES) == set(re.findall(r"`([a-z-]+)`", targets.split("read and written:")[1].split("The format")[0]))
    assert {*Options.__struct_fields__} <= set(re.findall(r"`(\w+)`", options))
    assert set(policies.BY_API) == set(CONTRACTS), "an API that is not checked has to be told among the limits"
