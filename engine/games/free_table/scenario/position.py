"""Worked examples of the free table: a scenario's map and parts, pieces in one line each, whose turn it is.

scenario = "free-causeway"     its map, sides and parts (the default); `keep = true`: its pieces, too
side = "north"                 whose turn it is      turn = 2
phase = "begin"                the game is about to begin (default: "turn", a side has the table)
schedule = [{kind = "withdrawal", turn = 2, side = "north", unit = "n1"}]
options = {turns = "together", pieces = "own"}
table = {dice = [{key = "3d4"}]}   parts that replace those of the scenario
plays = ["north", "south", "east"] further sides can be named: they play, too
tracks = {order = 3}           discards = {events = ["Fog"]}
deck = {events = ["Rain"]}     what is left in a deck
marker = {smoke = "0303"}      markers on the map
victory = [{key = "…", when = "turn", test = {…}, winner = "north"}]
[north]
n1 = "0203 hidden flipped facing:2 level:1"   a hex, or a box with its blanks written as _
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from engine.bad_input import BadInput
from engine.catalogue import document as doc
from engine.catalogue.plain_data import read
from engine.catalogue.table_parts import TABLE
from engine.catalogue.victory import check_words
from engine.games.free_table.records import Clock, Discards, LaidMarker, Piece, TrackValue
from engine.games.free_table.scenario.ground import FreeGround
from engine.games.free_table.scenario.opening import FACINGS, piece_of, starting_records
from engine.games.free_table.turn import WholeGame, frames_of
from engine.mechanics.position_data import listed_units, nothing_else, table, whole_number, words
from engine.referee import Cup, Keyed, Opening, Position

if TYPE_CHECKING:
    from engine.catalogue.document_game import DocumentGame

USUAL: Final = "free-causeway"
PHASES: Final = ("begin", "turn")
FLAGS: Final = ("hidden", "flipped")
NUMBERS: Final = ("facing", "level")


def position_words() -> dict[str, Iterable[str]]:
    """What a position may say, by what it stands for."""
    return {
        "`phase`": PHASES,
        "of a piece": (*FLAGS, *(f"{name}:NUMBER" for name in NUMBERS), "type:TYPE", "HEX", "BOX"),
    }


def set_up(position: Position, game: DocumentGame) -> Opening:
    """Set up a worked example; BadInput says which entry is not known."""
    data = dict(position.data)
    document = game.document(game.scenario_text(str(data.pop("scenario", USUAL))))
    document = _with_victory(_with_sides(_with_table(document, data), data), data)
    lines = dict(_lines(document, data))
    keep = data.pop("keep", False) is True
    units = tuple(unit for unit in document.units if keep and unit.id not in lines)
    setups = tuple(setup for setup in document.setups if keep and setup.unit not in lines)
    schedule = tuple(entry for entry in document.schedule if keep and entry.unit not in lines)
    schedule += read(tuple[doc.ScheduleEntry, ...], data.pop("schedule", []), "schedule")
    land = FreeGround(
        replace(document, units=units, setups=setups, schedule=schedule), table(data, "options")
    )
    records = {(type(record), record.key): record for record in starting_records(land)}
    for record in (*_pieces(land, lines), *_rest(land, data)):
        records[type(record), record.key] = record
    side = data.pop("side", land.sides[0])
    if side not in land.sides:
        raise BadInput(f"`side` is {side!r:.40}; the sides are {', '.join(land.sides)}")
    phase = data.pop("phase", PHASES[-1])
    if phase not in PHASES:
        raise BadInput(f"`phase` is {phase!r:.40}, not one of {', '.join(PHASES)}")
    nothing_else(data, game.title)
    frames = frames_of(land, side) if phase == PHASES[-1] else (WholeGame(),)
    return Opening(land, tuple(records.values()), frames)


def _with_table(document: doc.ScenarioDocument, data: dict[str, Any]) -> doc.ScenarioDocument:
    before = document.data.get(TABLE, {})
    assert isinstance(before, dict)
    return replace(document, data={**document.data, TABLE: {**before, **table(data, TABLE)}})


def _with_sides(document: doc.ScenarioDocument, data: dict[str, Any]) -> doc.ScenarioDocument:
    sides = data.pop("plays", [])
    if not isinstance(sides, list) or not all(isinstance(side, str) and side for side in sides):
        raise BadInput("`plays` should be a list of sides")
    known_sides = {side.key for side in document.sides}
    added = tuple(doc.Side(side, side.capitalize()) for side in sides if side not in known_sides)
    return replace(document, sides=(*document.sides, *added))


def _with_victory(document: doc.ScenarioDocument, data: dict[str, Any]) -> doc.ScenarioDocument:
    if "victory" not in data:
        return document
    conditions = read(tuple[doc.VictoryCondition, ...], data.pop("victory"), "victory")
    return replace(document, victory=tuple(map(check_words, conditions)))


def _lines(
    document: doc.ScenarioDocument, data: dict[str, Any]
) -> Iterator[tuple[str, tuple[doc.Unit, str]]]:
    """The pieces that the position names: of the scenario, or new ones."""
    units = {unit.id: unit for unit in document.units}
    for side, key, line in listed_units(data, (side.key for side in document.sides)):
        usual = units.get(key) or doc.Unit(key, key, side, document.unit_types[0].key)
        yield key, (replace(usual, side=side), " ".join(words(line, key)))


def _pieces(land: FreeGround, lines: dict[str, tuple[doc.Unit, str]]) -> Iterator[Piece]:
    for number, (unit, line) in enumerate(lines.values(), start=1):
        place, state = "", dict[str, Any]()
        for word in line.split():
            name, _, value = word.partition(":")
            if word in land.hexes or word.replace("_", " ") in land.boxes:
                place = word if word in land.hexes else word.replace("_", " ")
            elif word in FLAGS:
                state[word] = True
            elif name in NUMBERS and value.isdecimal():
                state[name] = int(value)
            elif name == "type" and value:
                unit = replace(unit, type=value)
            else:
                raise BadInput(f"{word!r:.40} in the line of {unit.id} is not a known word")
        if not place or state.get("facing", 0) >= FACINGS:
            raise BadInput(f"{unit.id} needs a hex or a box, and a facing from 0 to {FACINGS - 1}")
        level = whole_number(state.pop("level", number), "level")
        yield piece_of(land, unit, place, state, level)


def _rest(land: FreeGround, data: dict[str, Any]) -> Iterator[Keyed]:
    turn = whole_number(data.pop("turn", land.first_turn), "turn")
    dealt = data.get("phase") != PHASES[0]
    yield Clock(turn, markers=len(land.parts.notes) + 100, dealt=dealt)
    for key, value in table(data, "tracks").items():
        yield TrackValue(_one(key, land.tracks, "tracks"), whole_number(value, "tracks"))
    for key, names in table(data, "deck").items():
        yield Cup(_one(key, land.decks, "deck"), read(tuple[str, ...], names, "deck"))
    for key, names in table(data, "discards").items():
        yield Discards(_one(key, land.decks, "discards"), read(tuple[str, ...], names, "discards"))
    for number, (kind, place) in enumerate(table(data, "marker").items(), start=1):
        key = f"marker-{len(land.parts.notes) + number}"
        yield LaidMarker(key, _one(kind, land.markers, "marker"), _one(place, land.hexes, "marker"))


def _one(name: object, names: Container[str], what: str) -> str:
    if not isinstance(name, str) or name not in names:
        raise BadInput(f"`{what}` names {name!r:.20}, which is not there")
    return name
