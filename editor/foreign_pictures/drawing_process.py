"""Draws foreign pages and drawings in a process of their own, which is ended when it takes too much.

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

LONGEST_SECONDS: Final = 60.0
CPU_SECONDS: Final = 20
MEMORY: Final = 2 * 2**30
"""Bytes of addresses, most of which Qt's libraries take without using them."""
_LISTEN_EVERY: Final = 0.05
"""Seconds after which it is heard whether anybody still wants the drawing."""


class DrawingTimeout(Exception):
    """The drawing took too long."""


def drawn_by(
    script: Path, arguments: Sequence[str], given: bytes, listen: Callable[[], None]
) -> tuple[int, bytes]:
    """What the script answers and writes; `listen` raises when the drawing is unwanted."""
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
            return _heard(process, given, listen)
        finally:
            process.kill()
            process.communicate()


def _heard(process: subprocess.Popen[bytes], given: bytes, listen: Callable[[], None]) -> tuple[int, bytes]:
    until = monotonic() + LONGEST_SECONDS
    unsent: bytes | None = given
    while True:
        try:
            written, _ = process.communicate(unsent, timeout=_LISTEN_EVERY)
            return process.returncode, written
        except subprocess.TimeoutExpired:
            unsent = None  # The rest of it is sent by the next call.
            listen()
            if monotonic() > until:
                raise DrawingTimeout from None


def _limit() -> None:
    """No more time, memory or written files than a drawing needs, where the system has such limits."""
    with suppress(ImportError):
        import resource

        wanted = (
            (resource.RLIMIT_CPU, CPU_SECONDS),
            (resource.RLIMIT_AS, MEMORY),
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
