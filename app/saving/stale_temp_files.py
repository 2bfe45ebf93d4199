"""Sweeps up files that a killed process has left half-written beside the ones it was about to replace."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from time import time
from typing import Final

from app.background.task import BackgroundTask

OLD_ENOUGH: Final = 600
"""Seconds after which nobody is still writing: a file takes milliseconds."""
_PART: Final = re.compile(r"\..+\.[a-z0-9_]{8}\.part")
"""The hidden names under which files are written before they get their own."""


def sweep(folder: Path, older_than: float = OLD_ENOUGH) -> list[Path]:
    """Remove stale parts from one folder, not from those below it; what was removed."""
    swept = []
    with suppress(OSError):
        for path in sorted(folder.iterdir()):
            if not _PART.fullmatch(path.name) or path.is_symlink() or not path.is_file():
                continue
            with suppress(OSError):
                if time() - path.stat().st_mtime >= older_than:
                    path.unlink()
                    swept.append(path)
    return swept


def remove_in_background(folders: Iterable[Path]) -> BackgroundTask:
    """Sweep these folders without holding anybody up."""
    wanted = list(dict.fromkeys(folders))
    task = BackgroundTask(lambda _: [sweep(folder) for folder in wanted], "sweeper")
    task.start()
    return task
