"""The turns tab: the turns as a grid, and tables of schedule entries, allotments and set-up."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QTabWidget, QVBoxLayout, QWidget

from editor.commands.order_of_battle import set_allotments, set_schedule, set_setups
from editor.commands.regions import set_boxes
from editor.commands.set_records import SetRecords, combined
from editor.document.open_document import OpenDocument
from editor.document.problems import Spot
from editor.document.working_copy import SCENARIO, SHEET
from editor.forms.error_label import ErrorLabel
from editor.forms.schedule_dialog import ScheduleDialog
from editor.panels.lazy_panel import LazyPanel
from editor.panels.turn_grid import GridRow, TurnGrid, allotments_with
from editor.tables.table_definitions import BOXES, SCHEDULE, SETUPS, allotment_table
from editor.tables.table_model import RecordsModel
from editor.tables.table_view import RecordsTable
from editor.window.splitter import splitter


class SchedulePage(LazyPanel):
    """The grid of turns above, the tables below."""

    def __init__(self, open_document: OpenDocument, parent: QWidget | None = None) -> None:
        super().__init__(open_document, parent)
        heading = QLabel("Turns")
        heading.setObjectName("panelHeading")
        hint = QLabel(
            "Double-click a turn to edit its arrivals and departures. Type the amounts of allotments. "
            "Delete clears a cell."
        )
        hint.setObjectName("quiet")
        self.problem = ErrorLabel()
        self.grid = TurnGrid()
        self.grid.opened.connect(self.ask)
        self.grid.cleared.connect(self._clear)
        self.grid.allotted.connect(self._allot)
        self.grid.cellClicked.connect(self._choose)
        above = QWidget()
        column = QVBoxLayout(above)
        column.setContentsMargins(0, 0, 0, 0)
        line = QHBoxLayout()
        line.addWidget(heading)
        line.addWidget(hint, 1)
        column.addLayout(line)
        column.addWidget(self.problem)
        column.addWidget(self.grid, 1)
        self.problem.hide()
        # Build from the outside in: Qt polishes a widget again when it gets another parent.
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 8)
        halves = splitter(Qt.Orientation.Vertical)
        layout.addWidget(halves)
        self.tables = QTabWidget()
        halves.addWidget(above)
        halves.addWidget(self.tables)
        halves.setSizes([380, 300])
        self.tables.setDocumentMode(True)
        self.tables.setAccessibleName("Entries, allotments, set-ups")
        self.tables.tabBar().setAccessibleName("Entries, allotments or set-ups")
        self.entries = self._table("Arrivals and departures", SCHEDULE, "schedule", set_schedule)
        self.allotments = self._table(
            "Allotments", allotment_table(open_document.vocabulary), "allotments", set_allotments
        )
        self.setups = self._table("Set-up rules", SETUPS, "setups", set_setups)
        self.boxes = self._table("Boxes off the map", BOXES, "boxes", set_boxes, SHEET)

    def _table(self, title: str, sheet, name: str, put, owner: str = SCENARIO) -> RecordsTable:
        model = RecordsModel(self.open_document, sheet, lambda work: work.tables[owner][name], put)
        table = RecordsTable(model, title, heading=False)
        self.tables.addTab(table, title)
        return table

    def go_to(self, spot: Spot) -> None:
        """Select the row with the problem."""
        self.catch_up()
        table: RecordsTable = getattr(self, spot.table)
        self.tables.setCurrentWidget(table)
        table.go_to(spot)

    def document_opened(self) -> None:
        self.allotments.model.set_definition(allotment_table(self.open_document.vocabulary))

    def refresh(self) -> None:
        """Show the grid of turns."""
        document = self.document
        if document is not None:
            self.grid.show_turns(document.work, self.open_document.vocabulary.allotments)

    # changing

    def ask(self, row: GridRow, turn: int) -> None:
        """Ask for the entries of a side on a turn."""
        document = self.document
        if document is None:
            return
        work = document.work
        others = [e for e in work.scenario("schedule") if (e.side, e.kind, e.turn) != _of(row, turn)]
        if row.kind == "event":  # Events have game-specific data and are edited in the table.
            blank = replace(SCHEDULE.blank(work), side=row.side, kind=row.kind, turn=turn)
            self._do(set_schedule(work, [*work.scenario("schedule"), blank]))
        else:
            dialog = ScheduleDialog(work, row.side, row.kind, turn, self)
            if dialog.exec():
                self._do(set_schedule(work, [*others, *dialog.entries()]))
            dialog.deleteLater()
        self._choose(self.grid.rows.index(row), self.grid.column_of(turn))

    def _clear(self, chosen: list[tuple[GridRow, int]]) -> None:
        """Remove the entries and allotments of these cells."""
        document = self.document
        if document is None:
            return
        work, cells = document.work, {_of(row, turn) for row, turn in chosen if row.kind}
        kept = [e for e in work.scenario("schedule") if (e.side, e.kind, e.turn) not in cells]
        given = list(work.scenario("allotments"))
        for row, turn in chosen:
            if row.what:
                given = allotments_with(given, row, turn, None)
        self._do(combined("Clear turns", [set_schedule(work, kept), set_allotments(work, given)]))

    def _allot(self, row: GridRow, turn: int, words: str) -> None:
        """Set the allotment of a side on a turn."""
        document, words = self.document, words.strip()
        if document is None:
            return
        number = words.removeprefix("-")
        if words and not (number.isascii() and number.isdigit() and len(number) < 8):
            self._show_problem(f"The amount of {row.what} must be a whole number, not {words!r:.30}.")
            self.refresh()
            return
        amount = int(words) if words else None
        listed = allotments_with(document.work.scenario("allotments"), row, turn, amount)
        self._do(set_allotments(document.work, listed))

    def _do(self, command: SetRecords) -> None:
        document = self.document
        assert document is not None
        self._show_problem("")
        document.do_step(command)

    def _show_problem(self, words: str) -> None:
        self.problem.setText(words)
        self.problem.setVisible(bool(words))

    def _choose(self, at: int, column: int) -> None:
        """Select the entries of a cell in the table below."""
        row, turn = self.grid.rows[at], self.grid.turn(column)
        table = self.allotments if row.what else self.entries
        table.catch_up()
        rows = [
            n
            for n, record in enumerate(table.model.records)
            if (record.side, getattr(record, "what" if row.what else "kind"), record.turn) == _of(row, turn)
        ]
        if rows:
            self.tables.setCurrentWidget(table)
            table.select(rows)


def _of(row: GridRow, turn: int) -> tuple[str, str, int]:
    return row.side, row.kind or row.what, turn
