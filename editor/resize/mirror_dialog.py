"""The dialog that asks which half of the map to keep."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPalette, QPen, QPixmap, QPolygonF
from PySide6.QtWidgets import (
    QButtonGroup,
    QDialog,
    QGridLayout,
    QLabel,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from editor.resize.mirror_map import Half, mirrors_exactly
from editor.window.dialog_widgets import accept_or_cancel
from engine.hexes.lattice import Lattice

_PICTURE: Final = QSize(78, 54)
_SPOTS: Final = ((0.14, 0.22), (0.3, 0.38), (0.2, 0.72))
"""Sample hexes of the icons, in relative coordinates."""


class MirrorDialog(QDialog):
    """`kept()` is the half to keep."""

    def __init__(self, lattice: Lattice, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Mirror half of the map")
        self._lattice = lattice
        words = QLabel("Which half do you want to keep? The other half becomes its mirror image.")
        words.setWordWrap(True)
        self.choices: dict[Half, QRadioButton] = {}
        self._group = QButtonGroup(self)
        grid = QGridLayout()
        grid.setSpacing(14)
        places: tuple[tuple[Half, str], ...] = (
            ("left", "The left half"),
            ("right", "The right half"),
            ("top", "The upper half"),
            ("bottom", "The lower half"),
        )
        for number, (half, title) in enumerate(places):
            button = self.choices[half] = QRadioButton(title)
            button.setIcon(QIcon(self._picture(half)))
            button.setIconSize(_PICTURE)
            button.toggled.connect(self._update_note)
            self._group.addButton(button)
            grid.addWidget(button, number // 2, number % 2)
        self.note = QLabel()
        self.note.setObjectName("quiet")
        self.note.setWordWrap(True)
        self.note.setMinimumHeight(3 * self.fontMetrics().lineSpacing())
        self.note.setAlignment(Qt.AlignmentFlag.AlignTop)
        buttons, _ = accept_or_cancel(self, "Mirror")
        layout = QVBoxLayout(self)
        layout.setSpacing(12)
        layout.addWidget(words)
        layout.addLayout(grid)
        layout.addWidget(self.note)
        layout.addWidget(buttons)
        self.choices["left"].setChecked(True)
        self.setMinimumWidth(440)

    def kept(self) -> Half:
        """The chosen half."""
        return next(half for half, button in self.choices.items() if button.isChecked())

    def _update_note(self) -> None:
        parts = ["Units, regions and start lines stay as they are."]
        if self._group.checkedButton() and not mirrors_exactly(self._lattice, self.kept()):
            lines = "columns" if self._lattice.orientation == "flat" else "rows"
            parts.append(
                f"This map has an even number of {lines}, so the mirror image is shifted by half a hex; "
                f"with an odd number every hex would match."
            )
        self.note.setText(" ".join(parts))

    def _picture(self, half: Half) -> QPixmap:
        """An icon of the map: the kept half filled, its mirror image in outline."""
        ratio = self.devicePixelRatioF()
        pixmap = QPixmap(_PICTURE * ratio)
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette = self.palette()
        ink, line = palette.color(QPalette.ColorRole.Highlight), palette.color(QPalette.ColorRole.Mid)
        sheet = QRectF(1, 1, _PICTURE.width() - 2, _PICTURE.height() - 2)
        painter.setPen(QPen(line, 1))
        painter.setBrush(palette.color(QPalette.ColorRole.Base))
        painter.drawRect(sheet)
        upright = half in ("left", "right")
        mirror = QPen(ink, 1.4, Qt.PenStyle.DashLine)
        painter.setPen(mirror)
        middle = sheet.center()
        if upright:
            painter.drawLine(QPointF(middle.x(), sheet.top()), QPointF(middle.x(), sheet.bottom()))
        else:
            painter.drawLine(QPointF(sheet.left(), middle.y()), QPointF(sheet.right(), middle.y()))
        for kept in (True, False):
            painter.setPen(QPen(ink, 1.2))
            painter.setBrush(ink if kept else Qt.BrushStyle.NoBrush)
            near = (half in ("left", "top")) == kept
            for across, along in _SPOTS:
                place = across if near else 1 - across
                x, y = (place, along) if upright else (along, place)
                painter.drawPolygon(_hex(sheet.left() + x * sheet.width(), sheet.top() + y * sheet.height()))
        painter.end()
        return pixmap


def _hex(x: float, y: float, size: float = 5.0) -> QPolygonF:
    corners = ((1, 0), (0.5, 0.87), (-0.5, 0.87), (-1, 0), (-0.5, -0.87), (0.5, -0.87))
    return QPolygonF([QPointF(x + dx * size, y + dy * size) for dx, dy in corners])
