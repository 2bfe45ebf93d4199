"""The base of the decisions: buttons show units, zones and facings by their names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from engine.games.dday_to_berlin.records import FACINGS, Unit
from engine.games.dday_to_berlin.scenario.ground import ground
from engine.mechanics.menu import Menu
from engine.referee import ENDING_VERBS, Action, Choice, State

WORDS: Final[Mapping[str, str]] = {
    "move_first": "Move first",
    "move_second": "Move second",
    "activate": "Activate",
    "move_hq": "Move",
    "enter": "Bring in",
    "enter_at": "Enter at",
    "add": "Add",
    "roll": "Roll the die",
    "end": "End the phase",
    "march": "March to",
    "drive": "Drive in column to",
    "halt": "Halt here",
    "fall_back": "Fall back 1 zone",
    "stay": "Stay and take the markers",
    "rally_with": "Rally with",
    "rally": "Rally",
    "return": "Return to",
    "leave": "Leave it shattered",
    "work": "Give a task to",
    "dig": "Dig in",
    "raze": "Fill in the position",
    "bridge": "Bridge",
    "demolish": "Blow the bridge",
}


class Question(Menu):
    """The base class of all decisions."""

    records: ClassVar[Mapping[str, type]] = {"unit": Unit}

    def name_of(self, state: State, action: Action) -> str:
        if action.kind == "unit":
            return str(state.get(Unit, action.target))
        return ground(state).name_of(action.target) if action.kind == "hex" else action.target


class OldQuestion(Choice):
    """The base class of all decisions; those of combat have words of their own."""

    words: ClassVar[Mapping[str, str]] = WORDS
    ending_verbs: ClassVar[frozenset[str]] = ENDING_VERBS | {"halt", "stay", "hold"}

    def label(self, state: State, action: Action) -> str:
        words = self.words.get(action.verb, action.verb.replace("_", " ").capitalize())
        if action.kind == "unit":
            return f"{words} {state.get(Unit, action.target)}"
        if action.kind == "hex":
            return f"{words} {ground(state).name_of(action.target)}"
        if action.verb == "face":
            return f"Face {FACINGS[action.number % len(FACINGS)]}"
        return f"{words} {action.target}" if action.target else words.rstrip(":")
