"""The grid of one map sheet: printed numbers, columns and rows."""

from engine.hexes.lattice import Lattice
from engine.hexes.spec import GridSpec

__all__ = ["Grid", "GridSpec"]


class Grid(Lattice):
    """All hexes of one sheet, from its spec."""

    def __init__(self, spec: GridSpec) -> None:
        self.spec = spec
        cells = list(spec.cells())
        self._numbers = {cell.hex: (cell.column, cell.row) for cell in cells}
        super().__init__(spec.orientation, {cell.hex: cell.cube for cell in cells}, {})

    def column_row(self, here: str) -> tuple[int, int]:
        """Column and row, as printed."""
        return self._numbers[self.first_name(here)]

    def at(self, column: int, row: int) -> str | None:
        """The hex of a printed column and row, None when the sheet has none there."""
        here = self.spec.printed(column, row)
        return here if self._numbers.get(here) == (column, row) else None
