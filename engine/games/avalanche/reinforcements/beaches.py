"""What a beachhead can land on a turn: units in company equivalents, and ammunition beside them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.games.avalanche.general.calendar import is_night
from engine.games.avalanche.general.control import is_friendly
from engine.games.avalanche.records import ALLIED, GERMAN, OUT, UK, US, Beachhead, Unit, ground_units, held
from engine.games.avalanche.scenario.arrival_charts import Beach
from engine.games.avalanche.scenario.ground import ground
from engine.mechanics.plural import counted
from engine.referee import Due, Modifier, Refusal, State, case, mark_value, marked

BATTALION_EQUIVALENT: Final = 3
USED: Final = "landed"
"""Mark of a beachhead: the company equivalents landed on this turn."""
AMMO: Final = "ammo"
"""Mark of a beachhead on which ammunition was landed on this turn: its type."""
MOST_AMMO_BEACHES: Final = 4
EITHER: Final = "either"
SERVE_BOTH: Final = frozenset(("Rangers", "5 Army"))


def beach_row(state: State, name: str) -> Beach:
    """The line of the capacity table."""
    return ground(state).charts.beachhead_capacity.beach[name]


@case("reinf.allied-capacity")
def equivalents(unit: Unit) -> int:
    """A battalion counts as three companies, a company or remnant as one, headquarters and leaders not."""
    if unit.is_hq or unit.is_leader:
        return 0
    return BATTALION_EQUIVALENT if unit.is_battalion else 1


def used(state: State, name: str) -> int:
    """Company equivalents landed on a beachhead on this turn."""
    return int(mark_value(state, name, USED) or 0)


@case("reinf.allied-capacity", "reinf.allied-night")
def capacity(state: State, name: str) -> int:
    """What the beachhead can take on this turn; half of it by night."""
    row = beach_row(state, name)
    return row.night if is_night(state) else row.day


@case("reinf.allied-capacity")
def accepts(state: State, name: str, unit: Unit) -> bool:
    """Is the beachhead one for the nation of a unit? Two headquarters count as both."""
    nation = beach_row(state, name).nation
    return nation in (EITHER, unit.nation) or (unit.is_hq and unit.formation in SERVE_BOTH)


def assigned_beaches(state: State, unit: Unit) -> list[str]:
    """The beachheads at which the schedule lets a unit land, as far as they are on the map."""
    place = state.get(Due, unit.key).place
    there = [name for name in state.all(Beachhead) if name in ground(state).charts.beachhead_capacity.beach]
    if place == "any beach":
        return there
    if place in ("US beach", "UK beach"):
        wanted = {US: US, UK: UK}[place.split()[0]]
        return [name for name in there if beach_row(state, name).nation in (EITHER, wanted)]
    return [name for name in there if name in place.split("|")]


@case("predawn.assault-loss-arty", "reinf.allied-loss")
def guns_in_range(state: State, here: str, case_id: str) -> list[Modifier]:
    """One is taken from a landing roll for each German gun that can fire at the beach."""
    land = ground(state)
    return [
        Modifier(case_id, gun.name, -1)
        for gun in ground_units(state, GERMAN)
        if gun.is_gun and not gun.limbered and gun.ammo != OUT and land.distance(gun.place, here) <= gun.range
    ]


@case("reinf.allied-capacity")
def refusals_of_beach(state: State, name: str) -> Iterator[Refusal]:
    """No German unit may be in its hex."""
    here = state.get(Beachhead, name).place
    if here in held(state, GERMAN):
        yield Refusal("reinf.allied-capacity", f"{name} ({here}) is held by the enemy")


@case("reinf.ammo-share", "reinf.allied-night")
def ammo_points(state: State, name: str, kind: str, taken: int | None = None) -> int:
    """The points of a type that a beachhead can land beside so many company equivalents of units."""
    figure = beach_row(state, name).ammo[kind]
    taken = used(state, name) if taken is None else taken
    room = capacity(state, name)
    if 2 * taken > room:
        return 0
    halvings = (1 if taken else 0) + (1 if is_night(state) else 0)
    return int(figure // 2**halvings)


@case("reinf.ammo-share")
def refusals_to_share(state: State, name: str, taken: int) -> Iterator[Refusal]:
    """Units may not take the room that the ammunition landed there needs."""
    before, after = used(state, name), taken
    halves = (bool(before), bool(after))
    if marked(state, name, AMMO) and (2 * after > capacity(state, name) or halves[0] != halves[1]):
        units = counted(after, "company equivalent")
        text = f"The ammunition landed on {name} leaves no room for {units}"
        yield Refusal("reinf.ammo-share", text)


@case("ammo.allied-land", "reinf.ammo-one-type", "reinf.ammo-four-beaches")
def refusals_to_land_ammo(state: State, name: str) -> Iterator[Refusal]:
    """One type on a beachhead in Allied hands, four beachheads a turn."""
    here = state.get(Beachhead, name).place
    if not is_friendly(state, here, ALLIED):
        yield Refusal("ammo.allied-land", f"{name} ({here}) is in German hands")
    if marked(state, name, AMMO):
        text = f"Ammunition of type {mark_value(state, name, AMMO)} was landed on {name} on this turn"
        yield Refusal("reinf.ammo-one-type", text)
    elif sum(marked(state, beach, AMMO) for beach in state.all(Beachhead)) >= MOST_AMMO_BEACHES:
        text = f"Ammunition was landed on {MOST_AMMO_BEACHES} beachheads on this turn"
        yield Refusal("reinf.ammo-four-beaches", text)
