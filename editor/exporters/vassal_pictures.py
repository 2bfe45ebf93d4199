"""The pictures of a VASSAL module: counters, markers, cards, charts, and the board of off-map boxes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from msgspec import Struct
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QTextDocument

from app.background.task import in_gui_thread
from app.map.counters.counter_art import Face
from editor.importers.pictures import png_of
from editor.printing.chart_sheets import Chart, chart_html
from editor.printing.map_print import paint_counter, print_font
from editor.printing.pages import FAINT, INK, painting

COUNTER_PX: Final = 75
CARD_WIDTH_PX, CARD_HEIGHT_PX = 190, 264
CELL_WIDTH_PX, CELL_HEIGHT_PX = 420, 320
CELLS_ABREAST: Final = 4
_TITLE_PX: Final = 40
_CHART_WIDTH_PX: Final = 900
_CHART_SCALE: Final = 0.6
_PAPER: Final = QColor("#f4efe4")


class Pictures(Struct):
    """The pictures of the module by file name; equal faces share one."""

    files: dict[str, bytes]
    names: dict[object, str]

    def add(self, name: str, data: bytes) -> str:
        """Put a picture into the module; its file name."""
        self.files[name] = data
        return name

    def counter(self, face: Face, flat: bool) -> str:
        """The picture of a counter; its file name."""
        found = self.names.get(face)
        if found is None:
            found = self.names[face] = f"counter-{len(self.names) + 1}.png"
            image = _blank(COUNTER_PX, COUNTER_PX)
            with painting(image) as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                paint_counter(painter, face, QRectF(0, 0, COUNTER_PX, COUNTER_PX), 0.0, flat)
            self.files[found] = png_of(image)
        return found

    def painted(self, key: object, paint: Callable[[QPainter, QRectF], None]) -> str:
        """A square piece with a picture of its own, for example a marker; its file name."""
        found = self.names.get(key)
        if found is None:
            found = self.names[key] = f"marker-{len(self.names) + 1}.png"
            image = _blank(COUNTER_PX, COUNTER_PX)
            with painting(image) as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                paint(painter, QRectF(0, 0, COUNTER_PX, COUNTER_PX))
            self.files[found] = png_of(image)
        return found


def _blank(width: int, height: int) -> QImage:
    image = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    return image


def card_picture(title: str, text: str, colour: str) -> bytes:
    """A card with its name and what it says; the back of a deck is a card with only the name of the deck."""
    image = _blank(CARD_WIDTH_PX, CARD_HEIGHT_PX)
    frame = QRectF(2, 2, CARD_WIDTH_PX - 4, CARD_HEIGHT_PX - 4)
    with painting(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(QColor(colour))
        painter.setPen(QPen(INK, 2))
        painter.drawRoundedRect(frame, 10, 10)
        _write(painter, frame.adjusted(12, 14, -12, -CARD_HEIGHT_PX / 2), title, 20, bold=True)
        _write(painter, frame.adjusted(12, CARD_HEIGHT_PX / 2, -12, -12), text, 13, bold=False)
    return png_of(image)


def _write(painter: QPainter, room: QRectF, text: str, size: float, bold: bool) -> None:
    painter.setFont(print_font(size, bold=bold))
    painter.setPen(INK)
    flags = int(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop) | int(Qt.TextFlag.TextWordWrap)
    painter.drawText(room, flags, text)


def cell_corner(number: int) -> tuple[int, int]:
    """The upper left corner of a box on the board of boxes."""
    return (number % CELLS_ABREAST) * CELL_WIDTH_PX, (number // CELLS_ABREAST) * CELL_HEIGHT_PX


def boxes_picture(titles: Sequence[str]) -> bytes:
    """The board of off-map boxes, each with its title."""
    rows = -(-len(titles) // CELLS_ABREAST)
    image = QImage(
        min(len(titles), CELLS_ABREAST) * CELL_WIDTH_PX, rows * CELL_HEIGHT_PX, QImage.Format.Format_RGB32
    )
    image.fill(_PAPER)
    with painting(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for number, title in enumerate(titles):
            x, y = cell_corner(number)
            frame = QRectF(x + 8, y + 8, CELL_WIDTH_PX - 16, CELL_HEIGHT_PX - 16)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(FAINT, 3))
            painter.drawRoundedRect(frame, 8, 8)
            _write(painter, QRectF(x + 16, y + 14, CELL_WIDTH_PX - 32, _TITLE_PX), title, 20, bold=True)
    return png_of(image)


def chart_picture(chart: Chart) -> bytes:
    """A chart with its title and its source."""
    return in_gui_thread(partial(_chart_picture, chart_html(chart)))


def _chart_picture(html: str) -> bytes:
    text = QTextDocument()
    text.setDocumentMargin(20)
    text.setDefaultFont(print_font(27))
    text.setHtml(html)
    text.setTextWidth(max(_CHART_WIDTH_PX / _CHART_SCALE, text.idealWidth()))
    size = text.size() * _CHART_SCALE
    image = QImage(size.toSize(), QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    with painting(image) as painter:
        painter.scale(_CHART_SCALE, _CHART_SCALE)
        text.drawContents(painter)
    return png_of(image)
