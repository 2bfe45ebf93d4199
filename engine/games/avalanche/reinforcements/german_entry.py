"""German reinforcements: they enter at the edge of the map, or are sent around to another road."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, Final

from msgspec.structs import replace

from engine.games.avalanche.general.calendar import turn
from engine.games.avalanche.general.telling import tell
from engine.games.avalanche.general.zoc import in_ezoc
from engine.games.avalanche.movement.allowance import SPENT
from engine.games.avalanche.movement.assistance import MOVED
from engine.games.avalanche.movement.march import STOPPED, closed_to_leaders
from engine.games.avalanche.movement.marching import arrive
from engine.games.avalanche.records import ALLIED, DUE, FULL, GERMAN, PLAYER_TURN, Unit, held, units_at
from engine.games.avalanche.scenario.eighth_army import is_closed
from engine.games.avalanche.scenario.ground import ground
from engine.mechanics.arrivals import take_off_schedule
from engine.mechanics.menu import Menu, PickOne, end, order, way_out
from engine.mechanics.places import box
from engine.referee import Due, Refusal, State, Transaction, case

WEST: Final = "1301"
EAST: Final = "3052"
AROUND: Final = {"2501": WEST, "2601": WEST, "3601": WEST, "2551": EAST, "1151": EAST, "1951": EAST}
"""Entry hexes to which units due elsewhere may be sent, with the hex at which they were due."""
RULES: Final = {WEST: "reinf.german-reroute-west", EAST: "reinf.german-reroute-east"}


def waiting(state: State) -> list[Unit]:
    """The units that are due to enter now."""
    land, now = ground(state), turn(state)
    found = []
    for unit in units_at(state, box(DUE, GERMAN)):
        entry = state.find(Due, unit.key)
        if entry is not None and entry.has_come(now) and entry.place in land.land:
            found.append(unit)
    return found


def entry_of(state: State, unit: Unit) -> str:
    return state.get(Due, unit.key).place


@case("reinf.german-blocked", "reinf.german-reroute-west", "reinf.german-reroute-east", "scen.eighth-army")
def refusals_to_enter(state: State, unit: Unit) -> Iterator[Refusal]:
    """The entry hex must be free, for a leader also of enemy leaders; one that was sent around does not come
    into an enemy zone of control."""
    here = entry_of(state, unit)
    if here in (closed_to_leaders(state, GERMAN) if unit.is_leader else held(state, ALLIED)):
        yield Refusal("reinf.german-blocked", f"{here} is held by the Allies: {unit.name} waits")
    if here in AROUND and in_ezoc(state, GERMAN, here):
        text = f"{here} is in an enemy zone of control: {unit.name} waits"
        yield Refusal(RULES[AROUND[here]], text)
    if is_closed(state, here):
        yield Refusal("scen.eighth-army", f"The Eighth Army has closed {here}")


@case("reinf.german-entry", "zoc.cost-stop")
def price(state: State, unit: Unit, here: str) -> int:
    """What the entry hex costs: the road, and more in an enemy zone of control."""
    chart = ground(state).charts.terrain
    more = getattr(chart.zoc["enter"], unit.cls) if in_ezoc(state, GERMAN, here) else 0
    return int(getattr(chart.path["road"], unit.cls)) + int(more)


@case(
    "reinf.german-entry",
    "reinf.german-condition",
    "zoc.cost-stop",
    "move.limber-first",
    "move.night-gun-exception",
)
def enter(tx: Transaction, unit: Unit) -> None:
    """The unit pays for the entry hex, to which a road leads; it comes supplied and with full ammunition,
    guns limbered."""
    here = entry_of(tx.state, unit)
    tx.put(replace(unit, place=here, supply="", ammo=FULL, limbered=unit.is_gun))
    take_off_schedule(tx, unit.key)
    tx.mark(unit.key, SPENT, PLAYER_TURN, value=str(price(tx.state, unit, here)))
    tx.mark(unit.key, MOVED, PLAYER_TURN)
    if in_ezoc(tx.state, GERMAN, here):
        tx.mark(unit.key, STOPPED, PLAYER_TURN)
    if unit.is_ground:
        arrive(tx, here, GERMAN)
    text = f"{unit.name} enters at {here}"
    tell(tx, "UnitArrived", text, "reinf.german-entry", unit=unit.key, hex=here)


@case("reinf.german-reroute-west", "reinf.german-reroute-east")
def delay(state: State, due_at: str, there: str) -> int:
    """The turns that a unit loses on the way to another entry hex."""
    found = ground(state).charts.offmap.turns_between(due_at, there)
    assert found is not None
    return found


class GermanEntry(Menu):
    """Which reinforcements enter, and which are sent around?"""

    title = "German reinforcements"
    ruled_by = "reinf.german-entry"
    records: ClassVar = {"unit": Unit}

    def prompt(self, state: State) -> str:
        return "Which reinforcements enter, and which are sent to another road?"

    @order("enter", "unit", "Enter with")
    def enter(self, tx: Transaction, unit: Unit) -> None:
        enter(tx, unit)
        self._end_if_done(tx)

    @enter.targets
    def due_units(self, state: State) -> Iterable[str]:
        return [unit.key for unit in waiting(state)]

    @enter.against
    def against_entry(self, state: State, unit: Unit) -> Iterator[Refusal]:
        if unit not in waiting(state):
            yield Refusal("reinf.german-entry", f"{unit.name} is not due now")
            return
        yield from refusals_to_enter(state, unit)

    @order("enter_all", words="All enter where they are due")
    def enter_all(self, tx: Transaction) -> None:
        for unit in waiting(tx.state):
            if next(refusals_to_enter(tx.state, unit), None) is None:
                enter(tx, unit)
        self._end_if_done(tx)

    @enter_all.against
    def refusals_to_enter_all(self, state: State) -> Iterator[Refusal]:
        if not any_may_enter(state):
            yield Refusal("reinf.german-blocked", "No unit that is due can enter now")

    @order("reroute", "unit", "Send around")
    def reroute(self, tx: Transaction, unit: Unit) -> None:
        tx.push(SendAround(self.side, unit=unit.key))

    @reroute.targets
    def due_at_main_roads(self, state: State) -> Iterable[str]:
        return [unit.key for unit in waiting(state)]

    @reroute.against
    @case("reinf.german-entry", "reinf.german-reroute-west", "reinf.german-reroute-east")
    def refusals_to_reroute(self, state: State, unit: Unit) -> Iterator[Refusal]:
        if unit not in waiting(state):
            yield Refusal("reinf.german-entry", f"{unit.name} is not due now")
        elif entry_of(state, unit) not in RULES:
            text = f"only units due at {WEST} or {EAST} can be sent around"
            yield Refusal("reinf.german-reroute-west", text)

    def resume(self, tx: Transaction, result: object) -> None:
        self._end_if_done(tx)

    def _end_if_done(self, tx: Transaction) -> None:
        if not waiting(tx.state):
            tx.pop()

    end = end("end", "End of entry")

    @end.against
    @case("reinf.german-entry")
    def refusals_to_end(self, state: State) -> Iterator[Refusal]:
        """Whoever can enter does so, or is sent around."""
        if any_may_enter(state):
            yield Refusal("reinf.german-entry", "Units that are due must enter or be sent around")


def any_may_enter(state: State) -> bool:
    return any(next(refusals_to_enter(state, unit), None) is None for unit in waiting(state))


class SendAround(PickOne, kw_only=True):
    """To which entry hex is the unit sent?"""

    unit: str

    title = "Sent around"
    verb = "to"
    kind = "hex"
    ruled_by = "reinf.german-reroute-west"
    cancel = way_out()

    def prompt(self, state: State) -> str:
        unit = state.get(Unit, self.unit)
        ways = ", ".join(
            f"{there} on turn {turn(state) + delay(state, entry_of(state, unit), there)}"
            for there in self.options(state)
        )
        return f"Where does {unit.name} enter instead: {ways}?"

    @case("reinf.german-reroute-west", "reinf.german-reroute-east")
    def options(self, state: State) -> Iterable[str]:
        due_at = state.get(Due, self.unit).place
        land = ground(state).land
        return [there for there, main in AROUND.items() if main == due_at and there in land]

    @case("reinf.german-reroute-west", "reinf.german-reroute-east", "scen.eighth-army")
    def refusals_to_pick(self, state: State, target: str) -> Iterator[Refusal]:
        due_at = entry_of(state, state.get(Unit, self.unit))
        if target not in self.options(state):
            yield Refusal(RULES[due_at], f"Units due at {due_at} are not sent around to {target}")
        lost = ground(state).charts.offmap.turns_between(state.get(Due, self.unit).place, target)
        when = turn(state) + (lost or 0)
        if is_closed(state, target, when):
            yield Refusal("scen.eighth-army", f"The Eighth Army will have closed {target} on turn {when}")

    @case("reinf.german-reroute-west", "reinf.german-reroute-east")
    def picked(self, tx: Transaction, target: str) -> None:
        entry, unit = tx.state.get(Due, self.unit), tx.state.get(Unit, self.unit)
        when = turn(tx.state) + delay(tx.state, entry.place, target)
        tx.put(replace(entry, turn=when, place=target))
        text = f"{unit.name} is sent to {target}, where it enters on turn {when}"
        tell(tx, "UnitDelayed", text, RULES[entry.place], unit=unit.key)
        tx.pop()


FRAMES = (GermanEntry, SendAround)
