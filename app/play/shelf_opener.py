"""Opens the catalogue beside the window: reading it takes longer than the first picture should."""

from __future__ import annotations

from threading import Thread

from PySide6.QtCore import QObject, Signal

from app.play.scenario_shelf import ScenarioShelf
from engine.bad_input import BadInput


class ShelfOpener(QObject):
    """One catalogue, opened once."""

    opened = Signal(object)

    def __init__(self, where: str | None, parent: QObject) -> None:
        super().__init__(parent)
        self._where = where
        self._thread = Thread(target=self._open, name="catalogue", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def wait(self) -> None:
        """Until it is done."""
        self._thread.join()

    def _open(self) -> None:
        try:
            shelf = ScenarioShelf.open(self._where)
        except BadInput as problem:
            shelf = ScenarioShelf(None, str(problem))
        self.opened.emit(shelf)
