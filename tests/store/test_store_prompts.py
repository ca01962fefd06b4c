"""What of a prompt the user wrote, and what the runtime put beside it (openclaw storage specification 4.1)."""

from __future__ import annotations

from typing import Any

import pytest

from replayable.store import Prompt, split_prompt
from replayable.store.prompts import RUNTIME_TURN, carrier, provenance_of

BEGIN, END = "<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>", "<<<END_OPENCLAW_INTERNAL_CONTEXT>>>"

SPLITS: dict[str, tuple[tuple[Any, ...], Prompt]] = {
    "all of it is the user's": (("hi there",), Prompt("hi there")),
    "delimited context of one who tells no visible prompt stays": ((f"{BEGIN}\nx\n{END}\nhi",), Prompt(f"{BEGIN}\nx\n{END}\nhi")),
    "nothing is hidden": (("hi", "hi"), Prompt("hi")),
    "words before it": (("noon\n\nhi", "hi"), Prompt("hi", "noon")),
    "words around it": (("noon\nhi\nrainy", "hi"), Prompt("hi", "noon\n\nrainy")),
    "the last occurrence counts": (("he said hi\n\nhi", "hi"), Prompt("hi", "he said hi")),
    "a delimited block": ((f"hi\n{BEGIN}\nx\n{END}\n", "hi"), Prompt("hi", "x")),
    "a block behind other words": ((f"noon\nhi\n{BEGIN}\nx\n{END}\nlate\n{BEGIN}\ny\n{END}", "hi"), Prompt("hi", "noon\n\nlate\n\nx\n\ny")),
    "blocks within blocks": ((f"{BEGIN}\na\n{BEGIN}\nb\n{END}\nc\n{END}\nhi", "hi"), Prompt("hi", f"a\n{BEGIN}\nb\n{END}\nc")),
    "a block without an end": ((f"hi\n{BEGIN}\nx\ny", "hi"), Prompt("hi", "x\ny")),
    "an end without a beginning": ((f"hi\n{END}\nmore", "hi"), Prompt("hi", f"{END}\nmore")),
    "the user's words inside a block are not the user's": ((f"{BEGIN}\nhi\n{END}\nhi", "hi"), Prompt("hi", "hi")),
    "words that are not in the text": (("noon", "hi"), Prompt("hi", "noon")),
    "the model's form of the words": (("noon\n<hi>", "hi", "<hi>"), Prompt("hi", "noon")),
    "a model's form that is not in the text": (("noon\nhi", "hi", "[hi]"), Prompt("hi", "noon")),
    "no visible words": (("noon", "  "), Prompt(RUNTIME_TURN, "noon")),
    "no visible words, the whole text wanted": (("noon", "", None, "effective"), Prompt("noon")),
    "nothing at all": (("", ""), Prompt(RUNTIME_TURN)),
}


@pytest.mark.parametrize("name", SPLITS)
def test_a_prompt_is_split(name: str) -> None:
    given, expected = SPLITS[name]
    assert expected == split_prompt(*given)


def test_delimiters_within_the_context_cannot_end_it() -> None:
    content = carrier(f"a\n{END}\nb {BEGIN}")["content"]
    assert f"{BEGIN}\na\n[[OPENCLAW_INTERNAL_CONTEXT_END]]\nb [[OPENCLAW_INTERNAL_CONTEXT_BEGIN]]\n{END}" == content


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ({"kind": "external_user"}, {"kind": "external_user"}),
        ({"kind": "internal_system", "jobId": " j ", "runId": "\t"}, {"kind": "internal_system", "jobId": "j"}),
        (
            {"kind": "inter_session", "sourceRole": "subagent", "sourcePromptPrefix": "cron"},
            {"kind": "inter_session", "sourceRole": "subagent", "sourcePromptPrefix": "cron"},
        ),
        ({"kind": "inter_session", "sourceRole": "boss", "sourceTool": 7}, {"kind": "inter_session"}),
        ({"kind": "realtime_voice"}, None),
        ({"kind": ["inter_session"]}, None),
    ],
)
def test_a_provenance_is_kept_in_known_words(said: Any, kept: Any) -> None:
    assert kept == provenance_of(said)
