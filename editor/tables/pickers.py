"""Pickers for cells: the symbol of a unit type and the colour of a side, each shown as it looks."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QColorDialog, QComboBox, QWidget

from app.map.counters.unit_symbols import SYMBOLS, paint_symbol

COLORS: Final = {
    "#5b6b3c": "olive",
    "#7a8450": "light olive",
    "#a58b55": "khaki",
    "#c2a878": "sand",
    "#8a5a3b": "brown",
    "#5a6a72": "field grey",
    "#8a9299": "light grey",
    "#3c3c40": "black",
    "#a8453a": "red",
    "#8c2f39": "dark red",
    "#c9783a": "orange",
    "#d9b13b": "yellow",
    "#4d7f52": "green",
    "#3f8f8a": "teal",
    "#5a76a6": "blue",
    "#2f4a73": "dark blue",
    "#7a5a94": "violet",
    "#e8e2d0": "white",
}
"""Usual colours of counters, with their names."""
OTHER_COLOR: Final = "Other colour…"
ICON: Final = QSize(26, 18)


class ChoiceBox(QComboBox):
    """A combo box in a cell. A click in the open list commits; with keys, Return commits."""

    decided = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._from_list = False
        self.activated.connect(self._activated)

    def hidePopup(self) -> None:  # noqa: N802
        self._from_list = self.view().isVisible()
        super().hidePopup()

    def _activated(self) -> None:
        if self._from_list:
            self._from_list = False
            self.decided.emit()

    def may_be_written(self) -> None:
        """Let other texts than the listed ones be written."""
        self.setEditable(True)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)


class SymbolBox(ChoiceBox):
    """The usual symbols as pictures; other words may be written."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.may_be_written()
        self.setIconSize(ICON)
        for words in ("", *SYMBOLS):
            self.addItem(symbol_icon(words) if words else QIcon(), words)


class ColorBox(ChoiceBox):
    """Usual colours of counters; others are chosen in the color dialog or written."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.may_be_written()
        self.setIconSize(ICON)
        for color, name in COLORS.items():
            self.addItem(color_icon(color), color)
            self.setItemData(self.count() - 1, name, Qt.ItemDataRole.ToolTipRole)
        self.addItem(OTHER_COLOR)
        self._before = ""
        self.ask: Callable[[QColor], QColor] = self._ask
        """Asks for a colour, given the present one; an invalid one if the user cancels."""

    def setCurrentText(self, text: str) -> None:  # noqa: N802
        self._before = text
        super().setCurrentText(text)

    def _activated(self) -> None:
        if self.currentText() == OTHER_COLOR:
            self._from_list = False
            QTimer.singleShot(0, self, self.choose_other)
            return
        super()._activated()

    def choose_other(self) -> None:
        """Ask for any colour and take it over."""
        chosen = self.ask(QColor(self._before))
        super().setCurrentText(chosen.name() if chosen.isValid() else self._before)
        self.decided.emit()

    def _ask(self, before: QColor) -> QColor:
        return QColorDialog.getColor(before, self.window(), "Colour of the side")


def cell_icon(kind: str, words: str) -> QIcon | None:
    """What a cell of this kind shows beside its text."""
    if kind == "color" and QColor.isValidColorName(words):
        return color_icon(words)
    return symbol_icon(words) if kind == "symbol" and words else None


@cache
def color_icon(color: str) -> QIcon:
    """A small field of this colour."""
    return _icon(lambda painter, box: painter.fillRect(box, QColor(color)))


@cache
def symbol_icon(words: str) -> QIcon:
    """The symbol that is drawn for these words."""
    ink, paper = QColor("#17140f"), QColor("#f6f1e3")
    return _icon(lambda painter, box: paint_symbol(painter, box.adjusted(2, 2, -2, -2), words, ink, paper))


def _icon(paint: Callable[[QPainter, QRectF], object]) -> QIcon:
    ratio = 2
    pixmap = QPixmap(ICON * ratio)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint(painter, QRectF(0, 0, ICON.width(), ICON.height()))
    painter.end()
    icon = QIcon()
    for mode in (QIcon.Mode.Normal, QIcon.Mode.Selected):
        icon.addPixmap(pixmap, mode)
    return icon
