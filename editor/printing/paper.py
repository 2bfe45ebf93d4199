"""Print settings, and how a map is divided into pages. All sizes are in millimetres."""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import ceil, sqrt
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import asdict, fields
from PySide6.QtCore import QRectF, QSizeF

from app.map.geometry import HEX_SIZE
from editor.printing.saved_settings import number_within, stored_settings
from engine.bad_input import BadInput

PAPERS: Final = {"A4": (210.0, 297.0), "Letter": (215.9, 279.4), "A3": (297.0, 420.0)}
ORIENTATIONS: Final = {"fewest": "Automatic (fewest pages)", "portrait": "Portrait", "landscape": "Landscape"}
PARTS: Final = {
    "map": "The map",
    "counters": "Counters, both sides",
    "markers": "Markers and cards, both sides",
    "setup": "Set-up chart",
    "schedule": "Reinforcements and schedule",
    "forces": "Order of battle",
    "key": "Key to map and counters, turn track, boxes",
    "charts": "Charts",
}
LIMITS: Final = {
    "hex": (6.0, 80.0),
    "margin": (7.0, 30.0),
    "overlap": (0.0, 40.0),
    "counter": (8.0, 40.0),
    "gap": (0.0, 10.0),
}
"""Minimum and maximum in millimetres."""
MAX_PAGES: Final = 400
_SLACK: Final = 1e-6
"""Tolerance, so that a map that ends on a page edge needs no further page."""


class PrintSettings(Struct, frozen=True):
    """Print settings in millimetres; `hex` is the width from flat side to flat side."""

    parts: tuple[str, ...] = tuple(PARTS)
    paper: str = "A4"
    turn: str = "fewest"
    hex: float = 20.0
    margin: float = 10.0
    overlap: float = 8.0
    numbers: bool = True
    marks: bool = True
    sketch: bool = True
    counter: float = 16.0
    gap: float = 2.0
    start_lines: bool = True
    regions: bool = False

    @property
    def upright(self) -> QSizeF:
        """The paper size in portrait."""
        return QSizeF(*PAPERS[self.paper])

    @property
    def scale(self) -> float:
        """Millimetres per scene unit."""
        return self.hex / (sqrt(3) * HEX_SIZE)

    def to_text(self) -> str:
        """For the user's settings."""
        return json.dumps(asdict(self))

    @classmethod
    def from_text(cls, text: str) -> PrintSettings:
        """Parse stored settings; invalid values get defaults."""
        found = stored_settings(text)
        kept = {
            field.name: _checked_value(field.name, found[field.name], field.default)
            for field in fields(cls)
            if field.name in found
        }
        return cls(**{name: value for name, value in kept.items() if value is not None})


def _checked_value(name: str, value: Any, usual: Any) -> Any:
    """The value if it is valid for the setting, else None."""
    if name == "parts":
        return tuple(part for part in PARTS if part in value) if isinstance(value, list) else None
    if name in ("paper", "turn"):
        return (
            value
            if isinstance(value, str) and value in (PAPERS if name == "paper" else ORIENTATIONS)
            else None
        )
    if isinstance(usual, bool):
        return value if isinstance(value, bool) else None
    return number_within(value, *LIMITS[name])


class PageGrid(Struct, frozen=True):
    """A map divided into pages that overlap their neighbours."""

    sheet: QSizeF
    map: QSizeF
    margin: float
    overlap: float
    columns: int
    rows: int

    @classmethod
    def of(cls, map_size: QSizeF, settings: PrintSettings) -> PageGrid:
        """The pages for a map of this size; BadInput if there are too many."""
        upright = settings.upright
        sheets = {"portrait": upright, "landscape": upright.transposed()}
        if settings.turn in sheets:
            grid = cls._on(sheets[settings.turn], map_size, settings)
        else:
            grid = min((cls._on(sheet, map_size, settings) for sheet in sheets.values()), key=len)
        if len(grid) > MAX_PAGES:
            raise BadInput(
                f"Hexes of {settings.hex:g} mm need {len(grid)} pages, and {MAX_PAGES} are the most; "
                "choose smaller hexes or larger paper."
            )
        return grid

    @classmethod
    def _on(cls, sheet: QSizeF, map_size: QSizeF, settings: PrintSettings) -> PageGrid:
        wide, tall = sheet.width() - 2 * settings.margin, sheet.height() - 2 * settings.margin
        return cls(
            sheet,
            map_size,
            settings.margin,
            settings.overlap,
            _count(map_size.width(), wide, settings.overlap),
            _count(map_size.height(), tall, settings.overlap),
        )

    def __len__(self) -> int:
        return self.columns * self.rows

    @property
    def window(self) -> QSizeF:
        """The printable area of a page."""
        return QSizeF(self.sheet.width() - 2 * self.margin, self.sheet.height() - 2 * self.margin)

    def places(self) -> Iterator[tuple[int, int]]:
        """Column and row of every page, row by row."""
        for row in range(self.rows):
            for column in range(self.columns):
                yield column, row

    def part(self, column: int, row: int) -> QRectF:
        """The part of the map on this page."""
        wide, tall = self.window.width(), self.window.height()
        window = QRectF(column * (wide - self.overlap), row * (tall - self.overlap), wide, tall)
        return window & QRectF(0, 0, self.map.width(), self.map.height())

    @staticmethod
    def label(column: int, row: int) -> str:
        """A1 is the upper left page, B1 the one to its right."""
        letters = ""
        column += 1
        while column:
            column, rest = divmod(column - 1, 26)
            letters = chr(ord("A") + rest) + letters
        return f"{letters}{row + 1}"


def _count(length: float, window: float, overlap: float) -> int:
    """Number of pages along one axis, considering the overlap."""
    return 1 + max(0, ceil((length - window) / (window - overlap) - _SLACK))
