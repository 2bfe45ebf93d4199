"""The wishes of the tool in the hand, in a row above the map."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLayout,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QSpinBox,
    QWidget,
)

from editor.bench import Bench
from editor.tools.tool import Choices, Tool, Wish

HEIGHT = 42


class ToolOptions(QWidget):
    """Built anew for each tool."""

    def __init__(self, bench: Bench, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bench = bench
        self._tool: Tool | None = None
        self.fields: dict[str, QWidget] = {}
        self.heading = QLabel()
        # The row may be wider than the window has room for; it must not make the window wider.
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(HEIGHT)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(10, 4, 10, 4)
        self._row.setSpacing(8)
        self._row.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        bench.opened.connect(self.refresh)

    def show_tool(self, tool: Tool) -> None:
        """The wishes of this tool."""
        if self._tool is not None:
            self._tool.wished.disconnect(self.refresh)
        self._tool = tool
        tool.wished.connect(self.refresh)
        while (item := self._row.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.fields = {}
        self.heading = QLabel(tool.title)
        self.heading.setObjectName("panelHeading")
        self._row.addWidget(self.heading)
        for wish in tool.wishes:
            self._add(tool, wish)
        self._row.addStretch(1)
        self.refresh()
        self._make_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        """Where there is not enough room, the fields come before the name of the tool."""
        self.heading.show()
        self._row.activate()
        self.heading.setVisible(self._row.sizeHint().width() <= self.width())

    def _add(self, tool: Tool, wish: Wish) -> None:
        if wish.kind == "action":
            button = QPushButton(wish.title)
            button.clicked.connect(getattr(tool, wish.name))
            self._place(wish, button)
            return
        self._place(wish, _MAKERS[wish.kind](partial(tool.wish, wish.name)))

    def _place(self, wish: Wish, field: QWidget) -> None:
        field.setAccessibleName(wish.title)
        field.setToolTip(wish.tip)
        self.fields[wish.name] = field
        if isinstance(field, QCheckBox):
            field.setText(wish.title)
        elif not isinstance(field, QPushButton):
            self._show(QLabel(wish.title))
        self._show(field)

    def _show(self, widget: QWidget) -> None:
        """Add to the row, and count for its width at once: Qt would show it a little later."""
        self._row.addWidget(widget)
        widget.show()

    def refresh(self) -> None:
        """Show what the tool wishes now."""
        tool = self._tool
        if tool is None or self._bench.document is None:
            return
        for wish in tool.wishes:
            if wish.kind == "action":
                continue
            field, value = self.fields[wish.name], getattr(tool, wish.name)
            field.blockSignals(True)
            if isinstance(field, QComboBox):
                listed = wish.choices(self._bench) if callable(wish.choices) else wish.choices
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


def _list(field: QComboBox, choices: Choices) -> None:
    if [(field.itemData(at), field.itemText(at)) for at in range(field.count())] != list(choices):
        field.clear()
        for value, words in choices:
            field.addItem(words, value)


def _text(told: Callable[[str], None]) -> QWidget:
    field = QLineEdit()
    field.setMaximumWidth(200)
    field.setMinimumWidth(90)
    field.textEdited.connect(told)
    return field


def _word(told: Callable[[str], None]) -> QWidget:
    field = QComboBox()
    field.setEditable(True)
    field.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
    field.setMinimumContentsLength(8)
    field.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
    field.editTextChanged.connect(told)
    return field


def _number(told: Callable[[int], None]) -> QWidget:
    field = QSpinBox()
    field.setRange(-9999, 9999)
    field.valueChanged.connect(told)
    return field


def _flag(told: Callable[[bool], None]) -> QWidget:
    field = QCheckBox()
    field.toggled.connect(told)
    return field


def _choice(told: Callable[[str], None]) -> QWidget:
    field = QComboBox()
    field.setMinimumContentsLength(6)
    field.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
    field.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
    field.activated.connect(lambda at: told(field.itemData(at)))
    return field


_MAKERS: dict[str, Callable[[Callable[..., None]], QWidget]] = {
    "text": _text,
    "word": _word,
    "number": _number,
    "flag": _flag,
    "choice": _choice,
}
