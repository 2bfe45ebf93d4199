"""The fate of leaders: in combat and when they are overrun; wounds and captivity (7.45-d, 7.43-f, 9.5)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from engine.games.lebensraum.leaders.nationality import refusals_on_staff
from engine.games.lebensraum.leaders.posts import draw_one, draws_leaders, fill, leader_to_pool, pool, to_pool
from engine.games.lebensraum.records import (
    CAPTURED,
    DISMISSED,
    KILLED,
    STAFF,
    WESTERN,
    WOUNDED,
    Clock,
    Leader,
    Unit,
    leader_of,
    staff_with,
)
from engine.games.lebensraum.scenario.ground import ground
from engine.mechanics.telling import tell
from engine.referee import State, Transaction, case

UNHURT: Final = "none"
IN_COMBAT: Final = "In Combat"
OVERRUN: Final = "Overrun"


@case("9.0-f", "9.5-a", "9.5-b", "3.4")
def roll_fate(tx: Transaction, leader: Leader, column: str, ruled: str) -> str:
    """One die on a column of the fate table; a second one for the turns of a wound."""
    table = ground(tx.state).charts.leader_fate
    die = tx.roll("1d6", ruled, f"Fate of {leader.name}, {column}").total
    found = (table.in_combat if column == IN_COMBAT else table.overrun)[die - 1]
    tell(tx, "LeaderFate", f"{leader.name}: {'no effect' if found == UNHURT else found}", ruled)
    if found == KILLED:
        tx.put(replace(leader, post=KILLED, hq="", at=""))
    elif found == CAPTURED:
        tx.put(replace(leader, post=CAPTURED, hq="", at=""))
    elif found == WOUNDED:
        wound(tx, leader)
    return found


@case("9.5-a")
def wound(tx: Transaction, leader: Leader) -> None:
    """He is out for as many turns as a die shows, counted from the current one."""
    turns = tx.roll("1d6", "9.5-a", f"Turns until {leader.name} recovers").total
    back = tx.state.one(Clock).turn + turns
    tx.put(replace(leader, post=WOUNDED, hq="", at="", back=back, shaken=False))


@case("9.5-a", "9.6-b")
def return_wounded(tx: Transaction) -> None:
    """When a turn begins those who have recovered join their pool; Mannerheim goes to his headquarters."""
    now = tx.state.one(Clock).turn
    for leader in list(tx.state.all(Leader).values()):
        if leader.post != WOUNDED or leader.back > now:
            continue
        tell(tx, "LeaderReturned", f"{leader.name} has recovered from his wound", "9.5-a", marker=leader.key)
        to_pool(tx, leader)


@case("7.45-d", "9.0-d", "11.6-h")
def fate_in_combat(tx: Transaction, leaders: Iterable[str]) -> None:
    """Front leaders who added their value roll; whoever is lost is succeeded at once."""
    for key in leaders:
        leader = tx.state.get(Leader, key)
        hq = tx.state.get(Unit, leader.hq)
        if roll_fate(tx, leader, IN_COMBAT, "7.45-d") != UNHURT:
            fill(tx, (hq,), "9.0-f")


# overrun


@case("7.43-f", "7.43-g", "11.6-h", "11.1-d", "9.6-b")
def headquarters_lost(tx: Transaction, hq: Unit, ruled: str) -> None:
    """A headquarters is overrun or out of supply: its leader and its staff leaders roll on the Overrun
    column. A leader who is with a unit elsewhere goes to the pool without a roll."""
    staff = staff_with(tx.state, hq.key)
    leader = leader_of(tx.state).get(hq.key)
    if leader is not None:
        if leader.at and leader.at != hq.place:
            # INTERPRETATION (7.43-f): only what is in the hex is overrun.
            leader_to_pool(tx, hq)
        elif roll_fate(tx, leader, OVERRUN, ruled) == UNHURT:
            leader_to_pool(tx, hq)
    for one in staff:
        staff_overrun(tx, one)


@case("12.3-d")
def successors_on_staff(state: State, lost: Leader) -> tuple[Leader, ...]:
    """The leaders in the pool who may take his post; any, if none is of his nationality."""
    there = pool(state, lost.power)
    fit = (one for one in there if next(refusals_on_staff(state, one, lost.nation), None) is None)
    return tuple(fit) or there


@case("7.43-g", "9.4-d")
def staff_overrun(tx: Transaction, leader: Leader) -> None:
    """A staff leader is settled like a front leader and his marker is empty. A western one stays on the
    Staff, in the capital; if he is lost the marker draws another at once."""
    found = roll_fate(tx, leader, OVERRUN, "7.43-g")
    if leader.power != WESTERN:
        if found == UNHURT:
            to_pool(tx, leader)
    elif found == UNHURT:
        tx.put(replace(leader, hq=""))
    elif candidates := successors_on_staff(tx.state, leader):
        key = draw_one(tx, sorted(one.key for one in candidates), "7.43-g", "the General Staff")
        tx.put(replace(tx.state.get(Leader, key), post=STAFF, hq=""))


@case("7.43-f", "7.45-e")
def leader_overrun(tx: Transaction, leader: Leader) -> None:
    """A leader alone in a hex is overrun: he rolls, and his headquarters elsewhere draws a successor."""
    hq = tx.state.get(Unit, leader.hq)
    unhurt = roll_fate(tx, leader, OVERRUN, "7.43-f") == UNHURT
    if unhurt and not draws_leaders(hq):
        tx.put(replace(leader, at=""))
        return
    if unhurt:
        tx.put(replace(leader, post=DISMISSED, hq="", at=""))
    fill(tx, (hq,), "9.0-f")
    if unhurt:
        to_pool(tx, leader)
