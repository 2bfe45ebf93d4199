"""Every function of the editor that makes a command, each with one case or more."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from types import ModuleType

from msgspec.structs import replace

import editor
from editor.commands import order_of_battle, painting, regions, scenario, set_records
from editor.commands.scenario import set_chart
from editor.commands.set_records import SetRecords
from editor.document import problem_fixes
from editor.document.problems import Problem
from editor.document.working_copy import WorkingCopy
from editor.map import clip
from editor.resize import mirror_map, resize_map
from editor.tables import table_definitions
from editor.tracing.hexes_from_lines import Outcome
from engine.catalogue.document import (
    Allotment,
    Band,
    Box,
    Feature,
    Formation,
    Label,
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
from engine.catalogue.finding import error
from tests.editor.samples import small_scenario

LATTICE = small_scenario().map.lattice()
PNG = b"\x89PNG\r\n\x1a\n"
Build = Callable[[WorkingCopy], SetRecords]

BUILDERS: dict[str, Build] = {
    "paint_terrain": lambda w: painting.paint_terrain(["0101", "0505"], "hill"),
    "paint_terrain bare": lambda w: painting.paint_terrain(["0101"], None),
    "replace_terrain": lambda w: painting.replace_terrain(w, "woods", "marsh", LATTICE.hexes),
    "replace_terrain within": lambda w: painting.replace_terrain(w, "woods", None, ["0101", "0505"]),
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
    "set_region": lambda w: regions.set_region(w, Region("east", "East", "", ("0801",))),
    "set_region anew": lambda w: regions.set_region(
        w, Region("landing", polygon=("0101", "0301", "0303")), "scenario"
    ),
    "move_region": lambda w: regions.move_region(w, "west", "map", "scenario"),
    "remove_region": lambda w: regions.remove_region(w, "west"),
    "set_start_line": lambda w: regions.set_start_line(w, StartLine("two", ("0301", "0306"), "red", "blue")),
    "remove_start_line": lambda w: regions.remove_start_line(w, "line"),
    "set_box": lambda w: regions.set_box(w, Box("sea", "At sea")),
    "set_boxes": lambda w: regions.set_boxes(w, [Box("a"), Box("b", "B", "red")]),
    "remove_box": lambda w: regions.remove_box(w, "comz"),
    "set_sides": lambda w: order_of_battle.set_sides(w, [Side("red", "Reds")]),
    "set_formations": lambda w: order_of_battle.set_formations(w, [Formation("9")]),
    "set_unit_types": lambda w: order_of_battle.set_unit_types(w, [UnitType("tank", ratings={"steps": 1})]),
    "set_sides renamed": lambda w: order_of_battle.set_sides(
        w, [replace(w.scenario("sides")[0], key="rouge"), w.scenario("sides")[1]]
    ),
    "set_units": lambda w: order_of_battle.set_units(w, w.scenario("units")[1:]),
    "put_units": lambda w: order_of_battle.put_units(
        w, [Unit("R1", "Renamed", "red", "inf"), Unit("R9", "New", "red", "inf", ratings={"steps": 1})]
    ),
    "rename_unit": lambda w: order_of_battle.rename_unit(w, "B2", "B22"),
    "remove_units": lambda w: order_of_battle.remove_units(w, ["R1", "B2"]),
    "place_units": lambda w: order_of_battle.place_units(w, ["R1", "B2"], Placement("hex", "0301")),
    "add_alternative_place": lambda w: order_of_battle.add_alternative_place(
        w, ["R1", "B2"], Placement("area", "west")
    ),
    "take_off_map": lambda w: order_of_battle.take_off_map(w, ["R1"]),
    "set_setups": lambda w: order_of_battle.set_setups(w, [Setup("R1", Placement("along", "line", 2))]),
    "set_schedule": lambda w: order_of_battle.set_schedule(
        w, [ScheduleEntry("replacement", 3, "red", amount=2)]
    ),
    "set_allotments": lambda w: order_of_battle.set_allotments(w, [Allotment("blue", "supply", 3)]),
    "set_scenario_fields": lambda w: scenario.set_scenario_fields(
        w, title="Other", turns=Turns(2, 5), area="west"
    ),
    "set_map_fields": lambda w: scenario.set_map_fields(w, title="Other", data={}),
    "set_picture": lambda w: scenario.set_picture(w, PNG),
    "set_settings": lambda w: table_definitions.set_settings(
        w, [table_definitions.Setting("first_player", "red")]
    ),
    "set_bands": lambda w: scenario.set_bands(w, "places", [Band("A", "red", 3, 9)]),
    "set_victory": lambda w: scenario.set_victory(w, [VictoryCondition("x", test=True, winner="red")]),
    "set_options": lambda w: scenario.set_options(w, [Option("night", choices=("a", "b"), default="a")]),
    "set_special_rules": lambda w: scenario.set_special_rules(w, [SpecialRule("y", {"n": 1})]),
    "paste": lambda w: clip.paste(
        w, LATTICE, clip.copy_hexes(w, LATTICE, ["0303", "0304", "0203", "0404", "0405"]).rotated(1), "0603"
    ),
    "clear_hexes": lambda w: clip.clear_hexes(w, LATTICE, ["0303", "0304", "0203"]),
    "mirror_half": lambda w: mirror_map.mirror_half(w, LATTICE, "left"),
    "mirror_half upright": lambda w: mirror_map.mirror_half(w, LATTICE, "bottom"),
    "resize_map": lambda w: resize_map.resize_map(w, resize_map.Margins(left=1, top=1, bottom=-1)),
    "become": lambda w: set_records.become(w, replace(w.document(), title="Whole"), "Import"),
    "combined": lambda w: set_records.combined(
        "Both", [painting.paint_terrain(["0101"], "hill"), regions.remove_box(w, "comz")]
    ),
    "set_chart": lambda w: set_chart(w, "terrain", {"woods": {"cost": 3}}),
    "Outcome.command": lambda w: Outcome(
        {"0101": "sea"},
        {"0303/0304": Feature("canal")},
        {"0303/0304": Feature("rail")},
        {"0203": Feature("city", "Stadt")},
    ).command(w),
}
"""A change of the small scenario by each builder."""


def _faulty(**values: object) -> ScenarioDocument:
    start = small_scenario()
    fields = {name: values.pop(name) for name in list(values) if hasattr(start.map, name)}
    return replace(start, map=replace(start.map, **fields), **values)  # type: ignore[arg-type]


def _fix(
    name: str, where: str, text: str = "", hexes: tuple[str, ...] = (), sides: tuple[str, ...] = ()
) -> Build:
    problem = Problem(error(where, text), hexes, sides)
    return lambda work: getattr(problem_fixes, name)(work, LATTICE, problem, "clear")


_SMALL = small_scenario()
FIXES: dict[str, tuple[ScenarioDocument, Build]] = {
    "_paint_bare": (_faulty(terrain={"0101": "woods"}), _fix("_paint_bare", "map")),
    "_remove_off_map": (
        _faulty(terrain={**_SMALL.map.terrain, "9999": "woods"}),
        _fix("_remove_off_map", "terrain"),
    ),
    "_remove_labels": (
        _faulty(labels=(*_SMALL.map.labels, Label("7777", "Nowhere"))),
        _fix("_remove_labels", "labels"),
    ),
    "_erase_these": (
        _faulty(hexsides={"0601/0602": (Feature("bridge"),)}),
        _fix("_erase_these", "hexsides", "bridge at 0601/0602 crosses nothing", (), ("0601/0602",)),
    ),
    "_rename_side": (
        _faulty(hexsides={"0602/0601": (Feature("river"),)}),
        _fix("_rename_side", "hexsides", "0602/0601 is called 0601/0602"),
    ),
    "_drop_setup": (
        replace(_SMALL, setups=(*_SMALL.setups, Setup("nobody", Placement("hex", "0101")))),
        _fix("_drop_setup", "set-up of nobody"),
    ),
    "_move_to_played_turn": (
        replace(_SMALL, schedule=(ScheduleEntry("reinforcement", 9, "blue", "B2"),)),
        _fix("_move_to_played_turn", "schedule, turn 9"),
    ),
    "_take_off": (_SMALL, _fix("_take_off", "set-up of R1")),
    "_take_top_off": (_SMALL, _fix("_take_top_off", "set-up", "", ("0202",))),
    "_drop_entry": (
        replace(_SMALL, schedule=(*_SMALL.schedule, ScheduleEntry("reinforcement", 2, "blue", "nobody"))),
        _fix("_drop_entry", "schedule, turn 2"),
    ),
    "_first_numbers": (
        replace(_SMALL, features={"A1": (Feature("supply"),), "0801": (Feature("objective"),)}),
        _fix("_first_numbers", "features"),
    ),
    "_own_keys": (
        replace(_SMALL, units=(*_SMALL.units, _SMALL.units[0])),
        _fix("_own_keys", "units", ""),
    ),
    "_own_names": (
        replace(_SMALL, units=tuple(replace(unit, name="Alike") for unit in _SMALL.units)),
        _fix("_own_names", "units", ""),
    ),
    "_usual_ratings": (
        replace(_SMALL, unit_types=(UnitType("inf"),)),
        _fix("_usual_ratings", "unit R1", ""),
    ),
    "_list_formation": (replace(_SMALL, formations=()), _fix("_list_formation", "unit R1", "")),
    "_add_type": (replace(_SMALL, unit_types=()), _fix("_add_type", "unit R1", "")),
    "_remove_unit": (_SMALL, _fix("_remove_unit", "unit R1", "")),
    "_only_set_up": (_SMALL, _fix("_only_set_up", "unit B2", "")),
    "_number_turns": (replace(_SMALL, turns=Turns(1, 4, ("one",))), _fix("_number_turns", "turns", "")),
    "_whole_map": (replace(_SMALL, area="gone"), _fix("_whole_map", "area", "")),
    "_no_picture": (replace(_SMALL, data={"picture": ("&",)}), _fix("_no_picture", "scenario", "")),
    "_drop_allotments": (
        replace(_SMALL, allotments=(Allotment("red", "air", 2, 9),)),
        _fix("_drop_allotments", "allotment air", ""),
    ),
    "_first_choice": (
        replace(_SMALL, options=(Option("night", "", "c", ("a", "b")),)),
        _fix("_first_choice", "option night", ""),
    ),
    "_by_objectives": (replace(_SMALL, victory=()), _fix("_by_objectives", "victory", "")),
    "_two_bands": (_SMALL, _fix("_two_bands", "victory places", "")),
    "_open_ends": (
        replace(
            _SMALL,
            victory=(replace(_SMALL.victory[0], bands=(Band("A", "red", 3, 9), Band("B", "", 0, 2))),),
        ),
        _fix("_open_ends", "victory places", ""),
    ),
}
"""What mends a problem, on a scenario that has it."""
CASES: dict[str, tuple[ScenarioDocument, Build]] = {
    **{name: (_SMALL, build) for name, build in BUILDERS.items()},
    **FIXES,
}


def builders() -> set[str]:
    """The names of all functions and methods of the editor that return a command."""
    names = [name for _, name, _ in pkgutil.walk_packages(editor.__path__, "editor.")]
    return {builder for name in names for builder in _builders_in(importlib.import_module(name))}


def _builders_in(module: ModuleType) -> Iterator[str]:
    for title, thing in vars(module).items():
        if inspect.isfunction(thing) and _makes_a_command(thing, module):
            yield title
        elif inspect.isclass(thing) and thing.__module__ == module.__name__:
            for name, method in vars(thing).items():
                if inspect.isfunction(method) and _makes_a_command(method, module):
                    yield f"{title}.{name}"


def _makes_a_command(thing: Callable[..., object], module: ModuleType) -> bool:
    return thing.__module__ == module.__name__ and thing.__annotations__.get("return") == "SetRecords"
