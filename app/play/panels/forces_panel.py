"""The forces of every side as the viewing side may see them: where each unit is and what is left of it."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from typing import Final

from msgspec import Struct
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QBrush, QColor, QIcon, QPainter, QPixmap, QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.map.terrain.printed_map import PrintedMap
from app.play.panels.inspector import describe, formation_title
from app.play.panels.lazy_panel import LazyPanel
from app.play.play_controller import PlayController
from app.rules.search_list import search_line
from engine.mechanics.plural import counted
from engine.referee.view import Counter
from engine.referee.view_change import ViewChange

_UNIT: Final = Qt.ItemDataRole.UserRole
_EDGE: Final = 12
INDENT: Final = 10
"""Pixels by which a formation stands in from its side, and a unit from its formation."""
SHARES: Final = (50, 25)
"""How much of the width the names and the places take; the rest says in what state a unit is."""


class Entry(Struct, frozen=True):
    """One unit as the list tells of it."""

    id: str
    side: str
    formation: str
    name: str
    where: str
    state: str
    on_map: bool
    weakened: bool
    words: str
    """Everything that a search may find, in small letters."""


CHOICES: Final[dict[str, tuple[str, Callable[[Entry], bool]]]] = {
    "all": ("All units", lambda entry: True),
    "map": ("On the map", lambda entry: entry.on_map),
    "off": ("Off the map: lost, due, in reserve", lambda entry: not entry.on_map),
    "weak": ("Weakened, on the map", lambda entry: entry.on_map and entry.weakened),
}


def entries_of(
    controller: PlayController,
    printed_map: PrintedMap | None,
    known: Iterable[Entry] = (),
    changed: Container[str] = (),
) -> list[Entry]:
    """Every counter that the viewing side may see; what is known and has not changed is taken as it is."""
    boxes = {box.key: box.title or box.key for box in controller.view.boxes}
    names = _place_names(printed_map)
    same = {entry.id: entry for entry in known if entry.id not in changed}
    return [
        same.get(counter.id) or _entry(counter, controller, boxes, names)
        for counter in controller.view.counters
    ]


def _entry(
    counter: Counter, controller: PlayController, boxes: dict[str, str], names: dict[str, str]
) -> Entry:
    on_map = counter.place not in boxes
    where = f"{counter.place} {names.get(counter.place, '')}".rstrip() if on_map else boxes[counter.place]
    name = counter.name if counter.known else "Unknown unit"
    weakened = counter.known and counter.steps < counter.full_steps
    state = [f"{counter.steps}/{counter.full_steps}"] if counter.known and counter.full_steps > 1 else []
    state += counter.statuses
    formation = formation_title(counter, controller) if counter.known else ""
    words = " ".join((name, formation, counter.kind if counter.known else "", where, *state)).lower()
    return Entry(counter.id, counter.side, formation, name, where, ", ".join(state), on_map, weakened, words)


def _place_names(printed_map: PrintedMap | None) -> dict[str, str]:
    if printed_map is None:
        return {}
    return {hex_id: f.name for hex_id, features in printed_map.features.items() for f in features if f.name}


class ForcesPanel(QWidget):
    """A tree of sides, formations and units. Read when it is looked at; a click goes to the unit."""

    unit_pointed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._printed_map: PrintedMap | None = None
        self._shown: list[Entry] | None = None
        self._unread: set[str] | None = None
        """The units that have changed since the panel was last read; None if any may have."""
        self._items: dict[str, QTreeWidgetItem] = {}
        self.search = search_line("Search the forces", "Search the forces")
        self.search.setToolTip("By name, formation, place or state")
        self.search.textChanged.connect(self._sift)
        self.which = QComboBox()
        self.which.setAccessibleName("Which units")
        self.which.view().setAccessibleName("Which units")
        self.which.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.which.setMinimumContentsLength(10)
        for key, (title, _) in CHOICES.items():
            self.which.addItem(title, key)
        self.which.currentIndexChanged.connect(self._sift)
        self._count = QLabel()
        self._count.setObjectName("quiet")
        self.tree = self._make_tree()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 6)
        layout.setSpacing(6)
        asked = QHBoxLayout()
        asked.setSpacing(6)
        asked.addWidget(self.search, 3)
        asked.addWidget(self.which, 2)
        layout.addLayout(asked)
        layout.addWidget(self.tree, 1)
        layout.addWidget(self._count)
        self.seen = LazyPanel(self, self._read)

    def _make_tree(self) -> QTreeWidget:
        tree = QTreeWidget()
        tree.setAccessibleName("Forces")
        tree.setColumnCount(3)
        tree.setHeaderLabels(["Unit", "Where", "State"])
        tree.setFrameShape(QTreeWidget.Shape.NoFrame)
        tree.setIndentation(INDENT)
        tree.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        tree.setUniformRowHeights(True)
        tree.setAllColumnsShowFocus(True)
        header = tree.header()
        header.setAccessibleName("Columns")
        header.setStretchLastSection(True)
        tree.itemClicked.connect(self._point)
        tree.itemActivated.connect(self._point)
        return tree

    # feeding

    def show_forces(
        self,
        controller: PlayController,
        printed_map: PrintedMap | None,
        change: ViewChange | None = None,
    ) -> None:
        """The table has changed: read it at once if anybody looks, else when somebody does.

        With a change, only its units are read again.
        """
        self._printed_map = printed_map
        if change is None or change.boxes:
            self._unread = None
        elif self._unread is not None:
            self._unread |= change.counters
        self.seen.changed(controller)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.which.view().setMinimumWidth(self.which.view().sizeHintForColumn(0) + 2 * _EDGE)
        for column, share in enumerate(SHARES):
            self.tree.setColumnWidth(column, self.tree.viewport().width() * share // 100)

    def _read(self, controller: PlayController) -> None:
        known = self._shown or () if self._unread is not None else ()
        entries = entries_of(controller, self._printed_map, known, self._unread or ())
        self._unread = set()
        if entries == self._shown:
            return
        if self._shown is not None and [_key(e) for e in entries] == [_key(e) for e in self._shown]:
            for old, new in zip(self._shown, entries, strict=True):
                if old != new:
                    self._write(self._items[new.id], new)
        else:
            self._build(entries, controller)
        self._shown = entries
        self._sift()

    def _build(self, entries: list[Entry], controller: PlayController) -> None:
        self.tree.clear()
        self._items = {}
        for side in dict.fromkeys((*controller.session.sides, *(e.side for e in entries))):
            mine = [entry for entry in entries if entry.side == side]
            if mine:
                heading = self._heading(controller.side_title(side))
                heading.setIcon(0, _swatch(controller.counter_style.colour(side)))
                self.tree.addTopLevelItem(heading)
                self._fill(heading, mine)
                heading.setFirstColumnSpanned(True)
                heading.setExpanded(True)

    def _fill(self, heading: QTreeWidgetItem, entries: list[Entry]) -> None:
        formations = dict.fromkeys(entry.formation for entry in entries)
        for formation in formations:
            branch = heading
            if formation and len(formations) > 1:
                branch = self._heading(formation)
                heading.addChild(branch)
                branch.setFirstColumnSpanned(True)
                branch.setExpanded(True)
            for entry in entries:
                if entry.formation == formation:
                    item = self._items[entry.id] = QTreeWidgetItem()
                    item.setData(0, _UNIT, entry.id)
                    branch.addChild(item)
                    self._write(item, entry)

    def _heading(self, text: str) -> QTreeWidgetItem:
        item = QTreeWidgetItem([text])
        font = item.font(0)
        font.setBold(True)
        item.setFont(0, font)
        item.setFlags(Qt.ItemFlag.ItemIsEnabled)
        return item

    def _write(self, item: QTreeWidgetItem, entry: Entry) -> None:
        quiet = (
            QBrush(self.palette().placeholderText()) if not entry.on_map else QBrush(self.palette().text())
        )
        controller = self.seen.controller
        counter = controller.view.counter(entry.id) if controller is not None else None
        tip = describe(counter, controller) if counter is not None and controller is not None else ""
        for column, text in enumerate((entry.name, entry.where, entry.state)):
            item.setText(column, text)
            item.setForeground(column, quiet)
            item.setToolTip(column, f"{tip}\n{entry.where}")
        item.setData(
            0,
            Qt.ItemDataRole.AccessibleTextRole,
            ", ".join(filter(None, (entry.name, entry.where, entry.state))),
        )

    # finding

    def _sift(self) -> None:
        """Hide what was not asked for; a formation without a unit to show goes with its units."""
        wanted = self.search.text().lower().split()
        passes = CHOICES[self.which.currentData()][1]
        entries = self._shown or []
        shown = {
            entry.id for entry in entries if passes(entry) and all(word in entry.words for word in wanted)
        }
        for unit, item in self._items.items():
            item.setHidden(unit not in shown)
        for row in range(self.tree.topLevelItemCount()):
            _hide_if_empty(self.tree.topLevelItem(row))
        self._count.setText(
            counted(len(shown), "unit")
            if len(shown) == len(entries)
            else f"{len(shown)} of {len(entries)} units"
        )

    def visible_units(self) -> list[str]:
        """The units that are listed now, from above."""
        return [unit for unit, item in self._items.items() if not item.isHidden()]

    def _point(self, item: QTreeWidgetItem) -> None:
        unit = item.data(0, _UNIT)
        if unit:
            self.unit_pointed.emit(unit)


def _key(entry: Entry) -> tuple[str, str, str]:
    return entry.id, entry.side, entry.formation


def _children(item: QTreeWidgetItem) -> Iterable[QTreeWidgetItem]:
    found = (item.child(row) for row in range(item.childCount()))
    return (child for child in found if child is not None)


def _hide_if_empty(item: QTreeWidgetItem | None) -> None:
    if item is None:
        return
    for child in _children(item):
        if child.data(0, _UNIT) is None:
            _hide_if_empty(child)
    item.setHidden(all(child.isHidden() for child in _children(item)))


def _swatch(colour: str) -> QIcon:
    pixmap = QPixmap(_EDGE, _EDGE)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colour))
    painter.drawRoundedRect(pixmap.rect(), 3, 3)
    painter.end()
    return QIcon(pixmap)
