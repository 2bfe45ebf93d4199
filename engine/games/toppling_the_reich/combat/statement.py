"""The statement of attack (7.2): who attacks the hex, and everything the attacker claims for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from engine.games.toppling_the_reich.air.close_support import (
    committed,
    refusals_of_flights,
    refusals_to_bomb,
    refusals_to_support,
)
from engine.games.toppling_the_reich.air.drops import in_the_box, refusals_to_jump, refusals_to_land
from engine.games.toppling_the_reich.combat.attack import Attack, ground_units
from engine.games.toppling_the_reich.combat.attackers import (
    refusals_of_whole,
    refusals_to_join,
    refusals_to_oversupply,
)
from engine.games.toppling_the_reich.combat.battle import begin_battle
from engine.games.toppling_the_reich.combat.nordwind import refusals_of_nordwind
from engine.games.toppling_the_reich.combat.odds import odds
from engine.games.toppling_the_reich.command.leaders import commanders, refusals_to_commit
from engine.games.toppling_the_reich.records import ALLIED, Unit, has_hidden_units, units_at
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.named_choice import Question
from engine.mechanics import change, order, way_out
from engine.referee import Action, Preview, Refusal, State, Transaction, case


class StatementOfAttack(Question):
    """Built up step by step, then declared. Everything that the attacker adds is named before the defender
    decides anything (7.2-a)."""

    attack: Attack

    title = "Attack"

    def prompt(self, state: State) -> str:
        target = ground(state).name_of(self.attack.target)
        if self.attack.repeat:
            how = "is repeated with the same units: add leaders and air, then declare"
            return f"The attack on {target} {how}"
        return f"Attack on {target}: choose units and support, then declare"

    def subjects(self, state: State) -> Iterable[str]:
        return (*self.attack.units, *self.attack.leaders)

    def whereabouts(self, state: State) -> Iterable[str]:
        return (self.attack.target,)

    def is_secret(self, state: State) -> bool:
        return has_hidden_units(state, self.side)

    def summary(self, state: State) -> Preview:
        """The odds of the attack as it stands."""
        return odds(state, self.attack) if self.attack.units or self.attack.drops else Preview()

    def adding(self, **what: Any) -> StatementOfAttack:
        """The statement with this added to the attack."""
        return replace(self, attack=replace(self.attack, **what))

    @case("7.7-a")
    def refusals_of_repetition(self) -> Iterator[Refusal]:
        """A repeated attack is made with exactly the same ground units."""
        if self.attack.repeat:
            yield Refusal("7.7-a", "the attack is repeated with exactly the same units")

    @change("join", "unit", "Attack with")
    def join(self, unit: Unit) -> StatementOfAttack:
        return self.adding(units=(*self.attack.units, unit.key))

    @join.targets
    def neighbours(self, state: State) -> Iterable[str]:
        near = () if self.attack.repeat else ground(state).grid.adjacency[self.attack.target]
        units = [unit for here in near for unit in units_at(state, here) if unit.side == self.side]
        return [unit.key for unit in units if not unit.is_leader and not unit.is_hq]

    @join.against
    def refusals_to_join(self, state: State, unit: Unit) -> Iterator[Refusal]:
        repeated = list(self.refusals_of_repetition())
        yield from repeated or refusals_to_join(state, unit, self.attack)

    @change("drop", "unit", "Drop on the hex")
    def drop(self, unit: Unit) -> StatementOfAttack:
        return self.adding(drops=(*self.attack.drops, unit.key))

    @drop.targets
    def paratroops(self, state: State) -> Iterable[str]:
        ready = () if self.attack.repeat or self.side != ALLIED else in_the_box(state)
        return [unit.key for unit in ready]

    @drop.against
    @case("10.5-a", "10.5-f", "10.5-d")
    def refusals_to_drop(self, state: State, unit: Unit) -> Iterator[Refusal]:
        """Why a unit may not land on the attacked hex."""
        attack = self.attack
        if self.side != ALLIED:
            yield Refusal("10.5-a", "the Germans drop no units on a hex that they attack")
        elif attack.repeat:
            yield from self.refusals_of_repetition()
        elif unit.key in attack.drops:
            yield Refusal("10.5-d", f"{unit} drops on the hex already")
        else:
            yield from refusals_to_jump(state, unit, attack.drops)
            yield from refusals_to_land(state, unit, attack.target, attack.drops, committed(state, attack))

    @change("commit", "unit", "Commit")
    def commit(self, leader: Unit) -> StatementOfAttack:
        return self.adding(leaders=(*self.attack.leaders, leader.key))

    @commit.targets
    def commanders(self, state: State) -> Iterable[str]:
        return [leader.key for leader in commanders(state, self.side, self.attack)]

    @commit.against
    def refusals_to_commit(self, state: State, leader: Unit) -> Iterator[Refusal]:
        if leader.side == self.side:
            yield from refusals_to_commit(state, leader, self.attack)

    @change("oversupply", words="Oversupply")
    def oversupply(self) -> StatementOfAttack:
        return self.adding(oversupply=True)

    @oversupply.against
    def refusals_to_oversupply(self, state: State) -> Iterator[Refusal]:
        if self.attack.oversupply:
            yield Refusal("3.3.3-a", "the attack is oversupplied already")
        yield from self.refusals_if_empty()
        yield from refusals_to_oversupply(state, self.attack)

    @case("7.2-a")
    def refusals_if_empty(self) -> Iterator[Refusal]:
        """Somebody has to attack."""
        if not self.attack.units and not self.attack.drops:
            yield Refusal("7.2-a", "no attacking unit has been named")

    @change("air", words="One Air Action of close air support")
    def air(self) -> StatementOfAttack:
        return self.adding(air=self.attack.air + 1)

    @air.against
    def refusals_of_air(self, state: State) -> Iterator[Refusal]:
        yield from refusals_to_support(state, self.side, self.attack)
        yield from refusals_of_flights(state, replace(self.attack, air=self.attack.air + 1))

    @change("carpet", words="Carpet bombing")
    def carpet(self) -> StatementOfAttack:
        return self.adding(carpet=True)

    @carpet.against
    def refusals_to_bomb(self, state: State) -> Iterator[Refusal]:
        yield from refusals_to_bomb(state, self.attack)
        yield from refusals_of_flights(state, replace(self.attack, carpet=True))

    @change("nordwind", words="Launch as Nordwind")
    def nordwind(self) -> StatementOfAttack:
        return self.adding(nordwind=True)

    @nordwind.against
    def refusals_of_nordwind(self, state: State) -> Iterator[Refusal]:
        return refusals_of_nordwind(state, self.attack)

    @change("waive_armor", words="Waive armor superiority")
    def waive_armor(self) -> StatementOfAttack:
        return self.adding(waives_armor=True)

    @waive_armor.against
    @case("7.2-b")
    def refusals_to_waive_armor(self, state: State) -> Iterator[Refusal]:
        """A modifier that could be claimed can be waived, and with it the duty to lose steps first."""
        armor = any(unit.is_armor_type for unit in ground_units(state, self.attack))
        if not armor or self.attack.waives_armor:
            yield Refusal("7.2-b", "there is no armor superiority of the attack to waive")

    @change("waive_drop", words="Waive the paratroop modifier")
    def waive_drop(self) -> StatementOfAttack:
        return self.adding(waives_drop=True)

    @waive_drop.against
    @case("7.2-b")
    def refusals_to_waive_drop(self, state: State) -> Iterator[Refusal]:
        """Likewise."""
        if not self.attack.drops or self.attack.waives_drop:
            yield Refusal("7.2-b", "there is no paratroop modifier to waive")

    @order("declare", words="Declare the attack")
    def declare(self, tx: Transaction) -> None:
        begin_battle(tx, self.attack)

    @declare.against
    @case("7.2-a", "4.3-b")
    def refusals_to_declare(self, state: State) -> Iterator[Refusal]:
        """Check the whole attack again as it will be made."""
        attack = self.attack
        if not attack.units and not attack.drops:
            yield from self.refusals_if_empty()
            return
        yield from refusals_of_whole(state, attack)
        if attack.oversupply:
            yield from refusals_to_oversupply(state, attack)
        if attack.nordwind:
            yield from refusals_of_nordwind(state, replace(attack, nordwind=False))

    declare.shows(summary)

    cancel = way_out(words="Cancel the attack")

    def refusals_otherwise(self, state: State, action: Action) -> Iterator[Refusal]:
        if action.kind == "unit":
            unit = self.name_of(state, action)
            yield Refusal("7.2-a", f"{unit} cannot be used in this way in a statement of attack")
        else:
            yield Refusal("7.2-a", f"{action} is not part of a statement of attack")


def open_statement(tx: Transaction, attack: Attack) -> None:
    """Ask the attacker who takes part."""
    tx.push(StatementOfAttack(attack.side, attack))


FRAMES = (StatementOfAttack, Attack)
