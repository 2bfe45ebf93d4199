"""The engineering phase: dig, bridge, blow, fill in, dismount."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from engine.catalogue.document import hexside
from engine.games.dday_to_berlin.combat.die_roll import throw
from engine.games.dday_to_berlin.engineering.tasks import (
    BLAST_TRIED,
    CHANGED,
    DUG,
    refusals_to_bridge,
    refusals_to_change_mount,
    refusals_to_demolish,
    refusals_to_dig,
    refusals_to_raze,
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
    forces,
)
from engine.games.dday_to_berlin.scenario.chart_form import Span, within
from engine.games.dday_to_berlin.scenario.ground import ground
from engine.games.dday_to_berlin.scenario.named_choice import Question
from engine.mechanics import dice, end, order, tell, way_out
from engine.referee import (
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
    side_of,
)


@case("3.dig", "3.bridge", "C.engineer")
def phases_needed(state: State, task: str, unit: Unit) -> int:
    """Engineering phases that a task takes: fewer with engineers, and one at night."""
    row = ground(state).charts.engineering.tasks[task]
    if state.one(Clock).night:
        return row.night
    return row.with_eng if unit.type == "ENG" else row.phases


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

    @work.targets
    def units(self, state: State) -> Iterable[str]:
        return [unit.key for unit in forces(state, self.side)]

    @work.against
    @case("3.eligible")
    def refusals_to_work(self, state: State, unit: Unit) -> Iterator[Refusal]:
        yield from refusals_to_work(state, self.side, unit)
        if unit.on_map and not PickTask(self.side, unit.key).is_open(state):
            yield Refusal("3.eligible", f"there is no task for {unit} in {unit.place}")
            yield from refusals_to_dig(state, unit)

    finish = end("end", "End the phase")


class PickTask(Question):
    """What does the unit do?"""

    unit: str

    title = "Task"
    ruled_by = "3.eligible"
    otherwise = "@ is not an engineering task"

    def prompt(self, state: State) -> str:
        unit = state.get(Unit, self.unit)
        return f"Which task does {unit} do in {unit.place}?"

    def subjects(self, state: State) -> Iterable[str]:
        return (self.unit,)

    def begin_work(self, tx: Transaction) -> Unit:
        """The unit does nothing else in this player turn, and gives up a bridge that it was building."""
        tx.mark(self.unit, WORKED, PLAYER_TURN)
        tx.unmark(self.unit, BRIDGING)
        return tx.state.get(Unit, self.unit)

    @order("dig", words="Dig in")
    def dig(self, tx: Transaction) -> None:
        dig(tx, self.begin_work(tx))
        tx.pop()

    @dig.against
    def refusals_to_dig(self, state: State) -> Iterator[Refusal]:
        return refusals_to_dig(state, state.get(Unit, self.unit))

    @order("remount")
    def remount(self, tx: Transaction) -> None:
        change_mount(tx, tx.state.get(Unit, self.unit), False)
        tx.pop()

    @remount.against
    def refusals_to_remount(self, state: State) -> Iterator[Refusal]:
        return refusals_to_change_mount(state, state.get(Unit, self.unit), False)

    @order("dismount")
    def dismount(self, tx: Transaction) -> None:
        change_mount(tx, tx.state.get(Unit, self.unit), True)
        tx.pop()

    @dismount.against
    def refusals_to_dismount(self, state: State) -> Iterator[Refusal]:
        return refusals_to_change_mount(state, state.get(Unit, self.unit), True)

    @order("raze", words="Fill in the position")
    def raze(self, tx: Transaction) -> None:
        raze(tx, self.begin_work(tx))
        tx.pop()

    @raze.against
    def refusals_to_raze(self, state: State) -> Iterator[Refusal]:
        return refusals_to_raze(state, state.get(Unit, self.unit))

    def rivers(self, state: State) -> Iterable[str]:
        """The rivers of the zone, bridged or not."""
        here, land = state.get(Unit, self.unit).place, ground(state)
        around = (hexside(here, there) for there in land.grid.neighbors(here))
        return [side for side in around if side in land.rivers]

    @order("demolish", "hexside", "Blow the bridge")
    def demolish(self, tx: Transaction, side: str) -> None:
        tx.replace(Demolition(self.side, self.begin_work(tx).key, side))

    demolish.targets(rivers)

    @demolish.against
    def refusals_to_demolish(self, state: State, side: str) -> Iterator[Refusal]:
        return refusals_to_demolish(state, state.get(Unit, self.unit), side)

    @demolish.shows
    def chances(self, state: State, side: str) -> Preview:
        unit = state.get(Unit, self.unit)
        blown = dice("1d10").of(lambda face: within(face, demolition_span(state, unit)))
        outcomes = (
            PossibleOutcome("the bridge is blown", blown),
            PossibleOutcome("the bridge stands", 1 - blown),
        )
        return Preview(f"{unit} ({unit.type}) rolls 1d10", outcomes=outcomes)

    @order("bridge", "hexside", "Bridge")
    def bridge(self, tx: Transaction, side: str) -> None:
        tx.mark(self.unit, WORKED, PLAYER_TURN)
        build_bridge(tx, tx.state.get(Unit, self.unit), side)
        tx.pop()

    bridge.targets(rivers)

    @bridge.against
    def refusals_to_bridge(self, state: State, side: str) -> Iterator[Refusal]:
        return refusals_to_bridge(state, state.get(Unit, self.unit), side)

    cancel = way_out()


@case("3.dig", "C.engineer", "map.prepared")
def dig(tx: Transaction, unit: Unit) -> None:
    """A works marker first, then a prepared position; at once with engineers or at night."""
    begun = tx.state.find(Earthwork, unit.place)
    done = 1 if begun is None or marked(tx.state, unit.place, DUG) else 2
    finished = done >= phases_needed(tx.state, "dig", unit)
    tx.put(Earthwork(unit.place, finished, unit.side))
    tx.mark(unit.place, DUG, PLAYER_TURN)
    what = "a prepared position" if finished else "works"
    text = f"{unit} digs {what} in {unit.place}"
    tell(tx, "PositionDug", text, "3.dig", unit=unit.key, hex=unit.place)


@case("3.raze")
def raze(tx: Transaction, unit: Unit) -> None:
    """Neither position nor works are left."""
    tx.remove(tx.state.get(Earthwork, unit.place))
    text = f"{unit} fills in the position in {unit.place}"
    tell(tx, "PositionRazed", text, "3.raze", hex=unit.place)


@case("3.bridge", "C.engineer")
def build_bridge(tx: Transaction, unit: Unit, side: str) -> None:
    """Begun in one phase and finished by the same unit in its next; at once at night."""
    done = 2 if mark_value(tx.state, unit.key, BRIDGING) == side else 1
    if done >= phases_needed(tx.state, "bridge", unit):
        tx.unmark(unit.key, BRIDGING)
        tx.put(Bridge(side, built=True))
        tell(tx, "BridgeBuilt", f"{unit} finishes a bridge at {side}", "3.bridge")
    else:
        tx.mark(unit.key, BRIDGING, value=side)
        tell(tx, "BridgeBegun", f"{unit} begins a bridge at {side}", "3.bridge")


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
    tell(tx, "MountChanged", text, "3.dismount", unit=unit.key)


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
            tell(tx, "BridgeBlown", text, "3.demolish", hexside=self.bridge)
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
