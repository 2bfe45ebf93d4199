"""The preview of an action: path, cost, odds, outcomes. A preview never rolls a die."""

from __future__ import annotations

from fractions import Fraction

from engine.record import Record
from engine.referee.modifier import Amount, Cap, Modifier


class PossibleOutcome(Record):
    """One result with its exact probability and what each side would lose on average in it."""

    text: str
    probability: Fraction
    losses: tuple[tuple[str, Fraction], ...] = ()
    winner: str = ""


class Strength(Record):
    """One line of a sum: which side adds how much, and by which case."""

    side: str
    text: str
    amount: Amount
    case: str = ""


class Price(Record):
    """What an action uses up of something that is counted: `2 of 5 Air Actions`, and by which case."""

    what: str
    amount: Amount
    case: str = ""
    left: Amount | None = None
    """How much of it is left before the action."""

    def __str__(self) -> str:
        held = f" of {self.left}" if self.left is not None else ""
        return f"{self.amount}{held} {self.what}"


class Preview(Record):
    """Every field may be empty; the window shows the others."""

    text: str = ""
    path: tuple[str, ...] = ()
    cost: Amount | None = None
    stops: str = ""
    """Where and why the move would have to stop, as far as the side can know."""
    strengths: tuple[Strength, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    caps: tuple[Cap, ...] = ()
    """The limits on the sums of groups of modifiers."""
    prices: tuple[Price, ...] = ()
    """What the action uses up, other than movement points."""
    odds: str = ""
    outcomes: tuple[PossibleOutcome, ...] = ()

    def expected_losses(self) -> dict[str, Fraction]:
        """The mean loss of each side over all outcomes."""
        sums: dict[str, Fraction] = {}
        for outcome in self.outcomes:
            for side, loss in outcome.losses:
                sums[side] = sums.get(side, Fraction(0)) + outcome.probability * loss
        return sums
