"""Engineering tasks: dig, bridge, blow, fill in, dismount."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from msgspec.structs import replace

from engine.games.dday_to_berlin import marks
from engine.games.dday_to_berlin.combat.die_roll import throw
from engine.games.dday_to_berlin.movement.zoc import zoc
from engine.games.dday_to_berlin.records import Bridge, Clock, Earthwork, Unit, occupied
from engine.games.dday_to_berlin.scenario.chart_form import Span, within
from engine.games.dday_to_berlin.scenario.ground import ground
from engine.games.dday_to_berlin.scenario.named_choice import Question
from engine.mechanics import dice, order, tell, way_out
from engine.referee import (
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

DUG: Final = "dug in this phase"
"""A mark on a hex."""
BLAST_TRIED: Final = "blast tried"
"""A mark on a hexside."""
CHANGED: Final = "dismounted or remounted"
CARRIED: Final = ("INF", "ENG", "REC")


def has_carriers(unit: Unit) -> bool:
    """Armoured infantry, engineers and reconnaissance can leave their carriers."""
    return unit.mobility == "MECH" and unit.type in CARRIED


@case("3.dig", "3.bridge", "C.engineer")
def phases_needed(state: State, task: str, unit: Unit) -> int:
    """Engineering phases that a task takes: fewer with engineers, and one at night."""
    row = ground(state).charts.engineering.tasks[task]
    if state.one(Clock).night:
        return row.night
    return row.with_eng if unit.type == "ENG" else row.phases


@case("scn.carentan-first")
def refusals_of_first_game(state: State, task: str) -> Iterator[Refusal]:
    """The first game has no engineering but digging in."""
    if "scn.carentan-first" in ground(state).special:
        yield Refusal("scn.carentan-first", f"The option First game excludes {task}")


class PickTask(Question):
    """What does the unit do?"""

    unit: str

    title = "Task"
    ruled_by = "3.eligible"
    otherwise = "@ is not an engineering task"

    def prompt(self, state: State) -> str:
        unit = self.worker(state)
        return f"Which task does {unit} do in {unit.place}?"

    def subjects(self, state: State) -> Iterable[str]:
        return (self.unit,)

    def worker(self, state: State) -> Unit:
        return state.get(Unit, self.unit)

    def begin_work(self, tx: Transaction) -> Unit:
        """The unit does nothing else in this player turn, and gives up a bridge that it was building."""
        tx.mark(self.unit, marks.WORKED, marks.PLAYER_TURN)
        tx.unmark(self.unit, marks.BRIDGING)
        return self.worker(tx.state)

    # digging in

    @order("dig", words="Dig in")
    @case("3.dig", "C.engineer", "map.prepared")
    def dig(self, tx: Transaction) -> None:
        """A works marker first, then a prepared position; at once with engineers or at night."""
        unit = self.begin_work(tx)
        begun = tx.state.find(Earthwork, unit.place)
        done = 1 if begun is None or marked(tx.state, unit.place, DUG) else 2
        finished = done >= phases_needed(tx.state, "dig", unit)
        tx.put(Earthwork(unit.place, finished, unit.side))
        tx.mark(unit.place, DUG, marks.PLAYER_TURN)
        text = f"{unit} digs {'a prepared position' if finished else 'works'} in {unit.place}"
        tell(tx, "PositionDug", text, "3.dig", unit=unit.key, hex=unit.place)
        tx.pop()

    @dig.against
    @case("3.dig", "3.eligible", "C.engineer")
    def refusals_to_dig(self, state: State) -> Iterator[Refusal]:
        """Non Mech units where there is no position yet; near the enemy only engineers, except at night."""
        unit, night = self.worker(state), state.one(Clock).night
        here = unit.place
        if unit.is_mech:
            yield Refusal("3.dig", f"{unit} is MECH and cannot dig")
        work = state.find(Earthwork, here)
        if work is not None and work.finished:
            yield Refusal("3.dig", f"{here} already has a prepared position")
        # INTERPRETATION (3.dig): engineers that join in finish works begun in this phase.
        elif marked(state, here, DUG) and unit.type != "ENG":
            yield Refusal("3.dig", f"a unit has already dug in {here} in this phase")
        if unit.type != "ENG" and not night and here in zoc(state, ground(state).other(unit.side)):
            yield Refusal("3.dig", f"{here} is in an enemy zone of control; only ENG may dig there by day")

    # carriers

    @order("remount")
    def remount(self, tx: Transaction) -> None:
        self.change_mount(tx, False)

    @remount.against
    def refusals_to_remount(self, state: State) -> Iterator[Refusal]:
        return self.refusals_to_change_mount(state, False)

    @order("dismount")
    def dismount(self, tx: Transaction) -> None:
        self.change_mount(tx, True)

    @dismount.against
    def refusals_to_dismount(self, state: State) -> Iterator[Refusal]:
        return self.refusals_to_change_mount(state, True)

    @case("3.dismount", "C.engineer")
    def change_mount(self, tx: Transaction, dismount: bool) -> None:
        """On foot from now on, or back on the carriers; by day that is the unit's task, at night none."""
        # INTERPRETATION (C.engineer): free at night, but only once, and for units that did not move.
        unit = self.worker(tx.state)
        tx.put(replace(unit, dismounted=dismount))
        tx.mark(unit.key, CHANGED, marks.PLAYER_TURN)
        if ground(tx.state).charts.engineering.tasks["dismount"].night or not tx.state.one(Clock).night:
            self.begin_work(tx)
        text = f"{unit} {'dismounts' if dismount else 'mounts its carriers'}"
        tell(tx, "MountChanged", text, "3.dismount", unit=unit.key)
        tx.pop()

    @case("3.dismount")
    def refusals_to_change_mount(self, state: State, dismount: bool) -> Iterator[Refusal]:
        """Armoured infantry, engineers and reconnaissance leave their carriers or mount again."""
        yield from refusals_of_first_game(state, "dismounting")
        unit = self.worker(state)
        if not has_carriers(unit):
            yield Refusal("3.dismount", f"{unit} has no carriers")
        if unit.dismounted == dismount:
            yield Refusal("3.dismount", f"{unit} is {'dismounted' if dismount else 'mounted'} already")
        if marked(state, unit.key, CHANGED):
            yield Refusal("3.dismount", f"{unit} has already mounted or dismounted in this phase")

    # filling in

    @order("raze", words="Fill in the position")
    @case("3.raze")
    def raze(self, tx: Transaction) -> None:
        """Neither position nor works are left."""
        unit = self.begin_work(tx)
        tx.remove(tx.state.get(Earthwork, unit.place))
        text = f"{unit} fills in the position in {unit.place}"
        tell(tx, "PositionRazed", text, "3.raze", hex=unit.place)
        tx.pop()

    @raze.against
    @case("3.raze")
    def refusals_to_raze(self, state: State) -> Iterator[Refusal]:
        """Engineers fill in the position or the works of their own zone."""
        yield from refusals_of_first_game(state, "filling in positions")
        unit = self.worker(state)
        if unit.type != "ENG":
            yield Refusal("3.raze", f"{unit} is not an ENG unit")
        if state.find(Earthwork, unit.place) is None:
            yield Refusal("3.raze", f"{unit.place} has neither a position nor works")

    # bridges

    def rivers(self, state: State) -> Iterable[str]:
        """The rivers of the zone, bridged or not."""
        return ground(state).rivers_around[self.worker(state).place]

    @order("demolish", "hexside", "Blow the bridge")
    def demolish(self, tx: Transaction, side: str) -> None:
        tx.replace(Demolition(self.side, self.begin_work(tx).key, side))

    demolish.targets(rivers)

    @demolish.against
    @case("3.demolish", "scn.carentan-bridge", "scn.seelow-bridges")
    def refusals_to_demolish(self, state: State, side: str) -> Iterator[Refusal]:
        """Infantry of any kind at one end of a bridge; one attempt per bridge and phase."""
        yield from refusals_of_first_game(state, "blowing bridges")
        unit, land = self.worker(state), ground(state)
        if unit.type not in land.charts.engineering.tasks["demolish"].who:
            yield Refusal("3.demolish", f"{unit} ({unit.type}) cannot blow bridges")
        if state.find(Bridge, side) is None or unit.place not in side.split("/"):
            yield Refusal("3.demolish", f"{side} is not a bridge beside {unit.place}")
        if marked(state, side, BLAST_TRIED):
            why = f"the demolition of the bridge {side} has already been tried in this phase"
            yield Refusal("3.demolish", why)
        spared, fixed = land.rules.bridge_spared, land.rules.river_bridges
        if spared is not None and side == spared.hexside and state.one(Clock).turn < spared.first_turn:
            why = f"the bridge {side} may not be blown before turn {spared.first_turn}"
            yield Refusal("scn.carentan-bridge", why)
        if fixed is not None and side in fixed.bridges:
            yield Refusal("scn.seelow-bridges", f"the bridge {side} cannot be blown")

    @demolish.shows
    def chances(self, state: State, side: str) -> Preview:
        unit = self.worker(state)
        blown = dice("1d10").of(lambda face: within(face, demolition_span(state, unit)))
        outcomes = (
            PossibleOutcome("the bridge is blown", blown),
            PossibleOutcome("the bridge stands", 1 - blown),
        )
        return Preview(f"{unit} ({unit.type}) rolls 1d10", outcomes=outcomes)

    @order("bridge", "hexside", "Bridge")
    @case("3.bridge", "C.engineer")
    def bridge(self, tx: Transaction, side: str) -> None:
        """Begun in one phase and finished by the same unit in its next; at once at night."""
        done = 2 if mark_value(tx.state, self.unit, marks.BRIDGING) == side else 1
        unit = self.begin_work(tx)
        if done >= phases_needed(tx.state, "bridge", unit):
            tx.put(Bridge(side, built=True))
            tell(tx, "BridgeBuilt", f"{unit} finishes a bridge at {side}", "3.bridge")
        else:
            tx.mark(unit.key, marks.BRIDGING, value=side)
            tell(tx, "BridgeBegun", f"{unit} begins a bridge at {side}", "3.bridge")
        tx.pop()

    bridge.targets(rivers)

    @bridge.against
    @case("3.bridge", "scn.seelow-bridges")
    def refusals_to_bridge(self, state: State, side: str) -> Iterator[Refusal]:
        """Engineers at a river without a bridge, with no enemy near the far bank."""
        yield from refusals_of_first_game(state, "bridging")
        unit, land = self.worker(state), ground(state)
        if unit.type != "ENG":
            yield Refusal("3.bridge", f"{unit} is not an ENG unit")
        if side not in land.rivers or unit.place not in side.split("/"):
            yield Refusal("3.bridge", f"{side} is not a river beside {unit.place}")
            return
        if state.find(Bridge, side) is not None:
            yield Refusal("3.bridge", f"{side} already has a bridge")
        one, other = side.split("/")
        far, enemy = other if one == unit.place else one, land.other(unit.side)
        # INTERPRETATION (3.bridge): the far bank must be clear in every phase of the work.
        if far in occupied(state, enemy) or far in zoc(state, enemy):
            yield Refusal("3.bridge", f"{far} across the river is the enemy's or in an enemy zone of control")
        if land.is_water(far):
            yield Refusal("3.bridge", f"{far} across the river is water")
        banned = land.rules.river_bridges
        if banned is not None and land.has_name(side, banned.river):
            yield Refusal("scn.seelow-bridges", f"No further bridge over the {banned.river} may be started")

    cancel = way_out()


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
        tx.mark(self.bridge, BLAST_TRIED, marks.PLAYER_TURN)
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
