"""Declaring ranged combat: a visible zone, a gun that leads, and up to two that support it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from engine.games.dday_to_berlin.combat.defenders import eligible_defenders, refusals_to_attack
from engine.games.dday_to_berlin.combat.guns import (
    AIR,
    ART,
    guns_in_range,
    on_hand,
    ready_guns,
    refusals_of_range,
    refusals_to_fire,
)
from engine.games.dday_to_berlin.combat.hits import Barrage
from engine.games.dday_to_berlin.combat.odds import barrage_odds
from engine.games.dday_to_berlin.combat.ranged import declare
from engine.games.dday_to_berlin.combat.segments import (
    CANCEL,
    END,
    RESOLVE,
    CombatChoice,
    refusals_of_segment,
)
from engine.games.dday_to_berlin.movement.visibility import visible
from engine.games.dday_to_berlin.records import Army, Earthwork, Unit, occupied
from engine.games.dday_to_berlin.scenario.ground import ground
from engine.mechanics.plural import counted
from engine.referee import Action, Mark, Preview, Refusal, State, Transaction, case, derived


@derived(Unit, Mark, Army, Earthwork)
def targets(state: State, side: str) -> tuple[str, ...]:
    """Enemy zones that artillery of the side can open fire on now."""
    enemy = ground(state).other(side)
    off_map = on_hand(state, side, ART) > 0
    if not off_map and not ready_guns(state, side, True):
        return ()
    return tuple(
        zone
        for zone in sorted(occupied(state, enemy))
        if eligible_defenders(state, zone, enemy)
        and (off_map or guns_in_range(state, side, (zone,), True))
        and visible(state, side, zone)
    )


class RangedSegment(CombatChoice):
    title = "Ranged combat"

    def prompt(self, state: State) -> str:
        return "Choose a zone to fire at, or end ranged combat"

    def candidates(self, state: State) -> Iterable[Action]:
        for zone in targets(state, self.side):
            yield Action("bombard", "hex", zone)
        yield END

    @case("4.segments", "4.ranged-declare", "B.visible")
    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        """A visible enemy zone that may be attacked, and a gun that reaches it."""
        if action == END:
            return
        if action.verb != "bombard" or action.kind != "hex":
            yield from refusals_of_segment(action, "ranged combat")
            return
        zone, enemy = action.target, ground(state).other(self.side)
        if zone in targets(state, self.side):
            return
        yield from refusals_to_attack(state, zone, enemy)
        if not visible(state, self.side, zone):
            yield Refusal("B.visible", f"{zone} is not visible to {ground(state).title_of(self.side)}")
        if not on_hand(state, self.side, ART) and not guns_in_range(state, self.side, (zone,), True):
            yield Refusal(
                "4.ranged-range", f"no artillery of {ground(state).title_of(self.side)} has {zone} in range"
            )

    def apply(self, tx: Transaction, action: Action) -> None:
        if action == END:
            tx.pop()
        else:
            tx.push(BuildBarrage(self.side, Barrage(self.side, action.target)))

    def resume(self, tx: Transaction, result: Any) -> None:
        if not targets(tx.state, self.side):
            tx.pop()


class BuildBarrage(CombatChoice):
    """Who leads the fire on a zone, and who supports it."""

    barrage: Barrage

    title = "Fire"

    def prompt(self, state: State) -> str:
        if not self.barrage.led:
            return f"Which artillery leads the fire on {self.barrage.target}?"
        return f"Add support to the fire on {self.barrage.target}, or resolve it"

    def way_out(self, state: State) -> Action:
        return CANCEL

    def candidates(self, state: State) -> Iterable[Action]:
        verb = "support" if self.barrage.led else "lead"
        if on_hand(state, self.side, ART):
            yield Action(verb, "marker", ART)
        if self.barrage.led:
            if on_hand(state, self.side, AIR):
                yield Action(verb, "marker", AIR)
            yield RESOLVE
        for gun in guns_in_range(state, self.side, (self.barrage.target,), True):
            yield Action(verb, "unit", gun.key)
        yield CANCEL

    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        if action == CANCEL:
            return
        if action == RESOLVE:
            if not self.barrage.led:
                yield Refusal("4.ranged-declare", "no artillery leads the fire yet")
        elif action.verb == "lead" and action.kind in ("unit", "marker"):
            yield from self._refusals_to_lead(state, action)
        elif action.verb == "support" and action.kind in ("unit", "marker"):
            yield from self._refusals_to_support(state, action)
        else:
            yield Refusal("4.ranged-declare", f"{action} is not part of ranged combat")

    @case("4.ranged-only-art", "4.ranged-declare", "B.uses")
    def _refusals_to_lead(self, state: State, action: Action) -> Iterator[Refusal]:
        """Artillery alone: an ART support, or an ART or SPA battalion that may fire."""
        if self.barrage.led:
            yield Refusal("4.ranged-declare", "the fire already has its primary artillery")
        if action.kind == "marker":
            if action.target != ART:
                yield Refusal("B.uses", f"{action.target} only supports ranged combat")
            elif not on_hand(state, self.side, ART):
                yield Refusal("B.once", f"{ground(state).title_of(self.side)} has no ART support left")
            return
        unit = state.get(Unit, action.target)
        if not unit.is_artillery:
            yield Refusal("4.ranged-only-art", f"{unit} is {unit.type}, and only artillery fires")
        yield from self._refusals_of_gun(state, unit)

    @case("4.support-ranged", "B.uses", "B.once")
    def _refusals_to_support(self, state: State, action: Action) -> Iterator[Refusal]:
        """Artillery in range, ART and AIR supports; two of them at most."""
        barrage = self.barrage
        most = ground(state).charts.hit_modifiers.rows["ranged_support"].most
        if not barrage.led:
            yield Refusal("4.ranged-declare", "first name the artillery that leads")
        if barrage.supports >= most:
            yield Refusal(
                "4.support-ranged", f"the fire already has {counted(most, 'support')}, the most allowed"
            )
        if action.kind == "marker":
            used = {ART: barrage.art + (not barrage.primary), AIR: barrage.air}.get(action.target, 0)
            if on_hand(state, self.side, action.target) <= used:
                yield Refusal(
                    "B.once", f"{ground(state).title_of(self.side)} has no further {action.target} support"
                )
            return
        unit = state.get(Unit, action.target)
        if not unit.is_artillery:
            yield Refusal("4.support-ranged", f"{unit} is {unit.type}; only ART, SPA and AIR support fire")
        if unit.key in (barrage.primary, *barrage.guns):
            yield Refusal("B.on-map-guns", f"{unit} takes part already")
        yield from self._refusals_of_gun(state, unit)

    def _refusals_of_gun(self, state: State, unit: Unit) -> Iterator[Refusal]:
        if unit.side != self.side or not unit.on_map:
            yield Refusal(
                "4.ranged-declare", f"{unit} is not a unit of {ground(state).title_of(self.side)} on the map"
            )
        elif unit.is_artillery:
            yield from refusals_to_fire(state, unit, own_turn=True)
            yield from refusals_of_range(state, unit, (self.barrage.target,))

    def after(self, action: Action) -> Barrage:
        """The fire with this part added to it."""
        barrage = self.barrage
        if action.verb == "lead":
            return replace(barrage, led=True, primary=action.target if action.kind == "unit" else "")
        if action.verb != "support":
            return barrage
        if action.kind == "unit":
            return replace(barrage, guns=(*barrage.guns, action.target))
        if action.target == ART:
            return replace(barrage, art=barrage.art + 1)
        return replace(barrage, air=barrage.air + 1)

    def apply(self, tx: Transaction, action: Action) -> None:
        if action == CANCEL:
            tx.pop()
        elif action == RESOLVE:
            declare(tx, self.barrage)
        else:
            tx.replace(replace(self, barrage=self.after(action)))

    def preview(self, state: State, action: Action) -> Preview:
        """The odds against the defender that is worst for the attacker."""
        barrage = self.after(action)
        if action == CANCEL or not barrage.led:
            return Preview()
        among = eligible_defenders(state, barrage.target, ground(state).other(self.side))
        every = [barrage_odds(state, replace(barrage, defender=unit.key)) for unit in among]
        return min(every, key=lambda preview: preview.outcomes[0].probability)
