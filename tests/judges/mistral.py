"""The validators of mistral-common judge requests to Mistral's models.

Two versions disagree (the older refuses a user turn behind a tool's result), so each judges in a process of its own, which runs this file with
nothing of this project: requests on standard input, one a line; for each a line with the list of what is refused on standard output.
"""

from __future__ import annotations

import inspect
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

LATEST = "1.13.1"
ROOT = Path(__file__).parent.parent.parent
# By version, where it is installed; None for the one that stands beside the tests.
HOMES: dict[str, Path | None] = {"1.5.6": ROOT / ".venv" / "judges" / "mistral-1.5.6", LATEST: None}


def asked(version: str, requests: Sequence[dict[str, Any]]) -> Iterator[tuple[str, ...]]:
    """What a version refuses of each request."""
    home = HOMES[version]
    environment = {**os.environ, "PYTHONPATH": str(home)} if home is not None else dict(os.environ)
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    done = subprocess.run([sys.executable, __file__, version], input=lines, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"mistral-common {version}: {done.stderr[-2000:]}")
    for line in done.stdout.splitlines():
        yield tuple(json.loads(line))


def main(version: str) -> None:
    """Answers what is asked on standard input."""
    import mistral_common

    if mistral_common.__version__ != version:
        sys.exit(f"this is mistral-common {mistral_common.__version__}; {version} is installed by `make judges`")
    for line in sys.stdin:
        sys.stdout.write(json.dumps(refusals(json.loads(line))) + "\n")


def refusals(request: dict[str, Any]) -> list[str]:
    """What the types and each of the validators say against it, but for versions 1 and 2 of the tokenizer, which know no ids of calls."""
    from mistral_common.protocol.instruct import validator
    from mistral_common.protocol.instruct.request import ChatCompletionRequest

    tools = request.get("tools")
    given: Any = {"messages": request.get("messages"), "tools": ([_known(tool) for tool in tools] or None) if type(tools) is list else tools}
    try:
        parsed: Any = ChatCompletionRequest(**given)
    except ValueError as error:
        return [f"types: {' '.join(str(error).split())[:200]}"]
    found = []
    validators: list[tuple[str, Any]] = inspect.getmembers(validator, inspect.isclass)
    for name, each in validators:
        if name.startswith("MistralRequestValidatorV"):
            try:
                each().validate_request(parsed)
            except Exception as error:  # whatever it raises is its verdict
                found.append(f"{name}: {type(error).__name__}: {error}"[:200])
    return found


def _known(tool: Any) -> Any:
    """The tool without `strict`, which the API knows (1.13.1 and SDK mistralai 3.7.0), and the older version does not yet."""
    function = tool.get("function") if type(tool) is dict else None
    return {**tool, "function": {key: value for key, value in function.items() if key != "strict"}} if type(function) is dict else tool


if __name__ == "__main__":
    main(sys.argv[1])
