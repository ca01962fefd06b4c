"""What a policy is: the only place where a provider meets a rule."""

from __future__ import annotations

import msgspec

from replayable.formats.format import Format
from replayable.model.settings import Settings
from replayable.model.transcript import Route
from replayable.options import Options, tool_names
from replayable.rules.rule import AnyRule
from replayable.targets import Api, Target


class Policy(msgspec.Struct, frozen=True):
    """For one kind of target: the format it is written in, and the configured rules in the order in which they run.

    The contract that the request is checked against is the one of `api`."""

    api: Api
    format: Format
    rules: tuple[AnyRule, ...]


class Situation(msgspec.Struct, frozen=True):
    """All that decides about a policy: the target, what the caller says, and what the history itself says.

    `own`: the history is in the target's own format. `source`: the name of its format, where it was read from one.
    `compacted_at`: the time (ms) of its newest compaction. `routes`: where the session went so far."""

    target: Target
    options: Options
    settings: Settings
    own: bool
    source: str | None = None
    compacted_at: float | None = None
    routes: tuple[Route, ...] = ()

    @property
    def thinking(self) -> bool | None:
        """Whether reasoning is on for this request; None where nobody says."""
        if self.options.thinking is not None:
            return self.options.thinking
        said = self.settings.thinking
        return None if said is None else said.mode != "disabled"

    @property
    def offered(self) -> frozenset[str] | None:
        """The names of the tools offered now; None where nobody says."""
        if self.options.tools is not None:
            return tool_names(self.options.tools)
        said = self.settings.tools
        return None if said is None else frozenset(tool.name for tool in said)


def format_of(api: Api) -> str:
    """The name of the format that an API's requests are written in."""
    return _FORMATS[api]


_FORMATS: dict[Api, str] = {
    "anthropic-messages": "anthropic",
    "bedrock-converse": "bedrock",
    "google-generative-ai": "gemini",
    "openai-completions": "openai-chat",
    "openai-responses": "openai-responses",
    "openai-codex-responses": "openai-responses",
}
