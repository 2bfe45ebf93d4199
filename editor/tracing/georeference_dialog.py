"""The dialog for the known places of a map."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QLabel, QVBoxLayout, QWidget

from editor.tracing.georeference import KnownPlaces
from editor.window.dialog_widgets import accept_or_cancel
from engine.bad_input import BadInput
from engine.catalogue.document import Anchor
from engine.hexes.lattice import Lattice


class KnownPlacesDialog(QDialog):
    """`places.anchors()` is the result after the dialog was accepted."""

    def __init__(self, lattice: Lattice, anchors: tuple[Anchor, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Known places")
        self._lattice = lattice
        words = QLabel(
            "Two hexes with known latitude and longitude give the map its place on the globe; "
            "a third one corrects it. Tracing and GeoJSON export use them."
        )
        words.setWordWrap(True)
        words.setObjectName("quiet")
        self.places = KnownPlaces(rows=max(3, len(anchors) + 1))
        self.places.fill(anchors)
        self.places.changed.connect(self._check)
        self.problem = QLabel()
        self.problem.setWordWrap(True)
        self.buttons, self._accept = accept_or_cancel(self)
        layout = QVBoxLayout(self)
        for widget in (words, self.places, self.problem, self.buttons):
            layout.addWidget(widget)
        self.setMinimumWidth(480)
        self._check()

    def _check(self) -> None:
        problem = ""
        try:
            for anchor in self.places.anchors():
                if anchor.hex not in self._lattice:
                    problem = f"There is no hex {anchor.hex!r:.20} on this map; use a number as printed."
        except BadInput as bad:
            problem = str(bad)
        self.problem.setText(problem)
        self._accept.setEnabled(not problem)
