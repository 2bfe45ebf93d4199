"""Computes hex terrain from geographic data: land and sea, rivers, roads, towns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import dist
from typing import Any, Final

from msgspec import Struct, field

from app.background.progress import Progress
from editor.backdrop.alignment import Affine, Point
from editor.commands.painting import with_feature
from editor.commands.set_records import Edits, SetRecords
from editor.document.working_copy import WorkingCopy
from editor.importers.geojson import GeoLayer, Shape
from editor.tracing.line_following import RiverFitter, RoadFitter, courses
from engine.catalogue.check_map import shown
from engine.catalogue.document import Feature
from engine.hexes.lattice import Lattice
from engine.hexes.layout import Layout

BATCH: Final = 500
LAND: Final = "Measuring land"
SIZES: Final = ("pop_max", "population", "pop")
"""Property names for the population of a town."""


class TracingChoices(Struct, frozen=True):
    """The target kinds; an empty kind skips the source. `share` is the minimum percentage of land."""

    land: str = ""
    sea: str = ""
    lakes: str = ""
    rivers: str = ""
    roads: str = ""
    towns: str = ""
    share: int = 50


class Outcome(Struct):
    """The computed changes of the map."""

    terrain: dict[str, str] = field(default_factory=dict)
    rivers: dict[str, Feature] = field(default_factory=dict)
    roads: dict[str, Feature] = field(default_factory=dict)
    towns: dict[str, Feature] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def command(self, work: WorkingCopy) -> SetRecords:
        """All changes as one command; other content stays."""
        edits: Edits = {"terrain": dict(self.terrain), "hexsides": {}, "features": {}}
        for side in {**self.rivers, **self.roads}:
            here = work.hexsides.get(side, ())
            for found in (self.rivers.get(side), self.roads.get(side)):
                if found is not None:
                    here = with_feature(here, found)
            edits["hexsides"][side] = here
        for place, town in self.towns.items():
            edits["features"][place] = with_feature(work.features("features").get(place, ()), town)
        return SetRecords("Convert the tracing to terrain", edits)

    def words(self) -> str:
        """The amounts as a sentence."""
        counts = (
            (len(self.terrain), "hex of terrain", "hexes of terrain"),
            (len(self.rivers), "river hexside", "river hexsides"),
            (len(self.roads), "hexside with a road", "hexsides with roads"),
            (len(self.towns), "town", "towns"),
        )
        parts = [f"{count} {one if count == 1 else many}" for count, one, many in counts if count]
        return f"{', '.join(parts)}." if parts else "Nothing on this map would change."


class TerrainMaker:
    """Computes an outcome. It reads only its arguments, so that it can run in the background."""

    def __init__(
        self,
        lattice: Lattice,
        layout: Layout,
        place: Affine,
        terrain: Mapping[str, str],
        towns: Mapping[str, Sequence[Feature]],
    ) -> None:
        self._lattice, self._layout, self._place = lattice, layout, place
        self._terrain, self._towns = dict(terrain), dict(towns)
        self._coast: Any | None = None
        """The coast line, once it is computed."""

    def compute(
        self, layers: Sequence[tuple[str, GeoLayer]], choices: TracingChoices, progress: Progress
    ) -> Outcome:
        """Compute everything that was chosen."""
        outcome = Outcome()
        shapes = {
            role: [shape for known, layer in layers if known == role for shape in layer.shapes]
            for role, _ in layers
        }
        if (choices.land or choices.sea) and shapes.get("land"):
            self._land_and_sea(outcome, shapes["land"], choices, progress)
        if choices.lakes and shapes.get("lakes"):
            self._lakes(outcome, shapes["lakes"], choices, progress)
        water = self._water(outcome, choices)
        if choices.rivers and shapes.get("rivers"):
            rivers = RiverFitter(self._lattice, self._layout, water, self._coast)
            rivers.fit(courses(self._lines(shapes["rivers"]), self._layout, progress), progress)
            outcome.rivers = {side: Feature(choices.rivers, name) for side, name in rivers.sides.items()}
        if choices.roads and shapes.get("roads"):
            roads = RoadFitter(self._lattice, self._layout, water)
            roads.fit(courses(self._lines(shapes["roads"]), self._layout, progress), progress)
            outcome.roads = {side: Feature(choices.roads, name) for side, name in roads.sides.items()}
        if choices.towns and shapes.get("towns"):
            self._place_towns(outcome, shapes["towns"], choices.towns, water)
        return outcome

    # areas

    def _land_and_sea(
        self, outcome: Outcome, shapes: list[Shape], choices: TracingChoices, progress: Progress
    ) -> None:
        """Set land and sea; land hexes keep existing terrain."""
        for here, part in self._shares(shapes, progress, LAND):
            is_land = part * 100 >= choices.share
            present = self._terrain.get(here)
            if not is_land and choices.sea and present != choices.sea:
                outcome.terrain[here] = choices.sea
            elif is_land and choices.land and present in (None, choices.sea):
                outcome.terrain[here] = choices.land

    def _lakes(
        self, outcome: Outcome, shapes: list[Shape], choices: TracingChoices, progress: Progress
    ) -> None:
        for here, part in self._shares(shapes, progress, "Measuring lakes"):
            wet = outcome.terrain.get(here, self._terrain.get(here, "")) in (choices.lakes, choices.sea)
            if part * 100 > 100 - choices.share and part > 0 and not wet:
                outcome.terrain[here] = choices.lakes

    def _shares(self, shapes: list[Shape], progress: Progress, what: str) -> Iterator[tuple[str, float]]:
        """The covered share of each hex."""
        from shapely import Polygon, box, make_valid, prepare, union_all

        sheet = box(-1.0, -1.0, self._layout.width + 1.0, self._layout.height + 1.0)
        pieces: list[Any] = []
        for number, shape in enumerate(shape for shape in shapes if shape.kind == "area"):
            progress(number, len(shapes), "Reading areas")
            outline, *holes = ([self._place.at(point) for point in part] for part in shape.parts)
            pieces.append(make_valid(Polygon(outline, holes)).intersection(sheet))
        covered = union_all(pieces)
        if what == LAND:
            self._coast = covered.boundary.intersection(sheet.buffer(-2.0))
        prepare(covered)
        hexes = self._lattice.hexes
        whole = 3**0.5 * 1.5 * self._layout.size**2
        for start in range(0, len(hexes), BATCH):
            progress(start, len(hexes), what)
            batch = hexes[start : start + BATCH]
            yield from zip(batch, _covered(self._outlines(batch), covered, whole), strict=True)

    def _outlines(self, hexes: Sequence[str]) -> Any:
        from shapely import polygons

        return polygons([self._layout.corners(here) for here in hexes])

    def _water(self, outcome: Outcome, choices: TracingChoices) -> set[str]:
        wet = {kind for kind in (choices.sea, choices.lakes) if kind}
        after = {**self._terrain, **outcome.terrain}
        return {here for here in self._lattice.hexes if after.get(here) in wet}

    # lines and points

    def _lines(self, shapes: list[Shape]) -> Iterator[tuple[str, list[Point]]]:
        for shape in shapes:
            if shape.kind == "line":
                yield shape.name, [self._place.at(point) for point in shape.parts[0]]

    def _place_towns(self, outcome: Outcome, shapes: list[Shape], kind: str, water: set[str]) -> None:
        """Place the largest town of each hex; towns in coastal water move to land."""
        crowded = []
        for shape in sorted((shape for shape in shapes if shape.kind == "point"), key=_town_order):
            spot = self._place.at(shape.parts[0][0])
            here = self._layout.hex_at(*spot)
            if here is None:
                continue
            if here in water:
                ashore = [near for near in self._lattice.neighbors(here) if near not in water]
                here = min(ashore, key=lambda near: dist(self._layout.centre(near), spot), default="")
            taken = here in outcome.towns or any(known.name for known in self._towns.get(here, ()))
            if not here or taken:
                crowded.append(shape.name or "a town without a name")
            else:
                outcome.towns[here] = Feature(kind, shape.name)
        if crowded:
            outcome.notes.append(
                f"Left out, because their hexes already have a named place: {shown(crowded)}."
            )


def _covered(outlines: Any, areas: Any, whole: float) -> list[float]:
    """The share of each outline inside the areas; only border cases are measured."""
    from shapely import area, box, contains_properly, intersection, intersects, total_bounds

    touched, inside = intersects(areas, outlines), contains_properly(areas, outlines)
    found = [1.0 if within else 0.0 for within in inside]
    border = [at for at, touches in enumerate(touched) if touches and not inside[at]]
    if border:
        near = areas.intersection(box(*total_bounds(outlines[border])))
        for at, size in zip(border, area(intersection(outlines[border], near)), strict=True):
            found[at] = min(1.0, float(size) / whole)
    return found


def _town_order(shape: Shape) -> tuple[float, float, str]:
    """Sort key: large towns first, by population, then by the rank in the source."""
    by_small = {key.casefold(): value for key, value in shape.properties.items()}
    people = max((_number(by_small.get(key, "")) for key in SIZES), default=0.0)
    return -people, _number(by_small.get("scalerank", "99")), shape.name


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0
