"""Every function of the editor that makes a command, each with one case or more."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from types import ModuleType

from msgspec.structs import replace

import editor
from editor.commands import (
    board,
    order_of_battle,
    own_art,
    painting,
    regions,
    scenario,
    set_records,
    table_parts,
)
from editor.commands.scenario import set_chart
from editor.commands.set_records import SetRecords
from editor.commands.undo_history import UndoHistory
from editor.document import problem_fixes
from editor.document.problems import Problem, problems_of
from editor.document.working_copy import WorkingCopy
from editor.map import clip
from editor.resize import mirror_map, resize_map
from editor.tables import table_definitions
from editor.tracing.hexes_from_lines import Outcome
from engine.catalogue.board import board_with
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
from engine.catalogue.finding import Fault, warning
from engine.catalogue.own_art import Look, OwnArt
from engine.catalogue.table_parts import OWN, TOGETHER, DicePart, TableParts
from tests.editor.samples import small_scenario

LATTICE = small_scenario().map.lattice()
PNG = b"\x89PNG\r\n\x1a\n"
BOARD = board_with(PNG, 40, 30, (0.1, 0.0, 0.0, 0.1, 0.0, 0.0), "board.png")
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
    "set_look": lambda w: own_art.set_look(w, "terrain", "woods", Look(color="#123456"), PNG),
    "set_board": lambda w: board.set_board(w, BOARD, "Print a board"),
    "swap_backdrop": lambda w: board.swap_backdrop(w, BOARD, None, "Print the backdrop"),
    "set_pictures": lambda w: own_art.set_pictures(w, "units", ["R1"], PNG),
    "set_art": lambda w: own_art.set_art(w, OwnArt(features={"town": Look(color="#aa0000")}), "Paint towns"),
    "set_labels": lambda w: scenario.set_labels(w, True, ["river", "night"]),
    "set_part": lambda w: table_parts.set_part(w, "dice", [DicePart("3d6", "Fire")]),
    "set_sharing": lambda w: table_parts.set_sharing(w, "turns", TOGETHER),
    "set_table_parts": lambda w: table_parts.set_table_parts(w, TableParts(pieces=OWN), "Change the table"),
    "fix_all": lambda w: problem_fixes.fix_all(
        replace(small_scenario(), turns=Turns(1, 4, ("one",))),
        LATTICE,
        problems_of(replace(small_scenario(), turns=Turns(1, 4, ("one",)))),
        "clear",
    ),
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


_SMALL = small_scenario()
FAULTY: dict[Fault, ScenarioDocument] = {
    Fault.NO_TERRAIN: _faulty(terrain={"0101": "woods"}),
    Fault.OFF_MAP: _faulty(terrain={**_SMALL.map.terrain, "9999": "woods"}),
    Fault.LABEL_OFF_MAP: _faulty(labels=(*_SMALL.map.labels, Label("7777", "Nowhere"))),
    Fault.SECOND_NUMBER: replace(
        _SMALL, features={"A1": (Feature("supply"),), "0801": (Feature("objective"),)}
    ),
    Fault.HEXSIDE_NAME: _faulty(hexsides={"0602/0601": (Feature("river"),)}),
    Fault.USELESS_BRIDGE: _faulty(hexsides={"0601/0602": (Feature("bridge"),)}),
    Fault.LONE_WATER: _faulty(hexsides={"0601/0602": (Feature("river"), Feature("cliff"))}),
    Fault.UNREADABLE_PICTURE: replace(_SMALL, data={"picture": ("&",)}),
    Fault.UNREADABLE_ART: replace(_SMALL, data={"art": {"types": {"inf": "gone"}}}),
    Fault.UNREADABLE_BOARD: replace(_SMALL, map=replace(_SMALL.map, data={"board": {"width": 0}})),
    Fault.TURN_NAMES: replace(_SMALL, turns=Turns(1, 4, ("one",))),
    Fault.NO_SUCH_AREA: replace(_SMALL, area="gone"),
    Fault.SAME_UNIT_ID: replace(_SMALL, units=(*_SMALL.units, _SMALL.units[0])),
    Fault.SAME_UNIT_NAME: replace(_SMALL, units=tuple(replace(unit, name="Alike") for unit in _SMALL.units)),
    Fault.NO_SUCH_TYPE: replace(_SMALL, unit_types=()),
    Fault.NO_SUCH_FORMATION: replace(_SMALL, formations=()),
    Fault.MISSING_RATING: replace(_SMALL, unit_types=(UnitType("inf"),)),
    Fault.UNUSED_UNIT: replace(_SMALL, schedule=()),
    Fault.SET_UP_AND_SCHEDULED: replace(
        _SMALL, setups=(*_SMALL.setups, Setup("B2", Placement("hex", "0804")))
    ),
    Fault.SETUP_WITHOUT_UNIT: replace(
        _SMALL, setups=(*_SMALL.setups, Setup("nobody", Placement("hex", "0101")))
    ),
    Fault.MISPLACED_UNIT: replace(_SMALL, setups=(Setup("R1", Placement("area", "gone")),)),
    Fault.CROWDED_HEX: _SMALL,
    Fault.ENTRY_WITHOUT_UNIT: replace(
        _SMALL, schedule=(*_SMALL.schedule, ScheduleEntry("reinforcement", 2, "blue", "nobody"))
    ),
    Fault.ENTRY_NOT_PLAYED: replace(_SMALL, schedule=(ScheduleEntry("reinforcement", 9, "blue", "B2"),)),
    Fault.ALLOTMENT_NOT_PLAYED: replace(_SMALL, allotments=(Allotment("red", "air", 2, 9),)),
    Fault.OPTION_DEFAULT: replace(_SMALL, options=(Option("night", "", "c", ("a", "b")),)),
    Fault.NO_VICTORY: replace(_SMALL, victory=()),
    Fault.NO_BANDS: replace(_SMALL, victory=(replace(_SMALL.victory[0], bands=()),)),
    Fault.LIMITED_BANDS: replace(
        _SMALL, victory=(replace(_SMALL.victory[0], bands=(Band("A", "red", 3, 9), Band("B", "", 0, 2))),)
    ),
}
"""A scenario with each fault that has a quick fix; hexes are found crowded by games alone."""


def faults(document: ScenarioDocument, fault: Fault) -> list[Problem]:
    """The problems of this kind."""
    if fault == Fault.CROWDED_HEX:
        here = next(setup.place.at for setup in document.setups if setup.place.kind == "hex")
        return [Problem(warning("set-up", "Too many units.", key=fault, places=(here,)), (here,))]
    return [problem for problem in problems_of(document) if problem.finding.key == fault]


def _fix(fault: Fault) -> tuple[str, Build]:
    """The name of the function that mends a fault, and the command it makes."""

    def build(work: WorkingCopy) -> SetRecords:
        problem = faults(work.document(), fault)[0]
        return problem_fixes.FIXES[fault].make(work, LATTICE, problem, "clear")

    return f"{problem_fixes.FIXES[fault].make.__name__} {fault}", build


def _with_picture(unit: str) -> ScenarioDocument:
    work = WorkingCopy(_SMALL)
    UndoHistory(work).do(own_art.set_pictures(work, "units", [unit], PNG))
    return work.document()


CASES: dict[str, tuple[ScenarioDocument, Build]] = {
    **{name: (_SMALL, build) for name, build in BUILDERS.items()},
    **{name: (document, build) for fault, document in FAULTY.items() for name, build in [_fix(fault)]},
    "set_whole": (_with_picture("R1"), lambda w: own_art.set_whole(w, ["units"], ["R1"], True)),
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
