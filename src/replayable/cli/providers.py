"""A target whose provider looks mistyped. An unknown provider is legal, but its rules may not be the wanted ones."""

from __future__ import annotations

import click

from replayable import targets
from replayable.cli.suggestions import meant
from replayable.cli.wording import one_line
from replayable.options import Options
from replayable.policies import chat_providers, claude_reasoning, images
from replayable.targets import parse_target

_MISTYPED = 0.82  # one letter missing, doubled or swapped, not another word


def tell_doubt(target: str, options: Options) -> None:
    """Prints a line to standard error where no table knows the target's provider, but a similar one. Raises UnknownTarget."""
    route = parse_target(target, options.api)
    known = known_providers()
    suggestion = "" if route.provider in known else meant(route.provider, known, _MISTYPED)
    if suggestion:
        click.echo(one_line(f"unknown provider {route.provider!r}, treated as {route.api}; {suggestion}"), err=True)


def known_providers() -> frozenset[str]:
    """Every provider that some table knows."""
    names = {*targets.PROVIDER_APIS, *targets.CLAUDE_ROUTES, *targets.PROVIDER_ALIASES, *targets.PROVIDER_ALIASES.values()}
    chat = chat_providers
    names.update(chat.ROUTERS, chat.SYSTEM_ONLY, chat.TAKES_CACHE_MARKS, chat.NO_CACHE_MARKS, chat.STRICT_FIELDS, chat.MEDIA)
    names.update(*(row.providers for row in chat.REASONING))
    return frozenset(names.union(claude_reasoning.ROUTES, images.CHAT_SERVERS))
