"""The engineering phase: dig, bridge, blow, fill in, dismount."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from engine.games.dday_to_berlin.combat.die_roll import throw
from engine.games.dday_to_berlin.engineering.tasks import (
    BLAST_TRIED,
    CHANGED,
    DISMOUNT,
    DUG,
    has_task,
    possible_tasks,
    refusals_to_dig,
    refusals_to_task,
    refusals_to_work,
)
from engine.games.dday_to_berlin.records import (
    BRIDGING,
    PLAYER_TURN,
    WORKED,
    Bridge,
    Clock,
    Earthwork,
    Unit,
)
from engine.games.dday_to_berlin.scenario.chart_form import Span, within
from engine.games.dday_to_berlin.scenario.ground import ground
from engine.games.dday_to_berlin.scenario.named_choice import OldQuestion
from engine.referee import (
    Action,
    Event,
    Frame,
    PossibleOutcome,
    Preview,
    Procedure,
    Refusal,
    State,
    Transaction,
    case,
    mark_value,
    marked,
)

END = Action("end")
CANCEL = Action("cancel")


@case("3.dig", "3.bridge", "C.engineer")
def phases_needed(state: State, task: str, unit: Unit) -> int:
    """Engineering phases that a task takes: fewer with engineers, and one at night."""
    row = ground(state).charts.engineering.tasks[task]
    if state.one(Clock).night:
        return row.night
    return row.with_eng if unit.type == "ENG" else row.phases


class AssignWork(OldQuestion):
    """Who works?"""

    @classmethod
    def begin(cls, state: State, parent: Frame) -> Frame | None:
        assert isinstance(parent, EngineeringPhase)
        asked = cls(parent.side)
        return asked if any(asked.able(state, unit) for unit in state.all(Unit).values()) else None

    def able(self, state: State, unit: Unit) -> bool:
        """Is there a task that this unit may do?"""
        if unit.side != self.side or not unit.on_map:
            return False
        return next(refusals_to_work(state, self.side, unit), None) is None and has_task(state, unit)

    def prompt(self, state: State) -> str:
        return "Choose a unit for an engineering task, or end the phase"

    def candidates(self, state: State) -> Iterable[Action]:
        for unit in state.all(Unit).values():
            if unit.side == self.side and unit.on_map:
                yield Action("work", "unit", unit.key)
        yield END

    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        if action == END:
            return
        if action.verb != "work" or action.kind != "unit":
            yield Refusal("3.eligible", f"{action} is not possible in the engineering phase")
            return
        unit = state.get(Unit, action.target)
        yield from refusals_to_work(state, self.side, unit)
        if unit.on_map and not has_task(state, unit):
            yield Refusal("3.eligible", f"there is no task for {unit} in {unit.place}")
            yield from refusals_to_dig(state, unit)

    def apply(self, tx: Transaction, action: Action) -> None:
        if action == END:
            tx.pop()
        else:
            tx.push(PickTask(self.side, action.target))


class PickTask(OldQuestion):
    """What does the unit do?"""

    unit: str

    title = "Task"

    def prompt(self, state: State) -> str:
        unit = state.get(Unit, self.unit)
        return f"Which task does {unit} do in {unit.place}?"

    def subjects(self, state: State) -> Iterable[str]:
        return (self.unit,)

    def way_out(self, state: State) -> Action:
        return CANCEL

    def candidates(self, state: State) -> Iterable[Action]:
        yield from possible_tasks(state, state.get(Unit, self.unit))
        yield CANCEL

    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        if action != CANCEL:
            yield from refusals_to_task(state, state.get(Unit, self.unit), action)

    def apply(self, tx: Transaction, action: Action) -> None:
        if action == CANCEL:
            tx.pop()
            return
        unit = tx.state.get(Unit, self.unit)
        if action.verb in ("dismount", "remount"):
            change_mount(tx, unit, action == DISMOUNT)
            tx.pop()
            return
        tx.mark(unit.key, WORKED, PLAYER_TURN)
        if action.verb != "bridge":
            tx.unmark(unit.key, BRIDGING)
        if action.verb == "demolish":
            tx.replace(Demolition(self.side, unit.key, action.target))
            return
        if action.verb == "bridge":
            build_bridge(tx, unit, action.target)
        else:
            {"dig": dig, "raze": raze}[action.verb](tx, unit)
        tx.pop()

    def preview(self, state: State, action: Action) -> Preview:
        unit = state.get(Unit, self.unit)
        if action.verb != "demolish":
            return Preview()
        low, high = demolition_span(state, unit)
        chance = Fraction(high - low + 1, 10)
        outcomes = (
            PossibleOutcome("the bridge is blown", chance),
            PossibleOutcome("the bridge stands", 1 - chance),
        )
        return Preview(f"{unit} ({unit.type}) rolls 1d10", outcomes=outcomes)


@case("3.dig", "C.engineer", "map.prepared")
def dig(tx: Transaction, unit: Unit) -> None:
    """A works marker first, then a prepared position; at once with engineers or at night."""
    begun = tx.state.find(Earthwork, unit.place)
    done = 1 if begun is None or marked(tx.state, unit.place, DUG) else 2
    finished = done >= phases_needed(tx.state, "dig", unit)
    tx.put(Earthwork(unit.place, finished, unit.side))
    tx.mark(unit.place, DUG, PLAYER_TURN)
    what = "a prepared position" if finished else "works"
    about = (("unit", unit.key), ("hex", unit.place))
    tx.emit(Event("PositionDug", f"{unit} digs {what} in {unit.place}", "3.dig", about=about))


@case("3.raze")
def raze(tx: Transaction, unit: Unit) -> None:
    """Neither position nor works are left."""
    tx.remove(tx.state.get(Earthwork, unit.place))
    text = f"{unit} fills in the position in {unit.place}"
    tx.emit(Event("PositionRazed", text, "3.raze", about=(("hex", unit.place),)))


@case("3.bridge", "C.engineer")
def build_bridge(tx: Transaction, unit: Unit, side: str) -> None:
    """Begun in one phase and finished by the same unit in its next; at once at night."""
    done = 2 if mark_value(tx.state, unit.key, BRIDGING) == side else 1
    if done >= phases_needed(tx.state, "bridge", unit):
        tx.unmark(unit.key, BRIDGING)
        tx.put(Bridge(side, built=True))
        tx.emit(Event("BridgeBuilt", f"{unit} finishes a bridge at {side}", "3.bridge"))
    else:
        tx.mark(unit.key, BRIDGING, value=side)
        tx.emit(Event("BridgeBegun", f"{unit} begins a bridge at {side}", "3.bridge"))


@case("3.dismount", "C.engineer")
def change_mount(tx: Transaction, unit: Unit, dismount: bool) -> None:
    """On foot from now on, or back on the carriers; by day that is the task of the unit, at night none."""
    # INTERPRETATION (C.engineer): free at night, but only once, and for units that did not move.
    tx.put(replace(unit, dismounted=dismount))
    tx.mark(unit.key, CHANGED, PLAYER_TURN)
    if ground(tx.state).charts.engineering.tasks["dismount"].night or not tx.state.one(Clock).night:
        tx.mark(unit.key, WORKED, PLAYER_TURN)
        tx.unmark(unit.key, BRIDGING)
    text = f"{unit} {'dismounts' if dismount else 'mounts its carriers'}"
    tx.emit(Event("MountChanged", text, "3.dismount", about=(("unit", unit.key),)))


@case("3.demolish")
def demolition_span(state: State, unit: Unit) -> Span:
    """The faces that blow the bridge: more for engineers than for others."""
    chart = ground(state).charts.engineering.demolition
    return chart.eng if unit.type == "ENG" else chart.others


class Demolition(Procedure):
    """One attempt to blow a bridge."""

    side: str
    unit: str
    bridge: str

    def run(self, tx: Transaction) -> None:
        tx.mark(self.bridge, BLAST_TRIED, PLAYER_TURN)
        unit = tx.state.get(Unit, self.unit)
        throw(tx, self.side, "3.demolish", f"{unit} ({unit.type}) tries to blow the bridge {self.bridge}")

    @case("3.demolish")
    def resume(self, tx: Transaction, result: Any) -> None:
        unit = tx.state.get(Unit, self.unit)
        if within(result, demolition_span(tx.state, unit)):
            tx.remove(tx.state.get(Bridge, self.bridge))
            text = f"The bridge {self.bridge} is blown"
            tx.emit(Event("BridgeBlown", text, "3.demolish", about=(("hexside", self.bridge),)))
        tx.pop()


@case("3.bridge")
def give_up_bridges(tx: Transaction, phase: EngineeringPhase) -> None:
    """A bridge that its builders did not work on again is given up."""
    for unit in tx.state.all(Unit).values():
        if unit.side == phase.side and not marked(tx.state, unit.key, WORKED):
            tx.unmark(unit.key, BRIDGING)


class EngineeringPhase(Procedure):
    side: str

    title = "Engineering"
    steps = (AssignWork, give_up_bridges)
