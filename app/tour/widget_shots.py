"""Screenshots of every kind of widget: plain, pointed at, with the focus, selected, disabled."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QHoverEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QGridLayout,
    QGroupBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QMenu,
    QPlainTextEdit,
    QProgressBar,
    QPushButton,
    QRadioButton,
    QSlider,
    QSpinBox,
    QTabBar,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.theme.theme import NIGHT, Look

STATES: Final = ("plain", "pointed at", "focus", "selected", "disabled")
ENTRIES: Final = ("First entry", "Second entry", "Third entry")


def screens(look: Look, settle: Callable[[], None]) -> Iterator[tuple[str, QWidget]]:
    """All widgets on one sheet, then what opens: a drop-down list and a menu."""
    sheet, focused = _sheet(look)
    sheet.show()
    sheet.activateWindow()
    settle()
    _freeze(focused, settle)
    settle()
    yield "widgets", sheet
    combo = _combo()
    combo.setProperty(NIGHT, look.night)
    combo.setWindowTitle("Drop-down list")
    combo.resize(240, combo.sizeHint().height())
    combo.show()
    combo.view().setAccessibleName("Entries")
    combo.showPopup()
    combo.view().setCurrentIndex(combo.model().index(1, 0))
    settle()
    yield "widgets-drop-down", combo.view()
    combo.hidePopup()
    menu = _menu()
    menu.popup(sheet.mapToGlobal(sheet.rect().topLeft()))
    menu.setActiveAction(menu.actions()[0])
    settle()
    yield "widgets-menu", menu
    for window in (menu, combo, sheet):
        window.close()
        window.deleteLater()


def _sheet(look: Look) -> tuple[QWidget, list[QWidget]]:
    """A grid with each kind of widget in a row; also the widgets that are to be shown with the focus."""
    sheet, focused = QWidget(), []
    sheet.setProperty(NIGHT, look.night)
    sheet.setWindowTitle("Widgets")
    grid = QGridLayout(sheet)
    for column, state in enumerate(("", *STATES)):
        grid.addWidget(QLabel(state), 0, column)
    for row, (name, make) in enumerate(_KINDS.items(), start=1):
        grid.addWidget(QLabel(name), row, 0)
        for column, state in enumerate(STATES, start=1):
            widget = make(state == "selected")
            widget.setAccessibleName(name)
            widget.setDisabled(state == "disabled")
            if state == "pointed at":
                widget.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)
                here = QPointF(4, 4)
                QApplication.sendEvent(widget, QHoverEvent(QEvent.Type.HoverEnter, here, here, here))
            grid.addWidget(widget, row, column)
            if state == "focus":
                focused.append(widget)
    grid.setRowStretch(grid.rowCount(), 1)
    sheet.resize(1100, 640)
    return sheet, focused


def _freeze(widgets: list[QWidget], settle: Callable[[], None]) -> None:
    """Only one widget can have the focus: show each by its picture with the focus."""
    for widget in widgets:
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        settle()
        sheet = widget.parentWidget()
        layout = sheet.layout() if sheet is not None else None
        assert layout is not None
        picture = QLabel(sheet)
        picture.setPixmap(widget.grab())
        layout.replaceWidget(widget, picture)
        widget.hide()
        widget.deleteLater()


def _button(primary: bool) -> QPushButton:
    button = QPushButton("Button")
    button.setObjectName("primary" if primary else "")
    return button


def _tool(checked: bool) -> QToolButton:
    tool = QToolButton()
    tool.setObjectName("modeSwitch")
    tool.setText("Switch")
    tool.setCheckable(True)
    tool.setChecked(checked)
    return tool


def _check(checked: bool) -> QCheckBox:
    box = QCheckBox("Check box")
    box.setChecked(checked)
    return box


def _radio(checked: bool) -> QRadioButton:
    button = QRadioButton("Radio button")
    button.setChecked(checked)
    return button


def _line(selected: bool) -> QLineEdit:
    line = QLineEdit("A line of text")
    if selected:
        line.selectAll()
    return line


def _text(selected: bool) -> QPlainTextEdit:
    text = QPlainTextEdit("Several lines\nof text")
    text.setMaximumHeight(52)
    if selected:
        text.selectAll()
    return text


def _combo(selected: bool = False) -> QComboBox:
    combo = QComboBox()
    combo.addItems(ENTRIES)
    combo.setCurrentIndex(1 if selected else 0)
    model = combo.model()
    if isinstance(model, QStandardItemModel):
        impossible = QStandardItem("Not possible now")
        impossible.setEnabled(False)
        model.appendRow(impossible)
    return combo


def _spin(selected: bool) -> QSpinBox:
    spin = QSpinBox()
    spin.setValue(12)
    if selected:
        spin.selectAll()
    return spin


def _slider(moved: bool) -> QSlider:
    slider = QSlider(Qt.Orientation.Horizontal)
    slider.setValue(60 if moved else 20)
    return slider


def _progress(done: bool) -> QProgressBar:
    bar = QProgressBar()
    bar.setValue(100 if done else 40)
    return bar


def _tabs(second: bool) -> QTabBar:
    tabs = QTabBar()
    for entry in ENTRIES[:2]:
        tabs.addTab(entry)
    tabs.setCurrentIndex(int(second))
    return tabs


def _list(selected: bool) -> QListWidget:
    found = QListWidget()
    found.addItems(ENTRIES)
    found.setMaximumHeight(72)
    if selected:
        found.setCurrentRow(1)
    return found


def _tree(selected: bool) -> QTreeWidget:
    tree = QTreeWidget()
    tree.setHeaderLabels(["Tree"])
    tree.addTopLevelItems([QTreeWidgetItem([entry]) for entry in ENTRIES])
    tree.setMaximumHeight(96)
    if selected:
        tree.setCurrentItem(tree.topLevelItem(1))  # type: ignore[arg-type]
    return tree


def _group(checked: bool) -> QGroupBox:
    group = QGroupBox("Group")
    QVBoxLayout(group).addWidget(_check(checked))
    return group


def _menu() -> QMenu:
    menu = QMenu()
    for entry in ENTRIES[:2]:
        menu.addAction(entry)
    menu.addSeparator()
    menu.addAction("Not possible: the reason (6.2)").setEnabled(False)
    checked = menu.addAction("Checked")
    checked.setCheckable(True)
    checked.setChecked(True)
    return menu


_KINDS: Final[dict[str, Callable[[bool], QWidget]]] = {
    "Button, main button": _button,
    "Switch": _tool,
    "Check box": _check,
    "Radio button": _radio,
    "Line": _line,
    "Text": _text,
    "Drop-down list": _combo,
    "Number": _spin,
    "Slider": _slider,
    "Progress": _progress,
    "Tabs": _tabs,
    "List": _list,
    "Tree": _tree,
    "Group": _group,
}
