"""Puts requests (standard input, one a line) to the types of the installed google-genai; prints what they refuse.

It runs in an environment of its own, with google-genai and nothing of this project."""

# mypy: ignore-errors
# pyright: reportMissingImports=false
from __future__ import annotations

import json
import sys

from google.genai import types, version


def main() -> int:
    """Status 1 if anything is refused."""
    refused: dict[str, int] = {}
    count = 0
    for count, line in enumerate(sys.stdin, 1):
        for content in json.loads(line)["contents"]:
            try:
                types.Content.model_validate(content)
            except ValueError as error:
                text = str(error)[:300]
                if text not in refused:
                    print(f"line {count}: {text}\n  {json.dumps(content)[:600]}")
                refused[text] = refused.get(text, 0) + 1
    print(f"google-genai {version.__version__}: {count} requests, {sum(refused.values())} refusals")
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
