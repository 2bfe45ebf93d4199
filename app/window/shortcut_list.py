"""The list of keyboard shortcuts, read from the menus."""

from __future__ import annotations

from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QMainWindow,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
)

from app.search.command_palette import menu_entries
from app.window.actions import keys_of

MAP_SHORTCUTS = (
    ("Zoom at the pointer", "Wheel, or Ctrl+Wheel (see Preferences)"),
    ("Scroll the map sideways", "Alt+Wheel"),
    ("Drag the map", "Left button on empty ground, middle button, or Space and left button"),
    ("Centre the map", "Double-click on empty ground"),
    ("What can be done here, and why not", "Right-click, or the menu key at the hex cursor"),
    ("Move the hex cursor", "Arrow keys"),
    ("Act on the hex under the cursor", "Enter"),
    ("Go to the next target", "Tab, Shift+Tab; Ctrl+Tab leaves the map"),
    ("Move a unit", "Drag it to a highlighted hex; Esc cancels"),
    ("Select a whole stack, or all units in a frame", "Shift+click, Shift+drag"),
    ("Overlays of your own side", "Z R T S C I W B V L"),
    ("Overlays of the other side", "The same keys with Shift"),
    ("Close the note, or cancel the last step", "Esc"),
    ("Press a button of the decision bar", "1 to 9"),
)


class ShortcutList(QDialog):
    """A table of commands and their keys: first those of the map, then menu by menu."""

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self.setWindowTitle("Keyboard shortcuts")
        chapters: dict[str, list[tuple[str, str]]] = {"On the map": list(MAP_SHORTCUTS)}
        for path, action in menu_entries(window.menuBar().actions()):
            menu, _, what = path.partition(" › ")
            if action.shortcuts():
                chapters.setdefault(menu, []).append((what, keys_of(action)))
        self.table = QTableWidget(0, 2)
        self.table.setAccessibleName("Keyboard shortcuts")
        self.table.horizontalHeader().hide()
        self.table.verticalHeader().hide()
        self.table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.table.setSelectionMode(QTableWidget.SelectionMode.NoSelection)
        self.table.setTabKeyNavigation(False)
        self.table.setShowGrid(False)
        for title, rows in chapters.items():
            self._add_chapter(title, rows)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 14, 16, 14)
        layout.setSpacing(12)
        layout.addWidget(self.table)
        layout.addWidget(buttons)
        characters = self.fontMetrics().averageCharWidth()
        self.resize(90 * characters, 680)
        buttons.button(QDialogButtonBox.StandardButton.Close).setFocus()

    def _add_chapter(self, title: str, rows: list[tuple[str, str]]) -> None:
        heading = QTableWidgetItem(title)
        font = heading.font()
        font.setBold(True)
        heading.setFont(font)
        heading.setBackground(self.palette().alternateBase())
        at = self.table.rowCount()
        self.table.setRowCount(at + 1 + len(rows))
        self.table.setItem(at, 0, heading)
        self.table.setSpan(at, 0, 1, 2)
        for row, texts in enumerate(rows, start=at + 1):
            for column, text in enumerate(texts):
                self.table.setItem(row, column, QTableWidgetItem(text))
