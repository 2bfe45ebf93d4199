"""Operation Nordwind: a Major Attack in the south without Attack Supply (16.4.7-f)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.toppling_the_reich import marks
from engine.games.toppling_the_reich.combat.attack import Attack, ground_units, is_major
from engine.games.toppling_the_reich.records import GERMAN, Clock
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.referee import Refusal, State, Transaction, case, mark_value, marked

RULE = "16.4.7-f"
BEGUN = "nordwind"
"""no scope; on the German side: the turn on which it began"""
LAUNCHED = "nordwind this turn"
"""game turn; on the German side"""


@case("16.4.7-f")
def refusals_of_nordwind(state: State, attack: Attack) -> Iterator[Refusal]:
    """One Major Attack per turn, two turns in a row, by units in the southern rows."""
    land = ground(state)
    rule = land.rules.nordwind
    if rule is None or attack.side != GERMAN or attack.exploits:
        yield Refusal(RULE, "this scenario has no Nordwind")
        return
    turn = state.one(Clock).turn
    begun = mark_value(state, GERMAN, BEGUN)
    if begun:
        if not int(begun) <= turn < int(begun) + rule.turns:
            yield Refusal(RULE, f"Nordwind began on turn {begun} and is over")
    elif not rule.first_turn <= turn <= rule.last_turn:
        yield Refusal(RULE, f"Nordwind begins on turn {rule.first_turn} or {rule.last_turn}")
    if marked(state, GERMAN, LAUNCHED) or attack.nordwind:
        yield Refusal(RULE, "one attack of this turn was launched as Nordwind already")
    if not is_major(state, attack):
        yield Refusal(RULE, "Nordwind pays for a Major Attack, from two or more hexes")
    north = [unit.name for unit in ground_units(state, attack) if land.row(unit.place) < rule.from_row]
    if north:
        yield Refusal(RULE, f"{', '.join(north)}: not in row {rule.from_row} or south of it")


def launch(tx: Transaction) -> None:
    """The attack has been declared."""
    tx.mark(GERMAN, LAUNCHED, marks.GAME_TURN)
    if not mark_value(tx.state, GERMAN, BEGUN):
        tx.mark(GERMAN, BEGUN, value=str(tx.state.one(Clock).turn))
