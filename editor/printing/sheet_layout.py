"""Page layout of headings, lines and counter cards from top to bottom."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Final, TypeAlias

from msgspec import Struct, field
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from app.map.counters.counter_art import Face
from editor.printing.map_print import paint_counter
from editor.printing.pages import (
    FAINT,
    INK,
    QUIET,
    Page,
    head_and_foot,
    room_between,
    write,
    write_fitting,
)

_CARD: Final = QSizeF(46.0, 14.6)
_COUNTER: Final = 12.6
_LINE: Final = 4.8
_LEAST: Final = 2.1
"""Minimum text height in millimetres."""
_LEAST_RATINGS: Final = 1.7
"""Ratings stay on one line and may be smaller."""
_GAP: Final = 2.0
"""Gap between the cells of a track, in millimetres."""

Draw: TypeAlias = Callable[[QPainter], None]


class Heading(Struct, frozen=True):
    """A heading; the first level has a bar in a side's colour."""

    text: str
    colour: str = ""
    note: str = ""
    level: int = 1


class Line(Struct, frozen=True):
    """A line of text with a highlighted prefix."""

    mark: str
    text: str


class Cell(Struct, frozen=True):
    """A field for counters."""

    title: str
    note: str = ""
    colour: str = ""


class Track(Struct, frozen=True):
    """Cells of one size in rows."""

    cells: tuple[Cell, ...]
    wide: float
    tall: float


class Card(Struct, frozen=True):
    """A counter with its name, details and place."""

    face: Face | Callable[[QPainter, QRectF], None]
    """A counter, or a function that draws in its place."""
    name: str
    about: str = ""
    place: str = ""
    ratings: str = ""


Block: TypeAlias = Heading | Line | Track | tuple[Card, ...]


class _PageBuilder(Struct):
    """The pages so far and the position of the next block."""

    room: QRectF
    pages: list[list[Draw]] = field(default_factory=lambda: [[]])
    y: float = 0.0

    def put(self, height: float, draw: Callable[[QPainter, QRectF], None], keep: float = 0.0) -> None:
        """Add a block of this height; `keep` millimetres more must fit below it on the page."""
        if self.y and self.y + height + keep > self.room.height():
            self.pages.append([])
            self.y = 0.0
        spot = QRectF(self.room.left(), self.room.top() + self.y, self.room.width(), height)
        self.pages[-1].append(partial(_at, draw, spot))
        self.y += height


def _at(draw: Callable[[QPainter, QRectF], None], spot: QRectF, painter: QPainter) -> None:
    draw(painter, spot)


def set_pages(
    blocks: Iterable[Block], size: QSizeF, margin: float, head: str, title: str, flat: bool
) -> Iterator[Page]:
    """Pages of blocks with heading and page numbers; none without blocks."""
    builder = _PageBuilder(room_between(size, margin))
    across = max(1, int(builder.room.width() / _CARD.width()))
    for block in blocks:
        if isinstance(block, Heading):
            builder.put(*_heading(block, first=not builder.y))
        elif isinstance(block, Line):
            builder.put(_LINE, partial(_line, block))
        elif isinstance(block, Track):
            side_by_side = max(1, int((builder.room.width() + _GAP) / (block.wide + _GAP) + 1e-6))
            for start in range(0, len(block.cells), side_by_side):
                row = block.cells[start : start + side_by_side]
                builder.put(block.tall + _GAP, partial(_cells, block, row))
        else:
            for start in range(0, len(block), across):
                shown = block[start : start + across]
                builder.put(_CARD.height(), partial(_cards, shown, across, flat))
            builder.y += 1.5
    if not any(builder.pages):
        return
    for number, drawn in enumerate(builder.pages, start=1):
        foot = f"{head} {number} of {len(builder.pages)}"
        yield Page(foot, size, partial(_page, size, margin, head, title, foot, tuple(drawn)))


def _page(
    size: QSizeF, margin: float, head: str, title: str, foot: str, drawn: tuple[Draw, ...], painter: QPainter
) -> None:
    head_and_foot(painter, size, margin, head, title, foot)
    for draw in drawn:
        draw(painter)


def _heading(heading: Heading, first: bool) -> tuple[float, Callable[[QPainter, QRectF], None], float]:
    if heading.level == 1:
        return (8.5 if first else 11.0), partial(_side, heading), _CARD.height() + 7
    return (6.2 if first else 7.4), partial(_group, heading), _CARD.height()


def _side(heading: Heading, painter: QPainter, spot: QRectF) -> None:
    """Draw a side's heading: white text on its colour."""
    bar = QRectF(spot.left(), spot.bottom() - 8.0, spot.width(), 6.4)
    colour = QColor(heading.colour or "#5a5448")
    painter.fillRect(bar, colour)
    ink = QColor("#fffdf8") if colour.lightness() < 150 else INK
    write(painter, bar.adjusted(2.5, 0, -bar.width() * 0.35, 0), heading.text, 3.9, ink, True)
    right = bar.adjusted(bar.width() * 0.65, 0, -2.5, 0)
    write(painter, right, heading.note, 2.9, ink, align=Qt.AlignmentFlag.AlignRight)


def _group(heading: Heading, painter: QPainter, spot: QRectF) -> None:
    line = QRectF(spot.left(), spot.bottom() - 6.0, spot.width(), 4.8)
    if heading.colour:
        painter.fillRect(QRectF(line.left(), line.top() + 0.7, 1.2, 3.4), QColor(heading.colour))
    left = line.left() + (2.6 if heading.colour else 0)
    write(painter, QRectF(left, line.top(), line.width() * 0.7, 4.8), heading.text, 3.3, INK, True)
    note = QRectF(line.left() + line.width() * 0.7, line.top(), line.width() * 0.3, 4.8)
    write(painter, note, heading.note, 2.7, QUIET, align=Qt.AlignmentFlag.AlignRight)
    painter.setPen(QPen(FAINT, 0.2))
    painter.drawLine(QPointF(line.left(), line.bottom()), QPointF(line.right(), line.bottom()))


def _line(line: Line, painter: QPainter, spot: QRectF) -> None:
    write(painter, QRectF(spot.left(), spot.top(), 24, _LINE), line.mark, 3.0, INK, True)
    write(painter, QRectF(spot.left() + 25, spot.top(), spot.width() - 25, _LINE), line.text, 3.0)


def _cards(row: tuple[Card, ...], across: int, flat: bool, painter: QPainter, spot: QRectF) -> None:
    wide = spot.width() / across
    for number, card in enumerate(row):
        left, top = spot.left() + number * wide, spot.top() + 1.0
        counter = QRectF(left, top, _COUNTER, _COUNTER)
        if isinstance(card.face, Face):
            paint_counter(painter, card.face, counter, 0.0, flat)
        else:
            card.face(painter, counter)
        text = QRectF(counter.right() + 1.8, top, wide - _COUNTER - 3.6, 4.0)
        write_fitting(painter, text, card.name, 2.9, _LEAST, INK, True)
        second = 3.6 if card.ratings else 4.1
        write(painter, text.translated(0, second), card.about, 2.4 if card.ratings else 2.5, QUIET)
        if card.ratings:
            write_fitting(
                painter, text.translated(0, 6.4).adjusted(0, 0, 0, -0.8), card.ratings, 2.4, _LEAST_RATINGS
            )
        third = text.translated(0, 9.2 if card.ratings else 8.2)
        write_fitting(painter, third.adjusted(0, 0, 0, 0.5), card.place, 2.9, _LEAST)


def _cells(track: Track, row: tuple[Cell, ...], painter: QPainter, spot: QRectF) -> None:
    for number, cell in enumerate(row):
        left = spot.left() + number * (track.wide + _GAP)
        box = QRectF(left, spot.top(), track.wide, track.tall)
        if cell.colour:
            painter.fillRect(QRectF(box.left(), box.top(), box.width(), 1.4), QColor(cell.colour))
        painter.setPen(QPen(QUIET, 0.3))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(box)
        inner = box.adjusted(1.2, 1.6 if cell.colour else 0.8, -1.2, -0.8)
        write(painter, QRectF(inner.left(), inner.top(), inner.width(), 4.2), cell.title, 3.4, INK, True)
        foot = QRectF(inner.left(), inner.bottom() - 3.0, inner.width(), 3.0)
        write(painter, foot, cell.note, 2.1, QUIET)
