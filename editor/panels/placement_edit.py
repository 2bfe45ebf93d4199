"""A field for a placement: hex, area, near a hex, along a start line, or box."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QCompleter, QHBoxLayout, QLineEdit, QSpinBox, QWidget

from editor.document.place_choices import PlaceNames, areas, boxes, entry_hexes, lines
from editor.document.titles import key_of
from editor.document.working_copy import WorkingCopy
from engine.bad_input import BadInput
from engine.catalogue.document import Placement

KINDS: Final = (
    ("in hex", "hex"),
    ("in area", "area"),
    ("near", "within"),
    ("along", "along"),
    ("in box", "box"),
)
_NAMED: Final[Mapping[str, Callable[[WorkingCopy], Mapping[str, str]]]] = {
    "area": areas,
    "along": lines,
    "box": boxes,
}
"""Kinds of places that are chosen by title."""
_HINTS: Final = {
    "hex": ("number of the hex", "The one hex in which the unit begins"),
    "area": ("a region", "Any hex of a region; draw regions on the map"),
    "within": ("number of a hex", "Any hex within this distance of the hex"),
    "along": ("a start line", "On the unit's own side of a start line, within this distance of it"),
    "box": ("a box", "A box off the map; boxes are listed under Turns and set-up"),
}


class PlacementEdit(QWidget):
    """Kind, name and distance of a placement."""

    confirmed = Signal()
    """Return was pressed in a field."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._work: WorkingCopy | None = None
        self.kind = QComboBox()
        self.kind.setAccessibleName("Kind of place")
        for words, kind in KINDS:
            self.kind.addItem(words, kind)
        self.kind.currentIndexChanged.connect(lambda _: self._offer())
        self.distance = QSpinBox()
        self.distance.setRange(0, 99)
        self.distance.setValue(1)
        self.distance.setAccessibleName("Distance in hexes")
        self.distance.setToolTip("Maximum distance in hexes")
        self.at = QComboBox()
        self.at.setEditable(True)
        self.at.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.at.setAccessibleName("Place of set-up")
        self.at.setMinimumContentsLength(6)
        completer = self.at.completer()
        assert completer is not None
        completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        self.line.returnPressed.connect(self.confirmed)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.kind)
        row.addWidget(self.distance)
        row.addWidget(self.at, 1)
        self._offer()

    @property
    def line(self) -> QLineEdit:
        """The line edit of the name."""
        line = self.at.lineEdit()
        assert line is not None
        return line

    def offer(self, work: WorkingCopy) -> None:
        """Fill the choices; the typed text stays."""
        self._work = work
        self._offer()

    def _offer(self) -> None:
        kind, written = self.kind.currentData(), self.at.currentText()
        known = list(self._titles(kind).values())
        self.at.clear()
        self.at.addItems(known)
        fits = written in known or kind in ("hex", "within")
        self.at.setCurrentText(written if fits else (known[0] if known else ""))
        hint, tip = _HINTS[kind]
        self.line.setPlaceholderText(hint)
        self.at.setToolTip(tip)
        self.distance.setVisible(kind in ("within", "along"))

    def _titles(self, kind: str) -> Mapping[str, str]:
        """What a kind of place offers: titles by key."""
        if self._work is None:
            return {}
        if kind in _NAMED:
            return _NAMED[kind](self._work)
        return {here: here for here in entry_hexes(self._work)}

    @property
    def is_empty(self) -> bool:
        """Whether the name is empty."""
        return not self.at.currentText().strip()

    def place(self) -> Placement:
        """The placement from the fields; BadInput if it is invalid."""
        kind, at = self.kind.currentData(), self.at.currentText().strip()
        if not at:
            raise BadInput(f"Enter {_HINTS[kind][0]} first.")
        if kind == "hex":
            names = PlaceNames.of(self._work) if self._work is not None else PlaceNames({})
            return Placement.parse(names.written(at))  # The user may type “area west” here.
        distance = self.distance.value() if kind in ("within", "along") else 0
        key = key_of(at, self._titles(kind)) if kind in _NAMED else at
        return Placement.parse(str(Placement(kind, key, distance)))

    def show_place(self, place: Placement) -> None:
        """Show a placement."""
        self.kind.setCurrentIndex(self.kind.findData(place.kind))
        self.distance.setValue(place.distance)
        self.at.setCurrentText(self._titles(place.kind).get(place.at, place.at))
