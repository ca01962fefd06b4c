"""The tables of a store, as its newest version has them.

The history is one table, `entries`, and an append is one row of it: each row also holds how the session stands after it (the two
cursors of the tree, the newest reset), so that nothing else has to be written before a row counts as stored. Rows are keyed by
one number made of session and seq, which keeps a session together in the file. What is only derived (the index of ids, the
words for searching) is caught up later.
"""

from __future__ import annotations

from sqlalchemy import Column, Computed, ForeignKey, Index, Integer, MetaData, Table, Text

# Marks the file as a store of this library, for `PRAGMA application_id` ("rply").
APPLICATION = 0x72706C79
# The version of the tables, for `PRAGMA user_version`: the number of the newest migration.
VERSION = 5

# A row's key is the session's number times this, plus its seq.
STRIDE = 1 << 32

METADATA = MetaData()

SESSIONS = Table(
    "sessions",
    METADATA,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("id", Text, nullable=False, unique=True),
    Column("generation", Text, nullable=False),  # changes only when rows are replaced
    Column("created", Integer, nullable=False),  # ms since 1970
    Column("known", Integer, nullable=False),  # the rows before this seq are in `identities`
    Column("header", Integer),  # the seq of the row that opens the session's file
    sqlite_strict=True,
    sqlite_autoincrement=True,  # a number is never given twice
)

ENTRIES = Table(
    "entries",
    METADATA,
    Column("key", Integer, primary_key=True, autoincrement=False),
    Column("session", Integer, Computed(f"key / {STRIDE}", persisted=False)),
    Column("seq", Integer, Computed(f"key % {STRIDE}", persisted=False)),
    Column("id", Text),
    Column("node", Integer),  # the seq that the id stands for in the tree; null where it stands for none
    Column("parent", Integer, nullable=False),  # seq; -1 before the first, -2 outside the tree
    Column("run", Integer, nullable=False),  # the seq from which on every row hangs on the one before, up to this one
    Column("boundary", Integer, nullable=False),  # the newest compaction or reset on the way to this row, or -1
    Column("leaf", Integer, nullable=False),  # after this row: the end of the conversation
    Column("tip", Integer, nullable=False),  # after this row: where the next one is hung
    Column("reset", Integer, nullable=False),  # after this row: the newest reset
    Column("compactions", Integer, nullable=False),  # after this row: how many there were
    Column("created", Integer, nullable=False),  # ms since 1970
    Column("data", Text, nullable=False),  # the entry, the very text
    sqlite_strict=True,
)

IDENTITIES = Table(
    "identities",
    METADATA,
    Column("session", ForeignKey("sessions.number", ondelete="CASCADE"), primary_key=True),
    Column("id", Text, primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("node", Integer),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)

# Idempotency keys: who repeats one gets the row of the first time.
KEYS = Table(
    "keys",
    METADATA,
    Column("session", ForeignKey("sessions.number", ondelete="CASCADE"), primary_key=True),
    Column("key", Text, primary_key=True),
    Column("seq", Integer, nullable=False),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)

# The rows that note which way the session goes to its model.
ROUTES = Table(
    "routes",
    METADATA,
    Column("session", ForeignKey("sessions.number", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)

# Failed attempts of runs that are not settled yet. `owner` names the lock that the run's process holds.
WAITING = Table(
    "waiting",
    METADATA,
    Column("session", ForeignKey("sessions.number", ondelete="CASCADE"), primary_key=True),
    Column("run", Text, primary_key=True),
    Column("owner", Text, nullable=False),
    Column("created", Integer, nullable=False),
    Column("message", Text, nullable=False),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)
Index("waiting_by_owner", WAITING.c.owner)

# How far the words of a session are in `words`, the table for searching, which SQLAlchemy has no form for.
SEARCHED = Table(
    "searched",
    METADATA,
    Column("session", ForeignKey("sessions.number", ondelete="CASCADE"), primary_key=True),
    Column("before", Integer, nullable=False),
    sqlite_strict=True,
)
# The vowel signs and tone marks of Thai, Lao, Myanmar, Khmer and kana, without which other words would be meant. `unicode61` would take them
# for what stands between words (Unicode 15, categories Mn and Mc of those scripts).
_SIGNS = (
    *((0x0E31, 0x0E31), (0x0E34, 0x0E3A), (0x0E47, 0x0E4E), (0x0EB1, 0x0EB1), (0x0EB4, 0x0EBC), (0x0EC8, 0x0ECE)),
    *((0x102B, 0x103E), (0x1056, 0x1059), (0x105E, 0x1060), (0x1062, 0x1064), (0x1067, 0x106D), (0x1071, 0x1074), (0x1082, 0x108D)),
    *((0x108F, 0x108F), (0x109A, 0x109D), (0xA9E5, 0xA9E5), (0xAA7B, 0xAA7D), (0x17B4, 0x17D3), (0x17DD, 0x17DD), (0x302A, 0x302F), (0x3099, 0x309A)),
)
SIGNS = "".join(chr(code) for first, last in _SIGNS for code in range(first, last + 1))
WORDS = f"CREATE VIRTUAL TABLE words USING fts5(text, tokenize = \"unicode61 remove_diacritics 2 tokenchars '{SIGNS}'\")"
