"""The pages of refusals hold: what they show as refused is refused, there and in these words, and what they show as taken is taken."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from replayable import prepare
from replayable.contracts import check, examples
from replayable.contracts.catalogue import MODULES, refusals_named
from replayable.contracts.examples import Example
from replayable.contracts.refusal import Refusal
from replayable.model.values import Json
from replayable.options import Options
from replayable.targets import Api, parse_target

# Kinds whose requests are too large for a page; `test_catalogue` and `test_contracts` make some.
TOO_LARGE = {
    "anthropic-request-too-large",
    "anthropic-too-many-messages",
    "anthropic-image-max-bytes",
    "anthropic-image-count",
    "chat-too-many-messages",
    "responses-arguments-length",
}

CONTRACTS = Path(examples.__file__).parent
HELD = [module for modules in MODULES.values() for module in modules]
PAGES = {module.__name__: examples.page_of(module) for module in HELD if Path(str(module.__file__)).with_suffix(".md").exists()}
EXAMPLES = [pytest.param(example, id=f"{example.refusal or name.split('.')[-2]}: {example.title}") for name, page in PAGES.items() for example in page.examples]
REFUSED = [param for param in EXAMPLES if param.values[0].pointer is not None]  # type: ignore[union-attr]
VALID = [param for param in EXAMPLES if param.values[0].pointer is None]  # type: ignore[union-attr]


def options_of(example: Example) -> Options:
    return Options(**{name: value for name, value in example.options.items() if name != "api"})


def found(example: Example, request: object) -> list[tuple[str, str, str]]:
    api = example.options.get("api")
    problems = check(request, parse_target(example.target, api if isinstance(api, str) else None), options_of(example))
    return [(problem.rule, problem.pointer, problem.error) for problem in problems]


@pytest.mark.parametrize("example", REFUSED)
def test_a_refused_request_is_refused_there_and_in_these_words(example: Example) -> None:
    assert (example.refusal, example.pointer, example.error) in found(example, example.request)


@pytest.mark.parametrize("example", VALID)
def test_a_valid_request_has_no_problem(example: Example) -> None:
    assert found(example, example.request) == []


@pytest.mark.parametrize("example", [param for param in REFUSED if param.values[0].cured is not None])  # type: ignore[union-attr]
def test_what_is_to_be_sent_instead_has_no_problem(example: Example) -> None:
    assert found(example, example.cured) == []


@pytest.mark.parametrize("example", REFUSED)
def test_prepare_repairs_what_is_said_to_be_repaired(example: Example) -> None:
    prepared = prepare(example.request, example.target, **example.options)
    is_left = example.refusal in {problem.rule for problem in prepared.problems}
    cures = {rule for refusal in refusals_named(example.refusal) for rule in refusal.cured_by}
    by = {change.rule for change in prepared.changes}
    assert is_left or cures & by or not (cures or by)


# What the Codex backend takes stands on the pages of Responses.
WITH_PAGES = [api for api, modules in MODULES.items() if api != "openai-codex-responses" and all(module.__name__ in PAGES for module in modules)]


@pytest.mark.parametrize("api", WITH_PAGES)
def test_the_pages_of_an_api_show_many_requests_in_which_nothing_is_wrong(api: Api) -> None:
    valid = [example for module in MODULES[api] for example in PAGES[module.__name__].examples if example.pointer is None]
    assert len(valid) >= 20


RICH = [
    ("anthropic", "anthropic/claude-opus-4-5", None),
    ("bedrock", "amazon-bedrock/us.anthropic.claude-sonnet-4-5-20250929-v1:0", None),
    ("gemini", "google/gemini-3-pro", None),
    ("openai-chat", "openai/gpt-4.1", "openai-completions"),
    ("openai-responses", "openai/gpt-5", None),
]


@pytest.mark.parametrize(("name", "target", "api"), RICH, ids=[name for name, *_ in RICH])
def test_a_request_with_every_kind_of_block_has_no_problem(name: str, target: str, api: str | None) -> None:
    request = json.loads((Path(__file__).parent / f"rich_requests/{name}.json").read_text(encoding="utf-8"))
    assert check(request, parse_target(target, api), Options()) == ()


SPOILS: list[Json] = [None, True, 0, -1.5, "", " ", "x", "\ud83d", [], {}, [None], [[]], {"x": 1}, {"type": []}, ["x"], {"text": None}]


@pytest.mark.parametrize("name", PAGES)
def test_a_request_that_is_spoiled_anywhere_is_checked_and_left_as_it_is(name: str) -> None:
    chance = Random(name)
    for example in PAGES[name].examples:
        for _ in range(12):
            request = copy.deepcopy(example.request)
            _spoil(request, chance)
            before = repr(request)
            for _, pointer, _ in found(example, request):
                _pointed_at(request, pointer)
            assert before == repr(request)


def _spoil(value: Json, chance: Random) -> None:
    """Puts something else in a place of the value, however deep."""
    holders = [each for each in _holders(value) if each]
    if holders:
        holder = chance.choice(holders)
        key = chance.choice(list(holder) if type(holder) is dict else range(len(holder)))
        holder[key] = copy.deepcopy(chance.choice(SPOILS))


def _holders(value: Json) -> Iterator[Json]:
    if type(value) in (dict, list):
        yield value
        for inner in value.values() if type(value) is dict else value:
            yield from _holders(inner)


def _pointed_at(value: Json, pointer: str) -> Json:
    for part in pointer.split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        value = value[int(key)] if type(value) is list else value[key]
    return value


def test_every_page_belongs_to_a_module_of_refusals() -> None:
    owned = {Path(str(module.__file__)).with_suffix(".md") for module in HELD}
    assert set(CONTRACTS.rglob("*.md")) - owned == set()


@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_a_section_for_each_kind_of_its_module_in_order(name: str) -> None:
    module = next(module for module in HELD if module.__name__ == name)
    kinds = list(dict.fromkeys(value.id for value in vars(module).values() if type(value) is Refusal))
    assert kinds == [section.heading for section in PAGES[name].sections if section.heading != examples.TAKEN]


@pytest.mark.parametrize("name", PAGES)
def test_a_page_shows_each_kind_that_a_request_shows(name: str) -> None:
    shown = {example.refusal for example in PAGES[name].examples if example.pointer is not None}
    silent = [section.heading for section in PAGES[name].sections if section.heading not in shown | TOO_LARGE | {examples.TAKEN}]
    assert [heading for heading in silent if any(refusal.visible == "yes" for refusal in refusals_named(heading))] == []
