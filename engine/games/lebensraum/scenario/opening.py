"""How a game begins: the records of a scenario's set-up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from engine.bad_input import BadInput
from engine.catalogue import document as doc
from engine.catalogue.plain_data import whole_of
from engine.catalogue.unit_ratings import counter_of
from engine.games.lebensraum.combat import part as combat_part
from engine.games.lebensraum.economy import part as economy_part
from engine.games.lebensraum.records import DUE, MOVEMENT_POINTS, RATINGS, STOCK, Clock, Unit, Weather
from engine.games.lebensraum.scenario.ground import CLEAR, SECTIONS, Ground
from engine.mechanics.places import box
from engine.mechanics.pools import Pool
from engine.referee import Due, Keyed, case


def starting_records(land: Ground) -> Iterator[Keyed]:
    """Everything as the scenario lists it: units, banks of movement points, clear weather."""
    yield Clock(land.first_turn)
    yield from starting_units(land)
    yield from (Pool(power, MOVEMENT_POINTS) for power in land.powers)
    yield from (Weather(section, CLEAR) for section in SECTIONS)
    yield from economy_part.starting_records(land)
    yield from combat_part.starting_records(land)


def starting_units(land: Ground) -> Iterator[Keyed]:
    """Units in their hexes, due later, or in a box: `box pile allied`."""
    arrivals = {e.unit: e for e in reversed(land.document.schedule) if e.kind == "reinforcement" and e.unit}
    for unit in land.document.units:
        setup, arrival = next(iter(land.set_ups.get(unit.id, ())), None), arrivals.get(unit.id)
        if setup is not None:
            yield counter(land, unit, setup.place.at, setup)
        elif arrival is not None:
            yield counter(land, unit, box(DUE, unit.side))
            at = arrival.place.at if arrival.place else ""
            moment = str(arrival.data.get("moment", ""))
            yield Due(unit.id, arrival.turn, "reinforcement", unit.id, at, unit.side, moment)
        else:
            yield counter(land, unit, box(STOCK, unit.side))


@case("2.0", "6.2-b")
def counter(land: Ground, unit: doc.Unit, place: str, setup: doc.Setup | None = None) -> Unit:
    """The record of a unit; BadInput if its ratings are not those of this game."""
    data = setup.data if setup else {}
    found = counter_of(Unit, RATINGS, land.document, unit, place)
    if found.power not in land.powers or land.powers.side_of(found.power) != unit.side:
        raise BadInput(f"Unit {unit.id} should belong to a power of the side {unit.side}")
    if found.is_hq:
        return found
    if found.type not in land.charts.unit_types.type:
        raise BadInput(f"Unit {unit.id} is {found.type!r:.40}, which is not a type of the charts")
    if not len(found.classes) == len(found.full) == len(found.reduced) > 0:
        raise BadInput(f"Unit {unit.id} should have as many strengths as classes")
    rank = whole_of(data, "rank", found.classes.index(found.start) if found.start in found.classes else 0)
    if not 0 <= rank < len(found.classes):
        raise BadInput(f"Unit {unit.id} has {len(found.classes)} classes, and {rank} is none of them")
    return replace(found, rank=rank, flipped=data.get("flipped") is True, parent=str(data.get("parent", "")))


def check_opening(land: Ground, records: Iterable[Keyed]) -> None:
    """Units stand in hexes in play, one in each; headquarters may be with them."""
    holders: dict[str, Unit] = {}
    for unit in records:
        if not isinstance(unit, Unit) or not unit.on_map:
            continue
        if unit.place not in land.playable:
            raise BadInput(f"Unit {unit.key} is in {unit.place!r:.20}, which is not a hex in play")
        if unit.is_hq:
            continue
        other = holders.setdefault(unit.place, unit)
        if other is not unit and unit.key != other.parent and other.key != unit.parent:
            raise BadInput(f"{other.key} and {unit.key} stand in {unit.place}: one unit to a hex")
