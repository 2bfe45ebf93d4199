"""The combination game: the West is set up on turn 9, and fronts are judged apart (13.0)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from engine.catalogue.victory import evaluate
from engine.games.lebensraum.economy.capture import markers_at
from engine.games.lebensraum.headquarters.reserves import RESERVE
from engine.games.lebensraum.leaders.opening import OKW
from engine.games.lebensraum.records import (
    AWAITED,
    AXIS,
    STAFF,
    WITHDRAWN,
    Clock,
    Control,
    Leader,
    Unit,
    army_places,
)
from engine.games.lebensraum.reinforcements.leaders_due import bring_leader
from engine.games.lebensraum.scenario.ground import ground
from engine.games.lebensraum.standard.control import control
from engine.mechanics.places import box
from engine.mechanics.telling import tell
from engine.record import Record
from engine.referee import State, Transaction, case

IN_1943: Final = "allied-in-1943"


class FrontResult(Record):
    """Who has won a front of the combination game: `east` or `west`."""

    key: str
    winner: str


@case("13.0-c", "13.0-g", "12.1-a")
def set_up_west(tx: Transaction) -> None:
    """Before 1.A of turn 9 the units of the West are set up, the armies of the Axis in reserve, headquarters
    with their leaders; southern Italy and its islands are Allied."""
    land, clock = ground(tx.state), tx.state.one(Clock)
    rule = land.rules.west_set_up
    if rule is None or clock.turn != rule.turn:
        return
    taken = land.region(IN_1943) | land.region("sicily") | land.region("sardinia")
    for here in sorted(taken):
        if here not in army_places(tx.state):
            tx.put(Control(here, "allied"))
            for marker in markers_at(tx.state, here):
                tx.remove(marker)
    for key, here in rule.places.items():
        unit = tx.state.get(Unit, key)
        tx.put(replace(unit, place=free_hex(tx.state, unit, here)))
        if unit.is_hq:
            bring_leader(tx, tx.state.get(Unit, key))
        elif unit.power == AXIS:
            tx.mark_until(key, RESERVE, "")
    bring_western_staff(tx)
    tell(tx, "WestSetUp", "The West is set up: turn 9 is turn A", "13.0-c")


@case("13.0-c")
def free_hex(state: State, unit: Unit, here: str) -> str:
    """The hex of the set-up, or the nearest one that is under control and free."""
    land, held, units = ground(state), control(state), army_places(state)
    own = [
        there for there in land.land if held.get(there) == unit.side and (unit.is_hq or there not in units)
    ]
    return here if here in own else min(own, key=lambda there: (land.distance(here, there), there))


@case("13.0-f")
def withdraw_to_italy(tx: Transaction) -> None:
    """At the end of turn 9 the Italian 8th Army is removed if it is in Italy or beside it."""
    land, rule = ground(tx.state), ground(tx.state).rules.to_italy
    if rule is None or tx.state.one(Clock).turn != rule.turn:
        return
    italy = land.region("country-italy")
    for unit in list(tx.state.all(Unit).values()):
        if not unit.on_map or not rule.concerns(unit):
            continue
        if not italy.isdisjoint((unit.place, *land.neighbors[unit.place])):
            tx.put(replace(unit, place=box(WITHDRAWN, unit.side)))
            text = f"{unit.name} has reached Italy and is removed"
            tell(tx, "UnitWithdrawn", text, "13.0-f", unit=unit.key)


@case("13.0-k", "13.0-j")
def judge_fronts(tx: Transaction, facts: object) -> None:
    """Each front is decided once, by its own conditions; the game goes on."""
    land = ground(tx.state)
    if land.rules.fronts is None:
        return
    for front in ("east", "west"):
        if tx.state.find(FrontResult, front) is not None:
            continue
        for side, test in getattr(land.rules.fronts, front).items():
            if evaluate(test, facts):  # type: ignore[arg-type]
                tx.put(FrontResult(front, side))
                tell(tx, "FrontWon", f"The {front.title()} is won by the {land.title_of(side)}", "13.0-k")
                break


def fronts_won(state: State, side: str) -> int:
    """How many fronts a side has won."""
    return sum(one.winner == side for one in state.all(FrontResult).values())


@case("13.0-c", "13.0-i")
def has_west_begun(state: State) -> bool:
    """Is the West in play? In the combination game from turn 9 on."""
    rule = ground(state).rules.west_set_up
    return ground(state).has_west and (rule is None or state.one(Clock).turn >= rule.turn)


@case("13.0-i")
def bring_western_staff(tx: Transaction) -> None:
    """The leaders of the OKW join the General Staff with the set-up of the West."""
    named = {row.name for row in ground(tx.state).charts.leaders.axis_west if row.assigned == OKW}
    for leader in list(tx.state.all(Leader).values()):
        if leader.power == AXIS and leader.name in named and leader.post == AWAITED:
            tx.put(replace(leader, post=STAFF))
            tell(tx, "LeaderPlaced", f"{leader.name} joins the General Staff", "13.0-i", marker=leader.key)


@case("13.0-i")
def least_in_capital(state: State, power: str) -> int:
    """How many leaders of the General Staff must be in the capital: two of the Axis once both games run."""
    return 2 if power == AXIS and ground(state).has_east and has_west_begun(state) else 1
