"""The welcome page of the editor: new, open, import, own scenarios, recovery copies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

TITLE_SCALE: Final = 1.6
"""Font size of the title relative to the text size; the main window applies it."""

MAX_OWN_SCENARIOS: Final = 6


class Welcome(QWidget):
    """A few buttons in the middle of the page."""

    new_wanted = Signal()
    open_wanted = Signal()
    import_wanted = Signal()
    restore_wanted = Signal()
    suggested = Signal(str)
    """The key of the chosen scenario."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        title = QLabel("Scenario editor")
        title.setObjectName("title")
        title.setProperty("textFactor", TITLE_SCALE)
        font = title.font()
        font.setPointSizeF(font.pointSizeF() * TITLE_SCALE)
        title.setFont(font)
        words = QLabel(
            "Draw a map, enter an order of battle, and playtest it. Shipped scenarios do not change: "
            "you edit a copy."
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
        self.import_map = QPushButton("Import a map…")
        self.import_map.setToolTip("From Tiled, Wesnoth, MegaMek or VASSAL")
        self.import_map.clicked.connect(self.import_wanted)
        self.restore = QPushButton()
        self.restore.setObjectName("primary")
        self.restore.clicked.connect(self.restore_wanted)
        self.restore.hide()
        self._key = ""
        self.suggestion = QPushButton()
        self.suggestion.clicked.connect(lambda: self.suggested.emit(self._key))
        self.suggestion.hide()
        self._card = QFrame()
        self._card.setObjectName("card")
        self._card.setFixedWidth(460)
        self._card.hide()
        heading = QLabel("Continue one of your scenarios")
        heading.setObjectName("panelHeading")
        self._list = QVBoxLayout(self._card)
        self._list.setContentsMargins(14, 12, 14, 14)
        self._list.setSpacing(6)
        self._list.addWidget(heading)
        self.own: dict[str, QPushButton] = {}
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(self.new)
        buttons.addWidget(self.open)
        buttons.addWidget(self.import_map)
        buttons.addStretch(1)
        column = QVBoxLayout(self)
        column.setSpacing(14)
        column.addStretch(2)
        column.addWidget(title, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(words, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(self.restore, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addLayout(buttons)
        column.addWidget(self.suggestion, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(10)
        column.addWidget(self._card, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(3)

    def show_own(self, scenarios: Sequence[tuple[str, str]]) -> None:
        """Show buttons for the user's own scenarios, by key and title."""
        while (item := self._list.takeAt(1)) is not None:
            if (old := item.widget()) is not None:
                old.hide()
                old.deleteLater()
        self.own = {}
        for key, title in scenarios[:MAX_OWN_SCENARIOS]:
            button = self.own[key] = QPushButton(title.replace("&", "&&"))
            button.setObjectName("order")
            button.clicked.connect(lambda _=False, key=key: self.suggested.emit(key))
            self._list.addWidget(button)
        self._card.setVisible(bool(scenarios))

    def suggest(self, key: str, title: str) -> None:
        """Show a button for this scenario."""
        self._key = key
        self.suggestion.setVisible(bool(key))
        self.suggestion.setText(f"Open “{title}”")

    def offer(self, count: int) -> None:
        """Offer to restore this number of recovery copies."""
        self.restore.setVisible(count > 0)
        self.restore.setText(f"Restore unsaved work ({count})…")

    def first(self) -> QPushButton:
        """The default button."""
        return self.new if self.restore.isHidden() else self.restore
