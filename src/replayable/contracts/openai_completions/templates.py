"""What a chat template insists on that wants one leading system message and alternating turns."""

from __future__ import annotations

from replayable.contracts.refusal import STRUCTURE, Found, Refusal
from replayable.model import Json

SYSTEM_FIRST = Refusal(
    id="template-system-first",
    error="System message must be at the beginning.",
    fix="Merge it into the first system message, or send it as user text.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="llama.cpp#20733, #27367; SillyTavern#5276; 13 of 111 templates run with jinja2 3.1.6 raise it (2026-11)",
)
ALTERNATE = Refusal(
    id="template-alternate",
    error="Conversation roles must alternate user/assistant/user/assistant/...",
    fix="Merge turns of one role, and begin with a user turn.",
    certainty="reported-often",
    stage=STRUCTURE,
    source="sdialog#122; raycast#34; llama.cpp#19851; mini-swe-agent#759; 8 of 111 templates raise it (2026-11)",
)
TWO_FINAL_ASSISTANTS = Refusal(
    id="llamacpp-two-final-assistants",
    error="Cannot have 2 or more assistant messages at the end of the list.",
    fix="Merge them.",
    certainty="reported",
    stage=STRUCTURE,
    source="hermes-agent#80265 (2026-11; also through Ollama /v1)",
)

# Servers that refuse two final assistant messages whatever the template.
_REFUSE_TWO_FINAL = frozenset({"llama.cpp", "ollama"})


def check_template(messages: list[Json], found: list[Found]) -> None:
    """System messages that do not lead, and turns that do not alternate. Tool messages stand outside of the order."""
    before: Json = None
    for index, message in enumerate(messages):
        role = message.get("role") if type(message) is dict else None
        if role in ("system", "developer"):
            if index:
                found.append(Found(SYSTEM_FIRST, ("messages", index)))
            continue
        if (role == "user" and before == "user") or (role == "assistant" and before in ("assistant", None)):
            found.append(Found(ALTERNATE, ("messages", index)))
        before = role


def check_final(messages: list[Json], server: str, strict_template: bool, found: list[Found]) -> None:
    """Two assistant messages at the end."""
    if not (strict_template or server in _REFUSE_TWO_FINAL) or len(messages) < 2:
        return
    if all(type(message) is dict and message.get("role") == "assistant" for message in messages[-2:]):
        found.append(Found(TWO_FINAL_ASSISTANTS, ("messages", len(messages) - 1)))
