"""Attacks across rivers: what may be attacked across, and how engineers and commandos ease it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.games.toppling_the_reich.combat.attack import Attack, ground_units
from engine.games.toppling_the_reich.movement.control import holder
from engine.games.toppling_the_reich.movement.rivers import (
    BRIDGED,
    DAM_FLOOD,
    DOTTED,
    ESTUARY,
    FLOODED,
    MAJOR,
    between,
)
from engine.games.toppling_the_reich.records import ALLIED, Unit
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.referee import Refusal, State, case

AMPHIBIOUS: Final = "Rs"
"""The tag of the 79th Armored units."""


def stack_with(state: State, attack: Attack, here: str, joining: Unit | None = None) -> list[Unit]:
    """The attackers from one hex, with one that would join them."""
    stack = [unit for unit in ground_units(state, attack) if unit.place == here]
    return stack if joining is None or joining.key in attack.units else [*stack, joining]


@case("16.2.7-a")
def lands_on_walcheren(state: State, attack: Attack, stack: list[Unit]) -> bool:
    """Commandos or a 79th unit lead across the dotted hexsides of Flushing once Breskens is Allied."""
    rule = ground(state).rules.walcheren
    if rule is None or attack.side != ALLIED or attack.target != rule.target:
        return False
    able = any(unit.type == "commando" or unit.tag == AMPHIBIOUS for unit in stack)
    return able and holder(state, rule.needs) == ALLIED


@case("10.4.4-a", "10.4.4-b", "10.1-c", "5.1.2-b", "16.2.7-a")
def crossed_as(state: State, attack: Attack, stack: list[Unit]) -> str:
    """The line of the terrain chart for a stack: its hexside, one step down with an engineer in it.

    Commandos cross an unbridged Major River as a bridged one.
    """
    what = between(state, stack[0].place, attack.target)
    if what == DOTTED and lands_on_walcheren(state, attack, stack):
        what = BRIDGED
    if any(unit.is_engineer for unit in stack):
        return ground(state).charts.engineer_assault.treated_as.get(what, what)
    if what == MAJOR and all(unit.type == "commando" or unit.is_asset for unit in stack):
        return BRIDGED
    return what


@case("10.2.1-b", "10.2.2-b", "5.1.2-b")
def hinders_tanks(state: State, attack: Attack, here: str) -> bool:
    """Armored assets give no shift across a Major River or a flooded one, whatever engineers do there."""
    return between(state, here, attack.target) in (MAJOR, BRIDGED, FLOODED, DOTTED)


def refusal_of_dotted(state: State, attack: Attack, between_them: str) -> Refusal:
    """No attack across a dotted hexside, except by the landing on Walcheren."""
    rule = ground(state).rules.walcheren
    if rule is not None and attack.side == ALLIED and attack.target == rule.target:
        needs = ground(state).name_of(rule.needs)
        why = f"commandos or a 79th unit lead across {between_them}, once {needs} is Allied"
        return Refusal("16.2.7-a", why)
    return Refusal("6.1.1-b", f"there is no combat across the dotted hexside {between_them}")


@case("7.0-a", "6.1-c", "6.1.1-b", "5.1.3-c")
def refusals_to_cross(state: State, attack: Attack, unit: Unit) -> Iterator[Refusal]:
    """Why a unit may not attack over the hexside before it."""
    land = ground(state)
    here, target = unit.place, attack.target
    stack = stack_with(state, attack, here, unit)
    what = crossed_as(state, attack, stack)
    between_them = f"between {here} and {target}"
    if what == ESTUARY or target not in land.land:
        yield Refusal("7.0-a", f"no attack is possible over the water {between_them}")
    elif what == DOTTED:
        yield refusal_of_dotted(state, attack, between_them)
    elif what == DAM_FLOOD:
        yield Refusal("5.1.3-c", f"the Roer {between_them} is impassable after the dams were blown")
    elif what == MAJOR and unit.type != "commando":
        yield Refusal(
            "6.1-c", f"{unit} needs a bridge, or an engineer in the attack from {here}, to attack {target}"
        )
