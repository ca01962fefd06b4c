"""Failed attempts that wait for the end of their run."""

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision = "1"


def upgrade() -> None:
    """Makes the table `waiting`."""
    op.create_table(
        "waiting",
        sa.Column("session", sa.Integer, sa.ForeignKey("sessions.number", ondelete="CASCADE"), primary_key=True),
        sa.Column("run", sa.Text, primary_key=True),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("created", sa.Integer, nullable=False),
        sa.Column("message", sa.Text, nullable=False),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_index("waiting_by_owner", "waiting", ["owner"])
