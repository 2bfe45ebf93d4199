"""Splitters between tables and forms."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter

HANDLE_PX: Final = 11
"""Width of the handle, so that the parts beside it do not touch."""


def splitter(orientation: Qt.Orientation = Qt.Orientation.Horizontal) -> QSplitter:
    """An empty splitter with a handle that leaves a gap."""
    made = QSplitter(orientation)
    made.setHandleWidth(HANDLE_PX)
    return made
