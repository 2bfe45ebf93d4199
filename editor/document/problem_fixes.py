"""Quick fixes: a command for each finding with one obvious solution."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

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
from editor.commands.painting import erase_hexsides, paint_terrain
from editor.commands.scenario import (
    set_map_fields,
    set_options,
    set_picture,
    set_scenario_fields,
    set_victory,
)
from editor.commands.set_records import SetRecords
from editor.document.game_vocabulary import rating_fields, vocabulary_of_game
from editor.document.problems import Problem
from editor.document.working_copy import WorkingCopy
from engine.catalogue.document import (
    Band,
    Feature,
    Formation,
    Placement,
    RatingField,
    Turns,
    Unit,
    UnitType,
    VictoryCondition,
)
from engine.hexes.lattice import Lattice

Fix = tuple[str, Callable[[WorkingCopy, Lattice, Problem, str], SetRecords]]


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
    found = re.match(r"(.+?) (?:at|touches) ", problem.finding.text)
    return erase_hexsides(work, problem.hexsides, (found[1],) if found else ())


def _rename_side(work: WorkingCopy, lattice: Lattice, problem: Problem, kind: str) -> SetRecords:
    written = problem.finding.text.partition(" ")[0]
    first = lattice.canonical(written)
    both = tuple(sorted({*work.hexsides.get(first, ()), *work.hexsides.get(written, ())}))
    return SetRecords(f"Rename {written}", {"hexsides": {written: None, first: both}})


def _drop_setup(work: WorkingCopy, lattice: Lattice, problem: Problem, kind: str) -> SetRecords:
    unit = problem.finding.where.removeprefix("set-up of ")
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
    return take_off_map(work, [problem.finding.where.removeprefix("set-up of ")])


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
    key = problem.finding.where.removeprefix("unit ")
    fields, units = rating_fields(work.scenario("game")), work.scenario("units")
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
    key = problem.finding.where.removeprefix("unit ")
    unit = next(unit for unit in work.scenario("units") if unit.id == key)
    formation = Formation(unit.formation, unit.formation, unit.side)
    return set_formations(work, [*work.scenario("formations"), formation])


def _add_type(work: WorkingCopy, lattice: Lattice, problem: Problem, kind: str) -> SetRecords:
    """Add the type as in the game's scenarios, or an empty one."""
    key = problem.finding.where.removeprefix("unit ")
    wanted = next(unit.type for unit in work.scenario("units") if unit.id == key)
    usual = {known.key: known for known in vocabulary_of_game(work.scenario("game")).unit_types}
    return set_unit_types(work, [*work.scenario("unit_types"), usual.get(wanted, UnitType(wanted, wanted))])


def _remove_unit(work: WorkingCopy, lattice: Lattice, problem: Problem, kind: str) -> SetRecords:
    return remove_units(work, [problem.finding.where.removeprefix("unit ")])


def _only_set_up(work: WorkingCopy, lattice: Lattice, problem: Problem, kind: str) -> SetRecords:
    key = problem.finding.where.removeprefix("unit ")
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
    key = problem.finding.where.removeprefix("victory ")
    sides = [side.key for side in work.scenario("sides")]
    first, second = (*sides, "", "")[:2]
    bands = (Band("Victory", first, 1), Band("Defeat", second, None, 0))
    return set_victory(
        work, [replace(c, bands=bands) if c.key == key else c for c in work.scenario("victory")]
    )


def _open_ends(work: WorkingCopy, lattice: Lattice, problem: Problem, kind: str) -> SetRecords:
    """Extend the lowest band downwards and the highest upwards without limit."""
    key = problem.finding.where.removeprefix("victory ")

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


_FIXES: Final[tuple[tuple[str, str, Fix], ...]] = (
    (r"map", r"\d+ hexes have no terrain", ("Paint them with the chosen terrain", _paint_bare)),
    (r"terrain|map features|features", r".*no such hex", ("Remove what is off the map", _remove_off_map)),
    (r"labels", r".*no such hex", ("Remove these names", _remove_labels)),
    (r"hexsides", r".*crosses nothing", ("Remove the bridges", _erase_these)),
    (r"hexsides", r"\S+ is called ", ("Use the right name", _rename_side)),
    (r"set-up of .*", r"There is no such unit", ("Remove this set-up", _drop_setup)),
    (r"set-up of .*", r".*(could not enter|not a land hex|Both sides)", ("Take it off the map", _take_off)),
    (
        r"set-up of .*",
        r".*(begins on the side|outside the area|no such hex)",
        ("Take it off the map", _take_off),
    ),
    (
        r"set-up",
        r".*(stacking points|may (not )?hold|Both sides)",
        ("Take the top unit off the map", _take_top_off),
    ),
    (r"schedule, .*", r"There is no unit", ("Remove entries without a unit", _drop_entry)),
    (r"(map )?features", r".*is the second number", ("Use the first numbers", _first_numbers)),
    (r"schedule, .*", r"The game has the turns", ("Move it to the nearest turn", _move_to_played_turn)),
    (r"hexsides", r".*touches no other water", ("Remove these pieces", _erase_these)),
    (r"units", r"\d+ of them have the key", ("Give each its own id", _own_keys)),
    (r"units", r"\d+ units of .* are named", ("Number them", _own_names)),
    (r"unit .*", r"Rating \S+ is missing", ("Fill in the usual ratings", _usual_ratings)),
    (r"unit .*", r"Its formation .* is not listed", ("List the formation", _list_formation)),
    (r"unit .*", r"Its type .* is unknown", ("Add the type", _add_type)),
    (r"unit .*", r".*never comes into play", ("Remove the unit", _remove_unit)),
    (r"unit .*", r"It is both set up and scheduled", ("Keep the set-up only", _only_set_up)),
    (r"turns", r"\d+ names for", ("Number the turns", _number_turns)),
    (r"area", r"There is no region", ("Play on the whole map", _whole_map)),
    (r"scenario", r"The scenario's picture", ("Remove the picture", _no_picture)),
    (
        r"allotment .*",
        r"Turn .* is not played",
        ("Remove allotments of turns that are not played", _drop_allotments),
    ),
    (r"option .*", r"Its default", ("Use the first choice", _first_choice)),
    (r"victory", r"Nothing says who wins", ("Let the objectives decide", _by_objectives)),
    (r"victory .*", r"Its score has no bands", ("Add two bands", _two_bands)),
    (r"victory .*", r"Scores beyond the outermost", ("Extend the outermost bands", _open_ends)),
)


def fix_for(problem: Problem) -> Fix | None:
    """The quick fix for this problem, if there is one."""
    for where, text, fix in _FIXES:
        if re.fullmatch(where, problem.finding.where) and re.match(text, problem.finding.text):
            return fix
    return None
