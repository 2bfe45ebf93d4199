"""Reading and writing whole files: a file appears complete under its name, or not at all.

A symbolic link stays and the file behind it is written. A file keeps its mode, its owner and its group as far
as the system permits; a new one gets what the umask leaves.
"""

from __future__ import annotations

import fcntl
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from engine.bad_input import BadInput
from engine.record import Record

_NEW_FILE_MODE: Final = 0o666
_LONGEST_STEM: Final = 60
"""Characters of a file's name in the name of its part: names are at most 255 bytes long."""


class FileVersion(Record):
    """Tells whether a file is still the one that was read or written."""

    device: int
    inode: int
    size: int
    changed_ns: int


class FileChanged(BadInput):
    """Another program has written the file in the meantime."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            f"{path} was changed by another window or program since it was read or saved here;"
            " nothing was written."
        )


def version_of(path: Path) -> FileVersion | None:
    """The version of a file that lies there now; None if there is none, or none that can be looked at."""
    try:
        return _version(path.stat())
    except (OSError, ValueError):
        return None


def write_atomically(path: Path, data: bytes, *, create_folder: bool = True) -> FileVersion:
    """Write a temporary file, flush it to disk, then rename it; return the new version of the file."""
    with replacing(path, create_folder=create_folder) as part:
        part.write_bytes(data)
        return _version(part.stat())


def write_unless_changed(
    path: Path, data: bytes, expected: FileVersion | None, *, create_folder: bool = True
) -> FileVersion:
    """Write only if the file is still this version, and none if that is None; else FileChanged."""
    with _part_of(path, create_folder) as (part, target):
        part.write_bytes(data)
        version = _version(part.stat())
        _finish(part, target)
        with _alone_in(target.parent):
            if version_of(target) != expected:
                raise FileChanged(path)
            part.replace(target)
        return version


@contextmanager
def replacing(path: Path, *, keep_existing: bool = False, create_folder: bool = True) -> Iterator[Path]:
    """An empty file to write to; it takes the place of `path` when all went well.

    With `keep_existing`, a file that another program has written there in the meantime stays.
    """
    with _part_of(path, create_folder) as (part, target):
        yield part
        _finish(part, target)
        if keep_existing:
            with suppress(FileExistsError):
                target.hardlink_to(part)
        else:
            part.replace(target)
        _sync_folder(target.parent)


@contextmanager
def _part_of(path: Path, create_folder: bool) -> Iterator[tuple[Path, Path]]:
    """A new empty file next to the target of `path`; it is removed unless it was renamed to the target."""
    try:
        target = _behind_links(path)
        if create_folder:
            target.parent.mkdir(parents=True, exist_ok=True)
        part = _new_part(target)
    except OSError as error:
        raise _not_written(path, error) from None
    except ValueError as error:
        raise BadInput(f"{str(path)!r:.80} is not the name of a file: {error}.") from None
    try:
        yield part, target
    except OSError as error:
        raise _not_written(path, error) from None
    finally:
        part.unlink(missing_ok=True)


def _not_written(path: Path, error: OSError) -> BadInput:
    why = error.strerror or error
    return BadInput(f"{path} cannot be written: {why}; nothing was changed, choose another place.")


def _behind_links(path: Path) -> Path:
    target = Path(os.path.realpath(path))
    if target.is_symlink():
        raise BadInput(f"{path} is a symbolic link that leads back to itself; choose another file.")
    if target.exists() and not target.is_file():
        raise BadInput(f"{path} is a folder or a device, not a file; choose another name.")
    if target.exists() and not os.access(target, os.W_OK):
        raise BadInput(f"{path} cannot be written: it is write-protected; choose another name.")
    return target


def _new_part(target: Path) -> Path:
    """The kernel applies the umask to a new file; a private file is private from its first byte."""
    mode = stat.S_IMODE(target.stat().st_mode) & 0o777 if target.exists() else _NEW_FILE_MODE
    part = target.with_name(f".{target.name[:_LONGEST_STEM]}.{os.urandom(4).hex()}.part")
    os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode | stat.S_IWUSR))
    return part


def _finish(part: Path, target: Path) -> None:
    """Give a written part the owner and the mode of the file it replaces, and force it to disk."""
    if target.exists():
        before, now = target.stat(), part.stat()
        if (before.st_uid, before.st_gid) != (now.st_uid, now.st_gid):
            _give_to(part, before)
        part.chmod(stat.S_IMODE(before.st_mode) & 0o777)
    handle = os.open(part, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _give_to(part: Path, before: os.stat_result) -> None:
    """To the same owner and group; who may not do that can often keep the group at least."""
    try:
        os.chown(part, before.st_uid, before.st_gid)
    except OSError:
        with suppress(OSError):
            os.chown(part, -1, before.st_gid)


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """One of us at a time compares and swaps; some network folders know no locks and go without."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
        with suppress(OSError):
            os.fsync(handle)
    finally:
        os.close(handle)


def _sync_folder(folder: Path) -> None:
    """Force the new name to disk, too, where the system can do that; the file is in place already."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _version(found: os.stat_result) -> FileVersion:
    return FileVersion(found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)


def read_text(path: Path, largest: int) -> str:
    """The text of a file in UTF-8."""
    try:
        if path.stat().st_size > largest:
            raise BadInput(f"{path} is too long for a scenario or map; choose another file.")
        return path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise BadInput(
            f"{path} is not text in UTF-8; choose another file, or save it again as UTF-8."
        ) from None
