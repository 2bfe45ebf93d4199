"""Copied hexes: rotated, mirrored and pasted."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from editor.commands import painting
from editor.commands.undo_history import UndoHistory
from editor.document.working_copy import WorkingCopy
from editor.map import clip
from engine.catalogue.document import (
    Feature,
    ScenarioDocument,
)
from tests.editor.samples import small_scenario

LATTICE = small_scenario().map.lattice()


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
@pytest.mark.parametrize("stagger", ["odd", "even"])
def test_turning_six_times_or_mirroring_twice_is_nothing(orientation: str, stagger: str) -> None:
    work = WorkingCopy(small_scenario(orientation, stagger))
    lattice = work.document().map.lattice()
    chosen = {"0303", "0304", "0203", "0404", "0405", "0302"}
    piece = clip.copy_hexes(work, lattice, sorted(chosen))
    assert piece.rotated(6) == piece != piece.rotated(3)
    assert piece.mirrored("left-right").mirrored("left-right") == piece
    assert piece.mirrored("top-bottom").mirrored("top-bottom") == piece
    assert clip.Clip.loads(piece.dumps()) == piece
    origin = next(here for here in lattice.hexes if set(piece.hexes_at(lattice, here)) == chosen)
    assert not UndoHistory(work).do(clip.paste(work, lattice, piece, origin)), (
        "laid on itself it changes nothing"
    )


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
@pytest.mark.parametrize("stagger", ["odd", "even"])
@pytest.mark.parametrize("target", ["0604", "0703"])
def test_a_turned_stamp_is_turned(orientation: str, stagger: str, target: str) -> None:
    start = small_scenario(orientation, stagger)
    work = WorkingCopy(replace(start, map=replace(start.map, hexsides={})))
    lattice = start.map.lattice()
    kinds = ["a", "b", "c", "d", "e", "f"]
    for way, (near, kind) in enumerate(zip(lattice.around("0303"), kinds, strict=True)):
        assert near is not None
        UndoHistory(work).do(painting.paint_terrain([near], kind))
        UndoHistory(work).do(painting.draw_hexsides(work, [lattice.hexside_at("0303", way)], Feature(kind)))
    piece = clip.copy_hexes(work, lattice, lattice.within("0303", 1))
    UndoHistory(work).do(clip.paste(work, lattice, piece.rotated(2), target))
    around = neighbourhood(work.document(), target)
    assert [kind for kind, _ in around] == ["e", "f", "a", "b", "c", "d"]
    assert [feature.kind for _, (feature,) in around] == ["e", "f", "a", "b", "c", "d"]


def test_a_cliff_faces_the_right_way_after_turning() -> None:
    work = WorkingCopy(small_scenario())
    piece = clip.copy_hexes(work, LATTICE, ["0404", "0405"])
    UndoHistory(work).do(clip.paste(work, LATTICE, piece.rotated(3), "0703"))
    turned = [
        (side, feature.toward)
        for side, here in work.hexsides.items()
        for feature in here
        if feature.kind == "cliff" and side != "0404/0405"
    ]
    ((side, toward),) = turned
    upper = min(side.split("/"))
    assert toward == upper, "it faced south and faces north now"


def test_rivers_around_a_piece_come_along_and_roads_out_of_it_do_not() -> None:
    work = WorkingCopy(small_scenario())
    for kind, side in (("river", "0503/0504"), ("road", "0503/0504"), ("rail", "0504/0505")):
        UndoHistory(work).do(painting.draw_hexsides(work, [side], Feature(kind)))
    piece = clip.copy_hexes(work, LATTICE, ["0504", "0505"])
    kinds = {feature.kind for _, _, found in piece.sides for feature, _ in found}
    assert kinds == {"river", "rail"}, "the road would end nowhere"
