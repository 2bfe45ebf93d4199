"""A printed map as plain records: the grid and everything drawn on it that no scenario changes."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from operator import lt
from typing import Final

from msgspec import field
from msgspec.structs import force_setattr

from engine.bad_input import BadInput
from engine.catalogue.plain_data import Plain
from engine.hexes.grid import Grid
from engine.hexes.joined import JoinedGrid, JoinedSpec
from engine.hexes.lattice import Lattice
from engine.hexes.spec import GridSpec
from engine.record import Record

EDGES: Final = frozenset(("N", "NE", "E", "SE", "S", "SW", "W", "NW"))
HEX_ID: Final = re.compile(r"[A-Za-z0-9.:_+-]{1,32}")
_HEXES: Final = re.compile(rf"(?:{HEX_ID.pattern} )*")
_POINT: Final = re.compile(rf"{HEX_ID.pattern}(?:/{HEX_ID.pattern})?")
_HEXSIDES: Final = re.compile(rf"(?:{HEX_ID.pattern}/{HEX_ID.pattern} )*")


def hexside(a: str, b: str) -> str:
    """The one name of the side between two hexes, or between a hex and the edge of the map ("0101/NW")."""
    return f"{a}/{b}" if (a < b or b in EDGES) and a not in EDGES else f"{b}/{a}"


def spec_from_dict(settings: object) -> GridSpec | JoinedSpec:
    """The grid of one sheet, or of several laid together."""
    if isinstance(settings, Mapping) and "sheets" in settings:
        return JoinedSpec.from_dict(settings)
    return GridSpec.from_dict(settings)


def _in_line(names: Collection[str], where: str) -> str:
    """Names with a blank after each, so that one regular expression checks all of them."""
    try:
        return " ".join([*names, ""])
    except TypeError:
        raise BadInput(f"{where} names a hex by something else than text.") from None


def check_hexes(hexes: Collection[str], where: str) -> None:
    """Refuse what cannot be a printed hex number."""
    line = _in_line(hexes, where)
    if line.count(" ") != len(hexes) or not _HEXES.fullmatch(line):
        wrong = next((hex_id for hex_id in hexes if not HEX_ID.fullmatch(hex_id)), "")
        raise BadInput(f"{where} names {wrong!r:.60}, which is not a hex number.")


def check_points(points: Collection[str], where: str) -> None:
    """Refuse what can be neither a hex nor a hexside."""
    for point in points:
        if not _POINT.fullmatch(point):
            raise BadInput(f"{where} names {point!r:.60}, which is neither a hex nor a hexside.")


def check_hexsides(sides: Collection[str], where: str) -> None:
    """Refuse what is not a hexside by its one name."""
    line = _in_line(sides, where)
    halves = line.replace("/", " ").split(" ")
    if (
        len(halves) == 2 * len(sides) + 1
        and _HEXSIDES.fullmatch(line)
        and all(map(lt, halves[:-1:2], halves[1::2]))
    ):
        return
    for side in sides:
        a, _, b = side.partition("/")
        if not HEX_ID.fullmatch(a) or not HEX_ID.fullmatch(b) or a == b or hexside(a, b) != side:
            raise BadInput(f"{where} names {side!r:.60}; a hexside is named by two hexes, the smaller first.")


def in_order(features: Mapping[str, tuple[Feature, ...]]) -> Mapping[str, tuple[Feature, ...]]:
    """The features of each hex or hexside as a set in fixed order, so that equal maps are equal."""
    several = {id(here): here for here in features.values() if len(here) != 1}
    ordered = {at: tuple(sorted(set(here))) for at, here in several.items()}
    if all(here and here == ordered[at] for at, here in several.items()):
        return features
    return {key: now for key, here in features.items() if (now := ordered.get(id(here), here))}


class Feature(Record, order=True):
    """One thing in a hex or on a hexside: town, port, fort, objective; river, bridge, wall, road, rail."""

    kind: str
    name: str = ""
    value: int = 0
    side: str = ""
    """The side that owns or controls it at the start."""
    toward: str = ""
    """For a hexside that is not the same from both hexes (a cliff, a facing obstacle): the hex it faces."""


Features = Mapping[str, tuple[Feature, ...]]


class Label(Record):
    """Lettering on the map."""

    hex: str
    text: str
    kind: str = "place"
    placement: str = ""


class Region(Record):
    """A set of hexes: listed, or all whose centres lie inside a polygon drawn over hexes and hexsides."""

    key: str
    title: str = ""
    kind: str = ""
    hexes: tuple[str, ...] = ()
    polygon: tuple[str, ...] = ()


class Box(Record):
    """An off-map box."""

    key: str
    title: str = ""
    side: str = ""


class Anchor(Record):
    """A hex whose place on the globe is known."""

    hex: str
    latitude: float
    longitude: float


class Georeference(Record):
    """How latitude and longitude fall on the hexes: a named projection with its figures, and known pairs."""

    projection: str = ""
    figures: Mapping[str, float] = field(default_factory=dict)
    anchors: tuple[Anchor, ...] = ()


class MapSheet(Record, eq=False):
    """A printed map: the grid and everything drawn on it that no scenario changes."""

    key: str
    title: str
    grid: GridSpec | JoinedSpec
    terrain: Mapping[str, str] = field(default_factory=dict)
    """The one kind of each hex."""
    features: Features = field(default_factory=dict)
    hexsides: Features = field(default_factory=dict)
    labels: tuple[Label, ...] = ()
    regions: tuple[Region, ...] = ()
    boxes: tuple[Box, ...] = ()
    aliases: Mapping[str, str] = field(default_factory=dict)
    """Second printed numbers, each with the hex it means."""
    georeference: Georeference = field(default_factory=Georeference)
    data: Mapping[str, Plain] = field(default_factory=dict)
    legend: Mapping[str, str] = field(default_factory=dict)
    """The letter for a kind of terrain in text files, if one was chosen. Maps that differ
    in nothing else are equal."""

    def __post_init__(self) -> None:
        force_setattr(self, "features", in_order(self.features))
        force_setattr(self, "hexsides", in_order(self.hexsides))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, MapSheet):
            return NotImplemented
        return all(
            getattr(self, name) == getattr(other, name) for name in self.__struct_fields__ if name != "legend"
        )

    __hash__ = None  # type: ignore[assignment]

    def lattice(self) -> Lattice:
        """The hexes of the map, newly built; every hex is also found by its aliases."""
        built = JoinedGrid(self.grid) if isinstance(self.grid, JoinedSpec) else Grid(self.grid)
        if not self.aliases:
            return built
        aliases = {name: here for here in built.hexes for name in built.names(here)[1:]}
        for alias, here in self.aliases.items():
            if alias in built:
                raise BadInput(f"Map {self.key}: alias {alias} is the number of a hex already; change it.")
            aliases[alias] = built.first_name(here)
        return Lattice(built.orientation, {here: built.cube(here) for here in built.hexes}, aliases)
