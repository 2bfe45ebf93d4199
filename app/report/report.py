"""Writes the after-action report in a background thread; the maps are painted in the GUI thread."""

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
from app.report.statistics import Statistics, read_game
from app.report.statistics_page import FIGURES, figures
from engine.bots.course import Course, course_of
from engine.files import write_atomically
from engine.referee import save as saves
from engine.referee.view import View

LONGEST_EDGE_PX: Final = 1200
"""Longer edge of a map picture."""
_PAPER: Final = "#cfc8b8"
_POLL_SECONDS: Final = 0.2
_POLL_MS: Final = 10
"""Interval of checking for pictures to paint."""


class PaintQueue:
    """The two queues between the thread and the painter, which may be deleted with the window."""

    def __init__(self) -> None:
        self.wanted: Queue[View] = Queue()
        self.painted: Queue[QImage] = Queue()


class MapPainter(QObject):
    """Paints the map of each turn in the GUI thread, a few milliseconds at a time."""

    def __init__(
        self, printed_map: PrintedMap, counter_style: CounterStyle, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.paint_queue = PaintQueue()
        self._scene = MapScene(printed_map, counter_style)
        self._scene.set_look(QColor(_PAPER), False)
        self._scene.setParent(self)
        self._painting = False
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._paint_some)
        self._timer.start(_POLL_MS)

    def stop(self) -> None:
        """Stop painting."""
        self._timer.stop()

    def _paint_some(self) -> None:
        """Paint the picture within the time budget of a frame; continue at the next call."""
        if not self._painting:
            try:
                self._scene.show_view(self.paint_queue.wanted.get_nowait())
            except Empty:
                return
            self._painting = True
            self._timer.start(0)
        image = self._frame()
        if self._scene.is_finished:
            self._painting = False
            self._timer.start(_POLL_MS)
            self.paint_queue.painted.put(image)

    def _frame(self) -> QImage:
        area = self._scene.sceneRect()
        scale = min(1.0, LONGEST_EDGE_PX / max(area.width(), area.height()))
        image = QImage(round(area.width() * scale), round(area.height() * scale), QImage.Format.Format_RGB32)
        image.fill(QColor(_PAPER))
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._scene.begin_frame()
        self._scene.render(painter, QRectF(image.rect()), area)
        painter.end()
        return image


class _Job(Struct, frozen=True):
    """What the thread needs: title, style and file."""

    title: str
    style: ReportStyle
    path: Path


class ReportWriter(QObject):
    """One report. `written` is emitted when the file is complete."""

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
        sides = controller.session.sides
        powers = {power: side for side in sides for power in controller.powers.of(side)}
        colour = controller.counter_style.colour
        style = ReportStyle(
            {power: controller.power_title(power) for power in powers}
            | {side: controller.side_title(side) for side in sides},
            {power: colour(side, power) for power, side in powers.items()}
            | {side: colour(side) for side in sides},
        )
        job = _Job(controller.title, style, path)
        save, game, viewing_side = (
            saves.recorder(controller.session),
            controller.session.game,
            controller.viewing_side,
        )
        painter = MapPainter(printed_map, controller.counter_style, self) if printed_map is not None else None
        paint_queue = painter.paint_queue if painter is not None else None

        def work(progress: Progress) -> str:
            statistics = read_game(save, game, viewing_side, progress)
            course = course_of(saves.replay(save(), game), viewing_side, progress)
            pictures = _pictures(paint_queue, statistics, progress)
            _write(job, statistics, pictures, course, progress)
            return str(path)

        self._painter = painter
        self.task = BackgroundTask(work, "report", self)
        self.task.progressed.connect(self.progressed)
        self.task.done.connect(self.written)
        self.task.failed.connect(self.failed)
        self.task.cancelled.connect(self.cancelled)

    def start(self) -> None:
        """Start writing."""
        self.task.start()

    def cancel(self) -> None:
        """Cancel; no file is written, and an existing one stays unchanged."""
        self.task.cancel()
        if self._painter is not None:
            self._painter.stop()


def _pictures(
    paint_queue: PaintQueue | None, statistics: Statistics, progress: Progress
) -> list[Picture | None]:
    """A picture of the map for each turn, requested one by one to save memory."""
    if paint_queue is None:
        return [None] * len(statistics.turns)
    found: list[Picture | None] = []
    for number, turn in enumerate(statistics.turns, start=1):
        paint_queue.wanted.put(turn.view)
        found.append(_encoded(_next(paint_queue, number, len(statistics.turns), progress)))
    return found


def _next(paint_queue: PaintQueue, number: int, of: int, progress: Progress) -> QImage:
    while True:
        progress(number, of, "Painting the map")
        try:
            return paint_queue.painted.get(timeout=_POLL_SECONDS)
        except Empty:
            continue


def _encoded(image: QImage) -> Picture:
    """Encode as JPEG if Qt supports it: a map as PNG is ten times as large."""
    kinds = {bytes(kind.data()) for kind in QImageWriter.supportedImageFormats()}
    kind = "jpeg" if b"jpeg" in kinds else "png"
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, kind.upper(), 86 if kind == "jpeg" else -1)  # type: ignore[call-overload]
    buffer.close()
    return Picture(kind, bytes(data.data()))


def _write(
    job: _Job,
    statistics: Statistics,
    pictures: list[Picture | None],
    course: Course | None,
    progress: Progress,
) -> None:
    rows = {side: figures(statistics, side) for side in statistics.sides}
    page = compose(job.title, statistics, job.style, rows, FIGURES, pictures, course)
    path = job.path
    progress(1, 1, "Writing the page")  # The last point at which it can be cancelled.
    write_atomically(path, page.encode("utf-8", "replace"), create_folder=False)
