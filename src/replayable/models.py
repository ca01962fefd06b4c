"""What single models take, as tables with source and date. The first row that fits holds.

A new model of a known family is treated as the newest known one of its family.
"""

from __future__ import annotations

import re

import msgspec


class Claude(msgspec.Struct, frozen=True):
    """A Claude model by family and version, e.g. ("opus", (4, 6)); version () means that the id names none."""

    family: str
    version: tuple[int, ...]


# `claude-opus-4-6`, `claude-3-7-sonnet-20250219`, `us.anthropic.claude-sonnet-4-5-20250929-v1:0`, `anthropic/claude-sonnet-4.6`
_NEW_STYLE = re.compile(r"claude-(?P<family>[a-z]+)-(?P<major>\d{1,2})(?:-(?P<minor>\d{1,2}))?(?!\d)")
_OLD_STYLE = re.compile(r"claude-(?P<major>\d)(?:-(?P<minor>\d))?(?:-(?P<family>[a-z]+))?")


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
