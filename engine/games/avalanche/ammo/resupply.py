"""Artillery resupply: guns are refilled from the track, empty ships leave, landed ammunition can be used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, Final

from msgspec.structs import replace

from engine.games.avalanche.general.calendar import turn
from engine.games.avalanche.general.telling import tell
from engine.games.avalanche.general.tracks import add_points, ammo_track, set_points, spend_points
from engine.games.avalanche.initial.fleet import bring_ships_back
from engine.games.avalanche.records import (
    ALLIED,
    FULL,
    NATIONS,
    OUT,
    REDUCED,
    TURN_TRACK,
    UK,
    US,
    Unit,
    ground_units,
    points,
    ships,
)
from engine.games.avalanche.scenario.chart_rows import AMMO_TYPES
from engine.games.avalanche.scenario.ground import ground
from engine.mechanics.menu import Menu, end, offer, order
from engine.mechanics.places import box
from engine.mechanics.plural import counted
from engine.referee import Due, Procedure, Refusal, State, Transaction, case

LEVELS: Final = {FULL: "full", REDUCED: "reduced", OUT: "out of ammunition"}


def landed_track(nation: str, kind: str) -> str:
    """Ammunition that has come ashore on this turn: `landed US 2`."""
    return f"landed {nation} {kind}"


@case("ammo.delay")
def store_landed(tx: Transaction, step: ArtilleryResupply) -> None:
    """What was landed on the turn before can be used from now on."""
    if step.side != ALLIED:
        return
    for nation in NATIONS:
        for kind in AMMO_TYPES:
            if amount := points(tx.state, landed_track(nation, kind)):
                add_points(tx, ammo_track(nation, kind), amount)
                set_points(tx, landed_track(nation, kind), 0)
                text = f"{counted(amount, 'point')} of {nation} ammunition of type {kind} can be used"
                tell(tx, "AmmoArrived", text, "ammo.delay")


@case("naval.out-of-ammo")
def send_ships_away(tx: Transaction, step: ArtilleryResupply) -> None:
    """Ships without ammunition go onto the turn track, 12 turns ahead."""
    if step.side != ALLIED:
        return
    back = turn(tx.state) + ground(tx.state).charts.ships.away_turns
    for unit in ships(tx.state):
        if unit.ammo == OUT:
            tx.put(replace(unit, place=box(TURN_TRACK, ALLIED)))
            tx.put(Due(unit.key, back, "ship", unit.key, "", ALLIED))
            text = f"{unit.name} is out of ammunition and comes back on turn {back}"
            tell(tx, "UnitLeft", text, "naval.out-of-ammo", unit=unit.key)


@case("naval.out-of-ammo")
def bring_back(tx: Transaction, step: ArtilleryResupply) -> None:
    """Ships whose turn has come may sail on this turn."""
    if step.side == ALLIED:
        bring_ships_back(tx, step)


def offer_refill(tx: Transaction, step: ArtilleryResupply) -> None:
    """The phasing side refills guns."""
    offer(tx, RefillGuns(step.side), step.asks)


class RefillGuns(Menu):
    """Which guns are refilled from the track?"""

    title = "Artillery resupply"
    ruled_by = "ammo.resupply"
    otherwise = "@ is not possible: only artillery units of this side on the map are refilled"
    records: ClassVar = {"unit": Unit}

    def prompt(self, state: State) -> str:
        return "Which artillery unit is refilled by one level?"

    @order("refill", "unit", "Refill")
    @case("ammo.resupply", "ammo.types", "ammo.nation")
    def refill(self, tx: Transaction, unit: Unit) -> None:
        spend_points(tx, ammo_track(unit.nation, unit.ammo_type))
        tx.put(replace(unit, ammo=unit.ammo + 1))
        text = f"{unit.name} is {LEVELS[unit.ammo + 1]} again"
        tell(tx, "AmmoRefilled", text, "ammo.resupply", unit=unit.key)

    @refill.targets
    def guns(self, state: State) -> Iterable[str]:
        return [unit.key for unit in ground_units(state, self.side) if unit.is_gun and unit.ammo < FULL]

    @refill.against
    @case("ammo.resupply", "ammo.types", "ammo.nation")
    def refusals_to_refill(self, state: State, unit: Unit) -> Iterator[Refusal]:
        if not unit.is_gun or unit.ammo >= FULL:
            yield Refusal("ammo.resupply", f"{unit.name} needs no ammunition")
            return
        if unit.supply:
            yield Refusal("ammo.resupply", f"{unit.name} cannot trace supply")
        if not points(state, ammo_track(unit.nation, unit.ammo_type)):
            others = [one for one in (US, UK) if points(state, ammo_track(one, unit.ammo_type))]
            rule = "ammo.nation" if others and self.side == ALLIED else "ammo.types"
            text = f"{unit.name} uses {unit.nation} ammunition of type {unit.ammo_type}, and there is none"
            yield Refusal(rule, text)

    end = end("end", "End of resupply")


class ArtilleryResupply(Procedure):
    """Landed ammunition, empty ships, then the guns."""

    side: str
    asks: bool = False
    """The decision is asked even if nothing can be done in it: a worked example begins here."""

    title = "Artillery resupply"
    steps = (store_landed, bring_back, send_ships_away, offer_refill)


FRAMES: Final = (ArtilleryResupply, RefillGuns)
