"""Plays the games of a run in processes, and sums up what is stored, without keeping the window waiting."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from time import monotonic
from typing import Final

from msgspec import Struct
from PySide6.QtCore import QObject, Signal

from app.background.latest_only import Latest
from app.background.progress import Progress
from app.background.task import BackgroundTask
from app.map.terrain.printed_map import PrintedMap
from engine.bots.workers import processes
from engine.catalogue.document import ScenarioDocument
from engine.catalogue.lab_store import LabStore
from engine.lab.figures import GameFigures
from engine.lab.plan import Plan, Wanted, planned
from engine.lab.run import run, stored
from engine.lab.suggestion import Suggestion, suggestion
from engine.lab.summary import CellReport, reports
from engine.lab.what_if import Find

Load = Callable[[], ScenarioDocument]
SUM_UP_EVERY_S: Final = 1.5
"""Interval in which the figures are shown anew while games are played."""


class Results(Struct, frozen=True):
    """What is known of a run so far. Each game has its key, and the number of its cell."""

    plan: Plan
    reports: tuple[CellReport, ...]
    suggestion: Suggestion | None
    games: tuple[tuple[str, int, str, GameFigures], ...]
    """Key, number of the cell, seed and figures."""
    wanted_games: int


def results_of(plan: Plan, found: Mapping[str, GameFigures]) -> Results:
    """The results of those games of a plan that were played."""
    made = reports(plan, found)
    played = tuple(
        (key, number, task.seed, found[key])
        for number, cell in enumerate(plan.cells)
        for task in cell.tasks
        if (key := task.key) in found
    )
    return Results(plan, made, suggestion(plan.document, made[0].games), played, len(plan.tasks))


class Prepared(Struct, frozen=True):
    """A scenario with its map, and what is stored of a run with it."""

    document: ScenarioDocument
    printed_map: PrintedMap
    results: Results


class LabRun(QObject):
    """One run at a time. Whatever is played is stored; a run that was cancelled goes on where it was."""

    prepared = Signal(object)
    """A scenario was looked up: `Prepared`."""
    progressed = Signal(int, int)
    changed = Signal(object)
    """More is known: `Results`."""
    failed = Signal(str)
    ended = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._looking = Latest("looking up games of the lab", self)
        self._task: BackgroundTask | None = None
        self._news: deque[Results] = deque(maxlen=1)
        """Results that the thread has summed up and the window has not shown yet."""

    @property
    def is_running(self) -> bool:
        """Are games played?"""
        return self._task is not None

    def look_up(self, load: Load, wanted: Wanted, find: Find, store: LabStore | None) -> None:
        """Read a scenario and what is stored of this run; of several requests only the last is answered."""

        def work(progress: Progress) -> Prepared:
            document = load()
            plan = planned(document, wanted, find)
            progress(1, 2, "Looking up games")
            found = stored([task.key for task in plan.tasks], store) if store is not None else {}
            return Prepared(document, PrintedMap.of(document), results_of(plan, found))

        self._looking.ask(work, self.prepared.emit, self.failed.emit)

    def start(self, load: Load, wanted: Wanted, find: Find, store: LabStore, jobs: int) -> None:
        """Play the games of a run that are not stored yet."""
        assert self._task is None, "one run at a time"
        news = self._news
        news.clear()

        def work(progress: Progress) -> Results:
            plan = planned(load(), wanted, find)
            found: dict[str, GameFigures] = {}
            shown_at = monotonic()

            def tell(done: int, of: int) -> None:
                nonlocal shown_at
                if monotonic() - shown_at > SUM_UP_EVERY_S:
                    news.append(results_of(plan, found))
                    shown_at = monotonic()
                progress(done, of, "Playing")

            with processes(jobs) as pool:
                run(plan.tasks, store, pool, jobs, tell, found)
            return results_of(plan, found)

        task = self._task = BackgroundTask(work, "balance lab", self)
        task.progressed.connect(self._progressed)
        task.done.connect(self.changed)
        task.failed.connect(self.failed)
        task.ended.connect(self._ended)
        task.start()

    def cancel(self) -> None:
        """Stop playing; the games that are over are stored."""
        if self._task is not None:
            self._task.cancel()

    def close_down(self) -> None:
        """Stop everything; nothing is told any more."""
        self._looking.close()
        if self._task is not None:
            self._task.blockSignals(True)
            self._task.cancel()
            self._task.deleteLater()
            self._task = None

    def _progressed(self, done: int, of: int) -> None:
        self.progressed.emit(done, of)
        if self._news:
            self.changed.emit(self._news.pop())

    def _ended(self) -> None:
        assert self._task is not None
        self._task.deleteLater()
        self._task = None
        if self._news:
            self.changed.emit(self._news.pop())
        self.ended.emit()
