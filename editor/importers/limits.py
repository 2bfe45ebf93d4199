"""Reads foreign files within limits of length, unpacked size and nesting."""

from __future__ import annotations

import math
import struct
import zipfile
import zlib
from contextlib import nullcontext
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO, Final

from engine import parse_limits
from engine.bad_input import BadInput

MAX_TEXT_BYTES: Final = 64 * 2**20
MAX_ARCHIVE_BYTES: Final = 512 * 2**20
MAX_MEMBER_BYTES: Final = 128 * 2**20
MAX_TOTAL_BYTES: Final = 256 * 2**20
MAX_MEMBERS: Final = 20_000
MAX_DIRECTORY_BYTES: Final = 500 * MAX_MEMBERS
"""Bytes of an archive's directory, which is read first and completely."""
_END, _LARGE = b"PK\5\6", b"PK\6\7"
"""Signatures of the end record of an archive, and of the ZIP64 locator before it."""
_LONGEST_END: Final = 22 + 2**16
MAX_RATIO: Final = 200
"""A member with a higher compression ratio is rejected, unless it is small."""
SMALL_MEMBER_BYTES: Final = 2**20
_DAMAGE: Final = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    OSError,
    RuntimeError,
    ValueError,
)
"""Exceptions raised for a damaged archive."""


def read_bytes(path: Path, longest: int = MAX_TEXT_BYTES) -> bytes:
    """Read the whole file; BadInput if it is too long."""
    try:
        if not path.is_file():
            raise BadInput(f"{path.name} is not a file that can be read; choose another one.")
        if path.stat().st_size > longest:
            raise BadInput(f"{path.name} is longer than {longest // 2**20} MB; choose a smaller file.")
        return path.read_bytes()
    except OSError as error:
        raise BadInput(f"{path.name} cannot be read: {error.strerror}.") from None


def read_text(path: Path, longest: int = MAX_TEXT_BYTES) -> str:
    """Read a text file as UTF-8, or as Latin-1 if it is not valid UTF-8."""
    source = read_bytes(path, longest)
    if b"\0" in source[:4096]:
        raise BadInput(f"{path.name} is not a text file; choose another file.")
    try:
        return source.decode("utf-8-sig")
    except UnicodeDecodeError:
        return source.decode("latin-1")


def unpack(packed: bytes, longest: int, where: str) -> bytes:
    """Unpack zlib or gzip data up to the expected length."""
    stream = zlib.decompressobj(wbits=47)
    try:
        found = stream.decompress(packed, longest + 1)
    except zlib.error:
        raise BadInput(f"{where}: the packed data is damaged; save the file again and retry.") from None
    if len(found) > longest:
        raise BadInput(f"{where}: the packed data is longer than the map; the file is damaged.")
    if not stream.eof:
        raise BadInput(f"{where}: the packed data ends too early; the file is damaged.")
    return found


def load_json(source: str, where: str) -> Any:
    """Parse JSON without NaN and infinity."""

    def refuse(word: str) -> None:
        raise BadInput(f"{where} holds {word}, which is not a number; correct it.")

    try:
        return parse_limits.load_json(source, where, refuse)
    except (ValueError, RecursionError):
        raise BadInput(f"{where} is not valid JSON; save it again and retry.") from None


def whole_number(value: object, where: str, low: int, high: int) -> int:
    """Parse a whole number within bounds, from text or JSON."""
    try:
        if isinstance(value, bool) or not isinstance(value, (str, int, float)):
            raise ValueError
        if isinstance(value, str) and len(value) > 20:
            raise ValueError
        number = int(value)
        if number != value and not isinstance(value, str):
            raise ValueError
    except (ValueError, OverflowError):
        raise BadInput(f"{where} must be a whole number, not {value!r:.40}.") from None
    if not low <= number <= high:
        raise BadInput(f"{where} is {number}; from {low} to {high} is possible.")
    return number


def real_number(value: object, where: str) -> float:
    """Parse a finite number, from text or JSON."""
    try:
        if isinstance(value, bool) or not isinstance(value, (str, int, float)):
            raise ValueError
        number = float(value)
    except (ValueError, OverflowError):
        raise BadInput(f"{where} must be a number, not {value!r:.40}.") from None
    if not math.isfinite(number) or abs(number) > 1e9:
        raise BadInput(f"{where} is {value!r:.40}, which is out of range.")
    return number


def path_within_folder(path: Path, source: str) -> Path | None:
    """The path of a referenced file, if it is in the same folder or below; else None."""
    named = PurePosixPath(source.replace("\\", "/"))
    if not source or len(source) > 400 or named.is_absolute() or ".." in named.parts or ":" in source:
        return None
    folder = path.parent.resolve()
    try:
        found = (folder / named).resolve()
        return found if found.is_relative_to(folder) and found.is_file() else None
    except (OSError, ValueError):
        return None


def _opened(path: Path, inner: BinaryIO | None) -> zipfile.ZipFile:
    """Open the archive if its directory is within the limits."""
    with nullcontext(inner) if inner is not None else path.open("rb") as source:
        length = source.seek(0, 2)
        source.seek(max(0, length - _LONGEST_END))
        end = source.read(_LONGEST_END)
        source.seek(0)
    at = end.rfind(_END)
    if at < 0 or len(end) - at < 22:
        raise zipfile.BadZipFile
    of_members = int.from_bytes(end[at + 12 : at + 16], "little")
    if of_members > MAX_DIRECTORY_BYTES or end[max(0, at - 20) : at].startswith(_LARGE):
        raise BadInput(f"{path.name} holds more than {MAX_MEMBERS} files; it is not read.")
    return zipfile.ZipFile(path if inner is None else inner)


class Archive:
    """A zip file whose members are read into memory; nothing is written to disk."""

    def __init__(self, path: Path, inner: BinaryIO | None = None) -> None:
        """Open the archive of a file, or one inside another archive."""
        self.name = path.name
        try:
            if inner is None and path.stat().st_size > MAX_ARCHIVE_BYTES:
                raise BadInput(f"{path.name} is longer than {MAX_ARCHIVE_BYTES // 2**20} MB; it is not read.")
            self._zip = _opened(path, inner)
        except OSError as error:
            raise BadInput(f"{path.name} cannot be read: {error.strerror}.") from None
        except _DAMAGE:
            raise BadInput(
                f"{path.name} is not a valid zip archive; copy or download the file again."
            ) from None
        self._members = {info.filename: info for info in self._zip.infolist()}
        self._left = MAX_TOTAL_BYTES
        if len(self._members) > MAX_MEMBERS:
            self.close()
            raise BadInput(f"{path.name} holds more than {MAX_MEMBERS} files; it is not read.")

    def __enter__(self) -> Archive:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._zip.close()

    def first(self, *names: str) -> str:
        """The first of these members that exists; "" if none does."""
        return next((name for name in names if name in self._members), "")

    def head(self, name: str, length: int) -> bytes:
        """The first bytes of a member, to detect its type."""
        info = self._members[name]
        if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            # Other methods may allocate gigabytes before unpacking.
            raise BadInput(f"{self.name}: {name!r:.60} uses an unusual compression; pack the archive again.")
        try:
            with self._zip.open(info) as member:
                return member.read(length)
        except _DAMAGE:
            raise BadInput(f"{self.name}: {name!r:.60} is damaged; copy the archive again.") from None

    def read(self, name: str, longest: int = MAX_MEMBER_BYTES) -> bytes:
        """Read one member; both its declared and its real size are checked."""
        longest = min(longest, self._left)
        info = self._members.get(name)
        if info is None:
            raise BadInput(f"{self.name} holds no {name!r:.60}; it is incomplete.")
        is_bomb = info.file_size > max(SMALL_MEMBER_BYTES, MAX_RATIO * info.compress_size)
        if is_bomb or info.file_size > longest or info.flag_bits & 1:
            raise BadInput(
                f"{self.name}: {name!r:.60} is encrypted or unpacks to too much data; it is not read."
            )
        found = self.head(name, longest + 1)
        if len(found) > longest:
            raise BadInput(f"{self.name}: {name!r:.60} unpacks to too much data; the archive is not read.")
        self._left -= len(found)
        return found
