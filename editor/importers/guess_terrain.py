"""Guesses the game's kind for a foreign one: equal words first, then the same terrain family."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from app.map.terrain.terrain_style import terrain_style

_ALIKE: Final = {
    "castle": "fort fortification town city",
    "keep": "fort fortification city town",
    "mountain": "mountain hill rough",
    "mountains": "mountain hill rough",
    "hill": "mountain rough",
    "hills": "hill mountain rough",
    "rough": "hill mountain",
    "marsh": "polder soft",
    "swamp": "marsh polder soft",
    "jungle": "woods forest",
    "desert": "clear open",
    "impassable": "neutral",
    "city": "town",
    "industrial": "city town",
    "cave": "rough hill",
    "mushrooms": "rough hill",
    "snow": "clear open",
    "ice": "clear open",
    "floor": "clear open",
    "grass": "clear open",
    "grassland": "clear open",
    "meadow": "clear open",
    "dirt": "clear open",
    "pavement": "town",
    "building": "town village",
    "village": "town city",
    "house": "village town",
    "tree": "woods forest",
    "trees": "woods forest",
    "stone": "rough hill",
    "rock": "rough hill",
    "railroad": "rail",
    "railway": "rail",
    "highway": "road",
    "stream": "river minor",
    "start": "entry",
    "ocean": "sea",
    "water": "sea lake",
    "void": "impassable",
    "rubble": "rough hill",
}
_NOTHING: Final = "unknown"


def _words(text: str) -> list[str]:
    return re.findall(r"[a-z]+|-?\d+", text.casefold())


def _family(word: str) -> str:
    """The terrain family of a word; "" if none."""
    family = terrain_style(word).family
    return "" if family.startswith(_NOTHING) or family == "relief" else family


def guess(meaning: str, kinds: Sequence[str], terrain: bool = True) -> str:
    """The game's kind that best matches a meaning; "" if none matches.

    Earlier words of a meaning weigh more; between equal matches the more frequent kind wins. Kinds of
    terrain also match by their family.
    """
    words = _words(meaning)
    best, most = "", 0
    for kind in kinds:
        score = _nearness(words, _words(kind), terrain)
        if score > most:
            best, most = kind, score
    return best


def _nearness(words: Sequence[str], kind: Sequence[str], terrain: bool) -> int:
    if not words or not kind:
        return 0
    if list(words) == list(kind):
        return 1000
    score = 0
    for at, word in enumerate(words):
        weight = 4 ** max(0, 2 - at)
        if word in kind:
            score += 10 * weight
        elif set(_ALIKE.get(word, "").split()) & set(kind):
            score += 6 * weight
        elif terrain and _family(word) and _family(word) in map(_family, kind):
            score += 5 * weight
    strange = sum(word not in words for word in kind)
    return max(0, score - strange) if score else 0
