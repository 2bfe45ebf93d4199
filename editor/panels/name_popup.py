"""A popup on the map to edit a name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QFormLayout, QFrame, QHBoxLayout, QLineEdit, QPushButton, QWidget

from engine.catalogue.document import Label

PLACEMENTS: Final = (
    ("", "automatic"),
    ("below", "below"),
    ("above", "above"),
    ("left", "left"),
    ("right", "right"),
    ("centre", "in the middle"),
)


class NamePopup(QFrame):
    """Text, kind and placement of a name; Return accepts, Escape cancels."""

    written = Signal(object)
    erased = Signal()

    def __init__(self, label: Label, kinds: Sequence[str], written: bool, parent: QWidget) -> None:
        super().__init__(parent)
        self._label = label
        self.setObjectName("card")
        self.setAccessibleName("Name on the map")
        self.setAutoFillBackground(True)
        self.text = QLineEdit(label.text)
        self.text.setAccessibleName("Name")
        self.text.setPlaceholderText(f"Name at {label.hex}")
        self.text.setMinimumWidth(190)
        self.kind = QComboBox()
        self.kind.setAccessibleName("Kind of name")
        self.kind.addItems(list(dict.fromkeys((*kinds, label.kind))))
        self.kind.setCurrentText(label.kind)
        self.placement = QComboBox()
        self.placement.setAccessibleName("Placement")
        for value, words in PLACEMENTS:
            self.placement.addItem(words, value)
        self.placement.setCurrentIndex(max(0, self.placement.findData(label.placement)))
        self.write = QPushButton("OK")
        self.write.setObjectName("primary")
        self.erase = QPushButton("Erase")
        self.erase.setVisible(written)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(self.erase)
        buttons.addWidget(self.write)
        form = QFormLayout(self)
        form.addRow("Name", self.text)
        form.addRow("Kind", self.kind)
        form.addRow("Placed", self.placement)
        form.addRow(buttons)
        self.text.returnPressed.connect(self._write)
        self.write.clicked.connect(self._write)
        self.erase.clicked.connect(self.erased)

    def show_near(self, point: QPoint) -> None:
        """Show the popup near a point, inside the map."""
        self.adjustSize()
        above = self.parentWidget()
        assert above is not None
        room = above.rect()
        x = min(point.x() + 24, room.width() - self.width() - 8)
        y = min(point.y() + 16, room.height() - self.height() - 8)
        self.move(max(8, x), max(8, y))
        self.show()
        self.raise_()
        self.text.setFocus()
        self.text.selectAll()

    def _write(self) -> None:
        self.written.emit(
            replace(
                self._label,
                text=self.text.text().strip(),
                kind=self.kind.currentText(),
                placement=self.placement.currentData(),
            )
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.written.emit(replace(self._label, text=""))
            event.accept()
        else:
            super().keyPressEvent(event)
