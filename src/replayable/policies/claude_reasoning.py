"""The rules for signed reasoning, as Claude models want it on every route, and as servers that copy their API do."""

from __future__ import annotations

from typing import Literal

import msgspec

from replayable import models
from replayable.policies.makers import unknown_maker
from replayable.policies.policy import Situation
from replayable.rules import (
    BrokenSignature,
    BrokenSignedTurn,
    EarlierReasoning,
    ForeignReasoning,
    MisplacedReasoning,
    OutdatedSignature,
    ReasonedPrefill,
    RepeatedReasoning,
    TrailingAssistant,
    TrailingReasoning,
    UnboundReasoning,
    UnreasonedToolLoop,
    UnsignedReasoning,
    UnwantedReasoning,
)
from replayable.rules.rule import AnyRule

# What a route takes of reasoning. "signed": with its provider's signature. "none": nothing at all.
Takes = Literal["signed", "none"]


class Route(msgspec.Struct, frozen=True):
    """How a provider deals with reasoning. `shape`: whether a signature's shape is known there ("base64") or the provider is the
    only one to judge it."""

    takes: Takes = "signed"
    shape: Literal["base64", "any"] = "any"


# Anthropic's signatures are standard base64 with padding (openclaw/openclaw#92201), and mean the same on its partners' clouds
# (docs.anthropic.com, extended thinking, 2026). GitHub Copilot refuses all thinking (openclaw 2026.9.6, its own provider hook).
# Every other provider, gateways included, is its own authority.
ROUTES: dict[str, Route] = {
    "anthropic": Route(shape="base64"),
    "anthropic-vertex": Route(shape="base64"),
    "google-vertex": Route(shape="base64"),
    "amazon-bedrock": Route(shape="base64"),
    "github-copilot": Route(takes="none"),
}


def route_of(situation: Situation) -> Route:
    """The row of a provider; a model that is no Claude has no shape of signature that is known."""
    found = ROUTES.get(situation.target.provider, Route())
    return found if models.claude(situation.target.model) is not None else Route(takes=found.takes)


def reasoning_rules(situation: Situation) -> tuple[AnyRule, ...]:
    """What becomes of each piece of reasoning; their place is before `BlankText`."""
    route, target = route_of(situation), situation.target
    if route.takes == "none":
        return (UnwantedReasoning(),)
    return (
        ForeignReasoning(provider=target.provider, api=target.api, model=target.model, unknown=unknown_maker(situation)),
        *((OutdatedSignature(compacted_at=situation.compacted_at),) if situation.compacted_at is not None else ()),
        *((BrokenSignature(),) if route.shape == "base64" else ()),
        UnsignedReasoning(),
        RepeatedReasoning(),
        *(() if models.reads_earlier_reasoning(target.model) else (EarlierReasoning(),)),
    )


def signed_turn_rules(situation: Situation) -> tuple[AnyRule, ...]:
    """Turns that are replayed as they were signed or not at all, where signed turns are replayed; before calls are judged one by one."""
    if route_of(situation).takes == "none" or not models.reads_earlier_reasoning(situation.target.model):
        return ()
    return (BrokenSignedTurn(offered=situation.offered),)


def settled_reasoning_rules(situation: Situation) -> tuple[AnyRule, ...]:
    """Where reasoning stands once all turns do; their place is behind the order of turns."""
    is_claude = models.claude(situation.target.model) is not None
    return (
        *((MisplacedReasoning(),) if is_claude else ()),
        *((UnboundReasoning(),) if situation.own and models.binds_prefix(situation.target.model) else ()),
        *((ReasonedPrefill(turns="any" if situation.options.prefill else "paused"),) if _refuses_reasoned_prefill(situation) else ()),
        TrailingReasoning(),
    )


def _refuses_reasoned_prefill(situation: Situation) -> bool:
    """Whether a prefill is taken, but none with reasoning in it: by Claude up to 4.5, while nobody says that thinking is on."""
    model = situation.target.model
    return models.claude(model) is not None and situation.thinking is not True and models.takes_prefill(model)


def taken_prefill(situation: Situation) -> TrailingAssistant:
    """For a model that takes a prefill. A turn with its reasoning may be none; where the caller wants it, its reasoning is gone by then."""
    reasoned: Literal["taken", "refused"] = "refused" if _refuses_reasoned_prefill(situation) else "taken"
    return TrailingAssistant(prefill="taken", thinking=situation.thinking, ends_in_space="refused", reasoned=reasoned)


def tool_loop_rules(situation: Situation) -> tuple[AnyRule, ...]:
    """Reasoning off where a running tool loop cannot go on with it; behind the end of the history is settled."""
    if not models.takes_manual_reasoning(situation.target.model):
        return ()
    return (UnreasonedToolLoop(is_on=situation.options.thinking is True),)
