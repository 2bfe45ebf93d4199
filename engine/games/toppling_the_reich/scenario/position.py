"""Worked examples of this game: the map of a scenario, counters in one line each, and a segment.

scenario = "ttr-2-scheldt"     its map, boundaries, control, railheads (default: ttr-1-market-garden); of its
                               counters front and army group headquarters and those named; `keep = true`: all
segment = "movement"           see SEGMENTS        side = "allied"    whose player-turn it is
turn = 3                       first = "german"    who moves first, if not `side`
options = {ultra = true}       special = {"16.2.7-a" = {}}     air_status = 4     herbstnebel = 16
asp = {allied = 3}             air = {allied = 5}  replacements = {german = "2/1"}  infantry and armor
weather = "mud: holland; cloud: ardennes, black forest"        last_turn = {allied = "unused exhausted"}
control = {"3321 3322" = "allied"}    boundaries = {allied = "19 42 50"}    track = ["3022 3122 3223"]
builders = {"2724" = "us-eng-a"}      railheads from which an engineer builds onward
cap = {"3321" = "german"}      interdiction = {"3321" = "german"}   bridgehead = "3414/3514"
temporary = "3414/3514"        broken = "3823/3923"        dams = {Urft = 26}     roer = 28    fallen = "3336"
stalemate = {"3321" = "us-1-inf us-9-inf > lxxxi"}         attackers, then defenders
place = {us-1-inf = "area wing"}           with segment = "set-up"
victory = []                   other conditions than the scenario's: see engine.catalogue.example_places
[allied]
us-30-inf = "3219 steps:1"     see engine.games.toppling_the_reich.scenario.unit_line
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from engine.bad_input import BadInput
from engine.catalogue import document as doc
from engine.catalogue.example_places import with_places, with_special_rules, with_victory
from engine.catalogue.unit_line import UnitLine, check_place, lines_of
from engine.games.toppling_the_reich.air.airborne import AIR_ASP
from engine.games.toppling_the_reich.boxes import DUE
from engine.games.toppling_the_reich.command.command_segment import STEPS, CommandSegment
from engine.games.toppling_the_reich.marks import AIR_SUPPLIED, STALEMATED
from engine.games.toppling_the_reich.movement.movement_segment import MovementSegment
from engine.games.toppling_the_reich.records import GERMAN, Clock, Stalemate, Unit
from engine.games.toppling_the_reich.scenario.ground import Ground
from engine.games.toppling_the_reich.scenario.opening import check_opening, starting_records
from engine.games.toppling_the_reich.scenario.position_table import lay_table
from engine.games.toppling_the_reich.scenario.set_up import SetUp
from engine.games.toppling_the_reich.scenario.unit_line import described_unit, line_words
from engine.games.toppling_the_reich.turn import GameTurn, PlayerTurn, WholeGame
from engine.mechanics import box
from engine.mechanics.position_data import nothing_else, scoped, table, whole_number
from engine.referee import Due, Frame, Keyed, Mark, Opening, Position

if TYPE_CHECKING:
    from engine.catalogue.document_game import DocumentGame

SEGMENTS: Final = ("movement", "combat", "exploitation", "reorganization")
"""Of a player-turn, in order. Further: `marches` (movement after arrivals), `set-up`, `turn`, `end` (of a
game turn), and the steps of the Command Segment (see command_segment.STEPS)."""
USUAL: Final = "ttr-1-market-garden"


def position_words() -> dict[str, Iterable[str]]:
    """What a position may say, by what it stands for."""
    segments = (*SEGMENTS, "marches", "set-up", "turn", "end", *STEPS)
    return {"`segment`": segments, **line_words().guide()}


def set_up(position: Position, game: DocumentGame) -> Opening:
    """Set up a worked example; BadInput says which entry is not known."""
    data = dict(position.data)
    document = game.document(game.scenario_text(str(data.pop("scenario", USUAL))))
    lines: dict[str, UnitLine] = {}
    document = with_special_rules(with_victory(document, data), data)
    document = with_places(_with_units(document, data, lines), data)
    land = Ground(document, table(data, "options"))
    records = {(type(record), record.key): record for record in starting_records(land)}
    check_opening(land, records.values())

    def put(record: Keyed) -> None:
        records[type(record), record.key] = record

    clock = records[Clock, ""]
    assert isinstance(clock, Clock)
    frames = tuple(_frames(land, data, clock, put))
    for key, line in lines.items():
        unit = records[Unit, key]
        assert isinstance(unit, Unit)
        for record in _lay_on(unit, line, frames):
            put(record)
    lay_table(land, data, records, put)
    for record in _stalemates(land, data):
        put(record)
    nothing_else(data, game.title)
    return Opening(land, tuple(records.values()), frames)


def _with_units(
    document: doc.ScenarioDocument, data: dict[str, Any], lines: dict[str, UnitLine]
) -> doc.ScenarioDocument:
    """The document with the counters that the position names, changes or leaves out."""
    units = {unit.id: unit for unit in document.units}
    keep = data.pop("keep", False) is True
    for side, key, line in lines_of(document, data, line_words()):
        lines[key] = line
        units[key] = described_unit(key, side, line, units.get(key))
        check_place(key, line)
    hexes = frozenset(document.map.lattice().hexes)
    on_map = {key: line for key, line in lines.items() if line.place in hexes}
    staffs = ("army_group", "front")
    setups = [
        setup
        for setup in document.setups
        if setup.unit not in lines and (keep or units[setup.unit].ratings.get("level") in staffs)
    ]
    for key, line in on_map.items():
        steps = line.state.get("steps")
        setups.append(doc.Setup(key, doc.Placement("hex", line.place), {"steps": steps} if steps else {}))
    schedule = [
        entry
        for entry in document.schedule
        if entry.kind != "reinforcement" or entry.unit in on_map or (keep and entry.unit not in lines)
    ]
    return replace(document, units=tuple(units.values()), setups=tuple(setups), schedule=tuple(schedule))


def _lay_on(unit: Unit, line: UnitLine, frames: tuple[Frame, ...]) -> Iterator[Keyed]:
    """The box a counter is in, what hides it, and the marks on it."""
    if line.place == DUE:
        yield Due(unit.key, line.turn or 1, "reinforcement", unit.key, line.entry, unit.side)
    place = box(line.place, unit.side) if line.in_box else unit.place
    state = {**line.state, "steps": line.state.get("steps") or unit.steps}
    yield replace(unit, place=place, entry=line.entry or unit.entry, **state)
    for name, scope, value in line.marks:
        yield scoped(unit.key, name, scope, value, frames)
        if name == AIR_SUPPLIED:
            yield Mark(unit.side, AIR_ASP, value=value or "0")


def _frames(
    land: Ground, data: dict[str, Any], clock: Clock, put: Callable[[Keyed], None]
) -> Iterator[Frame]:
    """What is going on, from the segment, and the clock that belongs to it."""
    segment, side = data.pop("segment", "movement"), data.pop("side", clock.first)
    first = data.pop("first", side)
    if side not in land.sides or first not in land.sides:
        raise BadInput(f"`side` and `first` should be {' or '.join(land.sides)}")
    turn = whole_number(data.pop("turn", clock.turn), "turn")
    if str(turn) not in land.charts.turn_record.rows:
        raise BadInput(f"`turn` is {turn}, which is not on the turn record")
    status = whole_number(data.pop("air_status", clock.air_status), "air_status")
    put(replace(clock, turn=turn, first=first, air_status=status))
    yield WholeGame(at=0 if segment in ("set-up", "turn") else 1)
    if segment in STEPS:
        yield GameTurn(at=2)
        yield CommandSegment(at=STEPS.index(segment))
    elif segment in (*SEGMENTS, "marches"):
        yield GameTurn(at=3 if side == first else 4)
        yield from _player_turn(segment, side)
    elif segment == "end":
        yield GameTurn(at=4)
    elif segment == "set-up":
        yield SetUp()
    elif segment != "turn":
        known = (*SEGMENTS, "marches", "set-up", "turn", "end", *STEPS)
        raise BadInput(f"`segment` should be one of {', '.join(known)}, not {segment!r:.40}")


def _player_turn(segment: str, side: str) -> Iterator[Frame]:
    if segment == "marches":
        yield PlayerTurn(side, at=1)
        yield MovementSegment(side, at=len(MovementSegment.steps) - 1)
    else:
        yield PlayerTurn(side, at=2 * SEGMENTS.index(segment))


def _stalemates(land: Ground, data: dict[str, Any]) -> Iterator[Keyed]:
    """`"3321" = "us-1-inf us-9-inf > lxxxi"`: who attacks and who defends."""
    for here, text in table(data, "stalemate").items():
        attackers, arrow, defenders = str(text).partition(">")
        if not arrow or here not in land.hexes:
            raise BadInput(f"`stalemate` at {here!r:.20} should name attackers > defenders")
        ids = {unit.id: unit.side for unit in land.document.units}
        stuck = (*attackers.split(), *defenders.split())
        if not set(stuck) <= ids.keys():
            raise BadInput(f"`stalemate` at {here} names a unit that is not there")
        side = ids.get(attackers.split()[0], GERMAN)
        yield Stalemate(here, side, tuple(attackers.split()), tuple(defenders.split()), land.first_turn)
        for unit in stuck:
            yield Mark(unit, STALEMATED, value=here)
