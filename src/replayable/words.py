"""Whether a stored value says something, or only identifies, counts and signs."""

from __future__ import annotations

from collections.abc import Container

from replayable.model.values import Json, Raw, is_blank

# Keys whose strings are no words of the conversation: what kind of thing it is, which one, how it was made and what it cost.
# The first block are the fields of a message object (Anthropic) or a choice and its answer (OpenAI), as SDKs hand them out.
WORDLESS = frozenset(
    {
        *("type", "id", "object", "model", "role", "usage", "created", "created_at", "stop_reason", "stop_sequence", "stop_details", "finish_reason"),
        *("index", "logprobs", "system_fingerprint", "service_tier", "container", "context_management", "status", "provider", "native_finish_reason"),
        *("uuid", "timestamp", "request_id", "_request_id", "response_id", "parent_id", "session_id", "thread_id", "created_by"),
        *("item_id", "call_id", "tool_use_id", "tool_call_id", "file_id", "container_id", "encrypted_index", "caller"),
        *("media_type", "mime_type", "mimeType", "format", "phase"),
        *("signature", "thought_signature", "thoughtSignature", "textSignature", "thinkingSignature"),
        *("encrypted_content", "cache_control", "cachePoint", "prompt_cache_breakpoint"),
    }
)


def has_words(value: Json) -> bool:
    """Some string in the value is not blank, those under keys of WORDLESS left out. Walks without recursion: input may be deep."""
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if type(each) is str:
            if not is_blank(each):
                return True
        elif type(each) is dict:
            waiting.extend(item for key, item in each.items() if key not in WORDLESS)
        elif type(each) is list or type(each) is tuple:
            waiting.extend(each)
    return False


def says_more(entry: Raw, read: Container[str]) -> bool:
    """Whether some field of a stored object says something that is none of those in `read`: words that a reader would pass over."""
    return any(key not in read and key not in WORDLESS and has_words(value) for key, value in entry.items())
