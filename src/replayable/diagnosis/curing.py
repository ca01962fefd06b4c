"""Whether `prepare` makes a request in which a refusal is gone, and which of its rules does so."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from replayable import policies
from replayable.diagnosis.homes import home_of
from replayable.diagnosis.placing import Placed
from replayable.diagnosis.recognising import Match
from replayable.errors import ReplayableError
from replayable.inspection import Inspection
from replayable.model.values import Json
from replayable.options import Options, options_from
from replayable.pipeline import Prepared, prepare, prepared_by
from replayable.policies.policy import Policy
from replayable.report import Change
from replayable.rules import CATALOG
from replayable.rules.rule import AnyRule
from replayable.targets import Target, parse_target


class Cure(msgspec.Struct, frozen=True):
    """A request without the refusal, and the rule of which it is the work; None where it was another API's and is written anew."""

    prepared: Prepared
    rule: str | None


def cure(placed: Placed, inspected: Inspection, history: Json, target: str, options: Options) -> Cure | None:
    """The cured request, None where no cure is known.

    A request does not show everything: that its signatures are another model's, what a server's template insists on. So what was said is taken at
    its word where the request as it is gives no reason: the options that would explain the answer are tried, then the rules that are
    known to repair it, configured as for those who give this answer."""
    match = placed.match
    shown = match.refusal.id in {problem.rule for problem in inspected.problems}
    for prepared in _attempts(match, history, target, options):
        by = _cures(match, prepared)
        gone = match.refusal.id not in {problem.rule for problem in prepared.problems}
        if gone and (by or shown):
            return Cure(prepared, _rule_of(by or prepared.changes, match, inspected.origin_of(placed.pointer)))
    return None


def _attempts(match: Match, history: Json, target: str, options: Options) -> Iterator[Prepared]:
    yield prepare(history, target, options=options)
    if not match.refusal.cured_by:
        return
    for attempt in _explanations(options):
        yield prepare(history, target, options=attempt)
    forced = _forced(match, parse_target(target, options.api))
    if forced:
        yield prepared_by(lambda policy: _with(policy, forced), history, target, None, options)


def _explanations(options: Options) -> Iterator[Options]:
    """What the caller may not have known of the target, one thing at a time; what was said stays."""
    if options.made_by is None:
        yield msgspec.structs.replace(options, made_by="unknown")
    if not options.strict_template:
        yield msgspec.structs.replace(options, strict_template=True)
    if options.keeps_reasoning is None:
        yield msgspec.structs.replace(options, keeps_reasoning=True)
    if options.vision is None:
        yield msgspec.structs.replace(options, vision=False)
    if options.store is None:
        yield msgspec.structs.replace(options, store=False)


def _forced(match: Match, route: Target) -> tuple[AnyRule, ...]:
    """The rules that are known to repair it, as they are configured for a target that is known to refuse it."""
    home = home_of(match.api, match.refusal)
    if home is None:
        return ()
    try:
        policy = policies.choose(home.target, options_from(None, home.options))
    except ReplayableError:
        return ()
    return tuple(rule for rule in policy.rules if rule.name in match.refusal.cured_by and (rule.scope != "request" or home.target.api == route.api))


def _with(policy: Policy, forced: tuple[AnyRule, ...]) -> Policy:
    """The policy with the rules in the place of its own of these names, all in the order of the catalogue."""
    names = {rule.name for rule in forced}
    order = {rule.name: number for number, rule in enumerate(CATALOG)}
    rules = (*(rule for rule in policy.rules if rule.name not in names), *forced)
    return msgspec.structs.replace(policy, rules=tuple(sorted(rules, key=lambda rule: order[rule.name])))


def _cures(match: Match, prepared: Prepared) -> tuple[Change, ...]:
    return tuple(change for change in prepared.changes if change.rule in match.refusal.cured_by)


def _rule_of(changes: tuple[Change, ...], match: Match, origin: int | None) -> str | None:
    """The rule that changed the message that was pointed at; else the one that repairs such most often (made-up messages have no origin)."""
    here = [change.rule for change in changes if origin is not None and change.origin == origin]
    used = {change.rule for change in changes}
    likeliest = [name for name in match.refusal.cured_by if name in used]
    return next(iter([*here, *likeliest, *(change.rule for change in changes)]), None)
