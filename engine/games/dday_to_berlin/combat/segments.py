"""What the segments of a combat phase have in common: their order, and how one ends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from engine.games.dday_to_berlin.scenario.named_choice import OldQuestion
from engine.referee import Action, Refusal, case

END: Final = Action("end")
CANCEL: Final = Action("cancel")
RESOLVE: Final = Action("resolve")
HALT: Final = Action("halt")

SEGMENTS: Final = {"strike": "air strikes", "bombard": "ranged combat", "assault": "assaults"}
"""In this order; behind each verb the segment it belongs to."""

WORDS: Final[Mapping[str, str]] = {
    "bombard": "Fire at",
    "lead": "Lead with",
    "support": "Support with",
    "fire": "Fire with",
    "defend": "Defend with",
    "retreat": "Retreat:",
    "advance": "Advance:",
}


class CombatChoice(OldQuestion):
    """A decision of combat."""

    words = WORDS


@case("4.segments")
def refusals_of_segment(action: Action, segment: str) -> Iterator[Refusal]:
    """First air strikes, then ranged combat, then assaults; nothing else happens in a combat phase."""
    belongs = SEGMENTS.get(action.verb)
    if belongs is not None and belongs != segment:
        yield Refusal("4.segments", f"this is the segment of {segment}, not of {belongs}")
    else:
        yield Refusal("4.segments", f"{action} is not possible in the segment of {segment}")
