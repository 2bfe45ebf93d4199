"""The first window lies on the screen with its frame, which is only known once the window is shown."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QWidget


def fit_screen(window: QWidget) -> None:
    """Make a window small enough for its screen, and move it so that nothing of it overhangs."""
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
    """Where the contents of a window go, so that its frame lies on the screen."""
    border = frame.size() - contents.size()
    size = contents.size().boundedTo(available.size() - border)
    whole = size + border
    corner = QPoint(
        max(available.left(), min(frame.left(), available.left() + available.width() - whole.width())),
        max(available.top(), min(frame.top(), available.top() + available.height() - whole.height())),
    )
    return QRect(corner + contents.topLeft() - frame.topLeft(), size)
