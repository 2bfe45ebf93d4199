"""Leaders who come as reinforcements, come back, or are stood in for by their aides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from engine.games.avalanche.combat.leaders import aide_of
from engine.games.avalanche.general.calendar import turn
from engine.games.avalanche.general.formations import headquarters
from engine.games.avalanche.general.telling import tell
from engine.games.avalanche.records import DUE, TURN_TRACK, Unit, leaders, units_at
from engine.games.avalanche.scenario.ground import ground
from engine.games.avalanche.scenario.question import Pick
from engine.mechanics.arrivals import take_off_schedule
from engine.mechanics.places import box
from engine.referee import Due, State, Transaction, case

WOUNDED: Final = "wounded"
DISPLACED: Final = "displaced"
RATED: Final = ("foot", "mot", "combat", "tactical")


@case("reinf.leader-adc", "def.formation-16pz")
def staff_hexes(state: State, leader: Unit) -> list[str]:
    """The hexes with a headquarters of his formation."""
    staffs = headquarters(state, leader.side, leader.formation)
    return sorted({staff.place for staff in staffs})


@case("reinf.leader-adc")
def rated(state: State, leader: Unit, is_aide: bool) -> Unit:
    """The leader with the numbers of one side of his counter; one who is not in the chart keeps his own."""
    row = ground(state).charts.leaders.leader.get(leader.name)
    if row is None:
        return replace(leader, flipped=is_aide)
    numbers = {name: getattr(row, f"adc_{name}" if is_aide else name) for name in RATED}
    return replace(leader, flipped=is_aide, **numbers)


@case("reinf.leader-adc", "reinf.leader-displaced", "def.formation-16pz")
def bring_leaders(tx: Transaction, side: str) -> None:
    """Aides and leaders are placed on the headquarters of their formations; of several the owner chooses."""
    for leader in list(_waiting(tx.state, side)):
        places = staff_hexes(tx.state, leader)
        if not places or not (has_come(tx.state, leader) or needs_aide(tx.state, leader)):
            continue
        if len(places) > 1:
            tx.push(PlaceLeader(side, leader=leader.key))
        else:
            place_leader(tx, leader, places[0])


def has_come(state: State, leader: Unit) -> bool:
    """Is his date there?"""
    entry = state.find(Due, leader.key)
    return entry is not None and entry.has_come(turn(state), entry.moment)


def place_leader(tx: Transaction, leader: Unit, here: str) -> None:
    """The leader himself, or his aide while he is away."""
    is_aide = not has_come(tx.state, leader)
    rule, text = "reinf.leader-adc", f"The aide of {leader.name} stands in for him"
    if not is_aide:
        if tx.state.get(Due, leader.key).what == DISPLACED:
            rule = "reinf.leader-displaced"
        text = f"{leader.name} is with his headquarters"
        take_off_schedule(tx, leader.key)
        take_off_schedule(tx, aide_of(leader))
    tx.put(replace(rated(tx.state, leader, is_aide), place=here))
    tell(tx, "LeaderArrived", text, rule, unit=leader.key, hex=here)


class PlaceLeader(Pick, kw_only=True):
    """On which headquarters of his formation is the leader placed?"""

    leader: str

    title = "Leaders placed"
    verb = "place"
    kind = "hex"
    ruled_by = "reinf.leader-adc"
    otherwise = "@ is not possible: a leader is placed on a headquarters of his formation"

    def prompt(self, state: State) -> str:
        return f"On which headquarters is {state.get(Unit, self.leader).name} or his aide placed?"

    def subjects(self, state: State) -> Iterable[str]:
        return (self.leader,)

    def options(self, state: State) -> Iterable[str]:
        return staff_hexes(state, state.get(Unit, self.leader))

    def picked(self, tx: Transaction, target: str) -> None:
        place_leader(tx, tx.state.get(Unit, self.leader), target)
        tx.pop()


@case("reinf.leader-adc")
def needs_aide(state: State, leader: Unit) -> bool:
    """Is he wounded, with an aide who is not on the map yet?"""
    entry = state.find(Due, leader.key)
    wounded = entry is not None and entry.what == WOUNDED
    return wounded and not leader.on_map and has_aide(state, leader)


@case("reinf.leader-displaced")
def has_aide(state: State, leader: Unit) -> bool:
    """Is there an aide to stand in for him? One who was displaced comes with the next morning."""
    entry = state.find(Due, aide_of(leader))
    return entry is None or entry.has_come(turn(state))


def _waiting(state: State, side: str) -> Iterator[Unit]:
    """Leaders who are away, and those for whom an aide stands in; not those who enter by a hex."""
    for place in (DUE, TURN_TRACK):
        for unit in units_at(state, box(place, side)):
            entry = state.find(Due, unit.key)
            if unit.is_leader and entry is not None and entry.place not in ground(state).land:
                yield unit
    yield from (unit for unit in leaders(state, side) if unit.flipped)


FRAMES: Final = (PlaceLeader,)
