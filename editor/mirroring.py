"""One half of a map as the picture of the other."""

from __future__ import annotations

from typing import Literal

from editor.clip import clear_hexes, cut_out, paste
from editor.commands.set_records import SetRecords, become
from editor.workpiece import Workpiece
from engine.hexes.cubes import ORIGIN, Cube, Mirror
from engine.hexes.lattice import Lattice

Half = Literal["left", "right", "top", "bottom"]


def mirror_half(work: Workpiece, lattice: Lattice, kept: Half) -> SetRecords:
    """The other half is drawn anew from the kept one, in a mirror that stands in the middle of the map.

    Where the stagger does not let hexes fall on hexes, the picture lies half a hex beside; hexes that have
    no counterpart stay as they are.
    """
    way: Mirror = "left-right" if kept in ("left", "right") else "top-bottom"
    places = {here: _across(lattice, lattice.cube(here), way) for here in lattice.hexes}
    middle = min(places.values()) + max(places.values())
    low = kept in ("left", "top")
    own = [here for here, at in places.items() if (2 * at < middle if low else 2 * at > middle)]
    draft = Workpiece(work.document())
    seen = cut_out(draft, lattice, own, ORIGIN).mirrored(way)
    anchor = _moved(lattice, way, middle)
    clear_hexes(draft, lattice, seen.hexes_at(lattice, anchor)).do(draft)
    paste(draft, lattice, seen, anchor).do(draft)
    return become(work, draft.document(), f"Mirror the {kept} half")


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
