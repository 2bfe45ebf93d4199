"""Parts that several panels of the table are made of."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QPushButton


def push_button(text: str, tip: str, action: Callable[[], object]) -> QPushButton:
    """A button with what it does in words, for the pointer and for those who hear the window."""
    made = QPushButton(text)
    made.setAccessibleName(f"{text}: {tip}")
    made.setToolTip(tip)
    made.clicked.connect(lambda: action())
    return made
