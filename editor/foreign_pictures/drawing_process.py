"""Renders foreign files in a separate process that is killed above its limits of time and memory.

The drawing itself is a script that is run by its path, without the packages of Startline: `pdf_drawing.py`,
`svg_drawing.py`. This file is run in the new process, too: it sets the limits, then runs the script.
"""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Final

TIMEOUT_SECONDS: Final = 60.0
CPU_SECONDS: Final = 20
MEMORY_BYTES: Final = 2 * 2**30
"""Address space; Qt's libraries reserve most of it without using it."""
_POLL_SECONDS: Final = 0.05
"""Time between two checks for cancellation."""


class DrawingTimeout(Exception):
    """The drawing took too long."""


def drawn_by(
    script: Path, arguments: Sequence[str], given: bytes, listen: Callable[[], None]
) -> tuple[int, bytes]:
    """Run the script; return exit code and output. `listen` raises to cancel."""
    command = [sys.executable, "-I", __file__, str(script), *arguments]
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    with TemporaryDirectory() as empty:
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=empty,
            env=environment,
        )
        try:
            return _communicate(process, given, listen)
        finally:
            process.kill()
            process.communicate()


def _communicate(
    process: subprocess.Popen[bytes], given: bytes, listen: Callable[[], None]
) -> tuple[int, bytes]:
    until = monotonic() + TIMEOUT_SECONDS
    unsent: bytes | None = given
    while True:
        try:
            written, _ = process.communicate(unsent, timeout=_POLL_SECONDS)
            return process.returncode, written
        except subprocess.TimeoutExpired:
            unsent = None  # The rest of it is sent by the next call.
            listen()
            if monotonic() > until:
                raise DrawingTimeout from None


def _limit() -> None:
    """Limit CPU time, memory and file writes, if the system supports it."""
    with suppress(ImportError):
        import resource

        wanted = (
            (resource.RLIMIT_CPU, CPU_SECONDS),
            (resource.RLIMIT_AS, MEMORY_BYTES),
            (resource.RLIMIT_FSIZE, 0),
            (resource.RLIMIT_CORE, 0),
        )
        for kind, most in wanted:
            with suppress(ValueError, OSError):
                resource.setrlimit(kind, (most, most))


if __name__ == "__main__":
    _limit()
    del sys.argv[0]
    runpy.run_path(sys.argv[0], run_name="__main__")
