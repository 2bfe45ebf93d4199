"""Attack Supply and replacements of the turn (3.3.2-b, 15.5-a, 16.2.7-b, 17.3)."""

from __future__ import annotations

from msgspec.structs import replace

from engine.games.toppling_the_reich.records import ALLIED, Clock, Herbstnebel, army
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.supply.antwerp import is_open
from engine.mechanics import tell
from engine.referee import Frame, State, Transaction, case


@case("3.3.2-b", "15.5-a", "17.2", "6.5.3-a")
def award(tx: Transaction, frame: Frame) -> None:
    """Both sides add the Attack Supply of the turn to their stores; replacements are not kept."""
    for side in tx.state.scenario.sides:
        held = army(tx.state, side)
        supply = attack_supply(tx.state, side)
        infantry, armor = (replacements(tx.state, side, kind) for kind in ("infantry", "armor"))
        tx.put(replace(held, asp=held.asp + supply, infantry=infantry, armor=armor))
        text = (
            f"{ground(tx.state).title_of(side)}: {supply} Attack Supply, {held.asp + supply} in store; "
            f"replacements {infantry} infantry, {armor} armor"
        )
        tell(tx, "TurnAward", text, "3.3.2-b", side=side)


def attack_supply(state: State, side: str) -> int:
    """The award of the turn with what Antwerp and Herbstnebel change in it."""
    turn = state.one(Clock).turn
    listed = sum(
        entry.amount
        for entry in ground(state).document.allotments
        if (entry.side, entry.what, entry.turn) == (side, "asp", turn)
    )
    if side == ALLIED:
        return max(listed + antwerp_bonus(state), 0)
    return listed + herbstnebel_bonus(state)


@case("16.2.7-b")
def antwerp_bonus(state: State) -> int:
    """What an open Antwerp adds, or a closed one takes off awards that already count it."""
    rule = ground(state).rules.antwerp
    return rule.bonus(state.one(Clock).turn, is_open(state)) if rule else 0


@case("17.3", "16.4.7-e")
def herbstnebel_bonus(state: State) -> int:
    """Extra points on the turn on which the counteroffensive begins and on the three that follow."""
    plan, rule = state.find(Herbstnebel, ""), ground(state).rules.counteroffensive
    if plan is None or rule is None:
        return 0
    return rule.supply(state.one(Clock).turn, plan.turn)


def replacements(state: State, side: str, kind: str) -> int:
    """The replacements of the turn."""
    return sum(
        entry.amount
        for entry in ground(state).document.schedule
        if entry.kind == "replacement"
        and (entry.side, entry.turn, entry.data.get("kind")) == (side, state.one(Clock).turn, kind)
    )
