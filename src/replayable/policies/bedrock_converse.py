"""Bedrock's Converse: https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html."""

from __future__ import annotations

from replayable import models
from replayable.facts.bedrock_fields import CLAUDE_CACHE_POINTS, DOCUMENT_NAME_LENGTH, TOOL_ID_LENGTH, TOOL_NAME_LENGTH
from replayable.formats import bedrock
from replayable.formats.bedrock.fields import BLOCK_FIELDS, MESSAGE_FIELDS, RESULT_KINDS
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
    ImpossibleDocumentName,
    ImpossibleToolName,
    IncompleteToolCall,
    LateSystemMessage,
    ListedSystemMessage,
    LoneDocument,
    LoneSurrogate,
    MisplacedCacheMark,
    MissingToolResult,
    OrphanToolResult,
    RefusedField,
    RefusedShape,
    RepeatedDocumentName,
    SilentReply,
    SplitServerTool,
    SupersededToolResult,
    SurplusCacheMark,
    TextBesideCalls,
    ToolCallId,
    TrailingAssistant,
    UncleanSetting,
    UndeclaredTools,
    UnknownRole,
    UnofferedToolCall,
    UnsupportedPart,
    UnwantedSignature,
    UserAfterTool,
)
from replayable.rules.ids.tool_call_id import LETTERS
from replayable.rules.rule import AnyRule

# [a-zA-Z0-9_-]+ for ids and names (botocore 1.37.0, 2026-11)
ID_ALPHABET = LETTERS + "_-"

# Cache points stand behind text, tools, calls, results and media (botocore 1.44.8, 2026-11).
CACHE_PLACES = frozenset({"text", "image", "document", "video", "audio", "tool-call", "tool-result", "server-call", "server-result", "opaque"})

# Blocks that are always read where they are well formed; another one may be newer than this version.
MALFORMED = frozenset({"text", "toolUse", "toolResult"})


def choose(situation: Situation) -> Policy:
    """The policy for a target of this API. It takes roles in turns only, whatever the model."""
    carries = bedrock.FORMAT.carries
    rules: tuple[AnyRule | None, ...] = (
        LoneSurrogate(),
        ControlCharacter(),
        UncleanSetting(),
        UnknownRole(),
        *provenance_rules(situation),
        SilentReply(),
        CutOffReasoning(),
        *settings_rules(situation, carries),
        untranslatable_part_field(situation, carries),
        *(_stored_shape_rules() if situation.own else ()),
        *images.image_rules(situation, images.BEDROCK),
        UnsupportedPart(parts=images.parts_with_images(carries, images.BEDROCK), results=carries.results, format=bedrock.FORMAT.name, known=MALFORMED),
        *_reasoning(situation),
        ImpossibleDocumentName(longest=DOCUMENT_NAME_LENGTH),
        RepeatedDocumentName(longest=DOCUMENT_NAME_LENGTH),
        BlankText(results="filled"),
        *(signed_turn_rules(situation) if models.claude(situation.target.model) is not None else ()),
        HalfStreamedCall(),
        DoubledToolCall(),
        FailedTurnCall(),
        IncompleteToolCall(),
        UnofferedToolCall(offered=situation.offered) if situation.offered else None,
        ImpossibleDeclaredName(longest=TOOL_NAME_LENGTH),
        ImpossibleToolName(longest=TOOL_NAME_LENGTH),
        BrokenArguments(),
        SupersededToolResult(),
        DuplicateToolResult(),
        OrphanToolResult(),
        DisplacedToolResult(),
        MissingToolResult(pending=situation.options.pending),
        SplitServerTool(),
        ToolCallId(alphabet=ID_ALPHABET, longest=TOOL_ID_LENGTH),
        *images.placed_image_rules(situation, images.BEDROCK),
        EmptyTurn(keeps_owned_state=False),
        ListedSystemMessage() if situation.own else None,
        LateSystemMessage(place="user-text"),
        AssistantFirstHistory(),
        ConsecutiveUserTurns(),
        ConsecutiveAssistantTurns(),
        *_separated_turns(situation),
        LoneDocument(),
        *settled_reasoning_rules(situation),
        _trailing(situation),
        *tool_loop_rules(situation),
        None if situation.options.tools else UndeclaredTools(),
        MisplacedCacheMark(places=CACHE_PLACES),
        SurplusCacheMark(most=CLAUDE_CACHE_POINTS),
    )
    return Policy("bedrock-converse", bedrock.FORMAT, tuple(rule for rule in rules if rule is not None))


def _separated_turns(situation: Situation) -> tuple[AnyRule, ...]:
    """Words and tools in turns of their own, for models that are not known to take them together."""
    return () if models.mixes_words_and_tools(situation.target.model) else (UserAfterTool(), TextBesideCalls(between="user"))


def _stored_shape_rules() -> tuple[AnyRule, ...]:
    """The SDK refuses other keys before it sends anything, and a block of two kinds."""
    return (
        RefusedField(message_fields=MESSAGE_FIELDS, untyped_fields=frozenset(BLOCK_FIELDS) | RESULT_KINDS, inner_fields=BLOCK_FIELDS),
        RefusedShape(list_key="content", roles=frozenset({"user", "assistant"}), one_of=frozenset(BLOCK_FIELDS), inner_objects=frozenset({"json"})),
    )


def _reasoning(situation: Situation) -> tuple[AnyRule, ...]:
    """Claude's reasoning is signed here as on its own API; of other models only the words are taken back."""
    if models.claude(situation.target.model) is not None:
        return reasoning_rules(situation)
    return (UnwantedSignature(),)


def _trailing(situation: Situation) -> TrailingAssistant:
    """Claude as on its own API; of other models none is known to take a prefill for certain."""
    model = situation.target.model
    if situation.thinking is not True and models.claude(model) is not None and models.takes_prefill(model):
        return taken_prefill(situation)
    return TrailingAssistant(prefill="wanted" if situation.options.prefill else "refused", thinking=situation.thinking)
