"""Opens the window, with the catalogue read beside it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from PySide6.QtWidgets import QApplication

from app.main_window import MainWindow
from app.play.shelf_opener import ShelfOpener
from engine.bad_input import BadInput


def run(catalogue: str | None, save: str | None = None) -> int:
    """Open the window on a catalogue, with a saved game on the table if one is named; the exit code."""
    if sys.platform.startswith("linux") and not _has_display():
        raise BadInput(
            "There is no display for a window; `startline tour DIR` draws the windows into a folder."
        )
    app = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(app, QApplication)
    app.setApplicationName("startline")
    app.setApplicationDisplayName("Startline")
    window = MainWindow()
    window.start.set_waiting()
    window.show()
    opener = ShelfOpener(catalogue, window)
    opener.opened.connect(lambda shelf: window.set_shelf(shelf, Path(save) if save is not None else None))
    opener.start()
    code = app.exec()
    opener.wait()
    return code


def _has_display() -> bool:
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))
