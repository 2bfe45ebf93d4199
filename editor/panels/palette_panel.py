"""The palette panel: the kinds of the game for the active tool."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from PySide6.QtCore import QMimeData, QSize, Qt, QTimer
from PySide6.QtGui import QIcon, QPixmap, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListView,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from editor.art.looks import TABLES, Looks
from editor.document.game_vocabulary import shown_kind
from editor.document.palettes import Palettes
from editor.map.canvas import KIND_MIME_TYPE
from editor.panels.swatches import EDGE, Swatch
from editor.tools.tool import Tool

_TITLES: Final = {
    "terrain": "Terrain",
    "hexsides": "Hexsides",
    "roads": "Roads and railways",
    "features": "Features of the map",
    "places": "Set-up hexes of the scenario",
}
COLUMN_CHARS: Final = 14
"""Column width in characters."""
_KIND = Qt.ItemDataRole.UserRole
_PICTURED = Qt.ItemDataRole.UserRole + 1


class Swatches(QListWidget):
    """A list of kinds in as many columns as fit."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Palette")
        self.setIconSize(QSize(EDGE, EDGE))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setDragEnabled(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        self.palette_shown = ""

    def mimeTypes(self) -> list[str]:
        return [KIND_MIME_TYPE]

    def mimeData(self, items: Sequence[QListWidgetItem]) -> QMimeData:
        """A kind that is dragged onto the map."""
        data = QMimeData()
        for item in items:
            data.setData(KIND_MIME_TYPE, f"{self.palette_shown}\n{item.data(_KIND)}".encode())
        return data

    def add(self, item: QListWidgetItem) -> None:
        """Add a kind."""
        item.setSizeHint(self.gridSize())
        self.addItem(item)

    def resizeEvent(self, event: QResizeEvent) -> None:
        bar = self.verticalScrollBar()
        width = self.contentsRect().width() - bar.sizeHint().width() - 1
        columns = max(1, width // (EDGE + COLUMN_CHARS * self.fontMetrics().averageCharWidth()))
        self.setGridSize(QSize(width // columns, EDGE + 6))
        for row in range(self.count()):
            self.item(row).setSizeHint(self.gridSize())
        super().resizeEvent(event)


class PalettePanel(QWidget):
    """Selects a kind by click; other kinds can be typed. For a tool without kinds it shows its help."""

    def __init__(self, palettes: Palettes, looks: Looks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._palettes, self._looks = palettes, looks
        self._palette = self._title = ""
        self._night = False
        self.heading = QLabel()
        self.heading.setObjectName("panelHeading")
        self.heading.setWordWrap(True)
        self.heading.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.list = Swatches()
        self.list.currentItemChanged.connect(self._chosen)
        self.other = QLineEdit()
        self.other.setAccessibleName("Another kind")
        self.other.setPlaceholderText("Another kind…")
        self.other.returnPressed.connect(self._add)
        self.add = QPushButton("Add")
        self.add.setToolTip(
            "Add this kind to the palette; the Problems panel warns if the game does not know it"
        )
        self.add.clicked.connect(self._add)
        self.look = QPushButton("Look…")
        self.look.setToolTip("Give the chosen kind a colour, a pattern or a picture of its own")
        self.look.clicked.connect(self.edit_look)
        row = QHBoxLayout()
        row.addWidget(self.other, 1)
        row.addWidget(self.add)
        row.addWidget(self.look)
        self.help = QLabel()
        self.help.setObjectName("quiet")
        self.help.setWordWrap(True)
        self.help.setTextFormat(Qt.TextFormat.RichText)
        self.help.setAlignment(Qt.AlignmentFlag.AlignTop)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 6, 8, 8)
        layout.addWidget(self.heading)
        layout.addWidget(self.help, 1)
        layout.addWidget(self.list, 1)
        layout.addLayout(row)
        self._blank = QPixmap(EDGE, EDGE)
        self._blank.fill(Qt.GlobalColor.transparent)
        self._swatch: Swatch | None = None
        """The swatch that is being drawn."""
        self._pictures = QTimer(self)
        self._pictures.setSingleShot(True)
        self._pictures.timeout.connect(self._draw_next)
        palettes.listed.connect(self._fill)
        palettes.picked.connect(self._picked)
        looks.changed.connect(self._fill)
        self.show_tool(None)

    def show_tool(self, tool: Tool | None) -> None:
        """Show the kinds for this tool."""
        self._palette = tool.palette if tool is not None else ""
        self._title = tool.title if tool is not None else ""
        self.help.setText(advice(tool.help) if tool is not None else "")
        self._fill()

    def set_look(self, night: bool) -> None:
        """Apply light or dark colours."""
        self._night = night
        self._fill()

    def _fill(self) -> None:
        used = bool(self._palette)
        self.heading.setText(_TITLES.get(self._palette, self._title))
        for widget in (self.list, self.other, self.add):
            widget.setVisible(used)
        self.look.setVisible(self._palette in TABLES)
        self.help.setVisible(not used)
        self.list.blockSignals(True)
        self.list.palette_shown = self._palette
        self.list.clear()
        if used:
            for kind in self._palettes.vocabulary.of(self._palette):
                item = QListWidgetItem(QIcon(self._blank), shown_kind(kind))
                item.setData(_KIND, kind)
                item.setToolTip(item.text())
                self.list.add(item)
            self._pictures.start(0)
        self.list.blockSignals(False)
        self._mark()

    def _draw_next(self) -> None:
        """Draw a slice of the first missing icon; a swatch may take several frames."""
        for row in range(self.list.count()):
            item = self.list.item(row)
            if not item.data(_PICTURED):
                kind, art = item.data(_KIND), self._looks.art
                look = art.look(self._palette, kind)
                key = (self._palette, kind, self._night, self.devicePixelRatioF(), look)
                if self._swatch is None or self._swatch.key != key:
                    self._swatch = Swatch(key, art)
                icon = self._swatch.draw_on()
                if icon is not None:
                    item.setIcon(icon)
                    item.setData(_PICTURED, True)
                self._pictures.start(0)
                return

    def _mark(self) -> None:
        kind = self._palettes.kind(self._palette) if self._palette else ""
        for row in range(self.list.count()):
            if self.list.item(row).data(_KIND) == kind:
                self.list.blockSignals(True)
                self.list.setCurrentRow(row)
                self.list.blockSignals(False)

    def _chosen(self, item: QListWidgetItem | None) -> None:
        if item is not None and self._palette:
            self._palettes.pick(self._palette, item.data(_KIND))

    def _picked(self, palette: str, kind: str) -> None:
        if palette == self._palette:
            listed = [self.list.item(row).data(_KIND) for row in range(self.list.count())]
            if kind not in listed:
                self._fill()
            else:
                self._mark()

    def edit_look(self) -> None:
        """Change the look of the chosen kind."""
        self._looks.edit(self._palette, self._palettes.kind(self._palette))

    def _add(self) -> None:
        kind = " ".join(self.other.text().split())
        if kind and self._palette:
            self.other.clear()
            self._palettes.pick(self._palette, kind)


def advice(words: str) -> str:
    """A tool's help as HTML: one sentence per paragraph, keys in bold."""
    lines = []
    for sentence in words.removesuffix(".").split(". "):
        key, colon, does = sentence.partition(": ")
        lines.append(f"<b>{escape(key)}</b>: {escape(does)}" if colon else f"{escape(sentence)}.")
    return "".join(f"<p style='margin: 0 0 6px 0'>{line}</p>" for line in lines)
