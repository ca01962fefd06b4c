"""OpenAI's Responses API: https://platform.openai.com/docs/api-reference/responses, ChatGPT's Codex backend, and the servers that speak it."""

from __future__ import annotations

import itertools
from typing import Literal

from replayable import models
from replayable.formats import openai_responses
from replayable.formats.openai_responses.carries import OWN_PARTS
from replayable.model.transcript import Route
from replayable.policies import images
from replayable.policies.makers import unknown_maker
from replayable.policies.policy import Policy, Situation
from replayable.policies.provenance import provenance_rules
from replayable.policies.settings import settings_rules
from replayable.policies.stored_fields import untranslatable_part_field
from replayable.rules import (
    BlankText,
    BrokenArguments,
    ConsecutiveAssistantTurns,
    ConsecutiveUserTurns,
    ControlCharacter,
    CutOffReasoning,
    DisplacedToolResult,
    DoubledToolCall,
    DuplicateToolResult,
    EmptyTurn,
    FailedTurnCall,
    ForeignItem,
    HalfStreamedCall,
    ImpossibleDeclaredName,
    ImpossibleToolName,
    IncompleteToolCall,
    LoneSurrogate,
    MisnamedPart,
    MisshapenCallId,
    MissingInstructions,
    MissingToolResult,
    OrphanReasoning,
    OrphanToolResult,
    OverlongArguments,
    PriorItemId,
    RefusedItemId,
    RefusedSetting,
    SilentReply,
    SupersededToolResult,
    SurplusCacheMark,
    SystemItem,
    UncleanSetting,
    UnencodedArguments,
    UnknownRole,
    UnofferedToolCall,
    UnpairedItemId,
    UnreplayableReasoning,
    UnstoredItem,
    UnsummarisedReasoning,
    UnsupportedPart,
)
from replayable.rules.rule import AnyRule
from replayable.synthetic import ABORTED
from replayable.targets import API_ALIASES, Api, fold_provider

Rules = tuple[AnyRule | None, ...]

# tools[].name and function_call.name: one to 64 letters, digits, _ and - are taken everywhere; some servers of the API take 128
# (SDK openai 3.57.0; provider-contracts, 2026-11). What stands in the API's own histories it has taken.
LONGEST_NAME = 64
LONGEST_OWN_NAME = 128

# "Expected a string with maximum length 1048576" for `arguments` (openai/codex#42450, 2026)
LONGEST_ARGUMENTS = 1_048_576

# Providers whose servers keep what they made and find it by its id; others go by what stands in the request.
KEEPING = frozenset({"openai", "azure-openai", "openai-codex", "github-copilot", "xai"})

# Types of texts by role ("Supported values are: 'output_text' and 'refusal'", rust-genai#119, 2026); the others are known to be mixed up.
_GIVEN = {"output_text": "input_text", "text": "input_text", "summary_text": "input_text"}
_SAID = {"input_text": "output_text", "text": "output_text", "summary_text": "output_text"}
TEXT_TYPES = {"assistant": _SAID, "user": _GIVEN, "system": _GIVEN, "developer": _GIVEN, "tool": _GIVEN}

# Fields by which a request goes on from what the server keeps: its input is not the whole history then.
CONTINUING = ("previous_response_id", "conversation")

# What the Codex backend refuses in a request, in our words and in the API's ({"detail":"Unsupported parameter: ..."}, AIClient2API#520,
# litellm#21420, CLIProxyAPI, 2026).
CODEX_REFUSED = frozenset({"max_tokens", "temperature", "top_p", "user", "metadata", "truncation", "max_tool_calls", "safety_identifier"})


def choose(situation: Situation) -> Policy:
    """The policy for a target of this API."""
    return _policy("openai-responses", (*_texts(situation), *_parts(situation), *_calls(situation), *_items(situation), *_turns(situation)))


def choose_codex(situation: Situation) -> Policy:
    """The policy for the Codex backend: it keeps nothing, so ids of items mean nothing to it."""
    prior = PriorItemId(stored=_stored(situation))
    rules = (*_texts(situation), *_parts(situation), *_calls(situation), *_items(situation), prior, *_turns(situation))
    return _policy("openai-codex-responses", rules)


def _backend(situation: Situation) -> RefusedSetting | None:
    """What the Codex backend refuses, and takes with one value only; whether to stream a request may leave unsaid."""
    if situation.target.api != "openai-codex-responses":
        return None
    wanted = {"store": False, "stream": True} if situation.settings.stream is False else {"store": False}
    return RefusedSetting(refused=CODEX_REFUSED, wanted=wanted)


def _policy(api: Api, rules: Rules) -> Policy:
    return Policy(api, openai_responses.FORMAT, tuple(rule for rule in rules if rule is not None))


def _texts(situation: Situation) -> Rules:
    carries = openai_responses.FORMAT.carries
    return (
        LoneSurrogate(),
        ControlCharacter(),
        UncleanSetting(),
        UnknownRole(),
        *provenance_rules(situation),
        SilentReply(),
        CutOffReasoning(),
        *settings_rules(situation, carries, backend=_backend(situation)),
    )


def _parts(situation: Situation) -> Rules:
    carries = openai_responses.FORMAT.carries
    parts = OWN_PARTS if situation.own else images.parts_with_images(carries, images.RESPONSES)
    return (
        untranslatable_part_field(situation, carries),
        *((MisnamedPart(names=TEXT_TYPES), UnencodedArguments()) if situation.own else ()),
        *images.image_rules(situation, images.RESPONSES),
        UnsupportedPart(parts=parts, results=carries.results, format=openai_responses.FORMAT.name, known=carries.known),
        _foreign(situation),
        UnreplayableReasoning(needs="encrypted" if _keeps_nothing(situation) and situation.target.provider in KEEPING else "item"),
        UnsummarisedReasoning() if situation.own else None,
        UnstoredItem() if _keeps_nothing(situation) else None,
        BlankText(results="as-stored"),
    )


def _stored(situation: Situation) -> Literal["items", "otherwise"]:
    return "items" if situation.own else "otherwise"


def _foreign(situation: Situation) -> ForeignItem | None:
    """In the API's own history only what the caller says tells whether it was made elsewhere."""
    unknown = unknown_maker(situation)
    if situation.own and unknown == "own":
        return None
    target = situation.target
    return ForeignItem(provider=target.provider, api=target.api, model=target.model, unknown=unknown, until=_switched(situation))


def _switched(situation: Situation) -> float | Literal["now"] | None:
    """When the session last changed its route: now if the newest note names another than the target; None if it never did."""
    routes = situation.routes
    if not routes:
        return None
    target = situation.target
    if _name_of(routes[-1]) != (target.provider, target.api, target.model):
        return "now"
    changed = [after.timestamp for before, after in itertools.pairwise(routes) if _name_of(before) != _name_of(after)]
    return changed[-1] if changed else None


def _name_of(route: Route) -> tuple[str, str, str | None]:
    """The route in the one spelling used here."""
    api = (route.api or "").strip().lower()
    return fold_provider(route.provider or ""), API_ALIASES.get(api, api), route.model


def _calls(situation: Situation) -> Rules:
    return (
        HalfStreamedCall(),
        DoubledToolCall(),
        FailedTurnCall(),
        IncompleteToolCall(),
        UnofferedToolCall(offered=situation.offered) if situation.offered else None,
        ImpossibleDeclaredName(longest=LONGEST_NAME),
        ImpossibleToolName(longest=LONGEST_OWN_NAME if situation.own else LONGEST_NAME),
        BrokenArguments(),
        OverlongArguments(longest=LONGEST_ARGUMENTS),
        SupersededToolResult(),
        DuplicateToolResult(),
        None if _continues(situation) else OrphanToolResult(),
        None if situation.own else DisplacedToolResult(),  # an output may stand anywhere behind its call
        MissingToolResult(text=ABORTED, pending=situation.options.pending, others="as-stored" if situation.own else "ordered"),
    )


def _items(situation: Situation) -> Rules:
    return (
        MisshapenCallId(taken="short" if situation.own else "two-part"),
        RefusedItemId(stored=_stored(situation)),
        OrphanReasoning(),
        _unpaired(situation),
    )


def _unpaired(situation: Situation) -> UnpairedItemId | None:
    if situation.own:
        reasons = models.pairs_calls_with_reasoning(situation.target.model)
        return UnpairedItemId(within="round") if reasons and not _continues(situation) else None
    return UnpairedItemId(texts="behind-reasoning")


def _turns(situation: Situation) -> Rules:
    """Claude behind a proxy wants turns that alternate; the API itself takes them in any order."""
    is_claude = models.claude(situation.target.model) is not None and not situation.own
    return (
        *images.placed_image_rules(situation, images.RESPONSES),
        EmptyTurn(keeps_owned_state=False),
        *(_instructions(situation) if situation.target.api == "openai-codex-responses" else ()),
        ConsecutiveUserTurns() if is_claude else None,
        ConsecutiveAssistantTurns() if is_claude else None,
        None if situation.own else SurplusCacheMark(most=0),
    )


def _instructions(situation: Situation) -> Rules:
    leading: Literal["listed", "apart"] = "listed" if situation.own else "apart"
    return (SystemItem(leading=leading), MissingInstructions(leading=leading))


def _keeps_nothing(situation: Situation) -> bool:
    """The server does not keep the items: as the option says, else the request; a bare list is not kept."""
    if situation.target.api == "openai-codex-responses":
        return True
    said = situation.options.store if situation.options.store is not None else situation.settings.store
    return not said if said is not None else not (situation.own and situation.settings.raw is not None)


def _continues(situation: Situation) -> bool:
    return situation.own and any(situation.settings.extra.get(field) is not None for field in CONTINUING)
