"""The style of plots: colours of the theme, and a fill pattern, dash and marker for each side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from msgspec import Struct
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QFontMetrics, QPalette, QPen
from PySide6.QtWidgets import QWidget

from app.background.task import BackgroundTask

PATTERNS: Final = (
    Qt.BrushStyle.SolidPattern,
    Qt.BrushStyle.BDiagPattern,
    Qt.BrushStyle.DiagCrossPattern,
    Qt.BrushStyle.HorPattern,
)
DASHES: Final = (Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine, Qt.PenStyle.DotLine, Qt.PenStyle.DashDotLine)
MARKS: Final = ("o", "s", "t", "d")
MOST_TICKS: Final = 12
_LEAST_CONTRAST: Final = 4.0
_MOST_STEPS: Final = 30


def plotting() -> Any:
    """Import pyqtgraph on first use; the import takes long."""
    import pyqtgraph

    return pyqtgraph


class PlotLoader(QObject):
    """Imports pyqtgraph in a background thread."""

    ready = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._task: BackgroundTask | None = None

    def start(self) -> None:
        """Start, unless started already."""
        if self._task is None:
            self._task = BackgroundTask(lambda _: plotting(), "plotting", self)
            self._task.ended.connect(self.ready)
            self._task.start()


class Colours(Struct, frozen=True):
    """The theme colours of a plot."""

    paper: QColor
    ink: QColor
    quiet: QColor
    line: QColor

    @classmethod
    def of(cls, widget: QWidget) -> Colours:
        """The colours of a widget's palette."""
        palette, role = widget.palette(), QPalette.ColorRole
        return cls(
            palette.color(role.Base),
            palette.color(role.Text),
            palette.color(role.PlaceholderText),
            palette.color(role.Mid),
        )

    def readable(self, colour: str) -> QColor:
        """The colour of a side, lightened or darkened until it contrasts with the background."""
        found = QColor(colour)
        goal = 255 if self.paper.lightnessF() < 0.5 else 0
        for _ in range(_MOST_STEPS):
            if contrast(found, self.paper) >= _LEAST_CONTRAST:
                break
            parts = (found.red(), found.green(), found.blue())
            found = QColor(*(part + round((goal - part) * 0.14) for part in parts))
        return found


def contrast(one: QColor, other: QColor) -> float:
    """The contrast ratio of two colours, from 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: QColor) -> float:
    parts = [
        value / 12.92 if value <= 0.03928 else ((value + 0.055) / 1.055) ** 2.4
        for value in (colour.redF(), colour.greenF(), colour.blueF())
    ]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def percent(chance: Fraction) -> str:
    """A probability in percent, with a decimal only if it is not 0."""
    tenths = round(chance * 1000)
    whole = tenths % 10 == 0
    return f"{tenths // 10} %" if whole else f"{tenths // 10}.{tenths % 10} %"


def amount(value: Fraction) -> str:
    """A mean value with at most two decimals."""
    return f"{float(value):.2f}".rstrip("0").rstrip(".") or "0"


def signed(value: Fraction) -> str:
    """A signed difference with two decimals."""
    return f"{float(value):+.2f}".replace("-", "−") if round(value, 2) else "0.00"


def bare_plot(name: str, colours: Colours) -> Any:
    """A plot without menus and mouse interaction, in the colours of the theme."""
    pg = plotting()
    plot = pg.PlotWidget(enableMenu=False)
    plot.setAccessibleName(name)
    plot.setFrameShape(plot.Shape.NoFrame)
    plot.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    plot.hideButtons()
    plot.setMouseEnabled(x=False, y=False)
    style_plot(plot, colours)
    return plot


def style_plot(plot: Any, colours: Colours) -> None:
    """Set background and axes to the colours of the theme."""
    plot.setBackground(colours.paper)
    for side in ("left", "bottom"):
        axis = plot.getAxis(side)
        axis.setPen(QPen(colours.line))
        axis.setTextPen(QPen(colours.ink))


def pass_wheel_to_parent(plot: Any) -> None:
    """Let the mouse wheel scroll the panel around the plot."""
    plot.wheelEvent = lambda event: event.ignore()


def brush(colour: QColor, number: int) -> QBrush:
    """The fill of a side: colour and pattern."""
    return QBrush(colour, PATTERNS[number % len(PATTERNS)])


class OutcomeBars:
    """The distribution of outcomes as horizontal bars with probability and text."""

    ROW: Final = 36

    def __init__(self, colours: Colours) -> None:
        self.colours = colours
        self.plot = bare_plot("Outcomes", colours)
        pass_wheel_to_parent(self.plot)
        for side in ("left", "bottom"):
            self.plot.hideAxis(side)
        self.bars: list[Any] = []
        self.texts: list[str] = []

    def restyle(self, colours: Colours) -> None:
        """Apply another theme to what is shown next."""
        self.colours = colours
        style_plot(self.plot, colours)

    def show(self, rows: Sequence[tuple[str, Fraction, str, int]], width: int) -> None:
        """Show rows of text, probability, colour and pattern number."""
        pg = plotting()
        self.plot.clear()
        self.bars, self.texts = [], []
        metrics = QFontMetrics(self.plot.font())
        for at, (words, chance, colour, number) in enumerate(rows):
            y = -at
            frame = pg.BarGraphItem(
                x0=[0],
                y0=[y - 0.34],
                width=[1],
                height=[0.34],
                pen=pg.mkPen(self.colours.line),
                brush=QBrush(),
            )
            tone = self.colours.readable(colour)
            bar = pg.BarGraphItem(
                x0=[0],
                y0=[y - 0.34],
                width=[float(chance)],
                height=[0.34],
                pen=pg.mkPen(tone),
                brush=brush(tone, number),
            )
            text = f"{percent(chance)}   {words}"
            label = pg.TextItem(
                metrics.elidedText(text, Qt.TextElideMode.ElideRight, max(80, width - 12)),
                color=self.colours.ink,
                anchor=(0, 1),
            )
            label.setFont(self.plot.font())
            label.setPos(0, y)
            for item in (frame, bar, label):
                self.plot.addItem(item)
            self.bars.append(bar)
            self.texts.append(text)
        self.plot.setRange(xRange=(0, 1), yRange=(-len(rows) + 0.6, 0.66), padding=0.01)
        self.plot.setFixedHeight(max(1, len(rows)) * max(self.ROW, metrics.height() * 2 + 5) + 4)
        self.plot.setAccessibleDescription("; ".join(self.texts))
        self.plot.setToolTip("\n".join(f"{words}: {chance}" for words, chance, _, _ in rows))


class Curve(Struct, frozen=True):
    """The values of one side by turn."""

    name: str
    colour: str
    number: int
    values: tuple[float, ...]


def draw_curves(plot: Any, colours: Colours, curves: Sequence[Curve], turns: Sequence[str]) -> None:
    """Draw curves by turn; dash, marker and name distinguish them without colour."""
    pg = plotting()
    plot.clear()
    taken: list[float] = []
    values = [value for curve in curves for value in curve.values]
    reach = (max(values) - min(values)) or 1.0 if values else 1.0
    for curve in curves:
        tone = colours.readable(curve.colour)
        pen = QPen(tone, 2.2, DASHES[curve.number % len(DASHES)])
        pen.setCosmetic(True)
        xs = list(range(len(curve.values)))
        plot.plot(
            xs,
            list(curve.values),
            pen=pen,
            symbol=MARKS[curve.number % len(MARKS)],
            symbolSize=9,
            symbolBrush=tone,
            symbolPen=pg.mkPen(colours.paper, width=1),
        )
        if curve.values:
            height = _free(curve.values[-1], taken, reach * 0.1)
            taken.append(height)
            label = pg.TextItem(curve.name, color=colours.ink, anchor=(0, 0.5))
            label.setFont(plot.font())
            label.setPos(xs[-1] + 0.12 * max(1, len(xs)) / 8, height)
            plot.addItem(label)
    _scale(plot, turns, values)


def _free(wanted: float, taken: Sequence[float], apart: float) -> float:
    height = wanted
    while any(abs(height - other) < apart for other in taken):
        height += apart
    return height


def turn_ticks(turns: Sequence[str]) -> list[tuple[int, str]]:
    """The ticks of the turn axis, thinned out to at most MOST_TICKS."""
    numbered = [(at, mark) for at, mark in enumerate(turns) if mark.isdecimal()]
    marks = numbered or list(enumerate(turns))
    return marks[:: -(-len(marks) // MOST_TICKS) or 1]


def round_step(reach: float) -> int:
    """The smallest of 1, 2, 5, 10, 20, 50 … that gives at most six grid lines."""
    power = 1
    while True:
        for step in (power, 2 * power, 5 * power):
            if reach <= 6 * step:
                return step
        power *= 10


def _scale(plot: Any, turns: Sequence[str], values: Sequence[float]) -> None:
    last = max(1, len(turns) - 1)
    low, high = min((0.0, *values)), max((1.0, *values))
    plot.getAxis("bottom").setTicks([turn_ticks(turns)])
    plot.getAxis("bottom").setLabel("Turn")
    if all(value == int(value) for value in values):
        plot.getAxis("left").setTickSpacing(levels=[(round_step(high - low), 0)])
    plot.setRange(xRange=(0, last * 1.28), yRange=(low, high + (high - low) * 0.12), padding=0.04)
    plot.showGrid(y=True, alpha=0.18)


def side_numbers(sides: Sequence[str]) -> Mapping[str, int]:
    """The pattern number of each side."""
    return {side: number for number, side in enumerate(sides)}
