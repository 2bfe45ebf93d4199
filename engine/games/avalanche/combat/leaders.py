"""Leaders in combat: their shift, their number of attempts, and what a lost step may do to them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from engine.games.avalanche.general.calendar import turn
from engine.games.avalanche.general.telling import tell
from engine.games.avalanche.records import ELIMINATED, GAME_TURN, TURN_TRACK, Unit, leaders
from engine.games.avalanche.scenario.ground import ground
from engine.mechanics.places import box
from engine.referee import Due, Refusal, State, Transaction, case, mark_value

TRIES: Final = "tries"
"""A mark until the end of the game turn: how often a leader has tried."""
MOST_TRIES: Final = 2
LEADER_REACH: Final = 1
TURNS_A_DAY: Final = 3


def tries(state: State, leader: Unit) -> int:
    """How often he has tried in this game turn."""
    return int(mark_value(state, leader.key, TRIES) or 0)


@case("shift.leader", "shift.leader-limits")
def refusals_to_lead(state: State, leader: Unit, fighting: Iterable[Unit]) -> Iterator[Refusal]:
    """He must be with or beside a unit of his formation that fights, and tries twice in a turn at most."""
    if not is_near_own(state, leader, fighting):
        yield Refusal(
            "shift.leader", f"{leader} is not with or beside a unit of {leader.formation} that fights"
        )
    if tries(state, leader) >= MOST_TRIES:
        yield Refusal("shift.leader-limits", f"{leader} has tried {MOST_TRIES} times in this turn")


def able_leaders(state: State, side: str, fighting: Iterable[Unit]) -> list[Unit]:
    """The leaders of a side that may try."""
    units = tuple(fighting)
    return [
        leader
        for leader in leaders(state, side)
        if next(refusals_to_lead(state, leader, units), None) is None
    ]


@case("shift.leader", "shift.leader-limits")
def try_leader(tx: Transaction, leader: Unit) -> bool:
    """A roll not above his number gives the shift."""
    tx.mark(leader.key, TRIES, GAME_TURN, value=str(tries(tx.state, leader) + 1))
    number = leader.combat
    roll = tx.roll("1d6", "shift.leader", f"{leader} leads, {number} or less").total
    return roll <= number


@case("bt.leader-near")
def leading(state: State, units: Iterable[Unit]) -> list[Unit]:
    """The leaders that are with or beside one of these units of their formation."""
    units = tuple(units)
    sides = {unit.side for unit in units}
    return [leader for side in sides for leader in leaders(state, side) if is_near_own(state, leader, units)]


def is_near_own(state: State, leader: Unit, units: Iterable[Unit]) -> bool:
    """Is a leader with or beside one of these units that belongs to his formation?"""
    distance = ground(state).distance
    return any(
        unit.formation == leader.formation and distance(unit.place, leader.place) <= LEADER_REACH
        for unit in units
    )


# casualties


@case("loss.leader-killed", "loss.leader-wounded")
def check_leader(tx: Transaction, leader: Unit, steps: int) -> bool:
    """A leader whose stack lost steps is killed, wounded or unhurt; True if he is unhurt."""
    chart = ground(tx.state).charts.leader_casualty
    roll = tx.roll(chart.dice, "loss.leader-killed", f"{leader}: a casualty?").total
    if roll <= chart.killed + steps:
        kill(tx, leader)
        return False
    if roll == chart.wounded + steps:
        wound(tx, leader)
        return False
    return True


@case("loss.leader-killed")
def kill(tx: Transaction, leader: Unit) -> None:
    """A leader who is killed is out of the game; for a killed aide the leader himself still comes back."""
    wounded = tx.state.find(Due, leader.key)
    if wounded is not None:
        keep_away(tx, leader, wounded.turn)
        text = f"The aide of {leader} is killed"
    else:
        tx.put(replace(leader, place=box(ELIMINATED, leader.side)))
        text = f"{leader} is killed"
    tell(tx, "UnitEliminated", text, "loss.leader-killed", unit=leader.key)


@case("reinf.leader-adc", "reinf.leader-displaced")
def keep_away(tx: Transaction, leader: Unit, until: int) -> None:
    """His counter waits until a turn: that of an aide with an entry of its own, beside the leader's date."""
    tx.put(replace(leader, place=box(TURN_TRACK, leader.side)))
    is_aide = tx.state.find(Due, leader.key) is not None
    key = aide_of(leader) if is_aide else leader.key
    tx.put(Due(key, until, "displaced", leader.key, "", leader.side))


def aide_of(leader: Unit) -> str:
    """The key of the entry of an aide who is away."""
    return f"{leader.key} aide"


@case("loss.leader-wounded")
def wound(tx: Transaction, leader: Unit) -> None:
    """Twice a second roll is the number of days that he is out; his aide takes over. If it was the aide,
    another one follows, and the later date counts."""
    days = 2 * tx.roll("2d6", "loss.leader-wounded", f"{leader} is wounded, days out").total
    tx.put(replace(leader, flipped=True, place=box(TURN_TRACK, leader.side)))
    before = tx.state.find(Due, leader.key)
    back = max(turn(tx.state) + TURNS_A_DAY * days, before.turn if before else 0)
    tx.put(Due(leader.key, back, "wounded", leader.key, "", leader.side))
    text = f"{leader} is wounded and out for {days} days; his aide takes over"
    tell(tx, "LeaderWounded", text, "loss.leader-wounded", unit=leader.key)


@case("advance.leader", "move.solo-leader")
def catch_leader(tx: Transaction, leader: Unit) -> None:
    """A leader whom the enemy finds alone is checked; one who is unhurt is displaced and comes back after the
    next AM segment."""
    if check_leader(tx, leader, 0):
        when = next_morning(tx.state)
        keep_away(tx, leader, when)
        text = f"{leader} is displaced and comes back on turn {when}"
        tell(tx, "LeaderDisplaced", text, "move.solo-leader", unit=leader.key)


def next_morning(state: State) -> int:
    """The number of the next AM turn; the track ends with a night, and a morning would follow."""
    track = ground(state).charts.turn_track.turn
    return next(
        number
        for number in range(turn(state) + 1, turn(state) + 4)
        if str(number) not in track or track[str(number)].kind == "AM"
    )
