"""What the segments of a combat phase have in common: their order, and how one ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Final

from engine.games.dday_to_berlin.scenario.named_choice import Question
from engine.mechanics import ask_again
from engine.referee import Action, Refusal, State, Transaction, case

SEGMENTS: Final = {"strike": "air strikes", "bombard": "ranged combat", "assault": "assaults"}
"""In this order; behind each verb the segment it belongs to."""


class Segment(Question):
    """What is attacked next? Asked as long as there is something to attack."""

    segment: ClassVar[str]

    def resume(self, tx: Transaction, result: Any) -> None:
        ask_again(tx)

    @case("4.segments")
    def refusals_otherwise(self, state: State, action: Action) -> Iterator[Refusal]:
        """First air strikes, then ranged combat, then assaults; nothing else happens in a combat phase."""
        belongs = SEGMENTS.get(action.verb)
        if belongs is not None and belongs != self.segment:
            yield Refusal("4.segments", f"this is the segment of {self.segment}, not of {belongs}")
        else:
            yield Refusal("4.segments", f"{action} is not possible in the segment of {self.segment}")
