"""The grid of one map sheet: printed numbers, columns and rows."""

from engine.hexes.lattice import Lattice
from engine.hexes.spec import GridSpec

__all__ = ["Grid", "GridSpec"]


class Grid(Lattice):
    """All hexes of one sheet, from its spec."""

    def __init__(self, spec: GridSpec) -> None:
        self.spec = spec
        self._lay_out(spec.orientation, list(spec.runs()), {})

    def column_row(self, here: str) -> tuple[int, int]:
        """Column and row, as printed."""
        found = self.spec.numbers(self.first_name(here))
        assert found is not None
        return found

    def at(self, column: int, row: int) -> str | None:
        """The hex of a printed column and row, None when the sheet has none there."""
        here = self.spec.printed(column, row)
        return here if here in self._first and self.spec.numbers(here) == (column, row) else None
