"""The engineering phase: who works."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.games.dday_to_berlin import marks
from engine.games.dday_to_berlin.engineering.tasks import PickTask
from engine.games.dday_to_berlin.records import Bridge, Clock, Earthwork, Unit, forces
from engine.games.dday_to_berlin.scenario.ground import ground
from engine.games.dday_to_berlin.scenario.named_choice import Question
from engine.mechanics import end, order
from engine.referee import (
    Frame,
    Mark,
    Procedure,
    Refusal,
    State,
    Transaction,
    case,
    derived,
    mark_value,
    marked,
    side_of,
    subjects_with,
)


class AssignWork(Question):
    """Who works?"""

    ruled_by = "3.eligible"
    otherwise = "@ is not possible in the engineering phase"

    @classmethod
    def begin(cls, state: State, parent: Frame) -> Frame | None:
        asked = cls(side_of(parent))
        return asked if asked.is_open(state) else None

    def prompt(self, state: State) -> str:
        return "Choose a unit for an engineering task, or end the phase"

    @order("work", "unit", "Give a task to")
    def work(self, tx: Transaction, unit: Unit) -> None:
        tx.push(PickTask(self.side, unit.key))

    @work.legal_targets
    def units(self, state: State) -> Iterable[str]:
        return workers(state, self.side)

    @work.against
    @case("3.eligible", "2.fallback")
    def refusals_to_work(self, state: State, unit: Unit) -> Iterator[Refusal]:
        if unit.key not in workers(state, self.side):
            yield from refusals_to_work(state, self.side, unit)

    finish = end("end", "End the phase")


@derived(Unit, Mark, Earthwork, Bridge, Clock)
def workers(state: State, side: str) -> tuple[str, ...]:
    """The units of the side that can be given a task."""
    return tuple(
        unit.key for unit in forces(state, side) if next(refusals_to_work(state, side, unit), None) is None
    )


@case("3.eligible", "2.fallback")
def refusals_to_work(state: State, side: str, unit: Unit) -> Iterator[Refusal]:
    """Who did not move, did not fall back and is not in column may do one task."""
    if unit.side != side or not unit.on_map:
        title = ground(state).title_of(side)
        yield Refusal("3.eligible", f"{unit} is not a unit of {title} on the map")
    if marked(state, unit.key, marks.WORKED):
        yield Refusal("3.eligible", f"{unit} has already done its task")
    # INTERPRETATION (3.eligible): coming in as a reinforcement is movement too.
    if marked(state, unit.key, marks.MOVED) or marked(state, unit.key, marks.ARRIVED):
        yield Refusal("3.eligible", f"{unit} has moved in this player turn")
    if mark_value(state, unit.key, marks.ACTIVATED) == marks.FALLBACK:
        yield Refusal("3.eligible", f"{unit} has a Fallback result and may do nothing more")
    if marked(state, unit.key, marks.COLUMN):
        yield Refusal("3.eligible", f"{unit} is in road column")
    tasks = PickTask(side, unit.key)
    if unit.on_map and not tasks.is_open(state):
        yield Refusal("3.eligible", f"there is no task for {unit} in {unit.place}")
        yield from tasks.refusals_to_dig(state)


@case("3.bridge")
def give_up_bridges(tx: Transaction, phase: EngineeringPhase) -> None:
    """A bridge that its builders did not work on again is given up."""
    for key in subjects_with(tx.state, marks.BRIDGING):
        if tx.state.get(Unit, key).side == phase.side and not marked(tx.state, key, marks.WORKED):
            tx.unmark(key, marks.BRIDGING)


class EngineeringPhase(Procedure):
    side: str

    title = "Engineering"
    steps = (AssignWork, give_up_bridges)
