"""Infiltration: after all other movement, from one enemy zone of control straight to another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import ClassVar, Final

from engine.games.avalanche.combat.morale import current_morale
from engine.games.avalanche.general.calendar import is_night
from engine.games.avalanche.general.disorder import disrupt
from engine.games.avalanche.general.telling import readers, tell
from engine.games.avalanche.general.zoc import zoc
from engine.games.avalanche.movement.allowance import points_left
from engine.games.avalanche.movement.march import NORMAL, March, refusals_after_strategic
from engine.games.avalanche.movement.marching import TRIED, Marching, pay
from engine.games.avalanche.movement.together import Together
from engine.games.avalanche.records import MECH, SEGMENT, Unit, forces, ground_units, names
from engine.games.avalanche.scenario.ground import ground
from engine.mechanics.menu import Menu, end, order, way_out
from engine.mechanics.odds import dice
from engine.mechanics.plural import counted
from engine.referee import (
    Frame,
    Modifier,
    PossibleOutcome,
    Preview,
    Refusal,
    State,
    Transaction,
    case,
    marked,
    total,
)

LIGHT: Final = frozenset(("ranger", "commando", "parachute", "recon"))
FREE: Final[Mapping[str, Fraction]] = {}
"""Before dawn the first hex costs no points."""


class Slip(March):
    """The step of one unit of a stack from zone to zone: what it costs and what is against it."""

    def __init__(self, state: State, key: str, stack: Sequence[Unit] = ()) -> None:
        super().__init__(state, (key,))
        self.crossing = list(stack) or self.units

    def refusals_of_kind(self) -> Iterator[Refusal]:
        return refusals_after_strategic(self.state, self.units)

    @case("infil.when")
    def refusals_of_zones(self, at: str, there: str) -> Iterator[Refusal]:
        if at not in self.zone or there not in self.zone:
            why = f"{at} and {there} are not both in enemy zones of control"
            yield Refusal("infil.when", why)

    @case("infil.mp")
    def refusals_to_slip(self, there: str) -> Iterator[Refusal]:
        """Every reason against this unit's going there."""
        here = self.unit.place
        if there not in self.neighbors(here):
            yield Refusal("infil.when", f"{there} is not next to {here}")
            return
        yield from self.refusals_to_cross(here, there)
        yield from self.refusals_to_enter(there)
        left, cost = points_left(self.state, self.unit), self.cost(here, there)
        if left < cost:
            text = f"{self.unit.name} has {counted(left, 'point')} left, and {there} costs {cost}"
            yield Refusal("infil.mp", text)


class Infiltration(Menu):
    """Which stack tries to infiltrate? Asked only where one could."""

    title = "Infiltration"
    ruled_by = "infil.when"
    records: ClassVar = {"unit": Unit}

    @classmethod
    @case("infil.when")
    def begin(cls, state: State, parent: Frame) -> Frame | None:
        """After all other movement; asked only if there is anybody who could."""
        side = str(getattr(parent, "side", ""))
        menu = cls(side)
        return menu if menu.is_open(state) else None

    def prompt(self, state: State) -> str:
        return "Which stack infiltrates?"

    @order("select", "unit", "Infiltrate with")
    def select(self, tx: Transaction, unit: Unit) -> None:
        tx.push(InfiltrateStack(self.side, (unit.key,)))

    @select.targets
    def in_zones(self, state: State) -> Iterable[str]:
        zone = zoc(state, ground(state).other(self.side))
        return [unit.key for unit in forces(state, self.side) if unit.place in zone and not unit.is_ship]

    @select.against
    @case("infil.mp")
    def refusals_to_select(self, state: State, unit: Unit) -> Iterator[Refusal]:
        if unit.key not in self.in_zones(state):
            yield Refusal("infil.when", f"{unit.name} is not in an enemy zone of control")
            return
        yield from refusals_of_hex(state, unit)
        slip = Slip(state, unit.key)
        zone = slip.zone
        standing = list(slip.refusals_to_set_out())
        yield from standing
        around = [there for there in slip.neighbors(unit.place) if there in zone]
        if not standing and all(next(slip.refusals_to_slip(there), None) for there in around):
            yield Refusal("infil.mp", f"{unit.name} cannot go from {unit.place} to another zone of control")

    end = end("end", "End infiltration")


@case("infil.mp")
def refusals_of_hex(state: State, unit: Unit) -> Iterator[Refusal]:
    """The units of a hex go as one stack with one roll; leaders go freely."""
    if marked(state, unit.place, TRIED) and not unit.is_leader:
        yield Refusal("infil.mp", f"the stack in {unit.place} has had its roll")


class InfiltrateStack(Together):
    """Who goes along, and where to?"""

    title = "Infiltration"
    ruled_by = "infil.when"
    otherwise = "@ is not possible: only units of one hex go together"

    def prompt(self, state: State) -> str:
        return f"{names(self.chosen(state))}: infiltrate into which hex?"

    def refusals_to_add(self, state: State, unit: Unit) -> Iterator[Refusal]:
        yield from Slip(state, unit.key).refusals_to_set_out()

    @order("infiltrate", "hex", "Infiltrate into")
    def infiltrate(self, tx: Transaction, there: str) -> None:
        tx.pop()
        units = self.chosen(tx.state)
        prices = {
            unit.key: Fraction(Slip(tx.state, unit.key, units).cost(unit.place, there)) for unit in units
        }
        attempt(tx, self.side, self.units, there, prices)

    @infiltrate.targets
    def around(self, state: State) -> Iterable[str]:
        here = state.get(Unit, self.units[0]).place
        return ground(state).land_neighbors[here]

    @infiltrate.against
    @case("infil.mp", "infil.when", "post.nation-stack")
    def refusals_to_infiltrate(self, state: State, there: str) -> Iterator[Refusal]:
        units = self.chosen(state)
        for unit in units:
            yield from Slip(state, unit.key, units).refusals_to_slip(there)
        yield from March(state, self.units).refusals_to_end(there)

    @infiltrate.shows
    def outlook(self, state: State, there: str) -> Preview:
        units = self.chosen(state)
        if all(unit.is_leader for unit in units):
            return Preview("Leaders need no roll")
        rules = tuple(modifiers(state, units, there))
        found = {faces: ground(state).charts.infiltration.row(faces) for faces in range(2, 13)}
        die = dice(notation(state)).map(lambda roll: found[min(max(roll + int(total(rules)), 2), 12)])
        outcomes = die.outcomes(
            lambda row, chance: PossibleOutcome(f"{row.result} {row.effect}".strip(), chance)
        )
        return Preview(modifiers=rules, outcomes=outcomes)

    cancel = way_out()


@case("infil.morale-variant")
def notation(state: State) -> str:
    """Two dice, or with the option one die to which morale is added."""
    return "1d6" if ground(state).has_option("infiltration_by_morale") else "2d6"


@case("infil.roll", "infil.morale-variant")
def modifiers(state: State, units: Sequence[Unit], there: str) -> Iterator[Modifier]:
    """What changes the roll of a stack."""
    chart = ground(state).charts.infiltration.modifier
    fighting = [unit for unit in units if unit.is_ground]
    if ground(state).has_option("infiltration_by_morale"):
        lowest = min(current_morale(unit) for unit in fighting)
        yield Modifier("infil.morale-variant", "lowest morale", lowest)
    if is_night(state):
        yield Modifier("infil.roll", "night", chart["night"])
    if all(unit.branch in LIGHT for unit in fighting):
        text = "rangers, commandos, parachutists or recon"
        yield Modifier("infil.roll", text, chart["light_infantry"])
    if len(fighting) == 1 and fighting[0].is_company:
        yield Modifier("infil.roll", "a single company", chart["one_company"])
    if any(unit.cls == MECH for unit in fighting):
        yield Modifier("infil.roll", "mech", chart["mech"])
    enemy = ground(state).other(units[0].side)
    around = set(ground(state).neighbors[there])
    if any(unit.is_strong_point and unit.place in around for unit in ground_units(state, enemy)):
        yield Modifier("infil.roll", "beside a strong point", chart["strong_point"])


@case("infil.roll", "infil.leader", "infil.morale-variant")
def attempt(
    tx: Transaction,
    side: str,
    keys: tuple[str, ...],
    there: str,
    prices: Mapping[str, Fraction] = FREE,
) -> None:
    """Pay, roll for a stack and apply the result to all of it; leaders alone need no roll. What changes the
    roll is looked at before the points are paid, which may tire or isolate a unit."""
    units = [tx.state.get(Unit, key) for key in keys]
    here, need_roll = units[0].place, not all(unit.is_leader for unit in units)
    change = int(total(modifiers(tx.state, units, there))) if need_roll else 0
    for key, price in prices.items():
        tx.mark(key, TRIED, SEGMENT)
        pay(tx, key, price, NORMAL)
    if not need_roll:
        _go(tx, side, keys, here, there)
        return
    tx.mark(here, TRIED, SEGMENT)
    verbs = ("infiltrates", "does") if len(units) == 1 else ("infiltrate", "do")
    why = f"{names(units)} {verbs[0]} into {there}"
    roll = tx.roll(notation(tx.state), "infil.roll", why, readers(tx.state, keys)).total
    row = ground(tx.state).charts.infiltration.row(min(max(roll + change, 2), 12))
    if row.effect == "disrupt":
        for unit in units:
            if unit.is_ground:
                disrupt(tx, unit.key, "infil.roll", "infiltration")
    if row.result == "success":
        _go(tx, side, keys, here, there)
    else:
        text = f"{names(units)} {verbs[1]} not get through to {there} ({roll + change})"
        tell(tx, "MoveStopped", text, "infil.roll", unit=keys)


def _go(tx: Transaction, side: str, keys: tuple[str, ...], here: str, there: str) -> None:
    tx.push(Marching(side=side, units=keys, path=(here, there), cost=Fraction(0), how="infiltrate"))


FRAMES: Final = (Infiltration, InfiltrateStack)
