"""Simulated users of tables: real clicks and keys in the cells of the editor's tabs."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from editor.tables.table_view import RecordsTable

LEFT, PLAIN = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


def cell(table: RecordsTable, row: int, name: str) -> QPoint:
    """The middle of a cell as it is on the screen."""
    table.catch_up()
    column = [known.name for known in table.model.definition.columns].index(name)
    index = table.proxy.index(row, column)
    assert index.isValid(), f"there is no line {row}"
    table.view.scrollTo(index)
    return table.view.visualRect(index).center()


def click(
    qtbot: QtBot, table: RecordsTable, row: int, name: str, keys=Qt.KeyboardModifier.NoModifier
) -> None:
    """Choose a line."""
    qtbot.mouseClick(table.view.viewport(), LEFT, keys, cell(table, row, name))


def open_cell(qtbot: QtBot, table: RecordsTable, row: int, name: str) -> QWidget:
    """A double click, and what appears to write with."""
    spot, viewport = cell(table, row, name), table.view.viewport()
    qtbot.mouseClick(viewport, LEFT, pos=spot)
    qtbot.mouseDClick(viewport, LEFT, pos=spot)
    qtbot.mouseRelease(viewport, LEFT, pos=spot)
    (editor,) = [
        found
        for found in viewport.children()
        if isinstance(found, (QComboBox, QLineEdit)) and found.isVisible()
    ]
    return editor


def titled(table: RecordsTable, name: str, key: str) -> str:
    """What a cell of this column shows for a key."""
    document = table.model.document
    column = next(known for known in table.model.definition.columns if known.name == name)
    assert document is not None
    return column.titles(document.work).get(key, key) if column.titles is not None else key


def write(qtbot: QtBot, table: RecordsTable, row: int, name: str, words: str) -> None:
    """Open a cell with a double click, write into it or choose from its list, and confirm."""
    editor = open_cell(qtbot, table, row, name)
    line = editor.lineEdit() if isinstance(editor, QComboBox) else editor
    if line is None:
        assert isinstance(editor, QComboBox)
        pick(qtbot, editor, words)
    else:
        line.selectAll()
        if words:
            qtbot.keyClicks(line, words)
        else:
            qtbot.keyClick(line, Qt.Key.Key_Backspace)
    confirm(qtbot, editor)


def confirm(qtbot: QtBot, editor: QWidget) -> None:
    """Return; the cell is closed with the next event."""
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    QApplication.processEvents()


def pick(qtbot: QtBot, box: QComboBox, words: str) -> None:
    """Choose from a list with the keyboard, as far as its own entries go."""
    wanted = box.findText(words, Qt.MatchFlag.MatchFixedString)
    assert wanted >= 0, [box.itemText(n) for n in range(box.count())]
    while box.currentIndex() != wanted:
        down = box.currentIndex() < wanted
        qtbot.keyClick(box, Qt.Key.Key_Down if down else Qt.Key.Key_Up)
