"""Worked examples of this game: the map of a scenario, units in one line each, and a phase.

scenario = "ctl-3-wurm"        its map and formations (default: ctl-2-stolberg); `keep = true`: its units, too
phase = "actions"              turn (one begins), ops (a cycle begins), initiative (a side chooses),
                               activation, the segments of the Admin Phase
side = "us"                    who has the initiative or acts          formation = "1ID"  who is activated
points = {us = 4}              action points       turn = 2            cycle = 3
marker = "german 3"            the Initiative marker                   interdiction = 1
passed = "german"              reroll = "us"       who owns the SNAFU marker
level = {1ID = 4}              activation levels   support = {1ID = 2} support points
flipped = "1ID"                headquarters on their back side
improved = "3010 3011"         hexes with an Improved Defense marker
control = {"3109" = "us"}      victory hexes       plans = "dummy C A" drawn so far, in order
special = {"7.3.8" = {last_turn = 3}}
[us]
us-1-16 = "2009 now:5"         see engine.games.crossing_the_line.scenario.unit_line
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from engine.bad_input import BadInput
from engine.catalogue import document as doc
from engine.catalogue.example_places import with_special_rules
from engine.catalogue.unit_line import UnitLine, with_units
from engine.games.crossing_the_line.records import (
    DUE,
    LOST,
    ActionPoints,
    Clock,
    Control,
    Formation,
    Improved,
    PlanMarker,
    Unit,
)
from engine.games.crossing_the_line.scenario.ground import Ground
from engine.games.crossing_the_line.scenario.opening import check_opening, formation, starting_records
from engine.games.crossing_the_line.scenario.unit_line import described_unit, line_words
from engine.games.crossing_the_line.turn import PHASES, frames_of
from engine.mechanics.places import box
from engine.mechanics.position_data import (
    known,
    nothing_else,
    one_known,
    table,
    whole_number,
    words,
)
from engine.referee import Due, Keyed, Opening, Position

if TYPE_CHECKING:
    from engine.catalogue.document_game import DocumentGame

USUAL: Final = "ctl-2-stolberg"


def position_words() -> dict[str, Iterable[str]]:
    """What a position may say, by what it stands for."""
    return {"`phase`": PHASES, **line_words().guide()}


def set_up(position: Position, game: DocumentGame) -> Opening:
    """Set up a worked example; BadInput says which entry is not known."""
    data = dict(position.data)
    document = game.document(game.scenario_text(str(data.pop("scenario", USUAL))))
    lines: dict[str, UnitLine] = {}
    land = Ground(_with_units(with_special_rules(document, data), data, lines), table(data, "options"))
    records = {(type(record), record.key): record for record in starting_records(land)}
    for record in (*_units(land, records, lines), *_formations(land, records, data), *_rest(land, data)):
        records[type(record), record.key] = record
    clock = records[Clock, ""]
    assert isinstance(clock, Clock)
    phase, side = data.pop("phase", "actions"), data.pop("side", land.sides[0])
    acting = str(data.pop("formation", ""))
    if side not in land.sides or phase not in PHASES or (acting and acting not in land.formations):
        raise BadInput(f"`phase`, `side` or `formation` is not known; the phases are {', '.join(PHASES)}")
    nothing_else(data, game.title)
    check_opening(land, records.values())
    return Opening(land, tuple(records.values()), frames_of(land, phase, side, acting))


def _with_units(
    document: doc.ScenarioDocument, data: dict[str, Any], lines: dict[str, UnitLine]
) -> doc.ScenarioDocument:
    """The document with the units that the position names, and with the others if it keeps them."""
    keep = data.pop("keep", False) is True
    found = with_units(document, data, line_words(), lines, keep, described_unit)
    units = {unit.id for unit in found.units}
    schedule = tuple(e for e in document.schedule if e.unit in units and (keep or e.kind == "withdrawal"))
    return replace(found, schedule=schedule)


def _units(land: Ground, records: dict[Any, Any], lines: dict[str, UnitLine]) -> Iterator[Keyed]:
    for key, line in lines.items():
        unit: Unit = records[Unit, key]
        if line.place == DUE:
            yield Due(key, line.turn or 1, "reinforcement", key, line.entry, unit.side)
        if line.in_box:
            left = 0 if line.place == LOST else unit.now
            yield replace(unit, place=box(line.place, unit.side), now=left)


def _formations(land: Ground, records: dict[Any, Any], data: dict[str, Any]) -> Iterator[Keyed]:
    levels, support = table(data, "level"), table(data, "support")
    flipped = words(data.pop("flipped", ""), "flipped")
    for key in {*levels, *support, *flipped} - land.formations.keys():
        raise BadInput(f"{key!r:.40} is not a formation")
    for key in land.formations:
        if (Formation, key) in records or key in levels:
            one = records.get((Formation, key)) or formation(land, key)
            yield replace(
                one,
                level=whole_number(levels.get(key, one.level), "level"),
                support=whole_number(support.get(key, one.support), "support"),
                flipped=key in flipped,
            )


def _rest(land: Ground, data: dict[str, Any]) -> Iterator[Keyed]:
    side, _, bonus = str(data.pop("marker", " 0")).partition(" ")
    if not bonus.isdecimal() or side not in (*land.sides, ""):
        raise BadInput("`marker` should be a side and a number such as german 3")
    yield Clock(
        whole_number(data.pop("turn", land.first_turn), "turn"),
        side,
        int(bonus),
        whole_number(data.pop("interdiction", 0), "interdiction"),
        tuple(known(data.pop("passed", ""), land.sides, "passed")),
        whole_number(data.pop("cycle", 1), "cycle"),
        one_known(data.pop("reroll", "german"), land.sides, "reroll"),
        whole_number(data.pop("activations", 0), "activations"),
    )
    for owner, points in table(data, "points").items():
        yield ActionPoints(one_known(owner, land.sides, "points"), whole_number(points, "points"))
    for entry in known(data.pop("improved", ""), land.playable, "improved"):
        yield Improved(entry, next(setup_side(land, entry), land.sides[0]))
    for here, owner in table(data, "control").items():
        yield Control(one_known(here, land.playable, "control"), one_known(owner, land.sides, "control"))
    for number, plan in enumerate(words(data.pop("plans", ""), "plans"), start=1):
        yield PlanMarker(str(number), plan)


def setup_side(land: Ground, here: str) -> Iterator[str]:
    """The side of the units that are set up in a hex."""
    sides = {unit.id: unit.side for unit in land.document.units}
    return (sides[setup.unit] for setup in land.document.setups if setup.place.at == here)
