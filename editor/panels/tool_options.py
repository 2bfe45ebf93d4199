"""The options of the active tool, in a row above the map."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QSize
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QSpinBox,
    QWidget,
)

from editor.document.open_document import OpenDocument
from editor.tools.tool import Choices, Tool, ToolOption

HEIGHT, ROW = 42, 36
"""Heights in pixels of the first row and of each further row."""
MARGIN, APART, GAP = 10, 12, 6
"""Pixels beside the row, between two fields, and between a field and its label."""


class ToolOptions(QWidget):
    """Rebuilt for each tool. Fields that do not fit into the row wrap to the next row."""

    def __init__(self, open_document: OpenDocument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._open = open_document
        self._tool: Tool | None = None
        self._cells: list[tuple[QWidget, ...]] = []
        """Each field with its label."""
        self.fields: dict[str, QWidget] = {}
        self.heading = QLabel(self)
        self.heading.setObjectName("panelHeading")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(HEIGHT)
        open_document.opened.connect(self.refresh)

    def show_tool(self, tool: Tool) -> None:
        """Show the options of this tool."""
        if self._tool is not None:
            self._tool.options_changed.disconnect(self.refresh)
        self._tool = tool
        tool.options_changed.connect(self.refresh)
        for widget in (widget for cell in self._cells for widget in cell):
            widget.hide()
            widget.deleteLater()
        self._cells, self.fields = [], {}
        self.heading.setText(tool.title)
        for option in tool.options:
            self._add(tool, option)
        self.refresh()
        self._lay_out()

    def event(self, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Resize):
            self._lay_out()
        return super().event(event)

    def _lay_out(self) -> None:
        """Use one row if everything fits; the tool name is hidden first."""
        room = self.width() - 2 * MARGIN
        name, cells = (self.heading,), self._cells
        together = sum(_width(cell) + APART for cell in (name, *cells)) - APART
        self.heading.setVisible(together <= room or not cells)
        left, row = MARGIN, 0
        for cell in (name, *cells) if not self.heading.isHidden() else cells:
            if left > MARGIN and left + _width(cell) > MARGIN + room:
                left, row = MARGIN, row + 1
            for widget in cell:
                size = _size(widget)
                top = row * ROW + (HEIGHT - size.height()) // 2
                widget.setGeometry(left, top, min(size.width(), room), size.height())
                left += size.width() + GAP
            left += APART - GAP
        self.setFixedHeight(HEIGHT + row * ROW)

    def _add(self, tool: Tool, option: ToolOption) -> None:
        if option.kind == "action":
            button = QPushButton(option.title)
            button.clicked.connect(getattr(tool, option.name))
            self._place(option, button)
            return
        self._place(option, _MAKERS[option.kind](partial(tool.set_option, option.name)))

    def _place(self, option: ToolOption, field: QWidget) -> None:
        field.setAccessibleName(option.title)
        field.setToolTip(option.tip)
        self.fields[option.name] = field
        cell: tuple[QWidget, ...] = (field,)
        if isinstance(field, QCheckBox):
            field.setText(option.title)
        elif not isinstance(field, QPushButton):
            cell = (QLabel(option.title), field)
        for widget in cell:
            widget.setParent(self)
            widget.show()
        self._cells.append(cell)

    def refresh(self) -> None:
        """Show the current values of the options."""
        tool = self._tool
        if tool is None or self._open.document is None:
            return
        for option in tool.options:
            if option.kind == "action":
                continue
            field, value = self.fields[option.name], getattr(tool, option.name)
            field.blockSignals(True)
            if isinstance(field, QComboBox):
                listed = option.choices(tool) if callable(option.choices) else option.choices
                _list(field, listed)
                if not field.isEditable():
                    field.setCurrentIndex(max(0, field.findData(value)))
                elif field.currentText() != value:
                    field.setEditText(value)
            elif isinstance(field, QCheckBox):
                field.setChecked(value)
            elif isinstance(field, QSpinBox):
                field.setValue(value)
            elif isinstance(field, QLineEdit) and field.text() != value:
                field.setText(value)
            field.blockSignals(False)


def _size(widget: QWidget) -> QSize:
    return widget.sizeHint().expandedTo(widget.minimumSize()).boundedTo(widget.maximumSize())


def _width(cell: tuple[QWidget, ...]) -> int:
    return sum(_size(widget).width() + GAP for widget in cell) - GAP


def _list(field: QComboBox, choices: Choices) -> None:
    if [(field.itemData(at), field.itemText(at)) for at in range(field.count())] != list(choices):
        field.clear()
        for value, words in choices:
            field.addItem(words, value)


def _text(on_change: Callable[[str], None]) -> QWidget:
    field = QLineEdit()
    field.setMaximumWidth(18 * field.fontMetrics().averageCharWidth())
    field.textEdited.connect(on_change)
    return field


def _word(on_change: Callable[[str], None]) -> QWidget:
    field = QComboBox()
    field.setEditable(True)
    field.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
    field.setMinimumContentsLength(8)
    field.editTextChanged.connect(on_change)
    return field


def _number(on_change: Callable[[int], None]) -> QWidget:
    field = QSpinBox()
    field.setRange(-9999, 9999)
    field.valueChanged.connect(on_change)
    return field


def _flag(on_change: Callable[[bool], None]) -> QWidget:
    field = QCheckBox()
    field.toggled.connect(on_change)
    return field


def _choice(on_change: Callable[[str], None]) -> QWidget:
    field = QComboBox()
    field.setMinimumContentsLength(6)
    field.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
    field.setMaximumWidth(21 * field.fontMetrics().averageCharWidth())
    field.activated.connect(lambda at: on_change(field.itemData(at)))
    return field


_MAKERS: dict[str, Callable[[Callable[..., None]], QWidget]] = {
    "text": _text,
    "word": _word,
    "number": _number,
    "flag": _flag,
    "choice": _choice,
}
