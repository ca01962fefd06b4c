"""The names of what is stored as an image and is none that an API takes."""

from __future__ import annotations

import re

from replayable.on_demand import pattern

# Brands of files of ISO 14496-12 that hold a still image (ISO 23008-12; AV1 Image File Format 1.1).
_BRANDS = {
    **dict.fromkeys((b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"hevm", b"hevs"), "HEIC"),
    **dict.fromkeys((b"avif", b"avis", b"avio"), "AVIF"),
    **dict.fromkeys((b"mif1", b"mif2", b"miaf", b"msf1", b"1pic"), "HEIF"),
}
_GENERAL = "HEIF"  # of several brands the more special one names the file

_STARTS = (
    (b"BM", "BMP"),
    (b"II*\0", "TIFF"),
    (b"MM\0*", "TIFF"),
    (b"\0\0\1\0", "ICO"),
    (b"\0\0\0\x0cJXL ", "JPEG XL"),
    (b"\xff\x0a", "JPEG XL"),
    (b"\0\0\0\x0cjP  ", "JPEG 2000"),
    (b"8BPS", "PSD"),
    (b"%PDF-", "PDF"),
)
_MARKUP = pattern(rb"\s*(?:<\?xml|<!doctype|<!--|<(svg|html)\b)", re.IGNORECASE)


def name_of(data: bytes) -> str | None:
    """The name of the file's kind, such as HEIC, AVIF, TIFF or SVG; None where it is not known."""
    for start, name in _STARTS:
        if data.startswith(start):
            return name
    if data[4:8] == b"ftyp":
        return _name_by_brand(data)
    head = data[:1024]
    if _MARKUP.match(head.removeprefix(b"\xef\xbb\xbf")):
        return "SVG" if b"<svg" in head.lower() else "HTML" if b"<html" in head.lower() or b"<!doctype html" in head.lower() else "XML"
    return None


def _name_by_brand(data: bytes) -> str | None:
    """By major or compatible brand. The four bytes between them are a version and name nothing.

    The first box tells its length in 32 bits; 1 means that 64 bits follow, 0 that it reaches to the end of the file."""
    length, start = int.from_bytes(data[:4], "big"), 8
    if length == 1:
        length, start = int.from_bytes(data[8:16], "big"), 16
    end = len(data) if length == 0 else min(length, len(data))
    brands = [data[start : start + 4], *(data[at : at + 4] for at in range(start + 8, end - 3, 4))]
    names = [_BRANDS[brand] for brand in brands if brand in _BRANDS]
    return next((name for name in names if name != _GENERAL), names[0] if names else None)
