"""Ranged combat: artillery fires at a zone, whose primary defender holds or gives way."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from engine.games.dday_to_berlin.combat.advance import LimitedAdvance
from engine.games.dday_to_berlin.combat.defenders import (
    Named,
    ask_for_defender,
    attack_zone,
    eligible_defenders,
)
from engine.games.dday_to_berlin.combat.guns import spend_supports, use_guns
from engine.games.dday_to_berlin.combat.hits import Barrage, Struck, barrage_modifiers, begin_hit_roll
from engine.games.dday_to_berlin.combat.retreat import (
    UNDER_FIRE,
    Flight,
    Retreated,
    must_retreat,
    refusals_of_ground,
)
from engine.games.dday_to_berlin.combat.save_rolls import Saved, defender_modifiers, must_save
from engine.games.dday_to_berlin.morale.losses import shatter
from engine.games.dday_to_berlin.morale.markers import take_markers
from engine.games.dday_to_berlin.movement.stacking import place
from engine.games.dday_to_berlin.records import Unit, units_at
from engine.games.dday_to_berlin.scenario.ground import ground
from engine.games.dday_to_berlin.scenario.named_choice import Question
from engine.mechanics import counted, end, offer, order, tell
from engine.referee import Frame, Procedure, State, Transaction, case


class GaveWay(NamedTuple):
    """The owner lets the primary defender retreat."""


@case("4.ranged-declare", "B.uses", "B.once")
def declare(tx: Transaction, barrage: Barrage) -> None:
    """Guns and supports are used, the whole zone counts as attacked, and the defender answers."""
    enemy = ground(tx.state).other(barrage.side)
    among = eligible_defenders(tx.state, barrage.target, enemy)
    led_by = tx.state.get(Unit, barrage.primary).name if barrage.primary else "an ART support"
    text = f"{led_by} opens ranged combat against {ground(tx.state).name_of(barrage.target)}"
    tell(tx, "RangedCombatDeclared", text, "4.ranged-declare", hex=barrage.target)
    use_guns(tx, (key for key in (barrage.primary, *barrage.guns) if key))
    spend_supports(tx, barrage.side, barrage.art + (not barrage.primary), barrage.air)
    attack_zone(tx, barrage.target, enemy)
    tx.replace(RangedCombat(barrage.side, barrage))
    ask_for_defender(tx, enemy, barrage, among)


def roll_to_hit(tx: Transaction, frame: RangedCombat) -> None:
    modifiers = barrage_modifiers(tx.state, frame.barrage)
    begin_hit_roll(tx, frame.side, f"Ranged combat against {frame.barrage.target}", modifiers)


@case("adv.limited")
def offer_limited_advance(tx: Transaction, frame: RangedCombat) -> None:
    """Only where the fire left the zone empty."""
    if not units_at(tx.state, frame.barrage.target):
        offer(tx, LimitedAdvance(frame.side, frame.barrage.target))


class RangedCombat(Procedure):
    """One ranged combat from the answer of the defender to the advance."""

    side: str
    barrage: Barrage

    title = "Ranged combat"
    steps = (roll_to_hit, offer_limited_advance)

    @case("4.save-when", "4.ranged-miss", "4.ranged-result", "terms.detachment")
    def resume(self, tx: Transaction, result: Any) -> None:
        """Not hit or saved: nothing happens, on either side. Artillery itself never saves."""
        if isinstance(result, Named):
            tx.replace(replace(self, barrage=replace(self.barrage, defender=result.unit)))
        elif isinstance(result, Struck) and result.hit:
            unit = tx.state.get(Unit, self.barrage.defender)
            must_save(tx, unit, defender_modifiers(tx.state, unit))
        elif isinstance(result, Saved) and not result.passed:
            self.must_give_way(tx)
        elif isinstance(result, GaveWay):
            must_retreat(tx, tx.state.get(Unit, self.barrage.defender), Flight(UNDER_FIRE))
        elif isinstance(result, Retreated):
            offer_to_follow(tx, result)
        elif isinstance(result, (Struck, Saved)):
            unit = tx.state.get(Unit, self.barrage.defender)
            tell(tx, "FireHadNoEffect", f"The fire has no effect on {unit}", "4.ranged-miss")

    def must_give_way(self, tx: Transaction) -> None:
        unit = tx.state.get(Unit, self.barrage.defender)
        if unit.is_detachment:
            shatter(tx, unit, "terms.detachment", "it fails a save roll")
        else:
            tx.push(HoldOrRetreat(unit.side, unit.key))


@case("4.ranged-hold", "mm.choice")
def price_of_holding(state: State, unit: Unit) -> int:
    """A marker for each battalion and detachment in the zone, and never none."""
    chart = ground(state).charts.morale_markers
    battalions = sum(not other.is_hq for other in units_at(state, unit.place))
    return max(battalions * chart.holds_under_fire, chart.least_for_holding)


class HoldOrRetreat(Question):
    """The primary defender failed its save under fire."""

    unit: str

    title = "Under fire"
    ruled_by = "4.ranged-result"
    otherwise = "@ is not a valid choice: hold or retreat"

    def prompt(self, state: State) -> str:
        unit = state.get(Unit, self.unit)
        price = counted(price_of_holding(state, unit), "morale marker")
        return f"Does {unit} retreat from {unit.place}, or hold for {price}?"

    @order("hold", ends=True)
    @case("4.ranged-result")
    def hold(self, tx: Transaction) -> None:
        unit = tx.state.get(Unit, self.unit)
        price = price_of_holding(tx.state, unit)
        take_markers(tx, self.side, price, "4.ranged-hold", f"{unit} holds {unit.place} under fire")
        tx.pop()

    @order("retreat")
    @case("4.ranged-result")
    def retreat(self, tx: Transaction) -> None:
        tx.pop(GaveWay())


@case("ret.hq", "ret.terrain")
def can_follow(state: State, hq: Unit, path: tuple[str, ...]) -> bool:
    """Can its class take this way: rough ground, or ground that is rough for it, only as the first zone?"""
    return all(
        next(refusals_of_ground(state, hq, here, there, at == 0), None) is None
        for at, (here, there) in enumerate(pairwise(path))
    )


@case("ret.hq")
def offer_to_follow(tx: Transaction, retreated: Retreated) -> None:
    """Headquarters that are left alone may go along with the unit that gave way."""
    unit, path = tx.state.get(Unit, retreated.unit), retreated.path
    left = units_at(tx.state, path[0])
    if len(path) < 2 or not left or not all(other.is_hq for other in left):
        return
    hqs = tuple(hq.key for hq in left if can_follow(tx.state, hq, path))
    if hqs:
        tx.push(FollowOrStay(unit.side, hqs, path))


class FollowOrStay(Question):
    hqs: tuple[str, ...]
    path: tuple[str, ...]

    title = "Headquarters"
    ruled_by = "ret.hq"
    otherwise = "@ is not a valid choice: follow or stay"

    def prompt(self, state: State) -> str:
        names = " and ".join(str(state.get(Unit, key)) for key in self.hqs)
        return f"Does {names} go along to {self.path[-1]}, or stay in {self.path[0]}?"

    @order("follow")
    def follow(self, tx: Transaction) -> None:
        back = ground(tx.state).grid.direction(self.path[-1], self.path[-2])
        for key in self.hqs:
            hq = tx.state.get(Unit, key)
            place(tx, hq, self.path[-1], back)
            tell(tx, "UnitRetreated", f"{hq} goes along to {self.path[-1]}", "ret.hq", unit=key)
        tx.pop()

    stay = end("stay")


FRAMES: Final[tuple[type[Frame], ...]] = (RangedCombat, HoldOrRetreat, FollowOrStay)
