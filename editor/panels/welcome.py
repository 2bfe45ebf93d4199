"""The empty bench: what can be begun."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget


class Welcome(QWidget):
    """Two buttons in the middle of the page."""

    new_wanted = Signal()
    open_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        title = QLabel("The workshop")
        title.setObjectName("title")
        words = QLabel(
            "Draw a map, write an order of battle, play it at once. Shipped scenarios stay as they are: "
            "you work on a copy of your own."
        )
        words.setObjectName("quiet")
        words.setWordWrap(True)
        words.setFixedWidth(460)
        words.setMinimumHeight(words.heightForWidth(460))
        words.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.new = QPushButton("New map…")
        self.new.setObjectName("primary")
        self.new.clicked.connect(self.new_wanted)
        self.open = QPushButton("Open a scenario…")
        self.open.clicked.connect(self.open_wanted)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(self.new)
        buttons.addWidget(self.open)
        buttons.addStretch(1)
        column = QVBoxLayout(self)
        column.setSpacing(14)
        column.addStretch(2)
        column.addWidget(title, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(words, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addLayout(buttons)
        column.addStretch(3)
