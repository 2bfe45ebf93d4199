"""One die of a side: rolled, rolled again if a free roll is spent, then passed to the frame that asked."""

from __future__ import annotations

from msgspec.structs import replace

from engine.games.dday_to_berlin.records import army
from engine.games.dday_to_berlin.scenario.ground import ground
from engine.mechanics import KeepDice, Reroll, RollAgain, tell
from engine.referee import State, Transaction, case


def throw(tx: Transaction, side: str, case_id: str, why: str, notation: str = "1d10") -> None:
    """Roll a die for a side; the frame on top receives the final face by `resume(tx, face)`.

    Nothing may follow this call in the same function: the result may have to wait for a decision.
    """
    face = tx.roll(notation, case_id, why).total
    if army(tx.state, side).free_rolls:
        tx.push(OfferFreeRoll(side, face, case_id, why, notation))
    else:
        tx.state.frame.resume(tx, face)


def at_most(face: int, number: int, always: int, never: int) -> bool:
    """True for the number or less; one face always succeeds, another always fails."""
    return face == always or (face <= number and face != never)


class OfferFreeRoll(Reroll):
    """The second result stands, so a die is rolled again only once."""

    face: int
    case_id: str
    why: str
    notation: str = "1d10"

    title = "Free roll"
    ruled_by = "opt.free-roll"
    otherwise = "@ is not a valid choice: keep the die or roll it again"

    keep = KeepDice("keep")
    again = RollAgain("roll_again")

    def prompt(self, state: State) -> str:
        left = army(state, self.side).free_rolls
        return f"{self.why} shows {self.face}; spend a free roll ({left} left) to roll again?"

    def outcome(self, faces: tuple[int, ...]) -> int:
        return faces[0]

    def dice(self) -> tuple[str, tuple[int, ...]]:
        return self.notation, (self.face,)

    @case("opt.free-roll")
    def pay(self, tx: Transaction) -> None:
        spent = army(tx.state, self.side)
        tx.put(replace(spent, free_rolls=spent.free_rolls - 1))
        text = f"{ground(tx.state).title_of(self.side)} spends a free roll; {spent.free_rolls - 1} left"
        tell(tx, "FreeRollSpent", text, "opt.free-roll")

    def why_again(self) -> str:
        return f"{self.why}, rolled again"
