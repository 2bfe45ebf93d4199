"""Airborne assaults in the phasing movement segment (11.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, Final

from engine.games.lebensraum.combat.command import JUMPED
from engine.games.lebensraum.headquarters.reserves import end_reserve
from engine.games.lebensraum.markers.placement import HAS_JUMPED
from engine.games.lebensraum.markers.records import ASSAULT, leave_markers, under
from engine.games.lebensraum.records import (
    GAME_TURN,
    MOVED,
    PARATROOP,
    SEGMENT,
    Unit,
    armies,
    army_places,
    hqs,
)
from engine.games.lebensraum.scenario.ground import MOUNTAIN, ground
from engine.games.lebensraum.special.entry import refusals_to_enter
from engine.games.lebensraum.standard.control import controller
from engine.games.lebensraum.standard.entering import enter
from engine.games.lebensraum.standard.tracing import within_range
from engine.mechanics.menu import Menu, PickOne, order, way_out
from engine.mechanics.telling import tell
from engine.referee import Refusal, State, Transaction, case, marked

LONGEST: Final = 6


@case("11.4-a", "11.4-e", "11.4-f")
def refusals_to_jump(state: State, side: str, unit: Unit) -> Iterator[Refusal]:
    """Paratroops with an airborne air marker, within range of a headquarters, once in a game."""
    if unit.side != side or unit.type != PARATROOP or unit.is_group or not unit.on_map:
        yield Refusal("11.4-a", f"{unit.name} is no paratroop army of this side on the map")
        return
    if marked(state, unit.key, HAS_JUMPED):
        yield Refusal("11.4-e", f"{unit.name} has made its airborne assault")
    if not under(state, unit.key, ASSAULT):
        yield Refusal("11.4-a", f"no airborne air marker is with {unit.name}")
    if marked(state, unit.key, MOVED):
        yield Refusal("11.4-f", f"{unit.name} has moved in this segment")
    near = (hq for hq in hqs(state, side) if hq.power == unit.power)
    if not any(unit.place in within_range(state, side, hq.place, hq.range) for hq in near):
        yield Refusal("11.4-a", f"{unit.name} is out of the range of every headquarters")


@case("11.4-b", "11.4-c")
def refusals_to_drop(state: State, unit: Unit, there: str) -> Iterator[Refusal]:
    """Land within six hexes, no mountain, no unit, no city of the enemy, nothing that is closed."""
    land = ground(state)
    if there not in land.land:
        yield Refusal("11.4-c", f"{there} is no land")
        return
    far = land.distance(unit.place, there)
    if far > LONGEST:
        yield Refusal("11.4-b", f"{there} is {far} hexes away, and {LONGEST} is the limit")
    if land.terrain[there] == MOUNTAIN:
        yield Refusal("11.4-c", f"{there} is mountain")
    if there in land.cities and controller(state, there) == land.other(unit.side):
        yield Refusal("11.4-c", f"{land.name_of(there)} is a city that the enemy controls")
    other = army_places(state).get(there)
    if other is not None:
        yield Refusal("11.4-c", f"{other.name} is in {there}")
    yield from refusals_to_enter(state, unit, there)


class Jump(PickOne):
    """Where do the paratroops come down?"""

    unit: str = ""

    title = "Airborne assault"
    verb = "drop"
    kind = "hex"
    ruled_by = "11.4-b"
    otherwise = "it comes down on open land within six hexes"

    def prompt(self, state: State) -> str:
        return f"Where does {state.get(Unit, self.unit).name} come down?"

    def subjects(self, state: State) -> Iterable[str]:
        return (self.unit,)

    def options(self, state: State) -> Iterable[str]:
        unit, land = state.get(Unit, self.unit), ground(state)
        near = (there for there in sorted(land.land) if land.distance(unit.place, there) <= LONGEST)
        return [there for there in near if next(refusals_to_drop(state, unit, there), None) is None]

    def refusals_to_pick(self, state: State, target: str) -> Iterator[Refusal]:
        return refusals_to_drop(state, state.get(Unit, self.unit), target)

    @case("11.4-b", "11.4-d", "11.4-f")
    def picked(self, tx: Transaction, target: str) -> None:
        """The air marker comes off, no movement points are paid, and the unit is in command on this turn."""
        tx.pop()
        unit = tx.state.get(Unit, self.unit)
        for marker in under(tx.state, unit.key, ASSAULT):
            tx.remove(marker)
        tx.mark(unit.key, HAS_JUMPED)
        tx.mark(unit.key, JUMPED, GAME_TURN)
        tx.mark(unit.key, MOVED, SEGMENT)
        end_reserve(tx, unit.key)
        enter(tx, unit.key, "", target)
        leave_markers(tx, tx.state.get(Unit, unit.key), unit.place)
        name = ground(tx.state).name_of(target)
        tell(tx, "UnitJumped", f"{unit.name} jumps to {name}", "11.4-b", unit=unit.key, hex=target)

    cancel = way_out()


class Paratroops(Menu):
    """The order to jump, which the phasing movement segment has, too."""

    records: ClassVar = {"unit": Unit}

    @order("jump", "unit", "Airborne assault by")
    def jump(self: Any, tx: Transaction, unit: Unit) -> None:
        tx.push(Jump(self.side, unit=unit.key))

    @jump.targets
    def paratroops(self: Any, state: State) -> Iterable[str]:
        return [unit.key for unit in armies(state, self.side) if unit.type == PARATROOP]

    @jump.against
    def refusals_to_jump(self: Any, state: State, unit: Unit) -> Iterator[Refusal]:
        return refusals_to_jump(state, self.side, unit)


ORDERS: Final = Paratroops.orders
FRAMES: Final = (Jump,)
