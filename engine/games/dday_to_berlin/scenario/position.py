"""Worked examples of this game: a scenario or a drawn field, units in one line each, and a phase.

scenario = "ddb-carentan"      its map, places and units; or without one, on a field of 12 x 12 open zones:
terrain = {woods = "0505"}     road = ["0504 0505"]   river = "0505/0506"   bridge = "0505/0506"
objective = {"0505" = "german 6"}   supply = {"0101" = "allied"}   special = {"scn.x" = {..}}
phase = "movement"             see PHASES          side = "allied"   whose phase it is
turn = 3                       first = "german"    who is Player A, if not `side`
options = {advanced = true}    daylight = 17       day = 1      turns_today = 2
markers = {allied = 2}         tally = {..}        art = {allied = "1/3"}   air = {..}   free_rolls = {..}
control = {"1007" = "allied"}  prepared = "0505"   works = {"0506" = "allied"}   blown = "0905/0906"
                               an empty word in `control`: nobody holds the place
only = true                    of the scenario's units only those that are named below
place = {us-1 = "area wing"}   with phase = "set-up"; victory = [..]: see engine.catalogue.example_places
[allied]
us-1 = "INF veteran 0505 N full"     see engine.games.dday_to_berlin.scenario.unit_line
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from engine.bad_input import BadInput
from engine.catalogue import document as doc
from engine.catalogue.example_places import with_places, with_victory
from engine.catalogue.unit_line import UnitLine, lines_of
from engine.games.dday_to_berlin import marks
from engine.games.dday_to_berlin.engineering.engineering_phase import EngineeringPhase
from engine.games.dday_to_berlin.movement.movement_phase import MovementPhase
from engine.games.dday_to_berlin.night import Night, NightTurn
from engine.games.dday_to_berlin.records import DUE, Army, Bridge, Clock, Earthwork, Held, Unit
from engine.games.dday_to_berlin.scenario.charts import charts
from engine.games.dday_to_berlin.scenario.drawn_field import drawn_field
from engine.games.dday_to_berlin.scenario.ground import Ground
from engine.games.dday_to_berlin.scenario.opening import check_opening, starting_records
from engine.games.dday_to_berlin.scenario.set_up import SetUp
from engine.games.dday_to_berlin.scenario.unit_line import described_unit, line_words, marks_of
from engine.games.dday_to_berlin.turn import GameTurn, PlayerTurn, WholeGame
from engine.mechanics import box
from engine.mechanics.position_data import (
    known,
    nothing_else,
    scoped,
    table,
    whole_number,
    words,
)
from engine.referee import Frame, Keyed, Opening, Position

if TYPE_CHECKING:
    from engine.catalogue.document_game import DocumentGame

PHASES: Final = ("rally", "movement", "engineering", "combat", "supply")
"""Of a player turn, in order. Further: `facing` (the end of movement) and those below."""
SET_UP: Final = "set-up"
DAY_STEPS: Final = {"turn": 0, "first move": 1, "support": 2, "victory": 5, "night check": 6}
NIGHT_STEPS: Final = {"night": 0, "replenish": 3}
NIGHT_PHASES: Final = {"night rally": 0, "night movement": 1, "night engineering": 2, "night assault": 3}
ALL_PHASES: Final = (*PHASES, "facing", SET_UP, *DAY_STEPS, *NIGHT_STEPS, *NIGHT_PHASES)


def position_words() -> dict[str, Iterable[str]]:
    """What a position may say, by what it stands for."""
    return {"`phase`": ALL_PHASES, "`terrain`": charts().terrain.zones, **line_words().guide()}


def set_up(position: Position, game: DocumentGame) -> Opening:
    """Set up a worked example; BadInput says which entry is not known."""
    data = dict(position.data)
    named = data.pop("scenario", None)
    document = drawn_field(data) if named is None else game.document(game.scenario_text(str(named)))
    lines: dict[str, UnitLine] = {}
    document = with_victory(with_places(with_units(document, data, lines), data), data)
    land = Ground(document, table(data, "options"))
    records = {(type(record), record.key): record for record in starting_records(land)}

    def put(record: Keyed) -> None:
        records[type(record), record.key] = record

    frames = tuple(frames_of(land, data, put))
    for key, line in lines.items():
        unit = records[Unit, key]
        assert isinstance(unit, Unit)
        for record in lay_on(land, unit, line, frames):
            put(record)
    for record in table_of(land, data, records):
        put(record)
    if blown := data.pop("blown", ""):
        for side in words(blown, "blown"):
            if records.pop((Bridge, side), None) is None:
                raise BadInput(f"`blown` names {side!r:.20}, which is not a bridge")
    nothing_else(data, game.title)
    check_opening(land, records.values())
    return Opening(land, tuple(records.values()), frames)


def with_units(
    document: doc.ScenarioDocument, data: dict[str, Any], lines: dict[str, UnitLine]
) -> doc.ScenarioDocument:
    """The document with the units that the position names, changes or leaves out."""
    units = {unit.id: unit for unit in document.units}
    setups = {setup.unit: setup for setup in document.setups}
    arrivals = {entry.unit: entry for entry in document.schedule}
    anywhere = next(iter(document.map.lattice().hexes))
    for side, key, line in lines_of(document, data, line_words()):
        lines[key] = line
        units[key] = described_unit(key, side, line, units.get(key))
        if line.place == DUE:
            setups.pop(key, None)
            place = doc.Placement("hex", line.entry)
            arrivals[key] = doc.ScheduleEntry("reinforcement", line.turn or 1, side, key, place)
        elif line.place or line.state:
            setups[key] = new_setup(key, line, setups.get(key), anywhere)
            arrivals.pop(key, None)
    if data.pop("only", False) is True:
        units = {key: unit for key, unit in units.items() if key in lines}
    return replace(
        document,
        units=tuple(units.values()),
        setups=tuple(setup for key, setup in setups.items() if key in units),
        schedule=tuple(entry for key, entry in arrivals.items() if key in units),
    )


def new_setup(key: str, line: UnitLine, base: doc.Setup | None, anywhere: str) -> doc.Setup:
    """Where the unit stands; one in a box is put into it afterwards."""
    data = {**(base.data if base is not None else {}), **line.state}
    if line.place:
        at = anywhere if line.in_box else line.place
        return doc.Setup(key, doc.Placement("hex", at), data)
    if base is None:
        raise BadInput(f"Unit {key} is nowhere; give it a zone")
    return replace(base, data=data)


def lay_on(land: Ground, unit: Unit, line: UnitLine, frames: tuple[Frame, ...]) -> Iterator[Keyed]:
    """The box a unit is in, and the marks on it."""
    if line.in_box and line.place != DUE:
        yield replace(unit, place=box(line.place, unit.side))
    said = {name: (scope, value) for name, scope, value in marks_of(line, unit.type)}
    result = said.get(marks.ACTIVATED, ("", ""))[1]
    if marks.MP not in said and result in (marks.FULL, marks.DOUBLE):
        row = land.charts.movement.rows[unit.moves_as]
        said[marks.MP] = (marks.PLAYER_TURN, str(row.full if result == marks.FULL else row.double))
    for name, (scope, value) in said.items():
        yield scoped(unit.key, name, scope, value, frames)


def frames_of(land: Ground, data: dict[str, Any], put: Callable[[Keyed], None]) -> Iterator[Frame]:
    """The frames for the phase, and the clock."""
    phase, side = data.pop("phase", "movement"), data.pop("side", land.sides[0])
    first = data.pop("first", side)
    if side not in land.sides or first not in land.sides:
        raise BadInput(f"`side` and `first` should be {' or '.join(land.sides)}")
    if not isinstance(phase, str):
        raise BadInput("`phase` should be a text")
    clock = Clock(
        turn=number(data, "turn", 1),
        player_a=first,
        daylight=number(data, "daylight", 0),
        day=number(data, "day", 1),
        turns_today=number(data, "turns_today", 0),
        night=phase in NIGHT_STEPS or phase in NIGHT_PHASES,
    )
    put(clock)
    if phase == SET_UP:
        yield WholeGame()
        yield SetUp()
    elif phase in DAY_STEPS:
        yield WholeGame(at=1)
        yield GameTurn(at=DAY_STEPS[phase])
    elif phase in NIGHT_STEPS:
        yield WholeGame(at=2)
        yield Night(at=NIGHT_STEPS[phase])
    elif phase in NIGHT_PHASES:
        yield WholeGame(at=2)
        yield Night(at=2 if side == first else 3)
        yield NightTurn(side, at=NIGHT_PHASES[phase])
    elif phase in PHASES or phase == "facing":
        yield WholeGame(at=1)
        yield GameTurn(at=4 if side == first else 5)
        yield from player_turn(phase, side)
    else:
        raise BadInput(f"`phase` should be one of {', '.join(ALL_PHASES)}, not {phase!r:.40}")


def player_turn(phase: str, side: str) -> Iterator[Frame]:
    """A player turn that has come to this phase."""
    if phase == "facing":
        yield PlayerTurn(side, at=PHASES.index("movement") + 1)
        yield MovementPhase(side, at=2)
    elif phase == "engineering":
        yield PlayerTurn(side, at=PHASES.index(phase) + 1)
        yield EngineeringPhase(side)
    else:
        yield PlayerTurn(side, at=PHASES.index(phase))


def table_of(land: Ground, data: dict[str, Any], records: dict[Any, Any]) -> Iterator[Keyed]:
    """Markers, supports, control, positions: everything else that lies on the table."""
    for side in land.sides:
        army = records[Army, side]
        army = replace(army, **dict(army_of(data, army)))
        if army.markers > army.tally or army.art > army.art_allotment or army.air > army.air_allotment:
            raise BadInput(f"{side} has more markers than it ever took, or more supports than its allotment")
        yield army
    for name in ("markers", "tally", "art", "air", "free_rolls"):
        table(data, name)
    for here, side in table(data, "control").items():
        if (Held, here) not in records or side not in (*land.sides, ""):
            raise BadInput(f"`control` names {here!r:.20} and {side!r:.20}; it should be a place and a side")
        yield Held(here, side)
    for here in known(data.pop("prepared", ""), land.hexes, "prepared"):
        yield Earthwork(here)
    for here, side in table(data, "works").items():
        if here not in land.hexes or side not in land.sides:
            raise BadInput(f"`works` names {here!r:.20} and {side!r:.20}; it should be a zone and a side")
        yield Earthwork(here, False, side)


def army_of(data: dict[str, Any], army: Army) -> Iterator[tuple[str, int]]:
    """What a side has in hand."""
    for name in ("markers", "tally", "free_rolls"):  # the tally counts at least the markers held
        given = data.get(name, {})
        if isinstance(given, dict) and army.key in given:
            yield name, whole_number(given[army.key], name)
            if name == "markers":
                yield "tally", whole_number(given[army.key], name)
    for name in ("art", "air"):
        given = data.get(name, {})
        if isinstance(given, dict) and army.key in given:
            on_hand, _, allotted = str(given[army.key]).partition("/")
            if not on_hand.isdecimal() or not allotted.isdecimal() or len(on_hand + allotted) > 6:
                raise BadInput(f"`{name}` of {army.key} should be on hand and allotted such as 1/3")
            yield name, int(on_hand)
            yield f"{name}_allotment", int(allotted)


def number(data: dict[str, Any], name: str, default: int) -> int:
    """A small whole number out of the data."""
    return whole_number(data.pop(name, default), name)
