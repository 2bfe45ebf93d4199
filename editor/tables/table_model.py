"""A table model for one list of records; every change is a command."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal

from editor.commands.set_records import SetRecords
from editor.document.editor_document import EditorDocument
from editor.document.open_document import OpenDocument
from editor.document.place_choices import PlaceNames
from editor.tables.columns import Column, TableDefinition
from editor.tables.pickers import cell_icon
from engine.bad_input import BadInput

Index = QModelIndex | QPersistentModelIndex
Put = Callable[[Any, Sequence[Any]], SetRecords]
_EDIT, _SHOW = Qt.ItemDataRole.EditRole, Qt.ItemDataRole.DisplayRole


class RecordsModel(QAbstractTableModel):
    """Rows are records; the columns come from a table definition."""

    refused = Signal(str)

    def __init__(
        self,
        open_document: OpenDocument,
        definition: TableDefinition,
        read: Callable[[Any], Sequence[Any]],
        put: Put,
    ) -> None:
        super().__init__(open_document)
        self.open_document, self.definition = open_document, definition
        self._read, self._put = read, put
        self.adjust: Callable[[Sequence[Any], list[Any]], list[Any]] = lambda before, after: after
        """Completes records that were edited in cells, before they are written; given the old ones, too."""
        self.records: list[Any] = []
        self._titles: dict[str, Mapping[str, str]] = {}
        """By the name of a column the titles of the records that it names."""
        self._places = PlaceNames({})

    @property
    def document(self) -> EditorDocument | None:
        """The open document."""
        return self.open_document.document

    def dumps(self) -> str:
        """The records as the text of a table file."""
        return self.definition.dumps(self.records)

    def refresh(self) -> None:
        """Read the records again."""
        document = self.document
        fresh = list(self._read(document.work)) if document is not None else []
        titles, places = self._titles_now(), self._places_now()
        if fresh == self.records and titles == self._titles and places == self._places:
            return
        self._titles, self._places = titles, places
        if len(fresh) == len(self.records):
            self.records = fresh
            self.dataChanged.emit(self.index(0, 0), self.index(len(fresh) - 1, self.columnCount() - 1))
        else:
            self.beginResetModel()
            self.records = fresh
            self.endResetModel()

    def _titles_now(self) -> dict[str, Mapping[str, str]]:
        if self.document is None:
            return {}
        work = self.document.work
        return {known.name: known.titles(work) for known in self.definition.columns if known.titles}

    def _places_now(self) -> PlaceNames:
        """The names of places, if the table has a column of them."""
        if self.document is None or not any(known.kind == "place" for known in self.definition.columns):
            return PlaceNames({})
        return PlaceNames.of(self.document.work)

    def shown(self, column: Column, record: Any) -> str:
        """The text of a cell; a record that it names is shown by its title."""
        if column.words is not None and self.document is not None:
            return column.words(column.value(record), self.document.work)
        return column.title_text(column.shown(record), self._titles.get(column.name), self._places)

    def set_definition(self, definition: TableDefinition) -> None:
        """Set other columns; the records are read on the next refresh."""
        self.beginResetModel()
        self.definition, self.records = definition, []
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.records)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.definition.columns)

    def headerData(self, section: int, way: Qt.Orientation, role: int = _SHOW) -> Any:
        if way == Qt.Orientation.Horizontal and section < len(self.definition.columns):
            column = self.definition.columns[section]
            if role == _SHOW:
                return column.title
            if role == Qt.ItemDataRole.ToolTipRole:
                return column.tip or column.title
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        if index.row() < len(self.records) and self.column(index).is_in_dialog(self.records[index.row()]):
            return flags
        return flags | Qt.ItemFlag.ItemIsEditable

    def column(self, index: Index) -> Column:
        """The column of a cell."""
        return self.definition.columns[index.column()]

    def data(self, index: Index, role: int = _SHOW) -> Any:
        if not index.isValid() or index.row() >= len(self.records):
            return None
        column, record = self.column(index), self.records[index.row()]
        if role in (_SHOW, _EDIT):
            return self.shown(column, record)
        if role == Qt.ItemDataRole.UserRole:
            value = column.value(record)
            is_number = isinstance(value, int) and not isinstance(value, bool)
            return value if is_number else self.shown(column, record)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self.shown(column, record)
        if role == Qt.ItemDataRole.DecorationRole:
            return cell_icon(column.kind, column.shown(record))
        return None

    def setData(self, index: Index, value: Any, role: int = _EDIT) -> bool:  # noqa: N802
        return role == _EDIT and self.write([index.row()], index.column(), str(value))

    def write(self, rows: Sequence[int], at: int, words: str) -> bool:
        """Write the same text into one column of several rows, as one undo step."""
        return self.write_cells({(row, at): words for row in rows})

    def write_cells(self, cells: dict[tuple[int, int], str]) -> bool:
        """Write texts by row and column as one undo step, all or none; rows past the end are added."""
        document = self.document
        if document is None or not cells:
            return False
        fresh = list(self.records)
        try:
            for (row, at), words in cells.items():
                while row >= len(fresh):
                    fresh.append(self._another(fresh))
                column = self.definition.columns[at]
                key = column.key_text(words, self._titles.get(column.name), self._places)
                fresh[row] = column.written(fresh[row], key)
        except BadInput as bad:
            self.refused.emit(str(bad))
            return False
        return self.put(self.adjust(self.records, self._named_by_titles(fresh, cells)))

    def _named_by_titles(self, fresh: list[Any], cells: Mapping[tuple[int, int], str]) -> list[Any]:
        """Let the keys of new records follow their titles, unless keys were written, too.

        Of the known records one at most gets another key, so that what refers to it can follow.
        """
        document, definition, known = self.document, self.definition, len(self.records)
        names = [column.name for column in definition.columns]
        if document is None or not definition.title or any(names[at] == definition.key for _, at in cells):
            return fresh
        written = sorted({row for row, at in cells if names[at] == definition.title})
        if sum(row < known for row in written) > 1:
            written = [row for row in written if row >= known]
        for row in written:
            before = self.records[row] if row < known else definition.blank(document.work)
            taken = {getattr(record, definition.key) for n, record in enumerate(fresh) if n != row}
            fresh[row] = definition.named_by_title(before, fresh[row], taken, document.work)
        return fresh

    def _another(self, listed: Sequence[Any]) -> Any:
        """A blank record with a free key."""
        assert self.document is not None
        blank = self.definition.blank(self.document.work)
        return self.definition.apart(blank, {getattr(known, self.definition.key) for known in listed})

    def put(self, fresh: Sequence[Any]) -> bool:
        """Replace all records."""
        document = self.document
        if document is None:
            return False
        done = document.do_step(self._put(document.work, fresh))
        self.refresh()
        return done
