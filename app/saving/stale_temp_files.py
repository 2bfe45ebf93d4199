"""Removes temporary files that a killed process left while it was writing."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from time import time
from typing import Final

from app.background.task import BackgroundTask

STALE_AFTER_SECONDS: Final = 600
"""After this time no process is still writing the file: it takes milliseconds."""
_PART: Final = re.compile(r"\..+\.[a-z0-9_]{8}\.part")
"""Names of temporary files before they are renamed."""


def remove_stale(folder: Path, older_than: float = STALE_AFTER_SECONDS) -> list[Path]:
    """Remove stale temporary files from one folder, not from its subfolders; returns them."""
    removed = []
    with suppress(OSError):
        for path in sorted(folder.iterdir()):
            if not _PART.fullmatch(path.name) or path.is_symlink() or not path.is_file():
                continue
            with suppress(OSError):
                if time() - path.stat().st_mtime >= older_than:
                    path.unlink()
                    removed.append(path)
    return removed


def remove_in_background(folders: Iterable[Path]) -> BackgroundTask:
    """Clean these folders in the background."""
    unique = list(dict.fromkeys(folders))
    task = BackgroundTask(lambda _: [remove_stale(folder) for folder in unique], "stale temporary files")
    task.start()
    return task
