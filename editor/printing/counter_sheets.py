"""Counter sheets: each page of fronts is followed by its mirrored backs, for double-sided printing.

Sheets are portrait and flipped on the long edge: the left of the front is the right
of the back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import ceil
from typing import Final, TypeAlias

from msgspec import Struct
from PySide6.QtCore import QLineF, QRectF, QSizeF, Qt
from PySide6.QtGui import QPainter, QPen

from app.map.counters.counter_art import Face
from editor.printing.counter_faces import FaceMaker, in_order
from editor.printing.map_print import paint_counter
from editor.printing.pages import INK, QUIET, Page, write
from editor.printing.paper import PrintSettings
from engine.catalogue.document import ScenarioDocument

_MARK: Final = 4.0
_AWAY: Final = 1.0
_FOOT: Final = 6.0
"""Height of the footer line."""
_MAX_BLEED_MM: Final = 0.8


class CounterGrid(Struct, frozen=True):
    """The positions of counters on a sheet: a centred block, so that both sides match."""

    sheet: QSizeF
    edge: float
    gap: float
    columns: int
    rows: int
    top: float

    @classmethod
    def of(cls, settings: PrintSettings) -> CounterGrid:
        """The largest grid that fits between margins and cut marks."""
        sheet, edge, gap = settings.upright, settings.counter, settings.gap
        around = settings.margin + _MARK + _AWAY
        wide, tall = sheet.width() - 2 * around, sheet.height() - 2 * around - _FOOT
        columns, rows = (max(1, int((room + gap) / (edge + gap) + 1e-6)) for room in (wide, tall))
        return cls(sheet, edge, gap, columns, rows, around)

    def __len__(self) -> int:
        return self.columns * self.rows

    @property
    def left(self) -> float:
        """The left edge of the block."""
        return (self.sheet.width() - self.columns * (self.edge + self.gap) + self.gap) / 2

    def spot(self, number: int, back: bool = False) -> QRectF:
        """The rectangle of a counter; for the back, mirrored."""
        row, column = divmod(number, self.columns)
        if back:
            column = self.columns - 1 - column
        step = self.edge + self.gap
        return QRectF(self.left + column * step, self.top + row * step, self.edge, self.edge)

    @property
    def bleed(self) -> float:
        """The bleed: how far colours extend over the cut, never into the next counter."""
        return min(self.gap / 2, _MAX_BLEED_MM)


Draw: TypeAlias = Callable[[QPainter, QRectF, float], None]
"""Paints one side of a piece into its rectangle with this bleed."""
Cut: TypeAlias = tuple[Draw, Draw]
"""The front and the back of a piece."""


def counter_pages(document: ScenarioDocument, settings: PrintSettings, flat: bool) -> Iterator[Page]:
    """Pages of fronts and backs, alternating."""
    maker = FaceMaker(document)
    cuts = [
        (partial(_counter, piece.front, flat), partial(_counter, piece.back, flat))
        for unit in in_order(document)
        for piece in maker.pieces(unit)
    ]
    yield from cut_sheets(cuts, settings, "counters", document.title)


def _counter(face: Face, flat: bool, painter: QPainter, spot: QRectF, bleed: float) -> None:
    paint_counter(painter, face, spot, bleed, flat)


def cut_sheets(cuts: Sequence[Cut], settings: PrintSettings, what: str, title: str) -> Iterator[Page]:
    """Pages of pieces to cut out: fronts, then their backs."""
    grid = CounterGrid.of(settings)
    sheets = ceil(len(cuts) / len(grid))
    for number in range(sheets):
        held = cuts[number * len(grid) : (number + 1) * len(grid)]
        for back in (False, True):
            words = f"{what} {number + 1} of {sheets}, {'backs' if back else 'fronts'}"
            paint = partial(_sheet, grid, settings, held, back, f"{title} · {words}")
            yield Page(words.capitalize(), grid.sheet, paint)


def _sheet(
    grid: CounterGrid,
    settings: PrintSettings,
    cuts: Sequence[Cut],
    back: bool,
    words: str,
    painter: QPainter,
) -> None:
    if settings.marks and not back:
        _cut_marks(painter, grid, len(cuts))
    for number, cut in enumerate(cuts):
        cut[back](painter, grid.spot(number, back), grid.bleed)
    foot = QRectF(grid.left, grid.sheet.height() - settings.margin - 4, 200, 4)
    foot.setRight(grid.sheet.width() - grid.left)
    write(painter, foot, words, 2.6, QUIET)
    how = "Print double-sided, flipped on the long edge, at actual size"
    write(painter, foot, how, 2.6, QUIET, align=Qt.AlignmentFlag.AlignRight)


def _cut_marks(painter: QPainter, grid: CounterGrid, count: int) -> None:
    """Draw cut marks around the block at both edges of every counter."""
    painter.setPen(QPen(INK, 0.15, c=Qt.PenCapStyle.FlatCap))
    rows = ceil(count / grid.columns)
    columns = min(count, grid.columns)
    block = grid.spot(0) | grid.spot((rows - 1) * grid.columns + columns - 1)
    for column in range(columns):
        spot = grid.spot(column)
        for x in (spot.left(), spot.right()):
            painter.drawLine(QLineF(x, block.top() - _AWAY, x, block.top() - _AWAY - _MARK))
            painter.drawLine(QLineF(x, block.bottom() + _AWAY, x, block.bottom() + _AWAY + _MARK))
    for row in range(rows):
        spot = grid.spot(row * grid.columns)
        for y in (spot.top(), spot.bottom()):
            painter.drawLine(QLineF(block.left() - _AWAY, y, block.left() - _AWAY - _MARK, y))
            painter.drawLine(QLineF(block.right() + _AWAY, y, block.right() + _AWAY + _MARK, y))
