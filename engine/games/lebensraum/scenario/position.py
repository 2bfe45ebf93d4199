"""Worked examples of this game: the map of a scenario, units in one line each, and a segment.

scenario = "leb-12-4-invasion"   its map and rules (this is the default); `keep = true`: its units, too
segment = "2.A"                  1.A to 1.F, 2.A to 2.I, 3.A to 3.C, 4.A to 4.I, end, turn (one begins),
                                 game (a whole game begins: the surprise attack comes first; with `keep` the
                                 units of the scenario begin in reserve as its rules say)
turn = 3                         the East number; A to H of the West are 9 to 16
points = {axis = 40}             movement points of each power
weather = {north = "mud"}        clear if nothing is said
borders = "poland|soviet-union"  borders that have been crossed
control = {E2423 = "axis"}       hexes that have changed hands
special = {"12.3" = {}}          further special rules
charts = {odds = {tie = "attacker"}}   values of charts that are different here
economy = {eco-soviet-E3214 = "E3214 face_down"}   the economic markers, and what is special about some:
                                 face_down, captured, power:axis, works_from:4, off; without it there are none
steps = {axis = {infantry = 3}}  replacement steps; `training = {soviet-40 = 7}`, `guards = {soviet-8-gd =
                                 "soviet-40"}`, `landed = "E1544"`, `landings = 2`
[axis]
axis-9 = "E2324 flipped"         see engine.games.lebensraum.scenario.unit_line
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from engine.bad_input import BadInput
from engine.catalogue import document as doc
from engine.catalogue.example_places import with_special_rules, with_victory
from engine.catalogue.unit_line import UnitLine, with_units
from engine.games.lebensraum.combat import part as combat_part
from engine.games.lebensraum.economy import part as economy_part
from engine.games.lebensraum.leaders.opening import without_headquarters
from engine.games.lebensraum.records import (
    DUE,
    MOVEMENT_POINTS,
    Clock,
    Control,
    EconomicMarker,
    Leader,
    OpenBorder,
    Unit,
    Weather,
)
from engine.games.lebensraum.scenario.charts import WEATHERS
from engine.games.lebensraum.scenario.ground import SECTIONS, Ground
from engine.games.lebensraum.scenario.opening import check_opening, starting_records
from engine.games.lebensraum.scenario.unit_line import described_unit, line_words
from engine.games.lebensraum.special.surprise import starting_reserves
from engine.games.lebensraum.turn import SEGMENTS, frames_of
from engine.mechanics.places import box
from engine.mechanics.pools import Pool
from engine.mechanics.position_data import nothing_else, one_known, table, words
from engine.referee import Due, Keyed, Mark, Opening, Position

if TYPE_CHECKING:
    from engine.catalogue.document_game import DocumentGame

USUAL: Final = "leb-12-4-invasion"
MOST_POINTS: Final = 9999


def position_words() -> dict[str, Iterable[str]]:
    """What a position may say, by what it stands for."""
    return {"`segment`": SEGMENTS, **line_words().guide()}


def set_up(position: Position, game: DocumentGame) -> Opening:
    """Set up a worked example; BadInput says which entry is not known."""
    data = dict(position.data)
    document = game.document(game.scenario_text(str(data.pop("scenario", USUAL))))
    lines: dict[str, UnitLine] = {}
    keeps = data.get("keep") is True
    has_economy = "economy" in data or keeps
    document = with_victory(with_special_rules(document, data), data)
    document = replace(document, data={**document.data, "charts": table(data, "charts")})
    land = Ground(_with_units(document, data, lines), table(data, "options"))
    records = {
        (type(record), record.key): record
        for record in starting_records(land)
        if has_economy or not isinstance(record, EconomicMarker)
    }
    own = (*_units(records, lines), *_rest(land, data))
    added = (*economy_part.position_records(land, data), *combat_part.position_records(land, data))
    for record in (*own, *added):
        records[type(record), record.key] = record
    for leader in tuple(without_headquarters(records.values())):
        records[Leader, leader.key] = leader
    segment = data.pop("segment", "2.A")
    if keeps and segment == "game":
        units = [one for one in records.values() if isinstance(one, Unit)]
        records |= {(Mark, one.key): one for one in starting_reserves(land, units)}
    if segment not in SEGMENTS:
        raise BadInput(f"`segment` is not known; the segments are {', '.join(SEGMENTS)}")
    nothing_else(data, game.title)
    check_opening(land, records.values())
    return Opening(land, tuple(records.values()), frames_of(segment))


def _with_units(
    document: doc.ScenarioDocument, data: dict[str, Any], lines: dict[str, UnitLine]
) -> doc.ScenarioDocument:
    """The document with the units that the position names, and with the others if it keeps them."""
    keep = data.pop("keep", False) is True
    powers = {side.key: _first_power(side) for side in document.sides}

    def described(key: str, side: str, line: UnitLine, base: doc.Unit | None) -> doc.Unit:
        return described_unit(key, side, line, base, powers[side])

    found = with_units(document, data, line_words(), lines, keep, described)
    units = {unit.id for unit in found.units}
    schedule = tuple(e for e in document.schedule if e.unit in units and keep)
    return replace(found, schedule=schedule)


def _first_power(side: doc.Side) -> str:
    """The power that a new unit of a side belongs to if its line does not say it."""
    powers = side.data.get("powers")
    return next(iter(powers), "") if isinstance(powers, Mapping) else ""


def _units(records: dict[Any, Any], lines: dict[str, UnitLine]) -> Iterator[Keyed]:
    for key, line in lines.items():
        unit: Unit = records[Unit, key]
        if line.place == DUE:
            yield Due(key, line.turn or 1, "reinforcement", key, line.entry, unit.side)
        if line.in_box:
            yield replace(unit, place=box(line.place, unit.side))
        elif not unit.is_hq:
            yield Control(unit.place, unit.side)
        for name, scope, value in line.marks:
            yield Mark(key, name, scope, value=value)


def _rest(land: Ground, data: dict[str, Any]) -> Iterator[Keyed]:
    turn = data.pop("turn", land.first_turn)
    if type(turn) is not int or not 1 <= turn <= 16:
        raise BadInput(f"`turn` should be 1 to 16, not {turn!r:.20}")
    yield Clock(turn, str(data.pop("moment", "")))
    for power, left in table(data, "points").items():
        if type(left) is not int or not 0 <= left <= MOST_POINTS:
            raise BadInput(f"`points` should be whole numbers up to {MOST_POINTS}")
        yield Pool(one_known(power, land.powers, "points"), MOVEMENT_POINTS, left)
    for section, kind in table(data, "weather").items():
        yield Weather(one_known(section, SECTIONS, "weather"), one_known(kind, WEATHERS, "weather"))
    yield from (OpenBorder(between) for between in words(data.pop("borders", ""), "borders"))
    for here, owner in table(data, "control").items():
        yield Control(one_known(here, land.playable, "control"), one_known(owner, land.sides, "control"))
