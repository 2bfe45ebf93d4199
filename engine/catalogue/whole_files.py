"""Writing and reading whole files: a file appears complete under its name or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from engine.bad_input import BadInput


@contextmanager
def part_of(path: Path, replace: bool = True) -> Iterator[Path]:
    """An empty file beside `path` to write to; it becomes `path` when all went well.

    Without `replace`, a file that somebody else has put there meanwhile stays.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror}; choose another place.") from None
    os.close(handle)
    part = Path(name)
    try:
        yield part
        _put_in_place(part, path, replace)
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror}; nothing was changed.") from None
    finally:
        part.unlink(missing_ok=True)


def _put_in_place(part: Path, path: Path, replace: bool) -> None:
    """Give a finished file its name, so that a crash leaves the old file or the new one."""
    part.chmod(path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask())
    with part.open("rb") as written:
        os.fsync(written.fileno())
    if replace:
        part.replace(path)
    else:
        with suppress(FileExistsError):
            path.hardlink_to(part)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


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
            f"{path} is no text in UTF-8; choose another file, or save it again as UTF-8."
        ) from None
