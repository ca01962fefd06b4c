"""Every request that the handed list shows as refused, sent to every target: nothing is left of it but what no rule may settle."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

import laws
import replayable
from catalogue import chat, native
from catalogue.expected import payload_of
from test_chat_servers import SERVERS

EXPECTED = {**native.EXPECTED, **chat.EXPECTED}
TARGETS = [*laws.TARGETS, *SERVERS]

# Kinds that are left, and why.
LEFT = {
    "nothing was said, and nothing is made up": {
        "anthropic-empty-messages",
        "bedrock-empty-messages",
        "chat-empty-messages",
        "gemini-empty-contents",
        "template-no-user",
    },
    "in the target's own format the fields of a request pass untouched": {
        "anthropic-forced-tool-choice",
        "anthropic-thinking-config-type",
        "chat-effort-unsupported",
        "chat-unknown-parameter",
        "kimi-forced-tool-choice",
        "kimi-thinking-and-effort",
        "minimax-tool-parameters",
    },
    "what of a history may be left out is the caller's to say": {"chat-too-many-messages"},
}
KNOWN = {kind for kinds in LEFT.values() for kind in kinds}

# A request of this many characters takes too long for every target; its own one is asked elsewhere.
LARGEST = 100_000


@cache
def left_by(number: int) -> frozenset[tuple[str, str]]:
    """The kinds of problems that are left for a target, each with the entry whose request it is."""
    target, options = TARGETS[number]
    return frozenset(
        (problem.rule, identifier)
        for identifier, payload in payloads().items()
        for problem in replayable.prepare(payload, target, **options).problems
        if problem.rule not in laws.CALLERS_FIELD
    )


@cache
def payloads() -> Mapping[str, Any]:
    made = {identifier: payload_of(identifier, expected) for identifier, expected in EXPECTED.items()}
    return {identifier: payload for identifier, payload in made.items() if len(json.dumps(payload)) <= LARGEST}


@pytest.mark.parametrize("number", range(len(TARGETS)), ids=[" ".join([target, *options]) for target, options in TARGETS])
def test_nothing_is_left_for_a_target_but_what_no_rule_may_settle(number: int) -> None:
    assert {(kind, identifier) for kind, identifier in left_by(number) if kind not in KNOWN} == set()


def test_each_kind_that_may_be_left_is_left_somewhere() -> None:
    seen = {kind for number in range(len(TARGETS)) for kind, _ in left_by(number)}
    assert KNOWN - seen == set()
