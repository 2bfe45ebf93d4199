"""The panel below the map while a position is corrected: records, the fields of one, and what is changed."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any, Final

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.play.correction.record_form import FieldsForm
from app.play.panels.buttons import push_button
from engine.bad_input import BadInput
from engine.referee.correction import describe
from engine.referee.correction_draft import CorrectionDraft, TableRecord, kind_title, record_title
from engine.referee.ruling import LONGEST_REASON

_DATA: Final = Qt.ItemDataRole.UserRole
LINES: Final = 19
"""Lines of text that fit one below the other; the map has the rest."""


class EditPanel(QFrame):
    """Shows a draft and changes it; the map follows."""

    changed = Signal()
    """The draft is another one."""
    chosen = Signal(str)
    """The key of the record that is looked at."""
    applied = Signal()
    discarded = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Correction")
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self._draft: CorrectionDraft | None = None
        self._record: TableRecord | None = None
        self.kind = QComboBox()
        self.kind.setAccessibleName("Kind of record")
        self.kind.view().setAccessibleName("Kinds of records")
        self.kind.activated.connect(lambda _: self._list_records())
        self.search = QLineEdit()
        self.search.setPlaceholderText("Search")
        self.search.setAccessibleName("Search the records")
        self.search.textChanged.connect(lambda _: self._list_records())
        self.records = _list("Records on the table")
        self.records.currentItemChanged.connect(lambda now, _: self._take(now))
        self.heading = QLabel()
        self.heading.setObjectName("panelHeading")
        self.heading.setWordWrap(True)
        self.form = FieldsForm()
        self.form.edited.connect(self._set)
        self.remove = push_button("Remove", "Take this record off the table", self._remove)
        self.put_back = push_button("Put back", "Put this record on the table again", self._put_back)
        self.problem = QLabel()
        self.problem.setAccessibleName("What cannot be")
        self.problem.setWordWrap(True)
        self.problem.setTextFormat(Qt.TextFormat.PlainText)
        self.undo = push_button("Leave as it was", "Take the marked change out of the list", self._revert)
        self.changes = _list("Changes so far")
        self.changes.currentItemChanged.connect(lambda now, _: self.undo.setEnabled(now is not None))
        self.reason = QLineEdit()
        self.reason.setPlaceholderText("Reason, for the log")
        self.reason.setAccessibleName("Reason for the correction")
        self.reason.setMaxLength(LONGEST_REASON)
        self.ticks: dict[str, QCheckBox] = {}
        self._ticks = QVBoxLayout()
        self._ticks.setSpacing(2)
        self.apply = push_button("Apply", "Correct the position and tell it in the log", self.applied.emit)
        self.apply.setObjectName("primary")
        self.discard = push_button("Discard", "Leave the position as it is", self.discarded.emit)
        self._lay_out()
        self.hide()

    def _lay_out(self) -> None:
        left, middle, right = QVBoxLayout(), QVBoxLayout(), QVBoxLayout()
        for widget in (_heading("On the table"), self.kind, self.search):
            left.addWidget(widget)
        left.addWidget(self.records, 1)
        area = self._area = QScrollArea()
        area.setAccessibleName("Fields")
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(self.form)
        area.viewport().setAutoFillBackground(False)
        self.form.setAutoFillBackground(False)
        ends = QHBoxLayout()
        ends.addWidget(self.remove)
        ends.addWidget(self.put_back)
        ends.addStretch(1)
        middle.addWidget(self.heading)
        middle.addWidget(area, 1)
        middle.addWidget(self.problem)
        middle.addLayout(ends)
        right.addWidget(_heading("Changes"))
        right.addWidget(self.changes, 1)
        right.addWidget(self.reason)
        right.addLayout(self._ticks)
        buttons = QHBoxLayout()
        buttons.addWidget(self.undo)
        buttons.addStretch(1)
        buttons.addWidget(self.discard)
        buttons.addWidget(self.apply)
        right.addLayout(buttons)
        layout = QGridLayout(self)
        layout.setContentsMargins(12, 8, 12, 8)
        layout.setHorizontalSpacing(16)
        for column, (part, share) in enumerate(((left, 4), (middle, 5), (right, 6))):
            part.setSpacing(5)
            layout.addLayout(part, 0, column)
            layout.setColumnStretch(column, share)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)

    def hasHeightForWidth(self) -> bool:  # noqa: N802
        """The height is what the size hint says, although there are lines in it that wrap."""
        return False

    def sizeHint(self) -> QSize:
        """Room for some lines, and never more than half of the table."""
        wanted = LINES * self.fontMetrics().lineSpacing()
        table = self.parentWidget()
        least = self.minimumSizeHint().height()
        return QSize(600, max(least, min(wanted, table.height() // 2)) if table is not None else wanted)

    def begin(self, draft: CorrectionDraft, names: Mapping[str, str]) -> None:
        """Correct a game; `names` says for each side who has to agree to the changes."""
        self._draft, self._record = draft, None
        for tick in self.ticks.values():
            self._ticks.removeWidget(tick)
            tick.deleteLater()
        self.ticks = {side: QCheckBox(f"{name} agrees") for side, name in names.items()}
        for tick in self.ticks.values():
            tick.setAccessibleName(f"{tick.text()} to these changes")
            tick.toggled.connect(lambda _: self._look())
            self._ticks.addWidget(tick)
        for line in (self.search, self.reason):
            with QSignalBlocker(line):
                line.clear()
        self.kind.clear()
        for kind in draft.kinds():
            self.kind.addItem(kind_title(kind), kind)
        self._list_records()
        self.show_changes()
        self.show()
        self.records.setFocus()

    # what is there

    def choose(self, key: str) -> None:
        """Look at the record of a counter."""
        draft = self._draft
        counter = draft.view.counter(key) if draft is not None else None
        record = draft.record_of(counter) if draft is not None and counter is not None else None
        if record is None:
            return
        with QSignalBlocker(self.search):
            self.search.clear()
        self.kind.setCurrentIndex(self.kind.findData(type(record)))
        self._record = record
        self._list_records()

    @property
    def record(self) -> TableRecord | None:
        """The record that is looked at."""
        return self._record

    def _list_records(self) -> None:
        draft, kind = self._draft, self.kind.currentData()
        if draft is None or kind is None:
            return
        wanted, found = self.search.text().casefold(), -1
        keep = self._record
        with QSignalBlocker(self.records):
            self.records.clear()
            rows = [(record, record_title(record)) for record in draft.records(kind)]
            rows += [(record, f"{record_title(record)}  (removed)") for record in draft.gone(kind)]
            for record, words in rows:
                if wanted in words.casefold():
                    item = QListWidgetItem(words)
                    item.setData(_DATA, record)
                    self.records.addItem(item)
                    if keep is not None and (type(keep), keep.key) == (kind, record.key):
                        found = self.records.count() - 1
            self.records.setCurrentRow(max(found, 0))
        self._take(self.records.currentItem())

    def _take(self, item: QListWidgetItem | None) -> None:
        self._record = item.data(_DATA) if item is not None else None
        self._tell("")
        self._show_record()
        if self._record is not None:
            self.chosen.emit(self._record.key)

    def _show_record(self) -> None:
        draft, record = self._draft, self._record
        there = record is not None and draft is not None and self._is_there(record)
        self.heading.setText(record_title(record) if record is not None else "Nothing chosen")
        self.remove.setVisible(there or record is None)
        self.remove.setEnabled(there)
        self.put_back.setVisible(record is not None and not there)
        self.form.setEnabled(there)
        self.form.show_fields(draft.fields_of(record) if draft is not None and record is not None else [])
        self._order_tabs()

    def _order_tabs(self) -> None:
        """Fields are made when a record is looked at; Tab comes to them before what stands right of them."""
        middle = (self._area, *self.form.editors.values(), self.remove, self.put_back)
        right = (self.changes, self.reason, *self.ticks.values(), self.undo, self.discard, self.apply)
        order: tuple[QWidget, ...] = (self.records, *middle, *right)
        for before, after in pairwise(order):
            self.setTabOrder(before, after)

    def _is_there(self, record: TableRecord) -> bool:
        return self._draft is not None and self._draft.is_there(record)

    # changing it

    def _set(self, name: str, value: Any) -> None:
        if self._draft is None or self._record is None or not self._is_there(self._record):
            return
        try:
            self._draft.set(self._record, name, value)
        except BadInput as problem:
            self._tell(str(problem))
            self._show_record()
            return
        self._tell("")
        self.refresh()

    def move_unit(self, unit: str, place: str) -> None:
        """A counter was put somewhere else on the map."""
        if self._draft is not None:
            try:
                self._draft.move(unit, place)
            except BadInput as problem:
                self._tell(str(problem))
                return
            self.choose(unit)
            self.refresh()

    def _remove(self) -> None:
        if self._draft is not None and self._record is not None:
            self._change(lambda draft, record: draft.remove(record))

    def _put_back(self) -> None:
        self._change(lambda draft, record: draft.put_back(record))

    def _change(self, doing: Any) -> None:
        if self._draft is None or self._record is None:
            return
        try:
            doing(self._draft, self._record)
        except BadInput as problem:
            self._tell(str(problem))
            return
        self._tell("")
        self.refresh()

    def _revert(self) -> None:
        row = self.changes.currentRow()
        if row >= 0:
            change = self.changes.item(row).data(_DATA)
            self._change(lambda draft, _: draft.revert(change))

    def refresh(self) -> None:
        """The draft has changed: everything that was agreed to is another thing now."""
        draft, record = self._draft, self._record
        if draft is None:
            return
        if record is not None:
            self._record = draft.current(record)
        problem = self.problem.text()
        self._list_records()
        self._tell(problem)
        for tick in self.ticks.values():
            tick.setChecked(False)
        self.show_changes()
        self.changed.emit()

    def show_changes(self) -> None:
        """The list of changes, before and after."""
        self.changes.clear()
        for change in self._draft.changes if self._draft is not None else ():
            item = QListWidgetItem(describe(change))
            item.setData(_DATA, change)
            item.setToolTip(item.text())
            self.changes.addItem(item)
        self.changes.setCurrentRow(self.changes.count() - 1)
        self.undo.setEnabled(self.changes.count() > 0)
        self._look()

    def _look(self) -> None:
        some = self.changes.count() > 0
        for tick in self.ticks.values():
            tick.setEnabled(some)
        self.apply.setEnabled(some and all(tick.isChecked() for tick in self.ticks.values()))

    def tell(self, problem: str) -> None:
        """Why a change or all of them cannot be."""
        self._tell(problem)

    def _tell(self, problem: str) -> None:
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))


def _heading(text: str) -> QLabel:
    label = QLabel(text)
    label.setObjectName("panelHeading")
    return label


def _list(name: str) -> QListWidget:
    shown = QListWidget()
    shown.setAccessibleName(name)
    shown.setUniformItemSizes(True)
    shown.setSpacing(1)
    shown.setTextElideMode(Qt.TextElideMode.ElideRight)
    shown.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    return shown
