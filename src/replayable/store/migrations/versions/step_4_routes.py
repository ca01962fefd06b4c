"""Which rows note the route of a session, so that they are found without looking through what a compaction has put away."""

import sqlalchemy as sa
from alembic import op

revision = "4"
down_revision = "3"


def upgrade() -> None:
    """Makes the table `routes`, and fills it from the entries that are there."""
    op.create_table(
        "routes",
        sa.Column("session", sa.Integer, sa.ForeignKey("sessions.number", ondelete="CASCADE"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.execute(
        "INSERT INTO routes (session, seq) SELECT session, seq FROM entries WHERE instr(data, '\"model-snapshot\"') AND json_valid(data) "
        "AND json_extract(data, '$.type') = 'custom' AND json_extract(data, '$.customType') = 'model-snapshot'"
    )
