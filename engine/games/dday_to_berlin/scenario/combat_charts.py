"""The tables of combat: battalions, hit number, saves, results, markers, retreat, advance, victory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from engine.bad_input import BadInput
from engine.games.dday_to_berlin.scenario.chart_form import CLASSES, QUALITIES, Span, gaps
from engine.mechanics.chart import Chart, not_given
from engine.record import Record

HIT_ROWS: Final = (
    *("heavier_attacker", "heavier_defender", "in_zone", "supporting_zone", "fire_support"),
    *("ranged_support", "defensive_fire", "river", "out_of_supply", "night", "ambush"),
)
SAVE_ROWS: Final = (
    *("support", "rough", "prepared", "flank", "tank", "heavier", "armour_rough", "out_of_supply"),
)


class Battalion(Record):
    """One line of the battalion table; weight 0 stands for any."""

    type: str
    classes: tuple[str, ...]
    save: int
    zoc: bool
    leads: bool
    """May it be the primary unit of an assault?"""
    note: str = ""
    weight: int = 0
    range: int = 0


class BattalionInfo(Chart):
    detachment: int
    quality: Mapping[str, int]
    rows: tuple[Battalion, ...]

    def faults(self) -> Iterator[str]:
        yield from not_given(self.quality, QUALITIES, "the quality modifier")
        for row in self.rows:
            if not CLASSES.issuperset(row.classes) or not 1 <= row.save <= 9 or row.range < 0:
                yield f"the line of {row.type} is out of bounds"

    def line(self, kind: str, mobility: str, weight: int) -> Battalion:
        """The line for a unit of this type, class and weight."""
        for row in self.rows:
            if row.type == kind and mobility in row.classes and row.weight in (0, weight):
                return row
        raise BadInput(f"The battalion table has no line for {kind} of class {mobility} and weight {weight}")


class VehicleWeights(Chart):
    light: tuple[str, ...]
    medium: tuple[str, ...]
    heavy: tuple[str, ...]
    weights: Mapping[str, int]


class HitRow(Record):
    """One reason that changes the hit number; `most` units or zones count."""

    case: str
    text: str
    value: int
    combat: tuple[str, ...]
    source: str
    most: int = 1


class HitModifiers(Chart):
    die: str
    basic: int
    natural_hit: int
    natural_miss: int
    rows: Mapping[str, HitRow]

    def faults(self) -> Iterator[str]:
        yield from not_given(self.rows, HIT_ROWS, "a row")
        yield from _faults_of_rows(self.rows)


class MoraleQuality(Chart):
    """What is added to the hit number: the attacker's row, the defender's column."""

    rows: Mapping[str, Mapping[str, int]]

    def faults(self) -> Iterator[str]:
        yield from not_given(self.rows, QUALITIES, "a row")
        for attacker, row in self.rows.items():
            yield from not_given(row, QUALITIES, f"the row of {attacker}")
            for defender in row:
                if self.rows.get(defender, {}).get(attacker) != -row[defender]:
                    yield f"{attacker} and {defender} should cancel out"


class SaveRow(Record):
    case: str
    text: str
    value: int
    who: tuple[str, ...]
    combat: tuple[str, ...]
    most: int = 1


class SaveModifiers(Chart):
    die: str
    natural_success: int
    natural_failure: int
    rows: Mapping[str, SaveRow]

    def faults(self) -> Iterator[str]:
        yield from not_given(self.rows, SAVE_ROWS, "a row")
        yield from _faults_of_rows(self.rows)


def _faults_of_rows(rows: Mapping[str, HitRow] | Mapping[str, SaveRow]) -> Iterator[str]:
    for name, row in rows.items():
        if row.value == 0 or row.most < 1:
            yield f"the row {name} changes nothing"
        if not row.combat or not {"ranged", "assault", "air"}.issuperset(row.combat):
            yield f"the row {name} is for no kind of combat"


class ResultRow(Record):
    when: str
    defender: str
    attacker: str


class Results(Chart):
    """The results of ranged combat or of an assault, in words."""

    attacker_saves: bool
    advance: str
    rows: tuple[ResultRow, ...]


class AirCombat(Chart):
    die: str
    save: Span
    nothing: Span
    flak: Span
    hq_distance: int
    failed_save: str

    def faults(self) -> Iterator[str]:
        yield from gaps((self.save, self.nothing, self.flak))


class MoraleMarkers(Chart):
    shattered: int
    retreated: int
    place_taken: int
    stays_after_fallback: int
    holds_under_fire: int
    least_for_holding: int
    detachment_lost: int
    hq_shattered: int
    lost: Mapping[str, int]

    def faults(self) -> Iterator[str]:
        yield from not_given(self.lost, QUALITIES, "the markers for a lost battalion")


class RetreatDirection(Record):
    who: str
    rule: str


class Retreat(Chart):
    zones: int
    shattered_if: tuple[str, ...]
    friends: str
    directions: tuple[RetreatDirection, ...]


class AdvanceRow(Record):
    trigger: str
    who: str
    zones: int
    """The captured position included."""
    new_assault: bool


class Advance(Chart):
    defender_advances: bool
    rows: Mapping[str, AdvanceRow]

    def faults(self) -> Iterator[str]:
        yield from not_given(self.rows, ("limited", "general", "breakthrough"), "a row")


class Level(Record):
    low: int
    high: int
    winner: str
    level: str


class ScenarioVictory(Record):
    turns: int
    breaks_at: Mapping[str, int]
    vp: Mapping[str, int]
    levels: tuple[Level, ...]


class Victory(Chart):
    scenarios: Mapping[str, ScenarioVictory]

    def faults(self) -> Iterator[str]:
        for name, scenario in self.scenarios.items():
            for points in range(sum(scenario.vp.values()) + 1):
                levels = sum(level.low <= points <= level.high for level in scenario.levels)
                if levels != 1:
                    yield f"{points} VP of {name} mean {levels} levels of victory"
