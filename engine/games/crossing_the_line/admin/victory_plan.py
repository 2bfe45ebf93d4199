"""The Victory Plan Segment of the campaign (8.3)."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from msgspec.structs import replace

from engine.games.crossing_the_line.records import GERMAN, US, PlanMarker
from engine.games.crossing_the_line.scenario.ground import ground
from engine.games.crossing_the_line.scenario.opening import PLANS
from engine.games.crossing_the_line.scenario.question import Pick
from engine.games.crossing_the_line.standard.reroll import heard, throw
from engine.mechanics.menu import end
from engine.referee import Cup, Event, Frame, Procedure, State, Transaction, case


@case("8.3-a")
def draw_plan(tx: Transaction, frame: Frame) -> None:
    """The US side takes a marker at random; only it sees which."""
    number = len(tx.state.all(PlanMarker)) + 1
    plan = tx.draw(tx.state.get(Cup, PLANS), "8.3-a", "Victory Plan marker", seen_by=(US,))
    tx.put(PlanMarker(str(number), plan))


class Reconnaissance(Procedure):
    """The German player may get a look at one marker."""

    title = "Reconnaissance"

    @case("8.3-c")
    def run(self, tx: Transaction) -> None:
        throw(tx, GERMAN, "8.3-c", "German reconnaissance of the Victory Plans")

    def resume(self, tx: Transaction, result: Any) -> None:
        unseen = tuple(marker.key for marker in tx.state.all(PlanMarker).values() if not marker.seen)
        if heard(result) in ground(tx.state).charts.victory_plan_pool.german_peek_on and unseen:
            tx.replace(LookAtPlan(GERMAN, unseen))
        else:
            tx.pop()


class LookAtPlan(Pick):
    """Which of the drawn markers does the German player look at?"""

    title = "Reconnaissance"
    verb: ClassVar[str] = "look_at"
    kind: ClassVar[str] = "number"
    ruled_by: ClassVar[str] = "8.3-c"

    def prompt(self, state: State) -> str:
        return "Look at one of the Victory Plan markers, by the order in which they were drawn"

    @case("8.3-c")
    def picked(self, tx: Transaction, target: int) -> None:
        marker = tx.state.get(PlanMarker, str(target))
        tx.put(replace(marker, seen=True))
        tx.reveal()
        known = f"The German player looks at Victory Plan marker {target}"
        tx.emit(Event("PlanSeen", f"{known}: {marker.plan}", "8.3-c", (GERMAN,), known))
        tx.pop()

    decline = end("decline", "Look at none")


class VictoryPlanSegment(Procedure):
    """A marker is drawn, then the German player may look."""

    title = "Victory Plan"
    steps = (draw_plan, Reconnaissance)

    @classmethod
    @case("3.4-b", "8.3-a")
    def begin(cls, state: State, parent: Frame) -> Frame | None:
        """Only in the campaign, as long as there are markers."""
        return cls() if state.get(Cup, PLANS).chits else None


FRAMES: Final = (VictoryPlanSegment, Reconnaissance, LookAtPlan)
