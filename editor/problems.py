"""What is wrong with a scenario, where on the map that is, and what mends it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from editor.commands.forces import set_schedule, set_setups, take_off_map
from editor.commands.painting import erase_hexsides, paint_terrain
from editor.commands.set_records import SetRecords
from editor.commands.terms import set_map_fields
from editor.workpiece import Workpiece
from engine import games
from engine.bad_input import BadInput
from engine.catalogue.check import check
from engine.catalogue.document import Feature, Placement, ScenarioDocument
from engine.catalogue.finding import Finding, error
from engine.catalogue.start_line import region_hexes
from engine.hexes.lattice import Lattice
from engine.referee.refusal import RulesBug

_WORDS: Final = re.compile(r"[A-Za-z0-9.:_+/-]+")
_OWNERS: Final = ("unit", "set-up of", "region", "start line", "formation", "victory", "side")


@dataclass(frozen=True, slots=True)
class Problem:
    """A finding with the places it speaks of."""

    finding: Finding
    hexes: tuple[str, ...] = ()
    hexsides: tuple[str, ...] = ()


PARTS: Final = (
    (r"(unit|formation|side) .*|units|sides|formations|unit types", "forces"),
    (r"set-up.*|schedule, .*|allotment .*|boxes", "schedule"),
    (r"victory.*", "victory"),
    (r"scenario|turns|area|game|options?\b.*|special rules|chart.*", "scenario"),
)
"""Where in the workshop things are mended that lie nowhere on the map."""


def part_of(problem: Problem) -> str:
    """The part of the workshop where a problem without a place is mended; empty for the map."""
    if problem.hexes or problem.hexsides:
        return ""
    where = problem.finding.where
    return next((part for pattern, part in PARTS if re.fullmatch(pattern, where)), "")


def problems_of(document: ScenarioDocument) -> list[Problem]:
    """Everything that the general checks and the game's own rules find, errors first."""
    try:
        game = games.game(document.game)
    except BadInput:
        game = None
    try:
        lattice = document.map.lattice()
        findings = check(document, game)
    except (BadInput, RulesBug) as problem:
        return [Problem(error("scenario", str(problem)))]
    if game is None:
        findings.append(error("game", f"The game {document.game!r:.40} is not installed."))
    return [located(finding, document, lattice) for finding in findings]


def located(finding: Finding, document: ScenarioDocument, lattice: Lattice) -> Problem:
    """Find the hexes and hexsides that a finding names, directly or through a unit, region or line."""
    hexes: dict[str, None] = {}
    hexsides: dict[str, None] = {}
    for word in _WORDS.findall(f"{finding.where} {finding.text}"):
        word = word.strip(".:,")
        if word in lattice:
            hexes[lattice.first_name(word)] = None
        elif "/" in word:
            try:
                hexsides[lattice.canonical(word)] = None
            except BadInput:
                continue
    if not hexes and not hexsides:
        hexes = dict.fromkeys(_through_owner(finding.where, document, lattice))
    return Problem(finding, tuple(hexes), tuple(hexsides))


def _through_owner(where: str, document: ScenarioDocument, lattice: Lattice) -> list[str]:
    for owner in _OWNERS:
        if where.startswith(f"{owner} "):
            key = where.removeprefix(f"{owner} ")
            if owner in ("unit", "set-up of"):
                places = [s.place.at for s in document.setups if s.unit == key and s.place.kind == "hex"]
                return [lattice.first_name(here) for here in places if here in lattice]
            if owner == "region" and (region := document.region(key)) is not None:
                try:
                    return list(region_hexes(lattice, region))
                except BadInput:
                    return []
            if owner == "start line":
                lines = [line for line in document.start_lines if line.key == key]
                return [point for line in lines for point in line.points if point in lattice]
    return []


# What mends a finding, by what it says.

Fix = tuple[str, Callable[[Workpiece, Lattice, Problem, str], SetRecords]]


def _paint_bare(work: Workpiece, lattice: Lattice, problem: Problem, kind: str) -> SetRecords:
    return paint_terrain(work, [here for here in lattice.hexes if here not in work.terrain], kind)


def _wipe_strangers(work: Workpiece, lattice: Lattice, problem: Problem, kind: str) -> SetRecords:
    strangers = {
        table: {here: None for here in work.tables[table] if here not in lattice}
        for table in ("terrain", "features", "places")
    }
    return SetRecords("Remove what lies off the map", strangers)


def _forget_labels(work: Workpiece, lattice: Lattice, problem: Problem, kind: str) -> SetRecords:
    return set_map_fields(work, labels=tuple(x for x in work.sheet("labels") if x.hex in lattice))


def _remove_bridges(work: Workpiece, lattice: Lattice, problem: Problem, kind: str) -> SetRecords:
    return erase_hexsides(work, problem.hexsides, (problem.finding.text.partition(" at ")[0],))


def _rename_side(work: Workpiece, lattice: Lattice, problem: Problem, kind: str) -> SetRecords:
    written = problem.finding.text.partition(" ")[0]
    first = lattice.canonical(written)
    both = tuple(sorted({*work.hexsides.get(first, ()), *work.hexsides.get(written, ())}))
    return SetRecords(f"Rename {written}", {"hexsides": {written: None, first: both}})


def _drop_setup(work: Workpiece, lattice: Lattice, problem: Problem, kind: str) -> SetRecords:
    unit = problem.finding.where.removeprefix("set-up of ")
    return set_setups(work, [setup for setup in work.scenario("setups") if setup.unit != unit])


def _into_the_game(work: Workpiece, lattice: Lattice, problem: Problem, kind: str) -> SetRecords:
    turns = work.scenario("turns")
    last, first = turns.last, turns.first
    return set_schedule(
        work,
        [
            entry if first <= entry.turn <= last else replace(entry, turn=min(max(entry.turn, first), last))
            for entry in work.scenario("schedule")
        ],
    )


def _take_off(work: Workpiece, lattice: Lattice, problem: Problem, kind: str) -> SetRecords:
    return take_off_map(work, [problem.finding.where.removeprefix("set-up of ")])


def _take_top_off(work: Workpiece, lattice: Lattice, problem: Problem, kind: str) -> SetRecords:
    places = {Placement("hex", here) for here in problem.hexes}
    stack = [setup.unit for setup in work.scenario("setups") if setup.place in places]
    return take_off_map(work, stack[-1:])


def _drop_entry(work: Workpiece, lattice: Lattice, problem: Problem, kind: str) -> SetRecords:
    units = {unit.id for unit in work.scenario("units")}
    known = [entry for entry in work.scenario("schedule") if not entry.unit or entry.unit in units]
    return set_schedule(work, known)


def _first_numbers(work: Workpiece, lattice: Lattice, problem: Problem, kind: str) -> SetRecords:
    """What lies under the second number of a hex goes to the first."""
    edits: dict[str, dict[str, tuple[Feature, ...] | None]] = {}
    for table in ("features", "places"):
        rows = work.features(table)
        for here in [here for here in rows if here in lattice and lattice.first_name(here) != here]:
            first = lattice.first_name(here)
            put = edits.setdefault(table, {})
            put[first] = (*(put.get(first) or rows.get(first, ())), *rows[here])
            put[here] = None
    return SetRecords("Use the first numbers", edits)


_FIXES: Final[tuple[tuple[str, str, Fix], ...]] = (
    (r"map", r"\d+ hexes have no terrain", ("Paint them with the chosen terrain", _paint_bare)),
    (r"terrain|map features|features", r".*no such hex", ("Remove what lies off the map", _wipe_strangers)),
    (r"labels", r".*no such hex", ("Remove these names", _forget_labels)),
    (r"hexsides", r".*crosses nothing", ("Remove the bridges", _remove_bridges)),
    (r"hexsides", r"\S+ is called ", ("Use the right name", _rename_side)),
    (r"set-up of .*", r"There is no such unit", ("Remove this set-up", _drop_setup)),
    (r"set-up of .*", r".*(could not enter|no land hex|Both sides)", ("Take it off the map", _take_off)),
    (
        r"set-up of .*",
        r".*(begins on the side|outside the area|no such hex)",
        ("Take it off the map", _take_off),
    ),
    (r"set-up", r".*(stacking points|may (not )?hold|Both sides)", ("Take the top unit off", _take_top_off)),
    (r"schedule, .*", r"There is no unit", ("Remove what names no unit", _drop_entry)),
    (r"(map )?features", r".*is the second number", ("Use the first numbers", _first_numbers)),
    (r"schedule, .*", r"The game has the turns", ("Move it to the nearest turn", _into_the_game)),
)


def fix_for(problem: Problem) -> Fix | None:
    """What mends this, if something does."""
    for where, text, fix in _FIXES:
        if re.fullmatch(where, problem.finding.where) and re.match(text, problem.finding.text):
            return fix
    return None
