"""The dialog that asks which column of a spreadsheet is which column of a table."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QComboBox, QDialog, QGridLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from editor.tables.columns import TableDefinition
from editor.tables.csv_mapping import ColumnNames, problem
from editor.window.dialog_widgets import accept_or_cancel, resize_within

SAMPLES = 3
"""Values of each column that are shown."""


class CsvMappingDialog(QDialog):
    """`mapping()` is the result after the dialog was accepted."""

    def __init__(
        self,
        definition: TableDefinition,
        rows: Sequence[Sequence[str]],
        mapping: ColumnNames,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Columns of the file")
        self._definition = definition
        self.boxes: list[QComboBox] = []
        inside = QWidget()
        grid = QGridLayout(inside)
        grid.setHorizontalSpacing(16)
        for column, words in enumerate(("In the file", "For example", "Becomes")):
            label = QLabel(words)
            label.setObjectName("panelHeading")
            grid.addWidget(label, 0, column)
        for at, heading in enumerate(rows[0]):
            values = [row[at] for row in rows[1:] if at < len(row) and row[at].strip()][:SAMPLES]
            sample = QLabel(", ".join(values)[:60])
            sample.setObjectName("quiet")
            box = QComboBox()
            box.setAccessibleName(f"{heading} becomes")
            box.addItem("do not import", "")
            for known in definition.columns:
                box.addItem(known.title, known.name)
            box.setCurrentIndex(max(0, box.findData(mapping[at])))
            box.currentIndexChanged.connect(self._check)
            self.boxes.append(box)
            for column, widget in enumerate((QLabel(heading.strip() or f"column {at + 1}"), sample, box)):
                grid.addWidget(widget, at + 1, column)
        grid.setColumnStretch(1, 1)
        grid.setRowStretch(len(rows[0]) + 1, 1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setWidget(inside)
        self.problem = QLabel()
        self.problem.setObjectName("quiet")
        self.problem.setWordWrap(True)
        self.buttons, self._accept = accept_or_cancel(self, "Import")
        layout = QVBoxLayout(self)
        layout.addWidget(area, 1)
        layout.addWidget(self.problem)
        layout.addWidget(self.buttons)
        resize_within(self, QSize(640, 460))
        self._check()

    def mapping(self) -> ColumnNames:
        """For each column of the file the column of the table."""
        return tuple(box.currentData() for box in self.boxes)

    def _check(self) -> None:
        text = problem(self._definition, self.mapping())
        self.problem.setText(text or "This choice is remembered for files with the same headings.")
        self._accept.setEnabled(not text)
