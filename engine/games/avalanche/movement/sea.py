"""Allied movement by sea: ships, and a battalion carried from one beachhead to another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from msgspec.structs import replace

from engine.games.avalanche.general.calendar import is_night
from engine.games.avalanche.general.distance import is_beside_enemy
from engine.games.avalanche.general.stacking import refusals_of_nations
from engine.games.avalanche.general.telling import tell
from engine.games.avalanche.initial.fleet import AT_HAND, ShipHex, refusals_to_anchor
from engine.games.avalanche.movement.allowance import SPENT
from engine.games.avalanche.movement.march import March
from engine.games.avalanche.movement.marching import abandon, arrive
from engine.games.avalanche.movement.together import Together
from engine.games.avalanche.records import (
    ALLIED,
    GAME_TURN,
    GERMAN,
    Beachhead,
    Unit,
    ground_at,
    held,
    ships,
    units_at,
)
from engine.games.avalanche.scenario.ground import ground
from engine.mechanics.menu import Order, order, way_out
from engine.referee import Action, Refusal, State, Transaction, case, marked

CARRIED: Final = "carried"
SEA_LIFT: Final = "sea lift"
"""The mark of the Allied side: this turn's passage has been made."""
MOST_COMPANIES: Final = 3


class Sail(Order):
    """Take a ship in hand; then its hex is asked."""

    verb = "sail"
    kind = "unit"
    words = "Sail"

    def candidates(self, menu: Any, state: State) -> Iterable[Action]:
        if menu.side != ALLIED:
            return ()
        waiting = [unit for unit in units_at(state, AT_HAND) if unit.is_ship]
        return [Action(self.verb, "unit", ship.key) for ship in (*ships(state), *waiting)]

    @case("naval.move-ship", "naval.out-of-ammo")
    def refusals(self, menu: Any, state: State, action: Action) -> Iterator[Refusal]:
        """Ships at sea, and those that are back and not placed yet."""
        unit = state.find(Unit, action.target)
        at_hand = unit is not None and unit.is_ship and (unit.on_map or unit.place == AT_HAND)
        if menu.side != ALLIED or not at_hand:
            yield Refusal("naval.move-ship", "only Allied ships that are available sail")

    def apply(self, menu: Any, tx: Transaction, action: Action) -> None:
        tx.push(SailShip(menu.side, ship=action.target))


class SailShip(ShipHex, kw_only=True):
    """To which sea hex does the ship go?"""

    title = "Sail"
    verb = "sail"
    ruled_by = "naval.move-ship"

    def subjects(self, state: State) -> Iterable[str]:
        return (self.ship,)

    @case("naval.move-ship")
    def refusals_to_pick(self, state: State, target: str) -> Iterator[Refusal]:
        unit = state.get(Unit, self.ship)
        yield from refusals_to_anchor(state, target, unit, "naval.move-ship")
        if unit.place == target:
            yield Refusal("naval.move-ship", "the ship is there already")


class Carry(Order):
    """Begin the passage of a battalion, or of companies, by sea."""

    verb = "carry"
    kind = "unit"
    words = "Carry by sea"

    def candidates(self, menu: Any, state: State) -> Iterable[Action]:
        if menu.side != ALLIED:
            return ()
        on_beaches = (unit for here in beaches(state) for unit in ground_at(state, here, ALLIED))
        return [Action(self.verb, "unit", unit.key) for unit in on_beaches]

    def refusals(self, menu: Any, state: State, action: Action) -> Iterator[Refusal]:
        unit = state.find(Unit, action.target)
        if menu.side != ALLIED or unit is None or unit.side != ALLIED:
            yield Refusal("naval.transport", "only Allied units are carried by sea")
            return
        yield from refusals_to_carry(state, unit)
        if not any(next(refusals_of_beach(state, here, (unit,)), None) is None for here in beaches(state)):
            yield Refusal("naval.transport", f"no other beachhead is open to {unit.name}")

    def apply(self, menu: Any, tx: Transaction, action: Action) -> None:
        tx.push(CarryUnits(menu.side, (action.target,)))


@case("naval.transport", "ma.zero-transported", "move.limber-first", "river.engineer-stay")
def refusals_to_carry(state: State, unit: Unit) -> Iterator[Refusal]:
    """By day one battalion or three companies a turn; not a unit that has spent points."""
    if "naval transport" in ground(state).left_out:
        yield Refusal("scen.left-out", "No unit is carried by sea in this scenario")
    if is_night(state):
        yield Refusal("naval.transport", "nobody is carried by sea at night")
    if marked(state, ALLIED, SEA_LIFT):
        yield Refusal("naval.transport", "this turn's passage has been made")
    if not (unit.is_battalion or unit.is_company):
        yield Refusal("naval.transport", f"{unit.name} is neither a battalion nor a company")
    if unit.place not in beaches(state):
        yield Refusal("naval.transport", f"{unit.name} is not on a beachhead")
    if marked(state, unit.key, SPENT):
        yield Refusal("ma.zero-transported", f"{unit.name} has moved or spent movement points on this turn")
    if unit.is_gun and not unit.limbered:
        yield Refusal("move.limber-first", f"{unit.name} must be limbered first")
    yield from March(state, (unit.key,)).refusals_of_unit(unit)


def beaches(state: State) -> list[str]:
    """The hexes of beachheads."""
    return sorted({beach.place for beach in state.all(Beachhead).values()})


@case("naval.transport", "post.nation-stack")
def refusals_of_beach(state: State, here: str, units: tuple[Unit, ...]) -> Iterator[Refusal]:
    """Another beachhead without a German unit in or beside it and without units of the other nation."""
    if here not in beaches(state) or here == units[0].place:
        yield Refusal("naval.transport", f"{here} is no other beachhead")
        return
    if here in held(state, GERMAN):
        yield Refusal("naval.transport", f"{here} is held by the enemy")
    if is_beside_enemy(state, here, ALLIED):
        yield Refusal("naval.transport", f"{here} is adjacent to a German unit")
    yield from refusals_of_nations(state, here, units)


class CarryUnits(Together):
    """Which companies go along, and to which beachhead?"""

    title = "Sea transport"
    ruled_by = "naval.transport"
    otherwise = "@ is not possible: only units of one beachhead are carried together"

    def prompt(self, state: State) -> str:
        return "To which beachhead?"

    @case("naval.transport", "gen.company-substitution")
    def refusals_to_add(self, state: State, unit: Unit) -> Iterator[Refusal]:
        yield from refusals_to_carry(state, unit)
        first = state.get(Unit, self.units[0])
        if not unit.is_company or not first.is_company or unit.branch != first.branch:
            yield Refusal("naval.transport", "only companies of one type go together in place of a battalion")
        if len(self.units) >= MOST_COMPANIES:
            yield Refusal("naval.transport", f"{MOST_COMPANIES} companies are carried at most")

    @order("land", "hex", "Land at")
    @case("naval.transport", "ma.zero-transported")
    def land(self, tx: Transaction, here: str) -> None:
        tx.pop()
        for unit in self.chosen(tx.state):
            abandon(tx, unit.key)
            tx.put(replace(tx.state.get(Unit, unit.key), place=here))
            tx.mark(unit.key, CARRIED, GAME_TURN)
            text = f"{unit.name} is carried by sea to {ground(tx.state).name_of(here)}"
            tell(tx, "UnitMoved", text, "naval.transport", unit=unit.key, hex=here)
        arrive(tx, here, ALLIED)
        tx.mark(ALLIED, SEA_LIFT, GAME_TURN)

    @land.targets
    def other_beaches(self, state: State) -> Iterable[str]:
        return beaches(state)

    @land.against
    def refusals_to_land(self, state: State, here: str) -> Iterator[Refusal]:
        return refusals_of_beach(state, here, self.chosen(state))

    cancel = way_out()


FRAMES: Final = (SailShip, CarryUnits)
