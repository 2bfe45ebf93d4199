"""What the segments of a combat phase have in common: their order, and how one ends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from engine.games.dday_to_berlin.ground import ground
from engine.games.dday_to_berlin.records import Unit
from engine.referee.action import Action
from engine.referee.frame import Choice
from engine.referee.refusal import Refusal, case
from engine.referee.state import State

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


@dataclass(frozen=True, slots=True)
class CombatChoice(Choice):
    """A decision of combat whose buttons call units and zones by their names."""

    def label(self, state: State, action: Action) -> str:
        words = WORDS.get(action.verb, action.verb.replace("_", " ").capitalize())
        if action.kind == "unit":
            return f"{words} {state.get(Unit, action.target)}"
        if action.kind == "hex":
            return f"{words} {ground(state).name_of(action.target)}"
        return f"{words} {action.target}" if action.target else words.rstrip(":")


@case("4.segments")
def refusals_of_segment(action: Action, segment: str) -> Iterator[Refusal]:
    """First air strikes, then ranged combat, then assaults; nothing else happens in a combat phase."""
    belongs = SEGMENTS.get(action.verb)
    if belongs is not None and belongs != segment:
        yield Refusal("4.segments", f"this is the segment of {segment}, not of {belongs}")
    else:
        yield Refusal("4.segments", f"{action} is nothing one does in the segment of {segment}")
