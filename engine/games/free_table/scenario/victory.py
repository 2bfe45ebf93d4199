"""Victory: the author's conditions, judged by pieces and tracks; without any, the players judge."""

from __future__ import annotations

from typing import Final

from engine.catalogue.document_facts import DocumentFacts
from engine.catalogue.table_parts import CARD
from engine.catalogue.victory import evaluate, judge, words_in
from engine.games.free_table.records import Clock, Piece, Tally, TrackValue
from engine.games.free_table.scenario.ground import ground
from engine.mechanics.plural import counted
from engine.referee import Transaction, case

SCORE_CASES: Final = {"control": "7.2", "units": "7.2"}
"""The cases of the entries of the score; tracks are called as the author likes."""


class VictoryFacts(DocumentFacts):
    """What the conditions of a scenario may ask."""

    clock = Clock

    @case("7.2")
    def holds(self, side: str, hex_id: str, how: str) -> bool:
        """A side holds a hex in which it has pieces and no other side that plays has any."""
        land = ground(self.state)
        here = {piece.side for piece in self.state.all(Piece).values() if piece.place == hex_id}
        return here & set(land.sides) == {side}

    @case("7.3")
    def counter(self, name: str) -> int:
        """Where a track of the author stands."""
        found = self.state.find(TrackValue, name)
        return found.value if found else 0

    @case("7.2")
    def units(self, side: str, hexes: frozenset[str] | None, what: str) -> int:
        """Counters of a side on the map; `what` is a type of unit."""
        on_map = ground(self.state).hexes if hexes is None else hexes
        return sum(
            piece.side == side and piece.place in on_map and piece.type != CARD and what in ("", piece.type)
            for piece in self.state.all(Piece).values()
        )

    def earlier(self, condition: str) -> int:
        """At how many ends of turns the condition was true so far."""
        found = self.state.find(Tally, condition)
        return found.times if found else 0


@case("7.4")
def judge_now(tx: Transaction) -> None:
    """Conditions that count at any time."""
    if tx.state.outcome is None and any(c.when == "always" for c in ground(tx.state).document.victory):
        _finish_if_decided(tx, "always")


def judge_turn(tx: Transaction) -> None:
    """Conditions that count at the end of each turn."""
    _count_turn(tx)
    _finish_if_decided(tx, "turn")


@case("7.1", "7.5")
def judge_end(tx: Transaction) -> None:
    """After the last turn the game is over, whether a condition decides it or not."""
    _count_turn(tx)
    _finish_if_decided(tx, "end")
    tx.finish("", "The last turn is over and no condition of victory is met: the players judge", "7.5")


@case("7.3")
def _count_turn(tx: Transaction) -> None:
    """Conditions that others ask about are counted at each end of a turn."""
    conditions = ground(tx.state).document.victory
    asked = {
        str(argument)
        for condition in conditions
        for expression in (condition.test, condition.score)
        for word, argument in words_in(expression)
        if word == "earlier"
    }
    for condition in conditions:
        if (
            condition.key in asked
            and condition.test != ()
            and evaluate(condition.test, VictoryFacts(tx.state))
        ):
            before = tx.state.find(Tally, condition.key)
            tx.put(Tally(condition.key, (before.times if before else 0) + 1))


def _finish_if_decided(tx: Transaction, moment: str) -> None:
    land = ground(tx.state)
    verdict = judge(land.document.victory, VictoryFacts(tx.state), moment)
    if verdict is None:
        return
    points = "" if verdict.score is None else f" with {counted(verdict.score, 'point')}"
    won = f"{land.title_of(verdict.winner)} wins" if verdict.winner else "no side wins"
    level = f"{verdict.level}{points}: " if verdict.level or points else ""
    tx.finish(verdict.winner, f"{level}{won}", "7.4" if moment == "always" else "7.1")
