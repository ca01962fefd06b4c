"""What single models take, as tables with source and date. The first row that fits holds.

A new model of a known family is treated as the newest known one of its family.
"""

from __future__ import annotations

import re

import msgspec

from replayable.on_demand import pattern


class Claude(msgspec.Struct, frozen=True):
    """A Claude model by family and version, e.g. ("opus", (4, 6)); version () means that the id names none."""

    family: str
    version: tuple[int, ...]


# `claude-opus-4-6`, `claude-3-7-sonnet-20250219`, `us.anthropic.claude-sonnet-4-5-20250929-v1:0`, `anthropic/claude-sonnet-4.6`
_NEW_STYLE = pattern(r"claude-(?P<family>[a-z]+)-(?P<major>\d{1,2})(?:-(?P<minor>\d{1,2}))?(?!\d)")
_OLD_STYLE = pattern(r"claude-(?P<major>\d)(?:-(?P<minor>\d))?(?:-(?P<family>[a-z]+))?")


def claude(model: str) -> Claude | None:
    """The Claude model that an id of any route names, or None where it names no Claude."""
    folded = re.sub(r"[._\s]+", "-", model.lower())
    found = _NEW_STYLE.search(folded) or _OLD_STYLE.search(folded)
    if found:
        version = tuple(int(part) for part in (found["major"], found["minor"]) if part)
        return Claude(found["family"] or "", version)
    return Claude("", ()) if "claude" in folded else None


def takes_prefill(model: str) -> bool:
    """A trailing assistant turn is continued instead of refused.

    Claude 4.5 and older take one, 4.6 and newer answer "This model does not support assistant message prefill"
    (ericc-ch/copilot-api#261 lists the models; Anthropic SDK 2.14 docstring, 2026). Other models on this API: unknown, taken.
    """
    found = claude(model)
    return found is None or (found.version != () and found.version <= (4, 5))


def takes_system_turns(model: str) -> bool:
    """`role: system` may stand between the turns of an Anthropic request.

    Claude Opus 4.8 and the fifth generation of Opus, Fable and Mythos; not Sonnet 5, Haiku, or anything older
    (provider-contracts: anthropic-system-role-unsupported, secondary source, 2026-11).
    """
    found = claude(model)
    if found is None:
        return False
    if found.family == "opus":
        return found.version >= (4, 8)
    return found.family in ("fable", "mythos") and found.version >= (5,)


def binds_prefix(model: str) -> bool:
    """Signed reasoning is bound to everything before it, so that nothing earlier may change.

    Claude Fable 5.1 and Opus 5.5 (OpenClaw transcript hygiene, 2026-10); Mythos 5.1 deliberately not. A newer minor
    version of these two families is treated like the newest known one.
    """
    found = claude(model)
    return found is not None and ((found.family == "fable" and found.version >= (5, 1)) or (found.family == "opus" and found.version >= (5, 5)))


def identity(model: str) -> str:
    """What tells one model from another in every spelling of its id: for Claude family and version, else the id in lower case."""
    found = claude(model)
    if found is None or not found.version:
        return model.strip().lower()
    return f"claude-{found.family}-{'.'.join(map(str, found.version))}"


def reads_earlier_reasoning(model: str) -> bool:
    """Reasoning of turns before the latest counts for the model.

    Claude Opus 4.5, Sonnet 4.6, Fable, Mythos, the fifth generation and newer; not Haiku, of which 4.5 is the newest known
    (openclaw 2026.9.6, `model-contracts/anthropic`). Other models on these APIs: kept.
    """
    found = claude(model)
    if found is None or not found.version:
        return True
    newest_unread = {"opus": (4, 4), "sonnet": (4, 5), "haiku": found.version, "": (4, 0)}.get(found.family)
    return newest_unread is None or found.version > newest_unread


def takes_manual_reasoning(model: str) -> bool:
    """`thinking.type: enabled` with a budget: Claude up to 4.6; from 4.7 on reasoning is adaptive only
    (provider-contracts: anthropic-thinking-config-type, secondary source, 2026-11)."""
    found = claude(model)
    return found is not None and found.version != () and found.version <= (4, 6)


def takes_adaptive_reasoning(model: str) -> bool:
    """`thinking.type: adaptive`: Claude 4.6 and newer; 4.5 and older answer "adaptive thinking is not supported on this model"
    (docker/docker-agent#3362; vellum-ai/vellum-assistant#37276, 2026-07)."""
    found = claude(model)
    return found is not None and (found.version == () or found.version > (4, 5))


def reasons_always(model: str) -> bool:
    """Reasoning cannot be turned off, and no tool be forced: Claude Opus 5.5, Fable and Mythos (platform.claude.com, "What's new in Claude
    Opus 5.5", 2026-09; "thinking.type.disabled" refused by Fable 5, cline/cline#13203, 2026-08)."""
    found = claude(model)
    return found is not None and (found.family in ("fable", "mythos") or (found.family == "opus" and found.version >= (5, 5)))


def takes_sampling(model: str) -> bool:
    """`temperature`, `top_p` and `top_k` other than the default: Claude 4.6 and older, and Haiku 4.5; from 4.7 on each is "deprecated for
    this model" (Opus 4.7, 4.8, 5 and 5.5, Sonnet 5, Fable 5, Mythos 5: several public reports, 2026-06 to 2026-09)."""
    found = claude(model)
    return found is None or (found.version != () and found.version <= (4, 6))


def takes_temperature_beside_top_p(model: str) -> bool:
    """Both in one request: not Claude 4.5 and 4.6, "Please use only one." (measured on claude-sonnet-4-5-20250929, 2026-08)."""
    found = claude(model)
    return found is None or (found.version != () and found.version < (4, 5))


# `gemini-3-pro`, `gemini-2.5-flash-lite`, `google/gemini-3.6-flash`; `gemini-flash-latest` names no version.
_GEMINI = pattern(r"gemini-(?P<major>\d{1,2})(?:[.-](?P<minor>\d{1,2}))?(?![\d])")


def gemini(model: str) -> tuple[int, ...] | None:
    """The version of the Gemini model that an id of any route names; () where it names none; None where it names no Gemini."""
    folded = model.lower()
    found = _GEMINI.search(folded)
    if found:
        return tuple(int(part) for part in (found["major"], found["minor"]) if part)
    return () if "gemini" in folded else None


def wants_thought_signatures(model: str) -> bool:
    """Each step of the running turn has to carry a thought signature on its first call, and media may stand in results.

    Gemini 3 and later, but for its image models (ai.google.dev, "Thought signatures", 2026-11; provider-contracts:
    gemini-thought-signature-missing). A Gemini that names no version is the newest; other models behind Google's API are none.
    """
    version = gemini(model)
    return version is not None and (version == () or version >= (3,)) and "image" not in model.lower()


def takes_tool_role(model: str) -> bool:
    """A content of responses may have the role `tool` or `function`: Gemini up to 3.5 (genkit#5780, live, 2026-07)."""
    version = gemini(model)
    return version is not None and version != () and version < (3, 6)


_UNREASONING = pattern(r"(gpt-3|gpt-4|chatgpt-4o|gpt-5(\.\d+)?-chat|davinci|babbage|computer-use)")


def pairs_calls_with_reasoning(model: str) -> bool:
    """On OpenAI's Responses API a call of the model comes with reasoning, and its item is known again only with that.

    Models that do not reason: GPT-3.5 to 4.5, the chat variants of GPT-5, computer-use (platform.openai.com/docs/models, 2025).
    """
    return _UNREASONING.match(model.lower().rpartition("/")[2]) is None


_MIXES_TURNS = pattern("claude|nova")


def mixes_words_and_tools(model: str) -> bool:
    """On Bedrock's Converse words may stand beside calls in one message, and beside results.

    Claude and Nova take them; Llama and Mistral answer "Conversation blocks and tool result blocks cannot be provided in the same turn."
    (strands-agents/harness-sdk#1223, langchain-aws#141, quarkiverse/quarkus-langchain4j#1983; a live comparison in public code, 2026). Of
    others it is not known; apart they are safe.
    """
    return _MIXES_TURNS.search(model.lower()) is not None


# The o-series, and GPT-5 but for its chat variants (platform.openai.com/docs/models, 2025).
_REASONER = pattern(r"(?:o[1-9](?:-|$)|codex-|gpt-(?:5|[6-9]|\d\d)(?!(?:\.\d+)?-chat))")
_REASONS_IF_TOLD = pattern(r"gpt-5\.\d+(?!.*(?:-pro|codex))")


def is_openai_reasoner(model: str) -> bool:
    """One of OpenAI's models that reason: it takes no `max_tokens` (koosoli/ESPHomeDesigner#379, 2026-04; several more since 2024-11), and no
    sampling settings while it reasons (OpenHands/software-agent-sdk#1837, 2026-01)."""
    return _REASONER.match(model.lower().rpartition("/")[2]) is not None


def reasons_unasked(model: str) -> bool:
    """It reasons where the request does not say; from GPT-5.1 on only if it is told to (SDK openai 2.8.0, `reasoning_effort`, 2025-11)."""
    return is_openai_reasoner(model) and _REASONS_IF_TOLD.match(model.lower().rpartition("/")[2]) is None
