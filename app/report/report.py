"""Writes the after-action report: one thread reads the game and writes the page, the window lends the map."""

from __future__ import annotations

from pathlib import Path
from queue import Empty, Queue
from typing import Final

from msgspec import Struct
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QObject, QRectF, QTimer, Signal
from PySide6.QtGui import QColor, QImage, QImageWriter, QPainter

from app.background.progress import Progress
from app.background.task import BackgroundTask
from app.map.counters.counter_style import CounterStyle
from app.map.map_scene import MapScene
from app.map.terrain.printed_map import PrintedMap
from app.play.play_controller import PlayController
from app.report.report_html import Picture, ReportStyle, compose
from app.report.statistics import Statistics, read_game, record_of
from app.report.statistics_page import FIGURES, figures
from engine.files import write_atomically
from engine.referee.view import View

LONGEST_EDGE: Final = 1200
"""Pixels of the longer edge of a map picture."""
_PAPER: Final = "#cfc8b8"
_PATIENCE: Final = 0.2
_LOOK_EVERY: Final = 10
"""Milliseconds between two looks whether something is to be painted."""


class Easel:
    """All that the thread knows of the painter, who may be gone with the window."""

    def __init__(self) -> None:
        self.wanted: Queue[View] = Queue()
        self.painted: Queue[QImage] = Queue()


class MapPainter(QObject):
    """Paints the map for each turn in the window's thread, a few milliseconds at a time."""

    def __init__(
        self, printed_map: PrintedMap, counter_style: CounterStyle, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.easel = Easel()
        self._scene = MapScene(printed_map, counter_style)
        self._scene.set_look(QColor(_PAPER), False)
        self._scene.setParent(self)
        self._painting = False
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._paint_some)
        self._timer.start(_LOOK_EVERY)

    def stop(self) -> None:
        """Nobody wants pictures any more."""
        self._timer.stop()

    def _paint_some(self) -> None:
        """Paint the whole picture within the budget of a frame; what is missing comes with the next one."""
        if not self._painting:
            try:
                self._scene.show_view(self.easel.wanted.get_nowait())
            except Empty:
                return
            self._painting = True
            self._timer.start(0)
        image = self._frame()
        if self._scene.is_finished:
            self._painting = False
            self._timer.start(_LOOK_EVERY)
            self.easel.painted.put(image)

    def _frame(self) -> QImage:
        area = self._scene.sceneRect()
        scale = min(1.0, LONGEST_EDGE / max(area.width(), area.height()))
        image = QImage(round(area.width() * scale), round(area.height() * scale), QImage.Format.Format_RGB32)
        image.fill(QColor(_PAPER))
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._scene.begin_frame()
        self._scene.render(painter, QRectF(image.rect()), area)
        painter.end()
        return image


class Commission(Struct, frozen=True):
    """What the thread needs to know of the window."""

    title: str
    restyle: ReportStyle
    path: Path


class ReportWriter(QObject):
    """One report. `written` comes when the whole file is in its place, and not before."""

    progressed = Signal(int, int, str)
    written = Signal(object)
    failed = Signal(str)
    cancelled = Signal()

    def __init__(
        self,
        controller: PlayController,
        printed_map: PrintedMap | None,
        path: Path,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        sides = controller.session.state.scenario.sides
        restyle = ReportStyle(
            {side: controller.side_title(side) for side in sides},
            {side: controller.counter_style.colour(side) for side in sides},
        )
        commission = Commission(controller.title, restyle, path)
        record, game, viewing_side = (
            record_of(controller.session),
            controller.session.game,
            controller.viewing_side,
        )
        painter = MapPainter(printed_map, controller.counter_style, self) if printed_map is not None else None
        easel = painter.easel if painter is not None else None

        def work(progress: Progress) -> str:
            statistics = read_game(record, game, viewing_side, progress)
            pictures = _pictures(easel, statistics, progress)
            _write(commission, statistics, pictures, progress)
            return str(path)

        self._painter = painter
        self.task = BackgroundTask(work, "report", self)
        self.task.progressed.connect(self.progressed)
        self.task.done.connect(self.written)
        self.task.failed.connect(self.failed)
        self.task.cancelled.connect(self.cancelled)

    def start(self) -> None:
        """Begin."""
        self.task.start()

    def cancel(self) -> None:
        """Stop; no file is written, and one that was there stays as it was."""
        self.task.cancel()
        if self._painter is not None:
            self._painter.stop()


def _pictures(easel: Easel | None, statistics: Statistics, progress: Progress) -> list[Picture | None]:
    """A picture of the map for each turn, asked for one by one so that few are in memory at once."""
    if easel is None:
        return [None] * len(statistics.turns)
    found: list[Picture | None] = []
    for number, turn in enumerate(statistics.turns, start=1):
        easel.wanted.put(turn.view)
        found.append(_encoded(_next(easel, number, len(statistics.turns), progress)))
    return found


def _next(easel: Easel, number: int, of: int, progress: Progress) -> QImage:
    while True:
        progress(number, of, "Painting the map")
        try:
            return easel.painted.get(timeout=_PATIENCE)
        except Empty:
            continue


def _encoded(image: QImage) -> Picture:
    """JPEG where this Qt can write it: a printed map as PNG takes ten times the room."""
    kinds = {bytes(kind.data()) for kind in QImageWriter.supportedImageFormats()}
    kind = "jpeg" if b"jpeg" in kinds else "png"
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, kind.upper(), 86 if kind == "jpeg" else -1)  # type: ignore[call-overload]
    buffer.close()
    return Picture(kind, bytes(data.data()))


def _write(
    commission: Commission, statistics: Statistics, pictures: list[Picture | None], progress: Progress
) -> None:
    rows = {side: figures(statistics, side) for side in statistics.sides}
    page = compose(commission.title, statistics, commission.restyle, rows, FIGURES, pictures)
    path = commission.path
    progress(1, 1, "Writing the page")  # The last moment to call it off.
    write_atomically(path, page.encode("utf-8", "replace"), create_folder=False)
