"""What scrolls a part of the workshop that may be higher than the place it has."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QScrollArea, QWidget


def scrolling(part: QWidget | None = None) -> QScrollArea:
    """Tables and forms need room once the text is large: where the window has less, they are scrolled."""
    area = QScrollArea()
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(True)
    if part is not None:
        area.setWidget(part)
    return area


def scrolled(panel: QWidget) -> QScrollArea:
    """A panel that is scrolled upwards and downwards alone: the area is as wide as it."""
    area = scrolling(panel)
    area.setMinimumWidth(panel.minimumSizeHint().width() + area.verticalScrollBar().sizeHint().width())
    return area
