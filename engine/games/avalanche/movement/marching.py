"""Going along a path: control, overruns, airfields and builders on the way; fatigue at the end."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from msgspec.structs import replace

from engine.games.avalanche.after_movement.examination import scout
from engine.games.avalanche.general.calendar import is_night, is_predawn
from engine.games.avalanche.general.control import take
from engine.games.avalanche.general.disorder import demoralize, disrupt
from engine.games.avalanche.general.telling import readers, tell
from engine.games.avalanche.general.terrain import road
from engine.games.avalanche.general.zoc import in_ezoc
from engine.games.avalanche.movement.allowance import SPENT, points_left, points_of, spent
from engine.games.avalanche.movement.assistance import MOVED, assistant, note_assistance
from engine.games.avalanche.movement.march import NORMAL, STOPPED, STRATEGIC, TAKEN
from engine.games.avalanche.movement.overrun import enter_hex
from engine.games.avalanche.records import (
    FOOT,
    ISO,
    OOS,
    PLAYER_TURN,
    Construction,
    Control,
    Unit,
    names,
    work_of,
)
from engine.games.avalanche.scenario.ground import ground
from engine.mechanics.plural import counted
from engine.mechanics.walk import Walk, tell_move
from engine.referee import Transaction, case, marked

FORT_REACH: Final = 2
TRIED: Final = "infiltration tried"
"""The mark of units that have tried to infiltrate in this segment, and of the hex from which they did."""
WEARY: Final = "weary"
"""It has paid for a night march in this segment."""


class Marching(Walk):
    """Units that move together to a hex; `how` is move, march (strategic) or infiltrate."""

    side: str
    units: tuple[str, ...]
    path: tuple[str, ...]
    cost: Fraction
    how: str = "move"

    title = "On the way"

    def before_step(self, tx: Transaction, here: str, there: str) -> None:
        """An engineer helps across a river without a road."""
        if ground(tx.state).has_river(here, there) and not road(tx.state, here, there):
            units = [tx.state.get(Unit, key) for key in self.units]
            helper = assistant(tx.state, units, here, there)
            if helper is not None:
                note_assistance(tx, helper, units)

    def step(self, tx: Transaction, here: str, there: str) -> None:
        for key in self.units:
            abandon(tx, key)
            tx.put(replace(tx.state.get(Unit, key), place=there))

    def after_step(self, tx: Transaction, here: str, there: str) -> None:
        units = [tx.state.get(Unit, key) for key in self.units]
        if any(unit.is_ground for unit in units):
            arrive(tx, there, self.side)

    def end(self, tx: Transaction, path: tuple[str, ...]) -> None:
        units = [tx.state.get(Unit, key) for key in self.units]
        what = {"march": "move strategically", "infiltrate": "infiltrate"}.get(self.how, "move")
        price = f" for {counted(self.cost, 'point')}" if self.cost else ""
        text = f"{what} from {path[0]} to {ground(tx.state).name_of(path[-1])}{price}"
        tell_move(
            tx, RULED[self.how], f"{names(units)}:", text, self.units, path, readers(tx.state, self.units)
        )
        for key in self.units:
            tx.mark(key, MOVED, PLAYER_TURN)
            pay(tx, key, self.share(tx, key), STRATEGIC if self.how == "march" else NORMAL)
            forced_march(tx, key, self.how)
            if in_ezoc(tx.state, self.side, path[-1]):
                tx.mark(key, STOPPED, PLAYER_TURN)
            scout(tx, tx.state.get(Unit, key))

    @case("move.minimum")
    def share(self, tx: Transaction, key: str) -> Fraction:
        """What one of them pays; in a single step without enough points all that it has."""
        if self.how == "move":
            return min(self.cost, points_left(tx.state, tx.state.get(Unit, key)))
        return self.cost


RULED: Final = {"move": "move.worst-cost", "march": "strat.cost", "infiltrate": "infil.roll"}


def pay(tx: Transaction, key: str, cost: Fraction, kind: str) -> None:
    """Spend movement points, with what comes of it."""
    unit = tx.state.get(Unit, key)
    tx.mark(key, SPENT, PLAYER_TURN, value=str(spent(tx.state, unit) + cost))
    tx.mark(key, kind, PLAYER_TURN)
    if not unit.is_leader:
        weary_by_night(tx, key, kind)
        isolate_by_moving(tx, key)


@case("move.night-disrupt", "move.night-gun-exception", "predawn.night", "gen.rounding")
def weary_by_night(tx: Transaction, key: str, kind: str) -> None:
    """In a night turn a unit that spends more than half its allowance, rounded up, is disrupted, once, also
    for infiltrating in vain; a gun that does nothing but limber or unlimber is not, and nobody is on the
    predawn turn."""
    unit = tx.state.get(Unit, key)
    half = -(-points_of(tx.state, unit) // 2)
    is_forced = unit.cls == FOOT and kind == STRATEGIC
    if not is_night(tx.state) or is_predawn(tx.state) or is_forced or marked(tx.state, key, WEARY):
        return
    only_turned = unit.is_gun and not any(marked(tx.state, key, mark) for mark in (MOVED, TRIED))
    if spent(tx.state, unit) > half and not only_turned:
        tx.mark(key, WEARY, PLAYER_TURN)
        disrupt(tx, key, "move.night-disrupt", f"it has spent more than {counted(half, 'point')} by night")


@case("move.iso-by-moving", "gen.markers")
def isolate_by_moving(tx: Transaction, key: str) -> None:
    """An out of supply motorized or mech unit that spends more than half its allowance is isolated."""
    unit = tx.state.get(Unit, key)
    if unit.is_vehicle and unit.supply == OOS and 2 * spent(tx.state, unit) > points_of(tx.state, unit):
        tx.put(replace(unit, supply=ISO))
        text = f"{unit.name} is isolated: it has moved more than half its allowance"
        tell(tx, "SupplyChecked", text, "move.iso-by-moving", unit=key)


@case("strat.foot-penalty")
def forced_march(tx: Transaction, key: str, how: str) -> None:
    """After a forced march a foot unit is disrupted by day, demoralized by night."""
    unit = tx.state.get(Unit, key)
    if how == "march" and unit.cls == FOOT:
        if is_night(tx.state):
            demoralize(tx, key, "strat.foot-penalty", "forced march")
        else:
            disrupt(tx, key, "strat.foot-penalty", "forced march")


def arrive(tx: Transaction, there: str, side: str) -> None:
    """A ground unit of a side has come into a hex, on whatever way: by a march, by sea or by air."""
    seize(tx, there, side)
    enter_hex(tx, there, side)
    disturb(tx, there, side)


@case("gen.control", "strat.friendly-hexes")
def seize(tx: Transaction, here: str, side: str) -> None:
    """A hex that changes hands in this phase is not friendly for strategic movement yet, whoever took it: a
    unit that marched, landed, came by sea or from off the map."""
    before = tx.state.find(Control, here)
    take(tx, here, side)
    if tx.state.find(Control, here) != before:
        tx.mark(here, TAKEN, PLAYER_TURN)


@case("move.abandon-construction")
def abandon(tx: Transaction, key: str) -> None:
    """A builder that leaves gives up its work; a company of a crew ends the work of all."""
    work = work_of(tx.state, key)
    if work is not None:
        tx.remove(work)
        name = tx.state.get(Unit, key).name
        tell(tx, "WorkAbandoned", f"{name} gives up its work", "move.abandon-construction", unit=key)


@case("move.disturb-construction")
def disturb(tx: Transaction, there: str, side: str) -> None:
    """Whoever comes beside an enemy that builds an improved position, or within two hexes of one that builds
    a fort, ends that work."""
    land = ground(tx.state)
    reach = {"ip": 1, "fort": FORT_REACH}
    for work in list(tx.state.all(Construction).values()):
        builder = tx.state.find(Unit, work.key)
        if work.side == side or work.kind not in reach or builder is None or not builder.on_map:
            continue
        if land.distance(there, builder.place) <= reach[work.kind]:
            tx.remove(work)
            text = f"The work of {builder.name} in {builder.place} is disturbed"
            tell(tx, "WorkAbandoned", text, "move.disturb-construction", unit=work.key)
