"""Scroll areas for tabs and panels."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QScrollArea, QWidget


def scrolling(part: QWidget | None = None) -> QScrollArea:
    """A scroll area for tables and forms that may be larger than the window."""
    area = QScrollArea()
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(True)
    if part is not None:
        area.setWidget(part)
    return area


def scrolled(panel: QWidget) -> QScrollArea:
    """A vertical scroll area as wide as its panel."""
    area = scrolling(panel)
    area.setMinimumWidth(panel.minimumSizeHint().width() + area.verticalScrollBar().sizeHint().width())
    return area
