"""The tables of combat: results, attrition, column shifts and die roll modifiers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from engine.games.toppling_the_reich.scenario.chart_form import SIX, ascending
from engine.mechanics.chart import Chart, broken_rows, not_given, on_row
from engine.mechanics.combat import column_from, ratio_column
from engine.record import Record

SHIFTS: Final = (
    "oversupply",
    "armor_superiority",
    "close_air_support",
    "asset_79th",
    "tigers_attacking",
    "tigers_defending",
    "carpet_bombing",
)
_TOKEN: Final = re.compile(r"(a|d|ex|ar|dr)([1-9])|(stl)|(bkth)")


class CombatResult(Record):
    """What a cell of the Combat Results Table says."""

    text: str
    attacker_loses: int = 0
    defender_loses: int = 0
    exchange: bool = False
    attacker_retreats: int = 0
    defender_retreats: int = 0
    stalemate: bool = False
    breakthrough: bool = False

    @classmethod
    def read(cls, text: str) -> CombatResult:
        """Read the printed form; ValueError if it holds an unknown token."""
        counts = dict.fromkeys(("a", "d", "ex", "ar", "dr", "stl", "bkth"), 0)
        for token in text.split():
            found = _TOKEN.fullmatch(token)
            if found is None:
                raise ValueError(f"{token!r:.20} is not a result")
            counts[found[1] or token] += int(found[2] or 1)
        return cls(
            text,
            counts["a"] + counts["ex"],
            counts["d"] + counts["ex"],
            counts["ex"] > 0,
            counts["ar"],
            counts["dr"],
            counts["stl"] > 0,
            counts["bkth"] > 0,
        )


class CombatResults(Chart):
    """Columns by odds, rows by the modified die roll."""

    die: str
    columns: tuple[str, ...]
    tokens: str
    rows: Mapping[str, Mapping[str, str]]

    def column(self, attack: int, defence: int) -> int:
        """The index of the odds column, rounded in favour of the defender, within the ends of the table."""
        return ratio_column(self.columns, attack, defence) or 0

    def result(self, column: int, die: int) -> CombatResult:
        """The result on a modified die roll; beyond the table the end rows count."""
        return CombatResult.read(on_row(self.rows, die)[self.columns[column]])

    def faults(self) -> Iterator[str]:
        yield from broken_rows(self.rows, "row")
        for label, row in self.rows.items():
            if tuple(row) != self.columns:
                yield f"row {label} should have the columns {', '.join(self.columns)}"
            for text in row.values():
                try:
                    CombatResult.read(text)
                except ValueError as error:
                    yield f"row {label}: {error}"


class AttritionResults(Chart):
    """Steps that the opponent loses, by the total in contact and the die."""

    die: str
    columns_from: tuple[int, ...]
    rows: Mapping[str, Mapping[str, int]]

    def column(self, total: int) -> int:
        """The index of the column for the total of combat factors."""
        return column_from(self.columns_from, total) or 0

    def steps(self, column: int, die: int) -> int:
        """Steps lost; a column beyond the last one counts as the last."""
        row = tuple(on_row(self.rows, die).values())
        return row[min(column, len(row) - 1)]

    def faults(self) -> Iterator[str]:
        yield from not_given(self.rows, SIX, "the rows")
        yield from broken_rows(self.rows, "row")
        if not ascending(self.columns_from):
            yield "the columns should begin higher and higher"
        for label, row in self.rows.items():
            if len(row) != len(self.columns_from) or min(row.values()) < 0:
                yield f"row {label} should have a number of steps for each column"


class Shift(Record):
    """Columns to the right."""

    source: str
    shift: int
    limit: str


class CombatShifts(Chart):
    rows: Mapping[str, Shift]

    def of(self, source: str) -> int:
        """Columns to the right for one source."""
        return self.rows[source].shift

    def faults(self) -> Iterator[str]:
        yield from not_given(self.rows, SHIFTS, "the shifts")


class DieModifier(Record):
    source: str
    drm: int


class CombatModifiers(Chart):
    rows: Mapping[str, DieModifier]

    def of(self, source: str) -> int:
        """The modifier for one source."""
        return self.rows[source].drm

    def faults(self) -> Iterator[str]:
        yield from not_given(
            self.rows, ("attacking_leader", "defending_leader", "drop", "weather"), "the modifiers"
        )
