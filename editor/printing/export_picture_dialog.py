"""The dialog to save the map as a picture: file type, part and size."""

from __future__ import annotations

import json
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import asdict
from PySide6.QtCore import QRectF
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDoubleSpinBox,
    QFormLayout,
    QLabel,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.map.terrain.printed_map import PrintedMap
from editor.printing.map_pictures import KINDS, MAX_EDGE_PX, MAX_PAGE_MM, Picture, pixels
from editor.printing.saved_settings import number_within, stored_settings
from editor.window.dialog_widgets import accept_or_cancel, choice
from engine.bad_input import BadInput
from engine.catalogue.document import ScenarioDocument

AREAS: Final = {"map": "The whole map", "selection": "The selected hexes", "window": "The visible part"}
_PIXELS, _MILLIMETRES = (4.0, 400.0), (4.0, 80.0)
_SWITCHES: Final = {
    "numbers": "Hex numbers",
    "counters": "Units in their set-up hexes",
    "start_lines": "Start lines",
    "regions": "Regions with their names",
}


class PictureSettings(Struct, frozen=True):
    """The settings of the last export."""

    kind: str = "png"
    pixels: float = 84.0
    millimetres: float = 20.0
    numbers: bool = True
    counters: bool = False
    start_lines: bool = True
    regions: bool = False

    def to_text(self) -> str:
        """For the user's settings."""
        return json.dumps(asdict(self))

    @classmethod
    def from_text(cls, text: str) -> PictureSettings:
        """Parse stored settings; invalid values get defaults."""
        found, usual = stored_settings(text), asdict(cls())
        return cls(**{name: _checked_value(name, found.get(name), value) for name, value in usual.items()})


def _checked_value(name: str, value: Any, usual: Any) -> Any:
    if name == "kind":
        return value if isinstance(value, str) and value in KINDS else usual
    if isinstance(usual, bool):
        return value if isinstance(value, bool) else usual
    number = number_within(value, *(_PIXELS if name == "pixels" else _MILLIMETRES))
    return usual if number is None else number


class PictureDialog(QDialog):
    """`picture()` and `kind` are the result after the dialog was accepted."""

    def __init__(
        self,
        document: ScenarioDocument,
        settings: PictureSettings,
        areas: dict[str, QRectF],
        parent: QWidget | None = None,
        printed_map: PrintedMap | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Save a picture of the map")
        self._document = document
        self._printed_map = printed_map or PrintedMap.of(document)
        self._areas = areas
        self._settings = settings
        self.kinds = choice("Kind of file", KINDS)
        self.area = choice(
            "Part of the map",
            {name: words for name, words in AREAS.items() if name == "map" or name in areas},
        )
        self.hex = QDoubleSpinBox()
        self.hex.setDecimals(1)
        self.hex.setAccessibleName("Width of a hex")
        self.hex.setToolTip("From flat side to flat side")
        self.width_field = QSpinBox()
        self.width_field.setRange(1, MAX_EDGE_PX)
        self.width_field.setSuffix(" pixels")
        self.width_field.setAccessibleName("Width of the picture")
        self.switches = {name: QCheckBox(words) for name, words in _SWITCHES.items()}
        self.words = QLabel()
        self.words.setWordWrap(True)
        self.words.setMinimumHeight(self.fontMetrics().height() * 2)
        self._build()
        self.kinds.setCurrentIndex(self.kinds.findData(settings.kind))
        there = {
            "numbers": True,
            "counters": bool(document.setups),
            "start_lines": bool(document.start_lines),
            "regions": bool(document.regions or document.map.regions),
        }
        for name, switch in self.switches.items():
            switch.setEnabled(there[name])
            switch.setChecked(there[name] and getattr(settings, name))
        self._measure_by_kind()
        self.kinds.currentIndexChanged.connect(self._measure_by_kind)
        self.area.currentIndexChanged.connect(self._changed)
        self.hex.valueChanged.connect(self._changed)
        self.width_field.valueChanged.connect(self._width_changed)

    def _build(self) -> None:
        form = QFormLayout()
        form.setHorizontalSpacing(18)
        form.setVerticalSpacing(10)
        self._form = form
        form.addRow("Kind", self.kinds)
        form.addRow("Part", self.area)
        form.addRow("Hexes", self.hex)
        form.addRow("Width", self.width_field)
        for number, switch in enumerate(self.switches.values()):
            form.addRow("" if number else "With", switch)
        self.buttons, self.go = accept_or_cancel(self, "Save…")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(14)
        layout.addLayout(form)
        layout.addWidget(self.words)
        layout.addWidget(self.buttons)
        self.setMinimumWidth(420)

    @property
    def kind(self) -> str:
        """The kind of file."""
        return str(self.kinds.currentData())

    def picture(self) -> Picture:
        """The picture to draw."""
        return Picture(
            self._document,
            self.hex.value(),
            self._areas.get(self.area.currentData()),
            **{name: switch.isChecked() for name, switch in self.switches.items()},
        )

    def settings(self) -> PictureSettings:
        """The settings to store for the next time."""
        in_pixels = self.kind == "png"
        return PictureSettings(
            self.kind,
            self.hex.value() if in_pixels else self._settings.pixels,
            self._settings.millimetres if in_pixels else self.hex.value(),
            **{
                name: switch.isChecked() if switch.isEnabled() else getattr(self._settings, name)
                for name, switch in self.switches.items()
            },
        )

    def _measure_by_kind(self) -> None:
        """Use pixels for bitmaps, millimetres for vector files."""
        in_pixels = self.kind == "png"
        self.hex.blockSignals(True)
        self.hex.setRange(*(_PIXELS if in_pixels else _MILLIMETRES))
        self.hex.setSuffix(" pixels" if in_pixels else " mm")
        self.hex.setValue(self._settings.pixels if in_pixels else self._settings.millimetres)
        self.hex.blockSignals(False)
        self._form.setRowVisible(self.width_field, in_pixels)
        self._changed()

    def _width_changed(self, width: int) -> None:
        picture = self.picture()
        part = picture.part(self._printed_map)
        self.hex.setValue(picture.hex * width / max(1.0, part.width() * picture.scale))

    def _changed(self) -> None:
        picture = self.picture()
        part, scale = picture.part(self._printed_map), picture.scale
        wide, tall = part.width() * scale, part.height() * scale
        problem = ""
        if self.kind == "png":
            self.width_field.blockSignals(True)
            self.width_field.setValue(round(wide))
            self.width_field.blockSignals(False)
            try:
                size = pixels(part, scale)
                self.words.setText(f"{size.width()} × {size.height()} pixels")
            except BadInput as found:
                problem = str(found)
        elif max(wide, tall) > MAX_PAGE_MM:
            problem = f"A sheet of {wide:.0f} × {tall:.0f} mm is too large; choose smaller hexes."
        else:
            self.words.setText(f"{wide / 10:.1f} × {tall / 10:.1f} cm")
        if problem:
            self.words.setText(problem)
        self.go.setEnabled(not problem)
