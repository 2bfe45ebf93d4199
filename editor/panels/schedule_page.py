"""When things come and go: the turns as a grid, the entries as a table, what each side is given."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QLabel,
    QSplitter,
    QTableWidget,
    QTableWidgetItem,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from editor.bench import Bench
from editor.commands.forces import set_allotments, set_schedule, set_setups
from editor.commands.zones import set_boxes
from editor.panels.records_table import RecordsModel, RecordsTable
from editor.panels.when_seen import WhenSeen
from editor.sheets import ALLOTMENTS, BOXES, SCHEDULE, SETUPS
from editor.workpiece import SCENARIO, SHEET
from engine.catalogue.document import SCHEDULE_KINDS, ScheduleEntry

MOST_TURNS = 120
"""Longer games than this show their first turns in the grid, and all in the table."""


class SchedulePage(WhenSeen):
    """A double click into the grid adds an entry for that side, kind and turn."""

    def __init__(self, bench: Bench, parent: QWidget | None = None) -> None:
        super().__init__(bench, parent)
        self._bench = bench
        self._lines: list[tuple[str, str]] = []
        heading = QLabel("Turns")
        heading.setObjectName("panelHeading")
        hint = QLabel("Double-click a turn to add something that comes or goes then.")
        hint.setObjectName("quiet")
        self.grid = QTableWidget()
        self.grid.setAccessibleName("Turns")
        self.grid.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.grid.setWordWrap(True)
        self.grid.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.grid.cellDoubleClicked.connect(self._add)
        self.grid.cellClicked.connect(self._choose)
        above = QWidget()
        column = QVBoxLayout(above)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(heading)
        column.addWidget(hint)
        column.addWidget(self.grid, 1)
        self.tables = QTabWidget()
        self.tables.setDocumentMode(True)
        self.tables.setAccessibleName("Entries, allotments, set-ups")
        self.tables.tabBar().setAccessibleName("Entries, allotments or set-ups")
        self.entries = self._table("Arrivals and departures", SCHEDULE, "schedule", set_schedule)
        self.allotments = self._table("Allotments", ALLOTMENTS, "allotments", set_allotments)
        self.setups = self._table("Set-up rules", SETUPS, "setups", set_setups)
        self.boxes = self._table("Boxes off the map", BOXES, "boxes", set_boxes, SHEET)
        halves = QSplitter(Qt.Orientation.Vertical)
        halves.addWidget(above)
        halves.addWidget(self.tables)
        halves.setSizes([300, 360])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 8)
        layout.addWidget(halves)

    def _table(self, title: str, sheet, name: str, put, owner: str = SCENARIO) -> RecordsTable:
        model = RecordsModel(self._bench, sheet, lambda work: work.tables[owner][name], put)
        table = RecordsTable(model, title, heading=False)
        self.tables.addTab(table, title)
        return table

    def refresh(self) -> None:
        """Show the grid of turns."""
        document = self._bench.document
        if document is None:
            return
        work = document.work
        turns, units = work.scenario("turns"), {unit.id: unit.name for unit in work.scenario("units")}
        count = min(turns.last - turns.first + 1, MOST_TURNS)
        sides = {side.key: side.title or side.key for side in work.scenario("sides")}
        entries = work.scenario("schedule")
        used = {(entry.side, entry.kind) for entry in entries}
        self._lines = [
            (side, kind)
            for side in sides
            for kind in SCHEDULE_KINDS
            if kind == "reinforcement" or (side, kind) in used
        ]
        self.grid.setRowCount(len(self._lines))
        self.grid.setColumnCount(max(count, 0))
        names = turns.names if len(turns.names) >= count else [str(turns.first + n) for n in range(count)]
        self.grid.setHorizontalHeaderLabels([str(name) for name in names[:count]])
        self.grid.setVerticalHeaderLabels([f"{sides[side]}: {kind}" for side, kind in self._lines])
        self.grid.clearContents()
        for row, (side, kind) in enumerate(self._lines):
            for column in range(count):
                here = [
                    entry
                    for entry in entries
                    if (entry.side, entry.kind, entry.turn) == (side, kind, turns.first + column)
                ]
                if here:
                    self.grid.setItem(
                        row, column, QTableWidgetItem("\n".join(_words(e, units) for e in here))
                    )
        self.grid.resizeColumnsToContents()

    def _add(self, row: int, column: int) -> None:
        document = self._bench.document
        if document is None:
            return
        side, kind = self._lines[row]
        work = document.work
        blank = SCHEDULE.blank(work)
        entry = replace(blank, side=side, kind=kind, turn=work.scenario("turns").first + column)
        document.do(set_schedule(work, [*work.scenario("schedule"), entry]))
        document.end_stroke()
        self.tables.setCurrentWidget(self.entries)
        self._choose(row, column)

    def _choose(self, row: int, column: int) -> None:
        """The entries of a turn, in the table below."""
        document = self._bench.document
        if document is None:
            return
        turn, (side, kind) = document.work.scenario("turns").first + column, self._lines[row]
        records = self.entries.model.records
        self.entries.select(
            [n for n, e in enumerate(records) if (e.side, e.kind, e.turn) == (side, kind, turn)]
        )


def _words(entry: ScheduleEntry, units: dict[str, str]) -> str:
    what = units.get(entry.unit, entry.unit) or "…"
    if entry.amount:
        kinds = (str(value) for value in entry.data.values() if isinstance(value, str))
        what = " ".join((str(entry.amount), *kinds))
    return f"{what} → {entry.place}" if entry.place is not None else what
