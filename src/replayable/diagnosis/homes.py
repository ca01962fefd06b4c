"""For whom a refusal is known: the target of the example on its page."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from replayable.contracts.catalogue import MODULES
from replayable.contracts.examples import page_of
from replayable.contracts.refusal import Refusal
from replayable.model.values import Json
from replayable.targets import Api, Target, parse_target


class Home(msgspec.Struct, frozen=True):
    """A target that gives a refusal, and the options of `check` that it takes to see it."""

    target: Target
    options: Mapping[str, Json] = {}


def home_of(api: Api, refusal: Refusal) -> Home | None:
    """The target of the refusal's first example; of those of its module where it has none of its own. None without any."""
    for module in MODULES[api]:
        if any(value is refusal for value in vars(module).values()):
            examples = page_of(module).examples
            first = next((example for example in examples if example.refusal == refusal.id), examples[0] if examples else None)
            if first is None:
                return None
            named = first.options.get("api")
            options = {name: value for name, value in first.options.items() if name != "api"}
            return Home(parse_target(first.target, named if isinstance(named, str) else api), options)
    return None
