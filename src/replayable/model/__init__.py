"""A conversation as it happened: what it is made of, what was noted of it, and how a changed one is made."""
