"""Engineering: bridges, improved positions, forts, road blocks, cliff roads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, Final

from engine.catalogue.document import hexside
from engine.games.avalanche.engineering.airfields import note_idle, note_present, repair_airfields
from engine.games.avalanche.engineering.crews import (
    BUILT,
    DIGGERS,
    ENGINEER,
    SAPPERS,
    crew,
    refusals_to_work,
)
from engine.games.avalanche.general.calendar import is_night, turn
from engine.games.avalanche.general.control import is_friendly
from engine.games.avalanche.general.disorder import disrupt
from engine.games.avalanche.general.telling import readers, tell
from engine.games.avalanche.general.terrain import BLOCK, BLOWN, is_bridged, road
from engine.games.avalanche.records import (
    PLAYER_TURN,
    Construction,
    Crossing,
    Unit,
    Work,
    ground_units,
    held,
    names,
)
from engine.games.avalanche.scenario.ground import ground
from engine.mechanics.menu import Menu, end, offer, order, way_out
from engine.referee import Frame, Modifier, Preview, Procedure, Refusal, State, Transaction, case, total

__all__ = ["FRAMES", "Engineering", "note_idle"]

IP, FORT, REPAIR, CLEAR = "ip", "fort", "repair", "clear"
DEMOLITION: Final = "demolition"
STATIONARY: Final = "stationary"
"""Mark of a unit that may not move in the turn in which its improved position is finished."""
DUG_IN: Final = "dug in"
"""The same for engineers that have built one at once."""


def across(here: str, side: str) -> str:
    """The other hex of a hexside."""
    first, second = side.split("/")
    return second if here == first else first


def sides_of(state: State, here: str) -> list[str]:
    """The hexsides of a hex that lead to land."""
    return [hexside(here, there) for there in ground(state).land_neighbors[here]]


@case("eng.night")
def work(tx: Transaction, keys: Iterable[str], case_id: str) -> None:
    """Units have worked: by night it disrupts them."""
    for key in keys:
        tx.mark(key, BUILT, PLAYER_TURN)
        if is_night(tx.state):
            disrupt(tx, key, "eng.night", "work by night")


# demolitions


@case("gen.company-substitution")
def refusals_of_crew(
    state: State,
    unit: Unit,
    rule: str,
    types: frozenset[str] = SAPPERS,
    needed: str = "an engineer or construction battalion",
) -> Iterator[Refusal]:
    """The work takes a battalion of some types, mostly engineers, or three companies that stand for it."""
    if not crew(state, unit, types):
        yield Refusal(rule, f"{unit.name} is not {needed}")
        if unit.branch in types and unit.is_company:
            text = f"Fewer than three companies of its type can work in {unit.place}, where {unit.name} is"
            yield Refusal("gen.company-substitution", text)


def refusals_of_crossing(state: State, unit: Unit, side: str, kind: str, rule: str) -> Iterator[Refusal]:
    """The unit must be beside a hexside that play has changed in this way."""
    crossing = state.find(Crossing, side)
    if unit.place not in side.split("/"):
        yield Refusal(rule, f"{unit.name} is not beside {side}")
    elif crossing is None or crossing.kind != kind:
        yield Refusal(rule, f"There is no {'blown bridge' if kind == BLOWN else 'blocked road'} at {side}")


@case("eng.bridge-blow")
def refusals_to_blow(state: State, unit: Unit, side: str) -> Iterator[Refusal]:
    """Engineers or a construction unit, of any size, in a hex that an intact bridge joins."""
    if unit.branch not in SAPPERS:
        text = f"{unit.name} is neither an engineer nor a construction unit"
        yield Refusal("eng.bridge-blow", text)
    here, _, there = side.partition("/")
    if unit.place not in (here, there):
        yield Refusal("eng.bridge-blow", f"{unit.name} is in no hex of the bridge {side}")
    elif not is_bridged(state, here, there):
        yield Refusal("eng.bridge-blow", f"There is no bridge to blow at {side}")


@case("eng.bridge-blow")
def blowing_modifiers(state: State, unit: Unit, side: str) -> list[Modifier]:
    """One is added with an enemy in the other hex."""
    enemy = ground(state).other(unit.side)
    more = ground(state).charts.engineering.enemy_beyond
    is_watched = across(unit.place, side) in held(state, enemy)
    return [Modifier("eng.bridge-blow", "enemy in the other hex", more)] if is_watched else []


@case("eng.cliff-road")
def refusals_to_destroy(state: State, unit: Unit, side: str) -> Iterator[Refusal]:
    """Engineers or a construction battalion beside a road that crosses a cliff."""
    yield from refusals_of_crew(state, unit, "eng.cliff-road")
    here, _, there = side.partition("/")
    if unit.place not in (here, there):
        yield Refusal("eng.cliff-road", f"{unit.name} is not beside {side}")
    elif not (ground(state).has_cliff(here, there) and road(state, here, there)):
        yield Refusal("eng.cliff-road", f"No road crosses a cliff at {side}")


@case("eng.bridge-blow", "eng.cliff-road", "ma.demolition")
def demolish(tx: Transaction, keys: tuple[str, ...], side: str, kind: str, change: list[Modifier]) -> None:
    """1 to 4 succeeds; whoever tries has half its allowance on this turn."""
    case_id = "eng.bridge-blow" if kind == BLOWN else "eng.cliff-road"
    units = [tx.state.get(Unit, key) for key in keys]
    what = "the bridge" if kind == BLOWN else "the road"
    why = f"{names(units)} {'blows' if len(units) == 1 else 'blow'} {what} at {side}"
    roll = tx.roll("1d6", case_id, why, readers(tx.state, keys)).total + int(total(change))
    for key in keys:
        tx.mark(key, DEMOLITION, PLAYER_TURN)
    if roll <= ground(tx.state).charts.engineering.works_on:
        tx.put(Crossing(side, kind))
        told = "The bridge is blown" if kind == BLOWN else "The road is blocked"
        tell(tx, "Demolished", f"{told} at {side}", case_id, hexside=side)
    else:
        tell(tx, "DemolitionFailed", f"The charges at {side} fail ({roll})", case_id, hexside=side)
    work(tx, keys, case_id)


# works of two turns


@case("eng.bridge-repair")
def refusals_to_repair(state: State, unit: Unit, side: str) -> Iterator[Refusal]:
    """An engineer or construction battalion at a blown bridge between two friendly hexes."""
    yield from refusals_of_crew(state, unit, "eng.bridge-repair")
    yield from refusals_of_crossing(state, unit, side, BLOWN, "eng.bridge-repair")
    for one in side.split("/"):
        if not is_friendly(state, one, unit.side):
            yield Refusal("eng.bridge-repair", f"{one} is not friendly")


@case("eng.roadblock-repair")
def refusals_to_clear(state: State, unit: Unit, side: str) -> Iterator[Refusal]:
    """An engineer or construction battalion at a blocked road, without an enemy in either hex."""
    yield from refusals_of_crew(state, unit, "eng.roadblock-repair")
    yield from refusals_of_crossing(state, unit, side, BLOCK, "eng.roadblock-repair")
    for one in side.split("/"):
        if one in held(state, ground(state).other(unit.side)):
            yield Refusal("eng.roadblock-repair", f"An enemy is in {one}")


@case("eng.ip", "eng.ip-engineer")
def refusals_to_dig(state: State, unit: Unit) -> Iterator[Refusal]:
    """A battalion that can dig, engineers of any size, or a construction battalion; one work to a hex."""
    if not (unit.is_company and unit.branch == ENGINEER):
        needed = "a battalion that builds improved positions"
        yield from refusals_of_crew(state, unit, "eng.ip", DIGGERS | SAPPERS, needed)
    if (there := state.find(Work, unit.place)) is not None:
        yield Refusal(
            "eng.ip", f"{unit.place} has {'a fort' if there.kind == FORT else 'a position'} already"
        )


@case("eng.fort")
def refusals_to_fortify(state: State, unit: Unit) -> Iterator[Refusal]:
    """An engineer or construction battalion in a hex with an improved position."""
    yield from refusals_of_crew(state, unit, "eng.fort")
    there = state.find(Work, unit.place)
    if there is None or there.kind != IP or there.side != unit.side:
        yield Refusal("eng.fort", f"{unit.place} has no improved position of its own side")


@case("eng.ip-engineer")
def digs_at_once(state: State, unit: Unit) -> bool:
    """An engineer or construction battalion builds an improved position in one turn."""
    return bool(crew(state, unit, SAPPERS))


def refusals_of(state: State, unit: Unit, kind: str, place: str) -> Iterator[Refusal]:
    """The reasons against a task of two turns."""
    match kind:
        case "repair":
            yield from refusals_to_repair(state, unit, place)
        case "clear":
            yield from refusals_to_clear(state, unit, place)
        case "fort":
            yield from refusals_to_fortify(state, unit)
        case _:
            yield from refusals_to_dig(state, unit)


TASK_CASES: Final = {
    IP: "eng.ip",
    FORT: "eng.fort",
    REPAIR: "eng.bridge-repair",
    CLEAR: "eng.roadblock-repair",
}


@case("eng.ip", "eng.fort", "eng.bridge-repair", "eng.roadblock-repair")
def begin(tx: Transaction, unit: Unit, kind: str, place: str) -> None:
    """An Under Construction marker is placed; the task is finished on the next turn."""
    needs_battalion = kind != IP or unit.branch != ENGINEER
    keys = crew(tx.state, unit, (unit.branch,)) if needs_battalion else (unit.key,)
    tx.put(Construction(unit.key, kind, place, unit.side, turn(tx.state), keys[1:]))
    words = {IP: "an improved position", FORT: "a fort", REPAIR: "the bridge", CLEAR: "the road"}[kind]
    tell(tx, "WorkBegun", f"{unit.name} works on {words} ({place})", TASK_CASES[kind], unit=unit.key)
    work(tx, keys, TASK_CASES[kind])


@case("eng.ip", "eng.ip-engineer", "eng.fort", "eng.bridge-repair", "eng.roadblock-repair")
def finish(tx: Transaction, unit: Unit, kind: str, place: str, keys: tuple[str, ...]) -> None:
    """The work is done; whoever built a position stays where it is on this turn."""
    if kind in (IP, FORT):
        tx.put(Work(place, unit.side, kind))
        told = f"{'An improved position' if kind == IP else 'A fort'} stands in {place}"
    else:
        tx.remove(tx.state.get(Crossing, place))
        told = f"{'The bridge' if kind == REPAIR else 'The road'} at {place} is open again"
    if kind == IP:
        mark = DUG_IN if digs_at_once(tx.state, unit) else STATIONARY
        for key in keys:
            tx.mark(key, mark, PLAYER_TURN)
    tell(tx, "WorkFinished", told, TASK_CASES[kind], unit=unit.key)
    work(tx, keys, TASK_CASES[kind])


class EngineeringOrders(Menu):
    """Which units work?"""

    title = "Engineering"
    ruled_by = "eng.eligible"
    records: ClassVar = {"unit": Unit}

    def prompt(self, state: State) -> str:
        return "Which unit works, or goes on with its work?"

    @order("work", "unit", "Work with")
    def work(self, tx: Transaction, unit: Unit) -> None:
        tx.push(ChooseTask(self.side, unit.key))

    @work.targets
    def own_units(self, state: State) -> Iterable[str]:
        able = DIGGERS | SAPPERS
        return [unit.key for unit in ground_units(state, self.side) if unit.branch in able]

    @work.against
    @case("eng.eligible")
    def against_work(self, state: State, unit: Unit) -> Iterator[Refusal]:
        if unit not in ground_units(state, self.side):
            yield Refusal("eng.eligible", f"{unit.name} is not a unit of this side on the map")
            return
        yield from refusals_to_work(state, unit)
        if unit.branch not in DIGGERS | SAPPERS:
            yield Refusal("eng.eligible", f"{unit.name} ({unit.branch}) does no engineering")
        elif not ChooseTask(self.side, unit.key).is_open(state):
            yield Refusal("eng.eligible", f"There is nothing for {unit.name} to do in {unit.place}")
            yield from refusals_to_dig(state, unit)

    @order("go_on", "unit", "Go on with")
    @case("eng.ip", "eng.fort", "eng.bridge-repair", "eng.roadblock-repair")
    def go_on(self, tx: Transaction, unit: Unit) -> None:
        begun = tx.state.get(Construction, unit.key)
        tx.remove(begun)
        finish(tx, unit, begun.kind, begun.place, begun.workers)

    @go_on.targets
    def builders(self, state: State) -> Iterable[str]:
        return [one.key for one in begun_before(state, self.side)]

    @go_on.against
    def against_going_on(self, state: State, unit: Unit) -> Iterator[Refusal]:
        begun = state.find(Construction, unit.key)
        if begun is None or begun.side != self.side or begun.since >= turn(state):
            yield Refusal("eng.eligible", f"{unit.name} has begun no work on the turn before")
            return
        for key in begun.workers:
            yield from refusals_to_work(state, state.get(Unit, key))
        if begun.kind in (IP, FORT) and unit.place != begun.place:
            text = f"{unit.name} has left {begun.place}, where it worked"
            yield Refusal(TASK_CASES[begun.kind], text)
            return
        yield from refusals_of(state, unit, begun.kind, begun.place)

    end = end("end", "End of engineering")

    @end.reminds
    def unfinished(self, state: State) -> Iterator[str]:
        if found := begun_before(state, self.side):
            yield f"the work of {names(state.get(Unit, one.key) for one in found)} would be lost"


def begun_before(state: State, side: str) -> list[Construction]:
    """The works of a side that were begun on an earlier turn by somebody who is still there."""
    now = turn(state)
    return [
        one
        for one in state.all(Construction).values()
        if one.side == side and one.since < now and state.find(Unit, one.key) is not None
    ]


class ChooseTask(Menu):
    """What does the unit do?"""

    unit: str

    title = "Engineering"
    ruled_by = "eng.eligible"
    cancel = way_out()

    def prompt(self, state: State) -> str:
        return f"What does {state.get(Unit, self.unit).name} do?"

    def worker(self, state: State) -> Unit:
        return state.get(Unit, self.unit)

    def own_sides(self, state: State) -> list[str]:
        return sides_of(state, self.worker(state).place)

    @order("blow", "hexside", "Blow the bridge")
    def blow(self, tx: Transaction, side: str) -> None:
        unit = self.worker(tx.state)
        tx.pop()
        demolish(tx, (unit.key,), side, BLOWN, blowing_modifiers(tx.state, unit, side))

    @blow.targets
    def bridges(self, state: State) -> Iterable[str]:
        return [side for side in self.own_sides(state) if is_bridged(state, *side.split("/"))]

    @blow.against
    def against_blowing(self, state: State, side: str) -> Iterator[Refusal]:
        return refusals_to_blow(state, self.worker(state), side)

    @blow.shows
    def shown(self, state: State, side: str) -> Preview:
        return Preview(modifiers=tuple(blowing_modifiers(state, self.worker(state), side)))

    @order("destroy", "hexside", "Destroy the cliff road")
    def destroy(self, tx: Transaction, side: str) -> None:
        unit = self.worker(tx.state)
        tx.pop()
        demolish(tx, crew(tx.state, unit, SAPPERS), side, BLOCK, [])

    @destroy.targets
    def cliff_roads(self, state: State) -> Iterable[str]:
        land = ground(state)
        return [side for side in self.own_sides(state) if land.has_cliff(*side.split("/"))]

    @destroy.against
    def against_destroying(self, state: State, side: str) -> Iterator[Refusal]:
        return refusals_to_destroy(state, self.worker(state), side)

    @order("repair", "hexside", "Repair the bridge")
    def repair(self, tx: Transaction, side: str) -> None:
        self._begin(tx, REPAIR, side)

    @repair.targets
    def changed_sides(self, state: State) -> Iterable[str]:
        return [side for side in self.own_sides(state) if state.find(Crossing, side)]

    @repair.against
    def against_repairing(self, state: State, side: str) -> Iterator[Refusal]:
        return refusals_to_repair(state, self.worker(state), side)

    @order("clear_road", "hexside", "Clear the road")
    def clear(self, tx: Transaction, side: str) -> None:
        self._begin(tx, CLEAR, side)

    @clear.targets
    def blocked_sides(self, state: State) -> Iterable[str]:
        return self.changed_sides(state)

    @clear.against
    def against_clearing(self, state: State, side: str) -> Iterator[Refusal]:
        return refusals_to_clear(state, self.worker(state), side)

    @order("dig", words="Improved position")
    @case("eng.ip", "eng.ip-engineer")
    def dig(self, tx: Transaction) -> None:
        unit = self.worker(tx.state)
        if digs_at_once(tx.state, unit):
            tx.pop()
            finish(tx, unit, IP, unit.place, crew(tx.state, unit, SAPPERS))
        else:
            self._begin(tx, IP, unit.place)

    @dig.against
    def against_digging(self, state: State) -> Iterator[Refusal]:
        return refusals_to_dig(state, self.worker(state))

    @order("fortify", words="Fort")
    def fortify(self, tx: Transaction) -> None:
        self._begin(tx, FORT, self.worker(tx.state).place)

    @fortify.against
    def against_fortifying(self, state: State) -> Iterator[Refusal]:
        return refusals_to_fortify(state, self.worker(state))

    def _begin(self, tx: Transaction, kind: str, place: str) -> None:
        unit = self.worker(tx.state)
        tx.pop()
        begin(tx, unit, kind, place)


def orders(tx: Transaction, step: Engineering) -> None:
    offer(tx, EngineeringOrders(step.side), step.asks)


@case("eng.bridge-repair", "eng.ip")
def give_up(tx: Transaction, step: Engineering) -> None:
    """Work that was not gone on with on the next turn is lost."""
    for one in list(tx.state.all(Construction).values()):
        if one.side != step.side or one.since >= turn(tx.state):
            continue
        tx.remove(one)
        unit = tx.state.find(Unit, one.key)
        name = unit.name if unit else "a unit that is gone"
        tell(tx, "WorkAbandoned", f"The work of {name} is lost", TASK_CASES[one.kind], unit=one.key)


class Engineering(Procedure):
    """Airfields first, then tasks."""

    side: str
    asks: bool = False
    """The decision is asked even if nothing can be done in it: a worked example begins here."""

    title = "Engineering"
    steps = (repair_airfields, note_present, orders, give_up)


FRAMES: Final[tuple[type[Frame], ...]] = (Engineering, EngineeringOrders, ChooseTask)
