"""Converts a foreign map by the decisions of the user. Everything that is not imported is reported."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from msgspec import Struct, field
from msgspec.structs import replace

from app.background.progress import with_progress
from editor.backdrop.alignment import Affine, fitted
from editor.backdrop.backdrop import Backdrop, Pin, keep_picture, with_backdrop
from editor.backdrop.board import board_from
from editor.document.game_vocabulary import GameVocabulary, has_table_parts
from editor.document.keys import free_key
from editor.importers.foreign_map import EMPTY, OF_SCENARIO, ForeignMap, Picture, Piece
from editor.importers.guess_terrain import guess
from editor.importers.pictures import decoded
from editor.importers.table_game import parts_left_behind, with_counter_pictures, with_parts
from editor.resize.resize_map import moved_to_grid
from engine.bad_input import BadInput
from engine.catalogue.board import with_board
from engine.catalogue.document import (
    Box,
    Feature,
    Features,
    Label,
    MapSheet,
    Placement,
    Plain,
    ScenarioDocument,
    Setup,
    Unit,
)
from engine.hexes.grid import Grid
from engine.hexes.layout import Layout
from engine.hexes.spec import GridSpec

LEAVE: Final = ""
"""For a feature: do not import. For terrain: no terrain."""
NO_HEX: Final = "no hex"
NAME: Final = "name"
"""A feature becomes a name on the map."""
TERRAIN, FEATURE, PLACE, HEXSIDE = "terrain", "features", "places", "hexsides"


class Decisions(Struct, frozen=True):
    """How each kind of the file is imported.

    Terrain: a kind, "" for none, or `NO_HEX`. Features: "" to skip them, `NAME`, or palette and
    kind ("features town", "places objective", "terrain woods"). Hexsides: a kind or "". Counters by group:
    a side and a type, or ("", "") to skip them.
    """

    terrain: Mapping[str, str] = field(default_factory=dict)
    features: Mapping[str, str] = field(default_factory=dict)
    hexsides: Mapping[str, str] = field(default_factory=dict)
    groups: Mapping[str, tuple[str, str]] = field(default_factory=dict)


class ConvertedMap(Struct, frozen=True):
    """The scenario with the foreign map, and sentences about what was not imported."""

    document: ScenarioDocument
    lost: tuple[str, ...] = ()


def first_guess(foreign: ForeignMap, kinds: GameVocabulary) -> Decisions:
    """Guess the decisions."""
    meanings = foreign.meanings
    terrain = {}
    words = foreign.terrain_words()
    usual = NO_HEX if set(words) - {EMPTY} else LEAVE
    for word in words:
        terrain[word] = usual if word == EMPTY else guess(meanings.get(word, word), kinds.terrain)
    features = {
        word: _guessed_feature(word, meanings.get(word, word), kinds) for word in foreign.feature_words()
    }
    sides = (*kinds.hexsides, *kinds.roads)
    hexsides = {
        word: guess(meanings.get(word, word), sides, terrain=False) for word in foreign.hexside_words()
    }
    groups = {group: _guessed_group(group, kinds) for group in foreign.groups()}
    return Decisions(terrain, features, hexsides, groups)


def _guessed_feature(word: str, meaning: str, kinds: GameVocabulary) -> str:
    """Guess the kind of a feature; scenario features match scenario kinds only."""
    ours = () if word.startswith(OF_SCENARIO) else kinds.features
    kind = guess(meaning.removeprefix(OF_SCENARIO), (*ours, *kinds.places), terrain=False)
    return f"{FEATURE if kind in ours else PLACE} {kind}" if kind else LEAVE


def _guessed_group(group: str, kinds: GameVocabulary) -> tuple[str, str]:
    """Guess side and type of a counter group; one that names no side goes to a side that does not play."""
    words = set(re.findall(r"[a-z]{3,}", group.casefold()))

    def named(text: str) -> bool:
        return any(
            word[:5] == other[:5] for word in words for other in re.findall(r"[a-z]{3,}", text.casefold())
        )

    nobody = next((side.key for side in kinds.sides if side.data.get("plays") is False), "")
    side = next((side.key for side in kinds.sides if named(f"{side.key} {side.title}")), nobody)
    if not side or not kinds.unit_types:
        return "", ""
    kind = guess(group, [f"{known.key} {known.title}" for known in kinds.unit_types], terrain=False)
    known = next((known.key for known in kinds.unit_types if f"{known.key} {known.title}" == kind), None)
    return side, known or kinds.unit_types[0].key


def convert_map(
    foreign: ForeignMap, decisions: Decisions, target: ScenarioDocument, folder: Path | None = None
) -> ConvertedMap:
    """Put the scenario on the foreign map; units and rules stay as far as the map has their hexes.

    The board of a game without rules lies on the table. Any other picture of the map is copied into the
    user's folder, if one is given, and becomes the backdrop.
    """
    converted = _Converter(foreign, decisions, target).convert()
    if foreign.picture is None:
        return converted
    if foreign.is_whole_game and has_table_parts(target.game):
        return _with_board(converted, foreign.picture)
    if folder is None:
        return converted
    try:
        backdrop = _backdrop(foreign.picture, converted.document.map, folder)
    except BadInput as bad:
        return replace(converted, lost=(*converted.lost, f"The picture of the map: {bad}"))
    sheet = replace(converted.document.map, data=with_backdrop(converted.document.map.data, backdrop))
    return replace(converted, document=replace(converted.document, map=sheet))


def _with_board(converted: ConvertedMap, picture: Picture) -> ConvertedMap:
    """The scenario with the picture as its board."""
    sheet = converted.document.map
    try:
        image = decoded(picture.data)
        if image is None:
            raise BadInput(f"{picture.name} cannot be read as a picture.")
        place = _placed(picture, sheet, image.width() / picture.width)
        board = replace(
            board_from(image, place, picture.name), grid=picture.draws_grid, numbers=picture.draws_numbers
        )
        sheet = replace(sheet, data=with_board(sheet.data, board))
    except BadInput as bad:
        return replace(converted, lost=(*converted.lost, f"The picture of the map: {bad}"))
    return replace(converted, document=replace(converted.document, map=sheet))


def _placed(picture: Picture, sheet: MapSheet, scale: float) -> Affine:
    """Where the pixels of a picture lie, which is `scale` times as large as it was in its file."""
    layout = Layout(sheet.lattice())
    known = [(here, x * scale, y * scale) for here, x, y in picture.anchors if here in layout.lattice]
    return fitted(Affine(), [((x, y), layout.centre(here)) for here, x, y in known])


def _backdrop(picture: Picture, sheet: MapSheet, folder: Path) -> Backdrop:
    """Place the picture so that its hexes match ours."""
    with TemporaryDirectory() as place:
        file = Path(place) / f"picture{Path(picture.name).suffix.lower()}"
        file.write_bytes(picture.data)
        kept = replace(keep_picture(folder, file), name=picture.name)
    scale, lattice = kept.width / picture.width, sheet.lattice()
    pins = tuple(Pin(here, x * scale, y * scale) for here, x, y in picture.anchors if here in lattice)
    return kept.placed(_placed(picture, sheet, scale), pins)


class _Converter:
    def __init__(self, foreign: ForeignMap, decisions: Decisions, target: ScenarioDocument) -> None:
        self._foreign = foreign
        self._decisions = decisions
        self._target = target
        self._left: Counter[str] = Counter()
        self._labels: list[Label] = []
        self._places: defaultdict[str, list[Feature]] = defaultdict(list)
        self._grid = self._make_grid()
        self._lattice = Grid(self._grid)

    def convert(self) -> ConvertedMap:
        moved = moved_to_grid(self._bare_target(), self._grid)
        terrain, features = self._terrain(), self._features()
        old = self._target.map
        sheet = MapSheet(
            old.key,
            old.title,
            self._grid,
            terrain,
            features,
            self._hexsides(),
            (*self._labels, *self._given_labels()),
            boxes=self._boxes(),
            data=old.data,
            **self._by_number(),
        )
        units, setups, drawn = self._units()
        document = replace(
            moved.document,
            map=sheet,
            features=self._all_places(moved.document.features),
            units=(*moved.document.units, *units),
            setups=(*moved.document.setups, *setups),
        )
        if has_table_parts(document.game):
            document = replace(document, data=with_parts(document.data, self._foreign.table))
            data, left_behind = with_counter_pictures(document.data, self._foreign, drawn)
            document = replace(document, data=data)
        else:
            left_behind = parts_left_behind(self._foreign)
        losses = (
            [f"Parts of the scenario whose hexes the map does not have: {moved.warning()}."]
            if moved.losses
            else []
        )
        return ConvertedMap(document, (*self._foreign.lost, *left_behind, *self._sentences(), *losses))

    def _boxes(self) -> tuple[Box, ...]:
        """The boxes of the scenario and of the imported map."""
        both = (*self._target.map.boxes, *self._foreign.extras.boxes)
        return tuple({box.key: box for box in both}.values())

    def _by_number(self) -> dict[str, Any]:
        """Regions, second numbers and known places, as far as the map has their hexes."""
        extras, lattice = self._foreign.extras, self._lattice
        regions = []
        for region in extras.regions:
            hexes = tuple(here for here in region.hexes if here in lattice)
            drawn = all(_has(lattice, point) for point in region.polygon)
            if (hexes or not region.hexes) and drawn:
                regions.append(replace(region, hexes=hexes))
            else:
                self._left[f"region {region.title or region.key}"] += 1
        anchors = tuple(anchor for anchor in extras.georeference.anchors if anchor.hex in lattice)
        aliases = {
            name: here for name, here in extras.aliases.items() if here in lattice and name not in lattice
        }
        return {
            "regions": tuple(regions),
            "aliases": aliases,
            "georeference": replace(extras.georeference, anchors=anchors),
        }

    def _bare_target(self) -> ScenarioDocument:
        """The scenario without the content of its previous map, which is replaced."""
        old = self._target.map
        return replace(self._target, map=MapSheet(old.key, old.title, old.grid, aliases=old.aliases))

    def _all_places(self, kept: Features) -> dict[str, tuple[Feature, ...]]:
        both = {here: (*kept.get(here, ()), *found) for here, found in self._places.items()}
        return {**kept, **both}

    def _make_grid(self) -> GridSpec:
        gone = {
            here
            for here, word in with_progress(self._foreign.terrain.items())
            if self._decisions.terrain.get(word, LEAVE) == NO_HEX
        }
        if not gone:
            return self._foreign.grid
        return replace(self._foreign.grid, missing=self._foreign.grid.missing | gone)

    def _terrain(self) -> dict[str, str]:
        found = {}
        for here, word in with_progress(self._foreign.terrain.items()):
            kind = self._decisions.terrain.get(word, LEAVE)
            if kind not in (LEAVE, NO_HEX):
                found[here] = kind
            elif kind == LEAVE and word != EMPTY:
                self._left[f"terrain {self._shown(word)}"] += 1
        for here, things in self._foreign.features.items():
            for thing in things:
                palette, _, kind = self._decisions.features.get(thing.kind, LEAVE).partition(" ")
                if palette == TERRAIN and here in self._lattice:
                    found[here] = kind
        return found

    def _features(self) -> dict[str, tuple[Feature, ...]]:
        found: defaultdict[str, list[Feature]] = defaultdict(list)
        for here, things in with_progress(self._foreign.features.items()):
            for thing in things:
                choice = self._decisions.features.get(thing.kind, LEAVE)
                palette, _, kind = choice.partition(" ")
                if choice == LEAVE or here not in self._lattice:
                    self._left[f"feature {self._shown(thing.kind)}"] += 1
                elif choice == NAME:
                    self._labels.append(Label(here, thing.name or self._shown(thing.kind)))
                elif palette == FEATURE:
                    found[here].append(replace(thing, kind=kind))
                elif palette == PLACE:
                    self._places[here].append(replace(thing, kind=kind))
        return {here: tuple(listed) for here, listed in found.items()}

    def _hexsides(self) -> dict[str, tuple[Feature, ...]]:
        found: defaultdict[str, list[Feature]] = defaultdict(list)
        for side, things in with_progress(self._foreign.hexsides.items()):
            for thing in things:
                kind = self._decisions.hexsides.get(thing.kind, LEAVE)
                try:
                    here = self._lattice.canonical(side)
                except BadInput:
                    here = ""
                if not kind or not here:
                    self._left[f"hexside {self._shown(thing.kind)}"] += 1
                else:
                    toward = thing.toward if thing.toward in self._lattice else ""
                    found[here].append(replace(thing, kind=kind, toward=toward))
        return {side: tuple(listed) for side, listed in found.items()}

    def _given_labels(self) -> list[Label]:
        kept = [label for label in self._foreign.labels if label.hex in self._lattice]
        if len(kept) < len(self._foreign.labels):
            self._left["name"] += len(self._foreign.labels) - len(kept)
        return kept

    def _units(self) -> tuple[list[Unit], list[Setup], dict[str, Piece]]:
        """The units, where they begin, and the piece that each one was."""
        taken = {unit.id for unit in self._target.units}
        units, setups, pieces = [], [], {}
        for piece in self._foreign.pieces:
            side, kind = self._decisions.groups.get(piece.group, ("", ""))
            if not side or not kind:
                self._left[f"counter of {piece.group}"] += 1
                continue
            key = _free_id(piece, taken)
            taken.add(key)
            units.append(Unit(key, piece.name or key, side, kind))
            pieces[key] = piece
            if piece.hex in self._lattice:
                state: dict[str, Plain] = {"flipped": True} if piece.is_flipped else {}
                setups.append(Setup(key, Placement("hex", piece.hex), state))
            elif piece.hex:
                self._left["place of a counter"] += 1
        return units, setups, pieces

    def _shown(self, word: str) -> str:
        return self._foreign.names.get(word) or word

    def _sentences(self) -> list[str]:
        return [f"Not imported: {what} ({count})." for what, count in self._left.most_common()]


def _free_id(piece: Piece, taken: set[str]) -> str:
    return free_key(re.sub(r"[^A-Za-z0-9]+", "-", piece.name).strip("-")[:24] or "unit", taken)


def _has(lattice: Grid, point: str) -> bool:
    """Whether the map has this hex or hexside."""
    try:
        return bool(lattice.canonical(point)) if "/" in point else point in lattice
    except BadInput:
        return False
