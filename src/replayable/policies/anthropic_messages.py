"""Anthropic Messages: https://docs.anthropic.com/en/api/messages, and the servers that speak it."""

from __future__ import annotations

from replayable import models
from replayable.facts.anthropic_fields import BLOCK_FIELDS, MESSAGE_FIELDS
from replayable.formats import anthropic
from replayable.policies import images
from replayable.policies.claude_reasoning import reasoning_rules, settled_reasoning_rules, signed_turn_rules, taken_prefill, tool_loop_rules
from replayable.policies.policy import Policy, Situation
from replayable.policies.provenance import provenance_rules
from replayable.policies.settings import settings_rules
from replayable.policies.stored_fields import untranslatable_part_field
from replayable.rules import (
    AssistantFirstHistory,
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
    HalfStreamedCall,
    ImpossibleDeclaredName,
    ImpossibleToolName,
    IncompleteToolCall,
    LateSystemMessage,
    ListedSystemMessage,
    LoneSurrogate,
    MisplacedCacheMark,
    MissingOutputLimit,
    MissingToolResult,
    OrphanToolResult,
    RefusedField,
    SilentReply,
    SplitServerTool,
    SupersededToolResult,
    SurplusCacheMark,
    ToolCallId,
    TrailingAssistant,
    UncleanSetting,
    UnknownRole,
    UnofferedToolCall,
    UnsupportedPart,
)
from replayable.rules.ids.tool_call_id import LETTERS
from replayable.rules.rule import AnyRule

# Anthropic SDK 2.14 types with a `cache_control` field (2026-11); thinking has none ("thinking.cache_control: Extra inputs are not permitted").
CACHE_PLACES = frozenset({"text", "image", "document", "tool-call", "tool-result", "server-call", "server-result", "opaque"})

# "A maximum of 4 blocks with cache_control may be provided." (provider-contracts: anthropic-cache-control-max4, 2026-11)
CACHE_MARKS = 4

# tools.{k}.custom.name: String should have at most 128 characters (anthropics/claude-code#21492)
LONGEST_NAME = 128

# No limit was found for ids in the history; 128 keeps every id that is known to occur.
LONGEST_ID = 128


def choose(situation: Situation) -> Policy:
    """The policy for a target of this API."""
    carries = anthropic.FORMAT.carries
    binds_prefix = models.binds_prefix(situation.target.model)
    rules: tuple[AnyRule | None, ...] = (
        LoneSurrogate(),
        ControlCharacter(),
        UncleanSetting(),
        UnknownRole(),
        *provenance_rules(situation),
        SilentReply(),
        CutOffReasoning(),
        *settings_rules(situation, carries),
        None if situation.own else MissingOutputLimit(),
        untranslatable_part_field(situation, carries),
        RefusedField(message_fields=MESSAGE_FIELDS, block_fields=BLOCK_FIELDS) if situation.own else None,
        *images.image_rules(situation, images.ANTHROPIC),
        UnsupportedPart(parts=images.parts_with_images(carries, images.ANTHROPIC), results=carries.results, format=anthropic.FORMAT.name, known=carries.known),
        *reasoning_rules(situation),
        BlankText(results="no-blank" if situation.own else "filled"),
        *signed_turn_rules(situation),
        HalfStreamedCall(),
        DoubledToolCall(),
        FailedTurnCall(),
        IncompleteToolCall(),
        UnofferedToolCall(offered=situation.offered) if situation.offered else None,
        ImpossibleDeclaredName(longest=LONGEST_NAME),
        ImpossibleToolName(longest=LONGEST_NAME),
        BrokenArguments(),
        SupersededToolResult(),
        DuplicateToolResult(),
        OrphanToolResult(),
        DisplacedToolResult(),
        MissingToolResult(pending=situation.options.pending),
        SplitServerTool(),
        ToolCallId(alphabet=LETTERS + "_-", longest=LONGEST_ID),
        *images.placed_image_rules(situation, images.ANTHROPIC),
        EmptyTurn(keeps_owned_state=False),
        ListedSystemMessage() if situation.own else None,
        LateSystemMessage(place="turns" if models.takes_system_turns(situation.target.model) else "user-text"),
        AssistantFirstHistory(),
        None if binds_prefix else ConsecutiveUserTurns(),
        ConsecutiveAssistantTurns(),
        *settled_reasoning_rules(situation),
        _trailing(situation),
        *tool_loop_rules(situation),
        MisplacedCacheMark(places=CACHE_PLACES),
        SurplusCacheMark(most=CACHE_MARKS),
    )
    return Policy("anthropic-messages", anthropic.FORMAT, tuple(rule for rule in rules if rule is not None))


def _trailing(situation: Situation) -> TrailingAssistant:
    """With thinking on no model takes a prefill; without it Claude up to 4.5 does, and so may other models on this API."""
    if situation.thinking is not True and models.takes_prefill(situation.target.model):
        return taken_prefill(situation)
    return TrailingAssistant(prefill="wanted" if situation.options.prefill else "refused", thinking=situation.thinking)
