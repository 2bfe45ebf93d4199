"""The print preview: the map with its page outlines, then every page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRectF, QSize, QSizeF, Qt, QTimer
from PySide6.QtGui import QColor, QImage, QKeySequence, QPainter, QPaintEvent, QResizeEvent, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from app.background.latest_only import Latest
from editor.printing.page_grid import extent, grid_picture
from editor.printing.pages import MM_PER_INCH, Page, picture_of
from editor.printing.paper import PageGrid

_MARGIN_PX: Final = 14
"""Margin in pixels around a page."""
_REPAINT_DELAY_MS: Final = 120
"""Delay before painting in a new size."""


class PageView(QWidget):
    """Shows one page, or the overview of all map pages."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Preview")
        self.setMinimumSize(360, 300)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._picture: QImage | None = None
        self._size = QSizeF()
        self._words = ""

    def show_page(self, size: QSizeF, picture: QImage | None) -> None:
        """Show a page of this size; blank until its picture is ready."""
        self._picture, self._size, self._words = picture, size, ""
        self.update()

    def show_words(self, words: str) -> None:
        """Show a message instead of a page."""
        self._picture, self._size, self._words = None, QSizeF(), words
        self.update()

    def fitting(self, size: QSizeF) -> QRectF:
        """The largest centred rectangle with this aspect ratio."""
        room = QSizeF(max(40, self.width() - 2 * _MARGIN_PX), max(40, self.height() - 2 * _MARGIN_PX))
        fit = size.scaled(room, Qt.AspectRatioMode.KeepAspectRatio)
        return QRectF(
            (self.width() - fit.width()) / 2, (self.height() - fit.height()) / 2, fit.width(), fit.height()
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        if self._words:
            spot = QRectF(self.rect()).adjusted(40, 20, -40, -20)
            flags = int(Qt.AlignmentFlag.AlignCenter) | int(Qt.TextFlag.TextWordWrap)
            painter.drawText(spot, flags, self._words)
        elif not self._size.isEmpty():
            spot = self.fitting(self._size)
            _paper(painter, spot)
            if self._picture is not None:
                painter.drawImage(spot, self._picture)
        painter.end()


def _paper(painter: QPainter, spot: QRectF) -> None:
    for spread, alpha in ((4.0, 18), (2.5, 26), (1.0, 40)):
        painter.fillRect(spot.adjusted(-spread, -spread + 2, spread, spread + 2), QColor(0, 0, 0, alpha))
    painter.fillRect(spot, Qt.GlobalColor.white)


class Preview(QWidget):
    """A page view with navigation buttons."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sheet = PageView()
        self.title = QLabel()
        self.title.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.back = _button("◀", "Previous page", "Page Up")
        self.on = _button("▶", "Next page", "Page Down")
        self.back.clicked.connect(lambda: self.turn(-1))
        self.on.clicked.connect(lambda: self.turn(1))
        for keys, way in (("PgUp", -1), ("PgDown", 1)):
            QShortcut(QKeySequence(keys), self, lambda way=way: self.turn(way))
        row = QHBoxLayout()
        row.addWidget(self.back)
        row.addWidget(self.title, 1)
        row.addWidget(self.on)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.sheet, 1)
        column.addLayout(row)
        self.at = -1
        """The current page; -1 is the overview."""
        self._overview: QImage | None = None
        self._overview_picture: QImage | None = None
        """The last overview picture; shown until the next one is ready."""
        self._overview_of: tuple[object, ...] = ()
        """The grid and width of that picture."""
        self._grid: PageGrid | None = None
        self._pages: Sequence[Page] = ()
        self._painter = Latest("preview", self)
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(_REPAINT_DELAY_MS)
        self._later.timeout.connect(self._paint)

    def set_overview(self, overview: QImage) -> None:
        """Set the map picture behind the page outlines."""
        self._overview = overview
        if self._grid is not None and self.at < 0:
            self._paint_overview(self._grid)

    def show_grid(self, grid: PageGrid | None) -> None:
        """Show the page grid of the map; None if the map is not printed."""
        self._grid = grid
        self._pages = ()
        self._show()

    def show_pages(self, pages: Sequence[Page]) -> None:
        """Set the pages to show."""
        self._pages = pages
        self._show()

    def show_problem(self, words: str) -> None:
        """Show a problem instead of pages."""
        self._grid, self._pages = None, ()
        self.at = -1
        self._show()
        self.sheet.show_words(words)

    def turn(self, way: int) -> None:
        """Go to the next or previous page."""
        self.at += way
        self._show()

    @property
    def is_painting(self) -> bool:
        """Whether a page is still being painted."""
        return self._later.isActive() or self._painter.is_busy

    def _show(self) -> None:
        first = -1 if self._grid is not None else 0
        self.at = max(first, min(self.at, len(self._pages) - 1))
        self.back.setEnabled(self.at > first)
        self.on.setEnabled(self.at + 1 < len(self._pages))
        if self.at < 0:
            self.title.setText("The map and its pages" if self._grid is not None else "")
            if self._grid is not None:
                self.sheet.show_page(extent(self._grid), self._overview_picture)
                self._paint_overview(self._grid)
            else:
                self.sheet.show_words("")
        elif self._pages:
            page = self._pages[self.at]
            self.title.setText(f"{page.title} · page {self.at + 1} of {len(self._pages)}")
            self.sheet.show_page(page.size, None)
            self._later.start()

    def _paint_overview(self, grid: PageGrid) -> None:
        """Paint the overview in the available size."""
        overview, ratio = self._overview, self.devicePixelRatioF()
        wide = self.sheet.fitting(extent(grid)).width()
        wanted = (overview.cacheKey() if overview is not None else 0, grid, wide, ratio)
        if wanted == self._overview_of:
            return

        def shown(picture: QImage) -> None:
            self._overview_picture, self._overview_of = picture, wanted
            if self.at < 0 and grid is self._grid:
                self.sheet.show_page(extent(grid), picture)

        self._painter.ask(
            lambda progress: grid_picture(overview, grid, wide, ratio), shown, self.sheet.show_words
        )

    def _paint(self) -> None:
        if self.at < 0 and self._grid is not None:
            self._paint_overview(self._grid)
        if not 0 <= self.at < len(self._pages):
            return
        page, number = self._pages[self.at], self.at
        wide = self.sheet.fitting(page.size).width() * self.devicePixelRatioF()
        dots = wide / page.size.width() * MM_PER_INCH

        def shown(picture: QImage) -> None:
            if number == self.at:
                self.sheet.show_page(page.size, picture)

        self._painter.ask(lambda progress: picture_of(page, dots), shown, self.sheet.show_words)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._later.start()

    def sizeHint(self) -> QSize:
        return QSize(560, 560)

    def close_down(self) -> None:
        """Stop painting."""
        self._later.stop()
        self._painter.close()


def _button(text: str, name: str, keys: str) -> QToolButton:
    button = QToolButton()
    button.setObjectName("pager")
    button.setText(text)
    button.setAccessibleName(name)
    button.setToolTip(f"{name} ({keys})")
    button.setAutoRepeat(True)
    return button
