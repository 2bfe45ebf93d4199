"""How a game begins: the records of a scenario's set-up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from msgspec.structs import replace

from engine.bad_input import BadInput
from engine.catalogue import document as doc
from engine.catalogue.document import hexside
from engine.catalogue.plain_data import whole_of
from engine.catalogue.unit_ratings import counter_of
from engine.games.toppling_the_reich.boxes import AIRDROP, DUE, UNUSED
from engine.games.toppling_the_reich.records import (
    RATINGS,
    SIZES,
    Army,
    Clock,
    Herbstnebel,
    LastTurn,
    Unit,
    Weather,
)
from engine.games.toppling_the_reich.scenario.ground import Ground
from engine.games.toppling_the_reich.scenario.map_records import Boundaries, Railhead, Track
from engine.mechanics import TO_SET_UP, box
from engine.referee import Due, Keyed, case

BOXES = ("comz", "airdrop", "pool", "unused", "due")
"""Boxes in which a scenario may let a unit begin."""


@case("15.3", "15.4-a", "15.5-b")
def starting_records(land: Ground) -> Iterator[Keyed]:
    """Everything as the scenario lists it."""
    data = land.document.data
    first = str(data.get("first_player", ""))
    if first not in land.sides:
        raise BadInput(f"`first_player` should be {' or '.join(land.sides)}, not {first!r:.40}")
    yield Clock(land.first_turn, first, whole_of(data, "air_status", 4))
    yield Weather()
    for side in land.sides:
        stored = [a.amount for a in land.document.allotments if (a.side, a.what, a.turn) == (side, "asp", 0)]
        yield Army(side, asp=sum(stored))
        yield LastTurn(side)
        yield boundaries(land, side)
    yield from open_track(land)
    yield from starting_units(land)
    if land.has_rule("16.4.7-e") and not land.is_campaign:
        yield Herbstnebel(land.first_turn)


@case("5.2-a")
def boundaries(land: Ground, side: str) -> Boundaries:
    """The army groups from north to south and the last row of each."""
    listed = land.document.data.get("boundaries", {})
    rows = listed.get(side, ()) if isinstance(listed, Mapping) else ()
    if not isinstance(rows, tuple) or not all(isinstance(row, Mapping) for row in rows):
        raise BadInput(f"`boundaries` of {side} should be a list of army groups with their last rows")
    pairs = [
        (str(row.get("group", "")), whole_of(row, "last_row", 0)) for row in rows if isinstance(row, Mapping)
    ]
    return Boundaries(side, tuple(group for group, _ in pairs), tuple(row for _, row in pairs))


@case("6.5.4-c", "6.4.2")
def open_track(land: Ground) -> Iterator[Keyed]:
    """The Allied lines that are open, each from its entry hex to its railhead."""
    lines = land.document.data.get("open_track", {})
    if not isinstance(lines, Mapping):
        raise BadInput("`open_track` should be a table of lines")
    sides: dict[str, None] = {}
    heads: dict[str, None] = {}
    for name, text in lines.items():
        chain = str(text).split()
        for a, b in pairwise(chain):
            side = hexside(a, b)
            if side not in land.rails:
                raise BadInput(f"Open track {name} leads from {a} to {b}, where there is no railroad")
            sides[side] = None
        heads.update(dict.fromkeys(chain[-1:]))
    yield from (Track(side) for side in sides)
    yield from (Railhead(here) for here in heads)


def starting_units(land: Ground) -> Iterator[Keyed]:
    """Units where the scenario puts them, and those that come later.

    The first set-up of a unit is where it stood; others say where the players may put it instead. If the
    first is not a single hex, they must choose one. A unit that comes twice was withdrawn in between: its
    return is scheduled when it goes.
    """
    document = land.document
    arrivals = {e.unit: e for e in reversed(document.schedule) if e.kind == "reinforcement" and e.unit}
    for unit in document.units:
        setup, arrival = next(iter(land.set_ups.get(unit.id, ())), None), arrivals.get(unit.id)
        entry = str(arrival.data.get("entry", "")) if arrival else ""
        if setup is not None:
            place, steps = setup.place.at, whole_of(setup.data, "steps", 0)
            entry = str(setup.data.get("entry", entry))
            if stands_ready(land, setup):
                place = box(AIRDROP, unit.side)
            elif unit.id in land.left_open:
                place = box(TO_SET_UP, unit.side)
        elif arrival is not None:
            place, steps = box(DUE, unit.side), whole_of(arrival.data, "steps", 0)
            yield Due(unit.id, arrival.turn, "reinforcement", unit.id, entry, unit.side)
        else:
            place, steps = box(UNUSED, unit.side), 0
        yield counter(land, unit, place, steps, entry)


@case("16.1.7-a")
def stands_ready(land: Ground, setup: doc.Setup) -> bool:
    """Units of the airborne army that wait off the map begin on airdrop status, without paying for it."""
    rule = land.rules.airborne_army
    return rule is not None and setup.unit in rule.units and setup.place.kind == "box"


def counter(land: Ground, unit: doc.Unit, place: str, steps: int = 0, entry: str = "") -> Unit:
    """The record of a unit; BadInput if its ratings are not those of this game."""
    static = is_rail_static(land, unit.type, place)
    found = counter_of(Unit, RATINGS, land.document, unit, place, rail_static=static, entry=entry)
    if unit.type not in land.charts.unit_types.rows or unit.size not in SIZES:
        raise BadInput(f"Unit {unit.id} should have a type and a size of the charts")
    if not 0 <= steps <= found.full_steps:
        raise BadInput(f"Unit {unit.id} has {found.full_steps} steps, not {steps}")
    return replace(found, steps=steps or found.full_steps)


@case("6.4.3-a")
def is_rail_static(land: Ground, kind: str, place: str) -> bool:
    """A static unit that is set up on a Westwall hex with a railroad."""
    return kind == "static" and place in land.westwall and place in land.rail_net


@case("15.8", "3.1-d")
def check_opening(land: Ground, records: Iterable[Keyed]) -> None:
    """Check that every unit is on land and not in a hex with the enemy."""
    holders: dict[str, str] = {}
    for record in records:
        if not isinstance(record, Unit):
            continue
        if record.side not in land.sides:
            raise BadInput(f"Unit {record.key} belongs to {record.side!r:.40}, which is not a side")
        if not record.on_map:
            if record.place.split(" ")[0] not in BOXES and record.key not in land.left_open:
                raise BadInput(f"Unit {record.key} begins in {record.place!r:.40}, which is not a box")
            continue
        if record.place not in land.land:
            raise BadInput(
                f"Unit {record.key} is in {record.place!r:.20}, which is not a land hex of the map"
            )
        if holders.setdefault(record.place, record.side) != record.side:
            raise BadInput(f"Both sides stand in {record.place}")
