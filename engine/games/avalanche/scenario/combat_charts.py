"""The charts of combat and bombardment."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from engine.games.avalanche.scenario.chart_rows import RESULT, TWO_DICE, banded, gaps
from engine.mechanics.chart import Chart, not_given
from engine.record import Record


class AdvanceLimits(Chart):
    hexes: Mapping[str, int]
    meaning: Mapping[str, str]


class AirAttacks(Chart):
    dice: str
    rows: tuple[tuple[str, str], ...]
    effects: tuple[str, ...]
    further_point: int
    other_ship: int
    away_turns: int
    by_class: Mapping[str, int]

    def faults(self) -> Iterator[str]:
        return gaps(self.rows, 2, 14)


class AntiTankFire(Chart):
    dice: str
    rows: tuple[tuple[str, int, int], ...]
    """Difference, a step is lost on this roll or more, the attack strength is halved on this one."""
    columns: str
    meaning: str

    def faults(self) -> Iterator[str]:
        return gaps(self.rows, -5, 5)


class Bombardment(Chart):
    dice: str
    bv_bands: tuple[str, ...]
    column_letter: tuple[tuple[str, ...], ...]
    """The column by the band of bombardment values and the battalions in the hex."""
    result_grammar: str
    bv_rounding: str
    bv_per_air_point: int
    disrupted: int
    disrupted_least: int
    factor: Mapping[str, str]
    results: Mapping[str, Mapping[str, str]]

    def letter(self, value: int, battalions: int) -> str:
        """The column of the results."""
        places = [(label, str(number)) for number, label in enumerate(self.bv_bands)]
        columns = self.column_letter[int(banded(places, value)[1])]
        return columns[min(battalions, len(columns)) - 1]

    def faults(self) -> Iterator[str]:
        yield from not_given(self.results, TWO_DICE, "the results")
        if len(self.column_letter) != len(self.bv_bands):
            yield "each band of bombardment values should have a row of columns"


class CombatResults(Chart):
    dice: str
    columns: tuple[str, ...]
    row_rule: str
    grammar: str
    choice_of_row: str
    terrain_rows: Mapping[str, tuple[str, ...]]
    results: Mapping[str, tuple[str, ...]]

    def faults(self) -> Iterator[str]:
        yield from not_given(self.results, TWO_DICE, "the results")
        for row in self.results.values():
            halves = [half for cell in row for half in cell.split("/")]
            if len(row) != len(self.columns) or not all(map(RESULT.fullmatch, halves)):
                yield f"each row should have {len(self.columns)} results such as 2D/1"
        for odds in self.terrain_rows.values():
            if not all(re.fullmatch(r"\d+:\d+", entry) for entry in odds):
                yield "odds should be written like 3:1"


class LeaderCasualty(Chart):
    dice: str
    killed: int
    wounded: int
    meaning: tuple[str, ...]
    note: str


class MoraleParticipation(Chart):
    fails_up_to: tuple[int, ...]
    note: str


class Shift(Record):
    source: str
    direction: str
    size: str
    cap: int


class OddsShifts(Chart):
    kind: str
    shift: Mapping[str, Shift]


class OptionRow(Record):
    requires: str
    attacker: int
    """Added to the attacker's result."""
    defender: int
    effect: str


class Options(Chart):
    floor: str
    attacker: Mapping[str, OptionRow]
    defender: Mapping[str, OptionRow]


class RetreatPriorities(Chart):
    priority: tuple[str, ...]
    penalty: int
    meaning: str


class Spotting(Chart):
    rows: tuple[tuple[int, str], ...]


class StackingLimits(Chart):
    units: int
    free_hqs: int
    attack_per_hex: tuple[str, ...]
    defence_per_hex: tuple[str, ...]
    slot_rule: str
