"""Maps that are resized and mirrored."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from editor.commands import set_records
from editor.commands.undo_history import UndoHistory
from editor.document.working_copy import WorkingCopy
from editor.resize import mirror_map, resize_map
from engine.catalogue.document import (
    Feature,
    MapSheet,
    ScenarioDocument,
)
from engine.hexes.cubes import mirror_direction
from engine.hexes.spec import GridSpec
from tests.editor.samples import small_scenario


def neighbourhood(document: ScenarioDocument, here: str) -> list[tuple[str, tuple[Feature, ...]]]:
    """Terrain of the neighbours and what lies between, direction by direction."""
    lattice = document.map.lattice()
    return [
        (
            document.map.terrain.get(near or "", ""),
            document.map.hexsides.get(lattice.hexside_at(here, way), ()),
        )
        for way, near in enumerate(lattice.around(here))
    ]


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
@pytest.mark.parametrize(
    "margins",
    [
        resize_map.Margins(left=1),
        resize_map.Margins(left=3, top=2),
        resize_map.Margins(top=1, right=2, bottom=1),
        resize_map.Margins(left=1, keep_numbers=True),
    ],
)
def test_a_larger_map_keeps_everything(orientation: str, margins: resize_map.Margins) -> None:
    before = small_scenario(orientation)
    grown = resize_map.resize(before, margins)
    assert grown.warning() == ""
    back = resize_map.Margins(
        -margins.left, -margins.right, -margins.top, -margins.bottom, keep_numbers=margins.keep_numbers
    )
    assert resize_map.resize(grown.document, back).document == before
    if margins.keep_numbers:
        assert grown.document.map.terrain == before.map.terrain
    old, new = before.map.lattice(), grown.document.map.lattice()
    town = next(here for here, found in grown.document.map.features.items() if found[0].kind == "town")
    assert neighbourhood(grown.document, town) == neighbourhood(before, "0203")
    assert len(new) > len(old)


def test_a_cut_map_says_what_it_loses() -> None:
    cut = resize_map.resize(small_scenario(), resize_map.Margins(right=-3))
    assert "18 hexes of terrain" in cut.warning()
    assert cut.losses["hexes of terrain"] == 18
    assert cut.losses["set-ups"] == 1 and cut.losses["places of arrival"] == 1
    assert cut.document.setups and all(setup.place.at != "0604" for setup in cut.document.setups)
    worth = cut.document.victory[0].score["points"]["worth"]  # type: ignore[index,call-overload]
    assert worth == {"0203": 1}


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
@pytest.mark.parametrize("kept", ["left", "right", "top", "bottom"])
def test_half_of_the_map_becomes_the_picture_of_the_other(orientation: str, kept: mirror_map.Half) -> None:
    """On sheets with a middle column or row every hex has its counterpart, and so have the hexsides."""
    spec = GridSpec(orientation, "odd", 7, 7)  # type: ignore[arg-type]
    kinds = {cell.hex: f"{cell.column * 7 + cell.row}" for cell in spec.cells()}
    start = replace(small_scenario(), map=MapSheet("m", "M", spec, kinds), setups=(), start_lines=())
    work, lattice = WorkingCopy(start), start.map.lattice()
    sides = {side: (Feature(side),) for side in lattice.all_hexsides(edges=False)}
    UndoHistory(work).do(set_records.SetRecords("", {"hexsides": sides}))
    UndoHistory(work).do(mirror_map.mirror_half(work, lattice, kept))
    way = "left-right" if kept in ("left", "right") else "top-bottom"
    turned, copied = 0, 0
    for here in lattice.hexes:
        other = lattice.mirrored(here, way, "0404")  # type: ignore[arg-type]
        if other is None or other == here:
            continue
        assert work.terrain[here] == work.terrain[other]
        turned += 1
        for direction, near in enumerate(lattice.around(here)):
            far = lattice.mirrored(near, way, "0404") if near is not None else None  # type: ignore[arg-type]
            if far is not None and far != here:
                at = mirror_direction(direction, way, lattice.orientation)  # type: ignore[arg-type]
                mine = work.hexsides[lattice.hexside_at(here, direction)]
                assert mine == work.hexsides[lattice.hexside_at(other, at)], "also beside the middle"
                copied += 1
    assert turned >= 36 and copied > 100
