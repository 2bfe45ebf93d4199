"""How a game begins: the records of a scenario's set-up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.bad_input import BadInput
from engine.catalogue import document as doc
from engine.catalogue.plain_data import whole_of
from engine.catalogue.unit_ratings import counter_of
from engine.games.dday_to_berlin.night import FREE_ROLLS
from engine.games.dday_to_berlin.records import (
    DUE,
    LOST,
    RATINGS,
    SHATTERED,
    Army,
    Bridge,
    Clock,
    Earthwork,
    Held,
    Unit,
)
from engine.games.dday_to_berlin.scenario.ground import Ground
from engine.mechanics import TO_SET_UP, box
from engine.referee import Due, Keyed, case


@case("scn.setup")
def starting_records(land: Ground) -> Iterator[Keyed]:
    """Everything as the scenario lists it; the support pools are empty."""
    document = land.document
    yield Clock(document.turns.first, daylight=whole_of(document.data, "daylight", 0))
    yield from starting_units(land)
    for side in land.sides:
        yield starting_army(land, side)
    yield from (Bridge(side) for side in sorted(land.printed_bridges))
    yield from (Earthwork(here) for here in sorted(document.hexes_with("prepared")))
    holders = {here: place.side for here, place in land.objectives.items()}
    for here, side in sorted((land.supply_points | holders).items()):
        yield Held(here, side)


def starting_army(land: Ground, side: str) -> Army:
    """A side with its allotments and nothing on hand."""
    allotted = {entry.what: entry.amount for entry in land.document.allotments if entry.side == side}
    return Army(
        side,
        art_allotment=allotted.get("ART", 0),
        air_allotment=allotted.get("AIR", 0),
        free_rolls=FREE_ROLLS if land.has_option("free-roll") else 0,
    )


def starting_units(land: Ground) -> Iterator[Keyed]:
    """The units in the zones and with the facing listed, those whose zone is chosen, and later ones."""
    document = land.document
    arrivals = {entry.unit: entry for entry in document.schedule if entry.kind == "reinforcement"}
    for unit in document.units:
        arrival = arrivals.get(unit.id)
        setup = next(iter(land.set_ups.get(unit.id, ())), None)
        if setup is not None and (setup.place.kind == "hex" or unit.id in land.left_open):
            facing, dismounted = whole_of(setup.data, "facing", 0), setup.data.get("dismounted") is True
            place = box(TO_SET_UP, unit.side) if unit.id in land.left_open else setup.place.at
            yield stand(document, unit, place, facing % 6, dismounted)
        elif arrival is not None and arrival.place is not None and arrival.place.kind == "hex":
            yield stand(document, unit, box(DUE, unit.side))
            yield Due(unit.id, arrival.turn, "arrives", unit.id, arrival.place.at, unit.side)
        else:
            raise BadInput(f"Unit {unit.id} has neither a zone at the start nor a turn and zone of arrival")


def stand(
    document: doc.ScenarioDocument, unit: doc.Unit, place: str, facing: int = 0, dismounted: bool = False
) -> Unit:
    """The record of a unit; BadInput if its ratings are not those of this game."""
    return counter_of(Unit, RATINGS, document, unit, place, facing=facing, dismounted=dismounted)


@case("scn.setup", "map.stacking")
def check_opening(land: Ground, records: Iterable[Keyed]) -> None:
    """Units fit this game and leave each other room, places belong to a side."""
    loads: dict[tuple[str, str], int] = {}
    holders: dict[str, str] = {}
    stacking = land.charts.stacking
    for record in records:
        if isinstance(record, Held) and record.side not in (*land.sides, ""):
            raise BadInput(f"{record.key} is held by {record.side!r:.40}, which is not a side")
        if isinstance(record, Due | Held | Earthwork):
            check_zone(land, record)
        if isinstance(record, Unit):
            check_unit(land, record)
        if not isinstance(record, Unit) or not record.on_map:
            continue
        if holders.setdefault(record.place, record.side) != record.side:
            raise BadInput(f"Both sides stand in {record.place}")
        at = (record.side, record.place)
        loads[at] = loads.get(at, 0) + stacking.points[record.size]
        if loads[at] > stacking.limit:
            raise BadInput(f"{record.place} holds {loads[at]} stacking points; {stacking.limit} are allowed")


def check_zone(land: Ground, record: Due | Held | Earthwork) -> None:
    """A place on the table must be a zone of the map."""
    here = record.place if isinstance(record, Due) else record.key
    if here not in land.hexes or land.is_water(here):
        raise BadInput(
            f"{type(record).__name__} {record.key!r:.40} is at {here!r:.20}, which is not a land zone"
        )


def check_unit(land: Ground, unit: Unit) -> None:
    """A unit must be one of this game, on ground it could enter."""
    if unit.side not in land.sides or unit.size not in land.charts.stacking.points:
        raise BadInput(f"Unit {unit.key} should have a side and the size of a stand")
    if (unit.size == "headquarters") != unit.is_hq:
        raise BadInput(
            f"Unit {unit.key} should be both of the type HQ and of the size headquarters, or neither"
        )
    land.charts.battalion_info.line(unit.type, unit.moves_as, unit.weight)
    if unit.place == box(SHATTERED, unit.side) and (unit.is_towed_gun or unit.is_detachment):
        raise BadInput(f"Unit {unit.key} cannot be shattered: guns and detachments are lost")
    if unit.place == box(LOST, unit.side) and unit.is_hq:
        raise BadInput(f"Unit {unit.key} cannot be lost: a headquarters is only shattered")
    if not unit.on_map:
        return
    if unit.place not in land.hexes:
        raise BadInput(f"Unit {unit.key} is in {unit.place!r:.20}, which is not a zone of the map")
    if not land.could_enter(unit.moves_as, unit.place):
        raise BadInput(f"Unit {unit.key} ({unit.moves_as}) could not enter the ground of {unit.place}")
