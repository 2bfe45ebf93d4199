"""The bar that tells which sides bots play, with their pace, Pause and Take over."""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QLabel, QPushButton


class Pace(Struct, frozen=True):
    """How quickly bots act."""

    key: str
    text: str
    before_action_ms: int
    result_ms: int
    """How long a result stays that does not concern the person at the table; 0 shows none."""


PACES: Final = (
    Pace("slow", "Slow", 1200, 4000),
    Pace("normal", "Normal", 400, 2000),
    Pace("fast", "Fast", 60, 800),
    Pace("at once", "At once", 0, 0),
)
USUAL_PACE: Final = PACES[1]


def pace_named(key: str) -> Pace:
    """The pace with this key; the usual one if there is none."""
    return next((pace for pace in PACES if pace.key == key), USUAL_PACE)


class BotBar(QFrame):
    """Shown while a bot plays a side of the game on the table."""

    pace_chosen = Signal(str)
    """The key of the pace."""

    def __init__(self, pace: Pace = USUAL_PACE) -> None:
        super().__init__()
        self.setObjectName("botBar")
        self.setAccessibleName("Bots at the table")
        self.setProperty("help", "opponents")
        self.words = QLabel()
        self.words.setObjectName("quiet")
        self.words.setMinimumWidth(1)
        self.pace = QComboBox()
        self.pace.setAccessibleName("Pace of the bots")
        self.pace.setToolTip("How quickly bots act")
        for listed in PACES:
            self.pace.addItem(listed.text, listed.key)
        self.set_pace(pace.key)
        self.pace.currentIndexChanged.connect(lambda at: self.pace_chosen.emit(PACES[at].key))
        self.pause = QPushButton("Pause")
        self.pause.setCheckable(True)
        self.pause.setToolTip("Bots wait until you let them continue")
        self.take_over = QPushButton("Take over…")
        self.take_over.setAccessibleName("Take over")
        self.take_over.setToolTip("Choose who plays each side from now on")
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 4, 12, 4)
        row.addWidget(self.words, 1)
        for widget in (self.pace, self.pause, self.take_over):
            row.addWidget(widget)
        self.hide()

    def set_pace(self, key: str) -> None:
        """Set the pace by its key; an unknown key changes nothing."""
        at = self.pace.findData(key)
        if at >= 0:
            self.pace.setCurrentIndex(at)
