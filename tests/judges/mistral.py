"""Puts requests (standard input, one a line) to the validators of the installed mistral-common; prints what they refuse.

It runs in an environment of its own, with mistral-common and nothing of this project."""

# mypy: ignore-errors
# pyright: reportMissingImports=false, reportAttributeAccessIssue=false
from __future__ import annotations

import inspect
import json
import sys

import mistral_common
from mistral_common.protocol.instruct import validator
from mistral_common.protocol.instruct.request import ChatCompletionRequest

# V1 and V2 know no ids of calls; from V13 on their form is free. What all of these take, every version takes.
VALIDATORS = [each for name, each in inspect.getmembers(validator, inspect.isclass) if name.startswith("MistralRequestValidatorV")]


def main() -> int:
    """Status 1 if anything is refused."""
    refused: dict[str, int] = {}
    count = 0
    for count, line in enumerate(sys.stdin, 1):
        for text in refusals(json.loads(line)):
            if text not in refused:
                print(f"line {count}: {text}\n  {line[:600]}")
            refused[text] = refused.get(text, 0) + 1
    print(f"mistral-common {mistral_common.__version__}: {count} requests, {len(VALIDATORS)} validators, {sum(refused.values())} refusals")
    return 1 if refused else 0


def refusals(request: dict[str, object]) -> list[str]:
    """What the types and the validators say against it. A request without a turn is nothing to judge."""
    messages = request["messages"]
    if not any(message["role"] != "system" for message in messages):  # type: ignore[attr-defined]
        return []
    try:
        parsed = ChatCompletionRequest(messages=messages)
    except ValueError as error:
        return [f"types: {str(error)[:300]}"]
    found = []
    for each in VALIDATORS:
        try:
            each().validate_messages(parsed.messages)
        except Exception as error:  # whatever it raises is its verdict
            found.append(f"{each.__name__}: {type(error).__name__}: {error}"[:300])
    return found


if __name__ == "__main__":
    sys.exit(main())
