"""Germans who defend a Westwall hex may shorten their retreat (7.8-d)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from engine.games.toppling_the_reich.combat.attack import Attack, defending_side
from engine.games.toppling_the_reich.combat.terrain_effects import overlays
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.named_choice import Question
from engine.mechanics import counted, order
from engine.referee import Action, Refusal, State, Transaction, case


class Shortened(NamedTuple):
    """How many hexes they retreat."""

    hexes: int


@case("7.8-d")
def shortens_by(state: State, attack: Attack) -> int:
    """What the chart takes off a retreat from this hex."""
    side = defending_side(state, attack)
    chart = ground(state).charts.tec_hexes.overlay
    return -sum(chart[overlay].retreat for overlay in overlays(state, attack.target, side))


class ShortenRetreat(Question):
    """How far do the defenders of the Westwall go back?"""

    attack: Attack
    hexes: int

    title = "Westwall"

    def prompt(self, state: State) -> str:
        where = ground(state).name_of(self.attack.target)
        length = counted(self.hexes, "hex")
        return f"The Westwall at {where} may shorten the retreat of {length}. How many hexes?"

    @order("retreat", "number", "Retreat by hexes:")
    def retreat(self, tx: Transaction, hexes: int) -> None:
        tx.pop(Shortened(hexes))

    @retreat.targets
    def lengths(self, state: State) -> Iterable[int]:
        return range(max(self.hexes - shortens_by(state, self.attack), 0), self.hexes + 1)

    @case("7.8-d")
    def refusals_otherwise(self, state: State, action: Action) -> Iterator[Refusal]:
        """The full retreat, or one hex less."""
        length = counted(self.hexes, "hex")
        yield Refusal("7.8-d", f"the retreat of {length} can be shortened by at most 1 hex")


def offer_westwall(tx: Transaction, attack: Attack, hexes: int) -> None:
    """Ask the owner where the Westwall helps him."""
    if shortens_by(tx.state, attack):
        tx.push(ShortenRetreat(defending_side(tx.state, attack), attack, hexes))


FRAMES = (ShortenRetreat,)
