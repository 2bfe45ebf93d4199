"""Air power over a combat: close air support of both sides (11.6) and carpet bombing (16.3.7-a)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.toppling_the_reich.air.actions import has_cap, refusals_to_fly, spend
from engine.games.toppling_the_reich.air.drops import cost_of_drops
from engine.games.toppling_the_reich.combat.attack import COMBAT, Attack
from engine.games.toppling_the_reich.combat.surprise import refusals_when_surprised
from engine.games.toppling_the_reich.records import ALLIED, Clock
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.mechanics.plural import counted
from engine.referee import Event, Refusal, State, Transaction, case, mark_value

MISSION = "close_air_support"
BOMBED = "carpet bombing"
"""no scope; on the Allied side: how often it was used"""
CARPET = "16.3.7-a"


@case("11.6", "11.8-a", "16.3.7-a")
def committed(state: State, attack: Attack) -> int:
    """The Air Actions that the attacker has named for the attack: support, drops and bombing."""
    rule = ground(state).rules.carpet_bombing
    carpet = rule.air_actions if attack.carpet and rule is not None else 0
    return attack.air + cost_of_drops(state, attack.drops) + carpet


@case("11.6", "16.3.7-a")
def refusals_of_flights(state: State, attack: Attack) -> Iterator[Refusal]:
    """The attacker needs Air Actions for all that was named, and a clear sky."""
    if needed := committed(state, attack):
        by = CARPET if attack.carpet else "11.6"
        yield from refusals_to_fly(state, attack.side, needed, by, attack.target)


@case("11.6", "11.4", "7.4-cas", "7.7-e")
def refusals_to_support(state: State, side: str, attack: Attack) -> Iterator[Refusal]:
    """One more Air Action for a side: not under an enemy patrol, two at most."""
    land = ground(state)
    most = land.charts.air_missions.rows[MISSION].times
    attacking = side == attack.side
    flown = attack.air if attacking else attack.defending_air
    if flown >= most:
        yield Refusal("11.6", f"the combat has {counted(most, 'Air Action')} of support already")
    if has_cap(state, land.other(side), attack.target):
        yield Refusal("11.4", f"enemy combat air patrol protects {land.name_of(attack.target)}")
    if attacking and attack.carpet:
        yield Refusal(CARPET, "carpet bombing takes the place of close air support")
    if not attacking:
        yield from refusals_when_surprised(state, side)
        yield from refusals_to_fly(state, side, flown + 1, "11.6", attack.target)


@case("16.3.7-a")
def refusals_to_bomb(state: State, attack: Attack) -> Iterator[Refusal]:
    """A limited number of times, in an Allied Combat Segment, for Air Actions, instead of support."""
    rule = ground(state).rules.carpet_bombing
    if rule is None or attack.side != ALLIED:
        yield Refusal(CARPET, "this scenario has no carpet bombing")
        return
    turn = state.one(Clock).turn
    if attack.segment != COMBAT:
        yield Refusal(CARPET, "carpet bombing is possible in the Combat Segment only")
    if not rule.first_turn <= turn <= rule.last_turn:
        yield Refusal(
            CARPET, f"carpet bombing is possible on turns {rule.first_turn} to {rule.last_turn} only"
        )
    if int(mark_value(state, ALLIED, BOMBED) or 0) >= rule.times:
        yield Refusal(CARPET, f"carpet bombing has been used {counted(rule.times, 'time')}, the most allowed")
    if attack.carpet:
        yield Refusal(CARPET, "carpet bombing has been added already")
    if attack.air:
        yield Refusal(CARPET, "carpet bombing takes the place of close air support")


@case("11.6", "7.7-e", "16.3.7-a")
def fly(tx: Transaction, attack: Attack) -> None:
    """Pay for the attacker's support or bombing. Drops are paid when they are made."""
    rule = ground(tx.state).rules.carpet_bombing
    if attack.air:
        spend(tx, attack.side, attack.air, MISSION, "11.6", attack.target)
    if attack.carpet and rule is not None:
        spend(tx, attack.side, rule.air_actions, MISSION, CARPET, attack.target)
        used = int(mark_value(tx.state, ALLIED, BOMBED) or 0) + 1
        tx.mark(ALLIED, BOMBED, value=str(used))
        text = f"Carpet bombing hits {ground(tx.state).name_of(attack.target)}"
        tx.emit(Event("CarpetBombed", text, CARPET, about=(("hex", attack.target),)))


@case("11.6", "7.7-e")
def defend(tx: Transaction, side: str, attack: Attack) -> None:
    """Pay for the support of the defender."""
    spend(tx, side, attack.defending_air, MISSION, "11.6", attack.target)
