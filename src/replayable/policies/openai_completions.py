"""OpenAI Chat Completions: https://platform.openai.com/docs/api-reference/chat, and the many servers that speak it."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from replayable.formats import openai_chat
from replayable.policies import chat_providers, images
from replayable.policies.chat_dialects import format_of
from replayable.policies.chat_reasoning import reasoning_rules, reasoning_rules_of_turns, verdict_of
from replayable.policies.chat_turns import ending_rules, turn_rules
from replayable.policies.policy import Policy, Situation
from replayable.policies.provenance import provenance_rules
from replayable.policies.settings import settings_rules
from replayable.policies.stored_fields import REASONING_TOLD, untranslatable_part_field
from replayable.rules import (
    AbsentContent,
    BlankText,
    BorrowedShape,
    BrokenArguments,
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
    LoneSurrogate,
    MissingToolResult,
    NamedSpeaker,
    OrphanToolResult,
    RefusedField,
    RefusedSetting,
    SilentReply,
    SpokenAnswer,
    SupersededToolResult,
    ToolCallId,
    TrailingReasoning,
    UncleanSetting,
    UnknownRole,
    UnofferedToolCall,
    UnsupportedPart,
    UntranslatablePartField,
)
from replayable.rules.ids.tool_call_id import LETTERS
from replayable.rules.images.misplaced_image import RESULT
from replayable.rules.rule import AnyRule

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


def choose(situation: Situation) -> Policy:
    """The policy for a target of this API."""
    rules = (
        *_texts_and_roles(situation),
        *_settings_and_fields(situation),
        *_parts(situation),
        *reasoning_rules(situation),
        _blank_text(situation),
        *_calls(situation),
        *turn_rules(situation),
        *reasoning_rules_of_turns(situation),
        None if _passes_reasoning_alone(situation) else TrailingReasoning(where="alone"),
        *ending_rules(situation),
    )
    return Policy("openai-completions", format_of(situation), tuple(rule for rule in rules if rule is not None))


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
        SpokenAnswer() if _hears_words_only(situation) else None,
        _absent_content(situation),
    )


def _hears_words_only(situation: Situation) -> bool:
    """The server looks for an answer in the content alone, as every chat template does: not in fields for refusals and recordings."""
    server = chat_providers.server_of(situation.target)
    return situation.options.strict_template or server in chat_providers.PLAIN_ANSWERS or server in chat_providers.MEDIA


def _absent_content(situation: Situation) -> AbsentContent | None:
    if situation.target.provider == "xai" or situation.options.strict_template:
        return AbsentContent()
    return AbsentContent(beside="reasoning") if _passes_reasoning_alone(situation) else None


def _passes_reasoning_alone(situation: Situation) -> bool:
    """Routers take a turn of nothing but reasoning beside an empty text (openclaw 2026.9.6 sends them such turns); elsewhere it gets words."""
    return situation.target.provider in chat_providers.ROUTERS and not situation.options.strict_template


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
    if media is not None or _hears_words_only(situation):
        said -= {"refusal", "custom-call"}
    elif not situation.own:
        said -= {"custom-call"}
    return _with_media({**parts, "assistant": said}, parts["user"] if media is None else media)


def _with_media(parts: Mapping[str, frozenset[str]], media: frozenset[str]) -> Mapping[str, frozenset[str]]:
    """What roles may hold, with no media of the user's but these."""
    kinds = frozenset({"image", "audio", "document", "file", "video"})
    return {**parts, "user": parts["user"] - kinds | media}


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
