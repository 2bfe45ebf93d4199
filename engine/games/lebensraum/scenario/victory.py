"""Victory (chapter 12)."""

from __future__ import annotations

from engine.catalogue.document_facts import DocumentFacts
from engine.catalogue.victory import judge
from engine.games.lebensraum.records import Clock, armies
from engine.games.lebensraum.scenario.ground import ground
from engine.games.lebensraum.standard.control import controller
from engine.referee import Transaction


class VictoryFacts(DocumentFacts):
    """What the conditions of a scenario may ask."""

    clock = Clock

    def holds(self, side: str, hex_id: str, how: str) -> bool:
        """Control of a hex."""
        return controller(self.state, hex_id) == side

    def units(self, side: str, hexes: frozenset[str] | None, what: str) -> int:
        """Units on the map, headquarters left out."""
        return sum(hexes is None or unit.place in hexes for unit in armies(self.state, side))


def judge_turn(tx: Transaction) -> None:
    """At the end of a turn the scenario's conditions are judged; after the last one the game ends."""
    land = ground(tx.state)
    last = tx.state.one(Clock).turn >= land.last_turn
    verdict = judge(land.document.victory, VictoryFacts(tx.state), "end" if last else "turn")
    if verdict is not None:
        winner = land.title_of(verdict.winner) if verdict.winner else ""
        tx.finish(
            verdict.winner, f"{verdict.level}: {f'{winner} wins' if winner else 'no side wins'}", "12.0-a"
        )
    elif last:
        tx.finish("", "The last turn is over and no condition of victory is met", "12.0-a")
