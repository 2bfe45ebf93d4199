"""Declaring ranged combat: a visible zone, a gun that leads, and up to two that support it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from engine.games.dday_to_berlin.combat.defenders import eligible_defenders, refusals_to_attack, worst_odds
from engine.games.dday_to_berlin.combat.guns import (
    AIR,
    ART,
    SUPPORTS,
    guns_in_range,
    on_hand,
    ready_guns,
    refusals_of_range,
    refusals_to_fire,
)
from engine.games.dday_to_berlin.combat.hits import Barrage
from engine.games.dday_to_berlin.combat.ranged import declare
from engine.games.dday_to_berlin.combat.segments import Segment
from engine.games.dday_to_berlin.movement.visibility import visible
from engine.games.dday_to_berlin.records import Army, Earthwork, Unit, forces, occupied
from engine.games.dday_to_berlin.scenario.ground import ground
from engine.games.dday_to_berlin.scenario.named_choice import Question
from engine.mechanics import change, counted, end, order, way_out
from engine.referee import Mark, Preview, Refusal, State, Transaction, case, derived


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
        if visible(state, side, zone)
        and (off_map or guns_in_range(state, side, (zone,), True))
        and eligible_defenders(state, zone, enemy)
    )


class RangedSegment(Segment):
    title = "Ranged combat"
    segment = "ranged combat"

    def prompt(self, state: State) -> str:
        return "Choose a zone to fire at, or end ranged combat"

    @order("bombard", "hex", "Fire at")
    def bombard(self, tx: Transaction, zone: str) -> None:
        tx.push(BuildBarrage(self.side, Barrage(self.side, zone)))

    @bombard.legal_targets
    def zones(self, state: State) -> Iterable[str]:
        return targets(state, self.side)

    @bombard.against
    @case("4.segments", "4.ranged-declare", "B.visible")
    def refusals_to_bombard(self, state: State, zone: str) -> Iterator[Refusal]:
        """A visible enemy zone that may be attacked, and a gun that reaches it."""
        if zone in targets(state, self.side):
            return
        title = ground(state).title_of(self.side)
        yield from refusals_to_attack(state, zone, ground(state).other(self.side))
        if not visible(state, self.side, zone):
            yield Refusal("B.visible", f"{zone} is not visible to {title}")
        if not on_hand(state, self.side, ART) and not guns_in_range(state, self.side, (zone,), True):
            yield from self.refusals_of_guns(state, zone)

    @case("4.ranged-range", "B.on-map-guns")
    def refusals_of_guns(self, state: State, zone: str) -> Iterator[Refusal]:
        """What keeps every gun from firing that reaches the zone, or that none reaches it."""
        guns = [unit for unit in forces(state, self.side) if unit.is_artillery]
        near = [gun for gun in guns if next(refusals_of_range(state, gun, (zone,)), None) is None]
        for gun in near:
            yield from refusals_to_fire(state, gun, own_turn=True)
        if not near:
            title = ground(state).title_of(self.side)
            yield Refusal("4.ranged-range", f"no artillery of {title} has {zone} in range")

    finish = end()


class BuildBarrage(Question):
    """Who leads the fire on a zone, and who supports it."""

    barrage: Barrage

    title = "Fire"
    ruled_by = "4.ranged-declare"
    otherwise = "@ is not part of ranged combat"

    def prompt(self, state: State) -> str:
        if not self.barrage.led:
            return f"Which artillery leads the fire on {self.barrage.target}?"
        return f"Add support to the fire on {self.barrage.target}, or resolve it"

    def summary(self, state: State) -> Preview:
        return worst_odds(state, self.barrage)

    def guns(self, state: State) -> Iterable[str]:
        """Artillery on the map that reaches the zone."""
        return [gun.key for gun in guns_in_range(state, self.side, (self.barrage.target,), True)]

    def supports(self, state: State) -> Iterable[str]:
        """What is on hand off the map."""
        return [support for support in SUPPORTS if on_hand(state, self.side, support)]

    @change("lead", "marker", "Lead with")
    def lead_with_support(self, support: str) -> BuildBarrage:
        return replace(self, barrage=replace(self.barrage, led=True, primary=""))

    lead_with_support.targets(supports)

    @lead_with_support.against
    @case("4.ranged-declare", "B.uses")
    def refusals_to_lead_with_support(self, state: State, support: str) -> Iterator[Refusal]:
        """An ART support leads, an AIR support never."""
        yield from self.refusals_of_second_leader()
        if support != ART:
            yield Refusal("B.uses", f"{support} only supports ranged combat")
        elif not on_hand(state, self.side, ART):
            yield Refusal("B.once", f"{ground(state).title_of(self.side)} has no ART support left")

    def refusals_of_second_leader(self) -> Iterator[Refusal]:
        if self.barrage.led:
            yield Refusal("4.ranged-declare", "the fire already has its primary artillery")

    @change("support", "marker", "Support with")
    def support_with_support(self, support: str) -> BuildBarrage:
        more = {"art": self.barrage.art + 1} if support == ART else {"air": self.barrage.air + 1}
        return replace(self, barrage=replace(self.barrage, **more))

    support_with_support.targets(supports)

    @support_with_support.against
    @case("4.support-ranged", "B.uses", "B.once")
    def refusals_to_use_support(self, state: State, support: str) -> Iterator[Refusal]:
        """ART and AIR supports that are on hand and not in the fire already."""
        yield from self.refusals_of_limit(state)
        barrage = self.barrage
        used = {ART: barrage.art + (not barrage.primary), AIR: barrage.air}.get(support, 0)
        if on_hand(state, self.side, support) <= used:
            title = ground(state).title_of(self.side)
            yield Refusal("B.once", f"{title} has no further {support} support")

    @case("4.support-ranged")
    def refusals_of_limit(self, state: State) -> Iterator[Refusal]:
        """Two supports at most, after the artillery that leads is named."""
        most = ground(state).charts.hit_modifiers.rows["ranged_support"].most
        if not self.barrage.led:
            yield Refusal("4.ranged-declare", "first name the artillery that leads")
        if self.barrage.supports >= most:
            why = f"the fire already has {counted(most, 'support')}, the most allowed"
            yield Refusal("4.support-ranged", why)

    @order("resolve")
    def resolve(self, tx: Transaction) -> None:
        declare(tx, self.barrage)

    @resolve.against
    def refusals_to_resolve(self, state: State) -> Iterator[Refusal]:
        if not self.barrage.led:
            yield Refusal("4.ranged-declare", "no artillery leads the fire yet")

    resolve.shows(summary)

    @change("lead", "unit", "Lead with")
    def lead(self, unit: Unit) -> BuildBarrage:
        return replace(self, barrage=replace(self.barrage, led=True, primary=unit.key))

    lead.targets(guns)

    @lead.against
    @case("4.ranged-only-art", "4.ranged-declare")
    def refusals_to_lead(self, state: State, unit: Unit) -> Iterator[Refusal]:
        """Artillery alone: an ART or SPA battalion that may fire."""
        yield from self.refusals_of_second_leader()
        if not unit.is_artillery:
            yield Refusal("4.ranged-only-art", f"{unit} is {unit.type}, and only artillery fires")
        yield from self.refusals_of_gun(state, unit)

    @change("support", "unit", "Support with")
    def support(self, unit: Unit) -> BuildBarrage:
        return replace(self, barrage=replace(self.barrage, guns=(*self.barrage.guns, unit.key)))

    support.targets(guns)

    @support.against
    @case("4.support-ranged", "B.on-map-guns")
    def refusals_to_support(self, state: State, unit: Unit) -> Iterator[Refusal]:
        """Artillery in range that takes no part yet."""
        yield from self.refusals_of_limit(state)
        if not unit.is_artillery:
            yield Refusal("4.support-ranged", f"{unit} is {unit.type}; only ART, SPA and AIR support fire")
        if unit.key in (self.barrage.primary, *self.barrage.guns):
            yield Refusal("B.on-map-guns", f"{unit} takes part already")
        yield from self.refusals_of_gun(state, unit)

    def refusals_of_gun(self, state: State, unit: Unit) -> Iterator[Refusal]:
        if unit.side != self.side or not unit.on_map:
            title = ground(state).title_of(self.side)
            yield Refusal("4.ranged-declare", f"{unit} is not a unit of {title} on the map")
        elif unit.is_artillery:
            yield from refusals_to_fire(state, unit, own_turn=True)
            yield from refusals_of_range(state, unit, (self.barrage.target,))

    cancel = way_out()
