"""Commands for the printed map: terrain, hexsides, roads, features, names."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import pairwise

from app.background.progress import with_progress
from editor.commands.set_records import SetRecords
from editor.document.game_vocabulary import shown_kind
from editor.document.working_copy import SHEET, WorkingCopy
from engine.catalogue.document import Feature, Label
from engine.hexes.lattice import Lattice

Here = tuple[Feature, ...]


def paint_terrain(hexes: Iterable[str], kind: str | None, merge_key: str = "") -> SetRecords:
    """Set the terrain of hexes; None removes it."""
    text = f"Paint {shown_kind(kind)}" if kind else "Erase terrain"
    return SetRecords(text, {"terrain": dict.fromkeys(with_progress(hexes), kind)}, merge_key)


def replace_terrain(work: WorkingCopy, old: str | None, new: str | None, within: Iterable[str]) -> SetRecords:
    """Replace one terrain by another within these hexes; None is no terrain."""
    hexes = [here for here in with_progress(within) if work.terrain.get(here) == old]
    before, after = (shown_kind(kind or "no terrain") for kind in (old, new))
    text = f"Replace {before} by {after}"
    return SetRecords(text, {"terrain": dict.fromkeys(hexes, new)})


def draw_hexsides(
    work: WorkingCopy, sides: Iterable[str], feature: Feature, merge_key: str = ""
) -> SetRecords:
    """Add a feature to hexsides; a feature of the same kind is replaced."""
    rows = {side: with_feature(work.hexsides.get(side, ()), feature) for side in sides}
    return SetRecords(f"Draw {shown_kind(feature.kind)}", {"hexsides": rows}, merge_key)


def erase_hexsides(
    work: WorkingCopy, sides: Iterable[str], kinds: Collection[str] = (), merge_key: str = ""
) -> SetRecords:
    """Remove these kinds from hexsides, or everything."""
    rows = {side: without(work.hexsides.get(side, ()), kinds) for side in sides if side in work.hexsides}
    text = f"Erase {_listed(kinds)}" if kinds else "Erase hexsides"
    return SetRecords(text, {"hexsides": rows}, merge_key)


def draw_road(
    work: WorkingCopy, lattice: Lattice, way: Iterable[str], feature: Feature, merge_key: str = ""
) -> SetRecords:
    """Draw a road or railway through the centres of these hexes in this order."""
    return draw_hexsides(work, sides_along(lattice, way), feature, merge_key)


def erase_road(
    work: WorkingCopy, lattice: Lattice, way: Iterable[str], kinds: Collection[str], merge_key: str = ""
) -> SetRecords:
    """Remove roads along this path."""
    return erase_hexsides(work, sides_along(lattice, way), kinds, merge_key)


def sides_along(lattice: Lattice, way: Iterable[str]) -> list[str]:
    """The hexsides that a path through adjacent hexes crosses."""
    return [lattice.hexside(a, b) for a, b in pairwise(way) if lattice.adjacent(a, b)]


def place_feature(
    work: WorkingCopy, table: str, hexes: Iterable[str], feature: Feature, merge_key: str = ""
) -> SetRecords:
    """Add a feature to hexes, on the map ("features") or in the scenario ("places")."""
    present = work.features(table)
    rows = {here: with_feature(present.get(here, ()), feature) for here in hexes}
    return SetRecords(f"Place {shown_kind(feature.kind)}", {table: rows}, merge_key)


def remove_features(
    work: WorkingCopy, table: str, hexes: Iterable[str], kinds: Collection[str] = (), merge_key: str = ""
) -> SetRecords:
    """Remove these kinds of features from hexes, or all features."""
    present = work.features(table)
    rows = {here: without(present[here], kinds) for here in hexes if here in present}
    text = f"Remove {_listed(kinds)}" if kinds else "Remove features"
    return SetRecords(text, {table: rows}, merge_key)


def write_name(work: WorkingCopy, label: Label, instead_of: Label | None = None) -> SetRecords:
    """Add a name to the map, or replace one."""
    kept = [known for known in work.sheet("labels") if known not in (instead_of, label)]
    return SetRecords(f"Name {label.text}", {SHEET: {"labels": _in_place(kept, label)}})


def erase_names(work: WorkingCopy, hexes: Collection[str]) -> SetRecords:
    """Remove the names of these hexes."""
    kept = tuple(label for label in work.sheet("labels") if label.hex not in hexes)
    return SetRecords("Erase names", {SHEET: {"labels": kept}})


def _listed(kinds: Collection[str]) -> str:
    return ", ".join(map(shown_kind, sorted(kinds)))


def _in_place(labels: list[Label], label: Label) -> tuple[Label, ...]:
    return tuple(sorted([*labels, label], key=lambda known: (known.hex, known.text)))


def with_feature(here: Here, feature: Feature) -> Here:
    """Add a feature; one per kind, in the order in which maps store them."""
    return tuple(sorted({*(known for known in here if known.kind != feature.kind), feature}))


def without(here: Here, kinds: Collection[str]) -> Here | None:
    """Remove these kinds; None if nothing is left."""
    return tuple(known for known in here if kinds and known.kind not in kinds) or None
