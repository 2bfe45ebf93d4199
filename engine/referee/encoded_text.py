"""Text that should not be readable at first sight: compressed and written as base64.

This is no protection against anyone who decodes it. It only keeps honest players from seeing a seed, a
secret answer or a hidden unit when they look into a file for another reason.
"""

from __future__ import annotations

import zlib
from binascii import Error, a2b_base64, b2a_base64
from typing import Final

from engine.bad_input import BadInput

SIGN: Final = "~"
"""The prefix of an encoded text; no action, ruling or JSON text begins with it."""
LARGEST: Final = 64 * 2**20
"""Bytes that an encoded text may hold."""


_SHORT: Final = 512
"""Bytes that a window of 9 bits holds. To make a small one ready takes a thirtieth of the time."""


def encode(text: str) -> str:
    """The text as letters and digits."""
    plain = text.encode()
    if len(plain) < _SHORT:
        short = zlib.compressobj(wbits=9, memLevel=1)
        packed = short.compress(plain) + short.flush()
    else:
        packed = zlib.compress(plain)
    return SIGN + b2a_base64(packed, newline=False).decode("ascii")


def decode(text: str) -> str:
    """The text that was encoded; a plain text is its own. BadInput if it is damaged."""
    if not text.startswith(SIGN):
        return text
    try:
        reader = zlib.decompressobj()
        found = reader.decompress(a2b_base64(text[len(SIGN) :], strict_mode=True), LARGEST)
        if not reader.eof and reader.unconsumed_tail:
            raise BadInput(f"an encoded part holds more than {LARGEST >> 20} MiB")
        if not reader.eof or reader.unused_data:
            raise BadInput("an encoded part is cut off or has something behind it")
        return found.decode()
    except (Error, ValueError, zlib.error) as error:
        raise BadInput(f"an encoded part cannot be read ({error!s:.80})") from None
