"""Shows a report of an uncaught exception; the game is saved first.

It is reached through `sys.excepthook`, which Qt for Python also calls for exceptions in slots and events, and
through `threading.excepthook`. The threads only send a text; the report is shown in the window's thread.
"""

from __future__ import annotations

import platform
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Final

from PySide6 import __version__ as pyside_version
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QLabel,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from app.background.task import FaultHook, report_faults_to
from engine.mechanics.plural import counted

MOST_SHOWN: Final = 20
"""Further errors that are added to a report; an error in painting repeats with every frame."""
WORDS: Final = (
    "An error occurred in Startline itself. You can continue, but it is safer to save the game under another "
    "name and to restart Startline. Please send this report to the developers."
)


class ErrorReport(QDialog):
    """Shows the error; it can be copied or saved to a file."""

    def __init__(self, text: str, rescued: str, parent: QWidget | None = None) -> None:
        """`rescued`: where the game was saved, or why not."""
        super().__init__(parent)
        self.setObjectName("errorReport")
        self.setWindowTitle("Error report")
        self._added = 0
        words = QLabel(f"{WORDS}\n\n{rescued}")
        words.setWordWrap(True)
        words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.page = QPlainTextEdit(text)
        self.page.setReadOnly(True)
        self.page.setAccessibleName("Error report")
        self.page.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.status = QLabel()
        self.status.setWordWrap(True)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.copy = self.buttons.addButton("Copy", QDialogButtonBox.ButtonRole.ActionRole)
        self.save = self.buttons.addButton("Save to a file…", QDialogButtonBox.ButtonRole.ActionRole)
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.page.toPlainText()))
        self.save.clicked.connect(self._ask_where)
        self.buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        for widget in (words, self.page, self.status, self.buttons):
            layout.addWidget(widget)
        self.resize(720, 480)

    def add(self, text: str) -> None:
        """Add another error that happened while this report is shown."""
        self._added += 1
        if self._added <= MOST_SHOWN:
            self.page.appendPlainText(f"\n{text}")
        self.status.setText(f"{counted(self._added, 'more error')} since then")

    def _ask_where(self) -> None:
        name, _ = QFileDialog.getSaveFileName(self, "Save the report", "startline-error.txt")
        if name:
            self.save_to(Path(name))

    def save_to(self, path: Path) -> None:
        """Write the report to this file and show whether that succeeded."""
        try:
            path.write_text(self.page.toPlainText(), encoding="utf-8")
            self.status.setText(f"Saved to {path}")
        except OSError as error:
            self.status.setText(f"{path} cannot be written: {error.strerror or error}; choose another folder")


class LastResort(QObject):
    """Shows every uncaught exception. `rescue` saves the game and returns where; it may fail."""

    happened = Signal(str)

    def __init__(self, window: QWidget, rescue: Callable[[], str]) -> None:
        super().__init__()
        self._window, self._rescue = window, rescue
        self._before = sys.excepthook
        self._before_in_threads: FaultHook | None = None
        self.report: ErrorReport | None = None
        self.happened.connect(self._show, Qt.ConnectionType.QueuedConnection)

    def install(self) -> None:
        """Start reporting uncaught exceptions."""
        self._before, sys.excepthook = sys.excepthook, self._uncaught
        self._before_in_threads = report_faults_to(self._uncaught_in_thread)

    def remove(self) -> None:
        """Restore the previous exception hooks."""
        sys.excepthook = self._before
        if self._before_in_threads is not None:
            report_faults_to(self._before_in_threads)

    def _uncaught(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if not issubclass(kind, Exception):
            self._before(kind, error, trace)
            return
        text = report_text(error, trace)
        if sys.stderr is not None:
            sys.stderr.write(f"{text}\n")
        self.happened.emit(text)

    def _uncaught_in_thread(self, args: Any) -> None:
        if isinstance(args.exc_value, Exception):
            self._uncaught(args.exc_type, args.exc_value, args.exc_traceback)

    def _show(self, text: str) -> None:
        if self.report is not None:
            self.report.add(text)
            return
        try:
            rescued = self._rescue()
        except Exception as error:
            rescued = f"The game could not be saved: {error!s:.200}"
        self.report = ErrorReport(text, rescued, self._window)
        self.report.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.report.finished.connect(self._forget)
        self.report.open()

    def _forget(self) -> None:
        self.report = None


def report_text(error: BaseException, trace: TracebackType | None) -> str:
    """Versions, system and traceback for the developers."""
    lines = traceback.format_exception(type(error), error, trace)
    system = f"Python {platform.python_version()}, Qt for Python {pyside_version}, {platform.platform()}"
    return f"{system}\n\n{''.join(lines)}".rstrip()
