"""The charts of economy, reinforcements and replacements, as typed records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.mechanics.chart import Chart
from engine.record import Record

TURNS = 16
LETTERS = "ABCDEFGH"


def not_by_turn(numbers: Mapping[str, tuple[int, ...]]) -> Iterator[str]:
    """Each list must have a number for every turn, none below 0; the western lists have the turns A to H."""
    for name, found in numbers.items():
        length = len(LETTERS) if "west" in name else TURNS
        if len(found) != length or min(found, default=0) < 0:
            yield f"{name} should be {length} numbers, none below 0"


class Arrival(Record):
    """A unit or HQ of a schedule; without a hex it enters where the rules let it."""

    turn: int | str
    unit: str
    hex: str = ""
    leader: str = ""


class AlliedReinforcements(Chart):
    units: tuple[Arrival, ...]
    hqs: tuple[Arrival, ...]
    replacements: tuple[int, ...]

    def faults(self) -> Iterator[str]:
        return not_by_turn({"western replacements": self.replacements})


class Departure(Record):
    turn: int
    unit: str
    how: str


class AxisReinforcementsEast(Chart):
    schedule: tuple[Arrival, ...]
    withdrawals: tuple[Departure, ...]


class AxisReplacementsEast(Chart):
    infantry: tuple[int, ...]
    armor: tuple[int, ...]

    def faults(self) -> Iterator[str]:
        return not_by_turn({"infantry": self.infantry, "armor": self.armor})


class AxisWest(Chart):
    reinforcements: tuple[Arrival, ...]
    infantry: tuple[int, ...]
    armor: tuple[int, ...]

    def faults(self) -> Iterator[str]:
        return not_by_turn({"west infantry": self.infantry, "west armor": self.armor})


class City(Record):
    name: str
    hex: str
    country: str
    pop: int
    west: str = ""
    capital: bool = False


class CityPopulation(Chart):
    cities: tuple[City, ...]
    soviet_total: int
    west_occupied_total: int

    def faults(self) -> Iterator[str]:
        found = sum(city.pop for city in self.cities if city.country == "Soviet Union")
        if found != self.soviet_total:
            yield f"the Soviet cities should add up to {self.soviet_total}, not {found}"


class EastFrontNeeds(Chart):
    food: int
    ref: int
    trn: int


class EconomicMarker(Record):
    hex: str
    place: str
    trn: int
    pro: int
    ref: int
    total: int
    note: str = ""


class EconomicMarkers(Chart):
    markers: tuple[EconomicMarker, ...]
    sum: Mapping[str, int]

    def faults(self) -> Iterator[str]:
        for one in self.markers:
            if one.total != one.trn + one.pro + one.ref:
                yield f"the points of {one.place} add up to {one.trn + one.pro + one.ref}, not {one.total}"
        for kind, wanted in self.sum.items():
            found = sum(getattr(one, kind) for one in self.markers)
            if found != wanted:
                yield f"the points {kind} add up to {found}, not {wanted}"


class FoodHex(Record):
    hex: str
    place: str
    food: int


class FoodHexes(Chart):
    hexes: tuple[FoodHex, ...]


class OilHex(Record):
    hex: str
    place: str
    oil: int


class OilHexes(Chart):
    hexes: tuple[OilHex, ...]


class MpPrices(Chart):
    income_per_oil_refinery_pair: int
    western_before_turn_e: int
    western_from_turn_e: int
    le_havre_bonus: int
    antwerp_bonus: int
    infantry_leaves_enemy_zoc: int
    air_marker: int
    naval_marker: int
    partisan_marker: int
    hq_creation: int
    transport_per_point: int


class Neutrals(Chart):
    east_neutral: tuple[str, ...]
    west_neutral: tuple[str, ...]
    closed: tuple[str, ...]
    yugoslavia_opens: str
    allied_control_at_start_west: tuple[str, ...]
    population_excludes: tuple[str, ...]


class Partisans(Chart):
    per_population: int
    yugoslav_extra_soviet: int
    strength_effect: int
    west_occupied_population: int
    west_all_over: int
    west_all: int
    counters: Mapping[str, int]


class StepPrice(Record):
    population: int
    production: int


class SovietProduction(Chart):
    start_population: int
    start_production: int
    infantry_step: StepPrice
    armor_step: StepPrice


class SovietDraft(Record):
    turn: int
    shock: tuple[int, ...]
    infantry: int
    tank: int
    special: str = ""


class SovietReinforcements(Chart):
    infantry: str
    schedule: tuple[SovietDraft, ...]
    pile: tuple[str, ...]

    def faults(self) -> Iterator[str]:
        if [row.turn for row in self.schedule] != list(range(1, TURNS + 1)):
            yield f"the schedule should have a row for each of the turns 1 to {TURNS}"
        if sum(row.infantry for row in self.schedule) > len(self.pile):
            yield "more armies are drawn than lie in the pile"


class Aid(Record):
    from_turn: int
    trn: int
    food: int
    oil: int
    ref: int


class StartingEconomics(Chart):
    soviet_aid: tuple[Aid, ...]
    soviet_off_map: Mapping[str, int]
    axis_east_off_map: Mapping[str, int]
    axis_west_off_map: Mapping[str, int]
    start_totals: Mapping[str, Mapping[str, int]]

    def aid(self, turn: int, kind: str) -> int:
        """The aid that the Soviets receive on a turn."""
        found = [row for row in self.soviet_aid if row.from_turn <= turn]
        return getattr(found[-1], kind, 0) if found else 0
