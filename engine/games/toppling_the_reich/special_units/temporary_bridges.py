"""German temporary bridges (10.4.2-e, 4.5-b)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.games.toppling_the_reich.movement.control import holder
from engine.games.toppling_the_reich.movement.rivers import bridges
from engine.games.toppling_the_reich.records import GERMAN, Clock, army
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.map_records import TemporaryBridge
from engine.games.toppling_the_reich.scenario.named_choice import Question
from engine.games.toppling_the_reich.supply.attack_supply import cost_of, preview_cost, spend
from engine.mechanics import end, order, tell
from engine.referee import Frame, Preview, Refusal, State, Transaction, case

MOST = 2
LAST_TURN = 25
COST = "temporary_bridge"


def is_affordable(state: State) -> bool:
    """Is there supply for one more?"""
    return army(state, GERMAN).asp >= cost_of(state, COST)


class BuildBridges(Question):
    """One or two bridges over Major Rivers in German hands; asked as long as there is supply for one."""

    ruled_by = "10.4.2-e"
    otherwise = "Place a temporary bridge, or end"

    @classmethod
    @case("10.4.2-e", "10.4-b")
    def begin(cls, state: State, parent: Frame) -> Frame | None:
        """Asked only up to turn 25 and with the supply for it."""
        return cls(GERMAN) if state.one(Clock).turn <= LAST_TURN and is_affordable(state) else None

    def prompt(self, state: State) -> str:
        return f"Temporary bridges over major rivers for 1 Attack Supply each: {army(state, GERMAN).asp} left"

    done = end("done", "No more bridges")

    @order("bridge", "hexside", "Bridge")
    def bridge(self, tx: Transaction, side: str) -> None:
        spend(tx, GERMAN, cost_of(tx.state, COST), "10.4.2-e", "a temporary bridge")
        tx.put(TemporaryBridge(side))
        tell(tx, "BridgePlaced", f"A temporary bridge stands at {side}", "10.4.2-e", hexside=side)
        if len(tx.state.all(TemporaryBridge)) >= MOST or not is_affordable(tx.state):
            tx.pop()

    @bridge.targets
    def rivers(self, state: State) -> Iterable[str]:
        return sorted(ground(state).major_rivers)

    @bridge.against
    @case("10.4.2-e")
    def refusals_to_bridge(self, state: State, side: str) -> Iterator[Refusal]:
        if side not in ground(state).major_rivers:
            yield Refusal("10.4.2-e", f"{side} is not a Major River hexside")
            return
        for bank in side.split("/"):
            if holder(state, bank) != GERMAN:
                yield Refusal("10.4.2-e", f"{ground(state).name_of(bank)} is not under German control")
        if side in bridges(state):
            yield Refusal("10.4.2-e", f"There is a bridge at {side} already")

    @bridge.shows
    def preview_of_bridge(self, state: State, side: str) -> Preview:
        text = "Stands until the end of the turn"
        return preview_cost(state, GERMAN, cost_of(state, COST), "10.4.2-e", text)


@case("4.5-b")
def remove_temporary_bridges(tx: Transaction) -> None:
    """They go in the Final Reorganization of the second player-turn."""
    for bridge in list(tx.state.all(TemporaryBridge).values()):
        tx.remove(bridge)
        tell(tx, "BridgeRemoved", f"The temporary bridge at {bridge.key} is taken down", "4.5-b")


FRAMES = (BuildBridges,)
