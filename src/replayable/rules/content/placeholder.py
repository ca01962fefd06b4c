"""The words that stand where content was stored empty and something has to stand."""

from __future__ import annotations

# Visible, so that no API takes it for blank; said to be ours, so that nobody takes it for the user's or a tool's.
PLACEHOLDER = "[empty content omitted]"
