"""Decoding a history: what is read, what is noted, what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import replayable
from replayable import records
from replayable.errors import ReadError
from replayable.records import DEPTH, Document, Record
from replayable.report import Note

ESCAPE = "\\u001b"


def refusal(history: Any) -> ReadError:
    with pytest.raises(ReadError) as caught:
        records.load(history)
    return caught.value


def noted(document: Document) -> list[tuple[int | None, int | None, str]]:
    return [(note.line, note.offset, note.reason) for note in document.notes]


# ---------------------------------------------------------------------------------------------- objects and texts
def test_objects_are_copied_because_the_caller_may_change_them() -> None:
    history: list[Any] = [{"role": "user", "content": "hi"}]
    document = records.load(history)
    assert Document(history, None, (), "objects", None, True) == document
    assert document.value is not history


def test_a_tuple_counts_as_a_list() -> None:
    assert records.load(({"role": "user"},)).value == [{"role": "user"}]


def test_a_list_in_a_text_is_one_value() -> None:
    assert Document([1, 2], None, (), "str", b"\n [1,\n 2] \n", False) == records.load("\n [1,\n 2] \n")


def test_bytes_are_remembered_as_bytes() -> None:
    assert Document({"messages": []}, None, (), "bytes", b'{"messages":[]}', False) == records.load(bytearray(b'{"messages":[]}'))


def test_a_text_is_never_a_path(tmp_path: Path) -> None:
    (tmp_path / "history.json").write_text("[]")
    assert "the text: no JSON record can be read (expecting value at character 1); a path is handed over as a pathlib.Path" == str(
        refusal(str(tmp_path / "history.json"))
    )


def test_lines_become_records_with_their_places() -> None:
    document = records.load('{"a":1}\n{"b":"é"}\n{"c":3}')
    assert (Record({"a": 1}, 1, 0, False), Record({"b": "é"}, 2, 8, False), Record({"c": 3}, 3, 19, False)) == document.records
    assert [{"a": 1}, {"b": "é"}, {"c": 3}] == document.value


def test_blank_lines_and_carriage_returns_are_no_damage() -> None:
    document = records.load('{"a":1}\r\n\r\n{"b":2}\r\n \n')
    assert (Record({"a": 1}, 1, 0, False), Record({"b": 2}, 3, 11, False)) == document.records
    assert () == document.notes


def test_a_line_end_inside_a_value_does_not_shift_the_places() -> None:
    assert [(1, 0)] == [(record.line, record.offset) for record in records.load('{"role":"user",\n"content":""}').records or ()]


@pytest.mark.parametrize("text", ['{"role":"user","content":"hi"}', '{"type":"session","id":"s"}', '{"type":"message","message":{}}\n'])
def test_a_single_entry_or_message_is_a_file_of_one_line(text: str) -> None:
    assert 1 == len(records.load(text).records or ())


@pytest.mark.parametrize("text", ['{"messages":[],"role":"x"}', '{"model":"m","input":"hi"}', '{"contents":[]}', "{}"])
def test_a_single_request_is_a_value(text: str) -> None:
    assert records.load(text).records is None


def test_the_last_of_two_equal_keys_wins() -> None:
    assert [{"a": 2}] == records.load('[{"a":1,"a":2}]').value


# ---------------------------------------------------------------------------------------------- damage that is noted
def test_a_byte_order_mark_is_left_out_and_noted() -> None:
    mark = (1, 0, "byte order mark left out")
    assert [1] == records.load("\ufeff[1]").value
    assert [mark] == noted(records.load(b'\xef\xbb\xbf{"a":1}\n{"b":2}'))


def test_a_bad_line_costs_itself() -> None:
    document = records.load('{"a":1}\n{"secret":\n{"b":2}\n')
    assert [{"a": 1}, {"b": 2}] == document.value
    assert [(2, 8, "the line is no JSON value (expecting value at character 11); skipped")] == noted(document)


def test_a_torn_last_line_costs_itself() -> None:
    document = records.load(b'{"a":1}\n{"b":"Troms\xc3')
    assert [{"a": 1}] == document.value
    assert [2] == [note.line for note in document.notes]


def test_zero_bytes_around_a_value_are_left_out_and_noted() -> None:
    document = records.load(b'{"a":1}\n\0\0\0\n\0\0{"b":2}\0\n')
    assert [{"a": 1}, {"b": 2}] == document.value
    assert [(2, 8, "the line holds nothing but NUL bytes; skipped"), (3, 12, "NUL bytes around the JSON value left out")] == noted(document)


def test_a_line_in_latin_1_is_read_as_that_and_noted() -> None:
    document = records.load(b'{"a":"Troms\xf8 \x80"}\n{"b":2}')
    assert [{"a": "Tromsø €"}, {"b": 2}] == document.value
    assert (Note(line=1, offset=0, reason="bytes that are no UTF-8 read as Latin-1"),) == document.notes


def test_bytes_that_are_no_utf8_in_a_line_that_is_are_replaced_and_noted() -> None:
    document = records.load(b'{"a":"\xc3\xa9 \xff"}\n{"b":2}')
    assert [{"a": "é \ufffd"}, {"b": 2}] == document.value
    assert (Note(line=1, offset=0, reason="bytes that are no UTF-8 read as replacement characters"),) == document.notes


@pytest.mark.parametrize(("encoding", "name"), [(f"utf-{bits}{order}", f"UTF-{bits}") for bits in (16, 32) for order in ("", "-le", "-be")])
def test_other_unicode_encodings_are_read_and_noted(encoding: str, name: str) -> None:
    text = '{"role":"user","content":"Tromsø"}\n{"role":"assistant","content":"\U0001f600"}\n'
    document = records.load(text.encode(encoding))
    assert [{"role": "user", "content": "Tromsø"}, {"role": "assistant", "content": "\U0001f600"}] == document.value
    assert (text.encode(), (Note(line=1, offset=0, reason=f"the text is in {name}; read as that"),)) == (document.data, document.notes)


# ---------------------------------------------------------------------------------------------- several records on a line
def test_a_record_behind_a_cut_one_is_read() -> None:
    document = records.load('{"type":"message","id":"e3","timest{"type":"message","id":"e3","timestamp":"t","message":{"role":"user"}}\n{"b":2}')
    assert [{"type": "message", "id": "e3", "timestamp": "t", "message": {"role": "user"}}, {"b": 2}] == document.value
    words = "the line holds a record beside other bytes; the record is read"
    assert [(1, 0, words), (1, 0, "35 bytes of the line are no JSON value; skipped")] == noted(document)


def test_records_without_a_line_end_between_them_are_all_read() -> None:
    document = records.load(b'{"a":1}{"b":2} {"c":3}\n\0{"d":4}\0\0{"e":5}')
    assert [{"a": 1}, {"b": 2}, {"c": 3}, {"d": 4}, {"e": 5}] == document.value
    assert [0, 7, 15, 24, 33] == [record.offset for record in document.records or ()]
    assert [(1, 0, "the line holds several records; each is read"), (2, 23, "the line holds several records; each is read")] == noted(document)


def test_what_is_wrong_with_a_record_among_others_is_told_too() -> None:
    read = records.read_line(b'{"role":"user","content":"caf\xe9"}{"role":"user","content":"b"}')
    assert ["caf\u00e9", "b"] == [found.value["content"] for found in read.found]
    assert ["glued-records", "wrong-encoding"] == [flaw.damage for flaw in read.flaws]


def test_a_record_before_a_torn_one_is_read() -> None:
    document = records.load('{"a":1}{"role":"us\n{"b":2}')
    assert [{"a": 1}, {"b": 2}] == document.value
    assert (1, 0, "11 bytes of the line are no JSON value; skipped") in noted(document)
    assert (1, 0, "1 byte of the line is no JSON value; skipped") in noted(records.load('{"a":1}{\n{"b":2}'))


@pytest.mark.parametrize(
    "torn",
    [
        '{"type":"message","id":"e1","message":{"role":"user","content":"hi"}',
        '{"type":"message","id":"e1","message":{"role":"assistant","content":[{"type":"toolCall","id":"c","name":"f","arguments":{}}',
        '{"role":"user","content":[{"type":"text","text":"hi"}',
        '{"a":[{"type":"x","timestamp":1}]',
        '{"a":[{"type":"x","timestamp":1}',
    ],
)
def test_what_stands_inside_a_torn_record_is_no_record(torn: str) -> None:
    document = records.load('{"b":2}\n' + torn)
    assert [{"b": 2}] == document.value
    assert [2] == [note.line for note in document.notes]


ENTRY = {"parentId": "e0", "timestamp": "2026-01-05T09:00:00.000Z"}
CUT: list[list[dict[str, Any]]] = [
    [
        {"type": "session", "version": 3, "id": "s1", "timestamp": "2026-01-05T09:00:00.000Z", "cwd": "/"},
        {"type": "message", "id": "e1", **ENTRY, "message": {"role": "user", "content": [{"type": "text", "text": 'see: [1], {"a": 1}\\'}]}},
        {
            "type": "message",
            "id": "e2",
            **ENTRY,
            "message": {
                "role": "assistant",
                "content": [{"type": "toolCall", "id": "c", "name": "f", "arguments": {"role": "admin", "messages": [{"role": "user", "content": "x"}]}}],
                "usage": {"input": 1, "cost": {"total": 0.5}},
                "stopReason": "toolUse",
            },
        },
        {"type": "custom", "id": "e3", **ENTRY, "customType": "x", "data": {"message": {"role": "user", "content": "x"}, "rows": [[], [{}]]}},
        {"type": "message", "timestamp": "2026-01-05T09:00:00.000Z", "message": {"role": "user", "content": "of version 1"}},
    ],
    [
        {"role": "user", "content": [{"type": "text", "text": "a"}, {"type": "image_url", "image_url": {"url": "data:,"}}]},
        {"role": "assistant", "content": None, "tool_calls": [{"id": "c", "type": "function", "function": {"name": "f", "arguments": '{"role":"x"}'}}]},
        {"role": "tool", "tool_call_id": "c", "content": "b"},
    ],
]


@pytest.mark.parametrize("rows", CUT, ids=["session", "messages"])
@pytest.mark.parametrize("separators", [(",", ":"), (", ", ": ")], ids=["compact", "spaced"])
def test_a_record_behind_one_that_was_cut_anywhere_is_read_and_nothing_of_the_other(rows: list[dict[str, Any]], separators: tuple[str, str]) -> None:
    for first in rows:
        text = json.dumps(first, separators=separators)
        for at in range(1, len(text)):
            if text[:at].rstrip().endswith('"arguments":'):  # an object may stand there in some formats
                continue
            for second in rows:
                read = records.read_line(f"{text[:at]}{json.dumps(second, separators=separators)}".encode())
                assert [second] == [found.value for found in read.found], text[:at]
                assert [text[:at]] == [flaw.lost.decode() for flaw in read.flaws if flaw.lost]


@pytest.mark.parametrize("rows", CUT, ids=["session", "messages"])
def test_what_stands_in_a_record_that_was_cut_anywhere_is_no_record(rows: list[dict[str, Any]]) -> None:
    for text in map(json.dumps, rows):
        assert [] == [text[:at] for at in range(1, len(text)) if records.read_line(text[:at].encode()).found]


def test_a_line_nested_too_deep_costs_itself() -> None:
    for deep in ('{"a":' * 300 + "1" + "}" * 300, "[" * 5000 + "]" * 5000):
        document = records.load(deep + '\n{"b":2}')
        assert [{"b": 2}] == document.value
        assert [f"the line is no JSON value (nested deeper than {DEPTH} levels); skipped"] == [note.reason for note in document.notes]


def test_the_stated_depth_is_read_and_no_more() -> None:
    deepest = "[" * DEPTH + "]" * DEPTH
    assert not records.is_deeper(records.load(deepest).value, DEPTH)
    assert f"the text: no JSON record can be read (nested deeper than {DEPTH} levels)" == str(refusal(f"[{deepest}]"))


# ---------------------------------------------------------------------------------------------- what only the second decoder takes
def test_lone_surrogates_stay() -> None:
    assert Document([{"a": "x\ud83d"}], None, (), "str", b'[{"a":"x\\ud83d"}]', True) == records.load('[{"a":"x\\ud83d"}]')


def test_a_surrogate_written_as_bytes_stays_and_a_pair_is_one_character() -> None:
    assert [{"a": "\ud83d"}, {"b": "\U0001f600"}] == records.load(b'{"a":"\xed\xa0\xbd"}\n{"b":"\xed\xa0\xbd\xed\xb8\x80"}').value
    assert ["\U0001f600"] == records.load('["\ud83d\ude00"]').value


def test_raw_control_characters_stay() -> None:
    document = records.load(b'{"a":"x\x01\x00y\t"}\n{"b":2}')
    assert [True, False] == [record.suspect for record in document.records or ()]
    assert [{"a": "x\x01\x00y\t"}, {"b": 2}] == document.value


def test_numbers_beyond_json_are_read() -> None:
    assert "[nan, inf, -inf, inf, 123456789012345678901234567890]" == str(
        records.load("[NaN, Infinity, -Infinity, 1e999, 123456789012345678901234567890]").value
    )


@pytest.mark.parametrize("number", ["NaN", "-Infinity", "1e999"])
def test_numbers_beyond_json_are_noted_because_they_are_written_as_null(number: str) -> None:
    words = "a number that JSON has no word for (NaN, or beyond the range of numbers) is written as null"
    assert [(1, 0, words)] == noted(records.load(f'[{{"role":"user","content":"a","n":{number}}}]'))
    assert [(2, 13, words)] == noted(records.load(f'{{"role":"a"}}\n{{"role":"b","n":[{number}]}}\n{{"role":"c"}}\n'))
    assert [] == noted(records.load('[123456789012345678901234567890, "NaN", "\ud800"]'))


def test_a_damaged_value_over_several_lines_is_one_value() -> None:
    assert [{"a": 1}, {"b": "\ud800"}] == records.load('[\n{"a":1},\n{"b":"\\ud800"}\n]').value


# ---------------------------------------------------------------------------------------------- suspicion
@pytest.mark.parametrize("text", [f"x{ESCAPE}[0m", "\\u0000", "a\\bc", "a\\fc", "a\x7fc"])
def test_a_line_that_may_hold_control_characters_is_suspect(text: str) -> None:
    document = records.load('{"a":1}\n{"b":"' + text + '"}\n{"c":3}\n')
    assert [False, True, False] == [record.suspect for record in document.records or ()]
    assert document.suspect


def test_half_a_character_in_json_text_inside_a_string_is_suspect() -> None:
    document = records.load(b'[{"arguments":"{\\"a\\":\\"\\\\udC00\\"}"}]')
    assert '{"a":"\\udC00"}' == document.value[0]["arguments"]
    assert document.suspect


def test_ordinary_escapes_are_not_suspect() -> None:
    assert not records.load('[{"a":"line\\nnext \\"quoted\\" \\u2013 \\ud83d\\ude00"}]').suspect


def test_suspicion_of_the_last_line_is_its_own() -> None:
    document = records.load('{"a":"\\u0001"}\n{"b":2}\n{"c":"\\u0002"}')
    assert [True, False, True] == [record.suspect for record in document.records or ()]


# ---------------------------------------------------------------------------------------------- refusals
@pytest.mark.parametrize("text", ["", "  \n\t\n", "\ufeff", "\ufeff \n"])
def test_an_empty_input_is_refused(text: str) -> None:
    assert "the text: empty, there is no history in it" == str(refusal(text))


@pytest.mark.parametrize(("text", "kind"), [("5", "number"), ("null", "null"), ('"x"', "string"), ("true", "boolean")])
def test_a_single_scalar_is_no_history(text: str, kind: str) -> None:
    assert f"the text: a single {kind} is no history; expected a list, an object or JSON lines" == str(refusal(text))


def test_a_value_cut_in_the_middle_is_refused_with_the_place() -> None:
    error = refusal('[\n{"a":1},\n{"b":2}\n')
    assert ("the text: no JSON record can be read (expecting ',' delimiter at character 19)", 1, 0) == (str(error), error.line, error.offset)


def test_what_is_no_history_at_all_is_refused() -> None:
    assert "a history is a list, a dict, text, bytes or a path, got int" == str(refusal(7))
    assert "a history is a list, a dict, text, bytes or a path, got NoneType" == str(refusal(None))


def test_files_are_read_and_what_is_none_is_named(tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    path.write_bytes(b'{"a":1}\n{"b":2}\n')
    assert ("bytes", b'{"a":1}\n{"b":2}\n') == (records.load(path).given, records.load(path).data)
    assert f"{tmp_path}: a directory, not a file" == str(refusal(tmp_path))
    assert f"{tmp_path / 'none'}: no such file" == str(refusal(tmp_path / "none"))
    path.write_bytes(b"")
    assert f"{path}: empty, there is no history in it" == str(refusal(path))


@pytest.mark.parametrize("hand", [bytes, bytearray, memoryview, lambda data: data.decode()])
def test_a_database_is_no_text_whatever_lines_are_in_it(hand: Callable[[bytes], Any]) -> None:
    error = refusal(hand(b'SQLite format 3\x00\x10\x00\n[{"role":"user","content":"hi"}]\n{"role":"user","content":"ho"}\n'))
    assert str(error).endswith(": is an SQLite database; `prepare --store FILE --session ID` reads a session from one")


# ---------------------------------------------------------------------------------------------- encoding
def test_values_are_written_compactly() -> None:
    assert '{"a":["é",1.5,null]}'.encode() == records.encode({"a": ["é", 1.5, None]})


def test_lone_surrogates_are_written_as_escapes_and_read_again() -> None:
    value = {"\ud800": "é\udc00", "number": 2**80}
    assert b'{"\\ud800":"\xc3\xa9\\udc00","number":1208925819614629174706176}' == records.encode(value)
    assert value == records.decode(records.encode(value))


def test_numbers_for_which_json_has_no_word_become_null() -> None:
    assert b'[null,{"\\ud800":null}]' == records.encode([float("nan"), {"\ud800": float("inf")}])


@pytest.mark.parametrize("source", [None, "openai-responses"])
@pytest.mark.parametrize("words", ["q", [{"role": "user", "content": "q"}]], ids=["text", "list"])
def test_a_request_with_a_type_of_its_own_is_one_request_as_text_too(words: Any, source: str | None) -> None:
    request = {"type": "response.create", "model": "gpt-5", "input": words}
    assert request == records.load(json.dumps(request)).value
    assert request == replayable.prepare(json.dumps(request), "openai/gpt-5", source=source).request


@pytest.mark.parametrize("entry", [{"type": "tool_use", "id": "c", "name": "f", "input": {}}, {"type": "custom_tool_call", "call_id": "c", "input": "x"}])
def test_a_call_with_an_input_is_one_entry(entry: dict[str, Any]) -> None:
    assert [entry] == records.load(json.dumps(entry)).value
