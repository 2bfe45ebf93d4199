"""The map at true scale on several pages with cut and glue marks, and an assembly page."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from app.map.terrain.printed_map import PrintedMap
from editor.printing.map_marks import MapMarks
from editor.printing.map_pictures import printed_map_image
from editor.printing.map_print import GRID_WIDTH_MM, MapPrint
from editor.printing.pages import FAINT, INK, MM_PER_INCH, QUIET, Page, head_and_foot, room_between, write
from editor.printing.paper import PageGrid, PrintSettings

_MARK: Final = 4.5
"""Length of a cut mark in millimetres."""
_AWAY: Final = 1.2
_SCALE_BAR_MM: Final = 100
"""Length in millimetres of the bar for checking the scale."""
GLUE: Final = QColor("#2a5f96")
_CENTRE: Final = Qt.AlignmentFlag.AlignHCenter
_OVERVIEW_DPI: Final = 200
"""Dots per inch of the overview map."""


def map_size(printed_map: PrintedMap, settings: PrintSettings) -> QSizeF:
    """The whole map in millimetres."""
    bounds = printed_map.bounds
    return QSizeF(bounds.width() * settings.scale, bounds.height() * settings.scale)


def map_pages(
    printed_map: PrintedMap, settings: PrintSettings, title: str, marks: MapMarks | None = None
) -> Iterator[Page]:
    """The assembly page, then the map pages row by row."""
    grid = PageGrid.of(map_size(printed_map, settings), settings)
    art = MapPrint(printed_map, settings.numbers, GRID_WIDTH_MM / settings.scale, marks=marks)
    if settings.sketch and len(grid) > 1:
        yield Page("How to join the map pages", grid.sheet, partial(_sketch, art, grid, settings, title))
    for column, row in grid.places():
        paint = partial(_page, art, grid, settings, title, column, row)
        yield Page(f"Map {grid.label(column, row)}", grid.sheet, paint)


def _page(
    art: MapPrint,
    grid: PageGrid,
    settings: PrintSettings,
    title: str,
    column: int,
    row: int,
    painter: QPainter,
) -> None:
    part, margin = grid.part(column, row), grid.margin
    shown = QRectF(QPointF(margin, margin), part.size())
    painter.save()
    painter.translate(margin - part.x(), margin - part.y())
    painter.scale(settings.scale, settings.scale)
    scale, corner = settings.scale, art.corner
    painter.translate(-corner)
    area = QRectF(part.x() / scale, part.y() / scale, part.width() / scale, part.height() / scale)
    art.paint(painter, area.translated(corner))
    painter.restore()
    if settings.marks:
        _cut_marks(painter, shown)
        if grid.overlap:
            _glue_marks(painter, grid, shown, column, row)
    _names(painter, grid, shown, title, column, row, settings)


def _cut_marks(painter: QPainter, shown: QRectF) -> None:
    """Draw two cut marks outside each corner."""
    painter.setPen(QPen(INK, 0.2, c=Qt.PenCapStyle.FlatCap))
    for x in (shown.left(), shown.right()):
        for y, way in ((shown.top(), -1), (shown.bottom(), 1)):
            painter.drawLine(QLineF(x, y + way * _AWAY, x, y + way * (_AWAY + _MARK)))
    for y in (shown.top(), shown.bottom()):
        for x, way in ((shown.left(), -1), (shown.right(), 1)):
            painter.drawLine(QLineF(x + way * _AWAY, y, x + way * (_AWAY + _MARK), y))


def _glue_marks(painter: QPainter, grid: PageGrid, shown: QRectF, column: int, row: int) -> None:
    """Draw arrow heads where the edge of the next page goes."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(GLUE)
    if column + 1 < grid.columns:
        x = shown.right() - grid.overlap
        for y, way in ((shown.top() - 0.6, -1), (shown.bottom() + 0.6, 1)):
            painter.drawPolygon(
                QPolygonF([QPointF(x, y), QPointF(x + 1, y + 2.4 * way), QPointF(x - 1, y + 2.4 * way)])
            )
    if row + 1 < grid.rows:
        y = shown.bottom() - grid.overlap
        for x, way in ((shown.left() - 0.6, -1), (shown.right() + 0.6, 1)):
            painter.drawPolygon(
                QPolygonF([QPointF(x, y), QPointF(x + 2.4 * way, y + 1), QPointF(x + 2.4 * way, y - 1)])
            )


def _names(
    painter: QPainter,
    grid: PageGrid,
    shown: QRectF,
    title: str,
    column: int,
    row: int,
    settings: PrintSettings,
) -> None:
    """Write the names of this page and its neighbours into the margins."""
    middle = shown.center().x()
    foot = QRectF(shown.left() + 8, shown.bottom() + 1.6, max(10.0, shown.width() - 16), 4)
    if grid.columns * grid.rows > 1:
        write(
            painter, QRectF(middle - 10, foot.top(), 20, 4), grid.label(column, row), 3.8, INK, True, _CENTRE
        )
    words = f"{title} · hexes of {settings.hex:g} mm"
    write(painter, QRectF(foot.left(), foot.top(), foot.width() / 2 - 12, 4), words, 2.2, QUIET)
    right = Qt.AlignmentFlag.AlignRight
    if row + 1 < grid.rows:
        spot = QRectF(middle + 12, foot.top(), shown.right() - max(8.0, grid.overlap + 3) - middle - 12, 4)
        write(painter, spot, f"below: {grid.label(column, row + 1)}", 2.2, GLUE, align=right)
    if column + 1 < grid.columns:
        painter.save()
        painter.translate(shown.right() + 1.6, shown.center().y() - 15)
        painter.rotate(90)
        words = f"to the right: {grid.label(column + 1, row)}"
        write(painter, QRectF(0, -4, 30, 4), words, 2.2, GLUE, align=_CENTRE)
        painter.restore()


def _sketch(art: MapPrint, grid: PageGrid, settings: PrintSettings, title: str, painter: QPainter) -> None:
    """Paint the assembly page: the map with page outlines and instructions."""
    about = f"{len(grid)} pages · {grid.map.width() / 10:.1f} × {grid.map.height() / 10:.1f} cm"
    head_and_foot(painter, grid.sheet, grid.margin, title, about, "How to join the map pages")
    room = room_between(grid.sheet, grid.margin)
    words = 44.0
    scale = min(room.width() / grid.map.width(), (room.height() - words - 6) / grid.map.height())
    below = room.top() + grid.map.height() * scale + 6
    _directions(painter, QRectF(room.left(), below, room.width(), words), grid)
    painter.save()
    painter.translate(room.center().x() - grid.map.width() * scale / 2, room.top())
    painter.scale(scale, scale)
    printed_map = art.printed_map
    bounds = printed_map.bounds
    fine = scale * settings.scale * _OVERVIEW_DPI / MM_PER_INCH
    image = printed_map_image(printed_map, bounds, fine, False, lambda done, of, what: None)
    painter.drawImage(QRectF(0, 0, grid.map.width(), grid.map.height()), image)
    _outlines(painter, grid, scale)
    painter.restore()


def _outlines(painter: QPainter, grid: PageGrid, scale: float) -> None:
    """Draw the page outlines with names; shared strips are tinted."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(42, 95, 150, 70))
    for column, row in grid.places():
        part = grid.part(column, row)
        if column:
            painter.drawRect(QRectF(part.left(), part.top(), grid.overlap, part.height()))
        if row:
            painter.drawRect(QRectF(part.left(), part.top(), part.width(), grid.overlap))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for column, row in grid.places():
        part = grid.part(column, row)
        painter.setPen(QPen(INK, 0.3 / scale, j=Qt.PenJoinStyle.MiterJoin))
        painter.drawRect(part)
        name = QRectF(0, 0, 11, 6.5)
        spot = QRectF(0, 0, name.width() / scale, name.height() / scale)
        spot.moveCenter(part.center())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(255, 253, 248, 225))
        painter.drawRoundedRect(spot, 1.6 / scale, 1.6 / scale)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.save()
        painter.translate(spot.topLeft())
        painter.scale(1 / scale, 1 / scale)
        write(painter, name, grid.label(column, row), 4.2, INK, True, _CENTRE)
        painter.restore()


def _directions(painter: QPainter, room: QRectF, grid: PageGrid) -> None:
    strip = f"{grid.overlap:g} mm"
    lines = [
        "Print at actual size (100 %); do not scale the pages to fit the paper.",
        "Cut every page along its cut marks: on the left and at the top first, the rest when all is joined.",
        f"Lay each page over the one to its left and the one above it, so that the {strip} they share match:"
        if grid.overlap
        else "Lay the pages edge to edge, row by row.",
    ]
    if grid.overlap:
        lines.append("its cut edge then meets the blue arrow heads of the page below it. Glue row by row.")
    y = room.top()
    painter.setPen(QPen(FAINT, 0.2))
    painter.drawLine(QPointF(room.left(), y), QPointF(room.right(), y))
    y += 3
    number = 0
    for line in lines:
        if line[0].isupper():
            number += 1
            write(painter, QRectF(room.left(), y, 6, 4.6), f"{number}", 3.2, GLUE, True)
        write(painter, QRectF(room.left() + 6, y, room.width() - 6, 4.6), line, 3.2)
        y += 5.2
    _bar(painter, QPointF(room.left() + 6, y + 6))


def _bar(painter: QPainter, at: QPointF) -> None:
    """Draw the bar for checking the scale."""
    painter.setPen(QPen(INK, 0.25, c=Qt.PenCapStyle.FlatCap))
    painter.drawLine(QLineF(at.x(), at.y(), at.x() + _SCALE_BAR_MM, at.y()))
    for centimetre in range(0, _SCALE_BAR_MM + 1, 5):
        tall = 3.2 if centimetre % 50 == 0 else 2.2 if centimetre % 10 == 0 else 1.2
        painter.drawLine(QLineF(at.x() + centimetre, at.y(), at.x() + centimetre, at.y() - tall))
    words = f"{_SCALE_BAR_MM} mm: measure it on the first page before you print the rest."
    write(painter, QRectF(at.x(), at.y() + 1.2, 120, 4), words, 2.6, QUIET)
