"""The hexes of a map as a grid of VASSAL: distances and origin in pixels, and the numbering.

VASSAL counts lines of hexes from an origin; every second line is shifted by half a hex, never the first one.
"""

from __future__ import annotations

from math import floor, sqrt

from msgspec import Struct
from PySide6.QtCore import QPointF

from app.map.geometry import HEX_SIZE, MapGeometry
from engine.hexes.spec import GridSpec


class BoardLayout(Struct, frozen=True):
    """A map drawn as a picture: size in pixels, and pixels for each unit of the scene.

    `left` and `top` are where the picture begins in the scene: a board may begin before its hexes.
    """

    geometry: MapGeometry
    scale: float
    width: int
    height: int
    left: float = 0.0
    top: float = 0.0

    def pixel(self, hex_id: str) -> tuple[int, int]:
        """The middle of a hex on the picture."""
        centre = self.geometry.centre(hex_id)
        return round((centre.x() - self.left) * self.scale), round((centre.y() - self.top) * self.scale)


def grid_attributes(layout: BoardLayout, spec: GridSpec) -> dict[str, str]:
    """The attributes of the grid. If the map begins with a shifted line, VASSAL counts from one before it."""
    dx, dy = 1.5 * HEX_SIZE * layout.scale, sqrt(3) * HEX_SIZE * layout.scale
    along, across = _first_hex(layout, spec)
    if _begins_shifted(spec):
        along, across = along - dx, across - dy / 2
    return {
        "color": "0,0,0",
        "cornersLegal": "false",
        "dotsVisible": "false",
        "dx": repr(dx),
        "dy": repr(dy),
        "edgesLegal": "false",
        "sideways": _word(spec.orientation == "pointy"),
        "snapTo": "true",
        "visible": "false",
        "x0": str(round(along)),
        "y0": str(round(across)),
    }


def numbering_attributes(layout: BoardLayout, spec: GridSpec) -> dict[str, str]:
    """The attributes of the numbering, so that VASSAL tells the printed numbers."""
    pointy = spec.orientation == "pointy"
    columns = (spec.first_column, spec.columns, spec.columns_run == "left", spec.column_digits)
    rows = (spec.first_row, spec.rows, spec.rows_run == "up", spec.row_digits)
    lines, spots = (rows, columns) if pointy else (columns, rows)
    dx, dy = 1.5 * HEX_SIZE * layout.scale, sqrt(3) * HEX_SIZE * layout.scale
    # VASSAL divides by the distance of the other direction when numbers run backwards.
    most_lines = floor((layout.height / dx if pointy else layout.width / dy) + 0.5)
    most_spots = floor((layout.width / dy if pointy else layout.height / dx) + 0.5)
    line_first = (spec.order == "column-row") != pointy
    return {
        "color": "0,0,0",
        "first": "H" if line_first else "V",
        "fontSize": "9",
        "hDescend": _word((spots if pointy else lines)[2]),
        "hDrawOff": "0",
        "hLeading": str(lines[3] - 1),
        "hOff": str(_offset(lines, most_lines, int(_begins_shifted(spec)))),
        "hType": "N",
        "locationFormat": f"{spec.prefix}$gridLocation${spec.suffix}",
        "rotateText": "0",
        "sep": spec.separator,
        "stagger": "false",
        "vDescend": _word((lines if pointy else spots)[2]),
        "vDrawOff": "0",
        "vLeading": str(spots[3] - 1),
        "vOff": str(_offset(spots, most_spots, 0)),
        "vType": "N",
        "visible": "false",
    }


def _word(value: bool) -> str:
    return str(value).lower()


def _offset(numbers: tuple[int, int, bool, int], most: int, before: int) -> int:
    """What VASSAL adds to its count; `before` is how many lines lie before the map."""
    first, count, runs_back, _ = numbers
    return first + count - 1 - most + before if runs_back else first - before


def _begins_shifted(spec: GridSpec) -> bool:
    """Is the first line, at the left or at the top of the map, one that lies half a hex further?"""
    if spec.orientation == "flat":
        first, count, runs_back = spec.first_column, spec.columns, spec.columns_run == "left"
    else:
        first, count, runs_back = spec.first_row, spec.rows, spec.rows_run == "up"
    number = first + count - 1 if runs_back else first
    return (number % 2 == 1) == (spec.stagger == "odd")


def _first_hex(layout: BoardLayout, spec: GridSpec) -> tuple[float, float]:
    """Along the lines and across them: where the first hex of the first line lies, missing or not."""
    pointy = spec.orientation == "pointy"
    cell = next(iter(spec.cells()))
    centre = layout.geometry.centre(cell.hex) - QPointF(layout.left, layout.top)
    column = cell.column - spec.first_column
    row = cell.row - spec.first_row
    column = spec.columns - 1 - column if spec.columns_run == "left" else column
    row = spec.rows - 1 - row if spec.rows_run == "up" else row
    line, spot = (row, column) if pointy else (column, row)
    along, across = (centre.y(), centre.x()) if pointy else (centre.x(), centre.y())
    shift = _shift(spec, line) - _shift(spec, 0)
    along -= line * 1.5 * HEX_SIZE
    across -= (spot + shift) * sqrt(3) * HEX_SIZE
    return along * layout.scale, across * layout.scale


def _shift(spec: GridSpec, line: int) -> float:
    """How far a line is shifted, in hexes; lines are counted from the left or from the top."""
    return 0.5 if _begins_shifted(spec) == (line % 2 == 0) else 0.0
