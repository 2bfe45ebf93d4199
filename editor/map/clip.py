"""Copied hexes that can be rotated, mirrored and pasted; stored in cube coordinates."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from app.background.progress import with_progress
from editor.commands.painting import with_feature
from editor.commands.set_records import Edits, SetRecords
from editor.document.working_copy import SHEET, WorkingCopy
from engine.bad_input import BadInput
from engine.catalogue.check_map import is_path
from engine.catalogue.document import Feature, Label
from engine.catalogue.plain_data import read, whole, write
from engine.hexes.cubes import STEPS, Cube, Mirror, mirror, mirror_direction, opposite, rotate
from engine.hexes.lattice import Lattice
from engine.mechanics.plural import counted
from engine.parse_limits import load_json
from engine.record import Record

PARTS: Final = ("terrain", "hexsides", "features", "names", "places")
FORMAT: Final = "startline hexes 1"
NOWHERE, HERE, ACROSS = 0, 1, 2
Facing = tuple[Feature, int]
"""Which hex a hexside feature faces: none, this hex, or the one across."""


class ClipHex(Record):
    """The content of one copied hex."""

    terrain: str = ""
    features: tuple[Feature, ...] = ()
    places: tuple[Feature, ...] = ()
    names: tuple[Label, ...] = ()


class Clip(Struct, frozen=True):
    """Hexes around an origin at (0, 0), and the hexsides between them, each by one hex and a direction."""

    flat: bool
    hexes: Mapping[Cube, ClipHex]
    sides: tuple[tuple[Cube, int, tuple[Facing, ...]], ...] = ()

    def rotated(self, sixths: int) -> Clip:
        """Return a copy rotated clockwise."""
        if sixths % 6 == 0:
            return self
        return Clip(
            self.flat,
            {rotate(at, sixths): found for at, found in self.hexes.items()},
            tuple((rotate(at, sixths), (way + sixths) % 6, found) for at, way, found in self.sides),
        )

    def mirrored(self, way: Mirror) -> Clip:
        """Return a mirrored copy."""
        stands = "flat" if self.flat else "pointy"
        return Clip(
            self.flat,
            {mirror(at, way, stands): found for at, found in self.hexes.items()},  # type: ignore[arg-type]
            tuple(
                (mirror(at, way, stands), mirror_direction(side, way, stands), found)  # type: ignore[arg-type]
                for at, side, found in self.sides
            ),
        )

    def hexes_at(self, lattice: Lattice, at: str | Cube) -> list[str]:
        """The hexes it would cover, without those off the map."""
        anchor = at if isinstance(at, Cube) else lattice.cube(at)
        places = (lattice.hex_at_cube(Cube(anchor.q + q, anchor.r + r)) for q, r in self.hexes)
        return [here for here in places if here is not None]

    # as text, for the clipboard

    def dumps(self) -> str:
        """Serialise to clipboard text."""
        hexes = [[at.q, at.r, write(found)] for at, found in with_progress(self.hexes.items())]
        sides = [
            [at.q, at.r, way, [[write(f), faces] for f, faces in found]] for at, way, found in self.sides
        ]
        return json.dumps({"format": FORMAT, "flat": self.flat, "hexes": hexes, "sides": sides})

    @classmethod
    def loads(cls, source: str) -> Clip:
        """Parse clipboard text; BadInput if it is something else."""
        try:
            raw = load_json(source, "The clipboard")
            if raw["format"] != FORMAT:
                raise ValueError
            hexes = {_cube(q, r): read(ClipHex, found, "A copied hex") for q, r, found in raw["hexes"]}
            sides = tuple(
                (_cube(q, r), whole(way, "A direction") % 6, tuple(_facings(found)))
                for q, r, way, found in raw["sides"]
            )
        except (ValueError, KeyError, TypeError, RecursionError):
            raise BadInput("The clipboard holds no hexes; copy some in the editor first.") from None
        return cls(raw["flat"] is True, hexes, sides)


def _cube(q: object, r: object) -> Cube:
    return Cube(whole(q, "A copied hex"), whole(r, "A copied hex"))


def _facings(items: Iterable[Any]) -> Iterator[Facing]:
    for feature, faces in items:
        yield read(Feature, feature, "A copied hexside"), whole(faces, "A copied hexside")


def copy_hexes(
    work: WorkingCopy,
    lattice: Lattice,
    hexes: Collection[str],
    origin: Cube | None = None,
    roads_out: bool = False,
) -> Clip:
    """Copy hexes with their hexsides, relative to an origin or to their middle.

    Hexside features around them are included; roads that lead out only on request.
    """
    chosen = [lattice.first_name(here) for here in hexes]
    cubes = [lattice.cube(here) for here in chosen]
    if origin is None:
        origin = _middle(cubes)
    labels: dict[str, list[Label]] = {}
    for label in work.sheet("labels"):
        labels.setdefault(label.hex, []).append(replace(label, hex=""))
    found = {
        Cube(cube.q - origin.q, cube.r - origin.r): ClipHex(
            work.terrain.get(here, ""),
            work.features("features").get(here, ()),
            work.features("places").get(here, ()),
            tuple(labels.get(here, ())),
        )
        for here, cube in with_progress(zip(chosen, cubes, strict=True))
    }
    inside, sides = set(chosen), []
    for here, cube in with_progress(zip(chosen, cubes, strict=True)):
        for way, other in enumerate(lattice.around(here)):
            features = work.hexsides.get(lattice.hexside_at(here, way), ())
            if other in inside:
                features = features if way < 3 else ()
            elif not roads_out:
                features = tuple(feature for feature in features if not is_path(feature.kind))
            if features:
                at = Cube(cube.q - origin.q, cube.r - origin.r)
                sides.append((at, way, tuple((_bare(f), _faces(f, here)) for f in features)))
    return Clip(lattice.orientation == "flat", found, tuple(sides))


def _middle(cubes: list[Cube]) -> Cube:
    """The cube nearest to the mean of all."""
    q, r = sum(cube.q for cube in cubes) / len(cubes), sum(cube.r for cube in cubes) / len(cubes)
    return min(cubes, key=lambda cube: (cube.q - q) ** 2 + (cube.r - r) ** 2)


def _bare(feature: Feature) -> Feature:
    return replace(feature, toward="") if feature.toward else feature


def _faces(feature: Feature, here: str) -> int:
    return NOWHERE if not feature.toward else HERE if feature.toward == here else ACROSS


def paste(
    work: WorkingCopy, lattice: Lattice, clip: Clip, at: str | Cube, parts: Collection[str] = PARTS
) -> SetRecords:
    """Paste a clip with its origin on a hex: terrain is replaced, everything else is added."""
    if clip.flat != (lattice.orientation == "flat"):
        raise BadInput("The copied hexes have another orientation than those of this map; they do not fit.")
    anchor = at if isinstance(at, Cube) else lattice.cube(at)
    edits: Edits = {"terrain": {}, "features": {}, "places": {}, "hexsides": {}}
    names = list(work.sheet("labels"))
    for cube, found in with_progress(clip.hexes.items()):
        here = lattice.hex_at_cube(Cube(anchor.q + cube.q, anchor.r + cube.r))
        if here is None:
            continue
        if "terrain" in parts and found.terrain:
            edits["terrain"][here] = found.terrain
        for table in ("features", "places"):
            if table in parts and getattr(found, table):
                present = work.features(table).get(here, ())
                for feature in getattr(found, table):
                    present = with_feature(present, feature)
                edits[table][here] = present
        names += [replace(label, hex=here) for label in found.names]
    if "hexsides" in parts:
        edits["hexsides"] = dict(_sides(work, lattice, clip, anchor))
    if "names" in parts:
        kept = dict.fromkeys(names)
        edits[SHEET] = {"labels": tuple(sorted(kept, key=lambda label: (label.hex, label.text)))}
    return SetRecords("Paste hexes", edits)


def _sides(
    work: WorkingCopy, lattice: Lattice, clip: Clip, anchor: Cube
) -> Iterator[tuple[str, tuple[Feature, ...]]]:
    for cube, way, found in with_progress(clip.sides):
        place = Cube(anchor.q + cube.q, anchor.r + cube.r)
        step = STEPS[lattice.orientation][way]
        here = lattice.hex_at_cube(place)
        other = lattice.hex_at_cube(Cube(place.q + step.q, place.r + step.r))
        if here is not None:
            side = lattice.hexside_at(here, way)
        elif other is not None:
            side = lattice.hexside_at(other, opposite(way))
        else:
            continue
        present = work.hexsides.get(side, ())
        for feature, faces in found:
            toward = here if faces == HERE else other if faces == ACROSS else ""
            present = with_feature(present, replace(feature, toward=toward or ""))
        yield side, present


def clear_hexes(work: WorkingCopy, lattice: Lattice, hexes: Collection[str]) -> SetRecords:
    """Remove terrain, features, names and the hexsides between these hexes."""
    inside = dict.fromkeys(map(lattice.first_name, hexes))
    sides = [
        side
        for here in with_progress(inside)
        for side in lattice.hexsides(here)
        if side in work.hexsides and all(here in inside for here in lattice.split(side))
    ]
    return SetRecords(
        f"Clear {counted(len(inside), 'hex')}",
        {
            **{
                table: dict.fromkeys(filter(work.tables[table].__contains__, inside))
                for table in ("terrain", "features", "places")
            },
            "hexsides": dict.fromkeys(sides),
            SHEET: {"labels": tuple(label for label in work.sheet("labels") if label.hex not in inside)},
        },
    )
