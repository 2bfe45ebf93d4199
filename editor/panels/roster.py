"""The units panel: all units by side and formation with their set-up; they can be dragged to the map."""

from __future__ import annotations

from time import perf_counter
from typing import Final

from PySide6.QtCore import QMimeData, QSize, Qt, QTimer
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHBoxLayout,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.map.counters.counter_art import CounterArt
from app.map.counters.counter_style import CounterStyle
from editor.commands.command_runner import CommandRunner
from editor.commands.order_of_battle import add_alternative_place, place_units, take_off_map
from editor.document.open_document import OpenDocument
from editor.document.selection import Selection
from editor.document.setup_counters import PrintedCounters
from editor.map.canvas import UNITS_MIME_TYPE, EditorCanvas
from editor.panels.lazy_panel import LazyPanel
from editor.panels.placement_edit import PlacementEdit
from editor.window.tree_heading import tree_heading
from engine.bad_input import BadInput
from engine.catalogue.document import Placement, Unit
from engine.catalogue.placing import Placing

FACE_PX: Final = 30
DRAW_SLICE_SECONDS: Final = 0.004
"""Time for drawing counters before events are processed again."""
_UNIT = Qt.ItemDataRole.UserRole


class _Tree(QTreeWidget):
    """A tree that only supports dragging out."""

    def mimeTypes(self) -> list[str]:
        return [UNITS_MIME_TYPE]

    def mimeData(self, items) -> QMimeData:
        data = QMimeData()
        ids = [item.data(0, _UNIT) for item in items if item.data(0, _UNIT)]
        data.setData(UNITS_MIME_TYPE, "\n".join(ids).encode())
        return data


class Roster(LazyPanel):
    """Sets up units by dragging them or by entering a placement."""

    def __init__(
        self,
        open_document: OpenDocument,
        canvas: EditorCanvas,
        commands: CommandRunner,
        selection: Selection,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(open_document, parent)
        self._canvas, self._commands, self._selection = canvas, commands, selection
        self._art = CounterArt()
        self.shown = QComboBox()
        self.shown.setAccessibleName("Which units")
        for words, value in (("All units", "all"), ("Not set up", "waiting"), ("Set up", "placed")):
            self.shown.addItem(words, value)
        self.shown.currentIndexChanged.connect(lambda _: self.refresh())
        self.tree = _Tree()
        self.tree.setAccessibleName("Roster")
        self.tree.setColumnCount(2)
        self.tree.setHeaderLabels(["Unit", "Set-up"])
        self.tree.setColumnWidth(0, 180)
        self.tree.setIconSize(QSize(FACE_PX, FACE_PX))
        self.tree.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.tree.setDragEnabled(True)
        self.tree.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        self.tree.itemDoubleClicked.connect(self._go)
        self.tree.itemSelectionChanged.connect(self._show_places)
        self.place = PlacementEdit()
        self.place.confirmed.connect(lambda: self.set_up())
        self.put = QPushButton("Set up")
        self.put.clicked.connect(lambda: self.set_up())
        self.put.setToolTip("Set up the selected units here")
        self.also = QPushButton("Alternative")
        self.also.setToolTip("Let the selected units set up here as an alternative")
        self.also.clicked.connect(lambda: self.set_up(also=True))
        self.off = QPushButton("Off map")
        self.off.setToolTip("Remove the set-up of the selected units")
        self.off.clicked.connect(self.take_off)
        row = QHBoxLayout()
        for button in (self.put, self.also, self.off):
            row.addWidget(button, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 6, 8, 8)
        layout.addWidget(self.shown)
        layout.addWidget(self.tree, 1)
        layout.addWidget(self.place)
        layout.addLayout(row)
        self._blank = QPixmap(FACE_PX, FACE_PX)
        self._blank.fill(Qt.GlobalColor.transparent)
        self._items: dict[str, QTreeWidgetItem] = {}
        self._listed: object = None
        """The data of the tree; while it is unchanged only the places are updated."""
        self._undrawn: list[Unit] = []
        self._draw_timer = QTimer(self)
        self._draw_timer.setSingleShot(True)
        self._draw_timer.timeout.connect(self._draw_faces)
        canvas.dropped.connect(self.drop)

    def refresh(self) -> None:
        """Show the current units."""
        document = self.document
        if document is None:
            return
        work = document.work
        places: dict[str, list[str]] = {}
        for setup in work.scenario("setups"):
            places.setdefault(setup.unit, []).append(str(setup.place))
        arrivals = {entry.unit: f"turn {entry.turn}" for entry in work.scenario("schedule") if entry.unit}
        self.place.offer(work)
        wanted = self.shown.currentData()
        begins = {
            unit.id: " or ".join(places.get(unit.id, ())) or arrivals.get(unit.id, "")
            for unit in work.scenario("units")
        }
        units = [
            u for u in work.scenario("units") if wanted == "all" or (wanted == "placed") == bool(begins[u.id])
        ]
        self._list(units)
        for unit in units:
            words = begins[unit.id] or "–"
            item = self._items[unit.id]
            if item.text(1) != words:
                item.setText(1, words)

    def _list(self, units: list[Unit]) -> None:
        """Build the tree; the counters are drawn later in short slices."""
        document = self.document
        assert document is not None
        work = document.work
        formations = work.scenario("formations")
        made_from = (units, formations, work.scenario("unit_types"), work.scenario("sides"))
        if made_from == self._listed:
            return
        self._listed = made_from
        chosen, scrolled = set(self.ids()), self.tree.verticalScrollBar().value()
        titles = {formation.key: formation.title for formation in formations}
        sides = {side.key: side.title or side.key for side in work.scenario("sides")}
        self.tree.clear()
        self._items.clear()
        groups: dict[tuple[str, str], QTreeWidgetItem] = {}
        blank = QIcon(self._blank)
        for unit in units:
            item = self._items[unit.id] = QTreeWidgetItem([unit.name or unit.id, ""])
            item.setData(0, _UNIT, unit.id)
            item.setToolTip(0, unit.id)
            item.setIcon(0, blank)
            words = titles.get(unit.formation) or unit.formation or "No formation"
            side_title = sides.get(unit.side, unit.side)
            self._group(groups, (unit.side, unit.formation), words, side_title).addChild(item)
            item.setSelected(unit.id in chosen)
        self.tree.expandAll()
        self.tree.verticalScrollBar().setValue(scrolled)
        shown = document.snapshot()
        self._counter_style, self._printed = CounterStyle.of(shown), PrintedCounters(shown)
        self._undrawn = units[::-1]
        self._draw_timer.start(0)

    def _draw_faces(self) -> None:
        until = perf_counter() + DRAW_SLICE_SECONDS
        while self._undrawn and perf_counter() < until:
            unit = self._undrawn.pop()
            face = self._counter_style.face(self._printed.front(unit))
            self._items[unit.id].setIcon(0, QIcon(self._art.pixmap(face, FACE_PX, True)))
        if self._undrawn:
            self._draw_timer.start(0)

    def _group(
        self,
        groups: dict[tuple[str, str], QTreeWidgetItem],
        key: tuple[str, str],
        words: str,
        side: str,
    ) -> QTreeWidgetItem:
        """The tree item of a side's formation."""
        if key not in groups:
            groups[key] = tree_heading(self.tree, words, side, height=FACE_PX)
            groups[key].setToolTip(0, words)
        return groups[key]

    def ids(self) -> list[str]:
        """The ids of the selected units."""
        return [item.data(0, _UNIT) for item in self.tree.selectedItems() if item.data(0, _UNIT)]

    def item(self, unit: str) -> QTreeWidgetItem:
        """The tree item of a unit."""
        self.catch_up()
        return self._items[unit]

    def choose(self, *ids: str) -> None:
        """Select units by id."""
        self.catch_up()
        for unit, item in self._items.items():
            item.setSelected(unit in ids)

    def _show_places(self) -> None:
        """Highlight the hexes where the selected units may be set up."""
        document, ids = self.document, set(self.ids())
        if document is None or not ids or not self.isVisible():
            return
        placing = Placing(document.snapshot(), document.lattice)
        sides = {unit.id: unit.side for unit in document.work.scenario("units")}
        hexes: dict[str, None] = {}
        for setup in document.work.scenario("setups"):
            if setup.unit in ids:
                try:
                    hexes.update(dict.fromkeys(placing.hexes(setup.place, sides[setup.unit])))
                except (BadInput, KeyError):
                    continue  # The problems panel says what is wrong with this place.
        self._canvas.preview_hexes(hexes)

    # placing

    def drop(self, ids: list[str], here: str) -> None:
        """Set up units that were dropped on a hex."""
        document = self.document
        if document is None or not ids:
            return
        if self._commands.may_change("units"):
            document.do_step(place_units(document.work, ids, Placement("hex", here)))

    def set_up(self, also: bool = False) -> None:
        """Set up the selected units at the entered place; `also` adds it as an alternative."""
        document, ids = self.document, self.ids()
        if document is None or not ids:
            self._commands.show_message("Select units in the Units panel first.")
            return
        try:
            place = self.place.place()
        except BadInput as bad:
            self._commands.show_message(str(bad))
            return
        document.do_step((add_alternative_place if also else place_units)(document.work, ids, place))

    def take_off(self) -> None:
        """Remove the set-up of the selected units."""
        document, ids = self.document, self.ids()
        if document is not None and ids:
            document.do_step(take_off_map(document.work, ids))

    def _go(self, item: QTreeWidgetItem) -> None:
        document, unit = self.document, item.data(0, _UNIT)
        if document is None or not unit:
            return
        setups = document.work.scenario("setups")
        places = [setup.place.at for setup in setups if setup.unit == unit and setup.place.kind == "hex"]
        if places and places[0] in document.lattice:
            self._selection.select(places[:1])
            self._canvas.scroll_to(places[0])
