"""Bridgeheads: two engineers, face to face across a Major River, make a bridge (10.4.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from engine.catalogue.document import hexside
from engine.games.toppling_the_reich.records import ALLIED, engineers, units_at
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.map_records import Bridgehead
from engine.games.toppling_the_reich.scenario.named_choice import Question
from engine.mechanics import order, tell
from engine.referee import Refusal, State, Transaction, case


@case("10.4.3-a", "10.4.3-b")
def spare_engineers(state: State, here: str) -> int:
    """Engineers in a hex without a bridgehead to hold; below zero where one is missing."""
    # INTERPRETATION (10.4.3-a): an engineer holds one bridgehead at a time, as it ferries one unit a turn.
    held = sum(here in side.split("/") for side in state.all(Bridgehead))
    return sum(unit.is_engineer for unit in units_at(state, here)) - held


@case("10.4.3-a")
def possible_bridgeheads(state: State) -> list[str]:
    """The Major River hexsides with an engineer on either bank who holds no other bridgehead."""
    rivers = ground(state).major_rivers
    places = sorted({unit.place for unit in engineers(state)})
    free = [here for here in places if spare_engineers(state, here) > 0]
    sides = [hexside(here, there) for here in free for there in free if here < there]
    return [side for side in sides if side in rivers and state.find(Bridgehead, side) is None]


def contested(state: State) -> bool:
    """Is there a bank whose engineers cannot hold everything that is possible?"""
    wanted = Counter(bank for side in possible_bridgeheads(state) for bank in side.split("/"))
    return any(number > spare_engineers(state, bank) for bank, number in wanted.items())


@case("10.4.3-a")
def ready_bridgeheads(tx: Transaction) -> None:
    """Engineers face to face make a bridgehead from this segment on; the player chooses where they must."""
    if contested(tx.state):
        tx.push(ChooseBridgehead(ALLIED))
        return
    for side in possible_bridgeheads(tx.state):
        build(tx, side)


def build(tx: Transaction, side: str) -> None:
    """Lay the marker on the hexside."""
    tx.put(Bridgehead(side, ready=True))
    text = f"A bridgehead over the {ground(tx.state).major_rivers[side]} is ready at {side}"
    tell(tx, "BridgeheadReady", text, "10.4.3-a", hexside=side)


@case("10.4.3-b")
def drop_bridgeheads(tx: Transaction) -> None:
    """A bridgehead goes as soon as one of its two engineers is gone."""
    # INTERPRETATION (10.4.3-b): where the engineers left in a hex cannot hold all its bridgeheads, that
    # with the highest number is lost.
    for made in sorted(tx.state.all(Bridgehead).values(), key=lambda made: made.key, reverse=True):
        if any(spare_engineers(tx.state, bank) < 0 for bank in made.key.split("/")):
            tx.remove(made)
            tell(tx, "BridgeheadLost", f"The bridgehead at {made.key} is removed", "10.4.3-b")


class ChooseBridgehead(Question):
    """Where is the bridgehead, if one engineer faces others over two hexsides?"""

    title = "Bridgehead"
    ruled_by = "10.4.3-a"
    otherwise = "name the hexside of the bridgehead"

    def prompt(self, state: State) -> str:
        return "An engineer holds one bridgehead: at which hexside?"

    def whereabouts(self, state: State) -> Iterable[str]:
        return possible_bridgeheads(state)

    @order("bridge", "hexside", "Bridgehead at")
    def bridge(self, tx: Transaction, side: str) -> None:
        build(tx, side)
        tx.pop()
        ready_bridgeheads(tx)

    bridge.targets(whereabouts)

    @bridge.against
    @case("10.4.3-a")
    def refusals_to_bridge(self, state: State, side: str) -> Iterator[Refusal]:
        if side not in possible_bridgeheads(state):
            yield Refusal("10.4.3-a", f"there are no two free engineers on both banks at {side}")


FRAMES = (ChooseBridgehead,)
