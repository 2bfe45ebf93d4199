"""A record table with sorting, multi-row editing and spreadsheet copy and paste."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QSortFilterProxyModel, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QMenu,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from editor.document.problems import Spot
from editor.forms.error_label import ErrorLabel
from editor.panels.lazy_panel import LazyPanel
from editor.tables.columns import cells_of
from editor.tables.table_cells import FrozenFirstColumn, RecordCellDelegate, RecordsView
from editor.tables.table_definitions import Offers
from editor.tables.table_model import Index, RecordsModel
from engine.bad_input import BadInput

MIN_TITLE_MARGIN_PX = 12
"""Margin of a column title in a narrow column."""
TITLE_MARGIN_PX = 22
"""Margins and sort arrow of a column title."""
CELL_MARGIN_PX = 18
MAX_COLUMN_PX = 300
"""A column gets no wider by itself; longer texts are in the tool tip."""
MEASURED_ROWS = 400
MEASURED_TEXTS = 8
"""The longest texts of these rows are measured."""
PICTURE_PX = 32
PICTURED = ("color", "symbol")
"""Kinds of columns whose cells have a picture beside the text."""
CHOICE_ARROW_PX = 24
"""What a list of choices needs beside its text while the cell is edited."""
NARROW_TABLE_PX = 900
"""Narrower tables fit into every window."""


class RecordsTable(LazyPanel):
    """The table with its buttons. Editing a cell changes all selected rows."""

    chosen = Signal()

    def __init__(
        self,
        model: RecordsModel,
        title: str,
        heading: bool = True,
        in_order: bool = False,
        parent: QWidget | None = None,
        frozen: bool = False,
    ) -> None:
        """`frozen` keeps the first column in sight."""
        super().__init__(model.open_document, parent)
        self.model = model
        self.proxy = QSortFilterProxyModel(self)
        self.proxy.setSourceModel(model)
        self.proxy.setSortRole(Qt.ItemDataRole.UserRole)
        self.view = FrozenFirstColumn() if frozen else RecordsView()
        self.view.setAccessibleName(title)
        if isinstance(self.view, FrozenFirstColumn):
            self.view.frozen.setAccessibleName(f"{title}: first column")
        self.view.setModel(self.proxy)
        self.view.set_cells(lambda: RecordCellDelegate(self.write, self))
        self.view.selectionModel().selectionChanged.connect(lambda *_: self.chosen.emit())
        self.problem = ErrorLabel()
        self.buttons = QHBoxLayout()
        if heading:
            words = QLabel(title)
            words.setObjectName("panelHeading")
            self.buttons.addWidget(words)
        self.buttons.addWidget(self.problem, 1)
        self.add = self.button("Add", "Add a new row", self.add_or_offer)
        self.double = self.button("Duplicate", "Copy the selected rows", self.duplicate)
        self.remove = self.button("Remove", "Remove the selected rows (Delete)", self.remove_lines)
        if in_order:
            self.up = self.button("Up", "Move up; the order matters", lambda: self.shift(-1))
            self.down = self.button("Down", "Move down; the order matters", lambda: self.shift(1))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(self.buttons)
        layout.addWidget(self.view, 1)
        self.offers: Callable[[], Offers] = list
        """Known records of the game; Add offers them and an empty row."""
        self.adapt: Callable[[Any], Any] = lambda record: record
        """Adapts a new record so that it passes the current filter."""
        self.edit_form: Callable[[Any], Any] = lambda record: None
        """Edits a record in a dialog; returns the changed record, or None if it was cancelled."""
        self.view.doubleClicked.connect(self._double_clicked)
        self._sized: tuple[object, ...] = ()
        self._widest, self._widest_px = 0, 0
        self._is_sizing = False
        self._sized_by_hand: set[int] = set()
        self._wide_columns = 0
        """The width of all columns of a wide table; 0 for a narrow one, which always fits."""
        self.view.horizontalHeader().sectionResized.connect(lambda at, *_: self._section_resized(at))
        model.refused.connect(self.problem.setText)
        model.modelReset.connect(self._widths)
        self._widths()

    def use_proxy(self, proxy: QSortFilterProxyModel) -> None:
        """Use a sort or filter proxy."""
        self.proxy = proxy
        self.view.setModel(proxy)
        proxy.modelReset.connect(self._widths)
        self.view.sortByColumn(-1, Qt.SortOrder.AscendingOrder)
        self.view.selectionModel().selectionChanged.connect(lambda *_: self.chosen.emit())
        self._widths()

    def button(self, text: str, tip: str, handler: Callable[[], object]) -> QPushButton:
        button = QPushButton(text)
        button.setToolTip(tip)
        button.clicked.connect(handler)
        self.buttons.addWidget(button)
        return button

    def refresh(self) -> None:
        """Show the current records."""
        self.model.refresh()
        self._widths()

    def _widths(self) -> None:
        """Set the column widths by their contents; in a narrow table the widest column takes what remains.

        Widths that the user changed stay as long as the columns do and the scenario is the same.
        """
        columns, header = self.model.definition.columns, self.view.horizontalHeader()
        names = tuple(column.name for column in columns)
        document = self.model.document
        scenario = document.key if document is not None else ""
        sized = (names, header.font().toString(), self.proxy, bool(self.model.records), scenario)
        if sized == self._sized or header.count() != len(columns):
            return
        self._sized = sized
        self._sized_by_hand.clear()
        self.view.verticalHeader().setDefaultSectionSize(max(26, self.fontMetrics().height() + 8))
        few = sum(column.width for column in columns) < NARROW_TABLE_PX
        widest = max(range(len(columns)), key=lambda at: columns[at].width)
        titles = [header.fontMetrics().horizontalAdvance(column.title) for column in columns]
        contents = [self._width_of_contents(at) for at in range(len(columns))]
        # A stretched column keeps at least the width of its title; the table scrolls if necessary.
        header.setMinimumSectionSize(titles[widest] + MIN_TITLE_MARGIN_PX if few else -1)
        header.setStretchLastSection(False)
        for at, column in enumerate(columns):
            stretches = few and at == widest
            mode = QHeaderView.ResizeMode.Stretch if stretches else QHeaderView.ResizeMode.Interactive
            header.setSectionResizeMode(at, mode)
            self._set_width(at, max(contents[at] or column.width, titles[at] + TITLE_MARGIN_PX))
        self._wide_columns = 0 if few else header.length()
        self._widest, self._widest_px = widest, self.view.columnWidth(widest)
        self._stretch_widest_column()

    def _width_of_contents(self, at: int) -> int:
        """The width of a column in which its texts can be read; 0 if it has none."""
        column, measure = self.model.definition.columns[at], self.view.fontMetrics().horizontalAdvance
        texts = {self.model.shown(column, record) for record in self.model.records[:MEASURED_ROWS]}
        longest = sorted(texts, key=len)[-MEASURED_TEXTS:]
        width = max(map(measure, longest), default=0)
        if not width:
            return 0
        if column.kind in PICTURED:
            width += PICTURE_PX
        elif column.titles is not None or column.choices is not None:
            width += CHOICE_ARROW_PX
        return min(MAX_COLUMN_PX, width + CELL_MARGIN_PX)

    def _widened(self, done: bool) -> bool:
        """Widen the columns after something was written."""
        if done:
            self._widen()
        return done

    def _widen(self) -> None:
        """Widen the columns whose texts have become longer; those that the user sized stay."""
        header = self.view.horizontalHeader()
        for at in range(min(header.count(), len(self.model.definition.columns))):
            needed = self._width_of_contents(at)
            if at not in self._sized_by_hand and needed > self.view.columnWidth(at):
                self._set_width(at, needed)
                if self._wide_columns:
                    self._wide_columns = header.length()
                if at == self._widest:
                    self._widest_px = needed
        self._stretch_widest_column()

    def _set_width(self, at: int, width: int) -> None:
        self._is_sizing = True
        self.view.setColumnWidth(at, width)
        self._is_sizing = False

    def _section_resized(self, at: int) -> None:
        """Remember a column that the user sized; a stretched one is sized by the window."""
        stretched = self.view.horizontalHeader().sectionResizeMode(at) == QHeaderView.ResizeMode.Stretch
        if not self._is_sizing and not stretched:
            self._sized_by_hand.add(at)

    def _stretch_widest_column(self) -> None:
        """Let the widest column of a wide table fill a window that is wider than the table."""
        if not self._wide_columns:
            return
        header, modes = self.view.horizontalHeader(), QHeaderView.ResizeMode
        mode = modes.Stretch if self._wide_columns < self.view.viewport().width() else modes.Interactive
        if header.sectionResizeMode(self._widest) != mode:
            header.setSectionResizeMode(self._widest, mode)
            if mode == modes.Interactive:
                self._set_width(self._widest, self._widest_px)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._stretch_widest_column()

    # lines

    def rows(self) -> list[int]:
        """The indexes of the selected records."""
        found = {self.proxy.mapToSource(index).row() for index in self.view.selectionModel().selectedRows()}
        return sorted(found)

    def selected(self) -> list[Any]:
        """The selected records."""
        return [self.model.records[row] for row in self.rows()]

    def select(self, rows: Sequence[int]) -> None:
        """Select these records."""
        self.view.clearSelection()
        flag = self.view.selectionModel().SelectionFlag
        for row in rows:
            index = self.proxy.mapFromSource(self.model.index(row, 0))
            self.view.selectionModel().select(index, flag.Select | flag.Rows)
            self.view.scrollTo(index)

    def go_to(self, spot: Spot) -> None:
        """Select the rows of a problem."""
        self.catch_up()
        key, records = self.model.definition.key, self.model.records
        if spot.key:
            rows = [n for n, record in enumerate(records) if str(getattr(record, key)) == spot.key]
            of_unit = [n for n in rows if getattr(records[n], "unit", "") == spot.about]
            self.select(of_unit or rows)
            return
        self.select(
            [
                n
                for n, record in enumerate(records)
                if spot.about and spot.about in (str(getattr(record, key)), getattr(record, "name", ""))
            ]
        )

    def write(self, index: Index, words: str) -> None:
        """Write into this cell and into the same column of every selected row."""
        self.problem.setText("")
        row = self.proxy.mapToSource(index).row()
        rows = self.rows()
        if self.model.write(rows if row in rows else [row], index.column(), words):
            self._widen()

    def _double_clicked(self, index: Index) -> None:
        here = self.proxy.mapToSource(index)
        if self.model.column(here).is_in_dialog(self.model.records[here.row()]):
            self.open_form(here.row())

    def open_form(self, row: int) -> None:
        """Edit the record of this row in its dialog."""
        changed = self.edit_form(self.model.records[row])
        if changed is not None:
            fresh = list(self.model.records)
            fresh[row] = changed
            self.model.put(fresh)

    def add_or_offer(self) -> None:
        """Add a row; if the game has known records, offer them in a menu."""
        self.catch_up()
        offers = self.offers()
        if not offers:
            self.add_line()
            return
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        for title, tip, record in offers:
            action = menu.addAction(title.replace("&", "&&"))
            action.setToolTip(tip)
            action.triggered.connect(lambda _=False, record=record: self.add_line(record))
        menu.addSeparator()
        menu.addAction("Empty row").triggered.connect(lambda _=False: self.add_line())
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.add.mapToGlobal(self.add.rect().bottomLeft()))

    def add_line(self, record: Any = None) -> None:
        """Append this record, or a blank one."""
        self.catch_up()
        document = self.document
        if document is not None:
            new = record if record is not None else self.adapt(self.model.definition.blank(document.work))
            self.model.put([*self.model.records, new])
            self.select([len(self.model.records) - 1])
            self.be_ready_to_type(len(self.model.records) - 1)

    def be_ready_to_type(self, row: int) -> None:
        """Put the cursor into the first cell of a row, so that the next key writes there."""
        index = self.proxy.mapFromSource(self.model.index(row, 0))
        if index.isValid():
            flag = self.view.selectionModel().SelectionFlag
            self.view.selectionModel().setCurrentIndex(index, flag.NoUpdate)
            self.view.setFocus()

    def duplicate(self) -> None:
        """Duplicate the selected rows with new keys."""
        self.catch_up()
        sheet, fresh = self.model.definition, list(self.model.records)
        taken = {getattr(record, sheet.key) for record in fresh}
        known = len(fresh)
        for record in self.selected():
            fresh.append(sheet.apart(record, taken))
            taken.add(getattr(fresh[-1], sheet.key))
        self.model.put(fresh)
        self.select(range(known, len(fresh)))

    def remove_lines(self) -> None:
        """Remove the selected rows."""
        self.catch_up()
        gone = set(self.rows())
        if gone:
            self.model.put([record for row, record in enumerate(self.model.records) if row not in gone])

    def shift(self, by: int) -> None:
        """Move the selected rows up or down in the list."""
        self.catch_up()
        rows, fresh = self.rows(), list(self.model.records)
        if not rows or not (rows[0] + by >= 0 and rows[-1] + by < len(fresh)):
            return
        self.view.sortByColumn(-1, Qt.SortOrder.AscendingOrder)
        for row in rows if by < 0 else rows[::-1]:
            fresh[row], fresh[row + by] = fresh[row + by], fresh[row]
        self.model.put(fresh)
        self.select([row + by for row in rows])

    # spreadsheets

    def copy_text(self) -> str:
        """The selected rows, or all, as spreadsheet text."""
        self.catch_up()
        return self.model.definition.dumps(self.selected() or self.model.records, "\t")

    def paste_text(self, source: str) -> bool:
        """Import rows from a spreadsheet: rows with known keys are replaced, others added."""
        self.catch_up()
        document = self.document
        if document is None:
            return False
        try:
            found = self.model.definition.loads(source, document.work)
        except BadInput as bad:
            self.problem.setText(str(bad))
            return False
        return self.take_in(found)

    def take_in(self, found: Sequence[Any]) -> bool:
        """Replace the records whose keys are known, and add the others, as one step."""
        self.problem.setText("")
        key = self.model.definition.key
        if not self.model.definition.has_keys:
            return self._widened(self.model.put([*self.model.records, *found]))
        new = {getattr(record, key): record for record in found}
        fresh = [new.pop(getattr(record, key), record) for record in self.model.records]
        return self._widened(self.model.put([*fresh, *new.values()]))

    def paste_cells(self, source: str) -> bool:
        """Paste spreadsheet text: a table with column titles, or cells from the current one on.

        A single cell is written into all selected rows. Rows past the last one are added.
        """
        self.catch_up()
        try:
            rows = cells_of(source)
        except BadInput as bad:
            self.problem.setText(str(bad))
            return False
        current = self.view.currentIndex()
        if not current.isValid() or self.model.definition.has_headings(rows):
            return self.paste_text(source)
        self.problem.setText("")
        if rows and len(rows) == len(rows[0]) == 1:
            lines = self.rows() or [self.proxy.mapToSource(current).row()]
            return self._widened(self.model.write(lines, current.column(), rows[0][0]))
        cells, count = {}, self.proxy.rowCount()
        for down, row in enumerate(rows):
            at = current.row() + down
            line = self._source_row(at) if at < count else len(self.model.records) + at - count
            for across, words in enumerate(row[: self.proxy.columnCount() - current.column()]):
                cells[line, current.column() + across] = words
        return self._widened(self.model.write_cells(cells))

    def _source_row(self, shown: int) -> int:
        return self.proxy.mapToSource(self.proxy.index(shown, 0)).row()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            QApplication.clipboard().setText(self.copy_text())
        elif event.matches(QKeySequence.StandardKey.Paste):
            self.paste_cells(QApplication.clipboard().text())
        elif event.key() == Qt.Key.Key_Delete:
            self.remove_lines()
        else:
            super().keyPressEvent(event)
