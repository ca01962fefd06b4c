"""Words of scripts that put no spaces between them."""

import sqlalchemy as sa
from alembic import op

revision = "5"
down_revision = "4"

# The vowel signs and tone marks of such scripts.
_SIGNS = (
    *((0x0E31, 0x0E31), (0x0E34, 0x0E3A), (0x0E47, 0x0E4E), (0x0EB1, 0x0EB1), (0x0EB4, 0x0EBC), (0x0EC8, 0x0ECE)),
    *((0x102B, 0x103E), (0x1056, 0x1059), (0x105E, 0x1060), (0x1062, 0x1064), (0x1067, 0x106D), (0x1071, 0x1074), (0x1082, 0x108D)),
    *((0x108F, 0x108F), (0x109A, 0x109D), (0xA9E5, 0xA9E5), (0xAA7B, 0xAA7D), (0x17B4, 0x17D3), (0x17DD, 0x17DD), (0x302A, 0x302F), (0x3099, 0x309A)),
)


def upgrade() -> None:
    """Makes the search table anew, empty: the next search fills it, part by part."""
    signs = "".join(chr(code) for first, last in _SIGNS for code in range(first, last + 1))
    op.execute("DROP TABLE words")
    op.execute(sa.text(f"CREATE VIRTUAL TABLE words USING fts5(text, tokenize = \"unicode61 remove_diacritics 2 tokenchars '{signs}'\")"))
    op.execute("DELETE FROM searched")
