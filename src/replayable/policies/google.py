"""Gemini's generateContent: https://ai.google.dev/api/generate-content, Vertex AI, Gemini CLI and Antigravity."""

from __future__ import annotations

import string

from replayable import models
from replayable.facts.gemini_fields import DATA_FIELDS, INNER_FIELDS, MESSAGE_FIELDS, PART_FIELDS, ROLES
from replayable.formats import gemini
from replayable.policies import images
from replayable.policies.makers import unknown_maker
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
    CorruptThoughtSignature,
    CutOffReasoning,
    DisplacedToolResult,
    DoubledToolCall,
    DuplicateToolResult,
    EmptyTurn,
    FailedTurnCall,
    ForeignReasoning,
    ForeignThoughtSignature,
    HalfStreamedCall,
    ImpossibleDeclaredName,
    ImpossibleToolName,
    IncompleteToolCall,
    LateSystemMessage,
    ListedSystemMessage,
    LoneSurrogate,
    MisnamedToolResult,
    MissingThoughtSignature,
    MissingToolResult,
    OrphanToolResult,
    RefusedField,
    RefusedShape,
    SilentReply,
    SupersededToolResult,
    SurplusCacheMark,
    ToolCallId,
    TrailingAssistant,
    UncleanSetting,
    UnknownRole,
    UnofferedToolCall,
    UnsignedReasoning,
    UnsupportedPart,
    UnwantedCallId,
    WordlessReasoning,
)
from replayable.rules.ids.tool_call_id import LETTERS
from replayable.rules.rule import AnyRule

# "Must start with a letter or an underscore. Must be alphameric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), or dashes (-), with a
# maximum length of 64." (google-gemini/gemini-cli#2966, #7869; the SDK's docstring of 2026-11 says 128)
NAME_STARTS = string.ascii_letters + "_"
NAME_LETTERS = LETTERS + "_-.:"
LONGEST_NAME = 64

# openclaw sends these routes letters and digits only, 40 at the most (transcript hygiene, "Google", 2026-10).
LONGEST_ID = 40

# "response" of a functionResponse is a Struct (AstrBotDevs/AstrBot#7216; google-genai 3.6.1, 2026-11).
OBJECTS = {"functionResponse": "response", "function_response": "response"}

# By its first key a part is called that could not be read. One that begins like a known one is malformed, and one with a `type` is of another
# API; any other may be newer than this version.
MALFORMED = PART_FIELDS | {"type"}

# Routes that refuse ids of calls: Vertex AI (can1357/oh-my-pi, notes of 2026-01).
WITHOUT_IDS = frozenset({"google-vertex"})


def choose(situation: Situation) -> Policy:
    """The policy for a target of this API."""
    rules = (*_texts_and_parts(situation), *_reasoning(situation), *_calls(situation), *_turns(situation))
    return Policy("google-generative-ai", gemini.FORMAT, tuple(rule for rule in rules if rule is not None))


def _texts_and_parts(situation: Situation) -> tuple[AnyRule | None, ...]:
    carries = gemini.FORMAT.carries
    takes_media = models.wants_thought_signatures(situation.target.model)  # in results, since the same models
    pictures = images.GEMINI if takes_media else images.GEMINI_BEFORE_3
    return (
        LoneSurrogate(),
        ControlCharacter(),
        UncleanSetting(),
        UnknownRole(),
        *provenance_rules(situation),
        SilentReply(),
        CutOffReasoning(),
        *settings_rules(situation, carries),
        untranslatable_part_field(situation, carries),
        RefusedField(message_fields=MESSAGE_FIELDS, untyped_fields=PART_FIELDS, inner_fields=INNER_FIELDS) if situation.own else None,
        RefusedShape(roles=ROLES, one_of=DATA_FIELDS, objects=OBJECTS) if situation.own else None,
        *images.image_rules(situation, pictures),
        UnsupportedPart(
            parts=carries.parts,
            results=carries.results if takes_media else frozenset({"text", "opaque", "image"}),  # an image moves later
            format=gemini.FORMAT.name,
            known=MALFORMED,
        ),
    )


def _reasoning(situation: Situation) -> tuple[AnyRule | None, ...]:
    """Claude behind Antigravity wants each thought signed; Gemini takes thoughts without."""
    target, unknown = situation.target, unknown_maker(situation)
    return (
        ForeignReasoning(provider=target.provider, api=target.api, model=target.model, unknown=unknown, loss="none"),
        ForeignThoughtSignature(provider=target.provider, api=target.api, model=target.model, unknown=unknown),
        CorruptThoughtSignature(),
        UnsignedReasoning() if models.claude(target.model) is not None else None,
        WordlessReasoning(),
        BlankText(),
    )


def _calls(situation: Situation) -> tuple[AnyRule | None, ...]:
    pictures = images.GEMINI if models.wants_thought_signatures(situation.target.model) else images.GEMINI_BEFORE_3
    return (
        HalfStreamedCall(),
        DoubledToolCall(),
        FailedTurnCall(),
        IncompleteToolCall(),
        None if situation.offered is None else UnofferedToolCall(offered=situation.offered),
        ImpossibleDeclaredName(longest=LONGEST_NAME, allowed=NAME_LETTERS, starts=NAME_STARTS),
        ImpossibleToolName(longest=LONGEST_NAME, allowed=NAME_LETTERS, starts=NAME_STARTS),
        BrokenArguments(),
        SupersededToolResult(),
        DuplicateToolResult(),
        OrphanToolResult(),
        DisplacedToolResult(),
        MissingToolResult(pending=situation.options.pending),
        ToolCallId(alphabet=LETTERS, longest=LONGEST_ID, absent="left" if situation.own else "made"),
        MisnamedToolResult() if situation.own or situation.target.provider in WITHOUT_IDS else None,
        *images.placed_image_rules(situation, pictures),
        UnwantedCallId() if situation.target.provider in WITHOUT_IDS else None,
        EmptyTurn(keeps_owned_state=False),
    )


def _turns(situation: Situation) -> tuple[AnyRule | None, ...]:
    """The request begins and ends with the user, and roles alternate. A prefill is not taken."""
    return (
        ListedSystemMessage() if situation.own else None,
        LateSystemMessage(place="user-text"),
        AssistantFirstHistory(),
        ConsecutiveUserTurns(),
        ConsecutiveAssistantTurns(),
        TrailingAssistant(prefill="wanted" if situation.options.prefill else "refused", thinking=situation.thinking),
        MissingThoughtSignature() if models.wants_thought_signatures(situation.target.model) else None,
        SurplusCacheMark(most=0),
    )
