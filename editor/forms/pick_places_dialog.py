"""Picks hexes or hexsides on a map of its own, from inside another dialog."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPointF, QSize
from PySide6.QtGui import QColor, QMouseEvent, QPalette
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPushButton, QRadioButton, QVBoxLayout, QWidget

from app.map.counters.counter_style import CounterStyle
from app.map.map_scene import MapScene
from app.map.map_view import MapView
from app.map.terrain.printed_map import PrintedMap
from editor.document.editor_document import EditorDocument
from editor.document.hexes_in_rules import is_place
from editor.window.dialog_widgets import accept_or_cancel, resize_within
from engine.mechanics.plural import counted

SIZE: Final = QSize(900, 640)
LONGEST_LIST: Final = 12
"""Places that are named below the map; the others are counted."""


class _PickingMap(MapView):
    """The second of two quick clicks is a click, too."""

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.mousePressEvent(event)


class PickPlacesDialog(QDialog):
    """`places` is the result after the dialog was accepted."""

    def __init__(
        self,
        document: EditorDocument,
        places: Sequence[str],
        parent: QWidget | None = None,
        *,
        single: bool = False,
    ) -> None:
        """With `single` one place is asked for: a click picks another in its stead."""
        super().__init__(parent)
        self._single = single
        self.setWindowTitle("Pick places on the map")
        self.places = [here for here in places if is_place(here, document.lattice)]
        snapshot = document.snapshot()
        printed_map = PrintedMap.of(snapshot, document.lattice)
        self.scene = MapScene(printed_map, CounterStyle.of(snapshot))
        window = self.palette().color(QPalette.ColorRole.Window)
        self.scene.set_look(QColor(window), window.lightness() < 128)
        self.map = _PickingMap()
        self.map.wheel_zooms = True
        self.map.setScene(self.scene)
        self.map.hex_clicked.connect(self._clicked)
        self.hexes, self.hexsides = QRadioButton("Hexes"), QRadioButton("Hexsides")
        (self.hexsides if any("/" in here for here in self.places) else self.hexes).setChecked(True)
        self.named = QLabel()
        self.named.setObjectName("quiet")
        self.clear = QPushButton("Clear")
        self.clear.setAutoDefault(False)
        self.clear.clicked.connect(self._clear)
        self.buttons, _ = accept_or_cancel(self, "Take these")
        above, below = QHBoxLayout(), QHBoxLayout()
        above.addWidget(self.hexes)
        above.addWidget(self.hexsides)
        above.addStretch(1)
        how = "Click to pick." if single else "Click to pick and to leave out."
        above.addWidget(QLabel(f"{how} The wheel zooms, a drag moves the map."))
        below.addWidget(self.named, 1)
        below.addWidget(self.clear)
        layout = QVBoxLayout(self)
        layout.addLayout(above)
        layout.addWidget(self.map, 1)
        layout.addLayout(below)
        layout.addWidget(self.buttons)
        resize_within(self, SIZE)
        lattice = document.lattice
        self.map.open_at(
            [part for here in self.places for part in ((here,) if here in lattice else lattice.split(here))]
        )
        self._show()

    def _clicked(self, hex_id: str, point: QPointF) -> None:
        geometry = self.scene.geometry
        picked = geometry.lattice.first_name(hex_id)
        if self.hexsides.isChecked():
            picked = geometry.hexside_at(point) or ""
        if picked in self.places:
            self.places.remove(picked)
        elif picked:
            self.places = [picked] if self._single else [*self.places, picked]
        self._show()

    def _clear(self) -> None:
        self.places = []
        self._show()

    def _show(self) -> None:
        self.scene.point_out(self.places)
        more = len(self.places) - LONGEST_LIST
        words = " ".join(self.places[:LONGEST_LIST]) + (f" and {more} more" if more > 0 else "")
        self.named.setText(f"{counted(len(self.places), 'place')}: {words}" if words else "No place yet.")
        self.clear.setEnabled(bool(self.places))


def pick_places(
    document: EditorDocument, places: Sequence[str], parent: QWidget | None, *, single: bool = False
) -> tuple[str, ...] | None:
    """Ask for places on the map, or with `single` for one; None if they are left as they were."""
    dialog = PickPlacesDialog(document, places, parent, single=single)
    try:
        return tuple(dialog.places) if dialog.exec() == QDialog.DialogCode.Accepted else None
    finally:
        dialog.map.setScene(None)
        dialog.deleteLater()
