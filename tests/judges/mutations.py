"""One wrong value in a request that is right: what people write by hand, and what other programs store."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st

from judges.verdict import Request

Draw = st.DrawFn
# In place of a value.
VALUES: tuple[Any, ...] = (
    *(None, True, 0, -1, 1.5, 3_000_000, "", " ", "x", "x" * 300, "ümläut \u0000", "tool", "system", "url", "text"),
    *([], {}, [None], [""], [{}], {"x": 1}),
)
# In place of a key, or beside it.
KEYS = ("x", "type", "role", "content", "name", "id", "text", "cache_control", "input", "call_id")


@st.composite
def mutated(draw: Draw, request: Request) -> Request:
    """The request with one or two values that are others, gone, doubled, or new."""
    changed: Request = json.loads(json.dumps(request))
    for _ in range(draw(st.integers(1, 2))):
        _mutate(draw, changed)
    return changed


def _mutate(draw: Draw, request: Request) -> None:
    holder, key = _place(draw, request)
    if key is None:
        return
    match draw(st.sampled_from(("replace", "delete", "double", "add"))):
        case "replace":
            holder[key] = _value(draw)
        case "delete":
            del holder[key]
        case "double" if type(holder) is list:
            holder.insert(key, json.loads(json.dumps(holder[key])))
        case _ if type(holder) is dict:
            holder[draw(st.sampled_from(KEYS))] = _value(draw)
        case _:
            holder.append(_value(draw))


def _value(draw: Draw) -> Any:
    return json.loads(json.dumps(draw(st.sampled_from(VALUES))))


def _place(draw: Draw, holder: Any) -> tuple[Any, Any]:
    """A key or an index anywhere in the request, and what it stands in; the key None where there is nothing at all. Schemas of tools are the
    caller's, and stay."""
    while holder:
        keys = [key for key in holder if key not in SCHEMAS] if type(holder) is dict else list(range(len(holder)))
        if not keys:
            return holder, None
        key = draw(st.sampled_from(keys))
        if type(holder[key]) not in (dict, list) or not holder[key] or draw(st.integers(0, 5)) == 0:
            return holder, key
        holder = holder[key]
    return holder, None


SCHEMAS = frozenset({"parameters", "input_schema", "inputSchema", "schema", "args", "arguments", "input_examples"})
