"""Before the landing: strong points placed unseen, airdrops planned for turn 1."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from engine.games.avalanche.drops.planning import PlanDrops, serials
from engine.games.avalanche.general.telling import tell
from engine.games.avalanche.records import ALLIED, GERMAN, STRONG_POINT, Unit
from engine.games.avalanche.scenario.arrival_charts import StrongPointRow
from engine.games.avalanche.scenario.ground import ground
from engine.mechanics.menu import offer
from engine.referee import Cup, Due, Frame, Transaction, case

HEXES: Final = "hexes of strong points"
POOL: Final = "strong points"
NOBODY: Final = ()


@case("setup.strongpoints-random")
def place_strong_points(tx: Transaction, frame: Frame) -> None:
    """Counters are shuffled and placed face down; nobody looks, and those left over stay out unseen."""
    rule, chart = ground(tx.state).rules.strong_points, ground(tx.state).charts.strong_points
    if rule is None or any(unit.is_strong_point for unit in tx.state.all(Unit).values()):
        return
    places = Cup(HEXES, rule.hexes)
    pool = Cup(POOL, tuple(str(number) for number, row in enumerate(chart.rows) for _ in range(row.count)))
    tx.put(places)
    tx.put(pool)
    chosen = rule.hexes
    if rule.count < len(rule.hexes):
        why = "A strong point is placed in"
        chosen = tuple(tx.draw(places, "setup.strongpoints-random", why) for _ in range(rule.count))
    for here in chosen:
        why = f"The strong point in {here} is drawn unseen"
        row = chart.rows[int(tx.draw(pool, "setup.strongpoints-random", why, NOBODY))]
        tx.put(strong_point(here, row))
    for cup in (HEXES, POOL):
        tx.remove(tx.state.get(Cup, cup))


def strong_point(here: str, row: StrongPointRow) -> Unit:
    """A strong point in a hex, face down."""
    return Unit(
        f"sp-{here}",
        GERMAN,
        "Strong point",
        STRONG_POINT,
        "",
        here,
        STRONG_POINT,
        branch=STRONG_POINT,
        attacks=(row.attack,),
        defences=(row.defence,),
        arm=row.at,
        arm_kind="T" if row.at else "",
    )


@case("setup.airdrop-turn1")
def plan_first_drops(tx: Transaction, frame: Frame) -> None:
    """Where the players chose it, serials are available on turn 1 and other units come earlier."""
    giant = ground(tx.state).rules.giant
    if giant is None:
        return
    for key in (*giant.serials, *giant.earlier):
        entry = tx.state.find(Due, key)
        if entry is not None:
            tx.put(replace(entry, turn=1 if key in giant.serials else giant.turn))
    offer(tx, PlanDrops(ALLIED))


@case("setup.airdrop-turn1")
def dismiss_serials(tx: Transaction, frame: Frame) -> None:
    """Serials that could drop on turn 1 and do not take no part in the game."""
    giant = ground(tx.state).rules.giant
    for serial in serials(tx.state):
        if giant is not None and serial.key in giant.serials:
            tx.remove(tx.state.get(Due, serial.key))
            tx.remove(serial)
            tell(tx, "UnitLeft", f"{serial.name} does not come", "setup.airdrop-turn1")
