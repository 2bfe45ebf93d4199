"""Victory: control of hexes, losses, and the scenario's conditions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.catalogue.document_facts import DocumentFacts
from engine.catalogue.victory import Verdict, judge
from engine.games.avalanche.general.control import controller, is_friendly
from engine.games.avalanche.records import (
    ALLIED,
    BATTALION,
    ELIMINATED,
    GERMAN,
    US,
    Airfield,
    Beachhead,
    Clock,
    Control,
    Crossing,
    Unit,
)
from engine.games.avalanche.scenario.ground import ground
from engine.games.avalanche.supply.lines import open_steps, sources
from engine.hexes.paths import Reach
from engine.hexes.tracing import flood
from engine.mechanics.places import box
from engine.mechanics.plural import counted
from engine.referee import Mark, State, Transaction, case, derived

NO_VERDICT: Final = Verdict("", "", "The last turn is over and no condition of victory is met")
MAIN_BRITISH: Final = ("Uncle", "Sugar", "Roger")
SHIP_POINTS: Final = {"BB": 4, "CL": 2, "CLA": 2, "M": 2, "DD": 1, "GB": 1}


@case("scen.victory-points")
def battalions_eliminated(state: State, side: str) -> int:
    """The battalions in the Eliminated box of a side."""
    there = box(ELIMINATED, side)
    return sum(unit.size == BATTALION and unit.place == there for unit in state.all(Unit).values())


@case("scen.victory-points")
def ships_sunk(state: State) -> int:
    """The German points for ships sunk: 4 for a battleship, 2 for a cruiser or monitor, else 1."""
    sunk = box(ELIMINATED, ALLIED)
    lost = (unit for unit in state.all(Unit).values() if unit.is_ship and unit.place == sunk)
    return sum(SHIP_POINTS[unit.type] for unit in lost)


def beachheads(state: State, holder: str, which: Callable[[str], bool] = lambda name: True) -> int:
    """How many beachheads lie in hexes that a side controls."""
    return sum(
        which(beach.key) and controller(state, beach.place) == holder
        for beach in state.all(Beachhead).values()
    )


@case("scen.sudden-death")
def is_destroyed(state: State, which: Callable[[str], bool]) -> bool:
    """Are all of these beachheads, if there are any, in hexes that the German controls?"""
    there = sum(which(beach.key) for beach in state.all(Beachhead).values())
    return there > 0 and beachheads(state, GERMAN, which) == there


@case("scen.sudden-death")
def american_destroyed(state: State) -> int:
    """1 if every American beachhead is lost."""
    beaches = ground(state).charts.beachhead_capacity.beach
    return int(is_destroyed(state, lambda name: beaches[name].nation == US))


@case("scen.sudden-death")
def british_destroyed(state: State) -> int:
    """1 if the six beachheads Uncle, Sugar and Roger are lost."""
    return int(is_destroyed(state, lambda name: name.startswith(MAIN_BRITISH)))


COUNTERS: Final[dict[str, Callable[[State], int]]] = {
    "allied battalions eliminated": lambda state: battalions_eliminated(state, ALLIED),
    "german battalions eliminated": lambda state: battalions_eliminated(state, GERMAN),
    "beachheads lost": lambda state: beachheads(state, GERMAN),
    "american landing destroyed": american_destroyed,
    "british landing destroyed": british_destroyed,
    "repaired airfields": lambda state: sum(field.repaired for field in state.all(Airfield).values()),
    "points of ships sunk": ships_sunk,
}
"""The numbers that conditions may ask for, by their names."""
SCORE_CASES: Final = {"control": "scen.victory-points", **dict.fromkeys(COUNTERS, "scen.victory-points")}


class VictoryFacts(DocumentFacts):
    """What the conditions of a scenario may ask."""

    clock = Clock

    @case("scen.victory-points")
    def holds(self, side: str, hex_id: str, how: str) -> bool:
        """Control, and with "supplied" a supply path from the hex to a source."""
        if not is_friendly(self.state, hex_id, side):
            return False
        return how != "supplied" or in_reach_of_supply(self.state, hex_id, side)

    def counter(self, name: str) -> int:
        return COUNTERS[name](self.state) if name in COUNTERS else 0

    def units(self, side: str, hexes: frozenset[str] | None, what: str) -> int:
        return sum(
            unit.side == side and unit.on_map and unit.is_ground and (hexes is None or unit.place in hexes)
            for unit in self.state.all(Unit).values()
        )


def in_reach_of_supply(state: State, here: str, side: str) -> bool:
    """Does a supply path of any length lead from a hex to a source of the side?"""
    return here in reached_from_sources(state, side)


@derived(Unit, Clock, Crossing, Control, Beachhead, Mark)
def reached_from_sources(state: State, side: str) -> Reach[str, int]:
    """The hexes to which a supply path leads from a source."""
    steps = open_steps(state, side)
    return flood(sorted(sources(state, side)), lambda here: steps[here], None)


def finish(tx: Transaction, verdict: Verdict, case_id: str) -> None:
    """The game is over."""
    winner = ground(tx.state).title_of(verdict.winner) if verdict.winner else ""
    score = "" if verdict.score is None else f" with {counted(verdict.score, 'point')}"
    tx.finish(
        verdict.winner,
        f"{verdict.level}{score}" if winner else f"{verdict.level}{score}: no side wins",
        case_id,
    )


@case("scen.sudden-death")
def judge_turn(tx: Transaction) -> None:
    """Conditions that decide the game at the end of any turn."""
    verdict = judge(ground(tx.state).document.victory, VictoryFacts(tx.state), "turn")
    if verdict is not None:
        finish(tx, verdict, "scen.sudden-death")


@case("end.advance", "scen.victory-levels", "scen.length")
def judge_end(tx: Transaction) -> None:
    """After the last turn the scenario's conditions decide."""
    verdict = judge(ground(tx.state).document.victory, VictoryFacts(tx.state), "end") or NO_VERDICT
    finish(tx, verdict, "scen.victory-levels")
