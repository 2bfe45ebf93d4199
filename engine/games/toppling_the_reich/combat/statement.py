"""The statement of attack (7.2): who attacks the hex, and everything the attacker claims for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Final

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
from engine.games.toppling_the_reich.records import (
    ALLIED,
    Unit,
    has_hidden_units,
    units_at,
)
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.named_choice import Question
from engine.referee import Action, Preview, Refusal, State, Transaction, case

DECLARE: Final = Action("declare")
CANCEL: Final = Action("cancel")
OVERSUPPLY: Final = Action("oversupply")
AIR: Final = Action("air")
CARPET: Final = Action("carpet")
NORDWIND: Final = Action("nordwind")
WAIVE_ARMOR: Final = Action("waive_armor")
WAIVE_DROP: Final = Action("waive_drop")
PLAIN: Final = (OVERSUPPLY, AIR, CARPET, NORDWIND, WAIVE_ARMOR, WAIVE_DROP, DECLARE, CANCEL)


class StatementOfAttack(Question):
    """Built up step by step, then declared."""

    attack: Attack

    title = "Attack"
    words: ClassVar[Mapping[str, str]] = {
        "join": "Attack with",
        "commit": "Commit",
        "drop": "Drop on the hex",
        "oversupply": "Oversupply",
        "air": "One Air Action of close air support",
        "carpet": "Carpet bombing",
        "nordwind": "Launch as Nordwind",
        "waive_armor": "Waive armor superiority",
        "waive_drop": "Waive the paratroop modifier",
        "declare": "Declare the attack",
        "cancel": "Cancel the attack",
    }

    def prompt(self, state: State) -> str:
        target = ground(state).name_of(self.attack.target)
        if self.attack.repeat:
            return (
                f"The attack on {target} is repeated with the same units: add leaders and air, then declare"
            )
        return f"Attack on {target}: choose units and support, then declare"

    def subjects(self, state: State) -> Iterable[str]:
        return (*self.attack.units, *self.attack.leaders)

    def whereabouts(self, state: State) -> Iterable[str]:
        return (self.attack.target,)

    def is_secret(self, state: State) -> bool:
        return has_hidden_units(state, self.side)

    def way_out(self, state: State) -> Action:
        return CANCEL

    def candidates(self, state: State) -> Iterable[Action]:
        attack = self.attack
        if not attack.repeat:
            for here in ground(state).grid.adjacency[attack.target]:
                for unit in units_at(state, here):
                    if unit.side == self.side and not unit.is_leader and not unit.is_hq:
                        yield Action("join", "unit", unit.key)
            if self.side == ALLIED:
                for unit in in_the_box(state):
                    yield Action("drop", "unit", unit.key)
        for leader in commanders(state, self.side, attack):
            yield Action("commit", "unit", leader.key)
        yield from PLAIN

    @case("7.2-a")
    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        """Everything that the attacker adds is named before the defender decides anything."""
        attack = self.attack
        if action == CANCEL:
            return
        if action.kind == "unit":
            yield from self._refusals_to_add(state, action.verb, state.get(Unit, action.target))
        elif action == OVERSUPPLY:
            if attack.oversupply:
                yield Refusal("3.3.3-a", "the attack is oversupplied already")
            yield from self._refusals_if_empty()
            yield from refusals_to_oversupply(state, attack)
        elif action == AIR:
            yield from refusals_to_support(state, self.side, attack)
        elif action == CARPET:
            yield from refusals_to_bomb(state, attack)
        elif action == NORDWIND:
            yield from refusals_of_nordwind(state, attack)
        elif action in (WAIVE_ARMOR, WAIVE_DROP):
            yield from self._refusals_to_waive(state, action)
        elif action == DECLARE:
            yield from refusals_to_declare(state, attack)
        else:
            yield Refusal("7.2-a", f"{action} is not part of a statement of attack")
        if action in (AIR, CARPET, DECLARE):
            yield from refusals_of_flights(state, self.after(action))

    def _refusals_if_empty(self) -> Iterator[Refusal]:
        if not self.attack.units and not self.attack.drops:
            yield Refusal("7.2-a", "no attacking unit has been named")

    @case("7.7-a", "7.2-a")
    def _refusals_to_add(self, state: State, verb: str, unit: Unit) -> Iterator[Refusal]:
        """A repeated attack is made with exactly the same ground units."""
        if self.attack.repeat and verb in ("join", "drop"):
            yield Refusal("7.7-a", "the attack is repeated with exactly the same units")
        elif verb == "join":
            yield from refusals_to_join(state, unit, self.attack)
        elif verb == "drop":
            yield from refusals_to_drop(state, unit, self.attack)
        elif verb == "commit" and unit.side == self.side:
            yield from refusals_to_commit(state, unit, self.attack)
        else:
            yield Refusal("7.2-a", f"{unit} cannot be used in this way in a statement of attack")

    @case("7.2-b")
    def _refusals_to_waive(self, state: State, action: Action) -> Iterator[Refusal]:
        """A modifier that could be claimed can be waived, and with it the duty to lose steps first."""
        attack = self.attack
        if action == WAIVE_ARMOR:
            if attack.waives_armor or not any(unit.is_armor_type for unit in ground_units(state, attack)):
                yield Refusal("7.2-b", "there is no armor superiority of the attack to waive")
        elif not attack.drops or attack.waives_drop:
            yield Refusal("7.2-b", "there is no paratroop modifier to waive")

    def after(self, action: Action) -> Attack:
        """The attack with this added to it."""
        attack, key = self.attack, action.target
        match action.verb:
            case "join":
                return replace(attack, units=(*attack.units, key))
            case "drop":
                return replace(attack, drops=(*attack.drops, key))
            case "commit":
                return replace(attack, leaders=(*attack.leaders, key))
            case "oversupply":
                return replace(attack, oversupply=True)
            case "air":
                return replace(attack, air=attack.air + 1)
            case "carpet":
                return replace(attack, carpet=True)
            case "nordwind":
                return replace(attack, nordwind=True)
            case "waive_armor":
                return replace(attack, waives_armor=True)
            case "waive_drop":
                return replace(attack, waives_drop=True)
        return attack

    def apply(self, tx: Transaction, action: Action) -> None:
        if action == CANCEL:
            tx.pop()
        elif action == DECLARE:
            begin_battle(tx, self.attack)
        else:
            tx.replace(replace(self, attack=self.after(action)))

    def preview(self, state: State, action: Action) -> Preview:
        attack = self.after(action)
        if action == CANCEL or not (attack.units or attack.drops):
            return Preview()
        return odds(state, attack)


@case("10.5-f", "10.5-d")
def refusals_to_drop(state: State, unit: Unit, attack: Attack) -> Iterator[Refusal]:
    """Why a unit may not land on the attacked hex."""
    if unit.key in attack.drops:
        yield Refusal("10.5-d", f"{unit} drops on the hex already")
        return
    yield from refusals_to_jump(state, unit, attack.drops)
    yield from refusals_to_land(state, unit, attack.target, attack.drops, committed(state, attack))


@case("7.2-a", "4.3-b")
def refusals_to_declare(state: State, attack: Attack) -> Iterator[Refusal]:
    """Check the whole attack again as it will be made."""
    if not attack.units and not attack.drops:
        yield Refusal("7.2-a", "no attacking unit has been named")
        return
    yield from refusals_of_whole(state, attack)
    if attack.oversupply:
        yield from refusals_to_oversupply(state, attack)
    if attack.nordwind:
        yield from refusals_of_nordwind(state, replace(attack, nordwind=False))


def open_statement(tx: Transaction, attack: Attack) -> None:
    """Ask the attacker who takes part."""
    tx.push(StatementOfAttack(attack.side, attack))


FRAMES = (StatementOfAttack, Attack)
