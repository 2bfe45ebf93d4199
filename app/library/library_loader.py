"""Opens the catalogue beside the window: reading it takes longer than the first picture should."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.background.progress import Progress
from app.background.task import Errand
from app.library.scenario_library import ScenarioShelf
from engine.bad_input import BadInput


class ShelfOpener(QObject):
    """One catalogue, opened once."""

    opened = Signal(object)

    def __init__(self, where: str | None, parent: QObject) -> None:
        super().__init__(parent)

        def read(_: Progress) -> ScenarioShelf:
            try:
                shelf = ScenarioShelf.open(where)
            except BadInput as problem:
                shelf = ScenarioShelf(None, str(problem))
            shelf.cards()  # Games are imported for it, and what only they bring is read: not in the window.
            return shelf

        self._errand = Errand(read, "catalogue", self)
        self._errand.done.connect(self.opened)
        self._errand.failed.connect(lambda why: self.opened.emit(ScenarioShelf(None, why)))
        self._started = False

    def start(self) -> None:
        """Begin, if that has not been done."""
        if not self._started:
            self._started = True
            self._errand.start()

    def wait(self) -> None:
        """Until it is done, if it was begun."""
        self._errand.wait()
