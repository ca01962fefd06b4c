"""What must hold for every file, whatever damage is in it: generated files, put to the doctor."""

from __future__ import annotations

import io
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from session_files import HEADER, PNG, Quick, assistant, call, damages, entries, lines, read, result, text, user

import replayable
from replayable import doctor
from replayable.doctor.lines import text_of
from replayable.doctor.screening import screened
from replayable.doctor.survey import survey
from replayable.errors import ReadError

IDS: st.SearchStrategy[Any] = st.sampled_from(["e1", "e2", "e3", "e4", "", None, 7, [], "s1"])
WRAPPED = "<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>\nsecret\n<<<END_OPENCLAW_INTERNAL_CONTEXT>>>\nhi"
WORDS = st.sampled_from(["hi", " ", "", "ho \\u001b", "é", "\ud800", WRAPPED])
BLOCKS = st.one_of(
    WORDS.map(text),
    st.sampled_from([call("c1", "message"), call("c2"), {"type": "image", "data": PNG, "mimeType": "image/png"}, None, 5]),
    st.sampled_from(["x", "ïmage", PNG[:40]]).map(lambda data: {"type": "image", "data": data, "mimeType": "image/png"}),
)
ROUTES: st.SearchStrategy[dict[str, Any]] = st.sampled_from(
    [
        {},
        {"stopReason": "error"},
        {"stopReason": [], "api": "openai-responses", "provider": "openai"},
        {"api": "openai-chatgpt-responses", "provider": "openai", "stopReason": "toolUse"},
        {"api": "openai-responses", "provider": "openai", "stopReason": "toolUse"},
        {"provider": "openclaw", "model": "delivery-mirror"},
    ]
)
MESSAGES = st.one_of(
    st.one_of(WORDS, st.lists(BLOCKS, max_size=3), st.none()).map(user),
    st.tuples(st.lists(BLOCKS, max_size=3), ROUTES).map(lambda drawn: assistant(drawn[0], **drawn[1])),
    st.sampled_from(["c1", "c2", "c9"]).map(result),
    st.sampled_from([None, 5, {}, {"role": None}, {"role": " ", "content": "x"}, {"content": "x"}]),
)
LINKED: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries({"id": IDS, "parentId": IDS, "timestamp": st.just("t")})
ROWS = st.one_of(
    st.tuples(LINKED, MESSAGES).map(lambda drawn: {"type": "message", **drawn[0], "message": drawn[1]}),
    LINKED.map(lambda link: {"type": "custom", "customType": "x", **link}),
    st.tuples(LINKED, IDS, IDS).map(lambda drawn: {"type": "leaf", **drawn[0], "targetId": drawn[1], "appendParentId": drawn[2]}),
    LINKED.map(lambda link: {"type": "unheard-of", **link}),
    LINKED.map(lambda link: {"type": "reset", **link}),
    st.sampled_from([HEADER, {**HEADER, "id": None}, {"type": "unheard-of", "id": "e1"}, None, [], 5, {}, {"type": 5}]),
    MESSAGES,
)
TORN = st.sampled_from([b"{broken\n", b"\0\0\0\n", b"\xef\xbb\xbf", b"\n", b" \r\n", b'{"role":"user"', b"\xff\n", b"}"])


@st.composite
def files(draw: Any) -> bytes:
    """The bytes of a file: whole sessions with odd rows in them, and torn lines between."""
    rows = [HEADER] * draw(st.integers(0, 1)) + entries(*draw(st.lists(MESSAGES, max_size=4)))[draw(st.integers(0, 1)) :] + draw(st.lists(ROWS, max_size=5))
    data = b"".join(json.dumps(row).encode() + b"\n" for row in rows)
    for torn in draw(st.lists(TORN, max_size=2)):
        at = draw(st.integers(0, len(data)))
        data = data[:at] + torn + data[at:]
    return data


NAMES = st.sampled_from(["e1", "e2", "e3", "e4", "e5", None])
MADE: list[Any] = [
    {"type": "message", "message": user("hi")},
    {"type": "message", "message": user(WRAPPED)},
    {"type": "message", "message": assistant([text("ho")])},
    {"type": "leaf", "targetId": "e2"},
    {"type": "leaf", "targetId": None},
    {"type": "reset"},
    {"type": "label"},
    {"type": "unheard-of"},
]
TREE_ROWS = st.tuples(st.sampled_from(MADE), st.sampled_from(["e1", "e2", "e3", "e4", "e5"]), NAMES).map(
    lambda drawn: {**drawn[0], "id": drawn[1], "parentId": drawn[2], "timestamp": "t"}
)


@st.composite
def trees(draw: Any) -> bytes:
    """The bytes of a session in which nothing is wrong but how its rows hang together."""
    return lines([HEADER, *draw(st.lists(TREE_ROWS, min_size=1, max_size=7))]).encode()


ANY = st.one_of(files(), trees())


def judged(data: bytes) -> bool | None:
    """Whether a close look finds nothing; None where nothing can be read."""
    try:
        return not survey(io.BytesIO(data), Path("session.jsonl")).findings
    except ReadError:
        return None


@given(ANY)
@example(lines(entries(user("hi"))).encode() + b'{"type":"message","id":"e9","parentId":"e1","message":{"role":"user","content":"x\xff"}}\n')
def test_the_quick_look_never_takes_a_damaged_file_for_healthy(data: bytes) -> None:
    if screened(text_of(io.BytesIO(data)).chunks) is not None:
        assert judged(data) is True


@given(data=ANY)
def test_a_repaired_file_is_healthy_and_says_the_same_again(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.mktemp("doctor") / "session.jsonl"
    path.write_bytes(data)
    try:
        report = doctor.examine(path)
    except ReadError:
        with pytest.raises(ReadError):
            doctor.repair(path, Quick())
        assert data == path.read_bytes()
        return
    assert data == path.read_bytes()
    assert report.findings == doctor.repair(path, Quick()).findings
    assert (data == path.read_bytes()) == (not report.findings)
    after = path.read_bytes()
    assert () == doctor.examine(path).findings == doctor.repair(path, Quick()).findings
    assert after == path.read_bytes()


# What these change says nothing, as the page of the doctor lists it: ids that were wrong, blank texts, rows that are stored twice.
SILENT = {"duplicate-id", "dangling-parent", "cyclic-parents", "blank-user", "repeated-header", "missing-header"}
NOTHING = frozenset(b" \t\r\n\v\f\0,[]\xef\xbb\xbf")  # nor do these, between records


@given(data=files())
def test_every_byte_is_in_the_repaired_file_or_beside_it(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.mktemp("doctor") / "session.jsonl"
    path.write_bytes(data)
    try:
        report = doctor.repair(path, Quick())
    except ReadError:
        return
    if SILENT.isdisjoint(damages(report)):
        kept = Counter(path.read_bytes()) + Counter(Path(report.side).read_bytes() if report.side else b"")
        assert {} == {byte: count for byte, count in Counter(data).items() if count > kept[byte] and byte not in NOTHING}


@given(
    data=st.one_of(st.binary(max_size=200), st.lists(st.sampled_from([b"{", b'"', b"}", b"[", b"\n", b"\0", b"\xff", b'"role":"user"', b","])).map(b"".join))
)
def test_no_bytes_are_too_odd(data: bytes) -> None:
    judged(data)
    screened(text_of(io.BytesIO(data)).chunks)


@pytest.mark.parametrize("name", ["pi-large.jsonl", "pi-before-compaction.jsonl"])
def test_stored_sessions_say_the_same_after_a_repair(tmp_path: Path, name: str) -> None:
    stored = Path(__file__).parent.parent / "handed" / "sessions" / name
    path = tmp_path / name
    path.write_bytes(stored.read_bytes())
    findings = doctor.repair(path, Quick()).findings
    assert {"pi-large.jsonl": [], "pi-before-compaction.jsonl": ["empty-failure"]}[name] == [finding.damage for finding in findings]
    before, after = (replayable.read(each, source="openclaw") for each in (stored, path))
    assert len(before.messages) == len(after.messages)
    assert len(findings) == sum(one != other for one, other in zip(read(stored), read(path), strict=True))


def test_a_cut_anywhere_costs_the_cut_line_alone(tmp_path: Path) -> None:
    whole = lines(entries(user("Weather in Tromsø?"), assistant([text("3 °C")]), user("Thanks"))).encode()
    path = tmp_path / "session.jsonl"
    for at in range(len(lines([HEADER])) + 1, len(whole)):
        path.write_bytes(whole[:at])
        doctor.repair(path, Quick())
        complete = [line for line in whole[:at].split(b"\n")[:-1] if line]
        assert [json.loads(line) for line in complete] == read(path)[: len(complete)]
        assert len(read(path)) - len(complete) in (0, 1)
