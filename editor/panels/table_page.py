"""The table tab: what the author of a free game puts on the table besides map and counters."""

from __future__ import annotations

from operator import attrgetter
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QFormLayout, QLabel, QTabWidget, QVBoxLayout, QWidget

from editor.art.picture_button import PictureButton
from editor.commands.table_parts import parts_of, set_part, set_sharing
from editor.document.open_document import OpenDocument
from editor.document.problems import Spot
from editor.panels.lazy_panel import LazyPanel
from editor.tables.part_tables import PART_TABLES
from editor.tables.table_model import RecordsModel
from editor.tables.table_view import RecordsTable
from editor.window.splitter import splitter
from engine.catalogue.table_parts import ALL, ONE_BY_ONE, OWN, TOGETHER

_LEFT: Final = ("ratings", "dice", "tracks")
_RIGHT: Final = (("markers", "notes"), ("decks", "cards"))
_SHARING: Final = {
    "turns": (
        "Who has the table",
        ((ONE_BY_ONE, "One side after the other"), (TOGETHER, "All together: it is handed back and forth")),
    ),
    "pieces": (
        "Who handles pieces",
        ((ALL, "Whoever has the table handles all"), (OWN, "Each side handles its own")),
    ),
}


class TablePage(LazyPanel):
    """Ratings, dice, tracks, markers, decks, cards and notes, and how the sides share the table."""

    def __init__(self, open_document: OpenDocument, parent: QWidget | None = None) -> None:
        super().__init__(open_document, parent)
        self.sharing = {name: self._choice(name) for name in _SHARING}
        self.tables: dict[str, RecordsTable] = {}
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 8)
        across = splitter()
        layout.addWidget(across)
        left, right = splitter(Qt.Orientation.Vertical), splitter(Qt.Orientation.Vertical)
        across.addWidget(left)
        across.addWidget(right)
        across.setSizes([500, 560])
        left.addWidget(self._head())
        for name in _LEFT:
            left.addWidget(self._table(name))
        left.setStretchFactor(0, 0)
        self.tabs = []
        for names in _RIGHT:
            tabs = QTabWidget()
            tabs.setDocumentMode(True)
            titles = [PART_TABLES[name][0] for name in names]
            tabs.setAccessibleName(" and ".join(titles))
            tabs.tabBar().setAccessibleName(" or ".join(titles))
            right.addWidget(tabs)
            self.tabs.append(tabs)
            for name, title in zip(names, titles, strict=True):
                tabs.addTab(self._table(name, heading=False), title)

        self.card_pictures = PictureButton(self.tables["cards"], "cards", attrgetter("name"), self)

    def _head(self) -> QWidget:
        head = QWidget()
        form = QFormLayout(head)
        form.setContentsMargins(0, 0, 0, 4)
        for name, (words, _) in _SHARING.items():
            form.addRow(words, self.sharing[name])
        hint = QLabel("The options “turns” and “pieces” leave it to the players.")
        hint.setToolTip("Options are added on the Scenario tab")
        hint.setObjectName("quiet")
        hint.setWordWrap(True)
        form.addRow(hint)
        return head

    def _choice(self, name: str) -> QComboBox:
        words, choices = _SHARING[name]
        box = QComboBox()
        box.setAccessibleName(words)
        for value, text in choices:
            box.addItem(text, value)
        box.activated.connect(lambda at: self._share(name, box.itemData(at)))
        return box

    def _table(self, name: str, heading: bool = True) -> RecordsTable:
        title, definition = PART_TABLES[name]
        model = RecordsModel(
            self.open_document,
            definition,
            lambda work: getattr(parts_of(work), name),
            lambda work, listed: set_part(work, name, listed),
        )
        self.tables[name] = RecordsTable(model, title, heading=heading)
        return self.tables[name]

    def _share(self, name: str, value: str) -> None:
        document = self.document
        if document is not None and getattr(parts_of(document.work), name) != value:
            document.do(set_sharing(document.work, name, value))

    def refresh(self) -> None:
        """Show how the table is shared; the tables follow by themselves."""
        document = self.document
        if document is not None:
            parts = parts_of(document.work)
            for name, box in self.sharing.items():
                box.setCurrentIndex(max(0, box.findData(getattr(parts, name))))

    def go_to(self, spot: Spot) -> None:
        """Select the row with the problem."""
        self.catch_up()
        table = self.tables.get(spot.table)
        if table is not None:
            for tabs in self.tabs:
                if tabs.indexOf(table) >= 0:
                    tabs.setCurrentWidget(table)
            table.go_to(spot)
