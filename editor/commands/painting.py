"""Commands for what is printed on the map: terrain, hexsides, roads, features, names."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import pairwise

from app.background.progress import with_progress
from editor.commands.set_records import SetRecords
from editor.document.working_copy import SHEET, WorkingCopy
from engine.catalogue.document import Feature, Label
from engine.hexes.lattice import Lattice

Here = tuple[Feature, ...]


def paint_terrain(
    work: WorkingCopy, hexes: Iterable[str], kind: str | None, merge_key: str = ""
) -> SetRecords:
    """Give hexes a kind of terrain; None leaves the paper bare."""
    text = f"Paint {kind}" if kind else "Erase terrain"
    return SetRecords(text, {"terrain": dict.fromkeys(with_progress(hexes), kind)}, merge_key)


def replace_terrain(work: WorkingCopy, old: str | None, new: str | None, within: Iterable[str]) -> SetRecords:
    """Every hex of one kind among these becomes another kind; None is bare paper."""
    hexes = [here for here in with_progress(within) if work.terrain.get(here) == old]
    text = f"Replace {old or 'no terrain'} by {new or 'no terrain'}"
    return SetRecords(text, {"terrain": dict.fromkeys(hexes, new)})


def draw_hexsides(
    work: WorkingCopy, sides: Iterable[str], feature: Feature, merge_key: str = ""
) -> SetRecords:
    """Put something on hexsides, beside what is there; the same kind is replaced."""
    rows = {side: with_feature(work.hexsides.get(side, ()), feature) for side in sides}
    return SetRecords(f"Draw {feature.kind}", {"hexsides": rows}, merge_key)


def erase_hexsides(
    work: WorkingCopy, sides: Iterable[str], kinds: Collection[str] = (), merge_key: str = ""
) -> SetRecords:
    """Take kinds off hexsides, or everything."""
    rows = {side: without(work.hexsides.get(side, ()), kinds) for side in sides if side in work.hexsides}
    text = f"Erase {', '.join(sorted(kinds))}" if kinds else "Erase hexsides"
    return SetRecords(text, {"hexsides": rows}, merge_key)


def draw_road(
    work: WorkingCopy, lattice: Lattice, way: Iterable[str], feature: Feature, merge_key: str = ""
) -> SetRecords:
    """A road or railway through the middles of these hexes, one after the other."""
    return draw_hexsides(work, sides_along(lattice, way), feature, merge_key)


def erase_road(
    work: WorkingCopy, lattice: Lattice, way: Iterable[str], kinds: Collection[str], merge_key: str = ""
) -> SetRecords:
    """Take roads off a way."""
    return erase_hexsides(work, sides_along(lattice, way), kinds, merge_key)


def sides_along(lattice: Lattice, way: Iterable[str]) -> list[str]:
    """The hexsides that a way through neighbouring hexes crosses."""
    return [lattice.hexside(a, b) for a, b in pairwise(way) if lattice.adjacent(a, b)]


def place_feature(
    work: WorkingCopy, table: str, hexes: Iterable[str], feature: Feature, merge_key: str = ""
) -> SetRecords:
    """Put a feature into hexes, on the map ("features") or in the scenario ("places")."""
    present = work.features(table)
    rows = {here: with_feature(present.get(here, ()), feature) for here in hexes}
    return SetRecords(f"Place {feature.kind}", {table: rows}, merge_key)


def remove_features(
    work: WorkingCopy, table: str, hexes: Iterable[str], kinds: Collection[str] = (), merge_key: str = ""
) -> SetRecords:
    """Take kinds of features out of hexes, or all."""
    present = work.features(table)
    rows = {here: without(present[here], kinds) for here in hexes if here in present}
    text = f"Remove {', '.join(sorted(kinds))}" if kinds else "Remove features"
    return SetRecords(text, {table: rows}, merge_key)


def write_name(work: WorkingCopy, label: Label, instead_of: Label | None = None) -> SetRecords:
    """Letter a name into the map, or letter one anew."""
    kept = [known for known in work.sheet("labels") if known not in (instead_of, label)]
    return SetRecords(f"Name {label.text}", {SHEET: {"labels": _in_place(kept, label)}})


def erase_names(work: WorkingCopy, hexes: Collection[str]) -> SetRecords:
    """Take the names off hexes."""
    kept = tuple(label for label in work.sheet("labels") if label.hex not in hexes)
    return SetRecords("Erase names", {SHEET: {"labels": kept}})


def _in_place(labels: list[Label], label: Label) -> tuple[Label, ...]:
    return tuple(sorted([*labels, label], key=lambda known: (known.hex, known.text)))


def with_feature(here: Here, feature: Feature) -> Here:
    """What lies here with one thing more, one of each kind, in the order in which maps keep it."""
    return tuple(sorted({*(known for known in here if known.kind != feature.kind), feature}))


def without(here: Here, kinds: Collection[str]) -> Here | None:
    """What is left here; None when nothing is."""
    return tuple(known for known in here if kinds and known.kind not in kinds) or None
