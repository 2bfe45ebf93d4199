"""Assaults: declared by the attacker in small steps, answered by the defender, and fought out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from engine.games.dday_to_berlin.combat.assault_combat import declare
from engine.games.dday_to_berlin.combat.attackers import (
    assaults,
    refusals_to_lead,
    refusals_to_support,
    refusals_to_support_from_zone,
)
from engine.games.dday_to_berlin.combat.defenders import refusals_to_attack, worst_odds
from engine.games.dday_to_berlin.combat.guns import art_on_hand, guns_in_range, refusals_to_lay_fire
from engine.games.dday_to_berlin.combat.hits import DAY, NIGHT, Assault
from engine.games.dday_to_berlin.combat.segments import Segment
from engine.games.dday_to_berlin.records import Unit, units_at
from engine.games.dday_to_berlin.scenario.ground import ground
from engine.games.dday_to_berlin.scenario.named_choice import Question
from engine.mechanics import change, end, order, way_out
from engine.referee import Action, Preview, Refusal, State, Transaction, case


class AssaultSegment(Segment):
    manner: str = DAY

    title = "Assaults"
    segment = "assaults"

    def prompt(self, state: State) -> str:
        return "Choose an enemy zone to assault, or end the assaults"

    @order("assault", "hex", "Assault")
    def assault(self, tx: Transaction, zone: str) -> None:
        tx.push(BuildAssault(self.side, Assault(self.side, zone, manner=self.manner)))

    @assault.legal_targets
    def zones(self, state: State) -> Iterable[str]:
        return assaults(state, self.side, self.manner)

    @assault.against
    @case("4.segments", "4.assault-declare", "4.once")
    def refusals_to_assault(self, state: State, zone: str) -> Iterator[Refusal]:
        """An enemy zone that may be attacked and that an adjacent unit can enter."""
        if zone not in assaults(state, self.side, self.manner):
            yield from refusals_to_attack(state, zone, ground(state).other(self.side))
            yield from self.refusals_of_leaders(state, zone)

    def refusals_of_leaders(self, state: State, zone: str) -> Iterator[Refusal]:
        """The reasons against adjacent units if none can lead; a general reason if no unit is adjacent."""
        assault = Assault(self.side, zone, manner=self.manner)
        near = [unit for here in ground(state).grid.adjacency[zone] for unit in units_at(state, here)]
        own = [unit for unit in near if unit.side == self.side and not unit.is_hq]
        reasons = [list(refusals_to_lead(state, unit, assault)) for unit in own]
        if all(reasons):
            yield from (reason for of_unit in reasons for reason in of_unit)
        if not own:
            title = ground(state).title_of(self.side)
            yield Refusal("4.assault-declare", f"no battalion of {title} is adjacent to {zone}")

    finish = end()


class BuildAssault(Question):
    """Who leads, who supports from which zone, and which artillery joins in."""

    assault: Assault

    title = "Assault"

    def prompt(self, state: State) -> str:
        target = ground(state).name_of(self.assault.target)
        if not self.assault.primary:
            return f"Which unit leads the assault on {target}?"
        return f"Add support to the assault on {target}, or resolve it"

    def summary(self, state: State) -> Preview:
        """The odds before defensive fire."""
        return worst_odds(state, self.assault)

    def with_parts(self, **parts: Any) -> BuildAssault:
        """The same with more in it."""
        return replace(self, assault=replace(self.assault, **parts))

    @change("lead", "unit", "Lead with")
    def lead(self, unit: Unit) -> BuildAssault:
        return self.with_parts(primary=unit.key, zone=unit.place)

    @lead.targets
    def leaders(self, state: State) -> Iterable[str]:
        return assaults(state, self.side, self.assault.manner).get(self.assault.target, ())

    @lead.against
    def refusals_to_lead(self, state: State, unit: Unit) -> Iterator[Refusal]:
        if self.assault.primary:
            yield Refusal("4.primary", "the assault already has its primary unit")
        yield from refusals_to_lead(state, unit, self.assault)

    @order("resolve")
    def resolve(self, tx: Transaction) -> None:
        declare(tx, self.assault)

    @resolve.against
    def refusals_without_leader(self, state: State) -> Iterator[Refusal]:
        if not self.assault.primary:
            yield Refusal("4.primary", "first name the primary unit")

    resolve.shows(summary)

    @change("support", "unit", "Support with")
    def support(self, unit: Unit) -> BuildAssault:
        if unit.place == self.assault.zone:
            return self.with_parts(supports=(*self.assault.supports, unit.key))
        return self.with_parts(zones=(*self.assault.zones, unit.key))

    @support.targets
    def near_units(self, state: State) -> Iterable[str]:
        if not self.assault.primary:
            return ()
        around = ground(state).grid.adjacency
        near = {self.assault.zone}
        if self.assault.manner != NIGHT:
            near |= {*around[self.assault.zone], *around[self.assault.target]}
        there = (unit for here in sorted(near) for unit in units_at(state, here))
        return [unit.key for unit in there if unit.side == self.side and not unit.is_hq]

    @support.against
    def refusals_to_support(self, state: State, unit: Unit) -> Iterator[Refusal]:
        if not self.assault.primary:
            return  # nobody can support yet: `refusals_otherwise` asks for the primary unit
        if unit.side != self.side or not unit.on_map:
            title = ground(state).title_of(self.side)
            yield Refusal("4.support-inzone", f"{unit} is not a unit of {title} on the map")
        elif unit.place == self.assault.zone:
            yield from refusals_to_support(state, unit, self.assault)
        else:
            yield from refusals_to_support_from_zone(state, unit, self.assault)

    @change("fire", "marker", "Fire with")
    def fire_support(self, support: str) -> BuildAssault:
        return self.with_parts(art=self.assault.art + 1)

    @fire_support.targets
    def supports(self, state: State) -> Iterable[str]:
        return art_on_hand(state, self.side) if self.assault.manner == DAY else ()

    @change("fire", "unit", "Fire with")
    def fire(self, gun: Unit) -> BuildAssault:
        return self.with_parts(guns=(*self.assault.guns, gun.key))

    @fire.targets
    def guns(self, state: State) -> Iterable[str]:
        by_day = self.assault.manner == DAY
        in_range = guns_in_range(state, self.side, (self.assault.target,), True) if by_day else ()
        return [gun.key for gun in in_range]

    @fire.against
    @case("4.fire-support", "4.support-guns", "C.assault")
    def refusals_to_fire(self, state: State, what: Unit | str) -> Iterator[Refusal]:
        """Artillery that supports from the attacking zone does not fire as well."""
        assault = self.assault
        if not assault.primary:
            yield from self.refusals_without_leader(state)
            return
        if assault.manner == NIGHT:
            yield Refusal("C.assault", "there is no fire support at night")
        if isinstance(what, Unit) and what.key in assault.supports:
            yield Refusal("4.support-guns", f"{what} supports in its zone already")
        if isinstance(what, Unit) and what.key in assault.guns:
            yield Refusal("B.on-map-guns", f"{what} gives fire support already")
        most = ground(state).charts.hit_modifiers.rows["fire_support"].most
        laid = assault.art, len(assault.guns), most
        yield from refusals_to_lay_fire(state, self.side, what, (assault.target,), True, laid)

    fire_support.against(refusals_to_fire)
    cancel = way_out()

    def refusals_otherwise(self, state: State, action: Action) -> Iterator[Refusal]:
        yield from self.refusals_without_leader(state)
        if self.assault.primary:
            yield Refusal("4.assault-declare", f"{action} is not part of an assault")
