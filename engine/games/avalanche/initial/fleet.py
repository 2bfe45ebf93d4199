"""The fleet: where the ships lie, which of them come back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from msgspec.structs import replace

from engine.games.avalanche.general.calendar import is_predawn, turn
from engine.games.avalanche.general.telling import tell
from engine.games.avalanche.records import ALLIED, FLEET, FULL, Unit, units_at
from engine.games.avalanche.scenario.ground import ground
from engine.mechanics.arrivals import take_off_schedule
from engine.mechanics.menu import Menu, PickOne, end, offer, order, way_out
from engine.mechanics.places import box
from engine.mechanics.plural import counted
from engine.referee import Frame, Refusal, State, Transaction, case, due

SHIP = "ship"
AT_HAND = box(FLEET, ALLIED)


@case("naval.out-of-ammo")
def bring_ships_back(tx: Transaction, frame: Frame) -> None:
    """Ships whose turn has come are available again, with full ammunition."""
    for entry in due(tx.state, turn(tx.state), SHIP):
        unit = tx.state.get(Unit, entry.subject)
        tx.put(replace(unit, place=AT_HAND, ammo=FULL))
        take_off_schedule(tx, entry.key)
        tell(tx, "UnitArrived", f"{unit.name} is available", "naval.out-of-ammo", unit=unit.key)


@case("init.ships")
def place_fleet(tx: Transaction, frame: Frame) -> None:
    """In every morning but that of turn 2."""
    if turn(tx.state) > 2:
        offer(tx, FleetPlacement(ALLIED))


@case("predawn.ships", "init.ships", "naval.move-ship")
def refusals_to_anchor(state: State, here: str, ship: Unit, rule: str) -> Iterator[Refusal]:
    """Ships lie in all-sea hexes, at most three to a hex."""
    land = ground(state)
    if here not in land.sea:
        yield Refusal(rule, f"{here} is not an all-sea hex in play")
    there = [unit for unit in units_at(state, here) if unit.is_ship and unit.key != ship.key]
    most = land.charts.ships.per_hex
    if len(there) >= most:
        yield Refusal(rule, f"{here} holds {counted(len(there), 'ship')}, and {most} is the limit")


class FleetPlacement(Menu):
    """Where do the ships lie?"""

    title = "Fleet"
    ruled_by = "init.ships"
    otherwise = "@ is not possible: only Allied ships that are available are placed"
    records: ClassVar = {"unit": Unit}

    def prompt(self, state: State) -> str:
        waiting = len(units_at(state, AT_HAND))
        return f"Which ship is placed? {counted(waiting, 'ship')} not at sea yet"

    @order("select", "unit", "Place")
    def select(self, tx: Transaction, unit: Unit) -> None:
        tx.push(AnchorShip(self.side, ship=unit.key))

    @select.targets
    def available(self, state: State) -> Iterable[str]:
        return [
            unit.key
            for unit in state.all(Unit).values()
            if unit.is_ship and (unit.on_map or unit.place == AT_HAND)
        ]

    end = end("end", "End of placing")

    @end.against
    @case("predawn.ships")
    def refusals_to_end(self, state: State) -> Iterator[Refusal]:
        """On turn 1 all available ships are placed."""
        waiting = units_at(state, AT_HAND)
        if is_predawn(state) and waiting:
            text = f"{counted(len(waiting), 'ship')} must still be placed"
            yield Refusal("predawn.ships", text)

    @end.reminds
    def forgotten(self, state: State) -> Iterator[str]:
        if waiting := units_at(state, AT_HAND):
            yield f"{counted(len(waiting), 'ship')} would stay away"


class ShipHex(PickOne, kw_only=True):
    """The base of decisions about the sea hex of a ship."""

    ship: str

    kind = "hex"
    cancel = way_out()

    def prompt(self, state: State) -> str:
        return f"To which sea hex does {state.get(Unit, self.ship).name} go?"

    def options(self, state: State) -> Iterable[str]:
        return sorted(ground(state).sea)

    def picked(self, tx: Transaction, target: str) -> None:
        unit = tx.state.get(Unit, self.ship)
        tx.put(replace(unit, place=target))
        tell(tx, "ShipMoved", f"{unit.name} lies in {target}", self.ruled_by, unit=unit.key, hex=target)
        tx.pop()


class AnchorShip(ShipHex, kw_only=True):
    """In which sea hex does the ship lie?"""

    title = "Fleet"
    verb = "place"
    ruled_by = "init.ships"

    def refusals_to_pick(self, state: State, target: str) -> Iterator[Refusal]:
        rule = "predawn.ships" if is_predawn(state) else "init.ships"
        return refusals_to_anchor(state, target, state.get(Unit, self.ship), rule)


FRAMES = (FleetPlacement, AnchorShip)
