"""The tables of the turn: dates, air status and missions, intelligence, the COM Z."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from typing import Final

from engine.games.toppling_the_reich.scenario.chart_form import SIDES, SIX, descending, not_one_of
from engine.games.toppling_the_reich.scenario.ground_charts import MONTHS
from engine.mechanics.chart import Chart, broken_rows, not_given, on_row
from engine.mechanics.combat import column_from
from engine.record import Record

MISSIONS: Final = (
    "counter_air",
    "interdiction",
    "combat_air_patrol",
    "aerial_resupply",
    "close_air_support",
    "offensive_patrol",
    "paratroop_drop",
)
SEGMENTS: Final = ("command", "movement", "combat", "exploitation")
AIR_CONDITIONS: Final = (
    "mud_or_flood",
    "cloud",
    "hard_winter",
    "unused",
    "railhead",
    "concentrated_effort",
    "counter_air",
    "exhaustion",
)


NAMES: Final = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


class TurnDates(Record):
    """First and last day of a turn, and the month whose weather it has."""

    first: str
    last: str
    month: str

    @property
    def text(self) -> str:
        """The days in words: 11 to 16 September 1944."""
        begins, ends = date.fromisoformat(self.first), date.fromisoformat(self.last)
        month = "" if begins.month == ends.month else f" {NAMES[begins.month - 1]}"
        year = "" if begins.year == ends.year else f" {begins.year}"
        return f"{begins.day}{month}{year} to {ends.day} {NAMES[ends.month - 1]} {ends.year}"


class TurnRecord(Chart):
    days: int
    rows: Mapping[str, TurnDates]

    def of(self, turn: int) -> TurnDates:
        """The dates of a turn."""
        return self.rows[str(turn)]

    def faults(self) -> Iterator[str]:
        if "1" not in self.rows:
            yield "turn 1 is missing"
            return
        day = date.fromisoformat(self.of(1).first)
        for turn, row in enumerate(self.rows.values(), 1):
            last = day + timedelta(days=self.days - 1)
            if self.rows.get(str(turn)) != row or (row.first, row.last) != (
                day.isoformat(),
                last.isoformat(),
            ):
                yield f"turn {turn} should run from {day} to {last}"
            if row.month != day.strftime("%b").lower() or row.month not in MONTHS:
                yield f"turn {turn} belongs to the month of its first day"
            day = last + timedelta(days=1)


class AirStatusChart(Chart):
    """Air Actions of each side by its modified die roll and the Air Status column."""

    die: str
    allied: Mapping[str, Mapping[str, int]]
    german: Mapping[str, Mapping[str, int]]

    @property
    def last_column(self) -> int:
        """Columns run from 1 to this one; the higher, the better for the Allies."""
        return len(on_row(self.allied, 1))

    def shifted(self, column: int, shift: int) -> int:
        """A column after a shift, within the chart."""
        return min(max(column + shift, 1), self.last_column)

    def actions(self, side: str, column: int, die: int) -> int:
        """The Air Actions of a side; beyond the table the end rows count."""
        table = self.allied if side == SIDES[0] else self.german
        return on_row(table, die)[str(column)]

    def faults(self) -> Iterator[str]:
        for table in (self.allied, self.german):
            yield from broken_rows(table, "row")
        if list(self.allied) != list(self.german):
            yield "both sides should have the same rows"
        for label, row in self.allied.items():
            if not descending(tuple(row.values())[::-1]):
                yield f"row {label} should not fall for the Allies from left to right"
        for label, row in self.german.items():
            if not descending(tuple(row.values())):
                yield f"row {label} should not rise for the Germans from left to right"


class AirCondition(Record):
    """A modifier to the Air Action die; `cancels` leaves no Air Actions at all."""

    condition: str
    drm: int
    cancels: bool
    who: str


class AirActionModifiers(Chart):
    rows: Mapping[str, AirCondition]

    def of(self, condition: str) -> int:
        """The modifier for one condition."""
        return self.rows[condition].drm

    def faults(self) -> Iterator[str]:
        yield from not_given(self.rows, AIR_CONDITIONS, "the conditions")


class Mission(Record):
    """`least` and `most` Air Actions for one mission, flown at most `times` within the limit."""

    segments: tuple[str, ...]
    least: int
    most: int
    times: int
    limit: str
    exhausting: bool
    who: str


class AirMissions(Chart):
    drop_full_division: int
    drop_other: int
    drops_per_hex: int
    drop_range: int
    rows: Mapping[str, Mission]

    def faults(self) -> Iterator[str]:
        yield from not_given(self.rows, MISSIONS, "the missions")
        for name, row in self.rows.items():
            yield from not_one_of(row.segments, SEGMENTS, f"a segment of {name}")
            if not 1 <= row.least <= row.most or row.times < 1:
                yield f"{name} should cost something and be possible"


class UltraResult(Record):
    """The Deception Level of the turn, and whether Herbstnebel may be declared."""

    text: str
    level: int
    no_effect: bool
    herbstnebel: bool


class Ultra(Chart):
    """Columns by German victory points, the first one for the most."""

    die: str
    columns_from: tuple[int, ...]
    no_effect: str
    rows: Mapping[str, Mapping[str, str]]

    def result(self, points: int, die: int) -> UltraResult:
        """The result of a roll with this number of German victory points."""
        starts = self.columns_from[::-1]
        row = tuple(on_row(self.rows, die).values())[::-1]
        return self._read(row[column_from(starts, points) or 0])

    def _read(self, text: str) -> UltraResult:
        if text == self.no_effect:
            return UltraResult(text, 0, True, False)
        return UltraResult(text, int(text.rstrip("*")), False, text.endswith("*"))

    def faults(self) -> Iterator[str]:
        yield from not_given(self.rows, SIX, "the rows")
        yield from broken_rows(self.rows, "row")
        if not descending(self.columns_from) or self.columns_from[-1:] != (0,):
            yield "the columns should begin lower and lower, the last at 0"
        for label, row in self.rows.items():
            for text in row.values():
                if text != self.no_effect and not text.removesuffix("*").isdecimal():
                    yield f"row {label} holds {text!r:.20}, which is not a level"


class Effect(Record):
    effect: str


class IntelligenceBreakthrough(Chart):
    """By the sum of both dice."""

    rows: Mapping[str, Effect]

    @property
    def least(self) -> int:
        """The lowest sum with an effect."""
        return min(int(total) for total in self.rows)


class ComzModifier(Record):
    condition: str
    drm: int
    applies_to: str


class Comz(Chart):
    entries_1_6_dice: int
    entry_7_dice: int
    many_engineers_from: int
    modifiers: Mapping[str, ComzModifier]

    def faults(self) -> Iterator[str]:
        yield from not_given(
            self.modifiers,
            ("antwerp", "rotterdam", "few_engineers", "many_engineers", "entry_7"),
            "the modifiers",
        )
        for name, row in self.modifiers.items():
            yield from not_one_of((row.applies_to,), ("1-6", "7", "both"), f"the entries of {name}")
