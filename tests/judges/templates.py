"""The chat templates of trl and of llama.cpp judge requests to servers that render a model's own template.

They are rendered as transformers, vLLM and llama.cpp do: in jinja2's sandbox, arguments of calls as objects, content as text where a template
knows no blocks. Some fail any request of a kind (no system message, one call at a time, a filter that only transformers has), so a template's
refusal counts where it takes the control: a plain valid request with the same features.

The templates are downloaded, not kept here: trl is under Apache-2.0, llama-cpp-python with llama.cpp's templates under MIT, and each template
under its model's licence.
"""

from __future__ import annotations

import functools
import io
import json
import os
import re
import tarfile
import zipfile
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import jinja2
from jinja2 import nodes
from jinja2.ext import Extension, loopcontrols
from jinja2.parser import Parser
from jinja2.sandbox import ImmutableSandboxedEnvironment

from judges.verdict import Judge, Kinds, Request, kinds_of

FOLDER = Path(__file__).parent.parent.parent / ".venv" / "judges"
TODAY = datetime(2026, 11, 30, tzinfo=UTC)
Messages = list[dict[str, Any]]


class Template(NamedTuple):
    """One chat template; `source` is the archive that it came in."""

    source: str
    name: str
    compiled: jinja2.Template

    @property
    def is_mistral(self) -> bool:
        """It is one of Mistral's, which want ids of their own form: for models of that name."""
        return re.search("mi(?:ni)?stral", self.name, re.IGNORECASE) is not None


class Generation(Extension):
    """`{% generation %}` marks what an assistant said, for training; here it is just rendered."""

    tags = {"generation"}  # noqa: RUF012 - as jinja2 declares it

    def parse(self, parser: Parser) -> list[nodes.Node]:
        """The block's content."""
        next(parser.stream)
        return parser.parse_statements(("name:endgeneration",), drop_needle=True)


def _refuse(message: str) -> NoReturn:
    raise jinja2.TemplateError(message)


def _as_json(value: Any, ensure_ascii: bool = False, indent: int | None = None, **_: Any) -> str:
    return json.dumps(value, ensure_ascii=ensure_ascii, indent=indent)


@functools.cache
def _environment() -> ImmutableSandboxedEnvironment:
    made = ImmutableSandboxedEnvironment(trim_blocks=True, lstrip_blocks=True, extensions=[loopcontrols, Generation])
    made.filters["tojson"] = _as_json
    made.globals["raise_exception"] = _refuse
    made.globals["strftime_now"] = TODAY.strftime
    return made


# ---------------------------------------------------------------------------------------------- where the templates come from
@functools.cache
def templates() -> tuple[Template, ...]:
    """Those of the downloaded archives: of the small one, and of the large one where it is asked for."""
    pattern = "*" if os.environ.get("TEMPLATES") == "all" else "trl-*"
    found = tuple(Template(archive.name, name, _environment().from_string(text)) for archive in sorted(FOLDER.glob(pattern)) for name, text in _texts(archive))
    if not found:
        raise FileNotFoundError(f"no chat templates in {FOLDER}: `make test` and `make judges` download them")
    return found


def _texts(archive: Path) -> Iterator[tuple[str, str]]:
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as wheel:
            for name in sorted(wheel.namelist()):
                if name.endswith(".jinja"):
                    yield Path(name).name, wheel.read(name).decode()
    elif archive.name.endswith(".tar.gz"):
        with tarfile.open(archive) as held:
            for member in held:
                if member.name.endswith(".jinja"):
                    yield Path(member.name).name, (held.extractfile(member) or io.BytesIO()).read().decode()


# ---------------------------------------------------------------------------------------------- judging
def judge(requests: Sequence[Request], is_meant: Callable[[Template], bool]) -> Iterator[Kinds]:
    """What the templates that are meant refuse of each request, and do not refuse of its control."""
    meant = [template for template in templates() if is_meant(template)]
    for request in requests:
        control = control_of(request)
        yield kinds_of([f"{each.name}: {said}" for each in meant if (said := refusal(each, request)) and takes(each, control)])


def takes(template: Template, control: str) -> bool:
    """The template renders a control, which is given as JSON."""
    return _takes(template.source, template.name, control)


@functools.cache
def _takes(source: str, name: str, control: str) -> bool:
    found = next(each for each in templates() if (each.source, each.name) == (source, name))
    return refusal(found, json.loads(control)) is None


def refusal(template: Template, request: Request) -> str | None:
    """What a template says against a request, be content given as text or as blocks; None where it takes one of both."""
    said = None
    for form in (_as_text, _as_blocks):
        try:
            template.compiled.render(**_variables(form(request["messages"]), request.get("tools")))
            return None
        except Exception as error:  # whatever it raises is its verdict
            said = said or f"{type(error).__name__}: {error}"
    return said


def _variables(messages: Messages, tools: Any) -> dict[str, Any]:
    return {"messages": messages, "tools": tools or None, "add_generation_prompt": messages[-1]["role"] != "assistant", "bos_token": "<s>", "eos_token": "</s>"}


def _as_text(messages: Messages) -> Messages:
    return [{**_with_objects(message), "content": "\n".join(block.get("text", "") for block in _blocks(message))} for message in messages]


def _as_blocks(messages: Messages) -> Messages:
    return [{**_with_objects(message), "content": _blocks(message)} for message in messages]


def _blocks(message: dict[str, Any]) -> list[dict[str, Any]]:
    content = message.get("content")
    if isinstance(content, str):
        return [{"type": "text", "text": content}] if content else []
    return [{"type": "image"} if block["type"] == "image_url" else block for block in content or ()]


def _with_objects(message: dict[str, Any]) -> dict[str, Any]:
    """The message with the arguments of its calls as objects."""
    calls = message.get("tool_calls")
    if not calls:
        return {key: value for key, value in message.items() if key != "tool_calls"}
    functions = [{**call["function"], "arguments": json.loads(call["function"]["arguments"])} for call in calls]
    return {**message, "tool_calls": [{"type": "function", **call, "function": function} for call, function in zip(calls, functions, strict=True)]}


# ---------------------------------------------------------------------------------------------- the control
def control_of(request: Request) -> str:
    """A plain valid request with the features of another, as JSON: the system message, tools, calls and how many of them at once."""
    held = request.get("messages")
    messages = [message for message in held if type(message) is dict] if type(held) is list else []
    at_once = max((len(message["tool_calls"]) for message in messages if type(message.get("tool_calls")) is list), default=0)
    return json.dumps(_plain(bool(messages) and messages[0].get("role") == "system", at_once, "tools" in request))


def _plain(has_system: bool, calls: int, has_tools: bool) -> Request:
    messages: Messages = [{"role": "system", "content": "Be brief."}] if has_system else []
    messages.append({"role": "user", "content": "Please read it."})
    if calls:
        made = [{"id": f"call0000{n}", "type": "function", "function": {"name": "read", "arguments": '{"path": "a"}'}} for n in range(min(calls, 9))]
        messages.append({"role": "assistant", "content": "", "tool_calls": made})
        messages.extend({"role": "tool", "tool_call_id": call["id"], "content": "out"} for call in made)
    messages.extend([{"role": "assistant", "content": "Done."}, {"role": "user", "content": "Thanks."}])
    return {"messages": messages, **({"tools": [_TOOL]} if has_tools else {})}


_TOOL = {
    "type": "function",
    "function": {"name": "read", "description": "Reads a file.", "parameters": {"type": "object", "properties": {"path": {"type": "string"}}}},
}

MISTRAL = Judge("chat templates of Mistral's", functools.partial(judge, is_meant=lambda template: template.is_mistral))
OTHERS = Judge("chat templates", functools.partial(judge, is_meant=lambda template: not template.is_mistral))
