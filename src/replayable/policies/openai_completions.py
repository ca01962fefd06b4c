"""OpenAI Chat Completions: https://platform.openai.com/docs/api-reference/chat, and the many servers that speak it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from replayable import chat_models, models
from replayable.formats import openai_chat
from replayable.formats.format import Format
from replayable.formats.openai_chat.dialect import PLAIN, Dialect
from replayable.policies import chat_providers, images
from replayable.policies.chat_reasoning import reasoning_rules, reasoning_rules_of_turns, verdict_of, writes_one_field
from replayable.policies.policy import Policy, Situation
from replayable.policies.provenance import provenance_rules
from replayable.policies.settings import settings_rules
from replayable.policies.stored_fields import REASONING_TOLD, untranslatable_part_field
from replayable.rules import (
    AbsentContent,
    AssistantFirstHistory,
    BlankText,
    BorrowedShape,
    BrokenArguments,
    ConsecutiveAssistantTurns,
    ConsecutiveSystemMessages,
    ConsecutiveUserTurns,
    ControlCharacter,
    CutOffReasoning,
    DeveloperMessage,
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
    ListedText,
    LoneSurrogate,
    MissingThoughtSignature,
    MissingToolResult,
    NamedSpeaker,
    OrphanToolResult,
    ParallelToolCalls,
    RefusedField,
    RefusedSetting,
    SeveralFinalAssistants,
    SilentReply,
    SupersededToolResult,
    SurplusCacheMark,
    TextBesideCalls,
    ToolCallId,
    TrailingAssistant,
    TrailingReasoning,
    UncleanSetting,
    UnknownRole,
    UnmarkedPrefill,
    UnofferedToolCall,
    UnsupportedPart,
    UnsupportedSystemRole,
    UntranslatablePartField,
    UserAfterTool,
)
from replayable.rules.ids.tool_call_id import LETTERS
from replayable.rules.images.misplaced_image import RESULT
from replayable.rules.rule import AnyRule
from replayable.targets import Target

Rules = tuple[AnyRule | None, ...]

# "Invalid 'messages[{i}].tool_calls[{j}].id': string too long. Expected a string with maximum length 40" (agno#5382; the safe side
# of contradictory reports, provider-contracts 2026-11). No pattern is known; `.` and `:` stand in native ids of Kimi.
ID_ALPHABET = LETTERS + "_-.:"
LONGEST_ID = 40

# "Tool call id was {id} but must be a-z, A-Z, 0-9, with a length of 9." (mistral-vibe#1075, 2026-09; gptel#1203)
MISTRAL_ID_LENGTH = 9

# "function.name ... ^[a-zA-Z0-9_-]+$, 1..64" (provider-contracts: chat-function-name-pattern, 2026-11)
LONGEST_NAME = 64

# "Invalid 'messages[{i}].tool_calls': empty array." (openai/openai-node#1341)
EMPTY_LISTS = frozenset({"tool_calls"})

# "A maximum of 4 blocks with cache_control may be provided." holds behind a router too (provider-contracts: anthropic-cache-control-max4, 2026-11)
CACHE_MARKS = 4


def choose(situation: Situation) -> Policy:
    """The policy for a target of this API."""
    rules = (
        *_texts_and_roles(situation),
        *_settings_and_fields(situation),
        *_parts(situation),
        *reasoning_rules(situation),
        _blank_text(situation),
        *_calls(situation),
        *_turns(situation),
        *reasoning_rules_of_turns(situation),
        TrailingReasoning(where="alone"),
        *_ending(situation),
    )
    return Policy("openai-completions", _format(situation), tuple(rule for rule in rules if rule is not None))


def _format(situation: Situation) -> Format:
    """The format as the server wants it written."""
    dialect = _dialect(situation)
    return openai_chat.FORMAT if dialect == PLAIN else openai_chat.in_dialect(dialect)


def _dialect(situation: Situation) -> Dialect:
    """OpenAI's reasoning models refuse `max_tokens`, and its others take the newer word as well (API reference, "max_completion_tokens", 2025).
    Clients send an empty field where nothing was thought (provider-contracts: deepseek-reasoning-required, 2026-11)."""
    target, strict_template = situation.target, situation.options.strict_template
    if chat_providers.is_mistral(target) and not strict_template:
        return Dialect(texts="joined", calls="behind", signatures="nowhere")
    return Dialect(
        texts=_TEXTS.get(target.provider, "listed"),
        no_content="empty" if strict_template or target.provider == "xai" else "null",
        limit="max_completion_tokens" if target.provider in chat_providers.FIRST_PARTY else "max_tokens",
        signatures=_place_of_signatures(target),
        reasoning="content" if writes_one_field(situation) else "as-stored",
    )


_TEXTS: Mapping[str, Literal["joined", "joined-anywhere"]] = {"ollama": "joined-anywhere", "deepseek": "joined"}


def _texts_and_roles(situation: Situation) -> Rules:
    return (LoneSurrogate(), ControlCharacter(), UncleanSetting(), UnknownRole(), *provenance_rules(situation), SilentReply(), CutOffReasoning())


def _settings_and_fields(situation: Situation) -> Rules:
    server = chat_providers.server_of(situation.target)
    if not situation.own:
        carries, takes_marks = openai_chat.FORMAT.carries, server in chat_providers.TAKES_CACHE_MARKS
        lacking = chat_providers.LACKING.get(server, frozenset[str]()) | (frozenset() if takes_marks else {"tools.cache"})
        return (*settings_rules(situation, carries, lacking), _part_fields(situation))
    strict, unknown = chat_providers.STRICT_FIELDS.get(server), chat_providers.unknown_settings(situation)
    return (
        RefusedSetting(refused=unknown) if unknown else None,
        _refused_field(strict),
        NamedSpeaker() if situation.target.provider == "mistral" else None,
        BorrowedShape(),
        AbsentContent() if server == "xai" or situation.options.strict_template else None,
    )


def _part_fields(situation: Situation) -> UntranslatablePartField | None:
    """What proves reasoning has a place in no field of its words; where reasoning goes altogether, that says it."""
    told = REASONING_TOLD if verdict_of(situation) == "refused" else frozenset[str]()
    lacking = frozenset[str]() if chat_providers.takes_signatures(situation.target) else frozenset({"call.signature"})
    return untranslatable_part_field(situation, openai_chat.FORMAT.carries, told, lacking)


def _refused_field(strict: frozenset[str] | None) -> RefusedField:
    if strict is None:
        return RefusedField(empty_lists=EMPTY_LISTS)
    return RefusedField(
        message_fields=strict,
        block_fields=chat_providers.STRICT_BLOCKS,
        inner_fields=chat_providers.STRICT_INNER,
        empty_lists=EMPTY_LISTS | chat_providers.EMPTY_FIELDS,
    )


def _parts(situation: Situation) -> Rules:
    carries, pictures = openai_chat.FORMAT.carries, _pictures(situation)
    media = chat_providers.MEDIA.get(chat_providers.server_of(situation.target))
    parts = images.parts_with_images(carries, pictures)
    return (
        *images.image_rules(situation, pictures),
        UnsupportedPart(
            parts=_parts_at(situation, parts, media),
            results=images.results_with_images(carries, pictures),
            format=openai_chat.FORMAT.name,
            known=carries.known,
            blocks=frozenset() if media is None else carries.known,
        ),
    )


def _pictures(situation: Situation) -> images.Limits:
    """What the server takes of images. Those of another format's results are written into the user message behind them as it is; where a
    bridge must stand between (Mistral), and in what the API's own format holds, a rule moves them."""
    taken = images.CHAT_SERVERS.get(situation.target.provider, images.CHAT)
    if situation.own or chat_providers.is_mistral(situation.target):
        return taken
    return msgspec.structs.replace(taken, nowhere=taken.nowhere - {RESULT})


def _parts_at(situation: Situation, parts: Mapping[str, frozenset[str]], media: frozenset[str] | None) -> Mapping[str, frozenset[str]]:
    """What roles may hold at the server. Where little is taken, refusals are plain text, too, and calls are those of functions; so they are
    where only OpenAI is known to have others."""
    provider, said = situation.target.provider, parts["assistant"]
    if provider in chat_providers.FIRST_PARTY:
        return _with_media(parts, chat_providers.FIRST_PARTY_MEDIA)
    if media is not None or provider in chat_providers.PLAIN_ANSWERS:
        said -= {"refusal", "custom-call"}
    elif not situation.own:
        said -= {"custom-call"}
    return _with_media({**parts, "assistant": said}, parts["user"] if media is None else media)


def _with_media(parts: Mapping[str, frozenset[str]], media: frozenset[str]) -> Mapping[str, frozenset[str]]:
    """What roles may hold, with no media of the user's but these."""
    kinds = frozenset({"image", "audio", "document", "file", "video"})
    return {**parts, "user": parts["user"] - kinds | media}


def _place_of_signatures(target: Target) -> Literal["call", "details", "nowhere"]:
    if chat_providers.signs_reasoning(target):
        return "details"
    return "call" if chat_providers.takes_signatures(target) else "nowhere"


def _blank_text(situation: Situation) -> BlankText:
    """The API takes blank text beside other parts, so what is its own stays; of another's nothing is sent that says nothing. At Mistral's a
    blank text would be cut off from its calls, and Kimi takes no blank result."""
    if not situation.own or situation.target.provider == "moonshot":
        return BlankText()
    return BlankText(unit="part" if chat_providers.is_mistral(situation.target) else "message", results="as-stored")


def _calls(situation: Situation) -> Rules:
    return (
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
        _ids(situation),
        *images.placed_image_rules(situation, _pictures(situation)),
        EmptyTurn(keeps_owned_state=False),
    )


def _ids(situation: Situation) -> ToolCallId:
    """Kimi numbers its calls (`functions.read:0`), anew in each turn; its own form of other ids is a hash."""
    if chat_providers.is_mistral(situation.target):
        return ToolCallId(alphabet=LETTERS, length=MISTRAL_ID_LENGTH)
    return ToolCallId(alphabet=ID_ALPHABET, longest=LONGEST_ID, repeats="hashed" if situation.target.provider == "moonshot" else "numbered")


def _turns(situation: Situation) -> Rules:
    """The order of turns. Mistral: "Unexpected role 'system' after role 'assistant'" (charmbracelet/crush#279), and what the rules' pages say."""
    strict_template, mistral = situation.options.strict_template, chat_providers.is_mistral(situation.target)
    knows_developer = situation.target.provider not in chat_providers.SYSTEM_ONLY and not strict_template and not mistral
    return (
        None if knows_developer else DeveloperMessage(),
        *_model_rules(situation),
        LateSystemMessage(place="user-text") if mistral or strict_template else None,
        *(_template_rules() if strict_template else ()),
        AssistantFirstHistory(opening="calls") if mistral and not strict_template else None,
        SeveralFinalAssistants() if situation.target.provider in chat_providers.ONE_FINAL_ASSISTANT and not strict_template else None,
        UserAfterTool() if mistral else None,
        TextBesideCalls() if mistral and situation.own and not strict_template else None,
        _listed_text(situation),
        None if chat_models.takes_parallel_calls(situation.target.model) else ParallelToolCalls(),
    )


def _model_rules(situation: Situation) -> Rules:
    """For models whose own template knows no instruction; it wants alternating turns as well."""
    if not chat_providers.renders_templates(situation) or chat_models.takes_system_messages(situation.target.model):
        return ()
    return (UnsupportedSystemRole(), None if situation.options.strict_template else ConsecutiveUserTurns())


def _listed_text(situation: Situation) -> ListedText | None:
    """Mistral takes no list from the assistant and from tools; of others the table tells."""
    if not situation.own:
        return None
    if chat_providers.is_mistral(situation.target):
        return None if situation.options.strict_template else ListedText()
    roles = _ONE_TEXT.get(situation.target.provider)
    return None if roles is None else ListedText(roles=roles)


# Ollama's own API takes a text and no list, wherever nothing but text is said, and DeepSeek of instructions and results (provider-contracts:
# ollama-content-string, deepseek-text-only-parts, 2026-11).
_ONE_TEXT = {
    "ollama": frozenset({"system", "developer", "user", "assistant", "tool"}),
    "deepseek": frozenset({"system", "developer", "tool"}),
}


def _template_rules() -> tuple[AnyRule, ...]:
    """For servers that render a chat template which insists on its form: `Conversation roles must alternate
    user/assistant/user/assistant/...`, `System message must be at the beginning.` (8 and 13 of 111 templates, 2026-11)."""
    return (ConsecutiveSystemMessages(), AssistantFirstHistory(), ConsecutiveUserTurns(), ConsecutiveAssistantTurns())


def _ending(situation: Situation) -> Rules:
    server, prefill = chat_providers.server_of(situation.target), situation.options.prefill
    if server in chat_providers.TAKES_CACHE_MARKS:
        surplus = SurplusCacheMark(most=CACHE_MARKS) if models.claude(situation.target.model) is not None else None
    else:
        surplus = SurplusCacheMark(most=0) if server in chat_providers.NO_CACHE_MARKS or not situation.own else None
    if chat_providers.is_mistral(situation.target):
        mark = UnmarkedPrefill(wanted="yes" if prefill else "no") if situation.own else None
        return (mark, TrailingAssistant(prefill="wanted" if prefill else "refused", thinking=False, mark="prefix"), surplus)
    return (_trailing(situation), _signatures(situation), surplus)


def _signatures(situation: Situation) -> MissingThoughtSignature | None:
    """Gemini's calls of the running turn, behind OpenRouter (RooCodeInc/Roo-Code#10640, 2026-01)."""
    return MissingThoughtSignature(proof="reasoning") if chat_providers.signs_reasoning(situation.target) else None


def _trailing(situation: Situation) -> TrailingAssistant:
    """A prefill is taken, but not by Claude behind a router from 4.6 on or with thinking on, nor by llama.cpp with thinking on.

    llama.cpp: "Assistant response prefill is incompatible with enable_thinking." (ggml-org/llama.cpp#20861, #21889)"""
    target, thinking = situation.target, situation.thinking
    is_claude = target.provider in chat_providers.ROUTERS and models.claude(target.model) is not None
    taken = not ((is_claude and not models.takes_prefill(target.model)) or (thinking is True and (is_claude or target.provider == "llama.cpp")))
    if taken:
        return TrailingAssistant(prefill="taken", thinking=thinking)
    return TrailingAssistant(prefill="wanted" if situation.options.prefill else "refused", thinking=thinking)
