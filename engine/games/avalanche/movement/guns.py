"""Limbering and unlimbering guns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from msgspec.structs import replace

from engine.games.avalanche.general.telling import tell
from engine.games.avalanche.general.zoc import in_ezoc
from engine.games.avalanche.movement.allowance import points_left
from engine.games.avalanche.movement.march import NORMAL, STRATEGIC
from engine.games.avalanche.movement.marching import pay
from engine.games.avalanche.records import Unit
from engine.games.avalanche.scenario.ground import ground
from engine.mechanics.plural import counted
from engine.referee import Refusal, State, Transaction, case, marked


@case("arty.limber-cost")
def price(state: State, gun: Unit) -> int:
    """What turning a gun to its other side costs."""
    table = ground(state).charts.limber_unlimber.cost
    row = table["self_propelled" if gun.self_propelled else gun.ammo_type]
    return row.unlimber if gun.limbered else row.limber


@case("arty.limber-cost", "zoc.guns", "strat.cost")
def refusals_to_change(state: State, units: Sequence[Unit], limbers: bool) -> Iterator[Refusal]:
    """A gun limbers anywhere, and unlimbers not in an enemy zone of control."""
    gun = units[0]
    word = "limber" if limbers else "unlimber"
    if len(units) > 1 or not gun.is_gun or gun.limbered == limbers:
        already = f"{gun.name} is {'limbered' if limbers else 'unlimbered'} already"
        why = already if gun.is_gun and len(units) == 1 else f"Only a single gun can {word}"
        yield Refusal("arty.limber-cost", why)
        return
    if not limbers and in_ezoc(state, gun.side, gun.place):
        yield Refusal("zoc.guns", f"{gun.name} is in an enemy zone of control and cannot unlimber")
    if marked(state, gun.key, STRATEGIC):
        yield Refusal("strat.cost", f"{gun.name} has moved strategically and spends nothing else")
    if points_left(state, gun) < price(state, gun):
        left = f"{counted(price(state, gun), 'point')} needed, {points_left(state, gun)} left"
        yield Refusal("arty.limber-cost", f"{gun.name} cannot {word}: {left}")


def change_side(tx: Transaction, key: str) -> None:
    """Limber or unlimber, and pay."""
    gun = tx.state.get(Unit, key)
    cost = price(tx.state, gun)
    tx.put(replace(gun, limbered=not gun.limbered))
    word = "unlimbers" if gun.limbered else "limbers"
    tell(tx, "GunTurned", f"{gun.name} {word} for {counted(cost, 'point')}", "arty.limber-cost", unit=key)
    pay(tx, key, Fraction(cost), NORMAL)
