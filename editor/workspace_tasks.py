"""What is read or worked out beside the window for the map on the bench, one thing at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Signal

from app.background.progress import Progress
from app.background.task import Errand
from editor.workspace import Bench


class BenchWork(QObject):
    """A result for a map that is no longer on the bench is dropped."""

    progressed = Signal(int, int, str)
    called_off = Signal()
    rested = Signal()
    """Something came to its end, well or not, and whoever wanted it has heard of it."""

    def __init__(self, bench: Bench, parent: QObject) -> None:
        super().__init__(parent)
        self._bench = bench
        self._errand: Errand | None = None
        self.notice = ""
        """Why the last thing was not done, or what is to be said of it."""

    @property
    def is_busy(self) -> bool:
        """Whether something is being read or worked out."""
        return self._errand is not None

    def start(
        self,
        job: Callable[[Progress], Any],
        then: Callable[[Any], None],
        otherwise: Callable[[str], None] | None = None,
    ) -> None:
        """Do this and then call one of the two; without a second one, the problem is said and noted."""
        if self._errand is not None:
            self._bench.say("Something is still being worked out; wait a moment.")
            return
        self.notice = ""
        wanted_for = self._bench.document

        def done(found: object) -> None:
            self._put_away()
            if wanted_for is self._bench.document:
                then(found)
            self.rested.emit()

        def failed(problem: str) -> None:
            self._put_away()
            (otherwise or self.refuse)(problem)
            self.rested.emit()

        errand = self._errand = Errand(job, "workshop", self)
        errand.progressed.connect(self.progressed)
        errand.done.connect(done)
        errand.failed.connect(failed)
        errand.called_off.connect(self._called_off)
        errand.start()

    def refuse(self, problem: str) -> None:
        """Say why something is not done, and note it."""
        self.notice = problem
        self._bench.say(problem)

    def call_off(self) -> None:
        """Stop what is being done."""
        if self._errand is not None:
            self._errand.call_off()

    def _called_off(self) -> None:
        self._put_away()
        self.called_off.emit()

    def _put_away(self) -> None:
        assert self._errand is not None
        self._errand.deleteLater()
        self._errand = None
