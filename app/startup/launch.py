"""Opens the main window first; the catalogue is then opened in the background."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QEvent, QEventLoop, QObject, QTimer
from PySide6.QtWidgets import QApplication, QMainWindow

from app.background import task
from app.background.progress_dialog import DIALOG_DELAY_MS, ProgressDialog
from app.library.library_loader import LibraryLoader
from app.library.pending_library import PendingLibrary
from app.main_window import MainWindow
from app.map.map_view import MapView
from app.startup.fit_screen import fit_screen
from app.startup.gui_thread_gc import collect_by_timer
from app.startup.preload_editor import EditorPreload
from app.window.current_game import CurrentGame
from app.window.error_report import LastResort
from engine.bad_input import BadInput

SCENARIO_SUFFIX: Final = ".toml"
FRAME_KNOWN_AFTER_MS: Final = 1000
"""Time after the first paint until the window manager has set the frame; later the user may move it."""
MAP_POLL_MS: Final = 50
"""Interval of checking whether the map has been painted."""


def run(catalogue: str | None, files: Sequence[str] = ()) -> int:
    """Open the main window, with the first saved game of the files or with their scenarios; returns the exit
    code."""
    if sys.platform.startswith("linux") and not _has_display():
        raise BadInput(
            "There is no display for a window; `startline tour DIR` saves pictures of all windows."
        )
    app = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(app, QApplication)
    app.setApplicationName("startline")
    app.setApplicationDisplayName("Startline")
    window = MainWindow(blank=True)
    last_resort = LastResort(window, partial(_rescue, window.game))
    last_resort.install()
    opener = LibraryLoader(catalogue, window)
    opener.opened.connect(window.set_library)
    opener.opened.connect(lambda _: EditorPreload(window))
    window.await_library(lambda: _wait(window, opener))
    paths = [Path(name) for name in files]
    save = next((path for path in paths if path.suffix.casefold() != SCENARIO_SUFFIX), None)
    if save is None or not window.files.open_first(save):
        window.show_start()
    if paths and save is None:
        opener.opened.connect(lambda _: window.editor_host.open_files(paths))
    if window.settings.layout("geometry") is None:
        _FitOnce(window)
    window.show()
    _AfterFirstPaint(window, window.table.map, opener)
    code = app.exec()
    last_resort.remove()
    task.exit_now_if_busy(code)
    return code


def _rescue(game: CurrentGame) -> str:
    """Save the game on the table after an error."""
    from app.window.exception_handler import rescue_game
    from engine.catalogue.user_folder import user_folder

    return rescue_game(game.session, game.title, user_folder() / "rescued")


class _AfterFirstPaint(QObject):
    """Opens the catalogue after the window and its map have been painted."""

    def __init__(self, window: QMainWindow, view: MapView, opener: LibraryLoader) -> None:
        super().__init__(window)
        self._window, self._view, self._opener = window, view, opener
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self._window.removeEventFilter(self)
            QTimer.singleShot(0, self, self._start_collector)
        return False

    def _start_collector(self) -> None:
        gc.freeze()  # The objects of the program itself stay; collections can skip them.
        collect_by_timer(self._window)
        self._open()

    def _open(self) -> None:
        scene = self._view.map_scene()
        if scene is not None and scene.terrain.unfinished:
            QTimer.singleShot(MAP_POLL_MS, self, self._open)
        else:
            self._opener.start()
            self.deleteLater()


class _FitOnce(QObject):
    """Fits the window to the screen before it is shown, and again when its frame is known."""

    def __init__(self, window: QMainWindow) -> None:
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


def _wait(window: MainWindow, opener: LibraryLoader) -> None:
    """Wait for the catalogue before something is saved; after a while the user can continue without it."""
    loop = QEventLoop()
    window.library_loaded.connect(loop.quit)
    QTimer.singleShot(DIALOG_DELAY_MS, loop, loop.quit)
    opener.start()
    loop.exec(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)
    if isinstance(window.library, PendingLibrary):
        text = "Opening the catalogue…"
        dialog = ProgressDialog("Open catalogue", text, loop.quit, window)
        dialog.show()
        loop.exec()
        dialog.finish()
    if isinstance(window.library, PendingLibrary) and window.game.session is not None:
        window.statusBar().showMessage("The game will be saved when the catalogue is open", 8000)


def _has_display() -> bool:
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))
