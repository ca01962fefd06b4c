"""What a provider's error text means for a request, and the request that it would take instead."""

from __future__ import annotations

from typing import Any

import msgspec

from replayable import formats, policies, records
from replayable.contracts.refusal import CONTEXT
from replayable.diagnosis.curing import cure
from replayable.diagnosis.failures import ADVICE, Kind, kind_of
from replayable.diagnosis.homes import home_of
from replayable.diagnosis.layers import layers
from replayable.diagnosis.placing import Placed, place_in, place_without
from replayable.diagnosis.recognising import Match, matches
from replayable.diagnosis.speakers import speakers_in
from replayable.diagnosis.words import words_of
from replayable.errors import UnknownFormat
from replayable.inspection import Inspection, inspect
from replayable.model.values import Json
from replayable.options import Options, options_from
from replayable.pipeline import Prepared
from replayable.targets import Api, Target, parse_target


class Diagnosis(msgspec.Struct, frozen=True, kw_only=True):
    """What an error text means.

    `kind`: "refusal" where the request's form is refused; else what the text is about, which no repair of a request changes ("context-length",
    "rate-limit", "overloaded", "server-error", "connection", "authentication", "billing", "unknown-model", "content-policy"), or "unknown".
    `refusal`: its id in the catalogue, None for what is not in it; `alike`: others that are worded the same.
    `pointer`: the place in the request, RFC 6901; "" is the whole request, None where the text does not tell and no request does.
    `origin`: the 0-based index of the message in the history that was given.
    `rule`: the rule of `prepare` that cures it, None where none is known. `cured`: the request without it, None without a request or a cure.
    `fix`: what to do, one sentence. `target`: for whom it was looked at: the one that was given, or that the text gives away; `api`: over which
    API, which for the text's own target need not be the usual one."""

    kind: Kind
    refusal: str | None = None
    alike: tuple[str, ...] = ()
    pointer: str | None = None
    origin: int | None = None
    rule: str | None = None
    cured: Prepared | None = None
    fix: str
    target: str | None = None
    api: Api | None = None


def diagnose(error_text: Any, request: Any = None, target: str | None = None, *, options: Options | None = None, **names: Any) -> Diagnosis:
    """What a provider's answer means, where in the request it is, and which rule of `prepare` cures it.

    `error_text`: the answer's body, the text of an SDK's exception (or the exception), or what a gateway or a log made of it.
    `request`: what was sent, or the history that it was made of. Raises as `prepare` does for a request or target that cannot be read."""
    made = options_from(options, names)
    route = None if target is None else parse_target(target, made.api)
    document = None if request is None else records.load(request)
    answer = layers(words_of(error_text))
    history = None if document is None else document.value
    found = matches(answer, speakers_in(answer, route, history))
    kind = _kind(answer, found)
    if kind != "refusal":
        return msgspec.structs.replace(_of_another_kind(kind, found, target), api=None if route is None else route.api)
    told = _told(found[0], history) if route is None and history is not None else None
    if told is not None:
        target, route, made = str(told), told, msgspec.structs.replace(made, api=told.api)
    if history is None or target is None or route is None:
        return _diagnosis(place_without(found[0], answer), found, target, route)
    inspected = _inspected(history, target, made, found)
    placed = place_in(found, answer, inspected)
    cured = cure(placed, inspected, history, target, made)
    rule, prepared = (None, None) if cured is None else (cured.rule, cured.prepared)
    known = _diagnosis(placed, found, target, route)
    return msgspec.structs.replace(known, rule=rule, cured=prepared, origin=inspected.origin_of(placed.pointer))


def _of_another_kind(kind: Kind, found: tuple[Match, ...], target: str | None) -> Diagnosis:
    known = [match.refusal.id for match in found if kind == "context-length" and match.refusal.stage == CONTEXT]
    return Diagnosis(kind=kind, refusal=known[0] if known else None, alike=tuple(known[1:]), fix=ADVICE[kind], target=target)


def _inspected(history: Json, target: str, options: Options, found: tuple[Match, ...]) -> Inspection:
    """The history as it was sent, where that shows the refusal; else as it would be written for the target."""
    wanted = policies.format_of(parse_target(target, options.api).api)
    if isinstance(history, dict) or not _is_session(history):
        sent = inspect(history, target, source=wanted, options=options)
        if {match.refusal.id for match in found} & {problem.rule for problem in sent.problems}:
            return sent
    return inspect(history, target, options=options)


def _is_session(history: Json) -> bool:
    try:
        return formats.recognised(history).history_key is None
    except UnknownFormat:
        return False


def _diagnosis(placed: Placed, found: tuple[Match, ...], target: str | None, route: Target | None) -> Diagnosis:
    """What is known of a refusal before a cure was tried."""
    refusal = placed.match.refusal
    return Diagnosis(
        kind="refusal",
        refusal=refusal.id,
        alike=tuple(dict.fromkeys(each.refusal.id for each in found if each.refusal.id != refusal.id)),
        pointer=placed.pointer,
        rule=next(iter(refusal.cured_by), None),
        fix=refusal.fix,
        target=target,
        api=None if route is None else route.api,
    )


def _kind(answer: tuple[str, ...], found: tuple[Match, ...]) -> Kind:
    """A refusal in the catalogue's words is surer than the words of the other kinds, which a request may hold itself."""
    is_telling = bool(found) and found[0].refusal.stage != CONTEXT and not found[0].template.is_wrapper
    if is_telling:
        return "refusal"
    other = kind_of(answer)
    if other is not None:
        return other
    if not found:
        return "unknown"
    return "context-length" if found[0].refusal.stage == CONTEXT else "refusal"


def _told(match: Match, history: Json) -> Target | None:
    """The target that an answer gives away, with the model that the request names."""
    home = home_of(match.api, match.refusal)
    if home is None:
        return None
    named = history.get("model") if isinstance(history, dict) else None
    model = named if isinstance(named, str) and named.strip() else home.target.model
    return msgspec.structs.replace(home.target, model=model)
