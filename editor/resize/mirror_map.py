"""Mirrors one half of a map onto the other."""

from __future__ import annotations

from typing import Literal

from app.background.progress import with_progress
from editor.commands.painting import erase_hexsides
from editor.commands.set_records import SetRecords, become
from editor.document.working_copy import WorkingCopy
from editor.map.clip import clear_hexes, copy_hexes, paste
from engine.hexes.cubes import ORIGIN, Cube, Mirror
from engine.hexes.lattice import Lattice

Half = Literal["left", "right", "top", "bottom"]


def mirror_half(work: WorkingCopy, lattice: Lattice, kept: Half) -> SetRecords:
    """Replace the other half by the mirror image of the kept one, about the middle of the map.

    Where the stagger prevents an exact match, the image is shifted by half a hex; hexes without
    a counterpart stay unchanged.
    """
    way: Mirror = "left-right" if kept in ("left", "right") else "top-bottom"
    places = {here: _across(lattice, lattice.cube(here), way) for here in with_progress(lattice.hexes)}
    middle = min(places.values()) + max(places.values())
    # With half hexes the axis is where hexes match exactly; hexes on it map to themselves.
    twice = middle if _is_straight(lattice, way) else middle // 2 * 2
    low = kept in ("left", "top")
    own = [here for here, at in places.items() if (2 * at < twice if low else 2 * at > twice)]
    draft = WorkingCopy(work.document())
    seen = copy_hexes(draft, lattice, own, ORIGIN, roads_out=True).mirrored(way)
    anchor = _moved(lattice, way, middle)
    _clear(draft, lattice, seen.hexes_at(lattice, anchor), set(own))
    paste(draft, lattice, seen, anchor).do(draft)
    return become(work, draft.document(), f"Mirror the {kept} half")


def _clear(draft: WorkingCopy, lattice: Lattice, hexes: list[str], kept: set[str]) -> None:
    """Clear the other half, including hexsides towards a middle line that belongs to neither half."""
    clear_hexes(draft, lattice, hexes).do(draft)
    rim = [
        side
        for here in with_progress(hexes)
        for side in lattice.hexsides(here)
        if side in draft.hexsides and not kept.intersection(lattice.split(side))
    ]
    erase_hexsides(draft, rim).do(draft)


def mirrors_exactly(lattice: Lattice, kept: Half) -> bool:
    """Whether the mirror image matches hexes exactly; if not, it is shifted by half a hex."""
    way: Mirror = "left-right" if kept in ("left", "right") else "top-bottom"
    places = [_across(lattice, lattice.cube(here), way) for here in lattice.hexes]
    return not _is_straight(lattice, way) or (min(places) + max(places)) % 2 == 0


def _is_straight(lattice: Lattice, way: Mirror) -> bool:
    """Whether the axis is parallel to straight columns or rows."""
    return (lattice.orientation == "flat") == (way == "left-right")


def _across(lattice: Lattice, cube: Cube, way: Mirror) -> int:
    """The position across the axis: in columns or rows if straight, else in half hexes."""
    if lattice.orientation == "flat":
        return cube.q if way == "left-right" else 2 * cube.r + cube.q
    return 2 * cube.q + cube.r if way == "left-right" else cube.r


def _moved(lattice: Lattice, way: Mirror, middle: int) -> Cube:
    """The offset from a mirror at the origin to a mirror in the middle of the map."""
    if lattice.orientation == "flat":
        return Cube(middle, -(middle // 2)) if way == "left-right" else Cube(0, middle // 2)
    return Cube(middle // 2, 0) if way == "left-right" else Cube(-(middle // 2), middle)
