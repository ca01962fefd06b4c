"""Faults that were found by trying to break the library, each held down by the right value."""

from __future__ import annotations

from typing import Any

import replayable


def test_the_notes_of_what_a_replay_read_stay_with_it() -> None:
    replay = replayable.Replay("anthropic/claude-opus-4-6")
    replay.extend(b'bad\n{"role":"user","content":"x"}\n')
    assert [note.line for note in replay.prepare().notes] == [1]


def test_a_result_keeps_its_owner_when_other_calls_go() -> None:
    """Two calls of one id are open, so nobody can tell whose the late result is; that one of them is dropped changes nothing."""

    def call(name: str) -> dict[str, Any]:
        return {"role": "assistant", "content": None, "tool_calls": [{"id": "call_0", "type": "function", "function": {"name": name, "arguments": "{}"}}]}

    other = {"role": "assistant", "content": None, "tool_calls": [{"id": "k", "type": "function", "function": {"name": "read", "arguments": "{}"}}]}
    results = [{"role": "tool", "tool_call_id": "k", "content": "K"}, {"role": "tool", "tool_call_id": "call_0", "content": "late"}]
    user = {"role": "user", "content": "u"}
    history = [user, call("old_tool"), user, call("read"), user, other, *results]
    prepared = replayable.prepare(history, "anthropic/claude-opus-4-6", tools=["read"])
    assert "late" not in prepared.body.decode()
    assert [change.rule for change in prepared.changes if change.loss == "content"] == ["unoffered-tool-call", "orphan-tool-result"]


def test_a_placeholder_is_known_again_after_a_format_without_error_flags() -> None:
    history = [
        {"role": "user", "content": "u"},
        {"role": "assistant", "content": None, "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "f", "arguments": "{}"}}]},
    ]
    sent = replayable.prepare(history, "openai/gpt-4.1", api="openai-completions").request["messages"]
    stored = replayable.convert(sent, "anthropic", source="openai-chat").payload
    stored.append({"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c1", "content": "REAL"}]})
    prepared = replayable.prepare(stored, "anthropic/claude-opus-4-6")
    assert [(change.rule, change.loss) for change in prepared.changes] == [("superseded-tool-result", "none")]
    assert prepared.request["messages"][-1]["content"] == [{"type": "tool_result", "tool_use_id": "c1", "content": "REAL"}]


def chat(history: list[Any]) -> replayable.Prepared:
    return replayable.prepare(history, "openai/gpt-4.1", api="openai-completions", source="openai-chat")


def test_calls_and_results_in_other_forms_are_sent_in_the_form_of_chat() -> None:
    user = {"role": "user", "content": "u"}
    sent = {"id": "c", "type": "function", "function": {"name": "f", "arguments": '{"x":1}'}}
    result = {"role": "tool", "tool_call_id": "c", "content": "r"}
    decoded = {"id": "c", "type": "function", "function": {"name": "f", "arguments": {"x": 1}}}
    flat = {"id": "c", "name": "f", "arguments": '{"x":1}'}
    for calls in ([decoded], [flat], decoded, sent, [{**sent, "type": "tool_use"}]):
        prepared = chat([user, {"role": "assistant", "content": None, "tool_calls": calls}, result])
        assert prepared.request["messages"][1:] == [{"role": "assistant", "content": None, "tool_calls": [sent]}, result]
        assert [(change.rule, change.loss) for change in prepared.changes] == [("borrowed-shape", "none")]
        assert prepared.problems == ()


def test_blocks_of_another_api_in_a_chat_history_become_calls_and_tool_messages() -> None:
    call = {"type": "tool_use", "id": "c", "name": "f", "input": {"a": 1}}
    answer = {"type": "tool_result", "tool_use_id": "c", "content": "r"}
    prepared = chat([{"role": "user", "content": "u"}, {"role": "assistant", "content": [call]}, {"role": "user", "content": [answer]}])
    assert prepared.request["messages"][1:] == [
        {"role": "assistant", "content": None, "tool_calls": [{"id": "c", "type": "function", "function": {"name": "f", "arguments": '{"a":1}'}}]},
        {"role": "tool", "tool_call_id": "c", "content": "r"},
    ]
    assert prepared.problems == ()


def test_blank_text_beside_a_call_that_goes_leaves_no_blank_turn() -> None:
    user = {"role": "user", "content": "u"}
    prepared = chat([user, {"role": "assistant", "content": " ", "tool_calls": [{"id": "c", "type": "function", "function": {"name": "f"}}]}, user])
    assert prepared.request["messages"] == [user, user]


def test_fields_that_the_api_refuses_go_from_the_blocks_of_an_instruction() -> None:
    history = {"model": "x", "max_tokens": 5, "system": [{"type": "text", "text": "s", "id": "blk_1"}], "messages": [{"role": "user", "content": "u"}]}
    prepared = replayable.prepare(history, "anthropic/claude-opus-4-6")
    assert prepared.request["system"] == [{"type": "text", "text": "s"}]
    assert ([change.rule for change in prepared.changes], prepared.problems) == (["refused-field"], ())
    assert replayable.prepare(prepared.request, "anthropic/claude-opus-4-6").changes == ()


def test_a_last_assistant_turn_goes_at_gemini_where_thinking_is_on() -> None:
    """As at every target that takes no prefill; with thinking off or unknown, a short user turn closes the history."""
    user, model = {"role": "user", "parts": [{"text": "Hi"}]}, {"role": "model", "parts": [{"text": "Hello."}]}
    closing = {"role": "user", "parts": [{"text": "Continue."}]}
    told = {"contents": [user, model], "generationConfig": {"thinkingConfig": {"thinkingBudget": 1024}}}
    prepared = replayable.prepare(told, "google/gemini-2.5-pro")
    assert (prepared.request["contents"], prepared.problems) == ([user], ())
    assert [(change.rule, change.loss, change.origin) for change in prepared.changes] == [("trailing-assistant", "content", 1)]
    for target in ("google/gemini-3-pro", "google-vertex/gemini-2.5-pro", "google-gemini-cli/gemini-3-flash"):
        assert replayable.prepare([user, model], target, source="gemini", thinking=True).request["contents"] == [user]
        for thinking in (False, None):
            assert replayable.prepare([user, model], target, source="gemini", thinking=thinking).request["contents"] == [user, model, closing]
