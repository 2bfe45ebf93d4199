"""The layers panel: show, lock and fade layers."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QCheckBox, QGridLayout, QLabel, QSlider, QVBoxLayout, QWidget

from editor.document.layers import NOT_LOCKABLE, Layer, Layers
from editor.window.scroll_area import scrolling

MAX_MIN_HEIGHT_PX: Final = 220
"""Maximum of the panel's minimum height."""


class LayersPanel(QWidget):
    """One row per layer, topmost first."""

    def __init__(self, layers: Layers, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._layers = layers
        self.shown: dict[str, QCheckBox] = {}
        self.locked: dict[str, QCheckBox] = {}
        self.opacity: dict[str, QSlider] = {}
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(5)
        self._grid.setColumnStretch(0, 1)
        self._body = QWidget()
        lines = QVBoxLayout(self._body)
        lines.setContentsMargins(10, 8, 10, 8)
        lines.addLayout(self._grid)
        lines.addStretch(1)
        area = self._area = scrolling(self._body)
        area.setAccessibleName("Layers")
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(area)
        for column, words in enumerate(("Shown", "Locked", "Opacity")):
            heading = QLabel(words)
            heading.setObjectName("quiet")
            self._grid.addWidget(heading, 0, column)
        self._lines = 0
        self._fill()
        layers.changed.connect(self._show)

    def minimumSizeHint(self) -> QSize:
        """All rows, up to a limit; above it the rows scroll."""
        lines, bar = self._body.minimumSizeHint(), self._area.verticalScrollBar().sizeHint()
        return QSize(lines.width() + bar.width(), min(lines.height(), MAX_MIN_HEIGHT_PX))

    def _fill(self) -> None:
        for layer in self._layers.all():
            if layer.key not in self.shown:
                self._add(layer)

    def _add(self, layer: Layer) -> None:
        self._lines += 1
        shown = QCheckBox(layer.title)
        shown.toggled.connect(lambda on, key=layer.key: self._layers.set(key, shown=on))
        locked = QCheckBox()
        locked.setAccessibleName(f"Lock {layer.title}")
        locked.setToolTip("A locked layer is not changed by any tool")
        locked.toggled.connect(lambda on, key=layer.key: self._layers.set(key, locked=on))
        self.shown[layer.key], self.locked[layer.key] = shown, locked
        self._grid.addWidget(shown, self._lines, 0)
        if layer.key not in NOT_LOCKABLE:
            self._grid.addWidget(locked, self._lines, 1, Qt.AlignmentFlag.AlignHCenter)
        slider = QSlider(Qt.Orientation.Horizontal)
        slider.setAccessibleName(f"Opacity of {layer.title}")
        slider.setRange(10, 100)
        slider.setMinimumWidth(80)
        slider.valueChanged.connect(lambda value, key=layer.key: self._layers.set(key, opacity=value))
        self.opacity[layer.key] = slider
        self._grid.addWidget(slider, self._lines, 2)
        self._show(layer.key)

    def _show(self, key: str) -> None:
        if key not in self.shown:
            self._fill()
            return
        layer = self._layers[key]
        self.shown[key].setChecked(layer.shown)
        self.locked[key].setChecked(layer.locked)
        self.opacity[key].setValue(layer.opacity)
