"""Every command: do, undo, redo, save, reload, equal."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

import editor.commands
from editor import clip, mirroring, resizing, sheets
from editor.commands import forces, painting, set_records, terms, zones
from editor.commands.history import History
from editor.commands.set_records import SetRecords
from editor.workpiece import Workpiece
from engine.catalogue import store
from engine.catalogue.document import (
    Allotment,
    Box,
    Feature,
    Formation,
    Label,
    MapSheet,
    Option,
    Placement,
    Region,
    ScenarioDocument,
    ScheduleEntry,
    Setup,
    Side,
    SpecialRule,
    StartLine,
    Turns,
    Unit,
    UnitType,
    VictoryCondition,
)
from engine.catalogue.scenario_text import dumps, loads
from engine.hexes.cubes import mirror_direction
from engine.hexes.spec import GridSpec
from tests.editor.samples import small_scenario

LATTICE = small_scenario().map.lattice()
Build = Callable[[Workpiece], SetRecords]

BUILDERS: dict[str, Build] = {
    "paint_terrain": lambda w: painting.paint_terrain(w, ["0101", "0505"], "hill"),
    "paint_terrain bare": lambda w: painting.paint_terrain(w, ["0101"], None),
    "replace_terrain": lambda w: painting.replace_terrain(w, "woods", "marsh"),
    "replace_terrain within": lambda w: painting.replace_terrain(w, "woods", "marsh", ["0101", "0505"]),
    "draw_hexsides": lambda w: painting.draw_hexsides(w, ["0303/0304", "0403/0404"], Feature("wall")),
    "draw_hexsides bridge": lambda w: painting.draw_hexsides(w, ["0303/0304"], Feature("bridge")),
    "erase_hexsides": lambda w: painting.erase_hexsides(w, ["0303/0304", "0501/0502"]),
    "draw_road": lambda w: painting.draw_road(w, LATTICE, ["0303", "0403", "0503"], Feature("road")),
    "erase_road": lambda w: painting.erase_road(w, LATTICE, ["0302", "0303"], ["road"]),
    "place_feature": lambda w: painting.place_feature(w, "features", ["0203"], Feature("fort")),
    "place_feature of scenario": lambda w: painting.place_feature(
        w, "places", ["0101"], Feature("objective", "", 5, "red")
    ),
    "remove_features": lambda w: painting.remove_features(w, "features", ["0203", "0604"], ["town"]),
    "write_name": lambda w: painting.write_name(w, Label("0505", "Moor", "landscape", "above")),
    "write_name anew": lambda w: painting.write_name(
        w, Label("0204", "Dorf", "village"), w.sheet("labels")[0]
    ),
    "erase_names": lambda w: painting.erase_names(w, ["0203"]),
    "set_region": lambda w: zones.set_region(w, Region("east", "East", "", ("0801",))),
    "set_region anew": lambda w: zones.set_region(
        w, Region("landing", polygon=("0101", "0301", "0303")), "scenario"
    ),
    "remove_region": lambda w: zones.remove_region(w, "west"),
    "set_start_line": lambda w: zones.set_start_line(w, StartLine("two", ("0301", "0306"), "red", "blue")),
    "remove_start_line": lambda w: zones.remove_start_line(w, "line"),
    "set_box": lambda w: zones.set_box(w, Box("sea", "At sea")),
    "set_boxes": lambda w: zones.set_boxes(w, [Box("a"), Box("b", "B", "red")]),
    "remove_box": lambda w: zones.remove_box(w, "comz"),
    "set_sides": lambda w: forces.set_sides(w, [Side("red", "Reds")]),
    "set_formations": lambda w: forces.set_formations(w, [Formation("9")]),
    "set_unit_types": lambda w: forces.set_unit_types(w, [UnitType("tank", ratings={"steps": 1})]),
    "set_sides renamed": lambda w: forces.set_sides(
        w, [replace(w.scenario("sides")[0], key="rouge"), w.scenario("sides")[1]]
    ),
    "set_units": lambda w: forces.set_units(w, w.scenario("units")[1:]),
    "put_units": lambda w: forces.put_units(
        w, [Unit("R1", "Renamed", "red", "inf"), Unit("R9", "New", "red", "inf", ratings={"steps": 1})]
    ),
    "rename_unit": lambda w: forces.rename_unit(w, "B2", "B22"),
    "remove_units": lambda w: forces.remove_units(w, ["R1", "B2"]),
    "place_units": lambda w: forces.place_units(w, ["R1", "B2"], Placement("hex", "0301")),
    "take_off_map": lambda w: forces.take_off_map(w, ["R1"]),
    "set_setups": lambda w: forces.set_setups(w, [Setup("R1", Placement("along", "line", 2))]),
    "set_schedule": lambda w: forces.set_schedule(w, [ScheduleEntry("replacement", 3, "red", amount=2)]),
    "set_allotments": lambda w: forces.set_allotments(w, [Allotment("blue", "supply", 3)]),
    "set_scenario_fields": lambda w: terms.set_scenario_fields(
        w, title="Other", turns=Turns(2, 5), area="west"
    ),
    "set_map_fields": lambda w: terms.set_map_fields(w, title="Other", data={}),
    "set_settings": lambda w: sheets.set_settings(w, [sheets.Setting("first_player", "red")]),
    "set_victory": lambda w: terms.set_victory(w, [VictoryCondition("x", test=True, winner="red")]),
    "set_options": lambda w: terms.set_options(w, [Option("night", choices=("a", "b"), default="a")]),
    "set_special_rules": lambda w: terms.set_special_rules(w, [SpecialRule("y", {"n": 1})]),
    "paste": lambda w: clip.paste(
        w, LATTICE, clip.cut_out(w, LATTICE, ["0303", "0304", "0203", "0404", "0405"]).rotated(1), "0603"
    ),
    "clear_hexes": lambda w: clip.clear_hexes(w, LATTICE, ["0303", "0304", "0203"]),
    "mirror_half": lambda w: mirroring.mirror_half(w, LATTICE, "left"),
    "mirror_half upright": lambda w: mirroring.mirror_half(w, LATTICE, "bottom"),
    "resize_map": lambda w: resizing.resize_map(w, resizing.Margins(left=1, top=1, bottom=-1)),
    "become": lambda w: set_records.become(w, replace(w.document(), title="Whole"), "Import"),
    "all_of": lambda w: set_records.all_of(
        "Both", [painting.paint_terrain(w, ["0101"], "hill"), zones.remove_box(w, "comz")]
    ),
}


def builders() -> set[str]:
    """The names of all functions that make a command."""
    found = set()
    names = [name for _, name, _ in pkgutil.iter_modules(editor.commands.__path__, "editor.commands.")]
    for name in (*names, "editor.sheets", "editor.clip", "editor.mirroring", "editor.resizing"):
        module = importlib.import_module(name)
        for title, thing in inspect.getmembers(module, inspect.isfunction):
            if thing.__module__ == name and thing.__annotations__.get("return") == "SetRecords":
                found.add(title)
    return found


def test_every_builder_is_tried_here() -> None:
    assert builders() - {name.split()[0] for name in BUILDERS} == set()
    assert len(builders()) > 30


@pytest.mark.parametrize("name", BUILDERS)
def test_do_undo_redo_save_reload(name: str, tmp_path: Path) -> None:
    before = small_scenario()
    work = Workpiece(before)
    history = History(work)
    assert work.document() == before
    history.do(BUILDERS[name](work))
    after = work.document()
    assert after != before, "the command does something"
    history.undo()
    assert work.document() == before
    history.redo()
    assert work.document() == after
    with store.open(tmp_path / "mine.db", create=True) as catalogue:
        catalogue.save(after)
        assert catalogue.load(after.key) == after
    assert loads(dumps(after)) == after
    assert Workpiece(after).document() == after


def test_a_drag_is_one_step() -> None:
    work = Workpiece(small_scenario())
    history = History(work)
    before = work.document()
    for here in ("0101", "0102", "0103"):
        history.do(painting.paint_terrain(work, [here], "hill", "drag 1"))
    history.do(painting.paint_terrain(work, ["0101"], "marsh", "drag 1"))
    after = work.document()
    assert len(history.steps) == 1
    history.seal()
    history.do(painting.paint_terrain(work, ["0104"], "hill", "drag 1"))
    assert len(history.steps) == 2, "a sealed step takes nothing in"
    history.go_to(0)
    assert work.document() == before
    history.go_to(1)
    assert work.document() == after


def test_what_changes_nothing_is_no_step() -> None:
    work = Workpiece(small_scenario())
    history = History(work)
    history.do(painting.paint_terrain(work, ["0101"], "woods"))
    assert history.steps == [] and not history.is_modified


def test_the_history_knows_what_is_saved() -> None:
    work = Workpiece(small_scenario())
    history = History(work)
    history.do(painting.paint_terrain(work, ["0101"], "hill", "drag"))
    history.mark_saved()
    assert not history.is_modified
    history.do(painting.paint_terrain(work, ["0102"], "hill", "drag"))
    assert history.is_modified and len(history.steps) == 2, "nothing is merged into what is on disk"
    history.undo()
    assert not history.is_modified
    history.undo()
    assert history.is_modified
    history.do(painting.paint_terrain(work, ["0103"], "hill"))
    assert history.is_modified and not history.can_redo
    history.undo()
    assert history.is_modified, "the saved state lay on a branch that is gone"


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
@pytest.mark.parametrize("stagger", ["odd", "even"])
def test_turning_six_times_or_mirroring_twice_is_nothing(orientation: str, stagger: str) -> None:
    work = Workpiece(small_scenario(orientation, stagger))
    lattice = work.document().map.lattice()
    chosen = {"0303", "0304", "0203", "0404", "0405", "0302"}
    piece = clip.cut_out(work, lattice, sorted(chosen))
    assert piece.rotated(6) == piece != piece.rotated(3)
    assert piece.mirrored("left-right").mirrored("left-right") == piece
    assert piece.mirrored("top-bottom").mirrored("top-bottom") == piece
    assert clip.Clip.loads(piece.dumps()) == piece
    origin = next(here for here in lattice.hexes if set(piece.hexes_at(lattice, here)) == chosen)
    assert not History(work).do(clip.paste(work, lattice, piece, origin)), "laid on itself it changes nothing"


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
    work = Workpiece(replace(start, map=replace(start.map, hexsides={})))
    lattice = start.map.lattice()
    kinds = ["a", "b", "c", "d", "e", "f"]
    for way, (near, kind) in enumerate(zip(lattice.around("0303"), kinds, strict=True)):
        assert near is not None
        History(work).do(painting.paint_terrain(work, [near], kind))
        History(work).do(painting.draw_hexsides(work, [lattice.hexside_at("0303", way)], Feature(kind)))
    piece = clip.cut_out(work, lattice, lattice.within("0303", 1))
    History(work).do(clip.paste(work, lattice, piece.rotated(2), target))
    around = neighbourhood(work.document(), target)
    assert [kind for kind, _ in around] == ["e", "f", "a", "b", "c", "d"]
    assert [feature.kind for _, (feature,) in around] == ["e", "f", "a", "b", "c", "d"]


def test_a_cliff_faces_the_right_way_after_turning() -> None:
    work = Workpiece(small_scenario())
    piece = clip.cut_out(work, LATTICE, ["0404", "0405"])
    History(work).do(clip.paste(work, LATTICE, piece.rotated(3), "0703"))
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
        resizing.Margins(left=1),
        resizing.Margins(left=3, top=2),
        resizing.Margins(top=1, right=2, bottom=1),
        resizing.Margins(left=1, keep_numbers=True),
    ],
)
def test_a_larger_map_keeps_everything(orientation: str, margins: resizing.Margins) -> None:
    before = small_scenario(orientation)
    grown = resizing.resize(before, margins)
    assert grown.warning() == ""
    back = resizing.Margins(
        -margins.left, -margins.right, -margins.top, -margins.bottom, keep_numbers=margins.keep_numbers
    )
    assert resizing.resize(grown.document, back).document == before
    if margins.keep_numbers:
        assert grown.document.map.terrain == before.map.terrain
    old, new = before.map.lattice(), grown.document.map.lattice()
    town = next(here for here, found in grown.document.map.features.items() if found[0].kind == "town")
    assert neighbourhood(grown.document, town) == neighbourhood(before, "0203")
    assert len(new) > len(old)


def test_a_cut_map_says_what_it_loses() -> None:
    cut = resizing.resize(small_scenario(), resizing.Margins(right=-3))
    assert "18 hexes of terrain" in cut.warning()
    assert cut.losses["hexes of terrain"] == 18
    assert cut.losses["set-ups"] == 1 and cut.losses["places of arrival"] == 1
    assert cut.document.setups and all(setup.place.at != "0604" for setup in cut.document.setups)
    worth = cut.document.victory[0].score["points"]["worth"]  # type: ignore[index,call-overload]
    assert worth == {"0203": 1}


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
@pytest.mark.parametrize("kept", ["left", "right", "top", "bottom"])
def test_half_of_the_map_becomes_the_picture_of_the_other(orientation: str, kept: mirroring.Half) -> None:
    """On sheets with a middle column or row every hex has its counterpart, and so have the hexsides."""
    spec = GridSpec(orientation, "odd", 7, 7)  # type: ignore[arg-type]
    kinds = {cell.hex: f"{cell.column * 7 + cell.row}" for cell in spec.cells()}
    start = replace(small_scenario(), map=MapSheet("m", "M", spec, kinds), setups=(), start_lines=())
    work, lattice = Workpiece(start), start.map.lattice()
    sides = {side: (Feature(side),) for side in lattice.all_hexsides(edges=False)}
    History(work).do(set_records.SetRecords("", {"hexsides": sides}))
    History(work).do(mirroring.mirror_half(work, lattice, kept))
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
            if far is not None and far != near:
                at = mirror_direction(direction, way, lattice.orientation)  # type: ignore[arg-type]
                copied += work.hexsides[lattice.hexside_at(here, direction)] == work.hexsides.get(
                    lattice.hexside_at(other, at)
                )
    assert turned >= 36 and copied > 100


def test_what_is_renamed_keeps_its_ties() -> None:
    work = Workpiece(small_scenario())
    history = History(work)
    sides, units = work.scenario("sides"), work.scenario("units")
    history.do(forces.set_sides(work, [replace(sides[0], key="rouge"), sides[1]]))
    assert {unit.side for unit in work.scenario("units")} == {"rouge", "blue"}
    assert work.scenario("start_lines")[0].right == "rouge"
    units = work.scenario("units")
    history.do(forces.set_units(work, [*units[:3], replace(units[3], id="B9", name="Renamed")]))
    assert work.scenario("schedule")[0].unit == "B9" and work.scenario("units")[3].name == "Renamed"
    history.do(forces.set_units(work, work.scenario("units")[1:]))
    assert all(setup.unit != "R1" for setup in work.scenario("setups"))
    kinds = work.scenario("unit_types")
    history.do(forces.set_unit_types(work, [replace(kinds[0], key="foot")]))
    assert {unit.type for unit in work.scenario("units")} == {"foot"}
    formations = work.scenario("formations")
    history.do(forces.set_formations(work, [replace(formations[0], key="I"), formations[1]]))
    assert work.scenario("units")[0].formation == "I"


@pytest.mark.parametrize("seed", range(8))
def test_any_order_of_commands_can_be_undone_and_redone(seed: int) -> None:
    chance, work = Random(seed), Workpiece(small_scenario())
    history, before = History(work), work.document()
    fixed = {"resize_map", "mirror_half", "mirror_half upright", "become", "write_name anew"}
    moments = [before]
    for name in chance.sample(sorted(set(BUILDERS) - fixed), 25):
        if history.do(BUILDERS[name](work)):
            moments.append(work.document())
        history.seal()
    assert len(history.steps) == len(moments) - 1 > 15
    for _ in range(30):
        at = chance.randrange(len(moments))
        history.go_to(at)
        assert work.document() == moments[at]
