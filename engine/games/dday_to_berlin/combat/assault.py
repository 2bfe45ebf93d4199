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
from engine.games.dday_to_berlin.combat.defenders import eligible_defenders, refusals_to_attack
from engine.games.dday_to_berlin.combat.guns import fire_actions, refusals_to_lay_fire
from engine.games.dday_to_berlin.combat.hits import DAY, NIGHT, Assault
from engine.games.dday_to_berlin.combat.odds import assault_odds
from engine.games.dday_to_berlin.combat.segments import (
    CANCEL,
    END,
    RESOLVE,
    CombatChoice,
    refusals_of_segment,
)
from engine.games.dday_to_berlin.records import Unit, units_at
from engine.games.dday_to_berlin.scenario.ground import ground
from engine.referee import Action, Preview, Refusal, State, Transaction, case


class AssaultSegment(CombatChoice):
    manner: str = DAY

    title = "Assaults"

    def prompt(self, state: State) -> str:
        return "Choose an enemy zone to assault, or end the assaults"

    def candidates(self, state: State) -> Iterable[Action]:
        for target in assaults(state, self.side, self.manner):
            yield Action("assault", "hex", target)
        yield END

    @case("4.segments", "4.assault-declare", "4.once")
    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        """An enemy zone that may be attacked and that an adjacent unit can enter."""
        if action == END:
            return
        if action.verb != "assault" or action.kind != "hex":
            yield from refusals_of_segment(action, "assaults")
            return
        if action.target in assaults(state, self.side, self.manner):
            return
        yield from refusals_to_attack(state, action.target, ground(state).other(self.side))
        yield from self._why_nobody_leads(state, action.target)

    def _why_nobody_leads(self, state: State, target: str) -> Iterator[Refusal]:
        """The reasons against adjacent units if none can lead; a general reason if no unit is adjacent."""
        assault = Assault(self.side, target, manner=self.manner)
        near = [unit for here in ground(state).grid.adjacency[target] for unit in units_at(state, here)]
        own = [unit for unit in near if unit.side == self.side and not unit.is_hq]
        reasons = [list(refusals_to_lead(state, unit, assault)) for unit in own]
        if all(reasons):
            yield from (reason for of_unit in reasons for reason in of_unit)
        if not own:
            yield Refusal(
                "4.assault-declare",
                f"no battalion of {ground(state).title_of(self.side)} is adjacent to {target}",
            )

    def apply(self, tx: Transaction, action: Action) -> None:
        if action == END:
            tx.pop()
        else:
            tx.push(BuildAssault(self.side, Assault(self.side, action.target, manner=self.manner)))

    def resume(self, tx: Transaction, result: Any) -> None:
        if not assaults(tx.state, self.side, self.manner):
            tx.pop()


class BuildAssault(CombatChoice):
    """Who leads, who supports from which zone, and which artillery joins in."""

    assault: Assault

    title = "Assault"

    def prompt(self, state: State) -> str:
        target = ground(state).name_of(self.assault.target)
        if not self.assault.primary:
            return f"Which unit leads the assault on {target}?"
        return f"Add support to the assault on {target}, or resolve it"

    def way_out(self, state: State) -> Action:
        return CANCEL

    def candidates(self, state: State) -> Iterable[Action]:
        assault = self.assault
        if not assault.primary:
            for key in assaults(state, self.side, assault.manner).get(assault.target, ()):
                yield Action("lead", "unit", key)
        else:
            yield RESOLVE
            yield from self._supports(state)
        yield CANCEL

    def _supports(self, state: State) -> Iterator[Action]:
        around = ground(state).grid.adjacency
        near = {self.assault.zone, *around[self.assault.zone], *around[self.assault.target]}
        if self.assault.manner == NIGHT:
            near = {self.assault.zone}
        for here in sorted(near):
            for unit in units_at(state, here):
                if unit.side == self.side and not unit.is_hq:
                    yield Action("support", "unit", unit.key)
        if self.assault.manner == DAY:
            yield from fire_actions(state, self.side, (self.assault.target,), own_turn=True)

    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        if action == CANCEL:
            return
        if action.verb == "lead" and action.kind == "unit":
            if self.assault.primary:
                yield Refusal("4.primary", "the assault already has its primary unit")
            yield from refusals_to_lead(state, state.get(Unit, action.target), self.assault)
        elif not self.assault.primary:
            yield Refusal("4.primary", "first name the primary unit")
        elif action.verb == "support" and action.kind == "unit":
            yield from self._refusals_to_support(state, state.get(Unit, action.target))
        elif action.verb == "fire" and action.kind in ("unit", "marker"):
            yield from self._refusals_to_fire(state, action)
        elif action != RESOLVE:
            yield Refusal("4.assault-declare", f"{action} is not part of an assault")

    def _refusals_to_support(self, state: State, unit: Unit) -> Iterator[Refusal]:
        if unit.side != self.side or not unit.on_map:
            yield Refusal(
                "4.support-inzone", f"{unit} is not a unit of {ground(state).title_of(self.side)} on the map"
            )
        elif unit.place == self.assault.zone:
            yield from refusals_to_support(state, unit, self.assault)
        else:
            yield from refusals_to_support_from_zone(state, unit, self.assault)

    @case("4.fire-support", "4.support-guns", "C.assault")
    def _refusals_to_fire(self, state: State, action: Action) -> Iterator[Refusal]:
        """Artillery that supports from the attacking zone does not fire as well."""
        assault = self.assault
        if assault.manner == NIGHT:
            yield Refusal("C.assault", "there is no fire support at night")
        if action.target in assault.supports:
            yield Refusal("4.support-guns", f"{state.get(Unit, action.target)} supports in its zone already")
        if action.target in assault.guns:
            yield Refusal("B.on-map-guns", f"{state.get(Unit, action.target)} gives fire support already")
        most = ground(state).charts.hit_modifiers.rows["fire_support"].most
        laid = assault.art, len(assault.guns), most
        yield from refusals_to_lay_fire(state, self.side, action, (assault.target,), True, laid)

    def after(self, state: State, action: Action) -> Assault:
        """The assault with this part added to it."""
        assault, key = self.assault, action.target
        if action.verb == "lead":
            return replace(assault, primary=key, zone=state.get(Unit, key).place)
        if action.verb == "support":
            if state.get(Unit, key).place == assault.zone:
                return replace(assault, supports=(*assault.supports, key))
            return replace(assault, zones=(*assault.zones, key))
        if action.verb == "fire":
            if action.kind == "unit":
                return replace(assault, guns=(*assault.guns, key))
            return replace(assault, art=assault.art + 1)
        return assault

    def apply(self, tx: Transaction, action: Action) -> None:
        if action == CANCEL:
            tx.pop()
        elif action == RESOLVE:
            declare(tx, self.assault)
        else:
            tx.replace(replace(self, assault=self.after(tx.state, action)))

    def preview(self, state: State, action: Action) -> Preview:
        """The odds before defensive fire, against the defender that is worst for the attacker."""
        assault = self.after(state, action) if action != CANCEL else self.assault
        if action == CANCEL or not assault.primary:
            return Preview()
        among = eligible_defenders(state, assault.target, ground(state).other(self.side))
        every = [assault_odds(state, replace(assault, defender=unit.key)) for unit in among]
        return min(every, key=lambda preview: preview.outcomes[0].probability)
