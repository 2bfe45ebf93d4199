"""The banner of a game that branched off from another one, with the way back."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy

from app.play.panels.buttons import push_button


class WhatIfBar(QFrame):
    """Says that this is not the game itself, and leads back to it."""

    back_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("whatIfBar")
        self.setAccessibleName("What if")
        self.words = QLabel()
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.words.setWordWrap(True)
        self.words.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        kept = "This course is kept; the start page lists it under Continue"
        self.back = push_button("Back to the game", kept, self.back_wanted.emit)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 4, 12, 4)
        row.addWidget(self.words, 1)
        row.addWidget(self.back)
        self.hide()

    def tell(self, title: str, at: int) -> None:
        """Show the banner for a branch of this game."""
        self.words.setText(
            f"What if? You try another course of {title} after action {at}; the game itself waits."
        )
        self.show()
