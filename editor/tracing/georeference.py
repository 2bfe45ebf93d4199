"""Fields for hexes with known latitude and longitude."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QGroupBox, QLabel, QLineEdit, QWidget

from engine.bad_input import BadInput
from engine.catalogue.document import Anchor
from engine.hexes.spec import GridSpec

ROWS = 3


class KnownPlaces(QGroupBox):
    """A form for a few known places; empty rows are ignored."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None, rows: int = ROWS) -> None:
        super().__init__("Known places (optional)", parent)
        self.lines: list[tuple[QLineEdit, QLineEdit, QLineEdit]] = []
        grid = QGridLayout(self)
        for column, words in enumerate(("Hex", "Latitude (north)", "Longitude (east)")):
            heading = QLabel(words)
            heading.setObjectName("quiet")
            grid.addWidget(heading, 0, column)
        for row in range(1, rows + 1):
            line = (QLineEdit(), QLineEdit(), QLineEdit())
            for column, (field, words) in enumerate(zip(line, ("hex", "latitude", "longitude"), strict=True)):
                field.setAccessibleName(f"Known place {row}, {words}")
                field.textEdited.connect(lambda _: self.changed.emit())
                grid.addWidget(field, row, column)
            self.lines.append(line)

    def fill(self, anchors: Sequence[Anchor]) -> None:
        """Show these known places."""
        for line, anchor in zip(self.lines, anchors, strict=False):
            for field, value in zip(line, (anchor.hex, anchor.latitude, anchor.longitude), strict=True):
                field.setText(str(value))

    def anchors(self) -> tuple[Anchor, ...]:
        """The entered places; BadInput if one is invalid."""
        found = []
        for number, line in enumerate(self.lines, start=1):
            hex_id, latitude, longitude = (field.text().strip() for field in line)
            if not (hex_id or latitude or longitude):
                continue
            found.append(Anchor(hex_id, _degrees(latitude, 90, number), _degrees(longitude, 180, number)))
        return tuple(found)

    def check(self, spec: GridSpec) -> None:
        """BadInput if a hex is not on this map."""
        for anchor in self.anchors():
            if spec.numbers(anchor.hex) is None:
                raise BadInput(f"There is no hex {anchor.hex!r:.20} on this map; use a number as printed.")


def _degrees(text: str, most: int, number: int) -> float:
    try:
        value = float(text.replace(",", "."))
    except ValueError:
        value = float("nan")
    if not -most <= value <= most:
        raise BadInput(f"Known place {number}: {text!r:.20} is not a number of degrees up to {most}.")
    return value
