"""The usual ratings of a type of units: those of the scenario, or else of the game's scenarios."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache

from editor.document.game_vocabulary import document_game
from editor.document.working_copy import WorkingCopy
from engine.bad_input import BadInput
from engine.catalogue.document import Plain, Unit


def usual_ratings(work: WorkingCopy, kind: str, apart: Iterable[str] = ()) -> Mapping[str, Plain]:
    """What most units of this type have besides what the type itself says; `apart` are ids to leave out."""
    left_out = set(apart)
    units = [unit for unit in work.scenario("units") if unit.type == kind and unit.id not in left_out]
    found = _most_common(units) if units else _of_game(work.scenario("game")).get(kind, {})
    none: Mapping[str, Plain] = {}
    shared = next((known.ratings for known in work.scenario("unit_types") if known.key == kind), none)
    return {name: value for name, value in found.items() if shared.get(name) != value}


def _most_common(units: Iterable[Unit]) -> Mapping[str, Plain]:
    """The set of ratings that most of them have; the first of those that are equally common."""
    listed = [unit.ratings for unit in units]
    counts = Counter(repr(sorted(ratings.items())) for ratings in listed)
    return max(listed, key=lambda ratings: counts[repr(sorted(ratings.items()))], default={})


@lru_cache(maxsize=8)
def _of_game(key: str) -> Mapping[str, Mapping[str, Plain]]:
    """By type, from the shipped scenarios of a game."""
    game = document_game(key)
    by_type: dict[str, list[Unit]] = {}
    try:
        for document in game.documents() if game is not None else ():
            for unit in document.units:
                by_type.setdefault(unit.type, []).append(unit)
    except BadInput:
        return {}
    return {kind: _most_common(units) for kind, units in by_type.items()}
