"""What is shown of a session: old wrappers taken off, inner matters hidden, storage untouched."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replayable import projection

Row = dict[str, Any]
WRAPPED = "<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>\nsecret\n<<<END_OPENCLAW_INTERNAL_CONTEXT>>>\n"
METADATA = 'Sender (untrusted metadata):\n```json\n{"label": "Ann (7)", "name": "Ann"}\n```\n\n'


def text(words: str) -> Row:
    return {"type": "text", "text": words}


def user(content: Any, **fields: Any) -> Row:
    return {"role": "user", "content": content, **fields}


def assistant(words: str, **fields: Any) -> Row:
    return {"role": "assistant", "content": [text(words)], **fields}


def entry(own: str, parent: str | None, message: Row) -> Row:
    return {"type": "message", "id": own, "parentId": parent, "timestamp": "2026-01-05T09:00:00.000Z", "message": message}


def shown(*messages: Row) -> list[Any]:
    """What is shown of messages, which stay as they are."""
    before = json.dumps(messages)
    said = projection.shown(messages)
    assert before == json.dumps(messages)
    return said


# ---------------------------------------------------------------------------------------------- old wrappers
@pytest.mark.parametrize(
    ("stored", "said"),
    [
        (WRAPPED + "hello", "hello"),
        ("hello\n" + WRAPPED, "hello"),
        ("hello\n<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>\nnever closed", "hello"),
        ("hello\nOpenClaw runtime context (internal):\nThis context is runtime-generated", "hello"),
        ("System: [2026-02-01 10:00:00 UTC] Gateway restarted\nSystem: [2026-02-01 10:00:01 UTC] Node online\n\nhello", "hello"),
        ("[Wed 2026-03-11 23:51 PDT] hello", "hello"),
        ("[Telegram Ann id:7 +5m 2026-02-03 04:53 GMT+5] hello", "hello"),
        ("[2026-02-03 04:53] hello", "hello"),
        ("[message_id: om_1]\nhello", "hello"),
        ("hello\n[message_id: 7]", "hello\n"),
        (METADATA + "hello", "hello"),
        ('Conversation info (untrusted metadata):\n```json\n{"message_id": "5"}\n```\n\n' + METADATA + "[Fri 2026-04-03 23:54 GMT+8] hello", "hello"),
        ("[ ] a task of a list", "[ ] a task of a list"),
        ("[1] a footnote", "[1] a footnote"),
        ("He said (untrusted metadata): and left", "He said (untrusted metadata): and left"),
    ],
)
def test_a_user_s_words_are_shown_without_what_stood_around_them(stored: str, said: str) -> None:
    assert [said] == [message["content"] for message in shown(user(stored))]


@pytest.mark.parametrize(
    "prompt",
    [
        "Pre-compaction memory flush. Store durable memories only in memory/2026-05-01.md.",
        "An async command the user already approved has completed.\nDo not run the command again.",
        "[Thu 2026-04-02 16:57 GMT+2] An async command did not run.\nDo not run the command again.",
        "A new session was started via /new or /reset. Greet the user.",
        '"A new session was started via /new or /reset. Greet the user."',
        "“An async command did not run.”",
        WRAPPED,
    ],
)
def test_what_only_the_runtime_says_is_not_shown(prompt: str) -> None:
    assert [] == shown(user(prompt), user([text(prompt)]))


def test_who_sent_a_message_is_noted() -> None:
    assert ["Ann (7)"] == [message.get("senderLabel") for message in shown(user(METADATA + "hello"))]


def test_what_an_assistant_quotes_stays() -> None:
    assert [METADATA + "hello"] == [message["content"][0]["text"] for message in shown(assistant(METADATA + "hello"))]


def test_messages_that_need_nothing_are_the_very_same() -> None:
    stored = [user("hi"), assistant("ho", stopReason="stop"), user([text("bye")])]
    assert [True] * 3 == [one is other for one, other in zip(stored, projection.shown(stored), strict=True)]


# ---------------------------------------------------------------------------------------------- hidden rows
def test_a_heartbeat_without_news_is_hidden_with_its_answer() -> None:
    prompt = user("Read HEARTBEAT.md if it exists. If nothing needs attention, reply HEARTBEAT_OK.")
    assert [user("hi")] == shown(user("hi"), prompt, assistant("HEARTBEAT_OK"))
    assert 2 == len(shown(prompt, assistant("The build is red.")))


def test_a_second_telling_of_a_reply_is_hidden() -> None:
    run = assistant("It is done.", provider="openclaw", model="acp-runtime")
    injected = assistant("It is done.", provider="openclaw", model="gateway-injected")
    mirror = assistant("It is done.", provider="openclaw", model="delivery-mirror", openclawDeliveryMirror={"kind": "channel-final"})
    assert [run] == shown(run, injected)
    assert [assistant("It is done.")] == shown(assistant("It is done."), mirror)
    assert 3 == len(shown(assistant("It is done."), user("Again?"), mirror))
    assert [injected] == shown(injected)


@pytest.mark.parametrize(
    "hidden",
    [
        user("x", display=False),
        {"role": "custom", "customType": "openclaw.runtime-context", "content": "x", "display": True},
        user("x", provenance={"kind": "inter_session", "sourceTool": "subagent_announce"}),
        user("x", provenance={"kind": "inter_session", "sourceRole": "subagent"}),
        user(" \n"),
        user([]),
        assistant("NO_REPLY"),
        {"role": "assistant", "content": [{"type": "thinking", "thinking": "hm"}]},
    ],
)
def test_inner_and_empty_rows_are_hidden(hidden: Row) -> None:
    assert [] == shown(hidden)


def test_a_turn_of_files_alone_is_shown_without_where_they_lie() -> None:
    files = {"media": [{"path": "/home/ann/a.png", "contentType": "image/png"}]}
    assert [{"media": [{"contentType": "image/png"}]}] == [message["__openclaw"] for message in shown(user("", __openclaw=files))]


# ---------------------------------------------------------------------------------------------- rows that are shown otherwise
def test_another_session_s_message_is_shown_as_what_its_agent_said() -> None:
    marked = "[Inter-session message] sourceSession=agent:writer:main isUser=false\nThe draft is ready."
    sent = user(marked, provenance={"kind": "inter_session", "sourceTool": "sessions_send", "sourceSessionKey": "agent:writer:main"})
    assert [("assistant", "The draft is ready.", "Forwarded from writer")] == [
        (message["role"], message["content"], message["senderLabel"]) for message in shown(sent)
    ]


def test_what_was_sent_with_the_message_tool_is_shown_as_a_reply() -> None:
    def exchange(arguments: Row, **fields: Any) -> list[Row]:
        call = {"type": "toolCall", "id": "c1", "name": "message", "arguments": arguments}
        answer = {"role": "toolResult", "toolCallId": "c1", "toolName": "message", "content": [text("sent")], "isError": False, "timestamp": 5, **fields}
        return [message for message in shown({"role": "assistant", "content": [call]}, answer) if "openclawMessageToolMirror" in message]

    assert [
        {"role": "assistant", "content": [text("Hi!")], "openclawMessageToolMirror": {"toolCallId": "c1"}, "timestamp": 5},
    ] == exchange({"action": "send", "message": "Hi!"})
    assert [] == exchange({"action": "send", "message": "Hi!", "to": "+49"})
    assert [] == exchange({"action": "send", "message": "Hi!", "dryRun": True})
    assert [] == exchange({"action": "react", "message": "Hi!"})
    assert [] == exchange({"action": "send", "message": "Hi!"}, isError=True)


def test_a_failed_turn_keeps_its_words_and_loses_its_diagnosis() -> None:
    failed = {"stopReason": "error", "errorMessage": "401 key sk-secret", "errorBody": "{}"}
    assert [assistant("Half an ans", stopReason="error")] == shown(assistant("Half an ans", **failed))
    empty = {"role": "assistant", "content": [], **failed}
    assert [("error", [text("The run failed before there was a reply.")])] == [(message["stopReason"], message["content"]) for message in shown(empty)]


def test_images_are_shown_by_their_size() -> None:
    image = {"type": "image", "data": "iVBORw0KGgo=", "mimeType": "image/png"}
    assert [[text("see"), {"type": "image", "mimeType": "image/png", "omitted": True, "bytes": 8}]] == [
        message["content"] for message in shown(user([text("see"), image]))
    ]


def test_long_texts_are_cut_and_no_character_in_two() -> None:
    said = projection.shown([user("a" * 9 + "😀b")], longest=10)
    assert [("a" * 9 + "\n...(truncated)...", {"truncated": True, "reason": "display-cap"})] == [(each["content"], each["__openclaw"]) for each in said]
    assert [8000 + len("\n...(truncated)...")] == [len(each["content"]) for each in projection.shown([user("x" * 9000)])]


# ---------------------------------------------------------------------------------------------- whole sessions
def test_a_session_is_shown_since_its_newest_reset_across_compactions() -> None:
    rows = [
        {"type": "session", "version": 3, "id": "s", "timestamp": "t", "cwd": "/"},
        entry("e1", None, user("before")),
        {"type": "reset", "id": "e2", "parentId": "e1", "timestamp": "t", "reason": "new"},
        entry("e3", "e2", user("since")),
        {"type": "compaction", "id": "e4", "parentId": "e3", "timestamp": "t", "summary": "all of it", "firstKeptEntryId": "gone", "tokensBefore": 9},
        {"type": "custom_message", "id": "e5", "parentId": "e4", "timestamp": "t", "customType": "note", "content": "noted", "display": True},
        entry("e6", "e5", assistant("now")),
    ]
    assert ["since", "noted", [text("now")]] == [message["content"] for message in projection.display(rows)]
    assert ["compactionSummary", "custom", "assistant"] == [message["role"] for message in projection.context(rows).messages]
    assert ["user", "user", "assistant"] == [message.role for message in projection.transcript(rows).messages]


def test_the_context_says_which_model_and_thinking_level_go_on() -> None:
    rows: list[Row] = [
        entry("e1", None, user("hi")),
        {"type": "thinking_level_change", "id": "e2", "parentId": "e1", "timestamp": "t", "thinkingLevel": "high"},
        {"type": "model_change", "id": "e3", "parentId": "e2", "timestamp": "t", "provider": "openai", "modelId": "gpt-5"},
        entry("e4", "e3", assistant("ho", provider="anthropic", model="claude-opus-4-6")),
    ]
    assert ("high", ("anthropic", "claude-opus-4-6")) == (projection.context(rows).thinking_level, projection.context(rows).model)
    assert ("off", None) == (projection.context(rows, "e1").thinking_level, projection.context(rows, "e1").model)


# ---------------------------------------------------------------------------------------------- whatever is stored
ODD: st.SearchStrategy[Any] = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(), st.sampled_from(["user", "text", "image", "toolCall", "error", "inter_session", "NO_REPLY", " ", "{", "e1"])
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(["type", "text", "data", "content", "media", "kind", "id"]), inner, max_size=4)
    ),
    max_leaves=6,
)
FIELDS = ["role", "content", "text", "provenance", "__openclaw", "stopReason", "usage", "customType", "display", "toolCallId", "model", "provider", "isError"]
ROWS = ["type", "id", "parentId", "message", "summary", "timestamp", "firstKeptEntryId", "targetId", "thinkingLevel", "provider", "modelId", "customType"]
MESSAGES = st.dictionaries(st.sampled_from(FIELDS), ODD, max_size=6)
KINDS = ["message", "compaction", "reset", "custom_message", "branch_summary", "leaf", "model_change", "thinking_level_change", "label", "session"]


@given(
    st.lists(
        st.one_of(ODD, MESSAGES, MESSAGES.map(lambda made: {**made, "role": "assistant"}), MESSAGES.map(lambda made: {**made, "role": "user"})), max_size=5
    )
)
def test_no_message_is_too_odd_to_be_shown(messages: list[Any]) -> None:
    before = json.dumps(messages)
    projection.shown(messages)
    assert before == json.dumps(messages)


@given(st.lists(st.tuples(st.sampled_from(KINDS), st.dictionaries(st.sampled_from(ROWS), st.one_of(ODD, MESSAGES), max_size=6)), max_size=5))
def test_no_entry_is_too_odd_to_be_projected(drawn: list[tuple[str, Row]]) -> None:
    entries = [{**row, "type": kind} for kind, row in drawn]
    projection.display(entries)
    projection.context(entries)
    projection.transcript(entries)
    assert len(entries) == len(list(projection.migrated(map(projection.loaded, entries), projection.naming("file", "s"))))
