"""The move of selected units: by which kind of movement, with whom and where to (6.0)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from engine.games.toppling_the_reich.movement.ferry import Ferry
from engine.games.toppling_the_reich.movement.normal_move import NormalMove
from engine.games.toppling_the_reich.movement.overrun import Overrun, may_still_overrun
from engine.games.toppling_the_reich.movement.rail import RailMove, end_transport
from engine.games.toppling_the_reich.movement.strategic import StrategicMove, end_redeployment
from engine.games.toppling_the_reich.movement.unit_movement import UnitMovement
from engine.games.toppling_the_reich.movement.walk import (
    BOUND,
    group,
    name_all,
    refusals_to_stir,
    refusals_when_stopped,
    stop_in_zone,
)
from engine.games.toppling_the_reich.records import Unit, has_hidden_units, units_at
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.named_choice import Question
from engine.mechanics import Go, change, counted, way_out
from engine.referee import Action, Refusal, State, Transaction, case, mark_value


@case("6.0-e", "6.3-c")
def refusals_to_pick_up(state: State, side: str, unit: Unit) -> Iterator[Refusal]:
    """As for any movement; but a unit that stopped before the enemy may still be able to overrun him."""
    yield from refusals_to_stir(state, side, unit)
    stopped = list(refusals_when_stopped(state, unit))
    if stopped and not may_still_overrun(state, unit):
        yield from stopped


@case("6.3-a")
def together(state: State, key: str) -> tuple[str, ...]:
    """A unit with those that overran with it and so must move with it."""
    return tuple(mark_value(state, key, BOUND).split()) or (key,)


class GoBy(Go):
    """Go to a hex by one kind of movement; the kinds that lead far are chosen first."""

    def __init__(self, verb: str, words: str, kind: type[UnitMovement], chosen: str = "") -> None:
        super().__init__(verb, words, lambda menu, state: kind(state, menu.units))
        self.ruled_by = kind.ruled_by
        self.chosen = chosen

    def is_offered(self, menu: MoveUnits) -> bool:
        """Has this kind of movement been chosen, or does it need no choice?"""
        return self.verb in menu.modes and menu.chosen == self.chosen

    def candidates(self, menu: MoveUnits, state: State) -> list[Action]:
        return super().candidates(menu, state) if self.is_offered(menu) else []

    def offers(self, menu: MoveUnits, state: State, action: Action) -> bool:
        return self.is_offered(menu) and super().offers(menu, state, action)

    def has_any(self, menu: MoveUnits, state: State) -> bool:
        return self.is_offered(menu) and super().has_any(menu, state)

    def refusals(self, menu: MoveUnits, state: State, action: Action) -> Iterator[Refusal]:
        against = list(menu.refusals_of_kind(self.verb)) or list(super().refusals(menu, state, action))
        yield from against
        if not against and not self.is_offered(menu):
            why = f"this is another kind of movement: choose it first, then {action.target}"
            yield Refusal(self.ruled_by, why)


class MoveUnits(Question):
    """Where do the selected units go? Asked again while they can move farther."""

    units: tuple[str, ...]
    modes: tuple[str, ...] = ("move", "strategic", "rail", "ferry", "overrun")
    """The verbs of the kinds of movement that are possible in this segment."""
    chosen: str = ""
    """`redeploy` or `entrain`; empty for everything else."""

    title = "Move"
    ruled_by = "6.0-a"
    otherwise = "@ is not a move of the selected units"

    move = GoBy("move", "Move to", NormalMove)
    strategic = GoBy("strategic", "Strategic Movement to", StrategicMove, "redeploy")
    rail = GoBy("rail", "By rail to", RailMove, "entrain")
    ferry = GoBy("ferry", "Ferry to", Ferry)
    overrun = GoBy("overrun", "Overrun", Overrun)

    def subjects(self, state: State) -> Iterable[str]:
        return self.units

    def is_secret(self, state: State) -> bool:
        return has_hidden_units(state, self.side)

    def prompt(self, state: State) -> str:
        units = group(state, self.units)
        where = f"{name_all(units)} in {ground(state).name_of(units[0].place)}"
        if self.chosen == "entrain":
            return f"{where}: where to by rail?"
        far = self.chosen == "redeploy"
        left = (StrategicMove if far else NormalMove)(state, self.units).budget()
        how = " by Strategic Movement" if far else ""
        return f"{where}: {counted(left, 'movement point')}. Where to{how}?"

    @change("add", "unit", "Move together with")
    def add(self, unit: Unit) -> MoveUnits:
        return replace(self, units=(*self.units, unit.key))

    @add.targets
    def others_in_the_hex(self, state: State) -> Iterable[str]:
        there = units_at(state, state.get(Unit, self.units[0]).place)
        return [unit.key for unit in there if unit.side == self.side and unit.key not in self.units]

    @add.against
    def refusals_of_company(self, state: State, unit: Unit) -> Iterator[Refusal]:
        return self.refusals_to_add(state, unit)

    @case("6.0-a")
    def refusals_to_add(self, state: State, unit: Unit) -> Iterator[Refusal]:
        """Only a unit of the same hex that can move itself goes along."""
        if unit.key in self.units:
            yield Refusal("6.0-a", f"{unit} is selected already")
        elif unit.place != state.get(Unit, self.units[0]).place:
            yield Refusal("6.0-a", f"{unit} is not in the hex of the selected units")
        else:
            yield from refusals_to_pick_up(state, self.side, unit)

    @way_out("back", "Another kind of movement").does
    def back(self, tx: Transaction) -> None:
        tx.replace(replace(self, chosen=""))

    @back.against
    def refusals_to_go_back(self, state: State) -> Iterator[Refusal]:
        if not self.chosen:
            yield from self.refusals_otherwise(state, Action("back"))

    @change("redeploy", words="Strategic Movement")
    def redeploy(self) -> MoveUnits:
        return replace(self, chosen="redeploy")

    @redeploy.against
    def refusals_to_redeploy(self, state: State) -> Iterator[Refusal]:
        return self.refusals_to_choose("strategic", "Strategic Movement", StrategicMove(state, self.units))

    @change("entrain", words="By rail")
    def entrain(self) -> MoveUnits:
        return replace(self, chosen="entrain")

    @entrain.against
    def refusals_to_entrain(self, state: State) -> Iterator[Refusal]:
        return self.refusals_to_choose("rail", "By rail", RailMove(state, self.units))

    def refusals_to_choose(self, verb: str, words: str, movement: UnitMovement) -> Iterator[Refusal]:
        """Supply, command and terrain decide whether they can use this kind of movement."""
        barred = list(self.refusals_of_kind(verb))
        if barred:
            yield from barred
        elif self.chosen:
            why = f"{words}: not possible now, or another kind of movement is chosen"
            yield Refusal(movement.ruled_by, why)
        else:
            yield from movement.refusals_to_set_out()

    @case("8.0-b")
    def refusals_of_kind(self, verb: str) -> Iterator[Refusal]:
        """In exploitation neither by rail nor strategically."""
        if verb not in self.modes:
            yield Refusal("8.0-b", "Railroad and Strategic Movement are not possible in exploitation")

    halt = way_out("halt", "Deselect")

    def resume(self, tx: Transaction, result: object) -> None:
        """They have come to a hex, and are asked again while they can move farther and are alive."""
        if not all(unit.on_map for unit in group(tx.state, self.units)):
            tx.pop()
            return
        if result is not None:
            self.end_walk(tx)
        if not any(isinstance(one, Go) and one.has_any(self, tx.state) for one in self.orders):
            tx.pop()

    def end_walk(self, tx: Transaction) -> None:
        """What the kind of movement means for the rest of the turn."""
        if self.chosen == "redeploy":
            end_redeployment(tx, self.units)
        elif self.chosen == "entrain":
            end_transport(tx, self.units)
        else:
            stop_in_zone(tx, self.units)


FRAMES = (MoveUnits,)
