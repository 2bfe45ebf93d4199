"""Finds hexes in special rules and settings, and renumbers them after a resize."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from engine import games
from engine.bad_input import BadInput
from engine.catalogue.document import Plain, ScenarioDocument
from engine.catalogue.document_game import DocumentGame
from engine.hexes.lattice import Lattice

Move = Callable[[str], str | None]
"""Returns the new id of a hex or hexside; None if it was cut off."""


def declared(game_key: str) -> Mapping[str, tuple[str, ...]]:
    """The parameters that a game declares as places, by special rule."""
    try:
        game = games.game(game_key)
    except BadInput:
        return {}
    return game.place_parameters if isinstance(game, DocumentGame) else {}


def suspects(document: ScenarioDocument, lattice: Lattice) -> list[str]:
    """Undeclared values that look like hexes, described for the user."""
    known = declared(document.game)
    found = [
        f"{name} of rule {rule.id}"
        for rule in document.special_rules
        for name, value in rule.parameters.items()
        if name not in known.get(rule.id, ()) and any(_places(value, lattice))
    ]
    return found + [
        f"the setting {name}" for name, value in document.data.items() if any(_places(value, lattice))
    ]


def _places(value: Plain, lattice: Lattice) -> Iterator[str]:
    if isinstance(value, str):
        if value.split() and all(is_place(word, lattice) for word in value.split()):
            yield value
    elif isinstance(value, Mapping):
        for inside in value.values():
            yield from _places(inside, lattice)
    elif isinstance(value, tuple):
        for inside in value:
            yield from _places(inside, lattice)


def is_place(word: str, lattice: Lattice) -> bool:
    """Whether a word is a hex or hexside of the map."""
    if word in lattice:
        return True
    if "/" not in word:
        return False
    try:
        return bool(lattice.canonical(word))
    except BadInput:
        return False


def moved_places(value: Plain, lattice: Lattice, move: Move) -> Plain:
    """Renumber the hexes in a value; hexes that were cut off stay unchanged."""
    if isinstance(value, str):
        words = value.split()
        if not words or not all(is_place(word, lattice) for word in words):
            return value
        return " ".join(move(word) or word for word in words)
    if isinstance(value, Mapping):
        return {key: moved_places(inside, lattice, move) for key, inside in value.items()}
    if isinstance(value, tuple):
        return tuple(moved_places(inside, lattice, move) for inside in value)
    return value
