"""How a game begins: the records of a scenario's set-up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from msgspec.structs import replace

from engine.bad_input import BadInput
from engine.catalogue import document as doc
from engine.catalogue.plain_data import whole_of
from engine.catalogue.unit_ratings import counter_of
from engine.games.avalanche.records import (
    ALLIED,
    COMPANY,
    DUE,
    FLEET,
    GERMAN,
    LEADER,
    MOT,
    RATINGS,
    SHIP,
    STRONG_POINT,
    TURN_TRACK,
    Beachhead,
    Clock,
    Control,
    Points,
    Unit,
)
from engine.games.avalanche.scenario.ground import Ground
from engine.games.avalanche.scenario.unit_charts import Template
from engine.mechanics.places import box
from engine.referee import Due, Keyed, case


def starting_records(land: Ground) -> Iterator[Keyed]:
    """Everything as the scenario lists it."""
    units = list(starting_units(land))
    yield Clock(land.first_turn)
    yield from units
    yield from starting_ships(land)
    yield from starting_beachheads(land)
    yield from starting_points(land)
    yield from starting_control(land, units)


AIR: Final = "air"
"""An allotment of air points a day, instead of the schedule."""


@case("ammo.types")
def starting_points(land: Ground) -> Iterator[Keyed]:
    """Ammunition on the tracks, by type and nationality."""
    for one in land.document.allotments:
        if one.what != AIR:
            yield Points(one.what, one.amount)


@case("gen.control")
def starting_control(land: Ground, records: Iterable[Keyed]) -> Iterator[Control]:
    """The hexes that the scenario gives to the Allies and those in which their units stand, without those
    that hold a German unit."""
    held: dict[str, set[str]] = {ALLIED: set(), GERMAN: set()}
    for unit in records:
        if isinstance(unit, Unit) and unit.on_map and unit.is_ground:
            held[unit.side].add(unit.place)
    allied = (land.region("allied-hexes") & land.land) | held[ALLIED]
    yield from (Control(here, ALLIED) for here in sorted(allied - held[GERMAN]))


@case("setup.green")
def starting_units(land: Ground) -> Iterator[Keyed]:
    """Units in their hexes or due later; those with a green stripe are green."""
    document = land.document
    arrivals = {e.unit: e for e in reversed(document.schedule) if e.kind == "reinforcement" and e.unit}
    for unit in document.units:
        setup, arrival = next(iter(land.set_ups.get(unit.id, ())), None), arrivals.get(unit.id)
        if setup is not None and setup.place.kind == "hex":
            yield counter(land, unit, setup.place.at, setup.data)
        elif arrival is not None:
            yield counter(land, unit, box(DUE, unit.side), {"limbered": True})
            yield Due(
                unit.id, arrival.turn, "reinforcement", unit.id, entry(arrival), unit.side, wave(arrival)
            )
        else:
            raise BadInput(f"Unit {unit.id} has neither a hex at the start nor a turn of arrival")


def entry(arrival: doc.ScheduleEntry) -> str:
    """Where a reinforcement comes: a hex, a beach or several of them, a headquarters, `airdrop`."""
    return arrival.place.at if arrival.place is not None else str(arrival.data.get("place", ""))


def wave(arrival: doc.ScheduleEntry) -> str:
    """assault or follow-up on turn 1, else empty."""
    return str(arrival.data.get("wave", ""))


def starting_ships(land: Ground) -> Iterator[Keyed]:
    """The ships of the scenario: available, or due later."""
    for entry in ship_list(land.document):
        key, first = ship_key(str(entry["name"])), whole_of(entry, "from_turn", 1)
        available = first <= land.first_turn
        yield ship(land, key, entry, box(FLEET if available else TURN_TRACK, ALLIED))
        if not available:
            yield Due(key, first, "ship", key, "", ALLIED)


def ship_list(document: doc.ScenarioDocument) -> Iterable[Mapping[str, Any]]:
    """The entries of the scenario's ships."""
    listed = document.data.get("ships", ())
    return [entry for entry in listed if isinstance(entry, Mapping)] if isinstance(listed, tuple) else ()


def ship_key(name: str) -> str:
    """`HMS Roberts` is called hms-roberts."""
    return name.lower().replace(" ", "-")


def ship(land: Ground, key: str, entry: Mapping[str, Any], place: str) -> Unit:
    """The counter of a ship."""
    kind = str(entry["class"])
    if kind not in land.charts.ships.ship_class:
        raise BadInput(f"Ship {entry['name']!r:.40} is of the class {kind!r:.20}, which is not in the charts")
    row = land.charts.ships.ship_class[kind]
    return Unit(
        key,
        ALLIED,
        str(entry["name"]),
        kind,
        "",
        place,
        SHIP,
        nation=str(entry.get("nation", "US")),
        branch="ship",
        support=row.support,
        range=row.range,
        bv=row.bv,
    )


def starting_beachheads(land: Ground) -> Iterator[Keyed]:
    """The markers lie on their hexes where the landing is over; on turn 1 they are placed in play."""
    if land.first_turn > 1:
        for name, beach in land.charts.beachhead_capacity.beach.items():
            if beach.hex in land.playable:
                yield Beachhead(name, beach.hex)


def counter(land: Ground, unit: doc.Unit, place: str, data: Mapping[str, Any]) -> Unit:
    """The record of a unit; BadInput if its type is not in the charts."""
    found = counter_of(Unit, RATINGS, land.document, unit, place)
    found = replace(found, **printed(land, found))
    known = {name for name in data if name in Unit.__struct_fields__}
    return replace(found, **{name: data[name] for name in known})


def printed(land: Ground, unit: Unit) -> dict[str, Any]:
    """What the charts print on a counter."""
    if unit.size == LEADER:
        return {"branch": "leader", "cls": MOT, "ma": land.charts.ma_modifiers.leader}
    if unit.size == STRONG_POINT:
        return {"branch": "strong point", "ammo": 0}
    template = land.charts.unit_templates.unit.get(unit.type)
    if template is None:
        raise BadInput(f"Unit {unit.key} is of type {unit.type!r:.40}, which is not in the charts")
    return _from_template(land, unit, template)


def _from_template(land: Ground, unit: Unit, template: Template) -> dict[str, Any]:
    steps = template.steps
    if unit.size == COMPANY and template.size != COMPANY:
        steps = (company_strength(land, unit.type),)
    return {
        "branch": template.type,
        "cls": template.movement,
        "ma": template.ma,
        "morale": template.morale,
        "arm": template.arm,
        "arm_kind": template.kind,
        "attacks": tuple(attack for attack, _ in steps),
        "defences": tuple(defence for _, defence in steps),
        "ammo_type": template.ammo,
        "support": template.support,
        "range": template.range,
        "bv": template.bv,
        "self_propelled": template.self_propelled,
        "limbered_attack": template.limbered[0],
        "limbered_defence": template.limbered[1],
        "drop_attack": template.drop_side_company[0],
        "drop_defence": template.drop_side_company[1],
        "steps": len(steps),
    }


def company_strength(land: Ground, template: str) -> tuple[int, int]:
    """The attack and defence strength of a company of such a battalion."""
    row = land.charts.breakdown.battalion.get(template)
    if row is None:
        raise BadInput(f"The breakdown chart has no companies of {template!r:.40}")
    return row.attack, row.defence


def check_opening(land: Ground, records: Iterable[Keyed]) -> None:
    """Units stand in hexes in play, never with the enemy; ships at sea, everybody else on land."""
    holders: dict[str, str] = {}
    for unit in records:
        if not isinstance(unit, Unit) or not unit.on_map:
            continue
        fitting = land.sea if unit.is_ship else land.land
        if unit.place not in fitting:
            where = "sea" if unit.is_ship else "land"
            raise BadInput(f"Unit {unit.key} is in {unit.place!r:.20}, which is not a {where} hex in play")
        if unit.dropped and unit.side == ALLIED:
            continue
        if unit.is_ground and holders.setdefault(unit.place, unit.side) != unit.side:
            raise BadInput(f"Both sides stand in {unit.place}")
