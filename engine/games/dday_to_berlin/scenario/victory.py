"""Step 10: the scenario's conditions of victory."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.bad_input import BadInput
from engine.catalogue.document import Side
from engine.catalogue.document_facts import DocumentFacts
from engine.catalogue.score_sheet import verdict_in_words
from engine.catalogue.victory import Verdict, decide, judge
from engine.games.dday_to_berlin.records import DUE, Clock, Met, Unit, army
from engine.games.dday_to_berlin.scenario.control import controller
from engine.games.dday_to_berlin.scenario.ground import ground
from engine.mechanics import box, counted
from engine.referee import Frame, Transaction, case

SCORE_CASES: Final = {
    "control": "10.check",
    "allied tally": "mm.tally",
    "german tally": "mm.tally",
    "allied markers": "mm.tally",
    "german markers": "mm.tally",
}
"""The cases of the entries of the score."""
COUNTED: Final = ("tally", "markers")
"""What is counted of each side: the morale markers that it ever took, and those that it holds."""
FIGHTING = "fighting"
"""Battalions and detachments on the map or still to come."""


def counters(sides: Iterable[Side]) -> dict[str, str]:
    """The counters of each side, by name, with their titles."""
    return {
        f"{side.key} {what}": f"{side.title}: morale markers {'ever taken' if what == 'tally' else 'held'}"
        for side in sides
        for what in COUNTED
    }


class VictoryFacts(DocumentFacts):
    """What the conditions of a scenario may ask."""

    clock = Clock

    def holds(self, side: str, hex_id: str, how: str) -> bool:
        """Control of an objective or supply point."""
        return controller(self.state, hex_id) == side

    @case("mm.tally")
    def counter(self, name: str) -> int:
        """`allied tally`: all morale markers the side ever took; `allied markers`: those it holds."""
        side, _, what = name.partition(" ")
        if side not in self.state.scenario.sides or what not in COUNTED:
            raise BadInput(
                f"A condition asks for {name!r:.40}; sides have a `tally` and `markers`, as allied tally"
            )
        held = army(self.state, side)
        return held.tally if what == "tally" else held.markers

    @case("10.check")
    def units(self, side: str, hexes: frozenset[str] | None, what: str) -> int:
        """Units on the map; `fighting` leaves out headquarters and counts reinforcements that are due."""
        fighting, waiting = what == FIGHTING, box(DUE, side)
        found = 0
        for unit in self.state.all(Unit).values():
            if unit.side != side or (fighting and unit.is_hq):
                continue
            if unit.on_map:
                found += hexes is None or unit.place in hexes
            else:
                found += fighting and hexes is None and unit.place == waiting
        return found

    def earlier(self, condition: str) -> int:
        met = self.state.find(Met, condition)
        return met.times if met is not None else 0


@case("10.check", "10.break", "E.end", "scn.carentan", "scn.villers", "scn.seelow", "scn.seelow-short")
def check_victory(tx: Transaction, frame: Frame) -> None:
    """First what ends the game at once, then, on the last turn, the places that are held."""
    land = ground(tx.state)
    last = tx.state.one(Clock).turn >= land.last_turn
    facts = VictoryFacts(tx.state)
    verdict = judge(land.document.victory, facts, "end" if last else "turn")
    if verdict is not None:
        text = sentence(verdict, land.title_of(verdict.winner))
        told = verdict_in_words(land.document, verdict, land.title_of)
        tx.finish(verdict.winner, text, case_of(verdict), told)
    elif last:
        tx.finish("", "The last turn is over and no condition of victory is met: a draw", "10.check")
    else:
        remember(tx, facts)


def remember(tx: Transaction, facts: VictoryFacts) -> None:
    """Keep count of the conditions that are true at the end of this turn, for those that ask later."""
    for condition in ground(tx.state).document.victory:
        if condition.when == "turn" and decide(condition, facts) is not None:
            tx.put(Met(condition.key, facts.earlier(condition.key) + 1))


def sentence(verdict: Verdict, winner: str) -> str:
    """The result in words."""
    points = "" if verdict.score is None else f" with {counted(verdict.score, 'victory point')}"
    return f"{verdict.level}{points}: {f'{winner} wins' if winner else 'no side wins'}"


def case_of(verdict: Verdict) -> str:
    """Which case ended the game."""
    return "10.break" if "broken" in verdict.condition else "10.check"
