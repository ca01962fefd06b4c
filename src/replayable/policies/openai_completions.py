"""OpenAI Chat Completions: https://platform.openai.com/docs/api-reference/chat, and the many servers that speak it."""

from __future__ import annotations

from replayable.formats import openai_chat
from replayable.policies import images
from replayable.policies.policy import Policy, Situation
from replayable.rules import (
    AssistantFirstHistory,
    BlankText,
    BrokenArguments,
    ConsecutiveAssistantTurns,
    ConsecutiveSystemMessages,
    ConsecutiveUserTurns,
    ControlCharacter,
    CutOffReasoning,
    DisplacedToolResult,
    DoubledToolCall,
    DuplicateToolResult,
    EmptyTurn,
    FailedTurnCall,
    HalfStreamedCall,
    ImpossibleToolName,
    IncompleteToolCall,
    LateSystemMessage,
    LoneSurrogate,
    MissingToolResult,
    OrphanToolResult,
    RefusedField,
    SilentReply,
    SupersededToolResult,
    ToolCallId,
    TrailingAssistant,
    TrailingReasoning,
    UnknownRole,
    UnofferedToolCall,
    UnsupportedPart,
    UntranslatableField,
    UnwantedReasoning,
)
from replayable.rules.ids.tool_call_id import LETTERS
from replayable.rules.rule import AnyRule

# "Invalid 'messages[{i}].tool_calls[{j}].id': string too long. Expected a string with maximum length 40" (agno#5382; the safe side
# of contradictory reports, provider-contracts 2026-11). No pattern is known; `.` and `:` stand in native ids of Kimi.
ID_ALPHABET = LETTERS + "_-.:"
LONGEST_ID = 40

# "function.name ... ^[a-zA-Z0-9_-]+$, 1..64" (provider-contracts: chat-function-name-pattern, 2026-11)
LONGEST_NAME = 64

# "Invalid 'messages[{i}].tool_calls': empty array." (openai/openai-node#1341)
EMPTY_LISTS = frozenset({"tool_calls"})


def choose(situation: Situation) -> Policy:
    """The policy for a target of this API."""
    carries = openai_chat.FORMAT.carries
    pictures = images.CHAT_SERVERS.get(situation.target.provider, images.CHAT)
    rules: tuple[AnyRule | None, ...] = (
        LoneSurrogate(),
        ControlCharacter(),
        UnknownRole(),
        SilentReply(),
        CutOffReasoning(),
        None if situation.own else UntranslatableField(carried=carries.settings),
        RefusedField(empty_lists=EMPTY_LISTS) if situation.own else None,
        *images.image_rules(situation, pictures),
        UnsupportedPart(
            parts=images.parts_with_images(carries, pictures),
            results=images.results_with_images(carries, pictures),
            format=openai_chat.FORMAT.name,
            known=carries.known,
        ),
        None if situation.options.keeps_reasoning else UnwantedReasoning(),
        BlankText(unit="message", results="as-stored"),
        HalfStreamedCall(),
        DoubledToolCall(),
        FailedTurnCall(),
        IncompleteToolCall(),
        UnofferedToolCall(offered=situation.offered) if situation.offered else None,
        ImpossibleToolName(longest=LONGEST_NAME),
        BrokenArguments(),
        SupersededToolResult(),
        DuplicateToolResult(),
        OrphanToolResult(),
        DisplacedToolResult(),
        MissingToolResult(pending=situation.options.pending),
        ToolCallId(alphabet=ID_ALPHABET, longest=LONGEST_ID),
        *images.placed_image_rules(situation, pictures),
        EmptyTurn(keeps_owned_state=False),
        *(_template_rules() if situation.options.strict_template else ()),
        TrailingReasoning(where="alone"),
        TrailingAssistant(prefill="taken", thinking=situation.thinking),
    )
    return Policy("openai-completions", openai_chat.FORMAT, tuple(rule for rule in rules if rule is not None))


def _template_rules() -> tuple[AnyRule, ...]:
    """For servers that render a chat template which insists on its form: `Conversation roles must alternate
    user/assistant/user/assistant/...`, `System message must be at the beginning.` (8 and 13 of 111 templates, 2026-11)."""
    return (
        LateSystemMessage(place="user-text"),
        ConsecutiveSystemMessages(),
        AssistantFirstHistory(),
        ConsecutiveUserTurns(),
        ConsecutiveAssistantTurns(),
    )
