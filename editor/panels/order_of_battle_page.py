"""The order of battle tab: a tree by side and formation, and tables of units, types and sides."""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Callable, Sequence
from operator import attrgetter
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QSize, QSortFilterProxyModel, Qt
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMessageBox,
    QTabWidget,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.map.counters.counter_art import CounterArt
from app.map.counters.counter_style import CounterStyle
from editor.art.picture_button import PictureButton
from editor.commands.order_of_battle import set_formations, set_sides, set_unit_types, set_units
from editor.document.game_vocabulary import rating_fields
from editor.document.open_document import OpenDocument
from editor.document.problems import Spot
from editor.document.setup_counters import PrintedCounters
from editor.document.usual_ratings import usual_ratings
from editor.document.working_copy import WorkingCopy
from editor.panels.lazy_panel import LazyPanel
from editor.tables.columns import TableDefinition, cells_of
from editor.tables.csv_mapping import ColumnNames, RememberedMappings, guessed, problem
from editor.tables.csv_mapping_dialog import CsvMappingDialog
from editor.tables.table_definitions import FORMATIONS, SIDES, type_table, unit_table
from editor.tables.table_model import Index, RecordsModel
from editor.tables.table_view import RecordsTable
from editor.window.splitter import splitter
from engine.bad_input import BadInput
from engine.catalogue.document import Formation, RatingField, Unit
from engine.files import read_text, write_atomically
from engine.mechanics.plural import counted

FILES = "Tables (*.csv *.tsv *.txt);;All files (*)"
MAX_FILE_BYTES = 4 * 2**20
PREVIEW_PX = 104
_SCOPE_ROLE = Qt.ItemDataRole.UserRole


UnitScope = tuple[str, tuple[str, ...] | None, str]
"""A filter: side ("" for all), formations (None for all), unit type ("" for all)."""
ALL: UnitScope = ("", None, "")
ROW = QSize(0, 24)
SEARCHED = 6
"""The first columns, in which units are searched: name, id, side, type, formation, size."""


class _UnitFilter(QSortFilterProxyModel):
    """Filters the units by the selected tree item and the search text."""

    scope: UnitScope = ALL
    words: tuple[str, ...] = ()

    def filterAcceptsRow(self, row: int, above: Index) -> bool:  # noqa: N802
        model = self.sourceModel()
        assert isinstance(model, RecordsModel)
        unit, (side, formations, kind) = model.records[row], self.scope
        if (side and unit.side != side) or (formations is not None and unit.formation not in formations):
            return False
        if kind and unit.type != kind:
            return False
        text = " ".join(
            model.shown(column, unit) for column in model.definition.columns[:SEARCHED]
        ).casefold()
        return all(word in text for word in self.words)


class OrderOfBattlePage(LazyPanel):
    """Edits everything about units except their set-up."""

    def __init__(
        self, open_document: OpenDocument, parent: QWidget | None = None, folder: Path | None = None
    ) -> None:
        """In `folder` the columns of imported files are remembered."""
        super().__init__(open_document, parent)
        self._folder = folder
        self._art = CounterArt()
        self._counts: Count[tuple[str, str]] = Count()
        self._formations: dict[str, Formation] = {}
        self._fields: dict[str, RatingField] = {}
        self.tree = QTreeWidget()
        self.tree.setAccessibleName("Sides and formations")
        self.tree.setHeaderHidden(True)
        self.tree.currentItemChanged.connect(self._narrow)
        self.search = QLineEdit()
        self.search.setAccessibleName("Find units")
        self.search.setPlaceholderText("Find units…")
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._search)
        sheet = unit_table({}, open_document.vocabulary)
        self.units = RecordsTable(
            RecordsModel(open_document, sheet, lambda work: work.scenario("units"), set_units),
            "Units",
            frozen=True,
        )
        self._scope_of = _UnitFilter(self)
        self._scope_of.setSortRole(Qt.ItemDataRole.UserRole)
        self._scope_of.setSourceModel(self.units.model)
        self.units.use_proxy(self._scope_of)
        self.units.chosen.connect(self._preview)
        self.units.model.dataChanged.connect(lambda *_: self._preview())
        self.units.adapt = self._in_scope
        self.units.model.adjust = self._bring_ratings
        self.ask_ratings: Callable[[str], bool] = self._ask_ratings
        self.ask_columns = self._ask_columns
        self.import_button = self.units.button(
            "Import CSV…", "Import units from a spreadsheet file", self.ask_import
        )
        self.export_button = self.units.button(
            "Export CSV…", "Export units for a spreadsheet", self.ask_export
        )
        self.unit_pictures = PictureButton(self.units, "units", attrgetter("id"), self)
        self.face = QLabel()
        self.face.setAccessibleName("Counter of the unit")
        self.face.setFixedSize(PREVIEW_PX + 12, PREVIEW_PX + 12)
        self.face.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.face.hide()
        open_document.opened.connect(self.face.hide)
        self.parts = QTabWidget()
        self.parts.setDocumentMode(True)
        self.parts.setAccessibleName("Formations, types, sides")
        self.parts.tabBar().setAccessibleName("Formations, types or sides")
        self.formations = self._part("Formations", FORMATIONS, "formations", set_formations)
        self.types = self._part("Unit types", type_table({}), "unit_types", set_unit_types)
        self.sides = self._part("Sides", SIDES, "sides", set_sides)
        self.type_pictures = PictureButton(self.types, "types", attrgetter("key"), self)
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.search)
        column.addWidget(self.tree, 1)
        column.addWidget(self.face, 0, Qt.AlignmentFlag.AlignHCenter)
        # Build from the outside in: Qt polishes a widget again when it gets another parent.
        layout = QHBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 8)
        across, below = splitter(), splitter(Qt.Orientation.Vertical)
        layout.addWidget(across)
        across.addWidget(left)
        across.addWidget(below)
        across.setSizes([240, 900])
        across.setStretchFactor(1, 1)
        below.addWidget(self.units)
        below.addWidget(self.parts)
        below.setSizes([420, 240])
        below.setStretchFactor(0, 1)
        self.setFocusProxy(self.units.view)

    def _part(self, title: str, sheet, name: str, put) -> RecordsTable:
        model = RecordsModel(self.open_document, sheet, lambda work: work.scenario(name), put)
        table = RecordsTable(model, title, heading=False, frozen=name == "unit_types")
        self.parts.addTab(table, title)
        return table

    def document_opened(self) -> None:
        document = self.document
        assert document is not None
        self._set_ratings(rating_fields(document.game, document.work.scenario("data")))

    def _set_ratings(self, fields: dict[str, RatingField]) -> None:
        self._fields = fields
        self.units.model.set_definition(unit_table(fields, self.open_document.vocabulary))
        self.types.model.set_definition(type_table(fields))
        for table in (self.units, self.types):
            table.model.refresh()

    def go_to(self, spot: Spot) -> None:
        """Select the row with the problem."""
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
        document = self.document
        if document is None:
            return
        work, before = document.work, self._chosen()
        fields = rating_fields(document.game, work.scenario("data"))
        if fields != self._fields:  # The author of a free game has named other ratings.
            self._set_ratings(fields)
        self._counts = Count((unit.side, unit.formation) for unit in work.scenario("units"))
        self._formations = {known.key: known for known in work.scenario("formations")}
        self.tree.blockSignals(True)
        self.tree.clear()
        everything = self._item(None, f"All units ({self._counts.total()})", ALL)
        for side in work.scenario("sides"):
            count = sum(number for (owner, _), number in self._counts.items() if owner == side.key)
            item = self._item(None, f"{side.title or side.key} ({count})", (side.key, None, ""))
            for key in self._below(side.key, ""):
                self._add_formation(item, side.key, key)
            if loose := self._counts[side.key, ""]:
                apart = item if loose == count else None
                words = f"No formation ({loose})"
                self._by_type(apart or self._item(item, words, (side.key, ("",), "")), side.key)
        self.tree.expandAll()
        self.tree.setCurrentItem(self._find(before) or everything)
        self.tree.blockSignals(False)
        self._narrow()
        self._preview()

    def _by_type(self, item: QTreeWidgetItem, side: str) -> None:
        """Group the units of a side without formation by type."""
        document = self.document
        assert document is not None
        loose = [
            unit for unit in document.work.scenario("units") if (unit.side, unit.formation) == (side, "")
        ]
        titles = {kind.key: kind.title for kind in document.work.scenario("unit_types")}
        for kind, count in Count(unit.type for unit in loose).items():
            self._item(item, f"{titles.get(kind) or kind} ({count})", (side, ("",), kind))

    def _below(self, side: str, above: str) -> list[str]:
        """The sub-formations of a formation; unlisted formations are at the top level."""
        used = {key for owner, key in self._counts if owner == side and key}
        listed = [key for key, known in self._formations.items() if known.side == side or key in used]
        named = [key for key in sorted(used) if key not in self._formations]
        parents = {key: self._formations[key].parent for key in listed}
        return [key for key in listed if (parents[key] if parents[key] in parents else "") == above] + (
            named if not above else []
        )

    def _add_formation(
        self, item: QTreeWidgetItem, side: str, key: str, seen: tuple[str, ...] = ()
    ) -> tuple[str, ...]:
        """Add a formation with its sub-formations; return all their keys."""
        title = self._formations[key].title if key in self._formations else ""
        mine = self._item(item, "", (side, (key,), ""))
        keys: tuple[str, ...] = (key,)
        for below in self._below(side, key):
            if below not in (*seen, key):
                keys += self._add_formation(mine, side, below, (*seen, key))
        count = sum(self._counts[side, known] for known in keys)
        mine.setText(0, f"{title or key} ({count})")
        mine.setToolTip(0, title or key)
        mine.setData(0, _SCOPE_ROLE, (side, keys, ""))
        return keys

    def _item(self, above: QTreeWidgetItem | None, text: str, scope: UnitScope) -> QTreeWidgetItem:
        item = QTreeWidgetItem([text])
        item.setSizeHint(0, ROW)
        item.setData(0, _SCOPE_ROLE, scope)
        if above is None:
            self.tree.addTopLevelItem(item)
        else:
            above.addChild(item)
        return item

    def _chosen(self) -> UnitScope:
        item = self.tree.currentItem()
        return _scope_of(item) if item is not None else ALL

    def _find(self, scope: UnitScope) -> QTreeWidgetItem | None:
        """Find the item of the same side or formation in a rebuilt tree."""
        side, formations, kind = scope
        for item in self.tree.findItems("", Qt.MatchFlag.MatchContains | Qt.MatchFlag.MatchRecursive):
            there, below, of_type = _scope_of(item)
            same = (below and below[0]) == (formations and formations[0])
            if (there, of_type) == (side, kind) and same:
                return item
        return None

    def _narrow(self) -> None:
        scope = self._chosen()
        if scope != self._scope_of.scope:
            self._scope_of.scope = scope
            self._scope_of.invalidate()

    def _search(self, text: str) -> None:
        self._scope_of.words = tuple(text.casefold().split())
        self._scope_of.invalidate()

    def _in_scope(self, unit: Unit) -> Unit:
        """Assign a new unit to the selected side and formation, with the usual ratings of its type."""
        side, formations, kind = self._chosen()
        self.search.clear()
        formation = formations[0] if formations else ""
        return self._with_usual_ratings(
            replace(unit, side=side or unit.side, type=kind or unit.type, formation=formation)
        )

    def _with_usual_ratings(self, unit: Unit) -> Unit:
        document = self.document
        return (
            unit if document is None else replace(unit, ratings=dict(usual_ratings(document.work, unit.type)))
        )

    def _bring_ratings(self, before: Sequence[Unit], after: list[Unit]) -> list[Unit]:
        """A unit of another type than before gets the usual ratings; if it has its own, after a question."""
        document = self.document
        changed = {now.id for was, now in zip(before, after, strict=False) if was.type != now.type}
        if document is None or not changed:
            return after
        usual = {
            kind: usual_ratings(document.work, kind, changed)
            for kind in {unit.type for unit in after if unit.id in changed}
        }
        own = [unit for unit in after if unit.id in changed and unit.ratings not in ({}, usual[unit.type])]
        replaces = not own or self.ask_ratings(
            f"Replace the ratings of {counted(len(own), 'unit')} by the usual ones of the new type?"
        )
        return [
            replace(unit, ratings=dict(usual[unit.type]))
            if unit.id in changed and usual[unit.type] and (replaces or not unit.ratings)
            else unit
            for unit in after
        ]

    def _ask_ratings(self, question: str) -> bool:
        button = QMessageBox.StandardButton
        return QMessageBox.question(self, "Another type", question) == button.Yes

    def _preview(self) -> None:
        document, chosen = self.document, self.units.selected()
        self.face.setVisible(document is not None and bool(chosen))
        if document is None or not chosen:
            return
        shown = document.snapshot()
        face = CounterStyle.of(shown).face(PrintedCounters(shown).front(chosen[-1]))
        self.face.setPixmap(self._art.pixmap(face, PREVIEW_PX, True))

    # files

    def ask_import(self) -> None:
        """Ask for a file and import its units."""
        name, _ = QFileDialog.getOpenFileName(self, "Import units", "", FILES)
        if name:
            self.import_file(Path(name))

    def import_file(self, path: Path) -> bool:
        """Import units from a file, asking for columns that are not known; on an error nothing is changed."""
        self.units.catch_up()
        document = self.document
        if document is None:
            return False
        try:
            rows = cells_of(read_text(path, MAX_FILE_BYTES))
            if not rows:
                raise BadInput(f"{path.name} is empty; export it again with its column titles.")
            found = self._units_of(rows, document.work)
            if found is None:
                return False
            known = {unit.id for unit in document.work.scenario("units")}
            return self.units.take_in(
                [
                    unit if unit.ratings or unit.id in known else self._with_usual_ratings(unit)
                    for unit in found
                ]
            )
        except BadInput as bad:
            self.units.problem.setText(str(bad))
            return False

    def _units_of(self, rows: list[list[str]], work: WorkingCopy) -> list[Unit] | None:
        """The units of these rows; None if the question about the columns was cancelled.

        An answer is remembered when it has worked; a remembered one that does not work is asked about again.
        """
        definition, remembered = self.units.model.definition, RememberedMappings(self._folder)
        mapping = remembered.find(definition, rows[0])
        if mapping is not None:
            try:
                return definition.loads_by(rows, mapping, work)
            except BadInput as bad:
                self.units.problem.setText(str(bad))
        else:
            mapping = guessed(definition, rows[0])
            if all(mapping) and not problem(definition, mapping):
                return definition.loads_by(rows, mapping, work)
        asked = self.ask_columns(definition, rows, mapping)
        if asked is None:
            return None
        units = definition.loads_by(rows, asked, work)
        remembered.keep(rows[0], asked)
        return units

    def _ask_columns(
        self, definition: TableDefinition, rows: list[list[str]], mapping: ColumnNames
    ) -> ColumnNames | None:
        """Ask which column becomes what; None if cancelled."""
        dialog = CsvMappingDialog(definition, rows, mapping, self.window())
        try:
            accepted = dialog.exec() == QDialog.DialogCode.Accepted
            return dialog.mapping() if accepted else None
        finally:
            dialog.deleteLater()

    def ask_export(self) -> None:
        """Ask for a file and export the units."""
        name, _ = QFileDialog.getSaveFileName(self, "Export units", "units.csv", FILES)
        if name:
            self.export_file(Path(name))

    def export_file(self, path: Path) -> None:
        """Export the units as a table."""
        try:
            write_atomically(path, self.units.model.dumps().encode())
        except BadInput as bad:
            self.units.problem.setText(str(bad))


def _scope_of(item: QTreeWidgetItem) -> UnitScope:
    side, formations, kind = item.data(0, _SCOPE_ROLE)
    return side, None if formations is None else tuple(formations), kind
