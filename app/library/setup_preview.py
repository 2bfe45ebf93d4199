"""Sets up a scenario in a background thread for its preview."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.background.latest_only import Latest
from app.library.scenario_library import Card, ScenarioLibrary
from engine.catalogue.document import ScenarioDocument


class SetUpReader(QObject):
    """Reads the counters that every side may see; only the result of the latest request is emitted."""

    ready = Signal(list)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._latest = Latest("set-up", self)

    def read(self, library: ScenarioLibrary, card: Card, document: ScenarioDocument) -> None:
        """Start reading. A scenario that cannot be set up is shown without counters."""
        self._latest.ask(lambda _: library.public_counters(card, document), self.ready.emit, lambda _: None)

    def cancel(self) -> None:
        """Drop the current request."""
        self._latest.close()
