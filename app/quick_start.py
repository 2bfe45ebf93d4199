"""What makes the program start in half the time without changing anything that it does.

To be called before anything else of the window is imported.
"""

from __future__ import annotations

import builtins
import gc
from typing import Final

from app import late_import, lean_enum

_NOT_USED: Final = {
    f"shibokensupport.signature.{name}"
    for name in (
        *("errorhandler", "layout", "parser"),
        *("lib.enum_sig", "lib.pyi_generator", "lib.tool"),
    )
}
"""What Qt for Python explains a wrong call with, and writes its own stubs."""


def begin() -> None:
    """Import hundreds of modules without looking for garbage among them or reading their sources."""
    gc.disable()
    lean_enum.use()
    _import_plainly()


def end() -> None:
    """The window is closed, or never came: Python looks for garbage by itself again."""
    gc.enable()


def settle() -> None:
    """The window stands. What was imported and opened stays: it need not be looked through for garbage."""
    from app.startup import gui_thread_gc

    gui_thread_gc.wake()


def _import_plainly() -> None:
    """Qt for Python puts itself into every import that comes after its own.

    It reads the source of each module, to see whether that wants Qt's names spelled in another way (with
    `from __feature__ import snake_case`). Nothing here does.
    """
    with late_import.of(_NOT_USED):
        import PySide6.QtCore  # noqa: F401
    builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)
