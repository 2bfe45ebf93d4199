"""The Charts tab: edits the scenario's changes to the charts of the game."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any, Final

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QBrush, QColor, QKeySequence, QPalette, QShortcut
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from editor.commands.scenario import set_chart
from editor.document.open_document import OpenDocument
from editor.document.problems import Spot
from editor.forms.error_label import ErrorLabel
from editor.panels.charts_tables import Cell, ChangedChart, Path
from editor.panels.lazy_panel import LazyPanel
from editor.window.splitter import splitter
from engine import games
from engine.bad_input import BadInput
from engine.catalogue.chart_changes import CHARTS
from engine.catalogue.document_game import DocumentGame
from engine.mechanics.plural import counted

_CELL = Qt.ItemDataRole.UserRole
_LINE, _NAME = Qt.ItemDataRole(_CELL + 1), Qt.ItemDataRole(_CELL + 2)
WIDEST_TEXT_PX: Final = 560
"""Room in which a long text is broken into lines."""
CELL_MARGIN_PX: Final = 18
LARGEST_HEIGHT_PX: Final = 4000


class ChartsPage(LazyPanel):
    """A list of charts and the open one; the game's reader checks every change."""

    def __init__(self, open_document: OpenDocument, parent: QWidget | None = None) -> None:
        super().__init__(open_document, parent)
        self._printed: dict[str, Mapping[str, Any]] = {}
        self._game = ""
        self._chart: ChangedChart | None = None
        self._filling = False
        self._shown = ""
        self.list = QListWidget()
        self.list.setAccessibleName("Charts of the game")
        self.list.setSpacing(2)
        self.heading = QLabel()
        self.heading.setObjectName("panelHeading")
        self.state = QLabel()
        self.state.setObjectName("quiet")
        self.state.setWordWrap(True)
        self.fault = ErrorLabel()
        self.why = QLineEdit()
        self.why.setAccessibleName("Why the chart is changed")
        self.why.setPlaceholderText("Why this scenario changes the chart")
        self.table = QTableWidget()
        self.table.setAccessibleName("Values of the chart")
        self.table.horizontalHeader().hide()
        self.table.verticalHeader().hide()
        self.table.setWordWrap(True)
        self.table.setStyleSheet("QTableWidget::item { padding: 3px 6px; }")
        self.more = QPushButton("Add a row")
        self.more.setToolTip("Add a copy of the selected row")
        self.fewer = QPushButton("Leave out the row")
        self.fewer.setToolTip("This scenario does not use the selected row")
        self.back = QPushButton("Reset cells")
        self.back.setToolTip(
            "Restore the printed values of the selected cells; also restores rows that were left out (Delete)"
        )
        self.whole = QPushButton("Reset chart")
        self.whole.setToolTip("Restore the printed chart")
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.addStretch(1)
        for button in (self.more, self.fewer, self.back, self.whole):
            row.addWidget(button)
        right = QWidget()
        column = QVBoxLayout(right)
        column.setContentsMargins(10, 0, 0, 0)
        for part in (self.heading, self.state):
            column.addWidget(part)
        column.addWidget(self.table, 1)
        column.addWidget(self.fault)
        column.addWidget(self.why)
        column.addLayout(row)
        # Build from the outside in: Qt polishes a widget again when it gets another parent.
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 8)
        across = splitter()
        layout.addWidget(across)
        across.addWidget(self.list)
        across.addWidget(right)
        across.setSizes([260, 780])
        across.setChildrenCollapsible(False)

    def _connect(self) -> None:
        self.list.currentItemChanged.connect(lambda *_: self._open())
        self.table.itemChanged.connect(self._typed)
        self.why.editingFinished.connect(self._put_reason)
        self.more.clicked.connect(self._add_row)
        self.fewer.clicked.connect(self._leave_out)
        self.table.itemSelectionChanged.connect(self._enable_rows)
        self.back.clicked.connect(self._reset_cells)
        self.whole.clicked.connect(self._reset_chart)
        delete = QShortcut(QKeySequence(QKeySequence.StandardKey.Delete), self.table)
        delete.setContext(Qt.ShortcutContext.WidgetShortcut)
        delete.activated.connect(self._reset_cells)

    # display

    @property
    def chart(self) -> str:
        """The name of the chart that is open."""
        row = self.list.currentRow()
        return str(self.list.item(row).data(_CELL)) if row >= 0 else ""

    def show_chart(self, name: str) -> None:
        """Open a chart."""
        for row in range(self.list.count()):
            if self.list.item(row).data(_CELL) == name:
                self.list.setCurrentRow(row)

    def go_to(self, spot: Spot) -> None:
        """Open the chart with the problem."""
        self.catch_up()
        self.show_chart(spot.key)

    def refresh(self) -> None:
        """Show the current charts; they are read when the tab is first visible."""
        document = self.document
        if document is None:
            return
        if self._game != document.game:
            self._read(document.game)
        changes = self._changes()
        for row in range(self.list.count()):
            item = self.list.item(row)
            name = item.data(_CELL)
            title = self._printed[name].get("title") or name.replace("_", " ")
            item.setText(f"{title} (changed)" if name in changes else title)
            font = item.font()
            font.setBold(name in changes)
            item.setFont(font)
        self._open()

    def _read(self, key: str) -> None:
        """Read the charts that the rules of the game use."""
        self._game = key
        self._printed = {}
        game = self._played()
        texts = game.chart_texts() if game is not None else {}
        for name, text in texts.items():
            assert game is not None
            try:
                game.check_chart(name, {})
            except BadInput:
                continue  # A reference sheet that the rules do not use.
            self._printed[name] = tomllib.loads(text)
        self.list.blockSignals(True)
        self.list.clear()
        for name in sorted(self._printed, key=lambda known: str(self._printed[known].get("title", known))):
            item = QListWidgetItem()
            item.setData(_CELL, name)
            self.list.addItem(item)
        if self.list.count():
            self.list.setCurrentRow(0)
        self.list.blockSignals(False)

    def _played(self) -> DocumentGame | None:
        try:
            game = games.game(self._game)
        except BadInput:
            return None
        return game if isinstance(game, DocumentGame) else None

    def _changes(self) -> Mapping[str, Any]:
        document = self.document
        assert document is not None
        found = document.work.scenario("data").get(CHARTS, {})
        return found if isinstance(found, Mapping) else {}

    def _open(self) -> None:
        name = self.chart
        for part in (self.table, self.why, self.back, self.whole):
            part.setEnabled(bool(name))
        self.fault.hide()
        if not name or self.document is None:
            self._chart = None
            self.table.setRowCount(0)
            self.heading.setText("")
            self.state.setText("The rules of this game use no charts.")
            return
        printed, changes = self._printed[name], self._changes().get(name, {})
        self._chart = ChangedChart(printed, changes)
        self.heading.setText(str(printed.get("title") or name))
        self.why.setText(str(changes.get("why", "")))
        self.whole.setEnabled(bool(changes))
        self._fill()
        self._enable_rows()
        self._check(changes)

    def _check(self, changes: Mapping[str, Any]) -> None:
        """Check the chart with the game's reader."""
        game = self._played()
        cells = self._cells()
        count = sum(cell.is_changed for row in cells for cell in row)
        gone = sum(row[0].is_gone for row in cells)
        if changes:
            values = "value is" if count == 1 else "values are"
            rows = f", {counted(gone, 'row')} left out" if gone else ""
            self.state.setText(f"Changed by this scenario: {count} {values} not as printed{rows}.")
        else:
            self.state.setText("As printed. Type into a cell to change it for this scenario.")
        try:
            if game is not None:
                game.check_chart(self.chart, changes)
        except BadInput as problem:
            self._show_error(str(problem))

    def _show_error(self, words: str) -> None:
        self.fault.setText(words)
        self.fault.show()

    def _cells(self) -> list[list[Cell]]:
        return self._chart.rows() if self._chart is not None else []

    def _fill(self) -> None:
        rows = self._cells()
        place = (
            (self.table.currentRow(), self.table.currentColumn()) if self._shown == self.chart else (-1, -1)
        )
        self._shown = self.chart
        self._filling = True
        self.table.clear()
        self.table.clearSpans()
        self.table.setRowCount(len(rows))
        self.table.setColumnCount(max(map(len, rows), default=0))
        columns = self.table.columnCount()
        single = {at: row for at, row in enumerate(rows) if len(row) == 2 and row[1].path and columns > 2}
        for at, row in enumerate(rows):
            for column, cell in enumerate(row[:1] if at in single else row):
                self.table.setItem(at, column, self._item(cell))
            for column in range(len(row), columns):
                self.table.setItem(at, column, self._item(Cell("")))
            if row[0].is_title and columns > 1:
                self.table.setSpan(at, 0, 1, columns)
        self._set_widths()
        for at, row in single.items():  # A single value spans the row.
            self.table.setItem(at, 1, self._item(row[1]))
            self.table.setSpan(at, 1, 1, columns - 1)
        self.table.resizeRowsToContents()
        self._fit_texts({at: row[1].text for at, row in single.items()})
        self.table.setCurrentCell(*place)
        self._filling = False

    def _fit_texts(self, texts: Mapping[int, str]) -> None:
        """Make room for texts that span their rows: Qt measures only their first column."""
        if not texts:
            return
        measure, last = self.table.fontMetrics(), self.table.columnCount() - 1
        widest = max(measure.horizontalAdvance(text) for text in texts.values()) + CELL_MARGIN_PX
        there = sum(self.table.columnWidth(column) for column in range(1, last + 1))
        missing = min(widest, WIDEST_TEXT_PX) - there
        if missing > 0:
            self.table.setColumnWidth(last, self.table.columnWidth(last) + missing)
        room = QRect(0, 0, max(there, there + missing) - CELL_MARGIN_PX, LARGEST_HEIGHT_PX)
        for at, text in texts.items():
            needed = measure.boundingRect(room, Qt.TextFlag.TextWordWrap, text).height() + CELL_MARGIN_PX
            self.table.setRowHeight(at, max(needed, self.table.verticalHeader().minimumSectionSize()))

    def _set_widths(self) -> None:
        self.table.resizeColumnsToContents()
        for column in range(self.table.columnCount()):
            self.table.setColumnWidth(column, min(320, max(64, self.table.columnWidth(column) + 14)))

    def _item(self, cell: Cell) -> QTableWidgetItem:
        item = QTableWidgetItem(cell.text)
        item.setData(_CELL, cell.path)
        item.setData(_LINE, cell.line)
        item.setData(_NAME, cell.is_name)
        font = item.font()
        if cell.is_gone:
            item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
            font.setStrikeOut(True)
            item.setForeground(self.palette().placeholderText())
            item.setToolTip("Printed, but left out of this scenario")
        elif cell.is_name:
            font.setBold(True)
            item.setBackground(_tint())
            item.setToolTip("A row that this scenario adds; type here to rename it")
        elif not cell.path and cell.line:
            item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
            font.setBold(True)
        elif not cell.path:
            item.setFlags(Qt.ItemFlag.ItemIsEnabled)
            font.setBold(True)
            if cell.is_title:
                item.setBackground(self.palette().color(QPalette.ColorRole.AlternateBase))
        elif cell.is_changed:
            font.setBold(True)
            item.setBackground(_tint())
            item.setToolTip(f"Printed: {cell.printed or 'nothing'}")
        item.setFont(font)
        return item

    # changing

    def _typed(self, item: QTableWidgetItem) -> None:
        path, line = item.data(_CELL), item.data(_LINE)
        is_name = bool(item.data(_NAME))
        if self._filling or self._chart is None or not (path or is_name):
            return
        try:
            if is_name:
                self._chart.name_row(tuple(line), item.text())
            else:
                self._chart.put(tuple(path), item.text())
        except BadInput as problem:
            words = str(problem)
            self._open()
            self._show_error(words)
            return
        self._store()

    def _put_reason(self) -> None:
        if self._chart is None or self.document is None:
            return
        text = self.why.text().strip()
        if text != self._changes().get(self.chart, {}).get("why", ""):
            self._chart.put(("why",), text or str(self._chart.printed.get("why", "")))
            self._store()

    def _reset_cells(self) -> None:
        paths: list[Path] = []
        for item in self.table.selectedItems():
            gone = not item.data(_CELL) and item.font().strikeOut()
            paths.append(tuple((item.data(_LINE) if gone else item.data(_CELL)) or ()))
        if self._chart is not None and any(paths):
            self._chart.as_printed([path for path in dict.fromkeys(paths) if path])
            self._store()

    # rows

    def _line(self) -> Path:
        """The table row of the current cell, if there is one."""
        chosen = self.table.selectedItems()
        return tuple(chosen[-1].data(_LINE) or ()) if chosen and not chosen[-1].font().strikeOut() else ()

    def _enable_rows(self) -> None:
        for button in (self.more, self.fewer):
            button.setEnabled(bool(self._line()))

    def _add_row(self) -> None:
        line = self._line()
        if self._chart is not None and line:
            added = self._chart.add_row(line)
            self._store()
            self._choose_line(added)

    def _choose_line(self, line: Path) -> None:
        for row, cells in enumerate(self._cells()):
            if cells[0].line == line:
                self.table.setCurrentCell(row, 0)

    def _leave_out(self) -> None:
        line = self._line()
        if self._chart is None or not line:
            return
        try:
            self._chart.remove_row(line)
        except BadInput as problem:
            self._show_error(str(problem))
        else:
            self._store()

    def _reset_chart(self) -> None:
        if self._chart is not None:
            self._chart = ChangedChart(self._chart.printed, {})
            self._store()

    def _store(self) -> None:
        """Store the change; errors of the game's reader stay visible until fixed."""
        document, chart = self.document, self._chart
        if document is None or chart is None:
            return
        if not document.do(set_chart(document.work, self.chart, chart.changes)):
            self._open()


def _tint() -> QBrush:
    """Background of changed cells."""
    colour = QColor("#e08e0b")
    colour.setAlpha(70)
    return QBrush(colour)
