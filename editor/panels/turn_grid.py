"""The turns as a grid: arrivals, departures and allotments by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem, QWidget

from editor.document.working_copy import WorkingCopy
from engine.catalogue.document import SCHEDULE_KINDS, Allotment, ScheduleEntry

MAX_TURNS = 120
"""Longer games show their first turns in the grid and all turns in the table."""
MAX_COLUMN_WIDTH_PX = 240
ONCE = 0
"""The turn of an allotment that is made once for the whole game, in the first column."""


class GridRow(Struct, frozen=True):
    """A row of the grid: a kind of schedule entry, or an allotment."""

    side: str
    kind: str = ""
    what: str = ""


class TurnGrid(QTableWidget):
    """A double click or Return opens a turn; the amounts of allotments are typed into their cells."""

    opened = Signal(object, int)
    """The user wants to edit this row and turn."""
    cleared = Signal(object)
    """The user wants to clear these rows and turns."""
    allotted = Signal(object, int, str)
    """A row, a turn, and what was typed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Turns")
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.AnyKeyPressed
            | QAbstractItemView.EditTrigger.EditKeyPressed
        )
        self.setWordWrap(True)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.verticalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.rows: list[GridRow] = []
        self._first = 1
        self.cellDoubleClicked.connect(self._open)
        self.itemChanged.connect(self._typed)

    # showing

    def show_turns(self, work: WorkingCopy, allotments: Sequence[str]) -> None:
        """Show the scenario; `allotments` are the usual ones of the game."""
        turns = work.scenario("turns")
        self._first, count = turns.first, max(0, min(turns.last - turns.first + 1, MAX_TURNS))
        sides = {side.key: side.title or side.key for side in work.scenario("sides")}
        here = (self.rows[self.currentRow()], self.currentColumn()) if self.currentRow() >= 0 else None
        self.rows = list(_rows(work, list(sides), allotments))
        self.blockSignals(True)  # Filling the cells must not emit signals.
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)  # Resize only once.
        self.clearContents()
        self.setRowCount(len(self.rows))
        self.setColumnCount(count + 1)
        names = turns.names if len(turns.names) >= count else [str(turns.first + n) for n in range(count)]
        self.setHorizontalHeaderLabels(["Once", *(str(name) for name in names[:count])])
        self.setVerticalHeaderLabels([f"{sides[row.side]}: {row.kind or row.what}" for row in self.rows])
        units = {unit.id: unit.name for unit in work.scenario("units")}
        words = _words(work, units)
        for at, row in enumerate(self.rows):
            for column in range(count + 1):
                self.setItem(at, column, self._item(row, self.turn(column), words))
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.resizeColumnsToContents()
        for column in range(self.columnCount()):
            self.setColumnWidth(column, min(MAX_COLUMN_WIDTH_PX, max(56, self.columnWidth(column))))
        if here is not None and here[0] in self.rows:
            self.setCurrentCell(self.rows.index(here[0]), min(here[1], count))
        self.blockSignals(False)

    def _item(self, row: GridRow, turn: int, words: Mapping[tuple[GridRow, int], str]) -> QTableWidgetItem:
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        item = QTableWidgetItem(words.get((row, turn), ""))
        item.setTextAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        if row.what:
            item.setFlags(flags | Qt.ItemFlag.ItemIsEditable)
            return item
        item.setToolTip(item.text())
        item.setFlags(Qt.ItemFlag.NoItemFlags if turn == ONCE and self._first > ONCE else flags)
        return item

    def turn(self, column: int) -> int:
        """The turn of a column."""
        return ONCE if column == 0 else self._first + column - 1

    def column_of(self, turn: int) -> int:
        """The column of a turn."""
        return turn - self._first + 1

    # doing

    def _open(self, at: int, column: int) -> None:
        item = self.item(at, column)
        if self.rows[at].kind and item is not None and item.flags():
            self.opened.emit(self.rows[at], self.turn(column))

    def _typed(self, item: QTableWidgetItem) -> None:
        self.allotted.emit(self.rows[item.row()], self.turn(item.column()), item.text())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        chosen = [(self.rows[i.row()], self.turn(i.column())) for i in self.selectedIndexes()]
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and chosen:
            self.cleared.emit(chosen)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentRow() >= 0:
            self._open(self.currentRow(), self.currentColumn())
        else:
            super().keyPressEvent(event)


def _rows(work: WorkingCopy, sides: Sequence[str], allotments: Sequence[str]) -> list[GridRow]:
    used = {(entry.side, entry.kind) for entry in work.scenario("schedule")}
    given = [allotment.what for allotment in work.scenario("allotments") if allotment.what]
    found = []
    for side in sides:
        kinds = [kind for kind in SCHEDULE_KINDS if kind != "event" or (side, kind) in used]
        found += [GridRow(side, kind) for kind in kinds]
        found += [GridRow(side, what=what) for what in dict.fromkeys((*allotments, *given))]
    return found


def _words(work: WorkingCopy, units: dict[str, str]) -> dict[tuple[GridRow, int], str]:
    """The cell texts: schedule entries and allotments."""
    found: dict[tuple[GridRow, int], str] = {}
    for entry in work.scenario("schedule"):
        at = GridRow(entry.side, entry.kind), entry.turn
        line = entry_words(entry, units)
        found[at] = f"{found[at]}\n{line}" if at in found else line
    amounts: Counter[tuple[GridRow, int]] = Counter()
    for given in work.scenario("allotments"):
        amounts[GridRow(given.side, what=given.what), given.turn] += given.amount
    return found | {at: str(amount) for at, amount in amounts.items()}


def _is(allotment: Allotment, row: GridRow, turn: int) -> bool:
    return (allotment.side, allotment.what, allotment.turn) == (row.side, row.what, turn)


def allotments_with(
    listed: Sequence[Allotment], row: GridRow, turn: int, amount: int | None
) -> list[Allotment]:
    """The allotments with this one changed or removed."""
    fresh = [known for known in listed if not _is(known, row, turn)]
    if amount is None:
        return fresh
    old = next((n for n, known in enumerate(listed) if _is(known, row, turn)), len(fresh))
    known = next((known for known in listed if _is(known, row, turn)), Allotment(row.side, row.what, 0, turn))
    fresh.insert(min(old, len(fresh)), replace(known, amount=amount))
    return fresh


def entry_words(entry: ScheduleEntry, units: dict[str, str]) -> str:
    """A short text for an entry."""
    what = units.get(entry.unit, entry.unit) or "…"
    if entry.amount:
        kinds = (str(value) for value in entry.data.values() if isinstance(value, str))
        what = " ".join((str(entry.amount), *kinds))
    return f"{what} → {entry.place}" if entry.place is not None else what
