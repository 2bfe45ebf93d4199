"""The movement phase as a whole: who is activated, which headquarters moves, what comes in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

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
from engine.games.dday_to_berlin.records import ACTIVATED, COLUMN, FULL, Unit
from engine.games.dday_to_berlin.scenario.ground import ground
from engine.games.dday_to_berlin.scenario.named_choice import OldQuestion
from engine.referee import Action, Due, Preview, Procedure, Refusal, State, Transaction, case, marked

END = Action("end")
VERBS = ("activate", "move_hq", "enter")


class Orders(OldQuestion):
    """What is done next in the movement phase?"""

    def prompt(self, state: State) -> str:
        return "Activate a battalion, move a headquarters, bring in a unit due this turn, or end the phase"

    def candidates(self, state: State) -> Iterable[Action]:
        for unit in state.all(Unit).values():
            if unit.side == self.side and unit.on_map:
                yield Action("move_hq" if unit.is_hq else "activate", "unit", unit.key)
        for due in state.all(Due).values():
            if due.side == self.side:
                yield Action("enter", "unit", due.subject)
        yield END

    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        if action == END:
            return
        if action.kind != "unit" or action.verb not in VERBS:
            yield Refusal("2.voluntary", f"{action} is not possible in the movement phase")
            return
        unit = state.get(Unit, action.target)
        if action.verb == "activate":
            yield from refusals_to_activate(state, self.side, unit)
        elif action.verb == "move_hq":
            yield from refusals_to_move_hq(state, self.side, unit)
        else:
            yield from refusals_to_enter(state, self.side, unit)

    def apply(self, tx: Transaction, action: Action) -> None:
        if action == END:
            tx.pop()
            return
        unit = tx.state.get(Unit, action.target)
        if action.verb == "activate":
            alone = not companions(tx.state, self.side, (unit.key,))
            tx.push((ActivationRoll if alone else FormGroup)(self.side, (unit.key,)))
        elif action.verb == "move_hq":
            mark_activated(tx, unit, FULL)
            tx.push(Move(self.side, unit.key))
        else:
            planned = tx.state.get(Due, unit.key).place
            as_planned = entry_zones(tx.state, unit) == (planned,)
            tx.push(enter(tx, unit, planned) if as_planned else PickEntry(self.side, unit.key))

    def preview(self, state: State, action: Action) -> Preview:
        if action.verb == "activate":
            return activation_preview(state, (action.target,))
        return Preview()

    def reminders(self, state: State, action: Action) -> Iterator[str]:
        if action == END:
            for candidate in self.candidates(state):
                if candidate != END and next(self.refusals(state, candidate), None) is None:
                    yield f"{self.label(state, candidate)}?"


@case("2.hq-move")
def refusals_to_move_hq(state: State, side: str, unit: Unit) -> Iterator[Refusal]:
    """A headquarters moves once, without a roll, between the activations of others."""
    if unit.side != side or not unit.is_hq or not unit.on_map:
        yield Refusal(
            "2.hq-move", f"{unit} is not a headquarters of {ground(state).title_of(side)} on the map"
        )
    if marked(state, unit.key, ACTIVATED):
        yield Refusal("2.hq-move", f"{unit} has already moved in this phase")
    yield from refusals_to_leave_reserve(state, unit)


@case("2.road-column")
def break_columns(tx: Transaction, phase: MovementPhase) -> None:
    """Road columns of the side last until this moment."""
    for unit in tx.state.all(Unit).values():
        if unit.side == phase.side:
            tx.unmark(unit.key, COLUMN)


class MovementPhase(Procedure):
    side: str

    title = "Movement"
    steps = (break_columns, Orders, FinalFacing)
