"""Shapes of names in Bedrock's Converse. Constants only, for checks and rules alike."""

from __future__ import annotations

from replayable.on_demand import pattern

# The service model (botocore 1.44.8) takes `.` and `:` in ids too; 1.37.0 did not, and the narrower set is safe with both (2026-11).
TOOL_ID_LENGTH = 64
TOOL_NAME_LENGTH = 64

# document.name: "alphanumeric characters, whitespace characters, hyphens, parentheses, and square brackets", single spaces only;
# underscores are taken though not listed (generative-ai-use-cases#1671, live table, 2026-11).
DOCUMENT_NAME = pattern(r"[A-Za-z0-9_\-()\[\]]+(?: [A-Za-z0-9_\-()\[\]]+)*")
DOCUMENT_NAME_LENGTH = 200

# "A maximum of 4 blocks with cache_control may be provided": Claude's own limit, wrapped (langchain-aws#844).
CLAUDE_CACHE_POINTS = 4

# Formats, in the order of the service model (botocore 1.44.8, ImageFormat and DocumentFormat), and documents of one message (its words for Message).
IMAGE_TYPES = ("png", "jpeg", "gif", "webp")
DOCUMENT_TYPES = ("pdf", "csv", "doc", "docx", "xls", "xlsx", "html", "txt", "md")
DOCUMENT_NUMBER_IN_MESSAGE = 5
