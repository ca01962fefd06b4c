"""What is handed over as Python objects."""

from __future__ import annotations

import dataclasses
import enum
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

import pytest

import replayable
from replayable.errors import ReadError
from replayable.plain import plain


class Role(enum.StrEnum):
    USER = "user"


class Dumped:
    """What the SDKs' pydantic models have."""

    def __init__(self, **fields: Any) -> None:
        self.fields = fields

    def model_dump(self, *, mode: str, by_alias: bool, exclude_unset: bool) -> dict[str, Any]:
        assert (mode, by_alias, exclude_unset) == ("json", True, True)
        return self.fields


@dataclasses.dataclass
class Message:
    role: str
    content: str


def test_objects_of_sdks_and_dataclasses_tell_their_fields() -> None:
    given = [Message("user", "hi"), {"role": "assistant", "content": [Dumped(type="text", text="yo")]}]
    assert plain(given) == [{"role": "user", "content": "hi"}, {"role": "assistant", "content": [{"type": "text", "text": "yo"}]}]


def test_tuples_sets_mappings_and_enumerations_become_plain_values() -> None:
    given = OrderedDict(a=(1, 2.5, None), b={True}, c=MappingProxyType({1: Role.USER}), d=bytearray(b"x"))
    assert plain(given) == {"a": [1, 2.5, None], "b": [True], "c": {"1": "user"}, "d": b"x"}
    assert type(plain(Role.USER)) is str


def test_nothing_of_the_given_objects_is_kept() -> None:
    inner = {"type": "text", "text": "hi"}
    given = [{"role": "user", "content": [inner]}]
    copied = plain(given)
    inner["text"] = "other"
    assert copied == [{"role": "user", "content": [{"type": "text", "text": "hi"}]}]


@pytest.mark.parametrize("value", [[object()], [{(1, 2): 3}], {1, 2}.__class__, 5, None])
def test_what_is_no_history_is_a_read_error(value: Any) -> None:
    with pytest.raises(ReadError):
        replayable.prepare(value, "anthropic/claude-opus-4-6")


def test_a_history_that_holds_itself_is_a_read_error() -> None:
    given: list[Any] = []
    given.append(given)
    with pytest.raises(ReadError, match="nested too deep, or holds itself"):
        replayable.prepare(given, "anthropic/claude-opus-4-6")


def test_the_loop_of_an_sdk_needs_no_dump() -> None:
    call = Dumped(type="tool_use", id="t1", name="f", input={})
    history = [
        {"role": "user", "content": "hi"},
        {"role": "assistant", "content": [call]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "ok"}]},
    ]
    prepared = replayable.prepare(history, "anthropic/claude-opus-4-6")
    assert prepared.changes == ()
    assert prepared.request["messages"][1] == {"role": "assistant", "content": [{"type": "tool_use", "id": "t1", "name": "f", "input": {}}]}


def test_a_converted_payload_shares_nothing_with_what_was_given() -> None:
    history = [{"role": "assistant", "content": None, "tool_calls": [{"id": "c", "type": "function", "function": {"name": "f", "arguments": {"a": [1]}}}]}]
    payload = replayable.convert(history, "anthropic", source="openai-chat").payload
    payload[0]["content"][0]["input"]["a"].append(2)
    assert history[0]["tool_calls"][0]["function"]["arguments"] == {"a": [1]}  # type: ignore[index]


def test_text_that_looks_like_a_path_is_told_how_to_be_one() -> None:
    with pytest.raises(ReadError, match=r"a path is handed over as a pathlib\.Path"):
        replayable.prepare("session.json", "anthropic/claude-opus-4-6")


def test_a_single_message_extends_a_replay() -> None:
    replay = replayable.Replay("openai/gpt-4.1", api="openai-completions")
    replay.extend({"role": "user", "content": "hi"})
    replay.extend([{"role": "assistant", "content": "yo"}])
    assert replay.prepare().request == {"messages": [{"role": "user", "content": "hi"}, {"role": "assistant", "content": "yo"}]}


def test_an_instruction_beside_the_messages_of_a_chat_request_is_one() -> None:
    history = {"system": "Be brief.", "messages": [{"role": "user", "content": "x"}, {"role": "tool", "tool_call_id": "t1", "content": "r"}]}
    request = replayable.prepare(history, "anthropic/claude-opus-4-6").request
    assert request == {"system": "Be brief.", "messages": [{"role": "user", "content": "x"}]}
    assert replayable.write(replayable.read(history), "openai-chat") == history


def test_a_number_without_end_is_a_read_error() -> None:
    call = {"type": "tool_use", "id": "a", "name": "f", "input": {"n": 10**5000}}
    with pytest.raises(ReadError, match="a number that JSON cannot tell"):
        replayable.prepare([{"role": "user", "content": "x"}, {"role": "assistant", "content": [call]}], "anthropic/claude-opus-4-6")


class DumpedPlainly:
    """A class whose method takes no options."""

    def model_dump(self) -> dict[str, Any]:
        return {"role": "user", "content": "hi"}


def test_a_model_dump_without_options_tells_the_fields_too() -> None:
    assert [{"role": "user", "content": "hi"}] == plain([DumpedPlainly()])


class BrokenDump:
    def model_dump(self, **_: Any) -> dict[str, Any]:
        raise RuntimeError("secret")


class BrokenDict:
    def to_dict(self) -> dict[str, Any]:
        raise KeyError("secret")


class BrokenProperty:
    @property
    def model_dump(self) -> Any:
        raise OSError("secret")


class BrokenMapping(Mapping[str, Any]):
    def __getitem__(self, key: str) -> Any:
        raise RuntimeError("secret")

    def __iter__(self) -> Iterator[str]:
        return iter(["role"])

    def __len__(self) -> int:
        return 1


class BrokenList(list[Any]):
    def __iter__(self) -> Iterator[Any]:
        raise RuntimeError("secret")


@pytest.mark.parametrize("value", [BrokenDump(), BrokenDict(), BrokenProperty(), BrokenMapping(), BrokenList()], ids=lambda value: type(value).__name__)
def test_an_object_that_fails_to_tell_its_fields_is_a_read_error_that_names_its_type_only(value: Any) -> None:
    with pytest.raises(ReadError) as raised:
        plain([value])
    assert f"the history holds an object of type {type(value).__name__} whose fields cannot be read; hand over its dict" == str(raised.value)


@pytest.mark.parametrize("given", [10**4301, -(10**4301), {"a": [10**4301]}, {10**4301: "a"}], ids=["value", "negative", "inside", "key"])
def test_an_integer_that_cannot_be_written_is_a_read_error(given: Any) -> None:
    with pytest.raises(ReadError) as raised:
        plain(given)
    assert "the history holds a number that JSON cannot tell: an integer of too many digits; hand it over as a text" == str(raised.value)


@pytest.mark.parametrize("target", ["openai/gpt-5", "mistral/mistral-large-latest", "anthropic/claude-opus-4-6", "google/gemini-3-pro"])
def test_arguments_with_such_an_integer_are_a_read_error_for_every_target(target: str) -> None:
    call = {"type": "tool_use", "id": "c", "name": "r", "input": {"a": 10**4301}}
    with pytest.raises(ReadError):
        replayable.prepare([{"role": "user", "content": "q"}, {"role": "assistant", "content": [call]}], target, source="anthropic")


def test_the_longest_integer_that_can_be_written_is_kept() -> None:
    assert [10**4299] == plain([10**4299])
