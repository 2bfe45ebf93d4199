"""VASSAL text encodings: lists with escaped separators, and obfuscated saved games."""

from __future__ import annotations

import lzma
import re
from itertools import zip_longest
from typing import Final

from msgspec import Struct

from engine.bad_input import BadInput

MAX_TRAITS: Final = 400
MAX_GAME_BYTES: Final = 64 * 2**20
_COMMANDS: Final = re.compile("\\\\*\x1b")
_LEGACY, _OBFUSCATED, _PACKED = b"!VCSK", b"!VOBS", b"!VOXZ"
_MARK: Final = "mark;"
"""A trait with properties of the counter that never change, such as its nation."""
_XZ: Final = b"\xfd7zXZ"


def split(words: str, separator: str) -> list[str]:
    """Split a list; a backslash escapes the separator."""
    parts, part = [], ""
    for piece in words.split(separator):
        if piece.endswith("\\"):
            part += piece[:-1] + separator
        else:
            parts.append(_bare(part + piece))
            part = ""
    if part:
        parts.append(_bare(part[:-1] + "\\"))
    return parts


def _bare(part: str) -> str:
    quoted = len(part) > 1 and part[0] == part[-1] == "'"
    return part[1:-1] if quoted else part


def traits(words: str) -> list[str]:
    """The traits of a counter, outermost first; each contains the next one."""
    found: list[str] = []
    rest = words
    while rest and len(found) < MAX_TRAITS:
        first, *inner = split(rest, "\t")
        found.append(first)
        rest = inner[0] if inner else ""
    return found


class Counter(Struct, frozen=True):
    """A counter in VASSAL: position, name, prototypes."""

    name: str
    map: str
    x: int
    y: int
    number: str
    prototypes: tuple[str, ...]
    picture: str = ""
    """The file name of its picture."""
    traits: tuple[tuple[str, str], ...] = ()
    """Its traits with their states, the outermost first."""

    @property
    def marks(self) -> list[str]:
        """The values of its marks, such as its nation; numbers and long ones are something else."""
        values = [
            value for kind, state in self.traits if kind.startswith(_MARK) for value in split(state, ",")
        ]
        return [value for value in values if 2 < len(value) <= 40 and not value.isdecimal()]


def definition(command: str) -> tuple[list[str], list[str]] | None:
    """The traits of the counter of an "add" command and their states; None if it is something else."""
    parts = split(command.strip(), "/")
    if len(parts) < 4 or parts[0] != "+":
        return None
    kinds = traits(parts[2])
    if not kinds or not kinds[-1].startswith("piece;"):
        return None
    return kinds, traits(parts[3])


def counter(command: str) -> Counter | None:
    """Parse the counter of an "add" command; None if it is something else."""
    read = definition(command)
    if read is None:
        return None
    kinds, states = read
    basic = split(kinds[-1], ";")
    state = split(states[-1], ";") if states else []
    at = [int(word) if re.fullmatch(r"-?\d{1,7}", word) else 0 for word in (*state[1:3], "0", "0")[:2]]
    return Counter(
        " ".join(basic[4].split())[:80] if len(basic) > 4 else "",
        "" if not state or state[0] in ("null", "") else state[0],
        at[0],
        at[1],
        state[3] if len(state) > 3 else "",
        tuple(split(kind, ";")[1] for kind in kinds if kind.startswith("prototype;")),
        basic[3] if len(basic) > 3 else "",
        tuple(zip_longest(kinds, states[: len(kinds)], fillvalue="")),
    )


class LaidBoard(Struct, frozen=True):
    """A board on a map: column, row, and whether it is reversed."""

    name: str
    column: int
    row: int
    turned: bool = False


def laid_boards(command: str, map_name: str) -> list[LaidBoard]:
    """The boards that a command puts on this map; empty for other commands."""
    if not command.startswith(f"{map_name}BoardPicker\t"):
        return []
    rest = split(command, "\t")[1:]
    found = []
    for name, *place in zip(rest[::3], rest[1::3], rest[2::3], strict=False):
        column, row = (int(word) if re.fullmatch(r"\d{1,3}", word) else 0 for word in place)
        words = split(name, "/")
        found.append(LaidBoard(words[0], column, row, words[1:] == ["rev"]))
    return found


def deobfuscate(data: bytes, where: str) -> str:
    """Decode a saved game to plain text."""
    broken = BadInput(f"{where}: the saved game is damaged; save it again in VASSAL.")
    head, key = data[:5], data[5:6]
    try:
        if head == _LEGACY:
            both = bytes.fromhex(data[5:].decode("ascii"))
            plain = both[1:].translate(_turned(both[0]))
        elif head in (_OBFUSCATED, _PACKED):
            plain = data[6:].translate(_turned(key[0]))
            if head == _PACKED:
                plain = _unpack(plain)
        elif head == _XZ:
            plain = _unpack(data)
        else:
            plain = data
        if len(plain) > MAX_GAME_BYTES:
            raise BadInput(f"{where}: the saved game is too long; it is not read.")
        return plain.decode("utf-8")
    except (ValueError, IndexError, lzma.LZMAError, EOFError):
        raise broken from None


def _turned(key: int) -> bytes:
    return bytes(byte ^ key for byte in range(256))


def _unpack(packed: bytes) -> bytes:
    stream = lzma.LZMADecompressor(memlimit=256 * 2**20)
    plain = stream.decompress(packed, MAX_GAME_BYTES + 1)
    if not stream.eof and len(plain) <= MAX_GAME_BYTES:
        raise EOFError
    return plain


def commands(game: str) -> list[str]:
    """The commands of a saved game."""
    return [found for found in _COMMANDS.split(game) if found]
