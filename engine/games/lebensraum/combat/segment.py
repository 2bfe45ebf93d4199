"""Segments C and G: which hex is attacked, and by whom (7.1, 7.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Final

from msgspec.structs import replace

from engine.games.lebensraum.combat.battle import fighting, landing, place_of, units_of
from engine.games.lebensraum.combat.fight import Combat
from engine.games.lebensraum.combat.odds import defenders_in, planned, preview
from engine.games.lebensraum.records import SEGMENT, Clock, Leader, Unit, armies, hqs_at
from engine.games.lebensraum.scenario.ground import ground
from engine.games.lebensraum.special.entry import refusals_to_act
from engine.games.lebensraum.special.landing import landing_target, refusals_to_end
from engine.games.lebensraum.standard.fought import ATTACKED, STOOD
from engine.mechanics.menu import Menu, change, end, offer, order, way_out
from engine.mechanics.telling import tell
from engine.referee import Preview, Procedure, Refusal, State, Transaction, case, marked


@case("7.1-a", "8.0-g", "3.3", "12.2-c", "13.0-c")
def refusals_to_attack(state: State, side: str, unit: Unit, target: str) -> Iterator[Refusal]:
    """An adjacent unit of the phasing side, not across an all-sea hexside; across a lake only when it is
    frozen. Each unit attacks once in a segment."""
    beach = landing_target(state, unit.key)
    if unit.side != side or not (unit.on_map or beach):
        yield Refusal("7.1-a", f"{unit.name} is no unit of this side on the map")
        return
    if unit.is_hq:
        yield Refusal("3.3", f"{unit.name} is a headquarters, and headquarters do not attack")
        return
    if not beach:
        yield from refusals_by_ground(state, unit, target)
    elif beach != target:
        yield Refusal("12.2-c", f"{unit.name} lands in {beach} and attacks there")
    if marked(state, unit.key, ATTACKED):
        yield Refusal("7.2-b", f"{unit.name} has attacked in this segment")
    yield from refusals_to_act(state, unit)


@case("7.1-a", "8.0-g")
def refusals_by_ground(state: State, unit: Unit, target: str) -> Iterator[Refusal]:
    """The hexside between the unit and the hex."""
    land = ground(state)
    if target not in land.neighbors[unit.place]:
        yield Refusal("7.1-a", f"{unit.name} in {unit.place} is not adjacent to {land.name_of(target)}")
    elif (unit.place, target) in land.all_sea:
        yield Refusal("7.1-a", f"there is only sea between {unit.name} and {land.name_of(target)}")
    elif (unit.place, target) in land.lake_sides and not land.is_winter(state.one(Clock).turn):
        yield Refusal("7.1-a", f"the lake between {unit.name} and {land.name_of(target)} is not frozen")
        yield Refusal("8.0-g", "lakes are crossed on Winter turns only")


@case("7.2-a")
def able_to_attack(state: State, side: str, target: str) -> list[str]:
    """The units of a side that may attack a hex."""
    near = near_units(state, side, target)
    return [unit.key for unit in near if next(refusals_to_attack(state, side, unit, target), None) is None]


@case("7.1-a", "7.2-b")
def refusals_of_all(state: State, side: str, target: str) -> Iterator[Refusal]:
    """Why nobody can attack a hex; nothing if somebody can."""
    near = near_units(state, side, target)
    if not near:
        yield Refusal("7.1-a", f"no unit of this side is adjacent to {ground(state).name_of(target)}")
    elif not able_to_attack(state, side, target):
        for unit in near:
            yield from refusals_to_attack(state, side, unit, target)


def near_units(state: State, side: str, target: str) -> list[Unit]:
    """The units of a side around a hex, and those that land there."""
    around = {*ground(state).neighbors[target]}
    ashore = [unit for unit in armies(state, side) if unit.place in around]
    return ashore + [unit for unit in landing(state, side) if place_of(state, unit) == target]


class ChooseCombat(Menu):
    """Which hex is attacked next? Each combat is resolved before the next is named."""

    title = "Combat"
    ruled_by = "4.1-a"
    otherwise = "@ is not possible in a combat segment"

    def prompt(self, state: State) -> str:
        return "Which hex is attacked next?"

    def asks_across_the_table(self, state: State) -> bool:
        return True

    @order("attack", "hex", "Attack")
    def attack(self, tx: Transaction, target: str) -> None:
        tx.push(DeclareAttack(self.side, target))

    @attack.targets
    def targets(self, state: State) -> Iterable[str]:
        return sorted({unit.place for unit in armies(state, ground(state).other(self.side))})

    @attack.against
    @case("7.1-a", "7.2-a", "7.2-c", "3.3", "11.2-g")
    def refusals_to_target(self, state: State, target: str) -> Iterator[Refusal]:
        """A hex with enemy units that have not stood an attack yet, next to a unit that may attack."""
        name, enemy = ground(state).name_of(target), ground(state).other(self.side)
        defenders = units_of(state, defenders_in(state, target, enemy))
        if not defenders:
            yield Refusal("3.3", f"No enemy unit is in {name}: headquarters and markers are not attacked")
            for hq in hqs_at(state, target):
                yield Refusal("11.2-g", f"{hq.name} is a headquarters, which is not attacked")
            return
        stood = [unit for unit in defenders if marked(state, unit.key, STOOD)]
        if stood:
            text = f"{stood[0].name} was attacked in this segment and did not retreat"
            yield Refusal("7.2-c", text)
        yield from refusals_of_all(state, self.side, target)

    def resume(self, tx: Transaction, result: object) -> None:
        """The combat is over."""
        if (fought := fighting(tx.state)) is not None:
            tx.remove(fought)

    end = end()

    @end.against
    @case("12.2-c")
    def refusals_to_stop(self, state: State) -> Iterator[Refusal]:
        """A unit that lands in an occupied hex has to fight."""
        return refusals_to_end(state, self.side)


class DeclareAttack(Menu):
    """Which units attack? They are named together."""

    target: str
    units: tuple[str, ...] = ()

    title = "Attack"
    ruled_by = "7.2-a"
    otherwise = "name the units that attack, then resolve the combat"
    records: ClassVar[Mapping[str, type]] = {"unit": Unit}

    def prompt(self, state: State) -> str:
        names = ", ".join(state.get(Unit, key).name for key in self.units)
        where = ground(state).name_of(self.target)
        return f"Attack on {where} by {names}" if names else f"Which units attack {where}?"

    def asks_across_the_table(self, state: State) -> bool:
        return True

    def subjects(self, state: State) -> Iterable[str]:
        return self.units

    def whereabouts(self, state: State) -> Iterable[str]:
        return (self.target,)

    def summary(self, state: State) -> Preview:
        """The odds with as much command as each side can have, and with nothing committed yet."""
        if not self.units:
            return Preview()
        return preview(
            state, planned(state, self.side, self.target, self.units), "Before markers and leaders"
        )

    @change("add", "unit", "Add")
    def add(self, unit: Unit) -> DeclareAttack:
        return replace(self, units=(*self.units, unit.key))

    @add.targets
    def to_add(self, state: State) -> Iterable[str]:
        near = near_units(state, self.side, self.target)
        return [unit.key for unit in near if unit.key not in self.units]

    @add.against
    def refusals_to_add(self, state: State, unit: Unit) -> Iterator[Refusal]:
        if unit.key in self.units:
            yield Refusal("7.2-b", f"{unit.name} is in this attack already")
        yield from refusals_to_attack(state, self.side, unit, self.target)

    @change("leave", "unit", "Leave out")
    def leave(self, unit: Unit) -> DeclareAttack:
        return replace(self, units=tuple(key for key in self.units if key != unit.key))

    @leave.targets
    def to_leave(self, state: State) -> Iterable[str]:
        return self.units

    @order("resolve", "none", "Resolve the combat")
    def resolve(self, tx: Transaction) -> None:
        tx.replace(Combat(side=self.side, target=self.target, units=self.units))

    @resolve.against
    def refusals_to_resolve(self, state: State) -> Iterator[Refusal]:
        if not self.units:
            yield Refusal("7.2-a", "No unit attacks")

    @resolve.shows
    def shown(self, state: State) -> Preview:
        return self.summary(state)

    cancel = way_out()


@case("9.3-a")
def return_leaders(tx: Transaction) -> None:
    """When all combats of the segment are over front leaders go back to their headquarters."""
    for leader in list(tx.state.all(Leader).values()):
        if leader.at:
            hq = tx.state.get(Unit, leader.hq)
            tx.put(replace(leader, at=""))
            tell(tx, "LeaderReturned", f"{leader.name} goes back to {hq.name}", "9.3-a", marker=leader.key)


class CombatSegment(Procedure):
    """One combat after the other, as the phasing side likes; then leaders go back."""

    side: str

    title = "Combat"
    scope = SEGMENT
    steps = (
        lambda tx, frame: offer(tx, ChooseCombat(frame.side)),
        lambda tx, frame: return_leaders(tx),
    )


FRAMES: Final = (CombatSegment, ChooseCombat, DeclareAttack)
