"""The words of the messages, for searching."""

import sqlalchemy as sa
from alembic import op

revision = "3"
down_revision = "2"


def upgrade() -> None:
    """Makes the search table, empty: the first search fills it."""
    op.create_table(
        "searched",
        sa.Column("session", sa.Integer, sa.ForeignKey("sessions.number", ondelete="CASCADE"), primary_key=True),
        sa.Column("before", sa.Integer, nullable=False),
        sqlite_strict=True,
    )
    op.execute('CREATE VIRTUAL TABLE words USING fts5(text, tokenize = "unicode61 remove_diacritics 2")')
