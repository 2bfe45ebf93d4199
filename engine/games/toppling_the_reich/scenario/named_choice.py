"""The base of the decisions: buttons show units and hexes by their names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from engine.games.toppling_the_reich.records import Unit, army
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.mechanics import Menu
from engine.mechanics.plural import counted as counted
from engine.referee import ENDING_VERBS, Action, Choice, Price, State

WORDS: Final[Mapping[str, str]] = {"end": "End the segment", "pass": "Pass", "done": "Done"}

GAP: Final = "@"
"""The place of the target's name in the words of a button, if it does not come last."""


class Question(Menu):
    """The base class of all decisions."""

    records: ClassVar[Mapping[str, type]] = {"unit": Unit}
    words: ClassVar[Mapping[str, str]] = WORDS

    def name_of(self, state: State, action: Action) -> str:
        if action.kind == "unit":
            return shown_name(state.get(Unit, action.target), self.side)
        return ground(state).name_of(action.target) if action.kind == "hex" else action.target


class OldQuestion(Choice):
    """The base class of all decisions; each adds words of its own."""

    words: ClassVar[Mapping[str, str]] = {}
    ending_verbs: ClassVar[frozenset[str]] = ENDING_VERBS | {"halt", "back", "keep", "decline"}

    def label(self, state: State, action: Action) -> str:
        words = self.words.get(action.verb) or WORDS.get(action.verb)
        words = words or action.verb.replace("_", " ").capitalize()
        name = action.target
        if action.kind == "unit":
            unit = state.find(Unit, action.target)
            name = shown_name(unit, self.side) if unit else name
        elif action.kind == "hex":
            name = ground(state).name_of(name)
        return words.replace(GAP, name) if GAP in words else f"{words} {name}".rstrip()

    def heading(self, state: State, verb: str) -> str:
        words = self.words.get(verb) or WORDS.get(verb) or verb.replace("_", " ").capitalize()
        return words.replace(GAP, "…") if GAP in words else words


def air_price(state: State, side: str, actions: int, by: str) -> Price:
    """Air Actions of those that are left."""
    return Price("Air Actions", actions, by, army(state, side).air)


def supply_price(state: State, side: str, points: int, by: str) -> Price:
    """Attack Supply Points of those in store."""
    return Price("Attack Supply", points, by, army(state, side).asp)


def shown_name(unit: Unit, side: str) -> str:
    """The name of a unit as a side may read it: the enemy knows only the letter of a deception marker."""
    return f"marker {unit.letter}" if unit.hidden and unit.side != side else unit.name
