"""Retreats of one hex: away from the enemy, toward the nearest friendly city (7.42)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cache

from msgspec.structs import replace

from engine.games.lebensraum.combat.battle import battle
from engine.games.lebensraum.combat.retreat_ground import refusals_of_ground
from engine.games.lebensraum.headquarters.staff import return_staff
from engine.games.lebensraum.movement.march import is_one_army
from engine.games.lebensraum.records import Leader, Unit, army_places, hqs_at, units_at
from engine.games.lebensraum.scenario.ground import ground
from engine.games.lebensraum.special.entry import refusals_to_enter
from engine.games.lebensraum.standard.cities import toward_a_city
from engine.games.lebensraum.standard.entering import enter
from engine.games.lebensraum.standard.fought import STOOD
from engine.mechanics.telling import tell
from engine.referee import Refusal, State, Transaction, case


@case("5.7-e", "7.42-b")
def refusals_to_join(state: State, unit: Unit, there: str, ruled: str) -> Iterator[Refusal]:
    """A battle group joins its parent in movement only."""
    other = army_places(state).get(there)
    if other is not None and is_one_army(unit, other):
        yield Refusal(ruled, f"{unit.name} joins {other.name} in a movement segment only")


@case("7.42-a")
def refusals_to_retreat(
    state: State, unit: Unit, enemies: Iterable[str], there: str, vacated: Collection[str] = ()
) -> Iterator[Refusal]:
    """Two hexes or more from every enemy of the combat, into a hex that is open to it, or will be when the
    units in it have retreated first."""
    yield from refusals_of_ground(state, unit, there, "7.42-b", vacated)
    if there not in vacated:
        yield from refusals_to_join(state, unit, there, "7.42-b")
    near = [enemy for enemy in enemies if ground(state).distance(enemy, there) < 2]
    if near and there in ground(state).neighbors[unit.place]:
        yield Refusal("7.42-a", f"{there} is next to the enemy in {near[0]}: a retreat leads away from him")


def open_hexes(
    state: State, unit: Unit, enemies: tuple[str, ...], vacated: Collection[str] = ()
) -> list[str]:
    """The hexes that lead away from the enemy and are open to a unit, whichever city is near."""
    around = ground(state).neighbors[unit.place]
    return [t for t in around if next(refusals_to_retreat(state, unit, enemies, t, vacated), None) is None]


def retreat_hexes(state: State, unit: Unit, enemies: Iterable[str]) -> list[str]:
    """Where a unit may retreat to."""
    return toward_a_city(state, unit, open_hexes(state, unit, tuple(enemies)))


@case("7.42-a")
def enemies_of(state: State, side: str) -> tuple[str, ...]:
    """The hexes of the enemy units of the combat: where they are now, or where they were eliminated."""
    # INTERPRETATION (7.42-a): a retreat never leads to a hex next to the one in which an enemy unit of the
    # combat was eliminated, so nobody retreats into the hex that he has won.
    now = battle(state)
    keys = now.keys(ground(state).other(side))
    found = ((key, state.find(Unit, key)) for key in keys)
    hexes = (unit.place if unit and unit.on_map else now.started_in(key) for key, unit in found)
    return tuple(here for here in hexes if here in ground(state).playable)


@case("7.42-d")
def is_in_city(state: State, unit: Unit) -> bool:
    """A city is a place with a population of 1 or more."""
    return ground(state).cities.get(unit.place, 0) > 0


@case("7.4-b")
def can_all_retreat(state: State, units: list[Unit], enemies: tuple[str, ...]) -> bool:
    """Can they retreat one after the other, in some order, each to a hex of its own? Units at sea go back to
    England."""
    # INTERPRETATION (7.4-b): whoever finds the hex nearest to the city taken by another goes to the next
    # best one, and a hex from which one of them has retreated is open to the others.
    places = {unit.key: unit.place for unit in units if unit.on_map}
    ways = {
        unit.key: open_hexes(state, unit, enemies, set(places.values()) - {unit.place})
        for unit in units
        if unit.on_map
    }

    @cache
    def fits(waiting: frozenset[str], taken: frozenset[str]) -> bool:
        held = taken | {places[key] for key in waiting}
        return not waiting or any(
            fits(waiting - {key}, taken | {there})
            for key in waiting
            for there in ways[key]
            if there not in held
        )

    return all(ways.values()) and fits(frozenset(ways), frozenset())


@case("7.42-a", "7.45-e", "7.2-c", "7.4611-c")
def retreat(tx: Transaction, unit: Unit, there: str) -> None:
    """The unit goes to the hex, with the leaders and the headquarters that fight with it."""
    here = unit.place
    now = battle(tx.state)
    if unit.key not in now.retreated:
        tx.put(replace(now, retreated=(*now.retreated, unit.key)))
    tx.unmark(unit.key, STOOD)
    text = f"{unit.name} retreats to {ground(tx.state).name_of(there)}"
    tell(tx, "UnitRetreated", text, "7.42-a", unit=unit.key, hex=there)
    take_along(tx, unit, here, there)
    enter(tx, unit.key, here, there)


@case("7.45-b", "7.45-e", "11.2-g", "11.6-e")
def take_along(tx: Transaction, unit: Unit, here: str, there: str) -> None:
    """Leaders with a unit go where it goes, and so do the headquarters in its hex: those of the leaders, and
    all of them if no other unit stays there. One to which the hex is closed stays behind."""
    led = {one.hq for one in lead_along(tx, unit.side, here, there)}
    others = [one for one in units_at(tx.state, here) if one.key != unit.key and not one.is_hq]
    for hq in hqs_at(tx.state, here):
        if hq.side != unit.side or (others and hq.key not in led):
            continue
        if next(refusals_to_enter(tx.state, hq, there), None) is None:
            carry(tx, hq, there)
            text = f"{hq.name} goes with {unit.name}"
            tell(tx, "HqRetreated", text, "11.2-g", unit=hq.key, hex=there)


@case("7.45-e", "9.6-a")
def lead_along(tx: Transaction, side: str, here: str, there: str) -> list[Leader]:
    """The leaders with a unit go with it from hex to hex; the one of Finland does not leave it."""
    led = [
        one
        for one in tx.state.all(Leader).values()
        if one.at == here and one.side == side and not stays_in_finland(tx.state, one.hq, there)
    ]
    for leader in led:
        tx.put(replace(leader, at=there))
    return led


@case("9.6-a")
def stays_in_finland(state: State, hq: str, there: str) -> bool:
    """Is it the headquarters of Finland, and the hex in another country?"""
    return any(one.case == "9.6-a" for one in refusals_to_enter(state, state.get(Unit, hq), there))


@case("11.6-e", "7.43-h")
def carry(tx: Transaction, hq: Unit, there: str) -> None:
    """A headquarters is taken along to a hex; staff leaders return to the capital."""
    tx.put(replace(hq, place=there))
    return_staff(tx, hq.key, "11.6-e")
