"""One half of a map as the picture of the other."""

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
    """The other half is drawn anew from the kept one, in a mirror that stands in the middle of the map.

    Where the stagger does not let hexes fall on hexes, the picture lies half a hex beside; hexes that have
    no counterpart stay as they are.
    """
    way: Mirror = "left-right" if kept in ("left", "right") else "top-bottom"
    places = {here: _across(lattice, lattice.cube(here), way) for here in with_progress(lattice.hexes)}
    middle = min(places.values()) + max(places.values())
    # Among half hexes the mirror stands where hexes fall on hexes; those in it are their own pictures.
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
    """Room for the picture: also on the hexsides towards a middle that belongs to neither half."""
    clear_hexes(draft, lattice, hexes).do(draft)
    rim = [
        side
        for here in with_progress(hexes)
        for side in lattice.hexsides(here)
        if side in draft.hexsides and not kept.intersection(lattice.split(side))
    ]
    erase_hexsides(draft, rim).do(draft)


def falls_on_hexes(lattice: Lattice, kept: Half) -> bool:
    """Whether hexes fall on hexes in the mirror; if not, the picture lies half a hex beside."""
    way: Mirror = "left-right" if kept in ("left", "right") else "top-bottom"
    places = [_across(lattice, lattice.cube(here), way) for here in lattice.hexes]
    return not _is_straight(lattice, way) or (min(places) + max(places)) % 2 == 0


def _is_straight(lattice: Lattice, way: Mirror) -> bool:
    """Whether the mirror stands along straight columns or rows."""
    return (lattice.orientation == "flat") == (way == "left-right")


def _across(lattice: Lattice, cube: Cube, way: Mirror) -> int:
    """How far to the right, or down: in columns or rows where these are straight, else in half hexes."""
    if lattice.orientation == "flat":
        return cube.q if way == "left-right" else 2 * cube.r + cube.q
    return 2 * cube.q + cube.r if way == "left-right" else cube.r


def _moved(lattice: Lattice, way: Mirror, middle: int) -> Cube:
    """From the picture in a mirror on the origin to that in a mirror in the middle."""
    if lattice.orientation == "flat":
        return Cube(middle, -(middle // 2)) if way == "left-right" else Cube(0, middle // 2)
    return Cube(middle // 2, 0) if way == "left-right" else Cube(-(middle // 2), middle)
