"""Numbers and alphabets of providers, each with source and date. Constants only, for checks and rules alike."""

from __future__ import annotations

ALPHANUMERIC = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
WORD = ALPHANUMERIC | frozenset("_-")  # [a-zA-Z0-9_-]

# Anthropic Messages (provider-contracts, 2026-11)
ANTHROPIC_ID = WORD  # tool_use.id, tool_use_id; no limit of length was found (HKUDS/nanobot#4356, 2026-06)
ANTHROPIC_CALLED_NAME_LENGTH = 200  # characters of tool_use.name (anthropics/claude-code#2673)
ANTHROPIC_DECLARED_NAME_LENGTH = 128  # characters of tools[].name (home-assistant/core#147760)
ANTHROPIC_CACHE_MARKS = 4  # in tools, system and messages together (continue#6937)
ANTHROPIC_MESSAGES = 100_000  # in a request (SDK anthropic 2.14.0, docstring of messages)
ANTHROPIC_BODY_BYTES = 32 * 1024 * 1024  # platform.claude.com/docs/en/api/errors

# OpenAI Chat Completions (provider-contracts, 2026-11)
CHAT_ID_LENGTH = 40  # characters of tool_calls[].id (agno#5382; 51 were taken in a live test of 2026-07, vercel/ai#17233; 40 is the safe side)
CHAT_NAME = WORD  # function.name (mcp-use#90)
CHAT_NAME_LENGTH = 64  # characters of function.name (SDK docstring)
