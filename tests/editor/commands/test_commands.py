"""The undo history, and commands that copy a part of the map."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from editor.commands import order_of_battle, painting, set_records
from editor.commands.undo_history import UndoHistory
from editor.document.working_copy import WorkingCopy
from editor.map import clip
from editor.resize import mirror_map, resize_map
from engine.catalogue.document import (
    Feature,
    MapSheet,
    ScenarioDocument,
)
from engine.hexes.cubes import mirror_direction
from engine.hexes.spec import GridSpec
from tests.editor.samples import small_scenario

LATTICE = small_scenario().map.lattice()


def test_a_drag_is_one_step() -> None:
    work = WorkingCopy(small_scenario())
    history = UndoHistory(work)
    before = work.document()
    for here in ("0101", "0102", "0103"):
        history.do(painting.paint_terrain([here], "hill", "drag 1"))
    history.do(painting.paint_terrain(["0101"], "marsh", "drag 1"))
    after = work.document()
    assert len(history.steps) == 1
    history.seal()
    history.do(painting.paint_terrain(["0104"], "hill", "drag 1"))
    assert len(history.steps) == 2, "a sealed step takes nothing in"
    history.go_to(0)
    assert work.document() == before
    history.go_to(1)
    assert work.document() == after


def test_what_changes_nothing_is_no_step() -> None:
    work = WorkingCopy(small_scenario())
    history = UndoHistory(work)
    history.do(painting.paint_terrain(["0101"], "woods"))
    assert history.steps == [] and not history.is_modified


def test_the_history_knows_what_is_saved() -> None:
    work = WorkingCopy(small_scenario())
    history = UndoHistory(work)
    history.do(painting.paint_terrain(["0101"], "hill", "drag"))
    history.mark_saved(history.at)
    assert not history.is_modified
    history.do(painting.paint_terrain(["0102"], "hill", "drag"))
    assert history.is_modified and len(history.steps) == 2, "nothing is merged into what is on disk"
    history.undo()
    assert not history.is_modified
    history.undo()
    assert history.is_modified
    history.do(painting.paint_terrain(["0103"], "hill"))
    assert history.is_modified and not history.can_redo
    history.undo()
    assert history.is_modified, "the saved state lay on a branch that is gone"


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
    again = UndoHistory(work).do(clip.paste(work, lattice, piece, origin))
    assert not again, "laid on itself it changes nothing"


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


def test_rivers_around_a_piece_come_along_and_roads_out_of_it_do_not() -> None:
    work = WorkingCopy(small_scenario())
    for kind, side in (("river", "0503/0504"), ("road", "0503/0504"), ("rail", "0504/0505")):
        UndoHistory(work).do(painting.draw_hexsides(work, [side], Feature(kind)))
    piece = clip.copy_hexes(work, LATTICE, ["0504", "0505"])
    kinds = {feature.kind for _, _, found in piece.sides for feature, _ in found}
    assert kinds == {"river", "rail"}, "the road would end nowhere"


def test_what_is_renamed_keeps_its_ties() -> None:
    work = WorkingCopy(small_scenario())
    history = UndoHistory(work)
    sides, units = work.scenario("sides"), work.scenario("units")
    history.do(order_of_battle.set_sides(work, [replace(sides[0], key="rouge"), sides[1]]))
    assert {unit.side for unit in work.scenario("units")} == {"rouge", "blue"}
    assert work.scenario("start_lines")[0].right == "rouge"
    units = work.scenario("units")
    history.do(order_of_battle.set_units(work, [*units[:3], replace(units[3], id="B9", name="Renamed")]))
    assert work.scenario("schedule")[0].unit == "B9" and work.scenario("units")[3].name == "Renamed"
    history.do(order_of_battle.set_units(work, work.scenario("units")[1:]))
    assert all(setup.unit != "R1" for setup in work.scenario("setups"))
    kinds = work.scenario("unit_types")
    history.do(order_of_battle.set_unit_types(work, [replace(kinds[0], key="foot")]))
    assert {unit.type for unit in work.scenario("units")} == {"foot"}
    formations = work.scenario("formations")
    history.do(order_of_battle.set_formations(work, [replace(formations[0], key="I"), formations[1]]))
    assert work.scenario("units")[0].formation == "I"
