"""One die of a side, and the marker that lets its owner roll it again (5.2)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, ClassVar, Final

from msgspec.structs import replace

from engine.games.crossing_the_line.records import GAME_TURN, Clock
from engine.games.crossing_the_line.scenario.ground import ground
from engine.games.crossing_the_line.scenario.question import Question
from engine.mechanics.menu import order
from engine.referee import Event, PossibleOutcome, Preview, State, Transaction, case, marked

DIE: Final = "1d10"
KEEPS: Final = "keeps the die"
"""game turn, on a side and the kind of a roll: a standing answer, so that it is not asked again"""


@case("3.8", "5.2-a")
def throw(tx: Transaction, side: str, case_id: str, why: str, unseen: bool = False) -> None:
    """Roll a ten-sided die for a side; the frame on top hears the face by `resume(tx, face)`. Of a roll for a
    unit that the enemy does not see, he reads nothing.

    Nothing may follow this call in the same function: the result may have to wait for a decision.
    """
    face = tx.roll(DIE, case_id, why, (side,) if unseen else None).total
    owns = tx.state.one(Clock).reroll == side and not ground(tx.state).is_static(side)
    if owns and not marked(tx.state, f"{side} {case_id}", KEEPS):
        tx.push(OfferReroll(side, face, case_id, why, unseen))
    else:
        tx.state.frame.resume(tx, face)


class OfferReroll(Question):
    """The die lies on the table; its side may hand the marker over and roll it again."""

    face: int
    case_id: str
    why: str
    unseen: bool = False
    """The die is for a unit that the enemy does not see."""

    title = "SNAFU"
    ruled_by: ClassVar[str] = "5.2-a"

    def prompt(self, state: State) -> str:
        return f"{self.why} shows {self.face}: hand the marker over to roll again?"

    def asks_across_the_table(self, state: State) -> bool:
        return not self.unseen

    @order("keep", words="Keep the die", ends=True)
    def keep(self, tx: Transaction) -> None:
        tx.pop(self.face)

    @order("reroll", words="Hand over the marker and roll again")
    def reroll(self, tx: Transaction) -> None:
        clock = tx.state.one(Clock)
        heir = tx.state.scenario.other(self.side)
        tx.put(replace(clock, reroll=heir))
        land = ground(tx.state)
        text = f"{land.title_of(self.side)} hands the SNAFU marker to {land.title_of(heir)}"
        tx.emit(Event("MarkerHandedOver", text, "5.2-a"))
        reads = (self.side,) if self.unseen else None
        tx.pop(tx.roll(DIE, "5.2-a", f"{self.why}, rolled again", reads).total)

    @reroll.shows
    def new_die(self, state: State) -> Preview:
        """How likely the new die, which counts, is lower, the same or higher."""
        sides = 10
        chances = {"lower": self.face - 1, "the same": 1, "higher": sides - self.face}
        outcomes = (PossibleOutcome(text, Fraction(n, sides)) for text, n in chances.items() if n)
        return Preview("The new die counts; the marker goes to the other side", outcomes=tuple(outcomes))

    @order("keep_always", words="Keep dice of this kind for the rest of the turn")
    def keep_always(self, tx: Transaction) -> None:
        tx.mark(f"{self.side} {self.case_id}", KEEPS, GAME_TURN)
        tx.pop(self.face)


def heard(result: Any) -> int:
    """The face that a frame hears."""
    assert isinstance(result, int)
    return result
