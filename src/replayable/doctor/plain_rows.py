"""Plain rows: what a quick look decodes of a line, and what it asks a content."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from replayable import records
from replayable.doctor.outline import CODE_API
from replayable.doctor.salvages.blank_user import is_blank_text
from replayable.doctor.salvages.corrupt_image import is_corrupt
from replayable.formats.openclaw.spellings import HEADER, LEAF, ROW_TYPES
from replayable.model.values import Json, is_blank
from replayable.on_demand import pattern


class Odd(Exception):
    """Something that wants a closer look."""


class Whole(Exception):
    """The few fields of a plain row do not say enough."""


class PlainMessage(msgspec.Struct, gc=False):
    """The fields of a message that matter here; its content as it stands in the line."""

    role: str
    content: msgspec.Raw = msgspec.Raw(b"")
    api: str | None = None
    stopReason: str | None = None  # noqa: N815 - the name in the file


class PlainRow(msgspec.Struct, gc=False):
    """A row of a session file that hangs by its id."""

    type: str
    id: str = ""
    parentId: str | UnsetType | None = UNSET  # noqa: N815 - the name in the file
    message: PlainMessage | None = None


_decode = msgspec.json.decode
plain_row = msgspec.json.Decoder(PlainRow).decode
plain_message = msgspec.json.Decoder(PlainMessage).decode
PLAIN_TYPES = ROW_TYPES - {HEADER, LEAF}
# Letters of the words that are looked for, written as escapes. Hardly anybody writes letters so; a file that has them is looked at closely.
_ESCAPE = b"\\u00"
_LETTER_ESCAPE = pattern(rb"\\u00[4-7]")


def value_of(text: bytes) -> Json:
    """The value of a line. Raises Odd where it is no plain one."""
    try:
        return _decode(text)
    except (msgspec.MsgspecError, RecursionError):
        read = records.read_line(text)
    if read.flaws or len(read.found) != 1:
        raise Odd
    return read.found[0].value


# ---------------------------------------------------------------------------------------------- what stands in a line
def check_letters(block: bytes) -> None:
    """Raises Odd where letters stand as escapes, so that a word could be there without being found."""
    if _ESCAPE in block and _LETTER_ESCAPE.search(block):
        raise Odd


def may_matter(api: str, text: bytes) -> bool:
    """Calls of the turn may be among those whose results get lost: all of a code session's, else those of the tool `message`. (A row has
    that word twice besides, as its type and as a field.)"""
    return api == CODE_API or text.count(b'"message"') > 2


def content_of(message: PlainMessage) -> Json:
    return _decode(message.content) if message.content else None


def see_content(content: Json, role: str) -> None:
    if type(content) is not list:
        if role == "user" and type(content) is str and is_blank(content):
            raise Odd
        return
    if role == "user" and not content:
        raise Odd
    for block in content:
        if type(block) is dict:
            kind = block.get("type")
            if (kind == "text" and role == "user" and is_blank_text(block)) or (kind == "image" and is_corrupt(block)):
                raise Odd
