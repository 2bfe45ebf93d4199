"""The playtest dialog: first turn, and which sides a bot plays."""

from __future__ import annotations

from msgspec import Struct
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QFormLayout,
    QLabel,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from editor.window.dialog_widgets import accept_or_cancel
from engine.catalogue.document import ScenarioDocument


class PlaytestOptions(Struct, frozen=True):
    """`turns` pass before play begins; `bots` are the sides that the bot plays."""

    turns: int = 0
    bots: tuple[str, ...] = ()


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
        self.sides: dict[str, QCheckBox] = {}
        form = QFormLayout()
        form.addRow("Play from turn", self.turn)
        form.addRow(self.words)
        for side in document.playing_sides:
            box = self.sides[side.key] = QCheckBox(f"{side.title or side.key} is played by the random bot")
            form.addRow("Bots" if len(self.sides) == 1 else "", box)
        note = QLabel(
            "The bot picks legal actions at random. You can watch it, pause it and take over its side. "
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
            tuple(side for side, box in self.sides.items() if box.isChecked()),
        )
