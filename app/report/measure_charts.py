"""Small charts by turn of what a game measures: one page of the statistics, a curve for each owner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from app.report.plot_style import Colours, Curve, bare_plot, draw_curves, pass_wheel_to_parent

if TYPE_CHECKING:
    from app.play.play_controller import PlayController
    from app.report.statistics import MeasuredChart

NARROWEST_PX: Final = 380
"""Of a chart; as many stand beside each other as have room."""
HEIGHT_PX: Final = 190


def curves_of(chart: MeasuredChart, controller: PlayController) -> list[Curve]:
    """The curves of a chart with the names and colours of powers, else of sides."""
    return [
        Curve(
            controller.power_title(power) if power else controller.side_title(side),
            controller.counter_style.colour(side, power),
            number,
            tuple(map(float, values)),
        )
        for number, ((side, power), values) in enumerate(chart.values.items())
    ]


class MeasureCharts(QScrollArea):
    """The charts of one page, drawn one at a time when the page is first looked at."""

    drawn = Signal()
    """Every chart is drawn."""

    def __init__(self, page: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(page)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self._cells: list[QWidget] = []
        self._undrawn: list[tuple[MeasuredChart, PlayController]] = []
        self._marks: Sequence[str] = ()
        self._body = QWidget()
        self._grid = QGridLayout(self._body)
        self._grid.setContentsMargins(0, 0, 6, 0)
        self._grid.setSpacing(12)
        self.setWidget(self._body)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._draw_next)

    @property
    def is_drawing(self) -> bool:
        """Are charts still to be drawn?"""
        return bool(self._undrawn)

    def show_charts(
        self, charts: Sequence[MeasuredChart], marks: Sequence[str], controller: PlayController
    ) -> None:
        """Draw these charts; `marks` stand along the axis of turns."""
        for cell in self._cells:
            cell.deleteLater()
        self._cells, self._marks = [], marks
        self._undrawn = [(chart, controller) for chart in charts]
        self._timer.start(0)

    def _draw_next(self) -> None:
        chart, controller = self._undrawn.pop(0)
        cell = QWidget()
        layout = QVBoxLayout(cell)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        title = QLabel(chart.title)
        title.setObjectName("panelHeading")
        plot = bare_plot(chart.title, Colours.of(self))
        pass_wheel_to_parent(plot)
        plot.setMinimumHeight(HEIGHT_PX)
        curves = curves_of(chart, controller)
        draw_curves(plot, Colours.of(self), curves, self._marks)
        ends = ", ".join(f"{curve.name} {curve.values[-1]:g}" for curve in curves if curve.values)
        plot.setAccessibleDescription(f"{chart.title}: {ends}")
        layout.addWidget(title)
        layout.addWidget(plot, 1)
        self._cells.append(cell)
        self._place(len(self._cells) - 1)
        if self._undrawn:
            self._timer.start(0)
        else:
            self.drawn.emit()

    def _columns(self) -> int:
        return max(1, self.viewport().width() // NARROWEST_PX)

    def _place(self, number: int) -> None:
        row, column = divmod(number, self._columns())
        self._grid.addWidget(self._cells[number], row, column)
        self._grid.setColumnStretch(column, 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        for column in range(self._grid.columnCount()):
            self._grid.setColumnStretch(column, 0)
        for number in range(len(self._cells)):
            self._place(number)
