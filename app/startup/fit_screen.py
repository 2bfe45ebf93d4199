"""Fits a window with its frame to the screen; the frame is only known once the window is shown."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QWidget


def fit_screen(window: QWidget) -> None:
    """Resize and move a window so that its frame is inside the screen."""
    if window.isMaximized() or window.isFullScreen():
        return
    contents = fitting_contents(
        window.geometry(), window.frameGeometry(), window.screen().availableGeometry()
    )
    if contents.size() != window.size():
        window.resize(contents.size())
    if window.isVisible() and contents.topLeft() != window.geometry().topLeft():
        window.setGeometry(contents)


def fitting_contents(contents: QRect, frame: QRect, available: QRect) -> QRect:
    """The geometry of the contents for which the frame is inside the screen."""
    border = frame.size() - contents.size()
    size = contents.size().boundedTo(available.size() - border)
    whole = size + border
    corner = QPoint(
        max(available.left(), min(frame.left(), available.left() + available.width() - whole.width())),
        max(available.top(), min(frame.top(), available.top() + available.height() - whole.height())),
    )
    return QRect(corner + contents.topLeft() - frame.topLeft(), size)
