"""Stalemates (7.7): who is locked, which attacks must be repeated, and when it is over."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engine.games.toppling_the_reich import marks
from engine.games.toppling_the_reich.combat.attack import Attack, defenders, ground_units
from engine.games.toppling_the_reich.records import Clock, Stalemate, Unit, units_at
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.mechanics import tell
from engine.referee import Mark, Refusal, State, Transaction, case, mark_value


@case("7.7-a")
def due_repeats(state: State, side: str) -> list[Stalemate]:
    """The attacks that a side must repeat in this player-turn."""
    turn = state.one(Clock).turn
    return [held for held in state.all(Stalemate).values() if held.attacker == side and held.turn < turn]


@case("7.7-a", "7.7-b")
def refusals_while_locked(state: State, unit: Unit, attack: Attack) -> Iterator[Refusal]:
    """Locked attackers only repeat their attack; locked defenders only counterattack those who lock them."""
    for held in state.all(Stalemate).values():
        if unit.key in held.attackers and held.attacker == attack.side and attack.target != held.key:
            yield Refusal(
                "7.7-a", f"{unit} is locked in the stalemate at {held.key} and must repeat that attack"
            )
        elif held.attacker == attack.side and attack.target == held.key and unit.key not in held.attackers:
            yield Refusal(
                "7.7-a", f"the attack on {held.key} is repeated without {unit}: no unit may be added"
            )
        # INTERPRETATION (7.7-b): to remain stationary or counterattack leaves no attack on anybody else.
        elif unit.key in held.defenders and attack.target not in _holding(state, held):
            yield Refusal(
                "7.7-b", f"{unit} is locked in the stalemate at {held.key} and may only counterattack"
            )


@case("7.7-a")
def refusals_to_drop_in(state: State, side: str, here: str) -> Iterator[Refusal]:
    """No paratroops are added to an attack that is stalemated."""
    held = state.find(Stalemate, here)
    if held is not None and held.attacker == side:
        yield Refusal("7.7-a", f"the attack on {here} is stalemated: no unit may be added to it")


def _holding(state: State, held: Stalemate) -> set[str]:
    """The hexes of the attackers."""
    return {unit.place for key in held.attackers if (unit := state.get(Unit, key)).on_map}


@case("7.7-a", "7.7-b")
def lock(tx: Transaction, attack: Attack) -> None:
    """All units stay; both sides are marked, and the attack will have to be repeated."""
    attackers = tuple(unit.key for unit in ground_units(tx.state, attack))
    locked = tuple(unit.key for unit in defenders(tx.state, attack))
    if not attackers or not locked:
        return
    tx.put(Stalemate(attack.target, attack.side, attackers, locked, tx.state.one(Clock).turn))
    where = ground(tx.state).name_of(attack.target)
    text = f"Stalemate at {where}: the attack must be repeated with the same units"
    tell(tx, "Stalemated", text, "7.7-a", hex=attack.target)
    _set_marks(tx)


@case("7.7-c")
def countered(tx: Transaction, attack: Attack, stalemated: bool) -> None:
    """Record counterattacked hexes without a new stalemate; when all are recorded the stalemate ends."""
    for held in list(tx.state.all(Stalemate).values()):
        if stalemated or held.attacker == attack.side or not set(attack.units) & set(held.defenders):
            continue
        held = replace(held, countered=(*held.countered, attack.target))
        tx.put(held)
        if _holding(tx.state, held) <= set(held.countered):
            end(tx, held, "7.7-c", "every locked attacker was counterattacked")


@case("7.7-a", "7.7-c")
def fought(tx: Transaction, attack: Attack, stalemated: bool) -> None:
    """After a combat: end a repeated stalemate, record a counterattack, or begin a new stalemate."""
    held = tx.state.find(Stalemate, attack.target)
    if held is not None and held.attacker == attack.side and not stalemated:
        end(tx, held, "7.7-a", "the attack was repeated")
    countered(tx, attack, stalemated)
    if stalemated:
        lock(tx, attack)


def settle(tx: Transaction) -> None:
    """End the stalemates whose attack cannot be repeated because a unit is no longer there."""
    for held in list(tx.state.all(Stalemate).values()):
        if why := _broken(tx.state, held):
            end(tx, held, "7.7-a", why)


@case("7.7-a")
def _broken(state: State, held: Stalemate) -> str:
    """Why the same units cannot fight again; empty if they can."""
    near = ground(state).grid.adjacency[held.key]
    for key in held.attackers:
        unit = state.get(Unit, key)
        if unit.place not in near:
            return f"{unit} is no longer there to repeat the attack"
    if not any(unit.side != held.attacker and unit.is_combat_unit for unit in units_at(state, held.key)):
        return "the defender is gone"
    return ""


def end(tx: Transaction, held: Stalemate, by: str, why: str) -> None:
    """Take the markers off."""
    tx.remove(held)
    where = ground(tx.state).name_of(held.key)
    tell(tx, "StalemateEnded", f"The stalemate at {where} ends: {why}", by, hex=held.key)
    _set_marks(tx)


def _set_marks(tx: Transaction) -> None:
    """The mark on each locked unit names the hex of the defender."""
    locked: dict[str, str] = {}
    for held in tx.state.all(Stalemate).values():
        for key in (*held.attackers, *held.defenders):
            locked.setdefault(key, held.key)
    for mark in list(tx.state.all(Mark).values()):
        if mark.name == marks.STALEMATED and mark.subject not in locked:
            tx.remove(mark)
    for key, where in locked.items():
        if mark_value(tx.state, key, marks.STALEMATED) != where:
            tx.mark(key, marks.STALEMATED, value=where)
