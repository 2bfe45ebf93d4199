"""Germans who defend a Westwall hex may shorten their retreat (7.8-d)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, NamedTuple

from engine.games.toppling_the_reich.combat.attack import Attack, defending_side
from engine.games.toppling_the_reich.combat.terrain_effects import overlays
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.named_choice import Question
from engine.mechanics.plural import counted
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
    words: ClassVar[Mapping[str, str]] = {"retreat": "Retreat by hexes:"}

    def prompt(self, state: State) -> str:
        where = ground(state).name_of(self.attack.target)
        length = counted(self.hexes, "hex")
        return f"The Westwall at {where} may shorten the retreat of {length}. How many hexes?"

    def candidates(self, state: State) -> Iterable[Action]:
        for hexes in range(max(self.hexes - shortens_by(state, self.attack), 0), self.hexes + 1):
            yield Action("retreat", "number", str(hexes))

    @case("7.8-d")
    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        """The full retreat, or one hex less."""
        if action not in self.candidates(state):
            yield Refusal(
                "7.8-d", f"the retreat of {counted(self.hexes, 'hex')} can be shortened by at most 1 hex"
            )

    def apply(self, tx: Transaction, action: Action) -> None:
        tx.pop(Shortened(action.number))


def offer_westwall(tx: Transaction, attack: Attack, hexes: int) -> None:
    """Ask the owner where the Westwall helps him."""
    if shortens_by(tx.state, attack):
        tx.push(ShortenRetreat(defending_side(tx.state, attack), attack, hexes))


FRAMES = (ShortenRetreat,)
