"""Opens the catalogue in a background thread, so that the window is painted first."""

from __future__ import annotations

from contextlib import suppress

from PySide6.QtCore import QObject, Signal

from app.background.progress import Progress
from app.background.task import BackgroundTask
from app.library.scenario_library import ScenarioLibrary
from engine.bad_input import BadInput


class LibraryLoader(QObject):
    """One catalogue, opened once."""

    opened = Signal(object)

    def __init__(self, where: str | None, parent: QObject) -> None:
        super().__init__(parent)

        def read(_: Progress) -> ScenarioLibrary:
            try:
                library = ScenarioLibrary.open(where)
            except BadInput as problem:
                library = ScenarioLibrary(None, str(problem))
            with suppress(BadInput):  # A catalogue that cannot be written now still offers its games.
                library.autosave.delete_unplayed()
            library.cards()  # Imports the games and reads their scenarios in this thread.
            return library

        self._task = BackgroundTask(read, "catalogue", self)
        self._task.done.connect(self.opened)
        self._task.failed.connect(lambda why: self.opened.emit(ScenarioLibrary(None, why)))
        self._started = False

    def start(self) -> None:
        """Start, unless started already."""
        if not self._started:
            self._started = True
            self._task.start()

    def wait(self) -> None:
        """Wait until it is done, if it was started."""
        self._task.wait()
