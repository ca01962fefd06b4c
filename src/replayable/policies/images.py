"""What a target says of images, and the rules that keep to it. Every policy takes `image_rules` and `placed_image_rules` in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

import msgspec

from replayable.facts import images, limits
from replayable.formats import openclaw
from replayable.formats.format import Carries
from replayable.on_demand import pattern
from replayable.policies.policy import Situation
from replayable.rules import AgedImage, ImageWithoutVision, MisplacedImage, OversizedImage, SurplusImage, UnreadableImage, UntidyImageData, WrongMediaType
from replayable.rules.images.misplaced_image import RESULT
from replayable.rules.rule import AnyRule


class Limits(msgspec.Struct, frozen=True):
    """What a target takes; None: no limit is known.

    `side`: pixels; `size`: bytes, and `characters`: base64 text of one image; `number`: images, and `together`: base64 text of
    all images of a request; `in_message`: images of a message; `nowhere`: roles, and "tool-result", that take none;
    `alphabet`: of the base64 that is taken."""

    side: int | None = None
    size: int | None = None
    characters: int | None = None
    number: int | None = None
    together: int | None = None
    in_message: int | None = None
    nowhere: frozenset[str] = frozenset()
    alphabet: Literal["standard", "any"] = "standard"


# Of a request's weight so much is left to words, tools and documents.
_REST = 4

# The smaller side that holds for many images always: more pixels are scaled down by the provider itself (to 1568, its vision guide,
# 2025), and an image that had to shrink with the 21st would change the beginning of the request.
ANTHROPIC = Limits(
    side=images.ANTHROPIC_MANY_SIDE,
    characters=images.ANTHROPIC_CHARACTERS,
    number=images.ANTHROPIC_NUMBER,
    together=limits.ANTHROPIC_BODY_BYTES - limits.ANTHROPIC_BODY_BYTES // _REST,
    nowhere=frozenset({"assistant"}),
)
BEDROCK = Limits(side=images.BEDROCK_SIDE, size=images.BEDROCK_BYTES, in_message=images.BEDROCK_NUMBER_IN_MESSAGE, nowhere=frozenset({"assistant"}))
# Protobuf's JSON takes both alphabets of base64, and Google's SDK writes that of URLs.
GEMINI = Limits(side=images.GEMINI_SIDE, alphabet="any")
# Models before Gemini 3 take no media in results (`FunctionResponse.parts`, google-genai 3.6.1).
GEMINI_BEFORE_3 = msgspec.structs.replace(GEMINI, nowhere=frozenset({RESULT}))
RESPONSES = Limits(number=images.OPENAI_NUMBER, together=images.OPENAI_BODY_BYTES - images.OPENAI_BODY_BYTES // _REST, nowhere=frozenset({"assistant"}))

_IN_USER_MESSAGES_ONLY = frozenset({"assistant", RESULT})
CHAT = Limits(nowhere=_IN_USER_MESSAGES_ONLY)
# Of the servers of Chat Completions those that are known to have limits of their own.
CHAT_SERVERS: Mapping[str, Limits] = {
    "openai": msgspec.structs.replace(RESPONSES, nowhere=_IN_USER_MESSAGES_ONLY),
    "azure-openai": msgspec.structs.replace(RESPONSES, nowhere=_IN_USER_MESSAGES_ONLY),
    "mistral": Limits(side=images.MISTRAL_SIDE, number=images.MISTRAL_NUMBER, together=images.MISTRAL_CHARACTERS_TOGETHER, nowhere=_IN_USER_MESSAGES_ONLY),
    "groq": Limits(side=images.GROQ_SIDE, characters=images.GROQ_CHARACTERS, number=images.GROQ_NUMBER, nowhere=_IN_USER_MESSAGES_ONLY),
}

# Models that take no images, by the last part of their id. Sources: DeepSeek answers "unknown variant `image_url`, expected `text`"
# (provider-contracts: deepseek-text-only-parts, 2026-11); for the rest the makers' model pages and cards, 2025. A newer version of
# a family is not meant by a row of an older one: an unknown model is thought to see.
_SEES_NOTHING = pattern(
    r"""^(?: deepseek(?!.*(?:vl|ocr|janus))
           | gpt-3\.5 | gpt-4(?:-32k)?(?:-0\d{3})?$ | gpt-oss | o1-mini | o1-preview | o3-mini
           | claude-2 | claude-instant
           | (?:meta-)?llama-?3(?:\.[13])?(?![.\d])(?!.*vision)
           | qwen(?:2\.5|[23])-(?!.*(?:vl|omni)) | qwq
           | kimi-k2(?!\.[5-9]) | moonshot-v1-\d+k$
           | glm-4(?:\.[5-7])?(?:-(?!v)|$)
           | minimax-m[12](?:[.-]|$)
           | grok-3 | grok-code
           | codestral | mixtral | open-mi | mistral-7b
        )""",
    re.VERBOSE,
)


def takes_images(situation: Situation) -> bool:
    """The caller says so, else the model is not known to take none."""
    if situation.options.vision is not None:
        return situation.options.vision
    return _SEES_NOTHING.match(situation.target.model.lower().rpartition("/")[2]) is None


def image_rules(situation: Situation, taken: Limits) -> tuple[AnyRule, ...]:
    """The rules that look at each image by itself; their place is before `UnsupportedPart`."""
    if not takes_images(situation):
        return (ImageWithoutVision(),)
    options = situation.options
    return (
        UntidyImageData(alphabet=taken.alphabet),
        UnreadableImage(untyped="refused" if situation.source == openclaw.FORMAT.name else "read"),
        WrongMediaType(),
        OversizedImage(
            longest_side=_least(options.image_max_side, taken.side),
            most_bytes=_least(options.image_max_bytes, taken.size),
            most_characters=taken.characters,
        ),
    )


def placed_image_rules(situation: Situation, taken: Limits) -> tuple[AnyRule, ...]:
    """The rules about where images stand and how many there are; their place is before `EmptyTurn`."""
    if not takes_images(situation):
        return ()
    moving = (*_aged(situation), *((MisplacedImage(places=taken.nowhere),) if taken.nowhere else ()))
    if taken.number is None and taken.together is None and taken.in_message is None:
        return moving
    return (*moving, SurplusImage(most=taken.number, most_in_message=taken.in_message, most_characters=taken.together))


def _aged(situation: Situation) -> tuple[AnyRule, ...]:
    """Images of old turns go only where the caller says so."""
    turns = situation.options.image_turns
    return () if turns is None else (AgedImage(turns=turns),)


def parts_with_images(carries: Carries, taken: Limits) -> Mapping[str, frozenset[str]]:
    """What `UnsupportedPart` lets stand by role: images too that `MisplacedImage` moves later."""
    return {role: kinds | {_kind(carries)} if role in taken.nowhere else kinds for role, kinds in carries.parts.items()}


def results_with_images(carries: Carries, taken: Limits) -> frozenset[str]:
    """What `UnsupportedPart` lets stand in tool results, likewise."""
    return carries.results | {_kind(carries)} if RESULT in taken.nowhere else carries.results


def _kind(carries: Carries) -> str:
    """An image, as far as a user message takes it."""
    return "image" if "image" in carries.parts["user"] else "image.data"


def _least(wanted: int, taken: int | None) -> int:
    return wanted if taken is None else min(wanted, taken)
