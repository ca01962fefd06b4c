"""Sessions, their entries, and the ids and idempotency keys of these."""

import sqlalchemy as sa
from alembic import op

revision = "1"
down_revision = None


def upgrade() -> None:
    """Makes the tables of version 1."""
    op.create_table(
        "sessions",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("id", sa.Text, nullable=False, unique=True),
        sa.Column("generation", sa.Text, nullable=False),
        sa.Column("created", sa.Integer, nullable=False),
        sa.Column("known", sa.Integer, nullable=False),
        sa.Column("header", sa.Integer),
        sqlite_strict=True,
        sqlite_autoincrement=True,
    )
    op.create_table(
        "entries",
        sa.Column("key", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("session", sa.Integer, sa.Computed("key / 4294967296", persisted=False)),
        sa.Column("seq", sa.Integer, sa.Computed("key % 4294967296", persisted=False)),
        sa.Column("id", sa.Text),
        sa.Column("node", sa.Integer),
        sa.Column("parent", sa.Integer, nullable=False),
        sa.Column("run", sa.Integer, nullable=False),
        sa.Column("boundary", sa.Integer, nullable=False),
        sa.Column("leaf", sa.Integer, nullable=False),
        sa.Column("tip", sa.Integer, nullable=False),
        sa.Column("reset", sa.Integer, nullable=False),
        sa.Column("compactions", sa.Integer, nullable=False),
        sa.Column("created", sa.Integer, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sqlite_strict=True,
    )
    _owned_by_session("identities", sa.Column("id", sa.Text, primary_key=True), sa.Column("seq", sa.Integer, primary_key=True), sa.Column("node", sa.Integer))
    _owned_by_session("keys", sa.Column("key", sa.Text, primary_key=True), sa.Column("seq", sa.Integer, nullable=False))


def _owned_by_session(name: str, *columns: sa.Column[int] | sa.Column[str] | sa.Column[int | None]) -> None:
    session = sa.Column("session", sa.Integer, sa.ForeignKey("sessions.number", ondelete="CASCADE"), primary_key=True)
    op.create_table(name, session, *columns, sqlite_strict=True, sqlite_with_rowid=False)
