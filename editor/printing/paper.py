"""What is printed on which paper, and how a map is cut into pages. Everything is measured in millimetres."""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import ceil, sqrt
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import asdict, fields
from PySide6.QtCore import QRectF, QSizeF

from app.map.geometry import HEX_SIZE
from editor.printing.saved_settings import noted, number_within
from engine.bad_input import BadInput

PAPERS: Final = {"A4": (210.0, 297.0), "Letter": (215.9, 279.4), "A3": (297.0, 420.0)}
TURNS: Final = {"fewest": "Automatic (fewest pages)", "portrait": "Portrait", "landscape": "Landscape"}
PARTS: Final = {
    "map": "The map",
    "counters": "Counters, both sides",
    "markers": "Markers, both sides",
    "setup": "Set-up chart",
    "schedule": "Reinforcements and schedule",
    "forces": "Order of battle",
    "key": "Key to the map, turn track and boxes",
    "charts": "Charts",
}
LIMITS: Final = {
    "hex": (6.0, 80.0),
    "margin": (7.0, 30.0),
    "overlap": (0.0, 40.0),
    "counter": (8.0, 40.0),
    "gap": (0.0, 10.0),
}
"""The least and the most millimetres."""
MOST_PAGES: Final = 400
_SLACK: Final = 1e-6
"""A map that ends on the edge of a page needs no further page."""


class PrintSettings(Struct, frozen=True):
    """How to print: sizes in millimetres; `hex` is measured from flat side to flat side."""

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
        """A sheet of the paper, standing."""
        return QSizeF(*PAPERS[self.paper])

    @property
    def scale(self) -> float:
        """Millimetres of one scene unit."""
        return self.hex / (sqrt(3) * HEX_SIZE)

    def to_text(self) -> str:
        """For the user's settings."""
        return json.dumps(asdict(self))

    @classmethod
    def from_text(cls, text: str) -> PrintSettings:
        """What was noted; whatever cannot be used any more is as if it had never been chosen."""
        found = noted(text)
        kept = {
            field.name: _sound(field.name, found[field.name], field.default)
            for field in fields(cls)
            if field.name in found
        }
        return cls(**{name: value for name, value in kept.items() if value is not None})


def _sound(name: str, value: Any, usual: Any) -> Any:
    """The value if the setting may have it, else None."""
    if name == "parts":
        return tuple(part for part in PARTS if part in value) if isinstance(value, list) else None
    if name in ("paper", "turn"):
        return value if isinstance(value, str) and value in (PAPERS if name == "paper" else TURNS) else None
    if isinstance(usual, bool):
        return value if isinstance(value, bool) else None
    return number_within(value, *LIMITS[name])


class PageGrid(Struct, frozen=True):
    """A map laid out on sheets that share a strip with each neighbour."""

    sheet: QSizeF
    map: QSizeF
    margin: float
    overlap: float
    columns: int
    rows: int

    @classmethod
    def of(cls, map_size: QSizeF, settings: PrintSettings) -> PageGrid:
        """The pages for a map of this size; BadInput if they are too many to be meant."""
        upright = settings.upright
        sheets = {"portrait": upright, "landscape": upright.transposed()}
        if settings.turn in sheets:
            grid = cls._on(sheets[settings.turn], map_size, settings)
        else:
            grid = min((cls._on(sheet, map_size, settings) for sheet in sheets.values()), key=len)
        if len(grid) > MOST_PAGES:
            raise BadInput(
                f"Hexes of {settings.hex:g} mm need {len(grid)} pages, and {MOST_PAGES} are the most; "
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
        """What a full page shows of the map."""
        return QSizeF(self.sheet.width() - 2 * self.margin, self.sheet.height() - 2 * self.margin)

    def places(self) -> Iterator[tuple[int, int]]:
        """Column and row of every page, row by row."""
        for row in range(self.rows):
            for column in range(self.columns):
                yield column, row

    def part(self, column: int, row: int) -> QRectF:
        """What this page shows of the map."""
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
    """Pages in a row: the first shows a whole window, each further one a window less the strip they share."""
    return 1 + max(0, ceil((length - window) / (window - overlap) - _SLACK))
