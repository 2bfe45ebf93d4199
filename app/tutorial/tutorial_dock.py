"""The tutorial panel: the guide of a guided game, or the steps of a worked example."""

from __future__ import annotations

from PySide6.QtWidgets import QStackedWidget

from app.play.decision_bar import DecisionBar
from app.play.map_input.map_highlight import MapPointer
from app.play.map_input.map_note import TableNote
from app.play.table_game import TableGame
from app.tutorial.example_panel import ExamplePanel
from app.tutorial.guide import Guide


class TutorialDock(QStackedWidget):
    """Shows one of the two panels."""

    def __init__(self, game: TableGame, bar: DecisionBar, note: TableNote, pointer: MapPointer) -> None:
        super().__init__()
        self.guide = Guide(game, bar, note, pointer)
        self.example = ExamplePanel(game)
        self.addWidget(self.guide)
        self.addWidget(self.example)
