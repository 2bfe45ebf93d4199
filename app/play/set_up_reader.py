"""Sets a scenario up beside the window, so that a look at a large one keeps nobody waiting."""

from __future__ import annotations

from queue import Empty, SimpleQueue
from threading import Thread
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from app.play.scenario_shelf import Card, ScenarioShelf
from engine.catalogue.document import ScenarioDocument
from engine.referee.view import Counter

_LOOK_EVERY: Final = 30
"""Milliseconds."""


class SetUpReader(QObject):
    """Reads the counters that everybody may see. Only the answer to the last question is told."""

    ready = Signal(list)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        # The thread never touches this object, which may be gone with its window before the work is done.
        self._answer: SimpleQueue[list[Counter]] = SimpleQueue()
        self._watch = QTimer(self)
        self._watch.setInterval(_LOOK_EVERY)
        self._watch.timeout.connect(self._look)

    def read(self, shelf: ScenarioShelf, card: Card, document: ScenarioDocument) -> None:
        """Begin."""
        answer = self._answer = SimpleQueue()
        Thread(
            target=lambda: answer.put(shelf.public_counters(card, document)), name="set-up", daemon=True
        ).start()
        self._watch.start()

    def _look(self) -> None:
        try:
            counters = self._answer.get_nowait()
        except Empty:
            return
        self._watch.stop()
        self.ready.emit(counters)
