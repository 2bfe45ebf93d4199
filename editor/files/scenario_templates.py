"""Templates of new scenarios: an empty front, a river crossing, a duel, in the kinds and units of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Final

from msgspec.structs import replace

from editor.document.game_vocabulary import GameVocabulary, document_game, vocabulary_of_game
from editor.document.victory_templates import HOLD, TEMPLATES, VictoryAnswers, conditions
from engine.catalogue.document import (
    Feature,
    Formation,
    Placement,
    Region,
    ScenarioDocument,
    Setup,
    Side,
    StartLine,
    Unit,
)
from engine.catalogue.document_game import DocumentGame
from engine.hexes.lattice import Lattice

EMPTY, FRONT, RIVER, DUEL = "", "front", "river", "duel"
TITLES: Final[Mapping[str, str]] = {
    EMPTY: "an empty map",
    FRONT: "an empty front: a start line and places to hold",
    RIVER: "a river crossing: the front on both banks, a bridge to hold",
    DUEL: "a duel: a few units on each side of the front",
}
SMALLEST: Final = 6
"""Columns and rows that a template needs."""
TOWN, SUPPLY = "town", "supply"
REAR: Final = 2
"""Columns between the units and the area that supplies them."""
UNITS: Final = 3
"""Units of each side in a duel."""


def from_template(key: str, document: ScenarioDocument) -> ScenarioDocument:
    """A new scenario with what the template adds to its empty map."""
    if key == EMPTY:
        return document
    field = _Field(document, vocabulary_of_game(document.game))
    document = field.with_front()
    if key == RIVER:
        document = field.with_river(document)
    if key == DUEL:
        document = field.with_units(document)
    return document


class _Field:
    """The middle of a map, on both sides of which the two sides stand."""

    def __init__(self, document: ScenarioDocument, kinds: GameVocabulary) -> None:
        self._document, self._kinds = document, kinds
        self._lattice: Lattice = document.map.lattice()
        self._columns = _columns(self._lattice)
        self._middle = len(self._columns) // 2

    @property
    def _sides(self) -> tuple[Side, Side]:
        first, second, *_ = self._document.sides
        return first, second

    def with_front(self) -> ScenarioDocument:
        """A start line down the middle, three places to hold on it, and a victory by them."""
        first, second = self._sides
        line = self._columns[self._middle]
        front = StartLine("front", tuple(line), second.key, first.key, "Front", on_line=second.key)
        places = tuple(dict.fromkeys((line[len(line) // 4], line[len(line) // 2], line[-len(line) // 4])))
        objective = self._kinds.objective
        features = {
            here: (Feature(objective, f"Place {number}", 1, second.key),)
            for number, here in enumerate(places, start=1)
        }
        hold = next(template for template in TEMPLATES if template.key == HOLD)
        answers = VictoryAnswers(
            first.key, second.key, first.title, places, len(places) // 2 + 1, otherwise=True
        )
        return replace(
            self._document,
            start_lines=(front,),
            features=features,
            victory=tuple(conditions(hold, answers, ())),
        )

    def with_river(self, document: ScenarioDocument) -> ScenarioDocument:
        """A river behind the front line, and a road over a bridge in its middle."""
        here, beyond = self._columns[self._middle - 1], set(self._columns[self._middle])
        river, bridge = _kind(self._kinds.hexsides, "river", "stream"), _kind(self._kinds.hexsides, "bridge")
        road = _kind(self._kinds.roads, "road")
        sides = dict(document.map.hexsides)
        banks = [(a, b) for a in here for b in self._lattice.neighbors(a) if b in beyond]
        crossing = banks[len(banks) // 2]
        for a, b in banks if river else ():
            sides[self._lattice.hexside(a, b)] = (Feature(river),)
        if bridge and river:
            sides[self._lattice.hexside(*crossing)] += (Feature(bridge),)
        way = [*self._to_the_edge(crossing[0], -1)[::-1], *self._to_the_edge(crossing[1], 1)]
        for a, b in pairwise(way) if road else ():
            side = self._lattice.hexside(a, b)
            sides[side] = (*sides.get(side, ()), Feature(road))
        return replace(document, map=replace(document.map, hexsides=sides))

    def _to_the_edge(self, start: str, step: int) -> list[str]:
        """The hexes from here to the left or right edge of the map, column by column."""
        way, at = [start], next(n for n, column in enumerate(self._columns) if start in column)
        while 0 <= at + step < len(self._columns):
            at += step
            ahead = [here for here in self._lattice.neighbors(way[-1]) if here in self._columns[at]]
            if not ahead:
                break
            way.append(min(ahead, key=lambda here: self._lattice.distance(here, start)))
        return way

    def with_units(self, document: ScenarioDocument) -> ScenarioDocument:
        """A few usual units of each side, two hexes from the front line: the first, a staff maybe, in a town.

        Where the game has sources of supply, each side has one at its edge of the map; where areas supply
        a side, all hexes behind its units are such an area.
        """
        game = document_game(document.game)
        units: list[Unit] = []
        setups: list[Setup] = []
        formations: dict[str, Formation] = {}
        regions: list[Region] = []
        terrain, features = dict(document.map.terrain), dict(document.features)
        for side, column in zip(self._sides, (self._middle - 2, self._middle + 2), strict=True):
            line = self._columns[column]
            start = max(0, len(line) // 2 - UNITS // 2)
            chosen, theirs = usual_units(game, side.key) if game is not None else ([], [])
            edge = self._columns[0 if column < self._middle else -1]
            if SUPPLY in self._kinds.places:
                features[edge[len(edge) // 2]] = (Feature(SUPPLY, side=side.key),)
            if TOWN in self._kinds.terrain:
                terrain[line[start]] = TOWN
            if game is not None and has_supply_area(game, side.key):
                regions.append(self._rear(side, column))
            formations |= {formation.key: formation for formation in theirs}
            for unit, here in zip(chosen or list(_plain_units(document, side)), line[start:], strict=False):
                units.append(unit)
                setups.append(Setup(unit.id, Placement("hex", here)))
        return replace(
            document,
            map=replace(document.map, terrain=terrain),
            features=features,
            regions=(*document.regions, *regions),
            units=tuple(units),
            setups=tuple(setups),
            formations=tuple(formations.values()),
        )

    def _rear(self, side: Side, column: int) -> Region:
        """The hexes from the edge of the map to two columns behind a line of units."""
        is_left = column < self._middle
        behind = (
            self._columns[: max(1, column - REAR + 1)]
            if is_left
            else self._columns[min(len(self._columns) - 1, column + REAR) :]
        )
        hexes = tuple(here for one in behind for here in one)
        return Region(f"{SUPPLY}-{side.key}", f"Supply of {side.title}", hexes=hexes)


def has_supply_area(game: DocumentGame, side: str) -> bool:
    """Do scenarios of this game have an area that supplies this side?"""
    return any(document.region(f"{SUPPLY}-{side}") is not None for document in game.documents())


def _columns(lattice: Lattice) -> list[list[str]]:
    """The hexes in columns from left to right, each from top to bottom."""
    found: dict[int, list[str]] = {}
    for here in lattice.hexes:
        q, r = lattice.cube(here)
        across = q if lattice.orientation == "flat" else q + (r - (r & 1)) // 2
        found.setdefault(across, []).append(here)
    down = {here: lattice.cube(here)[1] for here in lattice.hexes}
    return [sorted(found[at], key=lambda here: down[here]) for at in sorted(found)]


def _kind(kinds: tuple[str, ...], *words: str) -> str:
    """The plainest kind with one of these words in its name; empty if there is none."""
    named = [kind for word in words for kind in kinds if word in kind.replace("_", " ").split()]
    return min(named, key=len, default="")


def _plain_units(document: ScenarioDocument, side: Side) -> Iterator[Unit]:
    """Units of the first types, in a game without shipped units of this side."""
    types = [kind.key for kind in document.unit_types][1 : UNITS + 1] or ["unit"]
    for number in range(1, UNITS + 1):
        kind = types[(number - 1) % len(types)]
        yield Unit(f"{side.key}-{number}", f"{side.title} {number}", side.key, kind)


def usual_units(game: DocumentGame, side: str) -> tuple[list[Unit], list[Formation]]:
    """A headquarters, if the side has any, and the most common units of one formation of a side."""
    without_staff: tuple[list[Unit], list[Formation]] = [], []
    for document in game.documents():
        standing = {setup.unit for setup in document.setups if setup.place.kind == "hex"}
        theirs = [unit for unit in document.units if unit.side == side and unit.id in standing]
        symbols = {kind.key: kind.symbol or kind.key for kind in document.unit_types}
        counts = Counter(unit.formation for unit in theirs)
        for formation, _ in counts.most_common():
            own = [unit for unit in theirs if unit.formation == formation]
            staff = [unit for unit in own if symbols.get(unit.type) == "headquarters"]
            others = [unit for unit in own if unit not in staff]
            common = Counter(unit.type for unit in others).most_common(1)
            line = [unit for unit in others if common and unit.type == common[0][0]]
            chosen = [*staff[:1], *line][:UNITS]
            if len(chosen) == UNITS and staff:
                return chosen, _with_parents(document, formation)
            if len(chosen) == UNITS and not without_staff[0]:
                without_staff = chosen, _with_parents(document, formation)
    return without_staff


def _with_parents(document: ScenarioDocument, key: str) -> list[Formation]:
    known = {formation.key: formation for formation in document.formations}
    found: list[Formation] = []
    while key in known and known[key] not in found:
        found.append(known[key])
        key = known[key].parent
    return found
