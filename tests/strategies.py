"""Histories for the laws: near-legal ones that are damaged at random, written down in every format, and wild JSON.

A conversation is a list of lines in the notation of `replayable.notation`. All that was said, called or answered in it holds
a mark of its own, `mk1`, `mk2` … (`rk1` … in reasoning), so that a test can follow it wherever it goes.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

Line = dict[str, Any]
Conversation = list[Line]
Draw = st.DrawFn

BLANKS = ("", " ", "\n\t", "\u00a0", "\ufeff", "\u3000 ")
BROKEN_TEXT = ("\ud800", "\udc00x", "\x00", "\x07bell", "\ud83d", "\u2028")
ODD_IDS = ("", " ", None, " padded ", "a b/c", "größe", "call_1|fc_2", "functions.read:0", "x" * 70, "1", "toolu_" + "y" * 60)
ODD_NAMES = ("", None, " ", "a.b", "größe tool", "x" * 80, " read ", "functions.read", "9lives")
ID_STYLES = ("toolu_01{:022d}", "call_{:024d}", "{:09d}", "functions.read:{}")
ROLES = ("user", "assistant", "tool", "system", "developer", "critic")
MARK = {"type": "ephemeral"}
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="


class Marks:
    """Gives out marks and ids, each once."""

    def __init__(self, style: str) -> None:
        self.style = style
        self.given = 0

    def next(self, prefix: str = "mk") -> str:
        self.given += 1
        return f"{prefix}{self.given}x"

    def id(self) -> str:
        self.given += 1
        return self.style.format(self.given)


# ---------------------------------------------------------------------------------------------- near-legal conversations
@st.composite
def conversations(draw: Draw, least: int = 1, most: int = 3, marks: Marks | None = None) -> Conversation:
    """Complete rounds: a question, turns with calls that are answered at once, and a last word."""
    marks = marks or Marks(draw(st.sampled_from(ID_STYLES)))
    lines: Conversation = []
    if draw(st.booleans()):
        lines.append({"role": "system", "parts": [{"text": f"Be {marks.next()}."}]})
    for _ in range(draw(st.integers(least, most))):
        lines.extend(_round(draw, marks))
    return lines


def _round(draw: Draw, marks: Marks) -> Conversation:
    lines: Conversation = [{"role": "user", "parts": [{"text": f"Please {marks.next()}."} for _ in range(draw(st.integers(1, 2)))]}]
    for _ in range(draw(st.integers(0, 2))):
        lines.extend(_calls(draw, marks))
    lines.append({"role": "assistant", "parts": [{"text": f"Done {marks.next()}."}]})
    return lines


def _calls(draw: Draw, marks: Marks) -> Conversation:
    parts: list[Line] = []
    if draw(st.booleans()):
        parts.append({"reasoning": f"hm {marks.next('rk')}", "signature": "c2lnbmF0dXJl"})
    if draw(st.booleans()):
        parts.append({"text": f"Looking {marks.next()}."})
    calls = [{"call": marks.id(), "name": "read", "arguments": {"path": marks.next(), "n": 1}} for _ in range(draw(st.integers(1, 3)))]
    results = [{"role": "tool", "parts": [{"result": call["call"], "parts": [{"text": f"out {marks.next()}"}], "name": "read"}]} for call in calls]
    return [{"role": "assistant", "parts": [*parts, *calls]}, *results]


def rests(lines: Conversation) -> list[int]:
    """The numbers of lines after which a conversation is at rest: the user spoke, all calls are answered, or the last word was said."""
    ends = range(1, len(lines) + 1)
    return [end for end in ends if not any("call" in part for part in lines[end - 1]["parts"]) and (end == len(lines) or lines[end]["role"] != "tool")]


# ---------------------------------------------------------------------------------------------- damage
def _yes(draw: Draw) -> bool:
    return draw(st.booleans())


def _any_line(draw: Draw, lines: Conversation) -> int:
    return draw(st.integers(0, len(lines) - 1))


def _parts(lines: Conversation, kind: str) -> list[Line]:
    return [part for line in lines for part in line["parts"] if kind in part]


def _drop(draw: Draw, lines: Conversation) -> None:
    del lines[_any_line(draw, lines)]


def _double(draw: Draw, lines: Conversation) -> None:
    copied = lines[_any_line(draw, lines)]
    lines.insert(_any_line(draw, lines), json.loads(json.dumps(copied)))


def _move(draw: Draw, lines: Conversation) -> None:
    moved = lines.pop(_any_line(draw, lines))
    lines.insert(draw(st.integers(0, len(lines))), moved)


def _repeat_id(draw: Draw, lines: Conversation) -> None:
    calls, results = _parts(lines, "call"), _parts(lines, "result")
    if len(calls) > 1:
        old, new = draw(st.sampled_from(calls)), draw(st.sampled_from(calls))["call"]
        for result in results:
            if result["result"] == old["call"] and draw(st.booleans()):
                result["result"] = new
        old["call"] = new


def _odd_id(draw: Draw, lines: Conversation) -> None:
    calls, results = _parts(lines, "call"), _parts(lines, "result")
    odd = draw(st.sampled_from(ODD_IDS))
    if calls and _yes(draw):
        call = draw(st.sampled_from(calls))
        for result in results:
            if result["result"] == call["call"] and draw(st.booleans()):
                result["result"] = odd
        call["call"] = odd
    elif results:
        result = draw(st.sampled_from(results))
        result["result"] = draw(st.sampled_from([odd, f" {result['result']} "]))


def _blank(draw: Draw, lines: Conversation) -> None:
    line = lines[_any_line(draw, lines)]
    blank = {"text": draw(st.sampled_from(BLANKS))}
    holder = draw(st.sampled_from([line["parts"], *(part["parts"] for part in line["parts"] if "result" in part)]))
    if _yes(draw):
        holder[:] = [part for part in holder if "call" in part or "result" in part]
    holder.insert(draw(st.integers(0, len(holder))), blank)


def _empty(draw: Draw, lines: Conversation) -> None:
    lines[_any_line(draw, lines)]["parts"] = []


def _broken_text(draw: Draw, lines: Conversation) -> None:
    bad = draw(st.sampled_from(BROKEN_TEXT))
    texts, calls = _every_text(lines), _parts(lines, "call")
    if texts and _yes(draw):
        text = draw(st.sampled_from(texts))
        text["text"] = f"{bad} {text['text']} {bad}"
    elif calls:
        call = draw(st.sampled_from(calls))
        if type(call["arguments"]) is dict:
            call["arguments"] = {**call["arguments"], f"key{bad}": f"{bad}value"}


def _every_text(lines: Conversation) -> list[Line]:
    inner = [part for result in _parts(lines, "result") for part in result["parts"] if "text" in part]
    return _parts(lines, "text") + inner


def _odd_name(draw: Draw, lines: Conversation) -> None:
    if calls := _parts(lines, "call"):
        draw(st.sampled_from(calls))["name"] = draw(st.sampled_from(ODD_NAMES))


def _odd_arguments(draw: Draw, lines: Conversation) -> None:
    if calls := _parts(lines, "call"):
        call = draw(st.sampled_from(calls))
        whole = call["arguments"] if type(call["arguments"]) is str else json.dumps(call["arguments"])
        mark = whole[: max(1, len(whole) - 4)]
        odd: list[Any] = [None, "", "  ", whole, mark, whole + whole, json.dumps(whole), [call["arguments"]], 5, f"plain {mark}", {}]
        call["arguments"] = draw(st.sampled_from(odd))


def _half_streamed(draw: Draw, lines: Conversation) -> None:
    if calls := _parts(lines, "call"):
        call = draw(st.sampled_from(calls))
        call["partial"] = json.dumps(call["arguments"])[:-2]


def _odd_reasoning(draw: Draw, lines: Conversation) -> None:
    turns = [line for line in lines if line["role"] == "assistant"]
    if turns:
        line = draw(st.sampled_from(turns))
        thought: Line = {"reasoning": draw(st.sampled_from(["hm rk0x", "", " "]))}
        thought.update(draw(st.sampled_from([{}, {"signature": ""}, {"signature": "c2ln"}, {"redacted": "b3BhcXVl"}])))
        if draw(st.booleans()):
            line["parts"] = []
        line["parts"].insert(draw(st.integers(0, len(line["parts"]))), thought)


def _stop(draw: Draw, lines: Conversation) -> None:
    turns = [line for line in lines if line["role"] == "assistant"]
    if turns:
        draw(st.sampled_from(turns))["meta"] = {"stop_reason": draw(st.sampled_from(["error", "aborted", "length"]))}


def _other_role(draw: Draw, lines: Conversation) -> None:
    lines[_any_line(draw, lines)]["role"] = draw(st.sampled_from(ROLES))


def _say(draw: Draw, lines: Conversation) -> None:
    role = draw(st.sampled_from(["user", "assistant", "system", "developer"]))
    text = draw(st.sampled_from(["mk0x said", "NO_REPLY", "no_reply\n"]))
    lines.insert(draw(st.integers(0, len(lines))), {"role": role, "parts": [{"text": text}]})


def _orphan(draw: Draw, lines: Conversation) -> None:
    result = {"result": draw(st.sampled_from(["nobody", "", None])), "parts": [{"text": "out mk00x"}], "error": draw(st.booleans())}
    lines.insert(draw(st.integers(0, len(lines))), {"role": draw(st.sampled_from(["tool", "user"])), "parts": [result]})


def _placeholder(draw: Draw, lines: Conversation) -> None:
    if results := _parts(lines, "result"):
        told = draw(st.sampled_from(results))
        made = {"result": told["result"], "parts": [{"text": "aborted"}], "synthetic": True, "error": True}
        lines.insert(draw(st.integers(0, len(lines))), {"role": "tool", "parts": [made]})


def _embed(draw: Draw, lines: Conversation) -> None:
    """Results move into a neighbouring user turn."""
    for index in range(len(lines) - 1):
        pair = lines[index : index + 2]
        if {"tool", "user"} == {line["role"] for line in pair} or (pair[0]["role"] == pair[1]["role"] == "tool"):
            lines[index : index + 2] = [{"role": "user", "parts": pair[0]["parts"] + pair[1]["parts"]}]
            return


def _media(draw: Draw, lines: Conversation) -> None:
    line = lines[_any_line(draw, lines)]
    holder = draw(st.sampled_from([line["parts"], *(part["parts"] for part in line["parts"] if "result" in part)]))
    holder.insert(draw(st.integers(0, len(holder))), {"image": "image/png", "data": PIXEL})


def _cache(draw: Draw, lines: Conversation) -> None:
    parts = [part for line in lines for part in line["parts"] if "opaque" not in part]
    for part in draw(st.lists(st.sampled_from(parts), max_size=6)) if parts else []:
        part["cache"] = dict(MARK)


def _opaque(draw: Draw, lines: Conversation) -> None:
    line = lines[_any_line(draw, lines)]
    line["parts"].append({"opaque": "hologram", "raw": {"type": "hologram", "beam": "mk000x"}})


Damage = Callable[[Draw, Conversation], None]
CACHE_DAMAGES: tuple[Damage, ...] = (_cache,)
DAMAGES: tuple[Damage, ...] = (
    _drop, _double, _move, _repeat_id, _odd_id, _blank, _empty, _broken_text, _odd_name, _odd_arguments, _half_streamed,
    _odd_reasoning, _stop, _other_role, _say, _orphan, _placeholder, _embed, _media, _opaque,
)  # fmt: skip


@st.composite
def damaged(draw: Draw, most: int = 4, damages: tuple[Damage, ...] = DAMAGES + CACHE_DAMAGES) -> Conversation:
    """A near-legal conversation after a few damages."""
    lines = draw(conversations())
    return damage(draw, lines, most, damages)


@st.composite
def damaged_by(draw: Draw, damages: tuple[Damage, ...], marks: Marks, most: int = 4) -> Conversation:
    """A conversation with these marks after damages of these kinds."""
    return damage(draw, draw(conversations(marks=marks)), most, damages)


def damage(draw: Draw, lines: Conversation, most: int = 4, damages: tuple[Damage, ...] = DAMAGES + CACHE_DAMAGES) -> Conversation:
    """The conversation after up to `most` damages."""
    for hurt in draw(st.lists(st.sampled_from(damages), max_size=most)):
        if lines:
            hurt(draw, lines)
    return lines


# ---------------------------------------------------------------------------------------------- written down
def as_openai_chat(lines: Conversation) -> list[Line]:
    """The conversation as OpenAI Chat messages."""
    return [message for line in lines for message in _chat_messages(line)]


def _chat_messages(line: Line) -> list[Line]:
    results = [_chat_result(part) for part in line["parts"] if "result" in part]
    others = [part for part in line["parts"] if "result" not in part]
    return [*results, _chat_message(line["role"], others)] if others or not results else results


def _chat_result(part: Line) -> Line:
    texts = [inner["text"] for inner in part["parts"] if "text" in inner]
    content = texts[0] if len(texts) == len(part["parts"]) == 1 else [_chat_block(inner) for inner in part["parts"]]
    return {"role": "tool", "tool_call_id": part["result"], "content": content}


def _chat_message(role: str, parts: list[Line]) -> Line:
    message: Line = {"role": role}
    calls = [part for part in parts if "call" in part]
    blocks = [_chat_block(part) for part in parts if not {"call", "reasoning"} & set(part)]
    message["content"] = blocks[0]["text"] if len(blocks) == 1 and set(blocks[0]) == {"type", "text"} else blocks or None
    if thoughts := [part["reasoning"] for part in parts if "reasoning" in part]:
        message["reasoning_content"] = "".join(thoughts)
    if calls:
        message |= {"role": "assistant", "tool_calls": [_chat_call(part) for part in calls]}  # no other role has a place for calls
    return message


def _chat_call(part: Line) -> Line:
    arguments = part["arguments"]
    text = arguments if type(arguments) is str or arguments is None else json.dumps(arguments)
    return {"id": part["call"], "type": "function", "function": {"name": part["name"], "arguments": text}}


def _chat_block(part: Line) -> Line:
    cache = {"cache_control": part["cache"]} if "cache" in part else {}
    if "text" in part:
        return {"type": "text", "text": part["text"], **cache}
    if "image" in part:
        return {"type": "image_url", "image_url": {"url": f"data:{part['image']};base64,{part['data']}"}}
    return dict(part["raw"])


def as_anthropic(lines: Conversation) -> list[Line]:
    """The conversation as Anthropic messages: results stand in user turns, neighbours of one role are one message."""
    out: list[Line] = []
    for line in lines:
        role = "user" if line["role"] == "tool" else line["role"]
        blocks = [_anthropic_block(part) for part in line["parts"]]
        if out and line["role"] == "tool" and out[-1]["role"] == "user":
            out[-1]["content"].extend(blocks)
        else:
            out.append({"role": role, "content": blocks})
    return out


def _anthropic_block(part: Line) -> Line:
    block = _anthropic_bare(part)
    return {**block, "cache_control": part["cache"]} if "cache" in part else block


def _anthropic_bare(part: Line) -> Line:
    if "text" in part:
        return {"type": "text", "text": part["text"]}
    if "reasoning" in part:
        if "redacted" in part:
            return {"type": "redacted_thinking", "data": part["redacted"]}
        return {"type": "thinking", "thinking": part["reasoning"], **({"signature": part["signature"]} if "signature" in part else {})}
    if "call" in part:
        return {"type": "tool_use", "id": part["call"], "name": part["name"], "input": part["arguments"]}
    if "result" in part:
        error = {"is_error": True} if part.get("error") else {}
        return {"type": "tool_result", "tool_use_id": part["result"], "content": [_anthropic_block(inner) for inner in part["parts"]], **error}
    if "image" in part:
        return {"type": "image", "source": {"type": "base64", "media_type": part["image"], "data": part["data"]}}
    return dict(part["raw"])


def as_bedrock(lines: Conversation) -> list[Line]:
    """The conversation as messages of Bedrock's Converse: results stand in user turns; a mark is a block of its own."""
    out: list[Line] = []
    for line in lines:
        blocks = [block for part in line["parts"] for block in (_bedrock_block(part), *([{"cachePoint": {"type": "default"}}] if "cache" in part else []))]
        if out and line["role"] == "tool" and out[-1]["role"] == "user":
            out[-1]["content"].extend(blocks)
        else:
            out.append({"role": "user" if line["role"] == "tool" else line["role"], "content": blocks})
    return out


def _bedrock_block(part: Line) -> Line:
    if "text" in part:
        return {"text": part["text"]}
    if "reasoning" in part:
        if "redacted" in part:
            return {"reasoningContent": {"redactedContent": part["redacted"]}}
        signature = {"signature": part["signature"]} if "signature" in part else {}
        return {"reasoningContent": {"reasoningText": {"text": part["reasoning"], **signature}}}
    if "call" in part:
        return {"toolUse": {"toolUseId": part["call"], "name": part["name"], "input": part["arguments"]}}
    if "result" in part:
        error = {"status": "error"} if part.get("error") else {}
        return {"toolResult": {"toolUseId": part["result"], "content": [_bedrock_block(inner) for inner in part["parts"]], **error}}
    if "image" in part:
        return {"image": {"format": part["image"].rpartition("/")[2], "source": {"bytes": part["data"]}}}
    return dict(part["raw"])


def as_gemini(lines: Conversation) -> list[Line]:
    """The conversation as contents of Gemini's generateContent: results stand in user turns, and there are no marks."""
    out: list[Line] = []
    for line in lines:
        parts = [_gemini_part(part) for part in line["parts"]]
        if out and line["role"] == "tool" and out[-1]["role"] == "user":
            out[-1]["parts"].extend(parts)
        else:
            role = {"tool": "user", "assistant": "model"}.get(line["role"], line["role"])
            out.append({"role": role, "parts": parts})
    return out


def _gemini_part(part: Line) -> Line:
    signature = {"thoughtSignature": part["signature"]} if part.get("signature") is not None else {}
    if "text" in part:
        return {"text": part["text"]}
    if "reasoning" in part:
        return {"text": part["reasoning"], "thought": True, **signature}
    if "call" in part:
        call_id = {} if part["call"] is None else {"id": part["call"]}
        return {"functionCall": {**call_id, "name": part["name"], "args": part["arguments"]}, **signature}
    if "result" in part:
        return {"functionResponse": _gemini_response(part)}
    if "image" in part:
        return {"inlineData": {"mimeType": part["image"], "data": part["data"]}}
    return dict(part["raw"])


def _gemini_response(part: Line) -> Line:
    call_id = {} if part["result"] is None else {"id": part["result"]}
    texts = [inner["text"] for inner in part["parts"] if "text" in inner]
    others = [_gemini_part(inner) for inner in part["parts"] if "text" not in inner]
    response = {"error" if part.get("error") else "output": " ".join(texts)}
    return {**call_id, "name": part.get("name", "read"), "response": response, **({"parts": others} if others else {})}


def as_openai_responses(lines: Conversation) -> list[Line]:
    """The conversation as items of OpenAI's Responses API; reasoning and calls have the ids that the server gave them."""
    out: list[Line] = []
    for line in lines:
        held: list[Line] = []
        for part in line["parts"]:
            if "text" in part or "image" in part or "opaque" in part:
                held.append(_responses_content(part, line["role"]))
                continue
            if held:
                out.append({"type": "message", "role": line["role"], "content": held})
                held = []
            out.append(_responses_item(part, len(out)))
        if held or not line["parts"]:
            out.append({"type": "message", "role": line["role"], "content": held})
    return out


def _responses_item(part: Line, number: int) -> Line:
    if "call" in part:
        arguments = part["arguments"] if type(part["arguments"]) is str else json.dumps(part["arguments"])
        return {"type": "function_call", "id": f"fc_{number}", "call_id": part["call"], "name": part["name"], "arguments": arguments}
    if "reasoning" in part:
        encrypted = {"encrypted_content": part["signature"]} if "signature" in part else {}
        return {"type": "reasoning", "id": f"rs_{number}", "summary": [{"type": "summary_text", "text": part["reasoning"]}], **encrypted}
    texts = [inner["text"] for inner in part["parts"] if "text" in inner]
    is_plain = len(part["parts"]) == 1 and bool(texts)
    output = texts[0] if is_plain else [_responses_content(inner, "tool") for inner in part["parts"]]
    return {"type": "function_call_output", "call_id": part["result"], "output": output}


def _responses_content(part: Line, role: str) -> Line:
    if "text" in part:
        return {"type": "output_text", "text": part["text"], "annotations": []} if role == "assistant" else {"type": "input_text", "text": part["text"]}
    if "image" in part:
        return {"type": "input_image", "detail": "auto", "image_url": f"data:{part['image']};base64,{part['data']}"}
    return dict(part["raw"])


def as_openclaw(lines: Conversation) -> list[Line]:
    """The conversation as messages of an openclaw session."""
    return [message for line in lines for message in _claw_messages(line)]


def _claw_messages(line: Line) -> list[Line]:
    results = [_claw_result(part) for part in line["parts"] if "result" in part]
    others = [_claw_block(part) for part in line["parts"] if "result" not in part]
    if not others and results:
        return results
    message: Line = {"role": line["role"], "content": others}
    if line["role"] == "assistant":
        message |= {"provider": "anthropic", "api": "anthropic-messages", "model": "claude-opus-4-6", "usage": {"input": 1, "output": 1}}
        message["stopReason"] = line.get("meta", {}).get("stop_reason", "stop")
    return [*results, message]


def _claw_result(part: Line) -> Line:
    details = {"details": {"openclawSyntheticMissingToolResult": True}} if part.get("synthetic") else {}
    content = [_claw_block(inner) for inner in part["parts"]]
    return {"role": "toolResult", "toolCallId": part["result"], "toolName": "read", "content": content, "isError": bool(part.get("error")), **details}


def _claw_block(part: Line) -> Line:
    if "text" in part:
        return {"type": "text", "text": part["text"]}
    if "reasoning" in part:
        if "redacted" in part:
            return {"type": "redacted_thinking", "data": part["redacted"]}
        return {"type": "thinking", "thinking": part["reasoning"], **({"thinkingSignature": part["signature"]} if "signature" in part else {})}
    if "call" in part:
        half = {"partialJson": part["partial"]} if "partial" in part else {}
        return {"type": "toolCall", "id": part["call"], "name": part["name"], "arguments": part["arguments"], **half}
    if "image" in part:
        return {"type": "image", "mimeType": part["image"], "data": part["data"]}
    return dict(part["raw"])


WRITERS: dict[str, Callable[[Conversation], list[Line]]] = {
    "openai-chat": as_openai_chat,
    "anthropic": as_anthropic,
    "openclaw": as_openclaw,
    "bedrock": as_bedrock,
    "gemini": as_gemini,
    "openai-responses": as_openai_responses,
}


# ---------------------------------------------------------------------------------------------- JSON that was never legal
WORDS = (
    "role", "content", "type", "text", "tool_calls", "tool_call_id", "function", "name", "arguments", "id", "tool_use", "tool_result",
    "tool_use_id", "input", "toolCall", "toolResult", "toolCallId", "thinking", "signature", "user", "assistant", "system", "tool", "message",
    "messages", "tools", "tool_choice", "cache_control", "session", "compaction", "parentId", "version", "stop", "max_tokens", "image", "source",
    "data", "details", "usage", "model", "image_url", "url", "reasoning_content", "function_call", "metadata", "entries", "custom", "timestamp",
)  # fmt: skip
scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(WORDS) | st.text(max_size=8) | st.sampled_from(BLANKS + BROKEN_TEXT)
wild_json = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.sampled_from(WORDS) | st.text(max_size=3), inner, max_size=6),
    max_leaves=25,
)
wild_messages = st.lists(
    st.fixed_dictionaries(
        {"role": st.sampled_from(["user", "assistant", "system", "tool", "toolResult"]) | scalars, "content": wild_json},
        optional={"tool_calls": wild_json, "tool_call_id": scalars, "toolCallId": scalars, "name": scalars, "type": scalars, "message": wild_json},
    ),
    max_size=5,
)


@st.composite
def mangled(draw: Draw, writer: Callable[[Conversation], list[Line]]) -> list[Any]:
    """A damaged conversation written down, in which some values are then replaced by others of any kind."""
    messages: list[Any] = json.loads(json.dumps(writer(draw(damaged(2)))))
    for _ in range(draw(st.integers(1, 3))):
        holder: Any = messages
        while holder:
            keys = list(holder) if type(holder) is dict else list(range(len(holder)))
            key = draw(st.sampled_from(keys))
            if type(holder[key]) not in (dict, list) or not holder[key] or draw(st.integers(0, 3)) == 0:
                holder[key] = draw(wild_json)
                break
            holder = holder[key]
    return messages
