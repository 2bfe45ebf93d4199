"""Advance after combat along the path of the retreat (3.9.k)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, Final

from msgspec.structs import replace

from engine.games.avalanche.combat.battle import ASSAULT, BLITZ, PROBE, Battle
from engine.games.avalanche.combat.strengths import RETREATED, fell_back
from engine.games.avalanche.general.control import take
from engine.games.avalanche.general.stacking import excess, refusals_of_nations
from engine.games.avalanche.general.telling import tell
from engine.games.avalanche.general.terrain import may_cross, road
from engine.games.avalanche.general.zoc import zoc, zone_of
from engine.games.avalanche.movement.marching import abandon
from engine.games.avalanche.movement.overrun import enter_hex
from engine.games.avalanche.records import FOOT, GERMAN, Unit, ground_at, held
from engine.games.avalanche.scenario.ground import ground
from engine.games.avalanche.scenario.question import Pick, Question
from engine.games.avalanche.supply.lines import SHORE_PARTY
from engine.mechanics.menu import order, way_out
from engine.mechanics.plural import counted
from engine.referee import Refusal, State, Transaction, case, marked

FAST: Final = frozenset(("tank", "recon", "mech infantry"))


@case("advance.max")
def class_of(unit: Unit) -> str:
    """The line of the advance chart."""
    if unit.is_gun:
        return "self_propelled" if unit.self_propelled and unit.limbered else "artillery"
    if unit.cls == FOOT:
        return "foot"
    german_infantry = unit.side == GERMAN and unit.branch == "motorized infantry"
    return "fast" if unit.branch in FAST or german_infantry else "motorized"


@case("advance.max", "advance.option-max", "advance.blitz")
def most_hexes(state: State, battle: Battle, unit: Unit) -> int:
    """How far a unit may advance at most."""
    most = ground(state).charts.advance_limits.hexes[class_of(unit)]
    if battle.attack_option in (PROBE, ASSAULT):
        return min(most, 1)
    return most + 1 if battle.attack_option == BLITZ and most else most


class Advancing(Question):
    """The attackers may advance into the defender's hex and beyond."""

    battle: Battle
    hexes: int
    """The length of the advance."""
    paths: tuple[tuple[str, ...], ...]
    """The ways of the retreat, the defender's hex first; none if nobody retreated."""
    able: tuple[str, ...]
    """Attackers and units stacked with them that did not retreat."""
    stops: bool = False
    """A strong point was eliminated: the advance ends in its hex."""
    advanced: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    """The hexes that they came from, one for each of them."""

    title = "Advance"
    ruled_by: ClassVar[str] = "advance.basic"
    otherwise: ClassVar[str] = "@ may not advance"

    def prompt(self, state: State) -> str:
        return f"Advance after combat, up to {counted(self.hexes, 'hex')}: which unit?"

    def subjects(self, state: State) -> Iterable[str]:
        return self.able

    def whereabouts(self, state: State) -> Iterable[str]:
        return (self.battle.target,)

    @order("select", "unit", "Advance")
    def select(self, tx: Transaction, unit: Unit) -> None:
        tx.push(AdvanceUnit(self.side, tuple(sorted(reachable(tx.state, self, unit))), unit=unit.key))

    @select.targets
    def candidates_to_advance(self, state: State) -> Iterable[str]:
        return self.able

    @select.against
    @case("advance.forbidden", "advance.basic", "advance.probe", "morale.failed-attacker")
    def refusals_to_select(self, state: State, unit: Unit) -> Iterator[Refusal]:
        """Once for each unit, if it has not retreated, is beside the hex and has somewhere to go."""
        if unit.side != self.side or unit.is_ship or not unit.on_map:
            return
        if unit.key in self.advanced:
            yield Refusal("advance.basic", f"{unit} has advanced")
        elif marked(state, unit.key, RETREATED):
            yield Refusal("advance.forbidden", f"{unit} has retreated")
        elif unit.place == self.battle.target:
            yield Refusal("advance.basic", f"{unit} is in the hex")
        elif unit.key not in self.able and self.battle.attack_option == PROBE:
            yield Refusal("advance.probe", f"{unit} did not attack, and in a Probe only attackers advance")
        elif unit.key not in self.able:
            yield Refusal("advance.forbidden", f"{unit} is not stacked with a victorious attacker")
            if unit.key in self.battle.failed:
                yield Refusal("morale.failed-attacker", f"{unit} failed its morale roll: it did not attack")
        elif not reachable(state, self, unit):
            yield from why_not(state, self, unit)

    @case("advance.basic", "bt.eligible")
    def resume(self, tx: Transaction, result: Any) -> None:
        """A unit has advanced; the decision ends with those that have when nobody else can."""
        key, there = result
        if not there:
            return
        unit = tx.state.get(Unit, key)
        arrive(tx, self, unit, there)
        further = replace(self, advanced=(*self.advanced, key), left=(*self.left, unit.place))
        tx.replace(further)
        if not further.is_open(tx.state):
            tx.pop(Advanced(further.advanced))

    @order("done", words="Advance finished", ends=True)
    def done(self, tx: Transaction) -> None:
        tx.pop(Advanced(self.advanced))


class Advanced(tuple[str, ...]):
    """The units that have advanced."""


class AdvanceUnit(Pick):
    """How far does a unit advance?"""

    unit: str = ""

    title = "Advance"
    verb: ClassVar[str] = "advance"
    kind: ClassVar[str] = "hex"
    ruled_by: ClassVar[str] = "advance.basic"
    otherwise: ClassVar[str] = "@ is not on the way of the advance"

    def prompt(self, state: State) -> str:
        return f"{state.get(Unit, self.unit)} advances to which hex?"

    def subjects(self, state: State) -> Iterable[str]:
        return (self.unit,)

    def picked(self, tx: Transaction, target: str) -> None:
        tx.pop((self.unit, target))

    @case(
        "advance.max",
        "advance.basic",
        "advance.forbidden",
        "advance.stacking",
        "advance.ezoc",
        "advance.cliff",
    )
    def refusals_to_pick(self, state: State, target: str) -> Iterator[Refusal]:
        if target not in self.among:
            yield from reasons_against(state, state.innermost(Advancing), state.get(Unit, self.unit), target)

    cancel = way_out(words="Stay", result=("", ""))


# where to


def ahead(state: State, frame: Advancing, so_far: tuple[str, ...]) -> Iterable[str]:
    """The next hexes: the defender's hex, then along his path; anywhere if he left none."""
    if not so_far:
        return (frame.battle.target,)
    if not frame.paths:
        return [there for there in ground(state).land_neighbors[so_far[-1]] if there not in so_far]
    at = len(so_far)
    return {path[at] for path in frame.paths if len(path) > at and path[:at] == so_far}


@case("advance.ezoc")
def zones_left(state: State, frame: Advancing, unit: Unit, way: tuple[str, ...]) -> int:
    """How many enemy zones of control the unit leaves on its way; its own hex counts if another enemy than
    the beaten defender holds it in his zone."""
    land = ground(state)
    enemy = land.other(frame.side)
    zone = zoc(state, enemy)
    held_by_others = unit.place in zone and any(
        unit.place in zone_of(state, there, units) and not all(is_beaten(state, frame, one) for one in units)
        for there in land.neighbors[unit.place]
        if (units := ground_at(state, there, enemy))
    )
    return held_by_others + sum(here in zone for here in way[:-1])


@case("advance.ezoc")
def is_beaten(state: State, frame: Advancing, unit: Unit) -> bool:
    """Is it one of the defenders, or has it just retreated with them?"""
    ends = {path[-1] for path in frame.paths}
    return unit.key in frame.battle.defenders or (unit.place in ends and fell_back(state, unit))


def ways(state: State, frame: Advancing, unit: Unit) -> Iterator[tuple[str, ...]]:
    """Every way that is open to a unit, without a look at stacking."""
    enemy = held(state, ground(state).other(frame.side))
    most = 1 if frame.stops else min(frame.hexes, most_hexes(state, frame.battle, unit))
    open_ways: list[tuple[str, ...]] = [()]
    while open_ways:
        so_far = open_ways.pop()
        here = so_far[-1] if so_far else unit.place
        for there in ahead(state, frame, so_far):
            way = (*so_far, there)
            if there in enemy or not (may_cross(state, unit.cls, here, there) or unit.is_leader):
                continue
            if len(way) + zones_left(state, frame, unit, way) > most:
                continue
            yield way
            if not _stops_at_cliff(state, here, there):
                open_ways.append(way)


@case("advance.basic", "advance.stacking", "post.nation-stack", "bt.leader-near", "def.shore-party")
def reachable(state: State, frame: Advancing, unit: Unit) -> set[str]:
    """Where a unit may end its advance; a leader goes where units of his stack have gone, a shore party
    nowhere."""
    if marked(state, unit.key, SHORE_PARTY):
        return set()
    if unit.is_leader:
        return {
            other.place
            for key, left in zip(frame.advanced, frame.left, strict=True)
            if not (other := state.get(Unit, key)).is_leader and left == unit.place
        }
    ends = {way[-1] for way in ways(state, frame, unit)}
    return {
        there
        for there in ends
        if not excess(state, there, frame.side, (unit,))
        and next(refusals_of_nations(state, there, (unit,)), None) is None
    }


def why_not(state: State, frame: Advancing, unit: Unit) -> Iterator[Refusal]:
    """Why a unit cannot advance at all."""
    yield from reasons_against(state, frame, unit, frame.battle.target)


def reasons_against(state: State, frame: Advancing, unit: Unit, there: str) -> Iterator[Refusal]:
    """Why a unit may not end its advance in a hex."""
    land = ground(state)
    name, most = land.name_of(there), most_hexes(state, frame.battle, unit)
    if unit.is_leader:
        yield Refusal("bt.leader-near", f"{unit} advances only where units of his stack have gone")
    elif marked(state, unit.key, SHORE_PARTY):
        yield Refusal("def.shore-party", f"{unit} serves as shore party and stays on its beach")
    elif most == 0:
        yield Refusal("advance.max", f"{unit} is artillery that does not advance")
    elif there == frame.battle.target and not may_cross(state, unit.cls, unit.place, there):
        yield Refusal("advance.forbidden", f"{name} is closed to {unit}")
    elif any(way[-1] == there for way in ways(state, frame, unit)):
        yield from refusals_of_nations(state, there, (unit,))
        if excess(state, there, frame.side, (unit,)):
            yield Refusal("advance.stacking", f"{name} would be overstacked")
    elif _stops_at_cliff(state, unit.place, frame.battle.target):
        yield Refusal("advance.cliff", f"{unit} stops behind the cliff")
    elif frame.stops:
        yield Refusal("advance.strongpoint", "The advance stops in the hex of the strong point")
    else:
        yield from _too_far(state, frame, unit, there, most)


@case("advance.cliff")
def _stops_at_cliff(state: State, here: str, there: str) -> bool:
    """Does an advance end behind this hexside? A road leads through."""
    return ground(state).has_cliff(here, there) and not road(state, here, there)


def _too_far(state: State, frame: Advancing, unit: Unit, there: str, most: int) -> Iterator[Refusal]:
    land = ground(state)
    on_way = [path for path in frame.paths if there in path] or ([(there,)] if not frame.paths else [])
    if not on_way:
        yield Refusal("advance.basic", f"{land.name_of(there)} is not on the path of the retreat")
        return
    way = on_way[0][: on_way[0].index(there) + 1]
    left = zones_left(state, frame, unit, way)
    if len(way) > most:
        yield Refusal("advance.max", f"{unit} advances {counted(most, 'hex')} at most")
    elif len(way) > frame.hexes:
        yield Refusal("advance.basic", f"The advance is {counted(frame.hexes, 'hex')} long")
    elif left and len(way) + left > min(most, frame.hexes):
        yield Refusal("advance.ezoc", f"{counted(left, 'enemy zone')} left on the way cost a hex each")
    else:
        yield Refusal("advance.forbidden", f"{land.name_of(there)} is closed to {unit}")


@case("advance.basic", "advance.leader", "gen.control", "move.abandon-construction")
def arrive(tx: Transaction, frame: Advancing, unit: Unit, there: str) -> None:
    """The unit goes along the way; enemy leaders that it finds alone are checked."""
    way = min((way for way in ways(tx.state, frame, unit) if way[-1] == there), key=len, default=(there,))
    abandon(tx, unit.key)
    tx.put(replace(unit, place=there))
    name = ground(tx.state).name_of(there)
    tell(tx, "UnitAdvanced", f"{unit} advances to {name}", "advance.basic", unit=unit.key, hex=there)
    for here in way:
        take(tx, here, frame.side)
        enter_hex(tx, here, frame.side)


FRAMES: Final = (Advancing, AdvanceUnit)
