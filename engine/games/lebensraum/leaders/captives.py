"""Captured leaders and their exchange by agreement of both sides (9.5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Final

from msgspec.structs import replace

from engine.games.lebensraum.leaders.posts import to_pool
from engine.games.lebensraum.records import CAPTURED, Leader
from engine.games.lebensraum.scenario.ground import ground
from engine.mechanics.menu import Menu, change, order, way_out
from engine.mechanics.telling import tell
from engine.referee import Refusal, State, Transaction, case


def captives(state: State) -> list[Leader]:
    """The leaders in captivity: each is held by the other side."""
    return [one for one in state.all(Leader).values() if one.post == CAPTURED]


def has_captives(state: State) -> bool:
    """Is anybody a captive?"""
    return bool(captives(state))


class ProposeExchange(Menu):
    """Which captives of both sides return, if the other side agrees?"""

    returning: tuple[str, ...] = ()
    """The leaders who would return."""

    title = "Exchange of captives"
    ruled_by = "9.5-c"
    otherwise = "only captives are exchanged"
    records: ClassVar[Mapping[str, type]] = {"marker": Leader}

    def prompt(self, state: State) -> str:
        names = ", ".join(state.get(Leader, key).name for key in self.returning)
        return f"These would return: {names or 'nobody yet'}"

    def asks_across_the_table(self, state: State) -> bool:
        return True

    @change("add", "marker", "Return")
    def add(self, leader: Leader) -> ProposeExchange:
        return replace(self, returning=(*self.returning, leader.key))

    @add.targets
    def to_add(self, state: State) -> Iterable[str]:
        return [one.key for one in captives(state) if one.key not in self.returning]

    @add.against
    @case("9.5-b", "9.5-c")
    def refusals_to_add(self, state: State, leader: Leader) -> Iterator[Refusal]:
        if leader.post != CAPTURED:
            yield Refusal("9.5-c", f"{leader.name} is no captive")
        elif leader.key in self.returning:
            yield Refusal("9.5-c", f"{leader.name} is named already")

    @order("propose", "none", "Propose it")
    def propose(self, tx: Transaction) -> None:
        other = ground(tx.state).other(self.side)
        tx.replace(AgreeToExchange(other, self.returning))

    @propose.against
    def refusals_to_propose(self, state: State) -> Iterator[Refusal]:
        if not self.returning:
            yield Refusal("9.5-c", "nobody is named")

    cancel = way_out()


class AgreeToExchange(Menu):
    """Does the other side agree?"""

    returning: tuple[str, ...]

    title = "Exchange of captives"
    ruled_by = "9.5-c"
    otherwise = "agree to the exchange or decline it"

    def prompt(self, state: State) -> str:
        names = ", ".join(state.get(Leader, key).name for key in self.returning)
        return f"Agree that these captives return: {names}?"

    def asks_across_the_table(self, state: State) -> bool:
        return True

    @order("agree", "none", "Agree")
    @case("9.5-c")
    def agree(self, tx: Transaction) -> None:
        """They go to their own pools."""
        tx.pop()
        for key in self.returning:
            leader = tx.state.get(Leader, key)
            tell(tx, "CaptiveReturned", f"{leader.name} returns from captivity", "9.5-c", marker=key)
            to_pool(tx, leader)

    @order("decline", "none", "Decline")
    def decline(self, tx: Transaction) -> None:
        tx.pop()
        tell(tx, "ExchangeDeclined", "The exchange of captives is declined", "9.5-c")


FRAMES: Final = (ProposeExchange, AgreeToExchange)
