"""German temporary bridges (10.4.2-e, 4.5-b)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

from engine.games.toppling_the_reich.movement.control import holder
from engine.games.toppling_the_reich.movement.rivers import bridges
from engine.games.toppling_the_reich.records import GERMAN, Clock, army
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.map_records import TemporaryBridge
from engine.games.toppling_the_reich.scenario.named_choice import Question, supply_price
from engine.games.toppling_the_reich.supply.attack_supply import cost_of, spend
from engine.referee import Action, Event, Frame, Preview, Refusal, State, Transaction, case

MOST = 2
LAST_TURN = 25
COST = "temporary_bridge"


class BuildBridges(Question):
    """One or two bridges over Major Rivers in German hands; asked as long as there is supply for one."""

    words: ClassVar[Mapping[str, str]] = {"bridge": "Bridge", "done": "No more bridges"}

    @classmethod
    @case("10.4.2-e", "10.4-b")
    def begin(cls, state: State, parent: Frame) -> Frame | None:
        """Asked only up to turn 25 and with the supply for it."""
        able = state.one(Clock).turn <= LAST_TURN and army(state, GERMAN).asp >= cost_of(state, COST)
        return cls(GERMAN) if able else None

    def prompt(self, state: State) -> str:
        return f"Temporary bridges over major rivers for 1 Attack Supply each: {army(state, GERMAN).asp} left"

    def candidates(self, state: State) -> Iterable[Action]:
        yield Action("done")
        for side in sorted(ground(state).major_rivers):
            if all(holder(state, bank) == GERMAN for bank in side.split("/")):
                yield Action("bridge", "hexside", side)

    @case("10.4.2-e")
    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        if action == Action("done"):
            return
        if action.verb != "bridge" or action.kind != "hexside":
            yield Refusal("10.4.2-e", "Place a temporary bridge, or end")
            return
        side = action.target
        if side not in ground(state).major_rivers:
            yield Refusal("10.4.2-e", f"{side} is not a Major River hexside")
            return
        for bank in side.split("/"):
            if holder(state, bank) != GERMAN:
                yield Refusal("10.4.2-e", f"{ground(state).name_of(bank)} is not under German control")
        if side in bridges(state):
            yield Refusal("10.4.2-e", f"There is a bridge at {side} already")

    def preview(self, state: State, action: Action) -> Preview:
        if action.verb != "bridge":
            return Preview()
        price = supply_price(state, GERMAN, cost_of(state, COST), "10.4.2-e")
        return Preview("Stands until the end of the turn", prices=(price,))

    def apply(self, tx: Transaction, action: Action) -> None:
        if action.verb == "bridge":
            spend(tx, GERMAN, cost_of(tx.state, COST), "10.4.2-e", "a temporary bridge")
            tx.put(TemporaryBridge(action.target))
            text = f"A temporary bridge stands at {action.target}"
            tx.emit(Event("BridgePlaced", text, "10.4.2-e", about=(("hexside", action.target),)))
            if len(tx.state.all(TemporaryBridge)) < MOST and army(tx.state, GERMAN).asp >= cost_of(
                tx.state, COST
            ):
                return
        tx.pop()


@case("4.5-b")
def remove_temporary_bridges(tx: Transaction) -> None:
    """They go in the Final Reorganization of the second player-turn."""
    for bridge in list(tx.state.all(TemporaryBridge).values()):
        tx.remove(bridge)
        tx.emit(Event("BridgeRemoved", f"The temporary bridge at {bridge.key} is taken down", "4.5-b"))


FRAMES = (BuildBridges,)
