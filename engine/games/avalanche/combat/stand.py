"""Standing fast: all hexes of retreat become steps (3.9.i)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import ClassVar, Final, NamedTuple

from engine.games.avalanche.combat.morale import current_morale
from engine.games.avalanche.records import Unit, leaders
from engine.games.avalanche.scenario.ground import ground
from engine.games.avalanche.scenario.question import Question
from engine.mechanics.menu import order
from engine.mechanics.plural import counted
from engine.referee import Modifier, PossibleOutcome, Preview, Refusal, State, Transaction, case

LEADER_RANGE: Final = 2


class Stood(NamedTuple):
    """How the attempt of a side ended; a side that did not try did not stand."""

    side: str
    stands: bool


@case("stand.leader")
def leader_helps(state: State, unit: Unit) -> list[Modifier]:
    """1 less on the die with a leader of the unit's formation within 2 hexes."""
    land = ground(state)
    for leader in leaders(state, unit.side):
        if leader.formation == unit.formation and land.distance(leader.place, unit.place) <= LEADER_RANGE:
            return [Modifier("stand.leader", f"{leader} is near", -1)]
    return []


class StandFast(Question):
    """Does the side stand fast, and which unit rolls?"""

    units: tuple[str, ...]
    """Its units that took part."""
    hexes: int
    """The retreat that it owes."""
    must: str = ""
    """The option that makes it try, if one does."""

    title = "Stand fast"
    ruled_by: ClassVar[str] = "stand.attempt"
    otherwise: ClassVar[str] = "@ is not possible: only a unit that took part tries to stand fast"

    def prompt(self, state: State) -> str:
        return f"{counted(self.hexes, 'hex')} of retreat: does a unit try to stand fast?"

    def subjects(self, state: State) -> Iterable[str]:
        return self.units

    @order("stand", "unit", "Stand fast by")
    def stand(self, tx: Transaction, unit: Unit) -> None:
        stands = self.roll(tx, unit)
        tx.pop(Stood(self.side, stands))

    @stand.targets
    def able(self, state: State) -> Iterable[str]:
        return [key for key in self.units if state.get(Unit, key).on_map]

    @case("stand.roll", "stand.leader")
    def roll(self, tx: Transaction, unit: Unit) -> bool:
        """Below its morale it stands."""
        modifiers, morale = leader_helps(tx.state, unit), current_morale(unit)
        why = "; ".join((f"{unit} stands fast below {morale}", *map(str, modifiers)))
        die = tx.roll("1d6", "stand.roll", why).total
        return die + sum(int(one.amount) for one in modifiers) < morale

    @stand.shows
    def chances(self, state: State, unit: Unit) -> Preview:
        modifiers, morale = leader_helps(state, unit), current_morale(unit)
        lowered = sum(int(one.amount) for one in modifiers)
        chance = Fraction(sum(die + lowered < morale for die in range(1, 7)), 6)
        outcomes = (
            PossibleOutcome("stands fast", chance, ((self.side, Fraction(self.hexes)),)),
            PossibleOutcome("retreats", 1 - chance),
        )
        return Preview(
            f"Morale {morale}",
            modifiers=tuple(modifiers),
            outcomes=tuple(o for o in outcomes if o.probability),
        )

    @order("retreat", words="Retreat", ends=True)
    def retreat(self, tx: Transaction) -> None:
        tx.pop(Stood(self.side, False))

    @retreat.against
    @case("stand.options")
    def refusals_to_retreat(self, state: State) -> Iterator[Refusal]:
        """In a Blitz the attacker, in a Determined Defense the defender must try."""
        if self.must:
            yield Refusal("stand.options", f"The side must try to stand fast in a {self.must}")


FRAMES: Final = (StandFast,)
