"""Combat, one attack after the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, Final

from engine.games.avalanche.after_movement.examination import examine_hex
from engine.games.avalanche.combat import (
    advance,
    at_fire,
    breakthrough,
    combat,
    declare,
    leading,
    losses,
    morale_pick,
    options,
    retreat,
    stand,
    support_menus,
)
from engine.games.avalanche.combat.battle import Battle
from engine.games.avalanche.combat.best_case import refusals_by_odds
from engine.games.avalanche.combat.combat import Combat
from engine.games.avalanche.combat.declare import (
    ATTACKED,
    DeclareAttack,
    defenders_at,
    must_attack_here,
    refusals_to_attack,
    targets,
)
from engine.games.avalanche.combat.steps import eliminate
from engine.games.avalanche.combat.strengths import fell_back
from engine.games.avalanche.records import SEGMENT, Unit, ground_at, ground_units
from engine.games.avalanche.scenario.ground import ground
from engine.games.avalanche.scenario.question import Question
from engine.mechanics.menu import order
from engine.referee import Frame, Refusal, State, Transaction, case, marked


class CombatSegment(Question):
    """Which hex is attacked next?"""

    only_dropped: bool = False
    """Only parachutists that came down on the enemy fight."""

    title = "Combat"
    scope = SEGMENT
    ruled_by: ClassVar[str] = "combat.one-at-a-time"

    @classmethod
    def begin(cls, state: State, parent: Frame) -> Frame | None:
        """Not asked where nobody could attack and nobody has come down on the enemy."""
        segment = cls(getattr(parent, "side"))  # noqa: B009  # of any procedure with a side
        return segment if segment.hexes(state) else None

    def prompt(self, state: State) -> str:
        return "Which hex is attacked?"

    def attackers(self, state: State) -> list[Unit]:
        """Units that could attack."""
        return [
            unit
            for unit in ground_units(state, self.side)
            if not marked(state, unit.key, ATTACKED)
            and (not self.only_dropped or must_attack_here(state, unit))
        ]

    @order("attack", "hex", "Attack")
    def attack(self, tx: Transaction, there: str) -> None:
        examine_hex(tx, self.side, there)
        among = tuple(unit.key for unit in self.attackers(tx.state)) if self.only_dropped else ()
        tx.push(DeclareAttack(self.side, Battle(self.side, there), among))

    @attack.targets
    def hexes(self, state: State) -> Iterable[str]:
        return targets(state, self.side, self.attackers(state))

    @attack.against
    @case("combat.target", "combat.voluntary", "combat.one-at-a-time", "str.defend-retreated")
    def refusals_to_attack(self, state: State, there: str) -> Iterator[Refusal]:
        """A hex with units that have a defence strength, once; parachutists on the enemy come first."""
        land, enemy = ground(state), ground(state).other(self.side)
        if marked(state, there, ATTACKED):
            yield Refusal("combat.one-at-a-time", f"{land.name_of(there)} has been attacked in this phase")
        if not defenders_at(state, there, enemy):
            yield Refusal("combat.target", f"No unit in {land.name_of(there)} can be attacked")
            if any(fell_back(state, unit) for unit in ground_at(state, there, enemy)):
                text = f"Units that fell back to {land.name_of(there)} in this player turn have no strength"
                yield Refusal("str.defend-retreated", text)
        elif there not in self.hexes(state):
            text = f"No unit beside {land.name_of(there)} is left to attack it"
            yield Refusal("combat.cannot-attack", text)
        forced = self.forced(state)
        if forced and there not in {unit.place for unit in forced}:
            text = f"{forced[0]} came down on the enemy in {forced[0].place} and attacks first"
            yield Refusal("combat.voluntary", text)

    @case("combat.voluntary")
    def forced(self, state: State) -> list[Unit]:
        """Parachutists on the enemy that can attack and have not."""
        return [
            unit
            for unit in self.attackers(state)
            if must_attack_here(state, unit)
            and not marked(state, unit.place, ATTACKED)
            and defenders_at(state, unit.place, ground(state).other(self.side))
            and next(refusals_to_attack(state, unit, unit.place), None) is None
            and next(refusals_by_odds(state, self.alone(state, unit.place)), None) is None
        ]

    def alone(self, state: State, here: str) -> list[Battle]:
        """The attack of the parachutists in a hex on those who hold it, for everybody who may defend."""
        units = [unit for unit in self.attackers(state) if unit.place == here]
        able = tuple(u.key for u in units if next(refusals_to_attack(state, u, here), None) is None)
        return DeclareAttack(self.side, Battle(self.side, here, able)).possible_battles(state)

    def resume(self, tx: Transaction, result: Any) -> None:
        if isinstance(result, Battle):
            tx.push(Combat(battle=result))

    @order("end", words="End combat", ends=True)
    def end(self, tx: Transaction) -> None:
        lose_parachutists(tx, self.side)
        tx.pop()

    @end.against
    @case("combat.voluntary")
    def refusals_to_end(self, state: State) -> Iterator[Refusal]:
        """Attacks are voluntary, but for parachutists on the enemy."""
        for unit in self.forced(state):
            yield Refusal("combat.voluntary", f"{unit} came down on the enemy and must attack")


@case("state.para-on-enemy")
def lose_parachutists(tx: Transaction, side: str) -> None:
    """Those that are still in a hex with the enemy are lost."""
    for unit in ground_units(tx.state, side):
        if unit.dropped and must_attack_here(tx.state, unit):
            eliminate(tx, unit, "state.para-on-enemy")


CHAPTERS: Final = (
    declare,
    options,
    support_menus,
    morale_pick,
    at_fire,
    leading,
    combat,
    losses,
    stand,
    retreat,
    advance,
    breakthrough,
)
FRAMES: Final = (CombatSegment, *(frame for chapter in CHAPTERS for frame in chapter.FRAMES))
