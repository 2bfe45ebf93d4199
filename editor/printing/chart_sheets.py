"""Chart sheets: every table with its source; narrow ones in two columns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from html import escape
from typing import Final, Protocol

from msgspec import Struct
from PySide6.QtCore import QRectF, QSizeF
from PySide6.QtGui import QPainter, QTextDocument

from app.background.task import in_gui_thread
from editor.printing.map_print import print_font
from editor.printing.pages import Page, head_and_foot, room_between
from editor.printing.paper import PrintSettings

_FINE: Final = 10.0
"""Text units per millimetre."""
_GUTTER: Final = 6.0
_BELOW: Final = 5.0
_TABLE: Final = (
    "border-collapse:collapse; border-color:#b9b09c; border-style:solid; margin-top:8px; margin-bottom:8px"
)
_PROVENANCES: Final = {
    "rulebook": ("As printed", "#2f6b3a"),
    "partly": ("Partly printed", "#8a5a00"),
    "reconstructed": ("Reconstructed", "#b3261e"),
}


class ChartTable(Protocol):
    """Rows with column titles; without titles, names and values."""

    @property
    def title(self) -> str: ...
    @property
    def head(self) -> tuple[str, ...]: ...
    @property
    def rows(self) -> tuple[tuple[str, ...], ...]: ...


class Chart(Protocol):
    """A printed chart, as the chart viewer provides it."""

    @property
    def title(self) -> str: ...
    @property
    def provenance(self) -> str: ...
    @property
    def why(self) -> str: ...
    @property
    def tables(self) -> Sequence[ChartTable]: ...


class _Spot(Struct, frozen=True):
    """A chart, or the part of it on one page."""

    html: str
    left: float
    top: float
    width: float
    part: QRectF


def chart_pages(charts: Sequence[Chart], settings: PrintSettings, title: str) -> Iterator[Page]:
    """The pages of all charts."""
    if not charts:
        return
    size, margin = settings.upright, settings.margin
    pages = _lay_out(charts, room_between(size, margin))
    for number, spots in enumerate(pages, start=1):
        foot = f"Charts {number} of {len(pages)}"
        yield Page(foot, size, partial(_page, size, margin, title, foot, tuple(spots)))


def _page(
    size: QSizeF, margin: float, title: str, foot: str, spots: tuple[_Spot, ...], painter: QPainter
) -> None:
    head_and_foot(painter, size, margin, "Charts", title, foot)
    for spot in spots:
        painter.save()
        painter.translate(spot.left, spot.top)
        painter.scale(1 / _FINE, 1 / _FINE)
        painter.translate(0, -spot.part.top())
        painter.setClipRect(spot.part)
        in_gui_thread(partial(_draw, spot, painter))
        painter.restore()


def _draw(spot: _Spot, painter: QPainter) -> None:
    _text(spot.html, spot.width).drawContents(painter, spot.part)


def _lay_out(charts: Sequence[Chart], room: QRectF) -> list[list[_Spot]]:
    """Place wide charts across, then narrow ones in two columns, each on the first page with room."""
    half = (room.width() - _GUTTER) / 2
    pages = [_Filling(room, half)]
    measured = [(chart_html(chart), _ideal_width(_tables_html(chart))) for chart in charts]
    for html, ideal in sorted(measured, key=lambda chart: chart[1] <= half):
        columns = (0,) if ideal <= half else (0, 1)
        width = half if ideal <= half else room.width()
        height = _height(html, width)
        for part in _parts(html, width, height, room.height()):
            if not any(page.add(html, width, part, columns) for page in pages):
                pages.append(_Filling(room, half))
                pages[-1].add(html, width, part, columns)
    return [page.spots for page in pages]


class _Filling:
    """A page that is filled from the top."""

    def __init__(self, room: QRectF, half: float) -> None:
        self._room, self._half = room, half
        self._ends = [0.0, 0.0]
        """The used height of each column."""
        self.spots: list[_Spot] = []

    def add(self, html: str, width: float, part: QRectF, columns: tuple[int, ...]) -> bool:
        """Put a chart into the shorter column, or across both; return whether it fits."""
        if len(columns) == 1:
            columns = (self._ends.index(min(self._ends)),)
        top = max(self._ends[column] for column in columns)
        height = part.height() / _FINE
        if top and top + height > self._room.height():
            return False
        left = self._room.left() + columns[0] * (self._half + _GUTTER)
        self.spots.append(_Spot(html, left, self._room.top() + top, width, part))
        for column in columns:
            self._ends[column] = top + height + _BELOW
        return True


@lru_cache(maxsize=512)
def _ideal_width(html: str) -> float:
    return in_gui_thread(lambda: _text(html, -1).idealWidth()) / _FINE


@lru_cache(maxsize=512)
def _height(html: str, width: float) -> float:
    return in_gui_thread(lambda: _text(html, width).size().height()) / _FINE


def _parts(html: str, width: float, height: float, most: float) -> Iterator[QRectF]:
    """Split a chart that is taller than a page between two lines."""
    wide = width * _FINE
    if height <= most:
        yield QRectF(0, 0, wide, height * _FINE)
        return
    top = 0.0
    ends = in_gui_thread(lambda: sorted(_line_ends(_text(html, width))))
    while top < height * _FINE - 1:
        limit = top + most * _FINE
        bottom = max((end for end in ends if top < end <= limit), default=limit)
        if limit >= height * _FINE:
            bottom = height * _FINE
        yield QRectF(0, top, wide, bottom - top)
        top = bottom


def _line_ends(text: QTextDocument) -> Iterator[float]:
    layout = text.documentLayout()
    block = text.begin()
    while block.isValid():
        yield layout.blockBoundingRect(block).bottom() + 0.6 * _FINE
        block = block.next()


def _text(html: str, width: float) -> QTextDocument:
    """A text document of this width in millimetres; -1 means no limit. GUI thread only."""
    text = QTextDocument()
    text.setDocumentMargin(0)
    text.setDefaultFont(print_font(2.7 * _FINE))
    text.setHtml(html)
    text.setTextWidth(width * _FINE if width > 0 else -1)
    return text


def chart_html(chart: Chart) -> str:
    """Title, provenance and tables."""
    words, colour = _PROVENANCES.get(chart.provenance, (chart.provenance, "#5a5448"))
    return (
        f"<p style='font-size:38px; font-weight:bold; margin:0'>{escape(chart.title)}</p>"
        f"<p style='font-size:23px; margin-top:4px; margin-bottom:10px; color:#5f584c'>"
        f"<b style='color:{colour}'>{words}.</b> {escape(chart.why)}</p>{_tables_html(chart)}"
    )


def _tables_html(chart: Chart) -> str:
    return "".join(_table_html(table) for table in chart.tables)


def _table_html(table: ChartTable) -> str:
    title = ""
    if table.title:
        title = f"<p style='margin-top:8px; margin-bottom:4px'><b>{escape(table.title)}</b></p>"
    numeric = _numeric_columns(table)
    rows = [_row_html("th", table.head, numeric, "#e9e4d8")] if table.head else []
    rows += [
        _row_html("td", row, numeric, "#ffffff" if number % 2 else "#f8f5ee")
        for number, row in enumerate(table.rows)
    ]
    return f"{title}<table border='1' cellpadding='7' style='{_TABLE}'>{''.join(rows)}</table>"


def _row_html(tag: str, row: tuple[str, ...], numeric: set[int], background: str) -> str:
    cells = "".join(
        f"<{tag} align='{'center' if n in numeric else 'left'}'>"
        f"{'<b>' if not n else ''}{escape(text).replace(chr(10), '<br>')}{'</b>' if not n else ''}</{tag}>"
        for n, text in enumerate(row)
    )
    return f"<tr bgcolor='{background}'>{cells}</tr>"


def _numeric_columns(table: ChartTable) -> set[int]:
    """The columns with numbers, which are centred."""
    return {
        n
        for n in range(1, max(map(len, table.rows), default=0))
        if all(re.fullmatch(r"[-+]?[\d–]*", row[n]) for row in table.rows if n < len(row))
    }
