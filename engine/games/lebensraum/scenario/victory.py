"""Victory (chapters 12 and 13): the conditions of a scenario, read at the end of a turn."""

from __future__ import annotations

from engine.catalogue.document_facts import DocumentFacts
from engine.catalogue.victory import evaluate, judge
from engine.games.lebensraum.records import Clock, Unit, armies
from engine.games.lebensraum.scenario.ground import ground
from engine.games.lebensraum.special.combination import fronts_won, judge_fronts, withdraw_to_italy
from engine.games.lebensraum.standard.control import controller
from engine.record import Record
from engine.referee import Transaction, case

BY_SIDE = "fronts won by the "


class Fulfilled(Record):
    """At how many ends of turns a condition of the scenario was true."""

    key: str
    times: int


class VictoryFacts(DocumentFacts):
    """What the conditions of a scenario may ask."""

    clock = Clock

    def holds(self, side: str, hex_id: str, how: str) -> bool:
        """Control of a hex."""
        return controller(self.state, hex_id) == side

    @case("6.42-a", "6.42-b")
    def units(self, side: str, hexes: frozenset[str] | None, what: str) -> int:
        """Units on the map, headquarters left out; `what` is the name of one, and its battle group counts."""
        named = {unit.key for unit in self.state.all(Unit).values() if what in ("", unit.name)}
        return sum(
            (hexes is None or unit.place in hexes) and not named.isdisjoint((unit.key, unit.parent))
            for unit in armies(self.state, side)
        )

    @case("12.6")
    def earlier(self, condition: str) -> int:
        """At how many earlier ends of turns a condition was true."""
        found = self.state.find(Fulfilled, condition)
        return found.times if found else 0

    @case("13.0-k")
    def counter(self, name: str) -> int:
        """The fronts that a side has won in the combination game."""
        return fronts_won(self.state, name.removeprefix(BY_SIDE)) if name.startswith(BY_SIDE) else 0


@case("12.0-a", "12.1-f", "12.4-b", "12.5", "12.7", "12.8")
def judge_turn(tx: Transaction) -> None:
    """At the end of a turn the scenario's conditions are judged; after the last one the game ends."""
    land = ground(tx.state)
    withdraw_to_italy(tx)
    judge_fronts(tx, VictoryFacts(tx.state))
    last = tx.state.one(Clock).turn >= land.last_turn
    verdict = judge(land.document.victory, VictoryFacts(tx.state), "end" if last else "turn")
    if verdict is not None:
        tx.finish(verdict.winner, verdict.level, "12.0-a")
    elif last:
        tx.finish("", "The last turn is over and no condition of victory is met", "12.0-a")
    else:
        count_fulfilled(tx)


@case("12.6")
def count_fulfilled(tx: Transaction) -> None:
    """Remember which conditions were true at the end of this turn."""
    facts = VictoryFacts(tx.state)
    for condition in ground(tx.state).document.victory:
        if condition.test != () and evaluate(condition.test, facts):
            tx.put(Fulfilled(condition.key, facts.earlier(condition.key) + 1))
