"""The surprise attack before turn 1 and before turn E (11.8)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from engine.games.lebensraum.combat.segment import CombatSegment
from engine.games.lebensraum.headquarters.reserves import RESERVE
from engine.games.lebensraum.leaders.posts import pool
from engine.games.lebensraum.markers.placement import FreePlacing
from engine.games.lebensraum.markers.removal import remove_markers
from engine.games.lebensraum.records import (
    ALLIED,
    AXIS,
    POOL,
    PRE,
    SEGMENT,
    SOVIET,
    STAFF,
    WESTERN,
    Clock,
    Leader,
    Unit,
    Weather,
)
from engine.games.lebensraum.reinforcements.entry_hexes import entry_hexes
from engine.games.lebensraum.reinforcements.leaders_due import DUE, bring_leader
from engine.games.lebensraum.reinforcements.segment import PlaceUnit
from engine.games.lebensraum.scenario.ground import CLEAR, SECTIONS, Ground, ground
from engine.games.lebensraum.scenario.special_rules import OPTIONAL_LEADERS
from engine.games.lebensraum.special.free_landing import LANDINGS, SEAS, LandAtDawn, has_landed
from engine.games.lebensraum.special.landing import land_or_fight, pre_e_units
from engine.mechanics.telling import tell
from engine.referee import Cup, Frame, Mark, Procedure, State, Transaction, case


@case("11.8-a", "11.8-b", "12.2-b", "12.1-b")
def attacker(state: State) -> str:
    """Who attacks by surprise before this turn: the Axis before turn 1 of the East, the Allies before turn E
    of the West; empty if nobody does."""
    land, clock = ground(state), state.one(Clock)
    if land.has_rule("11.8-a") and clock.turn == land.first_turn:
        return AXIS
    pre_e = land.rules.pre_e
    return ALLIED if pre_e is not None and clock.turn == pre_e.turn else ""


@case("11.8-d")
def begin_surprise(tx: Transaction, frame: SurpriseSegment) -> None:
    """All sections are clear, and no die is rolled."""
    clock = tx.state.one(Clock)
    tx.put(replace(clock, moment=PRE))
    for section in SECTIONS:
        tx.put(Weather(section, CLEAR))
    name = ground(tx.state).title_of(frame.side)
    ruled = "11.8-a" if frame.side == AXIS else "11.8-b"
    tell(tx, "SurpriseBegan", f"Surprise attack by the {name}, in clear weather", ruled)
    if frame.side == AXIS and ground(tx.state).options.get(OPTIONAL_LEADERS) is True:
        exchange_leaders(tx)


@case("11.9")
def exchange_leaders(tx: Transaction) -> None:
    """Three leaders drawn from the Axis pool leave the game; then the optional ones take their places."""
    chart = ground(tx.state).charts.leaders
    cup = Cup(OPTIONAL_LEADERS, tuple(one.key for one in pool(tx.state, AXIS)))
    tx.put(cup)
    for _ in chart.optional_axis:
        key = tx.draw(cup, "11.9", "A leader of the Axis pool leaves", ())
        tx.remove(tx.state.get(Leader, key))
    for name in chart.optional_axis:
        row = next(row for row in chart.axis_east if row.name == name)
        tx.put(Leader(name.casefold(), AXIS, AXIS, name, row.stars, POOL))
    tx.put(Cup(OPTIONAL_LEADERS))
    tell(tx, "LeadersExchanged", "Three leaders of the Axis pool are exchanged for the optional ones", "11.9")


@case("11.8-b", "6.13-a")
def bring_landing_forces(tx: Transaction, frame: SurpriseSegment) -> None:
    """The reinforcements of pre-E come to their hexes, whoever controls them; free landings are chosen."""
    if frame.side != ALLIED:
        return
    bring_second_staff(tx)
    if ground(tx.state).rules.landings is not None:
        tx.push(LandAtDawn(ALLIED))
        return
    for unit in pre_e_units(tx.state):
        land_or_fight(tx, unit, SEGMENT)
        if unit.is_hq:
            bring_leader(tx, tx.state.get(Unit, unit.key))


@case("11.8-b", "12.3-d")
def bring_headquarters(tx: Transaction, frame: SurpriseSegment) -> None:
    """In the campaign headquarters come with a landing before turn E, to a landing hex or to a port."""
    if frame.side != ALLIED or ground(tx.state).rules.landings is None or not has_landed(tx.state):
        return
    for unit in pre_e_units(tx.state):
        if unit.is_hq:
            tx.push(PlaceUnit(ALLIED, entry_hexes(tx.state, unit), unit=unit.key))


@case("6.13-a", "12.3-d")
def bring_second_staff(tx: Transaction) -> None:
    """The second marker of the Combined Chiefs comes with the leader named for it."""
    rows = ground(tx.state).charts.leaders.western
    named = {row.name for row in rows if row.assigned.startswith("CCS 2")}
    for leader in list(tx.state.all(Leader).values()):
        if leader.power == WESTERN and leader.name in named and leader.post == DUE:
            tx.put(replace(leader, post=STAFF))
            tell(tx, "LeaderPlaced", f"{leader.name} joins the General Staff", "6.13-a", marker=leader.key)


@case("11.8-c")
def place_free_markers(tx: Transaction, frame: SurpriseSegment) -> None:
    """Only the attacker has air and naval markers, all of them and free. Without a landing in the campaign
    there is no surprise attack."""
    if frame.side == ALLIED and ground(tx.state).rules.landings is not None and not has_landed(tx.state):
        tx.replace(replace(frame, at=len(frame.steps) - 1))
        return
    tx.push(FreePlacing(side=frame.side))


@case("11.8-b", "12.3-a")
def end_surprise(tx: Transaction, frame: SurpriseSegment) -> None:
    """The markers come off, and the turn begins: on it every naval marker may land an army again."""
    remove_markers(tx)
    for sea in SEAS:
        tx.unmark(sea, LANDINGS)
    tx.put(replace(tx.state.one(Clock), moment=""))


class SurpriseSegment(Procedure):
    """One combat segment without movement, with normal advances (11.8)."""

    side: str

    title = "Surprise attack"
    scope = SEGMENT
    steps = (
        begin_surprise,
        bring_landing_forces,
        bring_headquarters,
        place_free_markers,
        CombatSegment,
        end_surprise,
    )

    @classmethod
    def begin(cls, state: State, parent: Frame) -> Frame | None:
        side = attacker(state)
        return cls(side) if side else None


@case("11.8-e", "12.1-a", "12.2-a")
def starting_reserves(land: Ground, units: list[Unit]) -> list[Mark]:
    """In the East all Soviet units and headquarters begin in reserve, in the West all armies of the Axis."""
    soviets = land.has_rule("11.8-a")
    axis = land.has_rule("12.1-a")
    return [
        Mark(unit.key, RESERVE)
        for unit in units
        if unit.on_map
        and ((soviets and unit.power == SOVIET) or (axis and unit.power == AXIS and not unit.is_hq))
    ]


FRAMES: Final = (SurpriseSegment,)
