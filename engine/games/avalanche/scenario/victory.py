"""Victory: control of hexes, losses, and the scenario's conditions."""

from __future__ import annotations

from typing import Final

from engine.catalogue.document_facts import DocumentFacts
from engine.catalogue.victory import Verdict, judge
from engine.games.avalanche.general.control import is_friendly
from engine.games.avalanche.records import Clock, Unit
from engine.games.avalanche.scenario.ground import ground
from engine.referee import Transaction, case

NO_VERDICT: Final = Verdict("", "", "The last turn is over and no condition of victory is met")
SCORE_CASES: Final[dict[str, str]] = {"control": "scen.victory-points"}


class VictoryFacts(DocumentFacts):
    """What the conditions of a scenario may ask."""

    clock = Clock

    def holds(self, side: str, hex_id: str, how: str) -> bool:
        return is_friendly(self.state, hex_id, side)

    def units(self, side: str, hexes: frozenset[str] | None, what: str) -> int:
        return sum(
            unit.side == side and unit.on_map and unit.is_ground and (hexes is None or unit.place in hexes)
            for unit in self.state.all(Unit).values()
        )


def judge_turn(tx: Transaction) -> None:
    """Conditions that decide the game at the end of any turn."""


@case("end.advance")
def judge_end(tx: Transaction) -> None:
    """After the last turn the scenario's conditions decide."""
    verdict = judge(ground(tx.state).document.victory, VictoryFacts(tx.state), "end") or NO_VERDICT
    winner = ground(tx.state).title_of(verdict.winner) if verdict.winner else ""
    text = f"{verdict.level}: {winner} wins" if winner else "No side wins"
    tx.finish(verdict.winner, text, "end.advance")
