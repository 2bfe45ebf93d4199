"""Opens the window: first what the eye needs, then the catalogue, which is read beside it."""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path
from typing import Final

from PySide6.QtCore import QEvent, QEventLoop, QObject, QTimer
from PySide6.QtWidgets import QApplication

from app.awaited_shelf import AwaitedShelf
from app.errands import errand
from app.errands.waiting import PATIENCE, ProgressDialog
from app.main_window import MainWindow
from app.play.shelf_opener import ShelfOpener
from app.startup.fit_screen import fit_screen
from app.startup.gui_thread_gc import collect_by_timer
from app.startup.preload_editor import EditorPreload
from engine.bad_input import BadInput

FRAME_KNOWN_AFTER_MS: Final = 1000
"""After the first picture a window manager has framed the window by then; later a player may move it."""
MEANWHILE: Final = 50
"""Milliseconds between two looks at the map that is being painted."""


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
    window = MainWindow(blank=True)
    opener = ShelfOpener(catalogue, window)
    opener.opened.connect(window.set_shelf)
    opener.opened.connect(lambda _: EditorPreload(window))
    window.await_shelf(lambda: _wait(window, opener))
    if save is None:
        window.show_start()
    else:
        window.open_first(Path(save))
    if window.memory.layout("geometry") is None:
        _FitOnce(window)
    window.show()
    _AfterFirstPicture(window, opener)
    code = app.exec()
    errand.leave(code)
    return code


class _AfterFirstPicture(QObject):
    """Opens the catalogue when the window has been painted, and the ground in it, too."""

    def __init__(self, window: MainWindow, opener: ShelfOpener) -> None:
        super().__init__(window)
        self._window, self._opener = window, opener
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self._window.removeEventFilter(self)
            QTimer.singleShot(0, self, self._settle)
        return False

    def _settle(self) -> None:
        gc.freeze()  # What the program is made of stays: collecting need not look through it.
        collect_by_timer(self._window)
        self._open()

    def _open(self) -> None:
        scene = self._window.table.map.map_scene()
        if scene is not None and scene.terrain.unfinished:
            QTimer.singleShot(MEANWHILE, self, self._open)
        else:
            self._opener.start()
            self.deleteLater()


class _FitOnce(QObject):
    """Fits a window to the screen before it is shown, and again when its frame is known."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        fit_screen(window)
        self._last_time = QTimer(self)
        self._last_time.setSingleShot(True)
        self._last_time.timeout.connect(self.deleteLater)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Paint, QEvent.Type.Move):
            QTimer.singleShot(0, self, lambda: fit_screen(self._window))
        if event.type() == QEvent.Type.Paint and not self._last_time.isActive():
            self._last_time.start(FRAME_KNOWN_AFTER_MS)
        return False


def _wait(window: MainWindow, opener: ShelfOpener) -> None:
    """Somebody acts before the catalogue is open; where that takes long, the game can go on without it."""
    loop = QEventLoop()
    window.shelf_came.connect(loop.quit)
    QTimer.singleShot(PATIENCE, loop, loop.quit)
    opener.start()
    loop.exec(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)
    if isinstance(window.shelf, AwaitedShelf):
        words = "The catalogue is being opened, to keep the game in it…"
        dialog = ProgressDialog("Opening the catalogue", words, loop.quit, window)
        dialog.show()
        loop.exec()
        dialog.put_away()
    if isinstance(window.shelf, AwaitedShelf):
        window.statusBar().showMessage("The game is written to disk when the catalogue is open", 8000)


def _has_display() -> bool:
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))
