"""Positions as providers write them, read back: `messages.3.content.0.tool_use.id`, `messages[1].tool_calls[0].id`, `contents[1].parts[0]`."""

from __future__ import annotations

from collections.abc import Iterator

from replayable.contracts.refusal import Place, pointer
from replayable.model.values import Json
from replayable.on_demand import pattern

_STEP = pattern(r"[A-Za-z_$][\w$-]*|\d+")
# Words of a position that are no keys: of the AWS services' lists, and of the validators of Google's and Mistral's servers.
_NO_KEYS = frozenset({"member", "body", "GenerateContentRequest", "ChatRequest"})
_ROOTS = r"messages?|contents?|input|system|instructions|tools?|tool_config|tool_choice|toolConfig|system_instruction|inferenceConfig|generation_config"
_WRITTEN = pattern(rf"(?<![\w.\]])(?:GenerateContentRequest\.)?(?:{_ROOTS})(?:\.?\[\d+\]|\.\d+|\.[A-Za-z_]\w*)+")
_FIELD = pattern(r"[\"'](?:param|parameter)[\"']: ?[\"']([A-Za-z_][\w.\[\]]*)[\"']")
_LOCATION = pattern(r"[\"']loc[\"']: ?[\[(]([^\])]{1,500})[\])]")
_BY_NUMBER = pattern(r"\b(?:index|position) (\d+)\b")


def place_of(position: str) -> Place:
    """The keys and indexes of a written position."""
    steps = (int(step) if step.isdigit() else step for step in _STEP.findall(position))
    return tuple(step for step in steps if step not in _NO_KEYS)


def places_in(said: str, layers: tuple[str, ...], history_key: str) -> tuple[Place, ...]:
    """Every place that an answer names, the surest first. `said`: those of its words that tell the refusal.

    `history_key`: the key of the list that a bare number counts in."""
    return tuple(dict.fromkeys(place for place in _places(said, layers, history_key) if place))


def _places(said: str, layers: tuple[str, ...], history_key: str) -> Iterator[Place]:
    for found in _WRITTEN.finditer(said):
        yield place_of(found[0])
    for layer in reversed(layers):
        for found in _FIELD.finditer(layer):
            yield place_of(found[1])
        for found in _LOCATION.finditer(layer):
            yield place_of(found[1])
    for found in _BY_NUMBER.finditer(said):
        yield (history_key, int(found[1]))


def resolved(place: Place, request: Json) -> str:
    """The pointer to the place in a request, as far as it is there.

    Spellings of keys may differ (`function_call`, `functionCall`), and words that are no keys are passed over: Anthropic names the type of a
    block after its index, Mistral the role of a message."""
    walked: list[str | int] = []
    value = request
    for step in place:
        key = _key(value, step)
        if key is None:
            if isinstance(step, int):  # an index beyond the list: what follows is about nothing that is there
                break
            continue
        walked.append(key)
        value = value[key]
    return pointer(tuple(walked))


def _key(value: Json, step: str | int) -> str | int | None:
    if isinstance(value, list):
        return step if isinstance(step, int) and step < len(value) else None
    if not isinstance(value, dict):
        return None
    if step in value:
        return step
    folded = _folded(str(step))
    return next((key for key in value if isinstance(key, str) and _folded(key) in (folded, f"{folded}s")), None)


def _folded(key: str) -> str:
    return key.replace("_", "").lower()


def unresolved(place: Place) -> str:
    """The pointer that a place most likely is, without a request to look at: in Anthropic's positions the type of a block is left out."""
    kept = [step for number, step in enumerate(place) if not _is_tag(place, number)]
    if kept and kept[0] == "message":
        kept[0] = "messages"
    return pointer(tuple(_spelt(step, kept[0]) for step in kept))


def _is_tag(place: Place, number: int) -> bool:
    before = place[:number]
    is_last = number == len(place) - 1
    return not is_last and len(before) >= 2 and isinstance(before[-1], int) and before[-2] in ("content", "tools") and isinstance(place[number], str)


_GOOGLE = frozenset({"contents", "system_instruction", "generation_config", "tool_config"})


def _spelt(step: str | int, root: str | int) -> str | int:
    """Google's server names fields in snake case, its JSON has them in camel case."""
    if root not in _GOOGLE or not isinstance(step, str):
        return step
    first, *more = step.split("_")
    return first + "".join(word.capitalize() for word in more)
