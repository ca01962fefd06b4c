"""Which rules hold for a target: a function of the target, the options and what the history says itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from replayable.errors import UnknownTarget
from replayable.model.settings import Settings
from replayable.model.transcript import Route
from replayable.on_demand import OnDemand
from replayable.options import Options
from replayable.policies.policy import Policy, Situation
from replayable.policies.policy import format_of as format_of  # said here, where policies are asked for
from replayable.targets import Api, Target

# One API, one file. An API that is missing here is known by name only.
BY_API: Mapping[Api, Callable[[Situation], Policy]] = OnDemand(
    {
        "anthropic-messages": "replayable.policies.anthropic_messages:choose",
        "bedrock-converse": "replayable.policies.bedrock_converse:choose",
        "google-generative-ai": "replayable.policies.google:choose",
        "openai-completions": "replayable.policies.openai_completions:choose",
        "openai-responses": "replayable.policies.openai_responses:choose",
        "openai-codex-responses": "replayable.policies.openai_responses:choose_codex",
    }
)


def choose(  # noqa: PLR0917 - one argument for each thing that decides
    target: Target,
    options: Options | None = None,
    settings: Settings | None = None,
    source: str | None = None,
    compacted_at: float | None = None,
    routes: tuple[Route, ...] = (),
) -> Policy:
    """The policy for a target. `settings`, `source`, `compacted_at` and `routes` are those of the history: its request fields, its
    format's name, the time of its newest compaction, and where it was sent so far.

    Raises UnknownTarget for an API that this version does not build."""
    made = BY_API.get(target.api)
    if made is None:
        raise UnknownTarget(f"the API {target.api!r} of {target} is not built by this version; it has {', '.join(BY_API)}")
    own = source == format_of(target.api)
    return made(Situation(target, options or Options(), settings or Settings(), own, source, compacted_at, routes))
