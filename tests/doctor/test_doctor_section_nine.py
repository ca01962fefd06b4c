"""The cases that the openclaw storage specification lists in its section 9 for the repair of session files, by their numbers.

Where the doctor answers otherwise, the test says what and why: 6 to 9 are about a cache of trusted files, which a program has that opens the
same file again and again; the doctor looks at the whole file each time. 10: a file of entries without a header gets one.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from session_files import HEADER, PNG, assistant, beside, call, damages, entries, lines, messages, read, result, text, user, written

from replayable import doctor
from replayable.doctor import Report
from replayable.errors import ReadError
from replayable.synthetic import OPENCLAW_FAILED_TURN

OMITTED = {"type": "text", "text": "[image omitted: corrupted base64 payload]"}
CODE = {"api": "openai-chatgpt-responses", "provider": "openai", "stopReason": "toolUse"}
RESPONSES = {"api": "openai-responses", "provider": "openai", "stopReason": "toolUse"}
MIRROR = assistant([text("It is sent.")], provider="openclaw", api="openclaw-transcript", model="delivery-mirror")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "session.jsonl"


def repaired(path: Path, rows: list[Any]) -> Report:
    return doctor.repair(written(path, rows))


def untouched(path: Path, rows: list[Any]) -> bool:
    """A repair finds nothing and leaves every byte, and so does the state of the file."""
    before = written(path, rows).stat()
    report = doctor.repair(path)
    after = path.stat()
    return not report.findings and lines(rows) == path.read_text(encoding="utf-8") and (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)


def test_01_a_session_in_a_database_is_no_file() -> None:
    with pytest.raises(ReadError, match="sqlite:agent/main: is a session in a database, not a file"):
        doctor.repair("sqlite:agent/main")


def test_02_a_broken_line_is_dropped_and_no_backup_stays(path: Path) -> None:
    rows = entries(user("hi"))
    assert ["unreadable-line"] == damages(repaired(path, [*rows, '{"type":"message","id":"e2","mess']))
    assert rows == read(path)
    assert [".unread"] == beside(path)


def test_03_no_number_of_repairs_leaves_a_backup(path: Path) -> None:
    written(path, entries(user("hi")))
    for _ in range(5):
        with path.open("a") as file:
            file.write('{"type":"mess\n')
        assert doctor.repair(path).repaired
    assert {".unread"} == set(beside(path))


def test_05_line_ends_of_windows_are_no_damage(path: Path) -> None:
    path.write_bytes(lines(entries(user("hi"), assistant([text("ho")]))).replace("\n", "\r\n").encode())
    before = path.read_bytes()
    assert not doctor.repair(path).findings
    assert before == path.read_bytes()


def test_06_to_09_a_file_is_looked_at_anew_whatever_was_found_before(path: Path) -> None:
    written(path, entries(user("hi"), *(result(f"c{number}") for number in range(4097))))
    assert not doctor.repair(path).findings
    with path.open("a") as file:
        file.write('{"type":"message","id":"x","parentId":"e1","timestamp":"t","message":{"role":null,"content":"?"}}\n')
    assert ["roleless-message"] == damages(doctor.repair(path))
    assert 4099 == len(read(path))


def test_10_a_file_that_does_not_begin_with_a_header_gets_one(path: Path) -> None:
    rows = entries(user("hi"))
    assert ["missing-header"] == damages(repaired(path, rows[1:]))
    assert {"type": "session", "version": 3, "id": "session", "timestamp": "2026-01-05T09:00:01.000Z", "cwd": ""} == read(path)[0]
    assert rows[1:] == read(path)[1:]


def test_10_a_file_that_is_no_session_at_all_gets_none(path: Path) -> None:
    assert untouched(path, [{"event": "start"}, {"type": "message", "text": "not an entry"}, {"type": "label"}])


def test_11_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(ReadError, match="a directory, not a file"):
        doctor.repair(tmp_path)


def test_12_a_turn_that_failed_before_its_first_word_gets_a_placeholder(path: Path) -> None:
    report = repaired(path, entries(user("hi"), assistant([], stopReason="error"), user("again")))
    assert [("empty-failure", "synthetic")] == [(finding.damage, finding.loss) for finding in report.findings]
    assert [text(OPENCLAW_FAILED_TURN)] == messages(path)[1]["content"]
    assert "dropped" not in report.findings[0].reason


def test_13_a_blank_text_of_the_user_s_becomes_a_placeholder_and_keeps_its_id(path: Path) -> None:
    assert ["blank-user"] == damages(repaired(path, entries(user([text(" \n")]))))
    assert ("e1", [text("(continue)")]) == (read(path)[1]["id"], messages(path)[0]["content"])


def test_14_a_blank_string_stays_a_string(path: Path) -> None:
    repaired(path, entries(user("  ")))
    assert "(continue)" == messages(path)[0]["content"]


def test_15_a_blank_text_beside_an_image_goes(path: Path) -> None:
    image = {"type": "image", "data": PNG, "mimeType": "image/png"}
    report = repaired(path, entries(user([text(""), image])))
    assert [("blank-user", "none")] == [(finding.damage, finding.loss) for finding in report.findings]
    assert [image] == messages(path)[0]["content"]


def test_16_an_image_of_other_characters_becomes_a_text_and_is_counted(path: Path) -> None:
    image = {"type": "image", "data": "ïmage", "mimeType": "image/png"}
    report = repaired(path, entries(user([image, text("see"), image])))
    assert ["corrupt-image"] * 2 == damages(report)
    assert [OMITTED, text("see"), OMITTED] == messages(path)[0]["content"]
    assert [image, text("see"), image] == read(Path(report.side or ""))[0]["message"]["content"]


def test_17_and_18_images_are_told_by_their_first_bytes(path: Path) -> None:
    images = [{"type": "image", "data": PNG, "mimeType": "image/png"}, {"type": "image", "data": "Qk1GAAAAAAAAADYAAAAoAAAA", "media_type": "image/bmp"}]
    assert untouched(path, entries(user([text("see"), *images])))


def test_19_base64_of_something_else_is_no_image(path: Path) -> None:
    assert ["corrupt-image"] == damages(repaired(path, entries(user([{"type": "image", "data": "aGVsbG8gd29ybGQ=", "mimeType": "image/png"}]))))
    assert [OMITTED] == messages(path)[0]["content"]


def test_20_a_broken_line_and_an_empty_failure_are_both_told(path: Path) -> None:
    rows = entries(user("hi"), assistant([], stopReason="error"))
    assert ["unreadable-line", "empty-failure"] == damages(repaired(path, [rows[0], "{broken", *rows[1:]]))


def test_21_an_empty_turn_that_ended_well_is_a_silent_reply(path: Path) -> None:
    assert untouched(path, entries(user("hi"), assistant([])))


@pytest.mark.parametrize("count", [1, 2])
def test_22_and_23_delivered_replies_at_the_end_stay(path: Path, count: int) -> None:
    assert untouched(path, entries(user("hi"), *(assistant([text("ho")]) for _ in range(count))))


@pytest.mark.parametrize("end", [[user("more")], [], [MIRROR]])
@pytest.mark.parametrize("content", [[text("ho")], [call("c1")], [call("c1"), text("ho")]])
def test_24_to_26_assistant_turns_stay_wherever_they_stand(path: Path, content: list[Any], end: list[Any]) -> None:
    assert untouched(path, entries(user("hi"), assistant(content), *end))


def test_27_a_lost_result_of_a_code_session_is_put_between_call_and_mirror(path: Path) -> None:
    assert ["lost-code-result"] * 2 == damages(repaired(path, entries(user("run"), assistant([call("c1", "exec")], **CODE), MIRROR)))
    made = read(path)[3]
    assert ("e2", "toolResult", "c1", "exec", True, [text("aborted")]) == (
        made["parentId"],
        *(made["message"][key] for key in ("role", "toolCallId", "toolName", "isError", "content")),
    )
    assert made["id"].startswith("repair-")
    assert (made["id"], MIRROR) == (read(path)[4]["parentId"], read(path)[4]["message"])


def test_28_a_lost_result_of_the_message_tool_is_put_before_the_mirror(path: Path) -> None:
    report = repaired(path, entries(user("send"), assistant([call("c1", "message"), call("c2", "exec")], **RESPONSES), MIRROR))
    assert ["lost-send-result"] * 2 == damages(report)
    assert ["user", "assistant", "toolResult", "assistant"] == [message["role"] for message in messages(path)]
    assert "c1" == messages(path)[2]["toolCallId"]


@pytest.mark.parametrize("route", [CODE, RESPONSES])
def test_29_a_result_that_is_stored_stays_the_only_one(path: Path, route: dict[str, str]) -> None:
    assert untouched(path, entries(user("run"), assistant([call("c1", "message")], **route), result("c1"), MIRROR))
    assert untouched(path, entries(user("run"), assistant([call("c1", "message")], **route), MIRROR, result("c1")))


@pytest.mark.parametrize("stop", ["error", "aborted"])
@pytest.mark.parametrize("route", [CODE, RESPONSES])
def test_30_and_31_calls_of_failed_turns_get_no_result(path: Path, route: dict[str, str], stop: str) -> None:
    assert untouched(path, entries(user("run"), assistant([call("c1", "message")], **{**route, "stopReason": stop}), MIRROR))


def test_32_to_34_a_whole_exchange_stays_also_after_a_repair(path: Path) -> None:
    assert untouched(path, entries(user("run"), assistant([call("c1")], **CODE), result("c1"), assistant([text("ran")])))
    assert untouched(path, entries(assistant([text("hello")])))
    repaired(path, entries(user("run"), assistant([call("c1")], **CODE), MIRROR))
    assert untouched(path, [*read(path)])


def test_35_messages_without_a_role_are_dropped(path: Path) -> None:
    rows = entries(user("hi"), user("?", role=None), {"content": "?"}, user("?", role=" "), user("ho"))
    report = repaired(path, rows)
    assert ["roleless-message"] * 3 + ["dangling-parent"] == damages(report)
    assert [user("hi"), user("ho")] == messages(path)
    assert "e1" == read(path)[2]["parentId"]
    assert rows[2:5] == read(Path(report.side or ""))


def test_36_messages_that_are_none_are_dropped(path: Path) -> None:
    rows = entries(user("hi"))
    bare = {"type": "message", "id": "e2", "parentId": "e1", "timestamp": "t"}
    assert ["roleless-message"] * 2 == damages(repaired(path, [*rows, bare, {**bare, "id": "e3", "message": "text"}]))
    assert rows == read(path)


def test_37_other_rows_are_not_judged(path: Path) -> None:
    rows = [{"type": "custom", "customType": "x", "data": None, "id": "e2", "parentId": "e1", "timestamp": "t"}, {"type": "summary", "summary": None}]
    assert untouched(path, [*entries(user("hi")), *rows])


def test_a_header_without_an_id_gets_one(path: Path) -> None:
    assert ["missing-header"] == damages(repaired(path, [{**HEADER, "id": " "}, *entries(user("hi"))[1:]]))
    assert {**HEADER, "id": "session"} == read(path)[0]


@pytest.mark.parametrize(
    ("data", "stays"),
    [
        (PNG, True),
        ("/9j/4AAQSkZJRgABAQ==", True),
        ("R0lGODlhAQABAAAAACw=", True),
        ("UklGRhoAAABXRUJQVlA4TA0AAAA=", True),
        ("AAAAGGZ0eXBoZWljAAAAAG1pZjFoZWlj", True),
        ("AAAAHGZ0eXBhdmlmAAAAAGF2aWZtaWYx", True),
        ("PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=", True),
        ("PGh0bWw+PGJvZHk+bm90IGZvdW5kPC9ib2R5PjwvaHRtbD4=", False),
        ("AAAAGGZ0eXBpc29tAAAAAGlzb21tcDQy", False),
        ("iVBORw0KGgo", True),
        ("iVBO Rw0K\nGgo=", True),
        ("", False),
    ],
)
def test_17_to_19_images_of_every_kind_stay_and_nothing_else(path: Path, data: str, stays: bool) -> None:
    report = repaired(path, entries(user([text("see"), {"type": "image", "data": data, "mimeType": "image/png"}])))
    assert ([] if stays else ["corrupt-image"]) == damages(report)
