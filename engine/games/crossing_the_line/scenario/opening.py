"""How a game begins: the records of a scenario's set-up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from engine.bad_input import BadInput
from engine.catalogue import document as doc
from engine.catalogue.plain_data import whole_of
from engine.catalogue.unit_ratings import counter_of
from engine.games.crossing_the_line.records import (
    DUE,
    GERMAN,
    RATINGS,
    US,
    ActionPoints,
    Clock,
    Control,
    Formation,
    Losses,
    Unit,
)
from engine.games.crossing_the_line.scenario.ground import Ground
from engine.mechanics.places import box
from engine.referee import Cup, Due, Keyed, case

CHITS = "combat chits"
PLANS = "victory plans"


@case("10-a", "10-b", "9-b", "5.2-b")
def starting_records(land: Ground) -> Iterator[Keyed]:
    """Everything as the scenario lists it. Victory hexes are German, the SNAFU marker too."""
    document = land.document
    yield Clock(land.first_turn)
    yield from starting_units(land)
    yield from (ActionPoints(side) for side in land.sides)
    yield Losses(GERMAN)
    yield from (Control(here, GERMAN) for here in sorted(victory_hexes(land)))
    yield Cup(CHITS, tuple(land.charts.combat_chits.chit))
    pool = land.charts.victory_plan_pool.markers if document.data.get("victory_plans") is True else ()
    yield Cup(PLANS, pool)


@case("10.2-b", "10.3-b", "3.1.5-a", "3.1.5-b")
def victory_hexes(land: Ground) -> frozenset[str]:
    """The hexes whose control is kept: single ones, and those of an area that counts once."""
    found = (land.document.hexes_with(kind) for kind in ("objective", "objective area"))
    return frozenset[str]().union(*found) & land.playable


@case("10.2-a", "10.3-a", "10.4-a")
def starting_units(land: Ground) -> Iterator[Keyed]:
    """Units in their hexes or due later, and the formations whose headquarters are on the map."""
    document = land.document
    arrivals = {e.unit: e for e in reversed(document.schedule) if e.kind == "reinforcement" and e.unit}
    piles: dict[str, int] = {}
    for unit in document.units:
        setup, arrival = next(iter(land.set_ups.get(unit.id, ())), None), arrivals.get(unit.id)
        if setup is not None and setup.place.kind == "hex":
            here = setup.place.at
            piles[here] = piles.get(here, 0) + 1
            yield counter(land, unit, here, setup, piles[here])
            if unit.type == "hq":
                yield formation(land, unit.formation, whole_of(setup.data, "level", -1))
        elif arrival is not None and arrival.place is not None:
            yield counter(land, unit, box(DUE, unit.side))
            yield Due(unit.id, arrival.turn, "reinforcement", unit.id, arrival.place.at, unit.side)
        else:
            raise BadInput(f"Unit {unit.id} has neither a hex at the start nor a turn and hex of arrival")


def formation(land: Ground, key: str, level: int = -1) -> Formation:
    """A formation as it comes into play, at its maximum level if nothing else is said."""
    if key not in land.formations:
        raise BadInput(f"{key!r:.40} is not a formation of this game")
    ratings = land.formations[key]
    return Formation(key, ratings.max_activation if level < 0 else level, ratings.attack_support)


def counter(land: Ground, unit: doc.Unit, place: str, setup: doc.Setup | None = None, level: int = 0) -> Unit:
    """The record of a unit; BadInput if its ratings are not those of this game."""
    data = setup.data if setup else {}
    found = counter_of(Unit, RATINGS, land.document, unit, place)
    if found.is_combat_unit and (found.type not in land.charts.unit_types.type or not found.strength):
        raise BadInput(f"Unit {unit.id} should have a type of the charts and a combat strength")
    now = whole_of(data, "now", found.strength)
    if not 0 <= now <= found.strength:
        raise BadInput(f"Unit {unit.id} has a strength of {found.strength}, not {now}")
    return replace(
        found,
        now=now,
        disrupted=data.get("disrupted") is True,
        assigned=str(data.get("assigned", "")),
        level=level if found.is_hq else whole_of(data, "level", level),
    )


@case("10-a")
def check_opening(land: Ground, records: Iterable[Keyed]) -> None:
    """Units stand in hexes in play, never with the enemy, and belong to a side."""
    holders: dict[str, str] = {}
    for unit in records:
        if not isinstance(unit, Unit) or not unit.on_map:
            continue
        if unit.side not in (US, GERMAN):
            raise BadInput(f"Unit {unit.key} belongs to {unit.side!r:.40}, which is not a side")
        if unit.place not in land.playable:
            raise BadInput(f"Unit {unit.key} is in {unit.place!r:.20}, which is not a hex in play")
        if holders.setdefault(unit.place, unit.side) != unit.side:
            raise BadInput(f"Both sides stand in {unit.place}")
        if unit.is_hq and not land.row(unit.place).hq_allowed:
            raise BadInput(f"{unit.name} should stand in a town, city or industrial hex, not in {unit.place}")
