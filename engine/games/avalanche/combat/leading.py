"""Which leader tries for a shift (shift.leader)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, Final

from msgspec.structs import replace

from engine.games.avalanche.combat.battle import Battle
from engine.games.avalanche.combat.leaders import refusals_to_lead, try_leader
from engine.games.avalanche.combat.outlook import preview
from engine.games.avalanche.combat.reckoning import on_map
from engine.games.avalanche.records import Unit, leaders
from engine.games.avalanche.scenario.question import Question
from engine.mechanics.menu import order
from engine.referee import Preview, Refusal, State, Transaction, case


class TryLeader(Question):
    """One leader of the side may try for a shift of the odds."""

    battle: Battle

    title = "Leaders"
    ruled_by: ClassVar[str] = "shift.leader"
    otherwise: ClassVar[str] = "@ is not possible: only leaders of this side try to shift the odds"

    def prompt(self, state: State) -> str:
        return "Does a leader try to shift the odds?"

    def whereabouts(self, state: State) -> Iterable[str]:
        return (self.battle.target,)

    def fighting(self, state: State) -> list[Unit]:
        """The units of the side that fight."""
        battle = self.battle
        return on_map(state, battle.taking_part if self.side == battle.side else battle.defenders)

    @order("lead", "unit", "Try with")
    def lead(self, tx: Transaction, leader: Unit) -> None:
        helps = try_leader(tx, leader)
        helped = (*self.battle.helped, leader.key) if helps else self.battle.helped
        tx.pop(replace(self.decided(), helped=helped))

    def decided(self) -> Battle:
        """The combat without another leader of the side."""
        return replace(self.battle, settled=(*self.battle.settled, self.side))

    @lead.targets
    def own_leaders(self, state: State) -> Iterable[str]:
        return [leader.key for leader in leaders(state, self.side)]

    @lead.against
    @case("shift.leader", "shift.leader-limits")
    def refusals_to_try(self, state: State, leader: Unit) -> Iterator[Refusal]:
        if leader.key in self.own_leaders(state):
            yield from refusals_to_lead(state, leader, self.fighting(state))

    @lead.shows
    def chances(self, state: State, leader: Unit) -> Preview:
        text = f"{leader} shifts the odds on {leader.combat} or less"
        return preview(state, self.battle, self.side, text, {self.side: leader.combat})

    @order("pass", words="No leader", ends=True)
    def nobody(self, tx: Transaction) -> None:
        tx.pop(self.decided())

    @nobody.shows
    def without(self, state: State) -> Preview:
        return preview(state, self.decided(), self.side)


FRAMES: Final = (TryLeader,)
