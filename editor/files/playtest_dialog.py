"""The playtest dialog: first turn, and which sides a bot plays."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFormLayout,
    QLabel,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from editor.window.dialog_widgets import accept_or_cancel
from engine.bots.names import names, title_of
from engine.catalogue.document import ScenarioDocument


class PlaytestOptions(Struct, frozen=True):
    """`turns` pass before play begins; `bots` are the sides that bots play, with the name of each bot."""

    turns: int = 0
    bots: Mapping[str, str] = field(default_factory=dict)


class PlaytestDialog(QDialog):
    """`options()` is the result after the dialog was accepted."""

    def __init__(self, document: ScenarioDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Playtest")
        self._first = document.turns.first
        self.turn = QSpinBox()
        self.turn.setAccessibleName("First turn to play")
        self.turn.setMaximumWidth(self.turn.fontMetrics().horizontalAdvance("0") * 6 + 50)
        self.turn.setRange(document.turns.first, max(document.turns.first, document.turns.last))
        self.words = QLabel(
            "No side acts before that turn: nobody moves or attacks unless the rules require it, "
            "and reinforcements wait until a player brings them in. Weather, die rolls and everything "
            "else in a turn happen as usual."
        )
        self.words.setWordWrap(True)
        self.words.setObjectName("quiet")
        self.sides: dict[str, QComboBox] = {}
        form = QFormLayout()
        form.addRow("Play from turn", self.turn)
        form.addRow(self.words)
        for side in document.playing_sides:
            box = self.sides[side.key] = QComboBox()
            box.setAccessibleName(f"Player of {side.title or side.key}")
            box.addItem("You", "")
            for name in names():
                box.addItem(f"Bot: {title_of(name)}", name)
            form.addRow(side.title or side.key, box)
        note = QLabel(
            "A bot knows only what its side may know, and judges by the victory conditions of the scenario; "
            "Chance picks legal actions at random. You can watch bots, pause them and take over their side. "
            "While a bot plays, there is no handover screen."
        )
        note.setWordWrap(True)
        note.setObjectName("quiet")
        form.addRow(note)
        buttons, _ = accept_or_cancel(self, "Play")
        layout = QVBoxLayout(self)
        layout.addLayout(form)
        layout.addWidget(buttons)
        self.setMinimumWidth(460)

    def options(self) -> PlaytestOptions:
        """The chosen turn and bots."""
        return PlaytestOptions(
            self.turn.value() - self._first,
            {side: str(box.currentData()) for side, box in self.sides.items() if box.currentData()},
        )
