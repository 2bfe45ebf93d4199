"""Checks of a map: hexes and hexsides that do not exist, rivers and roads that break off, idle bridges."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping

from engine.bad_input import BadInput
from engine.catalogue.board import BOARD, board_of
from engine.catalogue.document import Features, MapSheet, Region
from engine.catalogue.finding import Fault, Finding, error, note, warning
from engine.catalogue.map_sheet import EDGES
from engine.catalogue.map_text import PATH_KINDS
from engine.catalogue.start_line import region_hexes
from engine.hexes.lattice import Lattice

SHOWN = 6
Touching = Callable[[str], Iterable[str]]


def check_map(sheet: MapSheet, lattice: Lattice) -> Iterator[Finding]:
    """All findings about a map without its scenario."""
    yield from unknown_hexes(lattice, "terrain", sheet.terrain, Fault.OFF_MAP)
    bare = [here for here in lattice.hexes if here not in sheet.terrain]
    if bare:
        have = "hex has" if len(bare) == 1 else "hexes have"
        text = f"{len(bare)} {have} no terrain: {shown(bare)}."
        if BOARD in sheet.data:
            text += " The picture of the board shows what lies there; only rules would need it."
            yield note("map", text, key=Fault.NO_TERRAIN)
        else:
            yield warning("map", text, "Paint them.", key=Fault.NO_TERRAIN)
    try:
        board_of(sheet.data)
    except BadInput as bad:
        yield warning("map", str(bad), key=Fault.UNREADABLE_BOARD)
    yield from check_features(lattice, "map features", sheet.features)
    named = (label.hex for label in sheet.labels)
    yield from unknown_hexes(lattice, "labels", named, Fault.LABEL_OFF_MAP)
    for region in sheet.regions:
        yield from check_region(lattice, region)
    for anchor in sheet.georeference.anchors:
        yield from unknown_hexes(lattice, "georeference", [anchor.hex])
    sides = list(_check_sides(sheet.hexsides, lattice))
    yield from sides
    if not any(finding.severity == "error" for finding in sides):
        yield from _check_courses(sheet, lattice)


def shown(names: Iterable[str]) -> str:
    """The first few of many."""
    listed = list(names)
    return ", ".join(listed[:SHOWN]) + (f" and {len(listed) - SHOWN} more" if len(listed) > SHOWN else "")


def _shown(kind: str) -> str:
    return kind.replace("_", " ")


def unknown_hexes(
    lattice: Lattice, where: str, hexes: Iterable[str], key: str = "", about: str = ""
) -> Iterator[Finding]:
    unknown = [here for here in hexes if here not in lattice]
    if unknown:
        text = f"{shown(unknown)}: no such hex on the map."
        yield error(where, text, "Use the printed numbers.", key=key, about=about)


def check_features(lattice: Lattice, where: str, features: Features) -> Iterator[Finding]:
    """Features in hexes."""
    yield from unknown_hexes(lattice, where, features, Fault.OFF_MAP)
    for here, found in features.items():
        if here in lattice and lattice.first_name(here) != here:
            text = f"{here} is the second number of {lattice.first_name(here)}."
            yield warning(where, text, "Use the first.", key=Fault.SECOND_NUMBER)
        for feature in found:
            if not feature.kind:
                yield error(where, f"A feature in {here} has no kind.")


def check_region(lattice: Lattice, region: Region) -> Iterator[Finding]:
    where = f"region {region.key}"
    unknown = list(unknown_hexes(lattice, where, region.hexes))
    yield from unknown
    if unknown:
        return
    try:
        hexes = region_hexes(lattice, region)
    except BadInput as bad:
        yield error(where, str(bad))
        return
    if not hexes:
        yield warning(where, "It holds no hex.", "List its hexes or draw its polygon.")


def _check_sides(hexsides: Features, lattice: Lattice) -> Iterator[Finding]:
    for side, found in hexsides.items():
        try:
            first = lattice.canonical(side)
        except BadInput as bad:
            yield error("hexsides", f"{side}: {bad}")
            continue
        if first != side:
            text = f"{side} is called {first}."
            yield error("hexsides", text, "Use that name.", key=Fault.HEXSIDE_NAME, about=side)
        for feature in found:
            if not feature.kind:
                yield error("hexsides", f"Something on {side} has no kind.")
            if feature.toward and feature.toward not in side.split("/"):
                yield error(
                    "hexsides", f"{feature.kind} on {side} faces {feature.toward}, which is not a hex of it."
                )


def is_path(kind: str) -> bool:
    """Roads and railways run through hexes; rivers and walls run along hexsides."""
    return any(word in kind for word in PATH_KINDS)


def _check_courses(sheet: MapSheet, lattice: Lattice) -> Iterator[Finding]:
    of_kind: defaultdict[str, set[str]] = defaultdict(set)
    of_name: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for side, found in sheet.hexsides.items():
        for feature in found:
            of_kind[feature.kind].add(side)
            if feature.name:
                of_name[feature.kind, feature.name].add(side)
    for (kind, name), sides in sorted(of_name.items()):
        yield from _in_one_piece(f"{_shown(kind)} {name}", sides, _neighbours(kind, lattice))
    for kind, sides in sorted(of_kind.items()):
        if is_path(kind):
            yield from _dead_ends(kind, sides, sheet, lattice)
        elif "river" in kind or "canal" in kind:
            water = [other for other in of_kind if "river" in other or "canal" in other or "stream" in other]
            yield from _stubs(kind, sides, set().union(*(of_kind[other] for other in water)), lattice)
    yield from _bridges(of_kind)


def _neighbours(kind: str, lattice: Lattice) -> Touching:
    if not is_path(kind):
        return lattice.joined
    return lambda side: [
        other for here in side.split("/") if here not in EDGES for other in lattice.hexsides(here)
    ]


def _in_one_piece(what: str, sides: set[str], touching: Touching) -> Iterator[Finding]:
    left, pieces = set(sides), []
    while left:
        start = min(left)
        piece, open_ends = {start}, [start]
        left.discard(start)
        while open_ends:
            for other in touching(open_ends.pop()):
                if other in left:
                    left.discard(other)
                    piece.add(other)
                    open_ends.append(other)
        pieces.append(min(piece))
    if len(pieces) > 1:
        yield warning(
            "hexsides",
            f"{what} is in {len(pieces)} pieces, at {shown(pieces)}.",
            "Join them, or name them apart.",
            places=tuple(pieces),
        )


def _dead_ends(kind: str, sides: set[str], sheet: MapSheet, lattice: Lattice) -> Iterator[Finding]:
    meeting: defaultdict[str, int] = defaultdict(int)
    for side in sides:
        for here in side.split("/"):
            meeting[here] += 1
    ends = [
        here
        for here, count in sorted(meeting.items())
        if count == 1
        and here not in EDGES
        and None not in lattice.around(here)
        and not sheet.features.get(here)
    ]
    if ends:
        text = f"{_shown(kind)} ends in the open at {shown(ends)}."
        yield note("hexsides", text, "Extend it, or put a place there.", places=tuple(ends))


def _stubs(kind: str, sides: set[str], water: set[str], lattice: Lattice) -> Iterator[Finding]:
    alone = [side for side in sorted(sides) if not water.intersection(lattice.joined(side))]
    if alone:
        yield warning(
            "hexsides",
            f"{_shown(kind)} touches no other water at {shown(alone)}.",
            "Draw the rest of its course.",
            key=Fault.LONE_WATER,
            about=kind,
            places=tuple(alone),
        )


def _bridges(of_kind: Mapping[str, set[str]]) -> Iterator[Finding]:
    paths = set().union(*(sides for kind, sides in of_kind.items() if is_path(kind)))
    for kind, sides in sorted(of_kind.items()):
        if "bridge" not in kind:
            continue
        others = set().union(
            *(found for other, found in of_kind.items() if "bridge" not in other and not is_path(other))
        )
        dry = sorted(sides - others)
        if dry:
            yield warning(
                "hexsides",
                f"{_shown(kind)} with nothing to cross: {shown(dry)}.",
                "Draw the river, or remove it.",
                key=Fault.USELESS_BRIDGE,
                about=kind,
                places=tuple(dry),
            )
        idle = sorted(sides - paths) if paths else []
        if idle:
            yield note("hexsides", f"{_shown(kind)} without a road: {shown(idle)}.", places=tuple(idle))
