"""The tutorial panel: the guide of a guided game, or the steps of a worked example."""

from __future__ import annotations

from PySide6.QtWidgets import QStackedWidget

from app.play.map_input.map_highlight import MapPointer
from app.play.play_page import PlayPage
from app.tutorial.example_panel import ExamplePanel
from app.tutorial.guide import Guide


class TutorialDock(QStackedWidget):
    """Shows one of the two panels."""

    def __init__(self, table: PlayPage, pointer: MapPointer) -> None:
        super().__init__()
        self.guide = Guide(table, pointer)
        self.example = ExamplePanel(table)
        self.addWidget(self.guide)
        self.addWidget(self.example)
