"""The chart viewer: each chart as tables, with its provenance."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QSize, Qt, QUrl, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPalette, QPen, QPixmap
from PySide6.QtWidgets import QListWidgetItem, QVBoxLayout, QWidget

from app.rules.chart_tables import PROVENANCES, ChartSheet
from app.rules.rule_html import CHANGED, chart_html, charts_matching
from app.rules.rule_library import RuleLibrary
from app.rules.search_list import listing, reading_page, search_line, vertical_splitter
from engine.bad_input import BadInput
from engine.catalogue.chart_changes import Changes

_WHAT: Final = Qt.ItemDataRole.UserRole
ICON_PX: Final = 18
_FILLED: Final = {"rulebook": 1.0, "partly": 0.5, "reconstructed": 0.0}
"""How much of the icon of a chart is filled: the printed part."""


class ChartReader(QWidget):
    """A list of charts and the selected chart."""

    case_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._library: RuleLibrary | None = None
        self._changes: Changes = {}
        self.search = search_line("Search the charts", "Search the charts")
        self.search.textChanged.connect(self._list)
        self.list = listing("Charts")
        self.list.setIconSize(QSize(ICON_PX, ICON_PX))
        self.list.currentItemChanged.connect(self._chosen)
        self.page = reading_page("The chart", self._follow)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.setSpacing(6)
        layout.addWidget(self.search)
        layout.addWidget(vertical_splitter((self.list, 30), (self.page, 60)), 1)

    def set_library(self, library: RuleLibrary, changes: Changes | None = None) -> None:
        """Read the charts of another game, or of a scenario that changes some."""
        if library is not self._library or (changes or {}) != self._changes:
            self._library, self._changes = library, changes or {}
            self.search.clear()
            self._list()

    @property
    def chart(self) -> str:
        """The name of the selected chart."""
        row = self.list.currentRow()
        return str(self.list.item(row).data(_WHAT).name) if row >= 0 else ""

    def show_chart(self, name: str) -> bool:
        """Open a chart; False if the game has no such chart."""
        self.search.clear()
        for row in range(self.list.count()):
            if self.list.item(row).data(_WHAT).name == name:
                self.list.setCurrentRow(row)
                return True
        return False

    def _list(self) -> None:
        if self._library is None:
            return
        before = self.chart
        self.list.clear()
        try:
            charts = self._library.charts_with(self._changes)
        except BadInput as problem:
            self.page.setPlainText(str(problem))
            return
        for sheet in charts_matching(charts, self.search.text()):
            origin = CHANGED if sheet.printed is not None else PROVENANCES[sheet.provenance]
            changed = f" ({CHANGED.lower()})" if sheet.printed is not None else ""
            item = QListWidgetItem(self._provenance_icon(sheet), f"{sheet.title}{changed}")
            item.setData(_WHAT, sheet)
            item.setToolTip(origin)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{sheet.title}, {origin.lower()}")
            self.list.addItem(item)
        rows = range(self.list.count())
        self.list.setCurrentRow(next((r for r in rows if self.list.item(r).data(_WHAT).name == before), 0))
        if not charts:
            self.page.setPlainText("This game has no charts.")

    def _provenance_icon(self, sheet: ChartSheet) -> QIcon:
        """A full, half full or empty circle."""
        sign, palette = QIcon(), self.palette()
        for mode, role in (
            (QIcon.Mode.Normal, QPalette.ColorRole.Highlight),
            (QIcon.Mode.Selected, QPalette.ColorRole.HighlightedText),
        ):
            sign.addPixmap(_ring(palette.color(role), _FILLED[sheet.provenance]), mode)
        return sign

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._list()

    def _chosen(self, item: QListWidgetItem | None) -> None:
        if item is not None and self._library is not None:
            line = self.palette().color(QPalette.ColorRole.Mid).name()
            self.page.setHtml(chart_html(item.data(_WHAT), self._library.rulebook, line))

    def _follow(self, link: QUrl) -> None:
        kind, _, name = link.toString().partition(":")
        if kind == "case":
            self.case_wanted.emit(name)


def _ring(ink: QColor, filled: float) -> QPixmap:
    pixmap = QPixmap(32, 32)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    painter.drawPie(6, 6, 20, 20, 90 * 16, round(360 * 16 * filled))
    painter.setPen(QPen(ink, 2.4))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(6, 6, 20, 20)
    painter.end()
    return pixmap
