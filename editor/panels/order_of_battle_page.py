"""The order of battle: a tree by side and formation, the units as a table, and what they are made of."""

from __future__ import annotations

from collections import Counter as Count
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QSize, QSortFilterProxyModel, Qt
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QSplitter,
    QTabWidget,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.map.counters.counter_art import CounterArt
from app.map.counters.counter_style import CounterStyle
from editor.commands.order_of_battle import set_formations, set_sides, set_unit_types, set_units
from editor.document.game_vocabulary import rating_fields
from editor.document.problems import Spot
from editor.document.setup_counters import counter_of, shared_ratings
from editor.panels.lazy_panel import LazyPanel
from editor.tables.table_definitions import FORMATIONS, SIDES, type_table, unit_table
from editor.tables.table_model import Index, RecordsModel
from editor.tables.table_view import RecordsTable
from editor.workspace import Workspace
from engine.bad_input import BadInput
from engine.catalogue.document import Formation, Unit
from engine.files import read_text, write_atomically

FILES = "Tables (*.csv *.tsv *.txt);;All files (*)"
LARGEST = 4 * 2**20
PREVIEW = 104
_WHOSE = Qt.ItemDataRole.UserRole


Whose = tuple[str, tuple[str, ...] | None, str]
"""A side ("" for all), formations of it (None for all), and a type of units ("" for all)."""
ALL: Whose = ("", None, "")
ROW = QSize(0, 24)


class _Whose(QSortFilterProxyModel):
    """Only the units of the side or formation that is chosen in the tree, and only those searched for."""

    whose: Whose = ALL
    words: tuple[str, ...] = ()

    def filterAcceptsRow(self, row: int, above: Index) -> bool:  # noqa: N802
        model = self.sourceModel()
        assert isinstance(model, RecordsModel)
        unit, (side, formations, kind) = model.records[row], self.whose
        if (side and unit.side != side) or (formations is not None and unit.formation not in formations):
            return False
        if kind and unit.type != kind:
            return False
        text = f"{unit.id} {unit.name} {unit.type} {unit.size} {unit.formation}".casefold()
        return all(word in text for word in self.words)


class OrderOfBattlePage(LazyPanel):
    """Everything about units except where they stand."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(workspace, parent)
        self._workspace = workspace
        self._art = CounterArt()
        self._counts: Count[tuple[str, str]] = Count()
        self._formations: dict[str, Formation] = {}
        self.tree = QTreeWidget()
        self.tree.setAccessibleName("Sides and formations")
        self.tree.setHeaderHidden(True)
        self.tree.currentItemChanged.connect(self._narrow)
        self.search = QLineEdit()
        self.search.setAccessibleName("Find units")
        self.search.setPlaceholderText("Find units…")
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._search)
        sheet = unit_table({}, workspace.kinds)
        self.units = RecordsTable(
            RecordsModel(workspace, sheet, lambda work: work.scenario("units"), set_units), "Units"
        )
        self._whose = _Whose(self)
        self._whose.setSortRole(Qt.ItemDataRole.UserRole)
        self._whose.setSourceModel(self.units.model)
        self.units.use_proxy(self._whose)
        self.units.chosen.connect(self._preview)
        self.units.adapt = self._belonging
        self.import_button = self.units.button(
            "Import CSV…", "Import units from a spreadsheet file", self.ask_import
        )
        self.export_button = self.units.button(
            "Export CSV…", "Export units for a spreadsheet", self.ask_export
        )
        self.face = QLabel()
        self.face.setAccessibleName("Counter of the unit")
        self.face.setFixedSize(PREVIEW + 12, PREVIEW + 12)
        self.face.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.face.hide()
        self.parts = QTabWidget()
        self.parts.setDocumentMode(True)
        self.parts.setAccessibleName("Formations, types, sides")
        self.parts.tabBar().setAccessibleName("Formations, types or sides")
        self.formations = self._part("Formations", FORMATIONS, "formations", set_formations)
        self.types = self._part("Unit types", type_table({}), "unit_types", set_unit_types)
        self.sides = self._part("Sides", SIDES, "sides", set_sides)
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.search)
        column.addWidget(self.tree, 1)
        column.addWidget(self.face, 0, Qt.AlignmentFlag.AlignHCenter)
        # From the outside in: what is put somewhere else is dressed once more, with all that is in it.
        layout = QHBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 8)
        across, below = QSplitter(), QSplitter(Qt.Orientation.Vertical)
        layout.addWidget(across)
        across.addWidget(left)
        across.addWidget(below)
        across.setSizes([240, 900])
        across.setStretchFactor(1, 1)
        below.addWidget(self.units)
        below.addWidget(self.parts)
        below.setSizes([420, 240])
        below.setStretchFactor(0, 1)

    def _part(self, title: str, sheet, name: str, put) -> RecordsTable:
        model = RecordsModel(self._workspace, sheet, lambda work: work.scenario(name), put)
        table = RecordsTable(model, title, heading=False)
        self.parts.addTab(table, title)
        return table

    def document_opened(self) -> None:
        document = self._workspace.document
        assert document is not None
        fields = rating_fields(document.game)
        self.units.model.set_definition(unit_table(fields, self._workspace.kinds))
        self.types.model.set_definition(type_table(fields))

    def go_to(self, spot: Spot) -> None:
        """Show the line in which something is wrong."""
        self.catch_up()
        table: RecordsTable = getattr(self, spot.table)
        if table is self.units:
            self.search.clear()
            everything = self.tree.topLevelItem(0)
            assert everything is not None
            self.tree.setCurrentItem(everything)
        else:
            self.parts.setCurrentWidget(table)
        table.go_to(spot)

    # the tree

    def refresh(self) -> None:
        """Show the tree of sides and formations."""
        document = self._workspace.document
        if document is None:
            return
        work, before = document.work, self._chosen()
        self._counts = Count((unit.side, unit.formation) for unit in work.scenario("units"))
        self._formations = {known.key: known for known in work.scenario("formations")}
        self.tree.blockSignals(True)
        self.tree.clear()
        everything = self._item(None, f"All units ({self._counts.total()})", ALL)
        for side in work.scenario("sides"):
            count = sum(number for (owner, _), number in self._counts.items() if owner == side.key)
            item = self._item(None, f"{side.title or side.key} ({count})", (side.key, None, ""))
            for key in self._below(side.key, ""):
                self._grow(item, side.key, key)
            if loose := self._counts[side.key, ""]:
                apart = item if loose == count else None
                words = f"No formation ({loose})"
                self._by_type(apart or self._item(item, words, (side.key, ("",), "")), side.key)
        self.tree.expandAll()
        self.tree.setCurrentItem(self._find(before) or everything)
        self.tree.blockSignals(False)
        self._narrow()

    def _by_type(self, item: QTreeWidgetItem, side: str) -> None:
        """Units of a side that stand in no formation, by type: hundreds in one heap are none to look at."""
        document = self._workspace.document
        assert document is not None
        loose = [
            unit for unit in document.work.scenario("units") if (unit.side, unit.formation) == (side, "")
        ]
        titles = {kind.key: kind.title for kind in document.work.scenario("unit_types")}
        for kind, count in Count(unit.type for unit in loose).items():
            self._item(item, f"{titles.get(kind) or kind} ({count})", (side, ("",), kind))

    def _below(self, side: str, above: str) -> list[str]:
        """The formations of a side right below one; those that only units name stand at the top."""
        used = {key for owner, key in self._counts if owner == side and key}
        listed = [key for key, known in self._formations.items() if known.side == side or key in used]
        named = [key for key in sorted(used) if key not in self._formations]
        parents = {key: self._formations[key].parent for key in listed}
        return [key for key in listed if (parents[key] if parents[key] in parents else "") == above] + (
            named if not above else []
        )

    def _grow(
        self, item: QTreeWidgetItem, side: str, key: str, seen: tuple[str, ...] = ()
    ) -> tuple[str, ...]:
        """A formation with all that stands below it; what it holds, itself included."""
        title = self._formations[key].title if key in self._formations else ""
        mine = self._item(item, "", (side, (key,), ""))
        keys: tuple[str, ...] = (key,)
        for below in self._below(side, key):
            if below not in (*seen, key):
                keys += self._grow(mine, side, below, (*seen, key))
        count = sum(self._counts[side, known] for known in keys)
        mine.setText(0, f"{title or key} ({count})")
        mine.setToolTip(0, title or key)
        mine.setData(0, _WHOSE, (side, keys, ""))
        return keys

    def _item(self, above: QTreeWidgetItem | None, text: str, whose: Whose) -> QTreeWidgetItem:
        item = QTreeWidgetItem([text])
        item.setSizeHint(0, ROW)
        item.setData(0, _WHOSE, whose)
        if above is None:
            self.tree.addTopLevelItem(item)
        else:
            above.addChild(item)
        return item

    def _chosen(self) -> Whose:
        item = self.tree.currentItem()
        return _whose(item) if item is not None else ALL

    def _find(self, whose: Whose) -> QTreeWidgetItem | None:
        """The same side or formation in a tree that was made anew, whatever stands below it now."""
        side, formations, kind = whose
        for item in self.tree.findItems("", Qt.MatchFlag.MatchContains | Qt.MatchFlag.MatchRecursive):
            there, below, of_type = _whose(item)
            same = (below and below[0]) == (formations and formations[0])
            if (there, of_type) == (side, kind) and same:
                return item
        return None

    def _narrow(self) -> None:
        whose = self._chosen()
        if whose != self._whose.whose:
            self._whose.whose = whose
            self._whose.invalidate()

    def _search(self, text: str) -> None:
        self._whose.words = tuple(text.casefold().split())
        self._whose.invalidate()

    def _belonging(self, unit: Unit) -> Unit:
        """A new unit belongs to the side and formation that are chosen."""
        side, formations, kind = self._chosen()
        self.search.clear()
        formation = formations[0] if formations else ""
        return replace(unit, side=side or unit.side, type=kind or unit.type, formation=formation)

    def _preview(self) -> None:
        document, chosen = self._workspace.document, self.units.selected()
        self.face.setVisible(document is not None and bool(chosen))
        if document is None or not chosen:
            return
        face = CounterStyle.of(document.snapshot()).face(
            counter_of(chosen[-1], shared_ratings(document.work))
        )
        self.face.setPixmap(self._art.pixmap(face, PREVIEW, True))

    # files

    def ask_import(self) -> None:
        """Ask for a file of units."""
        name, _ = QFileDialog.getOpenFileName(self, "Import units", "", FILES)
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
        name, _ = QFileDialog.getSaveFileName(self, "Export units", "units.csv", FILES)
        if name:
            self.export_file(Path(name))

    def export_file(self, path: Path) -> None:
        """The units as a table."""
        try:
            write_atomically(path, self.units.model.definition.dumps(self.units.model.records).encode())
        except BadInput as bad:
            self.units.problem.setText(str(bad))


def _whose(item: QTreeWidgetItem) -> Whose:
    side, formations, kind = item.data(0, _WHOSE)
    return side, None if formations is None else tuple(formations), kind
