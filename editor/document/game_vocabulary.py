"""The vocabulary of a game: kinds of terrain, hexsides, roads, features, names, sizes.

It is collected from the scenarios of the game and from the open scenario.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from string import digits
from typing import Any, Final

from msgspec import Struct, field
from msgspec.structs import replace

from app.map.terrain.feature_art import is_objective
from engine import games
from engine.bad_input import BadInput
from engine.catalogue.beginning import Beginning
from engine.catalogue.check_map import is_path
from engine.catalogue.document import (
    Feature,
    Option,
    Plain,
    RatingField,
    ScenarioDocument,
    Side,
    SpecialRule,
    UnitType,
)
from engine.catalogue.document_game import DocumentGame

REGION_KINDS: Final = ("country", "weather", "deployment", "supply")
NAME_KINDS: Final = ("city", "town", "village", "peak", "water", "river", "landscape", "place")
_USUAL: Final = {
    "terrain": ("clear", "woods", "rough", "hill", "mountain", "marsh", "town", "city", "sea"),
    "hexsides": (
        "river",
        "major river",
        "bridge",
        "ford",
        "dam",
        "border",
        "wall",
        "cliff",
        "dragon's teeth",
    ),
    "roads": ("road", "rail"),
    "features": ("town", "city", "village", "port", "airfield", "fort", "beach"),
    "places": ("objective", "supply", "entry"),
}
"""Defaults for a game without scenarios."""
_COUNTED: Final = ("names", "regions", "sizes", "allotments")


class GameVocabulary(Struct, frozen=True):
    """Kinds by palette, most frequent first."""

    terrain: tuple[str, ...] = ()
    hexsides: tuple[str, ...] = ()
    roads: tuple[str, ...] = ()
    features: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    names: tuple[str, ...] = NAME_KINDS
    regions: tuple[str, ...] = REGION_KINDS
    sizes: tuple[str, ...] = ()
    sides: tuple[Side, ...] = ()
    unit_types: tuple[UnitType, ...] = ()
    allotments: tuple[str, ...] = ()
    """What sides receive: supply, air points …"""
    options: tuple[Option, ...] = ()
    special_rules: tuple[SpecialRule, ...] = ()
    settings: Mapping[str, Plain] = field(default_factory=dict)
    """Common values of the game's scenario settings."""

    def of(self, palette: str) -> tuple[str, ...]:
        """The kinds of one palette."""
        return getattr(self, palette)

    @property
    def objective(self) -> str:
        """The kind of a victory hex."""
        return next((kind for kind in self.places if is_objective(kind)), "objective")


def shown_kind(kind: str) -> str:
    """A kind as text for the user: files write major_river, the editor shows major river."""
    return kind.replace("_", " ")


def vocabulary_of_game(key: str) -> GameVocabulary:
    """The vocabulary of the game's scenarios."""
    return _kinds(key)


def vocabulary_for(document: ScenarioDocument) -> GameVocabulary:
    """The vocabulary of the game and of this scenario."""
    theirs, own = _kinds(document.game), _counted([document])
    joined: dict[str, Any] = {
        name: tuple(dict.fromkeys((*theirs.of(name), *own.of(name)))) for name in (*_USUAL, *_COUNTED)
    }
    return replace(theirs, **joined)


@lru_cache(maxsize=16)
def _kinds(key: str) -> GameVocabulary:
    found = _counted(_scenarios(key))
    usual: dict[str, Any] = {name: found.of(name) or kinds for name, kinds in _USUAL.items()}
    return replace(found, **usual)


def _scenarios(key: str) -> list[ScenarioDocument]:
    """The scenarios of the game; none if it is not installed."""
    game = document_game(key)
    try:
        return [] if game is None else list(game.documents())
    except BadInput:
        return []


def _kinds_in(table: Mapping[str, tuple[Feature, ...]]) -> Counter[str]:
    return Counter([feature.kind for here in table.values() for feature in here])


def _counted(documents: Iterable[ScenarioDocument]) -> GameVocabulary:
    counts = {name: Counter[str]() for name in (*_USUAL, *_COUNTED)}
    sides: dict[str, Side] = {}
    types: dict[str, UnitType] = {}
    settings: dict[str, Plain] = {}
    options: dict[str, Option] = {}
    rules: dict[str, SpecialRule] = {}
    for document in documents:
        settings = {**document.data, **settings}
        sheet = document.map
        counts["terrain"].update(sheet.terrain.values())
        for drawn, count in _kinds_in(sheet.hexsides).items():
            counts["roads" if is_path(drawn) else "hexsides"][drawn] += count
        for name, table in (("features", sheet.features), ("places", document.features)):
            counts[name].update(_kinds_in(table))
        counts["names"].update(label.kind for label in sheet.labels)
        regions = (*sheet.regions, *document.regions)
        counts["regions"].update(region.kind for region in regions if region.kind)
        counts["sizes"].update(unit.size for unit in document.units if unit.size)
        counts["allotments"].update(allotment.what for allotment in document.allotments)
        for option in document.options:
            options.setdefault(option.key, option)
        for rule in document.special_rules:
            rules.setdefault(rule.id, rule)
        for side in document.sides:
            sides.setdefault(side.key, side)
        for kind in document.unit_types:
            types.setdefault(kind.key, kind)
    listed: dict[str, Any] = {name: _most_frequent_first(count) for name, count in counts.items()}
    listed["names"] = tuple(dict.fromkeys((*NAME_KINDS, *listed["names"])))
    listed["regions"] = tuple(dict.fromkeys((*listed["regions"], *REGION_KINDS)))
    return GameVocabulary(
        **listed,
        sides=tuple(sides.values()),
        unit_types=tuple(types.values()),
        options=tuple(options.values()),
        special_rules=tuple(rules.values()),
        settings=settings,
    )


def _most_frequent_first(counted: Counter[str]) -> tuple[str, ...]:
    """Kinds that differ only in a number (`level 1`, `level 2`) stand together in its order."""
    kinds = [kind for kind, _ in counted.most_common()]
    places: dict[str, int] = {}
    for place, kind in enumerate(kinds):
        places.setdefault(kind.rstrip(digits), place)

    def order(kind: str) -> tuple[int, int]:
        name = kind.rstrip(digits)
        return places[name], int(kind.removeprefix(name) or 0)

    return tuple(sorted(kinds, key=order))


def rating_fields(key: str, data: Mapping[str, Plain]) -> dict[str, RatingField]:
    """The rating fields of units in a scenario of this game with these data."""
    found = document_game(key)
    return dict(found.rating_fields_for(data)) if found is not None else {}


def has_table_parts(key: str) -> bool:
    """Does the author of a scenario of this game say what lies on the table?"""
    found = document_game(key)
    return found is not None and found.has_table_parts


def beginning_of(key: str) -> Beginning:
    """What a new scenario of this game begins with."""
    found = document_game(key)
    return found.beginning if found is not None else Beginning()


def document_game(key: str) -> DocumentGame | None:
    """The game, if it is installed and its scenarios are documents."""
    try:
        found = games.game(key)
    except BadInput:
        return None
    return found if isinstance(found, DocumentGame) else None
