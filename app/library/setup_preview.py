"""Sets a scenario up beside the window, so that a look at a large one keeps nobody waiting."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.background.latest_only import Latest
from app.library.scenario_library import Card, ScenarioLibrary
from engine.catalogue.document import ScenarioDocument


class SetUpReader(QObject):
    """Reads the counters that everybody may see. Only the answer to the last question is told."""

    ready = Signal(list)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._latest = Latest("set-up", self)

    def read(self, library: ScenarioLibrary, card: Card, document: ScenarioDocument) -> None:
        """Begin. A scenario that cannot be set up shows its map without counters; its card says why."""
        self._latest.ask(lambda _: library.public_counters(card, document), self.ready.emit, lambda _: None)
