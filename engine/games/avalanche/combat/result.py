"""The combat results table, and what a result means in steps and hexes (3.9.g, 3.9.h)."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

from engine.games.avalanche.combat.battle import BLITZ, WITHDRAW, Battle
from engine.games.avalanche.combat.strengths import FORT, work_at
from engine.games.avalanche.general.calendar import is_night
from engine.games.avalanche.scenario.ground import ground
from engine.mechanics.combat import odds_level
from engine.referee import State, case


class Half(NamedTuple):
    """What a result does to one side."""

    number: int
    flag: str
    """D disrupts, M demoralizes."""

    def __str__(self) -> str:
        return f"{self.number}{self.flag}"


@case("crt.lookup")
def halves(text: str) -> tuple[Half, Half]:
    """`1/2D`: the results of the attacker and of the defender."""
    attacker, _, defender = text.partition("/")
    return parse(attacker), parse(defender)


def parse(text: str) -> Half:
    """`2D`, `D`, or `-` for nothing."""
    digits = text.rstrip("DM")
    return Half(int(digits) if digits.isdecimal() else 0, text[len(digits) :])


@case("crt.option-probe", "crt.option-plus", "crt.option-withdraw")
def with_options(state: State, battle: Battle, text: str) -> tuple[Half, Half]:
    """Both options change the numbers; one that falls to 0 loses its flag."""
    options = ground(state).charts.options
    chosen = options.attacker[battle.attack_option], options.defender[battle.defence_option]
    ours, theirs = halves(text)
    return (
        _changed(ours, sum(row.attacker for row in chosen)),
        _changed(theirs, sum(row.defender for row in chosen)),
    )


def _changed(half: Half, by: int) -> Half:
    if not by:
        return half
    number = max(half.number + by, 0)
    return Half(number, half.flag if number else "")


# steps and hexes


@case("loss.fraction", "loss.blitz")
def attacker_steps(battle: Battle, number: int) -> int:
    """Half of the result, rounded up; twice that in a Blitz."""
    return ceil(number / 2) * (2 if battle.attack_option == BLITZ else 1)


@case("loss.fraction", "loss.withdraw")
def defender_steps(battle: Battle, number: int) -> int:
    """Half of the result, rounded down; a quarter in a Withdraw."""
    return number // (4 if battle.defence_option == WITHDRAW else 2)


@case("retreat.amount", "loss.blitz")
def attacker_hexes(number: int) -> int:
    """The part of the result that is not taken as steps; doubled steps do not shorten it."""
    return number - ceil(number / 2)


@case("retreat.amount", "loss.withdraw")
def defender_hexes(battle: Battle, number: int) -> int:
    """The part of the result that is not taken as steps."""
    return number - defender_steps(battle, number)


# the column


@case("odds.ratio")
def ratio(attack: int, defence: int) -> int | None:
    """The odds before shifts as a level of the ladder; None without any attack strength."""
    # INTERPRETATION (odds.ratio): a defence of 0, left by halvings, counts as 1.
    return odds_level(attack, max(defence, 1)) if attack > 0 else None


@case("crt.night", "crt.lookup")
def rows_of(state: State, target: str) -> tuple[str, ...]:
    """The rows of the defender's terrain; by night the night row alone."""
    land = ground(state)
    if is_night(state):
        return ("night",)
    rows = tuple(row.crt_row for _, row in land.rows(target))
    return (*rows, FORT) if work_at(state, target) == FORT else rows


@case("crt.lookup", "crt.off-left", "odds.shift-kind")
def column_of(state: State, target: str, level: int) -> int | None:
    """The right-most column not above the odds; of several rows the best one for the defender. None lies left
    of the table."""
    table = ground(state).charts.crt.terrain_rows
    found = [_in_row(table[row], level) for row in rows_of(state, target)]
    return None if None in found else min(column for column in found if column is not None)


def _in_row(row: tuple[str, ...], level: int) -> int | None:
    reached = [at for at, odds in enumerate(row) if level_of(odds) <= level]
    return max(reached, default=None)


def level_of(odds: str) -> int:
    """`3:1` as a level of the ladder."""
    ours, _, theirs = odds.partition(":")
    return odds_level(int(ours), int(theirs))


@case("crt.lookup")
def result_on(state: State, battle: Battle, column: int, roll: int) -> tuple[Half, Half]:
    """The result of a roll in a column, with the options of both sides."""
    return with_options(state, battle, ground(state).charts.crt.results[str(roll)][column])
