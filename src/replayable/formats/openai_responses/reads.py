"""Which fields of an item and a content part the reader of OpenAI's Responses API takes up (SDK 3.57.0, 2026-11)."""

from __future__ import annotations

from replayable.answers import Place
from replayable.formats.openai_responses.fields import LOCAL_CALLS, OUTPUTS
from replayable.formats.reads import fields
from replayable.reads import Reads

_MARKED = fields("id phase", "text.item")
_MESSAGE = fields("type role content content.type content.text content.refusal") | _MARKED
_TEXT = fields("type text")
_CALLED = fields("type call_id name") | fields("id", "call.item") | fields("async", "call.deferred")
_OUTPUT = fields("type call_id output")

# A reasoning item is kept as a whole, as what proves it; only its words are anybody's.
_REASONING = fields("type summary summary.type summary.text") | fields("*", "reasoning.item")

READS = Reads(
    messages={"": fields("type role content"), "assistant": fields("type role content") | _MARKED},
    blocks={
        "message": _MESSAGE,
        "assistant": _MESSAGE,
        **dict.fromkeys(("input_text", "output_text", "text", "summary_text"), _TEXT),
        "refusal": fields("type refusal"),
        "input_image": fields("type image_url file_id") | fields("detail", "image.detail"),
        "input_file": fields("type file_data file_url file_id") | fields("filename", "media.name"),
        "input_audio": fields("type input_audio.data input_audio.format"),
        "reasoning": _REASONING,
        "function_call": _CALLED | fields("arguments"),
        "custom_tool_call": _CALLED | fields("input"),
        **{kind: fields(f"type call_id {held}") | fields("id", "call.item") for kind, (held, _) in LOCAL_CALLS.items()},
        **dict.fromkeys(OUTPUTS, _OUTPUT),
        "local_shell_call_output": _OUTPUT | fields("id"),
        "apply_patch_call_output": _OUTPUT | fields("status"),
        "stdout": fields("stdout stderr"),
    },
    usual={"detail": frozenset({"auto"}), "status": frozenset({"completed"})},
    answers=(Place("output", "object"), Place("")),
)
