"""Which rules run for which kind of target, as a page of Markdown: `docs/providers.md`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from replayable import policies
from replayable.cli.configured import settings_of, shown
from replayable.cli.reports import as_json
from replayable.model.settings import Settings, Tool
from replayable.options import Options
from replayable.policies.policy import Policy
from replayable.policies.variants import VARIANTS, Variant
from replayable.rules import CATALOG
from replayable.rules.rule import AnyRule
from replayable.targets import Api, Target, parse_target

_LONGEST = 260  # characters of a setting's value
_FEW = 8  # keys of an object that are shown one by one where it is longer
# Settings that only repeat the target, or what was asked for.
_REPEATED = frozenset({"provider", "api", "model", "offered", "compacted_at"})
# A request with tools, in a session that was compacted, so that the rules which need that run.
_SETTINGS = Settings(tools=(Tool("read"),))
_COMPACTED_AT = 0.0
_STORED = "openclaw"  # the other format

_HEAD = """\
# Which rules run for whom

Written by `replayable policy --all` from the policies (`make docs` does it anew, a test compares). What a rule does, why, and what it costs
stands on its page. `replayable policy TARGET` tells the rules of one target, with every setting.

The tables hold for a request with tools, in a session that was compacted. *own*: only for a history in the target's own format. *other*: only
for one of another format (here: an openclaw session). *some*: for some of the providers and models below. Settings that a rule has without being
told stand on its page, and are left out here.

Providers are rows, not files: a provider that no row names gets the rules of its API, and a model those of the newest known one of its family.
"""


class _Runs(NamedTuple):
    """The rules of a target by name, with their settings: for histories in its own format, and in another."""

    own: Mapping[str, AnyRule]
    other: Mapping[str, AnyRule]


def page() -> str:
    """The whole page."""
    return "\n".join([_HEAD, *_overview(), *(line for api in VARIANTS for line in _section(api))]) + "\n"


# ---------------------------------------------------------------------------------------------- rules by API
def _overview() -> Iterator[str]:
    yield "## Rules by API\n"
    yield _row("rule", *VARIANTS)
    yield _row("---", *[":---:" for _ in VARIANTS])
    runs = {api: [_runs(variant) for variant in variants] for api, variants in VARIANTS.items()}
    for rule in CATALOG:
        yield _row(_link(rule), *[_cell(rule.name, rows) for rows in runs.values()])
    yield ""


def _cell(name: str, rows: list[_Runs]) -> str:
    """Whether a rule runs for the first target of an API, or for some of the others."""
    own, other = name in rows[0].own, name in rows[0].other
    if own and other:
        return "yes"
    if own or other:
        return "own" if own else "other"
    return "some" if any(name in row.own or name in row.other for row in rows) else ""


def _link(rule: type[AnyRule]) -> str:
    return f"[{rule.name}](../src/{rule.__module__.replace('.', '/')}.md)"


# ---------------------------------------------------------------------------------------------- one API
def _section(api: Api) -> Iterator[str]:
    base, *others = VARIANTS[api]
    runs = _runs(base)
    yield f"## {api}\n"
    yield f"As configured for `{base.target}`. {base.why}\n"
    yield _row("rule", "histories", "settings")
    yield _row("---", "---", "---")
    yield from _configured(runs)
    yield ""
    if others:
        yield _row("target", "what is different", "because")
        yield _row("---", "---", "---")
        for variant in others:
            yield _row(_named(variant), "<br>".join(_differences(runs, _runs(variant))) or "nothing", variant.why)
        yield ""


def _configured(runs: _Runs) -> Iterator[str]:
    """A row for each rule with settings, and two where they differ."""
    for rule in CATALOG:
        texts = {kind: _settings(held[rule.name]) for kind, held in zip(("own", "other"), runs, strict=True) if rule.name in held}
        if len(set(texts.values())) == 1:
            texts = {"all" if len(texts) == 2 else next(iter(texts)): next(iter(texts.values()))}
        for kind, text in texts.items():
            if text:
                yield _row(rule.name, kind, text)


def _named(variant: Variant) -> str:
    return " ".join([f"`{variant.target}`", *(f"{name}={shown(value, _LONGEST)}" for name, value in variant.options.items())])


# ---------------------------------------------------------------------------------------------- differences
def _differences(base: _Runs, runs: _Runs) -> Iterator[str]:
    """What rules run besides, do not run, or run with other settings; with a word where that holds for some histories only."""
    own, other = _changed(base.own, runs.own), _changed(base.other, runs.other)
    for text in own:
        yield text if text in other else f"{text} *(own)*"
    for text in other:
        if text not in own:
            yield f"{text} *(other)*"


def _changed(base: Mapping[str, AnyRule], runs: Mapping[str, AnyRule]) -> list[str]:
    names = [rule.name for rule in CATALOG if rule.name in base or rule.name in runs]
    return [text for name in names for text in _changed_rule(name, base.get(name), runs.get(name))]


def _changed_rule(name: str, before: AnyRule | None, after: AnyRule | None) -> Iterator[str]:
    if after is None:
        yield f"without {name}"
    elif before is None:
        yield f"with {name}" + (f": {text}" if (text := _settings(after)) else "")
    else:
        old, new = _told(before), _told(after)
        differing = [_changed_setting(key, old[key], new[key]) for key in new if old[key] != new[key]]
        if differing:
            yield f"{name}: {', '.join(differing)}"


def _changed_setting(name: str, before: Any, after: Any) -> str:
    """Of sets and of objects only what differs."""
    if type(before) is list and type(after) is list and before and after:
        signs = [*(f"+{item}" for item in after if item not in before), *(f"−{item}" for item in before if item not in after)]
        return f"{name} {_code(' '.join(signs))}"
    if type(before) is dict and type(after) is dict and before.keys() == after.keys():
        return ", ".join(_changed_setting(f"{name}.{key}", before[key], after[key]) for key in after if before[key] != after[key])
    return f"{name} {_code(after)}"


# ---------------------------------------------------------------------------------------------- policies
def _runs(variant: Variant) -> _Runs:
    """The policies of a target of this kind."""
    given = dict(variant.options)
    target = parse_target(variant.target, given.pop("api", None))
    options = Options(**given)
    return _Runs(_by_name(_policy(target, options, policies.format_of(target.api))), _by_name(_policy(target, options, _STORED)))


def _policy(target: Target, options: Options, source: str | None) -> Policy:
    return policies.choose(target, options, _SETTINGS, source, _COMPACTED_AT)


def _by_name(policy: Policy) -> Mapping[str, AnyRule]:
    return {rule.name: rule for rule in policy.rules}


def _settings(rule: AnyRule) -> str:
    """The settings that are not what they are without being told."""
    usual = {field.name: _usual(field) for field in msgspec.structs.fields(rule)}
    told = {name: value for name, value in _told(rule).items() if getattr(rule, name) != usual[name]}
    return ", ".join(text for name, value in told.items() for text in _spelled(name, value))


def _spelled(name: str, value: Any) -> Iterator[str]:
    """A setting; of a long object each of few keys."""
    if type(value) is dict and len(value) <= _FEW and len(as_json(value)) > _LONGEST // 2:
        for key, item in value.items():
            yield f"{name}.{key} {_code(item)}"
    else:
        yield f"{name} {_code(value)}"


def _usual(field: msgspec.structs.FieldInfo) -> Any:
    return field.default_factory() if field.default_factory is not msgspec.NODEFAULT else field.default


def _told(rule: AnyRule) -> dict[str, Any]:
    return {name: value for name, value in settings_of(rule).items() if name not in _REPEATED}


def _code(value: Any) -> str:
    """A value; of a long list or object its length."""
    if type(value) in (list, dict) and len(as_json(value)) > _LONGEST:
        return f"({len(value)} entries)"
    text = shown(value, _LONGEST).replace("|", "\\|")
    return f"`` {text} ``" if "`" in text else f"`{text}`"


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"
