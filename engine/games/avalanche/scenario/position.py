"""Worked examples of this game: the map of a scenario, units in one line each, and a phase.

scenario = "avl-3-the-corridor"   its map and formations (default: avl-4-avalanche)
keep = true                       its units, too
phase = "movement"                turn, predawn, initial (they begin), the steps of a player turn: supply,
                                  ammo, planning, engineering, reinforcements, movement, after, drops,
                                  reform, bombardment, antiship, combat, recovery; end (of the game turn).
                                  Of ammo, planning, engineering, reinforcements, reform, bombardment and
                                  combat the decision is asked even if nothing can be done in it
side = "allied"                   whose player turn it is           turn = 5        rain = true
weather = "cloudy"                that of the day
options = {forced_march = true}   optional rules
control = {allied = "1434 1534"}  hexes that a side controls; at the start all are German
beaches = {Red = "1333"}          beachhead markers                  shore = {us-1-531 = "Red"}  shore parties
works = {"1533" = "allied ip"}    ip or fort
airfields = {"2025" = "repaired"} or turns of work
crossings = {"2033/2034" = "blown"}   blown, block, cliff road
building = {us-111e = "ip 1533 4"}    what, where, since which turn, and other companies of the crew
points = {"air allied interdiction" = 4}
plans = {us-1-504 = "1434 16"}    airdrops: hex and turn; `now` behind it: on its way
[allied]
us-1-157 = "2131 steps:2"         see engine.games.avalanche.scenario.unit_line
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from engine.bad_input import BadInput
from engine.catalogue import document as doc
from engine.catalogue.example_places import with_special_rules
from engine.catalogue.unit_line import UnitLine, with_units
from engine.games.avalanche.records import (
    ALLIED,
    DUE,
    FULL,
    SIDES,
    TURN_TRACK,
    Airfield,
    Beachhead,
    Clock,
    Construction,
    Control,
    Crossing,
    DropPlan,
    Points,
    Unit,
    Work,
)
from engine.games.avalanche.scenario.ground import Ground
from engine.games.avalanche.scenario.opening import check_opening, ship, starting_records
from engine.games.avalanche.scenario.unit_line import described_unit, line_words, state_of
from engine.games.avalanche.turn import PHASES, frames_of
from engine.mechanics.places import box
from engine.mechanics.position_data import (
    known,
    nothing_else,
    one_known,
    scoped,
    table,
    whole_number,
    words,
)
from engine.referee import Due, Frame, Keyed, Mark, Opening, Position

if TYPE_CHECKING:
    from engine.catalogue.document_game import DocumentGame

USUAL: Final = "avl-4-avalanche"


def position_words() -> dict[str, Iterable[str]]:
    """What a position may say, by what it stands for."""
    return {"`phase`": PHASES, **line_words().guide()}


def set_up(position: Position, game: DocumentGame) -> Opening:
    """Set up a worked example; BadInput says which entry is not known."""
    data = dict(position.data)
    document = game.document(game.scenario_text(str(data.pop("scenario", USUAL))))
    lines: dict[str, UnitLine] = {}
    document = _with_units(with_special_rules(document, data), data, lines)
    land = Ground(document, table(data, "options"))
    records = {(type(record), record.key): record for record in starting_records(land)}
    phase, side = str(data.pop("phase", "movement")), str(data.pop("side", ALLIED))
    if side not in land.sides or phase not in PHASES:
        raise BadInput(f"`phase` or `side` is not known; the phases are {', '.join(PHASES)}")
    frames = frames_of(phase, side)
    for record in (*_units(land, records, lines), *_marks(lines, frames), *_rest(land, data)):
        records[type(record), record.key] = record
    nothing_else(data, game.title)
    check_opening(land, records.values())
    return Opening(land, tuple(records.values()), frames)


def _with_units(
    document: doc.ScenarioDocument, data: dict[str, Any], lines: dict[str, UnitLine]
) -> doc.ScenarioDocument:
    """The document with the units that the position names, and with the others if it keeps them."""
    formations = {one.key.replace(" ", ""): one.key for one in document.formations}
    keep = data.pop("keep", False) is True
    described = partial(described_unit, formations=formations)
    found = with_units(document, data, line_words(), lines, keep, described, state_of)
    land_units = tuple(unit for unit in found.units if unit.size != "ship")
    schedule = tuple(e for e in document.schedule if keep)
    ships = document.data if keep else {name: v for name, v in document.data.items() if name != "ships"}
    return replace(found, units=land_units, schedule=schedule, data=ships)


def _units(land: Ground, records: dict[Any, Any], lines: dict[str, UnitLine]) -> Iterator[Keyed]:
    for key, line in lines.items():
        unit = records.get((Unit, key)) or _ship(land, key, line)
        if line.place == DUE:
            yield from _due(key, unit, line)
        elif line.in_box:
            yield replace(unit, place=box(line.place, unit.side))
        elif unit.is_ship:
            yield unit


def _due(key: str, unit: Unit, line: UnitLine) -> Iterator[Keyed]:
    """`due:5:US-beach`, `due:1:Red/assault`; leaders `due:9:wounded`, `due:8:displaced`; a ship `due:18`."""
    entry, _, wave = line.entry.replace("-", " ").partition("/")
    what = "ship" if unit.is_ship else entry if entry in ("wounded", "displaced") else "reinforcement"
    waits = DUE if what == "reinforcement" else TURN_TRACK
    yield Due(key, line.turn or 1, what, key, entry if waits == DUE else "", unit.side, wave)
    yield replace(unit, place=box(waits, unit.side), flipped=what == "wounded")


def _ship(land: Ground, key: str, line: UnitLine) -> Unit:
    entry = {"name": key, "class": line.type, "nation": line.ratings.get("nation", "US")}
    found = ship(land, key, entry, line.place)
    return replace(found, ammo=line.state.get("ammo", FULL))


def _marks(lines: dict[str, UnitLine], frames: tuple[Frame, ...]) -> Iterator[Keyed]:
    for key, line in lines.items():
        for name, scope, value in line.marks:
            yield scoped(key, name, scope, value, frames)


def _rest(land: Ground, data: dict[str, Any]) -> Iterator[Keyed]:
    weather = "rain" if data.pop("rain", False) is True else str(data.pop("weather", "clear"))
    yield Clock(whole_number(data.pop("turn", max(land.first_turn, 5)), "turn"), weather)
    for side, hexes in table(data, "control").items():
        for here in known(hexes, land.land, "control"):
            yield Control(here, one_known(side, SIDES, "control"))
    for written, here in table(data, "beaches").items():
        name = written.replace("-", " ")
        one_known(here, land.land, "beaches")
        if name not in land.charts.beachhead_capacity.beach:
            raise BadInput(f"{name!r:.40} is not a beachhead")
        yield Beachhead(name, here)
    for key, beach in table(data, "shore").items():
        yield Mark(key, "shore party", value=str(beach))
    for here, text in table(data, "works").items():
        side, kind = _parts(text, 2, "works")
        yield Work(one_known(here, land.land, "works"), side, kind)
    yield from _changed_map(land, data)
    for key, text in table(data, "plans").items():
        here, when, *now = words(text, "plans")
        yield DropPlan(key, int(when), one_known(here, land.land, "plans"), now == ["now"])
    for track, value in table(data, "points").items():
        yield Points(track, whole_number(value, "points"))


def _changed_map(land: Ground, data: dict[str, Any]) -> Iterator[Keyed]:
    for side, kind in table(data, "crossings").items():
        yield Crossing(one_known(side, land.hexsides, "crossings"), str(kind))
    for here, work in table(data, "airfields").items():
        repaired = work == "repaired"
        turns = land.charts.engineering.airfield_turns if repaired else whole_number(work, "airfields")
        yield Airfield(one_known(here, land.airfields, "airfields"), turns, repaired)
    sides = {unit.id: unit.side for unit in land.document.units}
    for key, text in table(data, "building").items():
        kind, place, since, *crew = [*words(text, "building"), "", "", ""]
        others = tuple(one for one in crew if one)
        if not {key, *others} <= set(sides) or not since.isdecimal():
            raise BadInput(f"`building` should name a unit, a task, a place and a turn, not {text!r:.40}")
        yield Construction(key, kind, place, sides[key], int(since), others)


def _parts(text: object, count: int, name: str) -> list[str]:
    found = words(text, name)
    if len(found) != count:
        raise BadInput(f"`{name}` should be {count} words, not {text!r:.40}")
    return found
