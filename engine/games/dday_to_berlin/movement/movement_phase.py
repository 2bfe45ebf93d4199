"""The movement phase as a whole: who is activated, which headquarters moves, what comes in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.games.dday_to_berlin import marks
from engine.games.dday_to_berlin.arrivals.reinforcements import (
    PickEntry,
    enter,
    entry_zones,
    refusals_to_enter,
)
from engine.games.dday_to_berlin.arrivals.reserve import refusals_to_leave_reserve
from engine.games.dday_to_berlin.movement.activation import (
    ActivationRoll,
    FinalFacing,
    FormGroup,
    activation_preview,
    companions,
    mark_activated,
    refusals_to_activate,
)
from engine.games.dday_to_berlin.movement.march import Move
from engine.games.dday_to_berlin.records import Clock, Unit, forces
from engine.games.dday_to_berlin.scenario.ground import ground
from engine.games.dday_to_berlin.scenario.named_choice import Question
from engine.mechanics import end, order
from engine.referee import (
    Action,
    Due,
    Preview,
    Procedure,
    Refusal,
    State,
    Transaction,
    case,
    marked,
    subjects_with,
)


class Orders(Question):
    """What is done next in the movement phase?"""

    ruled_by = "2.voluntary"
    otherwise = "@ is not possible in the movement phase"

    def prompt(self, state: State) -> str:
        return "Activate a battalion, move a headquarters, bring in a unit due this turn, or end the phase"

    @order("activate", "unit", "Activate")
    def activate(self, tx: Transaction, unit: Unit) -> None:
        alone = not companions(tx.state, self.side, (unit.key,))
        tx.push((ActivationRoll if alone else FormGroup)(self.side, (unit.key,)))

    @activate.targets
    def battalions(self, state: State) -> Iterable[str]:
        return [
            unit.key
            for unit in forces(state, self.side)
            if not unit.is_hq and not marked(state, unit.key, marks.ACTIVATED)
        ]

    @activate.against
    def refusals_to_activate(self, state: State, unit: Unit) -> Iterator[Refusal]:
        return refusals_to_activate(state, self.side, unit)

    @activate.shows
    def chances(self, state: State, unit: Unit) -> Preview:
        return activation_preview(state, (unit.key,))

    @order("move_hq", "unit", "Move")
    def move_hq(self, tx: Transaction, unit: Unit) -> None:
        mark_activated(tx, unit, marks.FULL)
        tx.push(Move(self.side, unit.key))

    @move_hq.targets
    def headquarters(self, state: State) -> Iterable[str]:
        return [
            unit.key
            for unit in forces(state, self.side)
            if unit.is_hq and not marked(state, unit.key, marks.ACTIVATED)
        ]

    @move_hq.against
    @case("2.hq-move")
    def refusals_to_move_hq(self, state: State, unit: Unit) -> Iterator[Refusal]:
        """A headquarters moves once, without a roll, between the activations of others."""
        if unit.side != self.side or not unit.is_hq or not unit.on_map:
            title = ground(state).title_of(self.side)
            yield Refusal("2.hq-move", f"{unit} is not a headquarters of {title} on the map")
        if marked(state, unit.key, marks.ACTIVATED):
            yield Refusal("2.hq-move", f"{unit} has already moved in this phase")
        yield from refusals_to_leave_reserve(state, unit)

    @order("enter", "unit", "Bring in")
    def enter(self, tx: Transaction, unit: Unit) -> None:
        planned = tx.state.get(Due, unit.key).place
        as_planned = entry_zones(tx.state, unit) == (planned,)
        tx.push(enter(tx, unit, planned) if as_planned else PickEntry(self.side, unit.key))

    @enter.targets
    def reinforcements(self, state: State) -> Iterable[str]:
        turn = state.one(Clock).turn
        return [
            due.subject for due in state.all(Due).values() if due.side == self.side and due.has_come(turn)
        ]

    @enter.against
    def refusals_to_enter(self, state: State, unit: Unit) -> Iterator[Refusal]:
        return refusals_to_enter(state, self.side, unit)

    end = end("end", "End the phase")

    @end.reminds
    def left_to_do(self, state: State) -> Iterator[str]:
        return (f"{self.label(state, one)}?" for one in self.legal(state) if not self.is_ending(one))

    def legal(self, state: State) -> list[Action]:
        """Battalions and headquarters in the order of the table, before who comes in."""
        found = {action.target: action for action in super().legal(state)}
        on_map = [found.pop(unit.key) for unit in forces(state, self.side) if unit.key in found]
        return [*on_map, *found.values()]


@case("2.road-column")
def break_columns(tx: Transaction, phase: MovementPhase) -> None:
    """Road columns of the side last until this moment."""
    for key in subjects_with(tx.state, marks.COLUMN):
        if tx.state.get(Unit, key).side == phase.side:
            tx.unmark(key, marks.COLUMN)


class MovementPhase(Procedure):
    side: str

    title = "Movement"
    steps = (break_columns, Orders, FinalFacing)
