"""The order of battle: a tree by side and formation, the units as a table, and what they are made of."""

from __future__ import annotations

from collections import Counter as Count
from pathlib import Path

from PySide6.QtCore import QSortFilterProxyModel, Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QSplitter,
    QTabWidget,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.map.counter_art import CounterArt
from app.map.uniform import Uniform
from editor.bench import Bench
from editor.commands.forces import set_formations, set_sides, set_unit_types, set_units
from editor.counters import counter_of, shared_ratings
from editor.game_kinds import rating_fields
from editor.panels.records_table import Index, RecordsModel, RecordsTable
from editor.panels.when_seen import WhenSeen
from editor.sheets import FORMATIONS, SIDES, type_sheet, unit_sheet
from engine.bad_input import BadInput
from engine.catalogue.whole_files import part_of, read_text

FILES = "Tables (*.csv *.tsv *.txt);;All files (*)"
LARGEST = 4 * 2**20
PREVIEW = 104
_WHOSE = Qt.ItemDataRole.UserRole


class _Whose(QSortFilterProxyModel):
    """Only the units of the side or formation that is chosen in the tree."""

    side = ""
    formation: str | None = None

    def filterAcceptsRow(self, row: int, above: Index) -> bool:  # noqa: N802
        model = self.sourceModel()
        assert isinstance(model, RecordsModel)
        unit = model.records[row]
        fits = not self.side or unit.side == self.side
        return fits and (self.formation is None or unit.formation == self.formation)


class ForcesPage(WhenSeen):
    """Everything about units except where they stand."""

    def __init__(self, bench: Bench, parent: QWidget | None = None) -> None:
        super().__init__(bench, parent)
        self._bench = bench
        self._art = CounterArt()
        self.tree = QTreeWidget()
        self.tree.setAccessibleName("Sides and formations")
        self.tree.setHeaderHidden(True)
        self.tree.currentItemChanged.connect(self._narrow)
        sheet = unit_sheet({}, bench.kinds)
        self.units = RecordsTable(
            RecordsModel(bench, sheet, lambda work: work.scenario("units"), set_units), "Units"
        )
        self._whose = _Whose(self)
        self._whose.setSortRole(Qt.ItemDataRole.UserRole)
        self._whose.setSourceModel(self.units.model)
        self.units.use_proxy(self._whose)
        self.units.chosen.connect(self._preview)
        self.bring = self.units.button("From CSV…", "Units from a spreadsheet's file", self.ask_import)
        self.hand_out = self.units.button("To CSV…", "Units for a spreadsheet", self.ask_export)
        self.face = QLabel()
        self.face.setAccessibleName("Counter of the unit")
        self.face.setFixedSize(PREVIEW + 12, PREVIEW + 12)
        self.face.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.parts = QTabWidget()
        self.parts.setDocumentMode(True)
        self.parts.setAccessibleName("Formations, types, sides")
        self.parts.tabBar().setAccessibleName("Formations, types or sides")
        self.formations = self._part("Formations", FORMATIONS, "formations", set_formations)
        self.types = self._part("Types of units", type_sheet({}), "unit_types", set_unit_types)
        self.sides = self._part("Sides", SIDES, "sides", set_sides)
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.tree, 1)
        column.addWidget(self.face, 0, Qt.AlignmentFlag.AlignHCenter)
        below = QSplitter(Qt.Orientation.Vertical)
        below.addWidget(self.units)
        below.addWidget(self.parts)
        below.setSizes([420, 240])
        across = QSplitter()
        across.addWidget(left)
        across.addWidget(below)
        across.setSizes([210, 900])
        layout = QHBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 8)
        layout.addWidget(across)

    def _part(self, title: str, sheet, name: str, put) -> RecordsTable:
        model = RecordsModel(self._bench, sheet, lambda work: work.scenario(name), put)
        table = RecordsTable(model, title, heading=False)
        self.parts.addTab(table, title)
        return table

    def document_opened(self) -> None:
        document = self._bench.document
        assert document is not None
        fields = rating_fields(document.game)
        self.units.model.set_sheet(unit_sheet(fields, self._bench.kinds))
        self.types.model.set_sheet(type_sheet(fields))

    # the tree

    def refresh(self) -> None:
        """Show the tree of sides and formations."""
        document = self._bench.document
        if document is None:
            return
        work, before = document.work, self._chosen()
        counts = Count((unit.side, unit.formation) for unit in work.scenario("units"))
        titles = {formation.key: formation.title for formation in work.scenario("formations")}
        self.tree.blockSignals(True)
        self.tree.clear()
        everything = self._item(None, f"All units ({counts.total()})", ("", None))
        for side in work.scenario("sides"):
            count = sum(number for (owner, _), number in counts.items() if owner == side.key)
            item = self._item(None, f"{side.title or side.key} ({count})", (side.key, None))
            for (owner, key), number in sorted(counts.items()):
                if owner == side.key:
                    words = titles.get(key) or key or "in no formation"
                    self._item(item, f"{words} ({number})", (side.key, key))
        self.tree.expandAll()
        self.tree.setCurrentItem(self._find(before) or everything)
        self.tree.blockSignals(False)
        self._narrow()

    def _item(
        self, above: QTreeWidgetItem | None, text: str, whose: tuple[str, str | None]
    ) -> QTreeWidgetItem:
        item = QTreeWidgetItem([text])
        item.setData(0, _WHOSE, whose)
        if above is None:
            self.tree.addTopLevelItem(item)
        else:
            above.addChild(item)
        return item

    def _chosen(self) -> tuple[str, str | None]:
        item = self.tree.currentItem()
        return tuple(item.data(0, _WHOSE)) if item is not None else ("", None)

    def _find(self, whose: tuple[str, str | None]) -> QTreeWidgetItem | None:
        for at in range(self.tree.topLevelItemCount()):
            top = self.tree.topLevelItem(at)
            assert top is not None
            for item in (top, *(top.child(row) for row in range(top.childCount()))):
                if item is not None and tuple(item.data(0, _WHOSE)) == whose:
                    return item
        return None

    def _narrow(self) -> None:
        side, formation = self._chosen()
        if (side, formation) != (self._whose.side, self._whose.formation):
            self._whose.side, self._whose.formation = side, formation
            self._whose.invalidate()

    def _preview(self) -> None:
        document, chosen = self._bench.document, self.units.selected()
        if document is None or not chosen:
            self.face.setPixmap(QPixmap())
            return
        face = Uniform.of(document.snapshot()).face(counter_of(chosen[-1], shared_ratings(document.work)))
        self.face.setPixmap(self._art.pixmap(face, PREVIEW, True))

    # files

    def ask_import(self) -> None:
        """Ask for a file of units."""
        name, _ = QFileDialog.getOpenFileName(self, "Units from a table", "", FILES)
        if name:
            self.import_file(Path(name))

    def import_file(self, path: Path) -> bool:
        """Units from a file; what is wrong with it is said, and nothing changed."""
        try:
            return self.units.paste_text(read_text(path, LARGEST))
        except BadInput as bad:
            self.units.problem.setText(str(bad))
            return False

    def ask_export(self) -> None:
        """Ask for a file to write the units to."""
        name, _ = QFileDialog.getSaveFileName(self, "Units as a table", "units.csv", FILES)
        if name:
            self.export_file(Path(name))

    def export_file(self, path: Path) -> None:
        """The units as a table."""
        try:
            with part_of(path) as part:
                part.write_text(self.units.model.sheet.dumps(self.units.model.records), encoding="utf-8")
        except BadInput as bad:
            self.units.problem.setText(str(bad))
