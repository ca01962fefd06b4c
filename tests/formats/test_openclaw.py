"""openclaw's session files and message lists: what they say, and that they come back as they were."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

import replayable
from replayable import records, synthetic
from replayable.formats.openclaw import FORMAT
from replayable.formats.openclaw.blocks import block_of
from replayable.model.building import edited, message, with_parts
from replayable.model.facts import SILENT, SUSPECT_TEXT
from replayable.model.parts import Media, Opaque, Part, Reasoning, Text, ToolCall, ToolResult
from replayable.model.transcript import Message, Meta, Transcript
from replayable.report import Note

HANDED = Path(__file__).parent.parent / "handed"
TIME = "2026-01-05T09:00:0{}.000Z"


def read(history: Any) -> Transcript:
    return FORMAT.read(records.load(history))


def written(transcript: Transcript, messages: tuple[Message, ...]) -> Any:
    return FORMAT.written(msgspec.structs.replace(transcript, messages=messages))


def session(*entries: dict[str, Any], version: int = 3) -> list[dict[str, Any]]:
    return [{"type": "session", "version": version, "id": "s", "timestamp": TIME.format(0), "cwd": "/"}, *entries]


def entry(id: str, parent: str | None, **fields: Any) -> dict[str, Any]:
    return {"type": "message", "id": id, "parentId": parent, "timestamp": TIME.format(1), **fields}


def said(id: str, parent: str | None, text: str, **fields: Any) -> dict[str, Any]:
    return entry(id, parent, message={"role": "user", "content": text}, **fields)


def words(transcript: Transcript) -> list[str]:
    return [part.text for each in transcript.messages for part in each.parts if type(part) is Text]


def only_part(block: Any, role: str = "assistant") -> Part:
    (each,) = read([{"role": role, "content": [block]}]).messages
    (part,) = each.parts
    return part


# ---------------------------------------------------------------------------------------------- blocks
@pytest.mark.parametrize("kind", ["toolCall", "toolUse", "functionCall", "tool_call", "tool_use", "function_call"])
@pytest.mark.parametrize("field", ["arguments", "input"])
def test_a_call_is_one_in_all_its_spellings(kind: str, field: str) -> None:
    block = {"type": kind, "id": " c1 ", "name": "f", field: {"x": 1}}
    assert ToolCall(" c1 ", "f", {"x": 1}, block, True, " c1 ") == only_part(block)


def test_a_call_tells_what_it_was_streamed_with() -> None:
    block = {"type": "toolCall", "id": "c", "name": "f", "arguments": {}, "partialJson": '{"a', "thought_signature": "sig", "async": True}
    assert ToolCall("c", "f", {}, block, True, "c", '{"a', "sig", True) == only_part(block)


def test_a_call_without_arguments_differs_from_one_with_none_in_them() -> None:
    block = {"type": "toolCall", "id": "c", "name": "f", "partialJson": 5}
    assert ToolCall("c", "f", None, block, True, "c") == only_part(block)


@pytest.mark.parametrize("alias", ["toolCallId", "toolUseId", "tool_call_id", "tool_use_id", "callId", "call_id"])
def test_ids_are_found_under_their_other_names(alias: str) -> None:
    call = only_part({"type": "toolCall", alias: "c", "name": "f", "arguments": {}})
    (result,) = read([{"role": "toolResult", alias: "c", "toolName": "f", "content": []}]).messages[0].parts
    embedded = only_part({"type": "tool_result", alias: "c", "content": "12 C"}, "user")
    assert ["c", "c", "c"] == [getattr(call, "id", 0), getattr(result, "call_id", 0), getattr(embedded, "call_id", 0)]


def test_results_inside_a_user_turn_are_its_parts() -> None:
    blocks: list[Any] = [{"type": "toolResult", "toolUseId": "c", "content": [{"type": "text", "text": "12 C"}]}, {"type": "text", "text": "So?"}]
    (each,) = read([{"role": "user", "content": blocks}]).messages
    assert ("user", (ToolResult("c", (Text("12 C", blocks[0]["content"][0]),), blocks[0]), Text("So?", blocks[1]))) == (each.role, each.parts)


def test_reasoning_is_signed_redacted_or_named_by_its_field() -> None:
    for key in ("thinkingSignature", "signature", "thought_signature"):
        block = {"type": "thinking", "thinking": "hm", key: "sig"}
        assert Reasoning("hm", block, True, "sig") == only_part(block)
    redacted = {"type": "thinking", "thinking": "", "thinkingSignature": "data", "redacted": True}
    native = {"type": "redacted_thinking", "data": "data"}
    field = {"type": "thinking", "thinking": "hm", "thinkingSignature": "reasoning_content"}
    assert Reasoning("", redacted, True, None, "data") == only_part(redacted)
    assert Reasoning("", native, True, None, "data") == only_part(native)
    assert Reasoning("hm", field, True, None, None, "reasoning_content") == only_part(field)


def test_a_signature_stored_as_an_object_is_its_text() -> None:
    block = {"type": "thinking", "thinking": "", "thinkingSignature": {"type": "reasoning", "id": "rs_1"}}
    assert Reasoning("", block, True, '{"type":"reasoning","id":"rs_1"}', spelled="object") == only_part(block)


def test_a_signature_stored_as_an_object_stays_one_where_the_rest_changes() -> None:
    block = {"type": "thinking", "thinking": "", "thinkingSignature": {"type": "reasoning", "id": "rs_1"}, "note": "by hand"}
    (given,) = read([{"role": "assistant", "content": [block]}]).messages
    assert {**block, "thinking": "hm"} == block_of(edited(given.parts[0], text="hm"), True)
    assert {"type": "thinking", "thinking": ""} == block_of(edited(given.parts[0], signature=None, raw={"type": "thinking"}), True)


def test_images_with_something_in_them_are_media() -> None:
    image = {"type": "image", "data": "iVBO", "mimeType": "image/png"}
    empty = {"type": "image", "mimeType": "image/png"}
    assert Media("image", image, True, "image/png", "iVBO") == only_part(image, "user")
    assert Opaque("image", empty, True, None, "openclaw") == only_part(empty, "user")


@pytest.mark.parametrize("block", [None, 5, "text", [], {"kind": "no type"}, {"type": ["x"]}, {"type": "mystery"}, {"type": "text", "text": 5}])
def test_a_block_of_no_known_kind_is_kept_whole(block: Any) -> None:
    part = only_part(block)
    assert (Opaque, block, "openclaw") == (type(part), part.raw, getattr(part, "format", None))


# ---------------------------------------------------------------------------------------------- messages
@pytest.mark.parametrize(
    ("content", "texts"),
    [("hi", ["hi"]), ({"type": "text", "text": "hi"}, ["hi"]), (None, []), ([], []), ([{"type": "output_text", "text": "hi"}], ["hi"])],
)
def test_contents_of_older_rows_are_read(content: Any, texts: list[str]) -> None:
    assert texts == words(read([{"role": "assistant", "content": content}]))


def test_an_assistant_turn_tells_where_it_came_from() -> None:
    stored = {
        "role": "assistant",
        "content": [],
        "provider": "anthropic",
        "api": "anthropic-messages",
        "model": "claude-opus-4-6",
        "responseId": "msg_1",
        "stopReason": "aborted",
        "usage": {"input": 1},
        "errorMessage": "stopped",
        "timestamp": "2026-01-05T09:00:00.000Z",
        "providerReplay": {"v": 1},
    }
    expected = Meta("anthropic", "anthropic-messages", "claude-opus-4-6", "msg_1", "aborted", {"input": 1}, "stopped", 1767603600000.0, None, True)
    assert expected == read([stored]).messages[0].meta


def test_a_user_turn_tells_its_provenance_and_its_stored_files() -> None:
    stored = {"role": "user", "content": "", "timestamp": 7, "provenance": {"kind": "inter_session"}, "__openclaw": {"media": [{"kind": "image"}]}}
    assert Meta(timestamp=7, provenance={"kind": "inter_session"}, has_media=True) == read([stored]).messages[0].meta
    assert [False, False] == [
        each.meta.has_media for each in read([{**stored, "__openclaw": {"id": "m"}}, {**stored, "__openclaw": {"media": [{}]}}]).messages if each.meta
    ]


@pytest.mark.parametrize(
    ("is_error", "fields", "made_up"),
    [
        (True, {"details": {synthetic.MARK: True}}, True),
        (True, {"details": {synthetic.MARK: 1}}, False),
        (False, {"details": {synthetic.MARK: True}}, False),
        (True, {"content": [{"type": "text", "text": synthetic.OPENCLAW_TEXT}]}, True),
        (True, {"content": [{"type": "text", "text": "aborted"}]}, False),
    ],
)
def test_a_made_up_result_is_known_by_its_mark_or_its_older_text(is_error: bool, fields: dict[str, Any], made_up: bool) -> None:
    (part,) = read([{"role": "toolResult", "toolCallId": "c", "toolName": "f", "content": [], "isError": is_error, **fields}]).messages[0].parts
    assert made_up is (type(part) is ToolResult and part.synthetic)


def test_what_is_no_message_is_one_opaque_part() -> None:
    first, second, third = read([None, {"text": "no role"}, {"role": 5, "content": "x"}]).messages
    assert ("", (Opaque("NoneType", None, True, None, "openclaw"),)) == (first.role, first.parts)
    assert ("", (Opaque("", {"text": "no role"}, True, None, "openclaw"),)) == (second.role, second.parts)
    assert ("", (Text("x"),)) == (third.role, third.parts)


def test_a_command_is_told_to_the_model_with_its_output_and_its_end() -> None:
    stored = {
        "role": "bashExecution",
        "command": "make",
        "output": "```\nno rule",
        "exitCode": 2,
        "cancelled": False,
        "truncated": True,
        "fullOutputPath": "/tmp/out",
    }
    (each,) = read([stored]).messages
    text = "The user ran the command `make`.\nIt printed:\n````\n```\nno rule\n````\nIt ended with exit code 2.\nThe output is cut; all of it is in /tmp/out."
    assert ("user", "command", (Text(text, stored),)) == (each.role, each.kind, each.parts)
    assert ["The user ran the command `ls`.\nIt printed nothing.\nIt was cancelled."] == words(
        read([{"role": "bashExecution", "command": "ls", "output": "", "exitCode": None, "cancelled": True}])
    )


def test_summaries_and_custom_messages_are_user_turns_of_their_own_kind() -> None:
    transcript = read(
        [
            {"role": "compactionSummary", "summary": "So far.", "timestamp": "2026-01-05T09:00:00Z"},
            {"role": "branchSummary", "summary": "Tried."},
            {"role": "branchSummary", "summary": " "},
            {"role": "custom", "customType": "note", "content": "shown"},
            {"role": "custom", "customType": "note", "content": "hidden", "excludeFromContext": True},
            {"role": "hookMessage", "content": "old"},
        ]
    )
    assert [("user", "compaction", 0), ("user", "branch-summary", 1), ("user", "custom", 3), ("user", "custom", 5)] == [
        (each.role, each.kind, each.origin) for each in transcript.messages
    ]
    assert words(transcript)[0].endswith("\n\n<summary>\nSo far.\n</summary>")
    assert 1767603600000.0 == transcript.compacted_at


def test_facts_that_only_the_reader_knows_are_noted() -> None:
    lines = '{"role":"assistant","content":"no_reply"}\n{"role":"user","content":"NO_REPLY \\u0007"}\n'
    assert [SILENT, SUSPECT_TEXT] == [each.facts & (SILENT | SUSPECT_TEXT) for each in read(lines).messages]


# ---------------------------------------------------------------------------------------------- the tree
def test_the_path_to_the_newest_leaf_is_the_conversation_and_other_ends_are_noted() -> None:
    history = session(said("a", None, "one"), said("b", "a", "left"), said("c", "b", "left too"), said("d", "a", "two"))
    transcript = read(history)
    assert (["one", "two"], [0, 3]) == (words(transcript), [each.origin for each in transcript.messages])
    assert (Note(reason="entry 2: the branch that ends in entry 'c' was not taken (2 entries)"),) == transcript.notes


def test_bookkeeping_that_does_not_hang_on_the_leaf_ends_no_conversation() -> None:
    custom = {"type": "custom", "timestamp": TIME.format(1)}
    chained = session(said("a", None, "one"), {**custom, "id": "p", "parentId": "a"}, said("b", "p", "two"), {**custom, "id": "q", "parentId": "a"})
    assert (["one", "two"], ()) == (words(read(chained)), read(chained).notes)
    assert ["one", "two", "three"] == words(read([*chained, said("c", "q", "three")]))


def test_a_leaf_row_chooses_the_end_and_stands_for_it() -> None:
    history = session(said("a", None, "one"), said("b", "a", "two"), {"type": "leaf", "id": "l", "parentId": "b", "targetId": "a"})
    assert ["one"] == words(read(history))
    assert ["one", "three"] == words(read([*history, said("c", "l", "three")]))
    assert ["three"] == words(read([*history, {"type": "leaf", "id": "m", "targetId": None}, said("c", "m", "three")]))


def test_a_leaf_row_that_names_what_is_not_there_changes_nothing() -> None:
    transcript = read(session(said("a", None, "one"), {"type": "leaf", "id": "l", "targetId": "gone"}, said("b", "a", "two")))
    assert ["one", "two"] == words(transcript)
    assert ["entry 1: the row chooses a leaf that is not in the file; it is passed over"] == [note.reason for note in transcript.notes]


def test_a_row_at_the_side_moves_only_the_place_to_append() -> None:
    history = session(said("a", None, "one"), said("s", "a", "aside", appendMode="side"), said("b", "s", "two"))
    assert (["one", "two"], ()) == (words(read(history)), read(history).notes)


def test_rows_of_unknown_kinds_carry_the_chain_but_end_nothing() -> None:
    unknown = {"type": "telemetry", "id": "u", "parentId": "a"}
    assert ["one", "two"] == words(read(session(said("a", None, "one"), unknown, said("b", "u", "two"), {**unknown, "id": "v", "parentId": "b"})))


def test_a_parent_that_is_not_there_goes_on_from_the_leaf() -> None:
    transcript = read(session(said("a", None, "one"), said("b", "gone", "two")))
    assert (["one", "two"], 1) == (words(transcript), len(transcript.notes))


def test_parents_in_a_circle_lose_no_message() -> None:
    assert ["one", "two"] == words(read(session(said("a", "b", "one"), said("b", "a", "two"))))
    assert ["one", "two"] == words(read(session(said("a", None, "one"), said("b", "b", "two"))))


def test_a_parent_may_come_later_in_the_file() -> None:
    assert ["one", "two", "three"] == words(
        read(session(said("a", None, "one"), said("c", "b", "three"), said("b", "a", "two"), {"type": "leaf", "targetId": "c"}))
    )


def test_nothing_goes_on_from_before_a_reset() -> None:
    history = session(said("a", None, "one"), {"type": "reset", "id": "r", "parentId": "a"}, said("b", "r", "two"), said("c", "a", "three"))
    transcript = read(history)
    assert (["two", "three"], 1) == (words(transcript), len(transcript.notes))
    assert ["two", "three"] == words(read([*history, {"type": "leaf", "targetId": "a"}]))


# ---------------------------------------------------------------------------------------------- boundaries and versions
def compaction(id: str, parent: str, **fields: Any) -> dict[str, Any]:
    return {"type": "compaction", "id": id, "parentId": parent, "timestamp": TIME.format(5), "summary": "So far.", "tokensBefore": 9, **fields}


def test_a_compaction_gives_its_summary_first_then_what_it_kept() -> None:
    history = session(said("a", None, "one"), said("b", "a", "two"), compaction("x", "b", firstKeptEntryId="b"), said("c", "x", "three"))
    transcript = read(history)
    assert [("compaction", 2), ("message", 1), ("message", 3)] == [(each.kind, each.origin) for each in transcript.messages]
    assert 1767603605000.0 == transcript.compacted_at


@pytest.mark.parametrize("kept", ["gone", "x", None])
def test_a_compaction_that_names_nothing_before_it_keeps_nothing(kept: str | None) -> None:
    history = session(said("a", None, "one"), compaction("x", "a", firstKeptEntryId=kept), said("c", "x", "three"))
    assert ["compaction", "message"] == [each.kind for each in read(history).messages]


def test_only_the_newest_boundary_counts() -> None:
    history = session(
        said("a", None, "one"),
        compaction("x", "a"),
        said("b", "x", "two"),
        compaction("y", "b", firstKeptEntryId="a", timestamp="never"),
        said("c", "y", "three"),
    )
    transcript = read(history)
    assert ["So far.", "one", "two", "three"] == [text.split("\n")[3] if "\n" in text else text for text in words(transcript)]
    assert 0 == transcript.compacted_at


def test_version_one_is_a_line_and_counts_its_kept_entries_from_the_header() -> None:
    header = {"type": "session", "id": "s", "timestamp": TIME.format(0)}
    rows = [{"type": "message", "message": {"role": "user", "content": text}} for text in ("one", "two", "three")]
    cut = {"type": "compaction", "summary": "So far.", "firstKeptEntryIndex": 2, "timestamp": TIME.format(5)}
    assert [3, 1, 2, 4] == [each.origin for each in read([header, *rows, cut, rows[0]]).messages]


def test_a_version_above_three_is_read_as_three_with_a_note() -> None:
    transcript = read("\n".join(json.dumps(row) for row in session(said("a", None, "one"), version=4)))
    assert (["one"], [1]) == (words(transcript), [note.line for note in transcript.notes])


def test_a_file_without_its_header_is_read_with_a_note() -> None:
    transcript = read('{"type":"ses\n' + json.dumps(said("a", None, "one")) + "\n" + json.dumps(said("b", "a", "two")))
    assert (["one", "two"], [0, 1], [1, 2]) == (words(transcript), [each.origin for each in transcript.messages], [note.line for note in transcript.notes])


def test_rows_that_hold_no_message_are_noted_and_kept() -> None:
    history = session(said("a", None, "one"), {"type": "message", "id": "m", "parentId": "a"}, 5, said("b", "m", "two"))  # type: ignore[arg-type]
    transcript = read(history)
    assert (["one", "two"], 2) == (words(transcript), len(transcript.notes))
    assert history == FORMAT.written(transcript)


# ---------------------------------------------------------------------------------------------- recorded sessions
# Where the recorded reader differs on purpose: it knows no resets and no second cursor, and stumbles over rows that are numbers.
DIFFERENT = {
    "sessionContext-0013": "goes on from before a reset",
    "contextFromJsonl-0014": "goes on from before a reset",
    "contextFromJsonl-0087": "goes on from before a reset",
    "sessionContext-0087": "goes on from before a reset",
    "contextFromJsonl-0037": "a last line with a number gives it nothing",
    "contextFromJsonl-0045": "a role that is a number",
    "contextFromJsonl-0090": "a role that is a number",
    "sessionContext-0090": "a role that is a number",
}
KINDS = {"custom": "custom", "compaction": "compactionSummary", "branch-summary": "branchSummary", "command": "bashExecution"}


def recorded() -> list[dict[str, Any]]:
    with gzip.open(HANDED / "golden" / "functions.jsonl.gz", "rt", encoding="utf-8") as lines:
        vectors = [json.loads(line) for line in lines if '"sessionContext"' in line[:100] or '"contextFromJsonl"' in line[:100]]
    return [vector for vector in vectors if "error" not in vector and not vector["options"]]


def role_of(each: Message) -> str:
    return KINDS.get(each.kind) or {"tool": "toolResult"}.get(each.role, each.role)


def test_recorded_sessions_give_the_recorded_messages() -> None:
    differing = []
    vectors = recorded()
    for vector in vectors:
        transcript = read(vector["input"])
        expected = [{"hookMessage": "custom", "tool": "toolResult"}.get(stored["role"], stored["role"]) for stored in vector["output"]["messages"]]
        if expected != [role_of(each) for each in transcript.messages]:
            differing.append(vector["case"])
    assert (106, sorted(DIFFERENT)) == (len(vectors), sorted(differing))


@pytest.mark.parametrize("name", ["pi-before-compaction.jsonl", "pi-large.jsonl"])
def test_real_sessions_come_back_as_they_were(name: str) -> None:
    path = HANDED / "sessions" / name
    transcript = read(path)
    assert () == transcript.notes
    assert [json.loads(line) for line in path.read_text().split("\n") if line] == FORMAT.written(transcript)


# ---------------------------------------------------------------------------------------------- writing
def test_a_changed_session_is_one_branch_that_reads_the_same() -> None:
    label = {"type": "label", "id": "k", "parentId": "a", "targetId": "a", "timestamp": TIME.format(2)}
    history = session(said("a", None, "one"), label, said("b", "k", "two"), said("x", "a", "left"), said("c", "b", "three"))
    transcript = read(history)
    one, two, three = transcript.messages
    changed = with_parts(three, (edited(three.parts[0], text="THREE"),))
    made = message("user", (Text("made"),))
    stored = written(transcript, (one, changed, made))
    new = stored[-1]["id"]
    assert [
        history[0],
        history[1],
        history[2],
        {**history[5], "parentId": "k", "message": {"role": "user", "content": [{"type": "text", "text": "THREE"}]}},
        {
            "type": "message",
            "message": {"role": "user", "content": [{"type": "text", "text": "made"}]},
            "id": new,
            "parentId": "c",
            "timestamp": TIME.format(1),
        },
    ] == stored
    assert ["one", "THREE", "made"] == words(read(stored))
    assert stored == written(transcript, (one, changed, made))
    assert two.origin == 2


def test_a_changed_session_keeps_its_compaction() -> None:
    history = session(said("a", None, "one"), said("b", "a", "two"), compaction("x", "b", firstKeptEntryId="b"), said("c", "x", "three"))
    transcript = read(history)
    again = read(written(transcript, transcript.messages[:2]))
    assert [("compaction", 0), ("message", 1)] == [(each.kind, each.origin) for each in again.messages]
    assert transcript.compacted_at == again.compacted_at


def test_a_changed_summary_is_a_user_turn() -> None:
    transcript = read(session(said("a", None, "one"), compaction("x", "a"), said("c", "x", "three")))
    merged = with_parts(transcript.messages[0], (*transcript.messages[0].parts, *transcript.messages[1].parts))
    stored = written(transcript, (merged,))[1]
    assert ("message", "x", "user") == (stored["type"], stored["id"], stored["message"]["role"])


def test_a_changed_version_one_file_becomes_version_three() -> None:
    header = {"type": "session", "id": "s"}
    transcript = read([header, *({"type": "message", "message": {"role": "user", "content": text}} for text in ("one", "two"))])
    stored = written(transcript, transcript.messages[:1])
    assert {"type": "session", "id": "s", "version": 3} == stored[0]
    assert (8, None) == (len(stored[1]["id"]), stored[1]["parentId"])


def test_a_changed_list_keeps_untouched_messages_and_what_the_model_is_not_shown() -> None:
    history = [{"role": "user", "content": "one"}, {"role": "custom", "content": "hidden", "excludeFromContext": True}, {"role": "user", "content": "two"}]
    transcript = read(history)
    assert history[1:] == written(transcript, transcript.messages[1:])
    assert history == FORMAT.written(transcript)


def test_changed_parts_are_written_over_their_blocks() -> None:
    call = {"type": "functionCall", "toolCallId": "old", "name": "f", "input": "{}", "x": 1}
    thought = {"type": "thinking", "thinking": "hm", "signature": "sig"}
    result = {"role": "toolResult", "tool_use_id": "old", "toolName": "f", "content": "12 C", "details": {"exit": 0}, "timestamp": 5}
    transcript = read([{"role": "assistant", "content": [thought, call], "model": "m"}, result])
    turn, answer = transcript.messages
    parts = (edited(turn.parts[0], signature=None), edited(turn.parts[1], id="new", arguments={}))
    answered = with_parts(answer, (edited(answer.parts[0], call_id="new"),))
    assert [
        {
            "role": "assistant",
            "content": [{"type": "thinking", "thinking": "hm"}, {"type": "functionCall", "name": "f", "x": 1, "id": "new", "arguments": {}}],
            "model": "m",
        },
        {
            "role": "toolResult",
            "toolCallId": "new",
            "toolName": "f",
            "content": [{"type": "text", "text": "12 C"}],
            "isError": False,
            "details": {"exit": 0},
            "timestamp": 5,
        },
    ] == written(transcript, (with_parts(turn, parts), answered))


def test_a_made_up_result_is_marked_and_known_again() -> None:
    transcript = read([{"role": "assistant", "content": [{"type": "toolCall", "id": "c", "name": "f", "arguments": {}}]}])
    made = message("tool", (ToolResult("c", (Text("unknown"),), name="f", is_error=True, synthetic=True),))
    stored = written(transcript, (*transcript.messages, made))
    assert {synthetic.MARK: True, "reason": "missing_tool_result"} == stored[1]["details"]
    assert [True] == [part.synthetic for part in read(stored).messages[1].parts if type(part) is ToolResult]


def test_results_embedded_in_a_user_turn_stay_there() -> None:
    embedded = {"type": "tool_result", "tool_use_id": "c", "content": "12 C"}
    transcript = read([{"role": "user", "content": [embedded, {"type": "text", "text": "So?"}]}])
    (turn,) = transcript.messages
    assert [{"role": "user", "content": [embedded]}] == written(transcript, (with_parts(turn, turn.parts[:1]),))


def test_a_history_of_another_format_gets_shapes_of_its_own() -> None:
    foreign: dict[str, Any] = {"foreign": True}
    meta = Meta(provider="openai", model="gpt-4.1", stop_reason="toolUse")
    messages = (
        message("system", (Text("Be brief.", foreign),), 0, foreign),
        message("user", (ToolResult("b", (Text("late"),), foreign), Text("Look.", foreign), Media("image", foreign, True, "image/png", "iVBO")), 1, foreign),
        message("assistant", (Reasoning("hm", foreign, True, None, None, "reasoning_content"), ToolCall("c", "f", {"x": 1}, foreign)), 2, foreign, meta),
        message("tool", (ToolResult("c", (Text("12 C", foreign),), foreign, name="f"),), 3, foreign),
    )
    assert [
        {"role": "system", "content": [{"type": "text", "text": "Be brief."}]},
        {"role": "toolResult", "toolCallId": "b", "toolName": "unknown", "content": [{"type": "text", "text": "late"}], "isError": False},
        {"role": "user", "content": [{"type": "text", "text": "Look."}, {"type": "image", "data": "iVBO", "mimeType": "image/png"}]},
        {
            "role": "assistant",
            "content": [
                {"type": "thinking", "thinking": "hm", "thinkingSignature": "reasoning_content"},
                {"type": "toolCall", "id": "c", "name": "f", "arguments": {"x": 1}},
            ],
            "provider": "openai",
            "model": "gpt-4.1",
            "stopReason": "toolUse",
        },
        {"role": "toolResult", "toolCallId": "c", "toolName": "f", "content": [{"type": "text", "text": "12 C"}], "isError": False},
    ] == FORMAT.written(Transcript(messages, "openai-chat"))


# ---------------------------------------------------------------------------------------------- recognition
@pytest.mark.parametrize(
    ("value", "verdict"),
    [
        (session(), True),
        ([said("a", None, "hi")], True),
        ({"type": "session", "id": "s"}, True),
        ([{"role": "user", "content": "hi"}, {"role": "toolResult", "toolCallId": "c", "content": []}], True),
        ([{"role": "assistant", "content": [{"type": "toolCall", "id": "c", "name": "f", "arguments": {}}]}], True),
        ([{"role": "assistant", "content": "hi", "stopReason": "stop"}], True),
        ([{"role": "user", "content": "hi"}], None),
        ([], None),
        ([{"role": "user", "content": [{"type": "text", "text": "hi"}]}], None),
        ({"messages": []}, False),
        ({"model": "m", "input": "hi"}, False),
        ([{"role": "assistant", "content": None, "tool_calls": []}], False),
        ([{"role": "user", "parts": [{"text": "hi"}]}], False),
        ([{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "x"}}]}], False),
        ([{"type": "user", "uuid": "u", "message": {"role": "user", "content": "hi"}}], False),
        ([{"type": "function_call", "call_id": "c"}], False),
        ([1, None], False),
        ("text", False),
    ],
)
def test_a_history_is_recognised_by_what_only_openclaw_has(value: Any, verdict: bool | None) -> None:
    assert verdict is FORMAT.sniff(value)


def test_an_instruction_that_was_sent_as_the_users_text_is_written_as_the_instruction_that_it_was() -> None:
    system = {"role": "system", "content": "Use Celsius.", "timestamp": 2}
    history = [
        {"role": "user", "content": "Oslo?"},
        {"role": "assistant", "content": [{"type": "text", "text": "3 C"}]},
        system,
        {"role": "user", "content": "Lodz?"},
    ]
    prepared = replayable.prepare(history, "google/gemini-3-pro", source="openclaw")
    assert "<system>\nUse Celsius.\n</system>" == prepared.request["contents"][2]["parts"][0]["text"]
    assert system == replayable.write(prepared.transcript, "openclaw")[2]


def test_a_summary_whose_words_were_mended_is_written_as_a_summary() -> None:
    history = [{"role": "compactionSummary", "summary": "Oslo \ud83d", "tokensBefore": 9}, {"role": "user", "content": "Lodz?"}]
    prepared = replayable.prepare(history, "google/gemini-3-pro", source="openclaw")
    assert {"role": "compactionSummary", "summary": "Oslo \ufffd", "tokensBefore": 9} == replayable.write(prepared.transcript, "openclaw")[0]
