"""Every key that does something, read from the menus themselves."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QMainWindow,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
)

from app.command_palette import keys_of, menu_entries

MAP_HABITS = (
    ("Zoom at the pointer", "Ctrl+Wheel"),
    ("Drag the map", "Middle button, or Space and left button"),
    ("Move the hex cursor", "Arrow keys"),
    ("Act on the hex under the cursor", "Enter"),
    ("Go to the next target", "Tab, Shift+Tab; Ctrl+Tab leaves the map"),
    ("Move a unit", "Drag it to a lit hex; Esc puts it back"),
    ("Take in a whole stack, or all in a frame", "Shift+click, Shift+drag"),
    ("Overlays of one's own side", "Z R T S C I W B V L"),
    ("Overlays of the other side", "The same with Shift"),
    ("Put the note away, or go back one step", "Esc"),
    ("Answer with a button of the decision bar", "1 to 9"),
)


class ShortcutList(QDialog):
    """A table of what and which key."""

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self.setWindowTitle("Keys")
        rows = [
            (path.partition(" › ")[2], keys_of(action))
            for path, action in menu_entries(window.menuBar().actions())
            if action.shortcuts()
        ]
        rows += MAP_HABITS
        table = QTableWidget(len(rows), 2)
        table.setAccessibleName("Keys")
        table.setHorizontalHeaderLabels(["What", "Key"])
        table.verticalHeader().hide()
        table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        table.setSelectionMode(QTableWidget.SelectionMode.NoSelection)
        table.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        table.setShowGrid(False)
        table.setAlternatingRowColors(True)
        for row, texts in enumerate(rows):
            for column, text in enumerate(texts):
                table.setItem(row, column, QTableWidgetItem(text))
        table.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        table.horizontalHeader().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        table.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(table)
        layout.addWidget(buttons)
        self.resize(620, 640)
