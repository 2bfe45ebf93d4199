"""Quick fixes: a command for each finding with one obvious solution."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from editor.commands.board import set_board
from editor.commands.order_of_battle import (
    remove_units,
    set_allotments,
    set_formations,
    set_schedule,
    set_setups,
    set_unit_types,
    set_units,
    take_off_map,
)
from editor.commands.own_art import set_art
from editor.commands.painting import erase_hexsides, paint_terrain
from editor.commands.scenario import (
    set_map_fields,
    set_options,
    set_picture,
    set_scenario_fields,
    set_victory,
)
from editor.commands.set_records import SetRecords, become
from editor.document.game_vocabulary import rating_fields, vocabulary_of_game
from editor.document.problems import Problem
from editor.document.working_copy import WorkingCopy
from engine.catalogue.document import (
    Band,
    Feature,
    Formation,
    Placement,
    RatingField,
    ScenarioDocument,
    Turns,
    Unit,
    UnitType,
    VictoryCondition,
)
from engine.catalogue.finding import Fault
from engine.catalogue.own_art import OwnArt
from engine.hexes.lattice import Lattice


class QuickFix(Struct, frozen=True):
    """The title of a button, and a function that makes the command for a problem.

    Its arguments are the working copy, the hexes of the map, the problem and the terrain of the palette.
    """

    title: str
    make: Callable[[WorkingCopy, Lattice, Problem, str], SetRecords]


def _paint_bare(work: WorkingCopy, lattice: Lattice, problem: Problem, kind: str) -> SetRecords:
    return paint_terrain([here for here in lattice.hexes if here not in work.terrain], kind)


def _remove_off_map(work: WorkingCopy, lattice: Lattice, problem: Problem, kind: str) -> SetRecords:
    strangers = {
        table: {here: None for here in work.tables[table] if here not in lattice}
        for table in ("terrain", "features", "places")
    }
    return SetRecords("Remove what is off the map", strangers)


def _remove_labels(work: WorkingCopy, lattice: Lattice, problem: Problem, kind: str) -> SetRecords:
    return set_map_fields(work, labels=tuple(x for x in work.sheet("labels") if x.hex in lattice))


def _erase_these(work: WorkingCopy, lattice: Lattice, problem: Problem, kind: str) -> SetRecords:
    return erase_hexsides(work, problem.hexsides, (problem.finding.about,))


def _rename_side(work: WorkingCopy, lattice: Lattice, problem: Problem, kind: str) -> SetRecords:
    written = problem.finding.about
    first = lattice.canonical(written)
    both = tuple(sorted({*work.hexsides.get(first, ()), *work.hexsides.get(written, ())}))
    return SetRecords(f"Rename {written}", {"hexsides": {written: None, first: both}})


def _drop_setup(work: WorkingCopy, lattice: Lattice, problem: Problem, kind: str) -> SetRecords:
    unit = problem.finding.about
    return set_setups(work, [setup for setup in work.scenario("setups") if setup.unit != unit])


def _move_to_played_turn(work: WorkingCopy, lattice: Lattice, problem: Problem, kind: str) -> SetRecords:
    turns = work.scenario("turns")
    last, first = turns.last, turns.first
    return set_schedule(
        work,
        [
            entry if first <= entry.turn <= last else replace(entry, turn=min(max(entry.turn, first), last))
            for entry in work.scenario("schedule")
        ],
    )


def _take_off(work: WorkingCopy, lattice: Lattice, problem: Problem, kind: str) -> SetRecords:
    return take_off_map(work, [problem.finding.about])


def _take_top_off(work: WorkingCopy, lattice: Lattice, problem: Problem, kind: str) -> SetRecords:
    places = {Placement("hex", here) for here in problem.hexes}
    stack = [setup.unit for setup in work.scenario("setups") if setup.place in places]
    return take_off_map(work, stack[-1:])


def _drop_entry(work: WorkingCopy, lattice: Lattice, problem: Problem, kind: str) -> SetRecords:
    units = {unit.id for unit in work.scenario("units")}
    known = [entry for entry in work.scenario("schedule") if not entry.unit or entry.unit in units]
    return set_schedule(work, known)


def _first_numbers(work: WorkingCopy, lattice: Lattice, problem: Problem, kind: str) -> SetRecords:
    """Move entries from the second number of a hex to the first."""
    edits: dict[str, dict[str, tuple[Feature, ...] | None]] = {}
    for table in ("features", "places"):
        rows = work.features(table)
        for here in [here for here in rows if here in lattice and lattice.first_name(here) != here]:
            first = lattice.first_name(here)
            put = edits.setdefault(table, {})
            put[first] = (*(put.get(first) or rows.get(first, ())), *rows[here])
            put[here] = None
    return SetRecords("Use the first numbers", edits)


# units


def _own_keys(work: WorkingCopy, lattice: Lattice, problem: Problem, kind: str) -> SetRecords:
    """Units with the same id: the first keeps it, the others get a number appended."""
    listed: list[Unit] = []
    taken = {unit.id for unit in work.scenario("units")}
    seen: set[str] = set()
    for unit in work.scenario("units"):
        key, number = unit.id, 2
        while key in seen or (key != unit.id and key in taken):
            key, number = f"{unit.id}-{number}", number + 1
        seen.add(key)
        listed.append(replace(unit, id=key))
    command = set_units(work, work.scenario("units"))
    command.text, command.after = "Give units their own ids", {"scenario": {"units": tuple(listed)}}
    return command


def _own_names(work: WorkingCopy, lattice: Lattice, problem: Problem, kind: str) -> SetRecords:
    """Units of a side with the same name: the later ones get a number."""
    seen: Counter[tuple[str, str]] = Counter()
    listed = []
    for unit in work.scenario("units"):
        seen[unit.side, unit.name] += 1
        count = seen[unit.side, unit.name]
        listed.append(replace(unit, name=f"{unit.name} ({count})") if count > 1 else unit)
    return set_units(work, listed)


def _usual_ratings(work: WorkingCopy, lattice: Lattice, problem: Problem, kind: str) -> SetRecords:
    """Fill missing ratings with the most common value of the type, or the first allowed one."""
    key = problem.finding.about
    fields, units = rating_fields(work.scenario("game"), work.scenario("data")), work.scenario("units")
    shared = {known.key: known.ratings for known in work.scenario("unit_types")}
    listed = []
    for unit in units:
        if unit.id == key:
            others = [other for other in units if other.type == unit.type]
            alike = [{**shared.get(other.type, {}), **other.ratings} for other in others]
            missing = {
                name: _usual(name, field, alike)
                for name, field in fields.items()
                if field.required and name not in {**shared.get(unit.type, {}), **unit.ratings}
            }
            unit = replace(unit, ratings={**unit.ratings, **missing})
        listed.append(unit)
    return set_units(work, listed)


def _usual(name: str, field: RatingField, alike: list[dict[str, Any]]) -> Any:
    known = [ratings[name] for ratings in alike if name in ratings]
    if known:
        return max(known, key=known.count)
    one: Any = {"int": field.min or 0, "flag": False, "table": {}}.get(field.type, "")
    if field.choices:
        one = field.choices[0]
    return (one,) if field.many else one


def _list_formation(work: WorkingCopy, lattice: Lattice, problem: Problem, kind: str) -> SetRecords:
    key = problem.finding.about
    unit = next(unit for unit in work.scenario("units") if unit.id == key)
    formation = Formation(unit.formation, unit.formation, unit.side)
    return set_formations(work, [*work.scenario("formations"), formation])


def _add_type(work: WorkingCopy, lattice: Lattice, problem: Problem, kind: str) -> SetRecords:
    """Add the type as in the game's scenarios, or an empty one."""
    key = problem.finding.about
    wanted = next(unit.type for unit in work.scenario("units") if unit.id == key)
    usual = {known.key: known for known in vocabulary_of_game(work.scenario("game")).unit_types}
    return set_unit_types(work, [*work.scenario("unit_types"), usual.get(wanted, UnitType(wanted, wanted))])


def _remove_unit(work: WorkingCopy, lattice: Lattice, problem: Problem, kind: str) -> SetRecords:
    return remove_units(work, [problem.finding.about])


def _only_set_up(work: WorkingCopy, lattice: Lattice, problem: Problem, kind: str) -> SetRecords:
    key = problem.finding.about
    kept = [e for e in work.scenario("schedule") if e.unit != key or e.kind != "reinforcement"]
    return set_schedule(work, kept)


# scenario fields, turns and victory


def _number_turns(work: WorkingCopy, lattice: Lattice, problem: Problem, kind: str) -> SetRecords:
    turns = work.scenario("turns")
    return set_scenario_fields(work, turns=Turns(turns.first, turns.last))


def _whole_map(work: WorkingCopy, lattice: Lattice, problem: Problem, kind: str) -> SetRecords:
    return set_scenario_fields(work, area="")


def _no_picture(work: WorkingCopy, lattice: Lattice, problem: Problem, kind: str) -> SetRecords:
    return set_picture(work, b"")


def _no_art(work: WorkingCopy, lattice: Lattice, problem: Problem, kind: str) -> SetRecords:
    """Draw everything as usual."""
    return set_art(work, OwnArt(), "Remove own art")


def _no_board(work: WorkingCopy, lattice: Lattice, problem: Problem, kind: str) -> SetRecords:
    return set_board(work, None, "Remove the board")


def _drop_allotments(work: WorkingCopy, lattice: Lattice, problem: Problem, kind: str) -> SetRecords:
    turns = work.scenario("turns")
    kept = [a for a in work.scenario("allotments") if not a.turn or turns.first <= a.turn <= turns.last]
    return set_allotments(work, kept)


def _first_choice(work: WorkingCopy, lattice: Lattice, problem: Problem, kind: str) -> SetRecords:
    listed = [
        replace(option, default=option.choices[0])
        if option.choices and option.default not in option.choices
        else option
        for option in work.scenario("options")
    ]
    return set_options(work, listed)


def _by_objectives(work: WorkingCopy, lattice: Lattice, problem: Problem, kind: str) -> SetRecords:
    """Add a simple victory condition: objectives held at the end."""
    sides = [side.key for side in work.scenario("sides")]
    objective = vocabulary_of_game(work.scenario("game")).objective
    first, second = (*sides, "", "")[:2]
    score = {"points": {"control": first, "of": objective}}
    bands = (Band("Victory", first, 1), Band("Defeat", second, None, 0))
    return set_victory(work, [VictoryCondition("places", "end", "Objectives held", score=score, bands=bands)])


def _two_bands(work: WorkingCopy, lattice: Lattice, problem: Problem, kind: str) -> SetRecords:
    key = problem.finding.about
    sides = [side.key for side in work.scenario("sides")]
    first, second = (*sides, "", "")[:2]
    bands = (Band("Victory", first, 1), Band("Defeat", second, None, 0))
    return set_victory(
        work, [replace(c, bands=bands) if c.key == key else c for c in work.scenario("victory")]
    )


def _open_ends(work: WorkingCopy, lattice: Lattice, problem: Problem, kind: str) -> SetRecords:
    """Extend the lowest band downwards and the highest upwards without limit."""
    key = problem.finding.about

    def opened(condition: VictoryCondition) -> VictoryCondition:
        if condition.key != key:
            return condition
        bands = list(condition.bands)
        low = min(range(len(bands)), key=lambda at: -(2**60) if bands[at].low is None else bands[at].low or 0)
        high = max(range(len(bands)), key=lambda at: 2**60 if bands[at].high is None else bands[at].high or 0)
        bands[low] = replace(bands[low], low=None)
        bands[high] = replace(bands[high], high=None)
        return replace(condition, bands=tuple(bands))

    return set_victory(work, [opened(condition) for condition in work.scenario("victory")])


FIXES: Final[dict[str, QuickFix]] = {
    Fault.NO_TERRAIN: QuickFix("Paint them with the chosen terrain", _paint_bare),
    Fault.OFF_MAP: QuickFix("Remove what is off the map", _remove_off_map),
    Fault.LABEL_OFF_MAP: QuickFix("Remove these names", _remove_labels),
    Fault.SECOND_NUMBER: QuickFix("Use the first numbers", _first_numbers),
    Fault.HEXSIDE_NAME: QuickFix("Use the right name", _rename_side),
    Fault.USELESS_BRIDGE: QuickFix("Remove the bridges", _erase_these),
    Fault.LONE_WATER: QuickFix("Remove these pieces", _erase_these),
    Fault.UNREADABLE_PICTURE: QuickFix("Remove the picture", _no_picture),
    Fault.UNREADABLE_ART: QuickFix("Draw everything as usual", _no_art),
    Fault.UNREADABLE_BOARD: QuickFix("Remove the board", _no_board),
    Fault.TURN_NAMES: QuickFix("Number the turns", _number_turns),
    Fault.NO_SUCH_AREA: QuickFix("Play on the whole map", _whole_map),
    Fault.SAME_UNIT_ID: QuickFix("Give each its own id", _own_keys),
    Fault.SAME_UNIT_NAME: QuickFix("Number them", _own_names),
    Fault.NO_SUCH_TYPE: QuickFix("Add the type", _add_type),
    Fault.NO_SUCH_FORMATION: QuickFix("List the formation", _list_formation),
    Fault.MISSING_RATING: QuickFix("Fill in the usual ratings", _usual_ratings),
    Fault.UNUSED_UNIT: QuickFix("Remove the unit", _remove_unit),
    Fault.SET_UP_AND_SCHEDULED: QuickFix("Keep the set-up only", _only_set_up),
    Fault.SETUP_WITHOUT_UNIT: QuickFix("Remove this set-up", _drop_setup),
    Fault.MISPLACED_UNIT: QuickFix("Take it off the map", _take_off),
    Fault.CROWDED_HEX: QuickFix("Take the top unit off the map", _take_top_off),
    Fault.ENTRY_WITHOUT_UNIT: QuickFix("Remove entries without a unit", _drop_entry),
    Fault.ENTRY_NOT_PLAYED: QuickFix("Move it to the nearest turn", _move_to_played_turn),
    Fault.ALLOTMENT_NOT_PLAYED: QuickFix("Remove allotments of turns that are not played", _drop_allotments),
    Fault.OPTION_DEFAULT: QuickFix("Use the first choice", _first_choice),
    Fault.NO_VICTORY: QuickFix("Let the objectives decide", _by_objectives),
    Fault.NO_BANDS: QuickFix("Add two bands", _two_bands),
    Fault.LIMITED_BANDS: QuickFix("Extend the outermost bands", _open_ends),
}


def fix_all(
    document: ScenarioDocument, lattice: Lattice, problems: Iterable[Problem], kind: str
) -> SetRecords:
    """One command that fixes all of these problems, one after the other."""
    now, work = WorkingCopy(document), WorkingCopy(document)
    title = "Fix all"
    for problem in problems:
        fix = fix_for(problem)
        if fix is not None:
            title = f"{fix.title} (all)"
            fix.make(work, lattice, problem, kind).do(work)
    return become(now, work.document(), title)


def fix_for(problem: Problem) -> QuickFix | None:
    """The quick fix for this problem, if there is one."""
    return FIXES.get(problem.finding.key)
