"""Breakthrough combat by units that have advanced (3.9.m)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, Final

from msgspec.structs import replace

from engine.games.avalanche.combat.battle import Battle
from engine.games.avalanche.combat.declare import DeclareAttack, targets
from engine.games.avalanche.combat.leaders import leading
from engine.games.avalanche.combat.reckoning import on_map
from engine.games.avalanche.general.telling import tell
from engine.games.avalanche.scenario.ground import ground
from engine.games.avalanche.scenario.question import Question
from engine.mechanics.menu import ask_again, order
from engine.referee import Refusal, State, Transaction, case


class Breakthrough(Question):
    """Which hex do units that have advanced attack at once?"""

    able: tuple[str, ...]

    title = "Breakthrough"
    ruled_by: ClassVar[str] = "bt.eligible"
    otherwise: ClassVar[str] = "@ is not possible: units that have advanced attack an enemy beside them"

    def prompt(self, state: State) -> str:
        return "Breakthrough combat: which hex do units that have advanced attack?"

    def subjects(self, state: State) -> Iterable[str]:
        return self.able

    @order("attack", "hex", "Break through at")
    def attack(self, tx: Transaction, there: str) -> None:
        battle = Battle(self.side, there, breakthrough=True)
        tx.push(DeclareAttack(self.side, battle, self.able))

    @attack.targets
    def hexes(self, state: State) -> Iterable[str]:
        return targets(state, self.side, on_map(state, self.able))

    @attack.against
    @case("bt.leader-near")
    def refusals_to_attack(self, state: State, there: str) -> Iterator[Refusal]:
        """A leader must be near one of those that could attack."""
        near = [unit for unit in on_map(state, self.able) if there in ground(state).neighbors[unit.place]]
        if near and not leading(state, near):
            yield Refusal("bt.leader-near", "No unit is with or beside the leader of its formation")

    def resume(self, tx: Transaction, result: Any) -> None:
        if not isinstance(result, Battle):
            ask_again(tx)
            return
        left = tuple(key for key in self.able if key not in result.attackers)
        tx.replace(replace(self, able=left))
        if breaks_through(tx, result):
            from engine.games.avalanche.combat.combat import Combat

            tx.push(Combat(battle=result))
        else:
            ask_again(tx)

    @order("pass", words="No breakthrough", ends=True)
    def nothing(self, tx: Transaction) -> None:
        tx.pop()


@case("bt.roll")
def breaks_through(tx: Transaction, battle: Battle) -> bool:
    """A roll not above the tactical number of the best leader near."""
    leader = max(leading(tx.state, on_map(tx.state, battle.attackers)), key=lambda one: one.tactical)
    why = f"{leader} leads a breakthrough on {leader.tactical} or less"
    succeeds = tx.roll("1d6", "bt.roll", why).total <= leader.tactical
    if not succeeds:
        tell(tx, "BreakthroughFailed", "The breakthrough does not come about", "bt.roll", hex=battle.target)
    return succeeds


FRAMES: Final = (Breakthrough,)
