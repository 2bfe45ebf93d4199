"""Who may take part in an assault: the primary unit, its supports and the supporting zones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from engine.games.dday_to_berlin import marks
from engine.games.dday_to_berlin.combat.advance import BREAKTHROUGH, LIMITED_ADVANCE
from engine.games.dday_to_berlin.combat.defenders import eligible_defenders
from engine.games.dday_to_berlin.combat.hits import NIGHT, Assault
from engine.games.dday_to_berlin.combat.readiness import refusals_of_moved_gun, refusals_to_act
from engine.games.dday_to_berlin.movement.step import BARRED, step
from engine.games.dday_to_berlin.movement.walk import March, points_left
from engine.games.dday_to_berlin.records import Bridge, Unit, forces, occupied
from engine.games.dday_to_berlin.scenario.ground import ground
from engine.mechanics import counted
from engine.referee import Mark, Refusal, State, case, derived, mark_value, marked

NEW_ASSAULT: Final = "new assault"
"""The value of COMMITTED for a unit that has made the new assault of its breakthrough."""


@case("adv.new-assault")
def is_loose(state: State, unit: Unit) -> bool:
    """True for a unit that broke through and may still make its new assault."""
    return (
        marked(state, unit.key, BREAKTHROUGH) and mark_value(state, unit.key, marks.COMMITTED) != NEW_ASSAULT
    )


@case("4.commit-once", "adv.new-assault", "adv.limits")
def refusals_to_commit(state: State, unit: Unit) -> Iterator[Refusal]:
    """One combat of a combat phase as attacker, and one more after a breakthrough."""
    if marked(state, unit.key, LIMITED_ADVANCE):
        yield Refusal("adv.limits", f"{unit} made a limited advance in this phase")
    if not marked(state, unit.key, marks.COMMITTED) or is_loose(state, unit):
        return
    if mark_value(state, unit.key, marks.COMMITTED) == NEW_ASSAULT:
        yield Refusal("adv.new-assault", f"{unit} has made its new assault in this phase")
    else:
        yield Refusal("4.commit-once", f"{unit} has already taken part in an assault in this phase")


@case("4.assault-declare", "4.support-inzone", "adv.new-assault", "C.assault")
def refusals_to_enter(state: State, unit: Unit, target: str, manner: str) -> Iterator[Refusal]:
    """An assault enters the defending zone: activation, points and ground must allow it."""
    if manner == NIGHT:
        yield from refusals_at_night(state, unit)
    elif not is_loose(state, unit):
        yield from refusals_by_day(state, unit, target)
        return
    if step(state, unit, unit.place, target) == BARRED:
        yield Refusal("2.water", f"{unit} ({unit.moves_as}) cannot enter {target} from {unit.place}")


@case("2.voluntary", "2.hold", "2.full")
def refusals_by_day(state: State, unit: Unit, target: str) -> Iterator[Refusal]:
    """Activation, movement points and the ground must allow that last step of its turn."""
    result = mark_value(state, unit.key, marks.ACTIVATED)
    if not result:
        yield Refusal("2.voluntary", f"{unit} was not activated in this player turn")
    elif result == marks.HOLD:
        yield Refusal("2.hold", f"{unit} has a Hold result and no movement points")
    yield from refusals_to_act(state, unit)
    yield from refusals_of_moved_gun(state, unit)
    needed, left = ground(state).charts.movement.assault_cost, points_left(state, unit)
    if result in (marks.FULL, marks.DOUBLE) and left < needed:
        yield Refusal("2.full", f"{unit} needs {counted(needed, 'movement point')} to assault and has {left}")
    last = March(state, unit.key, night=False)
    yield from last.refusals_to_cross(last.start(), target)
    yield from last.refusals_after_only_zone(last.start())


@case("C.assault")
def refusals_at_night(state: State, unit: Unit) -> Iterator[Refusal]:
    """At night only units on foot that neither moved nor worked; no activation is needed."""
    if unit.moves_as != "LEG":
        yield Refusal("C.assault", f"{unit} is {unit.moves_as}, and only LEG assaults at night")
    # INTERPRETATION (C.assault): guns take no part at night, since there is no fire support either.
    if not leads(state, unit):
        yield Refusal("C.assault", f"{unit} is {unit.type} and takes no part in an assault at night")
    for mark, what in ((marks.MOVED, "moved"), (marks.WORKED, "worked")):
        if marked(state, unit.key, mark):
            yield Refusal("C.assault", f"{unit} has {what} this night")


def leads(state: State, unit: Unit) -> bool:
    """The battalion table says who may be the primary unit of an assault."""
    return ground(state).charts.battalion_info.line(unit.type, unit.moves_as, unit.weight).leads


@case("4.assault-declare", "4.primary")
def refusals_to_lead(state: State, unit: Unit, assault: Assault) -> Iterator[Refusal]:
    """INF, ENG, REC, TNK, TD or SPG in an adjacent zone, able to enter the zone it attacks."""
    if unit.side != assault.side or not unit.on_map:
        yield Refusal(
            "4.assault-declare", f"{unit} is not a unit of {ground(state).title_of(assault.side)} on the map"
        )
    elif unit.place not in ground(state).grid.adjacency[assault.target]:
        yield Refusal("4.assault-declare", f"{unit} is not adjacent to {assault.target}")
    elif not leads(state, unit):
        yield Refusal("4.assault-declare", f"{unit} is {unit.type} and never leads an assault")
    else:
        yield from refusals_to_commit(state, unit)
        yield from refusals_to_enter(state, unit, assault.target, assault.manner)


@case("4.support-inzone", "4.support-guns", "B.on-map-guns")
def refusals_to_support(state: State, unit: Unit, assault: Assault) -> Iterator[Refusal]:
    """Another battalion of the attacking zone that could enter the defending zone itself."""
    most = ground(state).charts.hit_modifiers.rows["in_zone"].most
    if len(assault.supports) >= most:
        yield Refusal(
            "4.support-inzone",
            f"{assault.zone} already has {counted(most, 'supporting unit')}, the most allowed",
        )
    if unit.is_hq:
        yield Refusal("4.support-inzone", f"{unit} is a headquarters and never supports")
        return
    if unit.key in (assault.primary, *assault.supports):
        yield Refusal("4.support-inzone", f"{unit} takes part already")
    if unit.is_artillery:
        if unit.key in assault.guns:
            yield Refusal("4.support-guns", f"{unit} gives fire support to this assault already")
        if marked(state, unit.key, marks.FIRED):
            yield Refusal("B.on-map-guns", f"{unit} has already been used in this game turn")
    yield from refusals_to_commit(state, unit)
    yield from refusals_to_enter(state, unit, assault.target, assault.manner)


@case("4.support-zones")
def refusals_to_support_from_zone(state: State, unit: Unit, assault: Assault) -> Iterator[Refusal]:
    """Two zones in contact with the attacking or the defending zone, one eligible unit of each."""
    around = ground(state).grid.adjacency
    most = ground(state).charts.hit_modifiers.rows["supporting_zone"].most
    if assault.manner == NIGHT:
        yield Refusal("C.assault", "no other zone may support an assault at night")
    if unit.place not in around[assault.zone] and unit.place not in around[assault.target]:
        yield Refusal(
            "4.support-zones", f"{unit} is in contact with neither {assault.zone} nor {assault.target}"
        )
    if any(state.get(Unit, key).place == unit.place for key in assault.zones):
        yield Refusal("4.support-zones", f"{unit.place} supports the assault already")
    elif len(assault.zones) >= most:
        yield Refusal(
            "4.support-zones", f"the assault already has {counted(most, 'supporting zone')}, the most allowed"
        )
    if unit.is_hq or unit.is_artillery:
        yield Refusal("4.support-zones", f"{unit} is {unit.type} and cannot support from another zone")
    yield from refusals_to_act(state, unit)
    yield from refusals_of_moved_gun(state, unit)
    yield from refusals_to_commit(state, unit)


@derived(Unit, Mark, Bridge)
def assaults(state: State, side: str, manner: str) -> Mapping[str, tuple[str, ...]]:
    """Every zone that the side can assault now, with the units that could lead."""
    land = ground(state)
    enemy = land.other(side)
    enemy_zones = occupied(state, enemy)
    found: dict[str, list[str]] = {}
    for unit in forces(state, side):
        if manner != NIGHT and not marked(state, unit.key, marks.ACTIVATED) and not is_loose(state, unit):
            continue
        for target in land.grid.adjacency[unit.place]:
            if target in enemy_zones:
                against = refusals_to_lead(state, unit, Assault(side, target, manner=manner))
                if next(against, None) is None:
                    found.setdefault(target, []).append(unit.key)
    return {
        target: tuple(found[target]) for target in sorted(found) if eligible_defenders(state, target, enemy)
    }
