"""Module 14 and the scenarios' conditions of victory."""

from __future__ import annotations

from typing import Final

from engine.bad_input import BadInput
from engine.catalogue.document import ScenarioDocument
from engine.catalogue.document_facts import DocumentFacts
from engine.catalogue.score_sheet import verdict_in_words
from engine.catalogue.victory import Verdict, judge
from engine.games.toppling_the_reich.movement.control import holder
from engine.games.toppling_the_reich.records import Clock, Control, forces
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.supply.antwerp import is_open
from engine.mechanics import counted
from engine.referee import State, Transaction, case, derived

ANTWERP_OPEN = "antwerp open"
"""The counter that says whether Antwerp is a working railhead: 1 or 0."""
SCORE_CASES: Final = {"control": "14.0-b", ANTWERP_OPEN: "16.2.2"}
"""The cases of the entries of the score."""


@case("14.0-b")
def worth(state: State, here: str) -> int:
    """The victory points of a hex: cities, towns and Ruhr industry count, whoever held them at the start."""
    points_of = ground(state).charts.victory_points.points
    return sum(points_of.get(feature.kind, 0) for feature in ground(state).document.features_at(here))


@derived(Control)
def points(state: State, side: str) -> int:
    """The victory points of all hexes that a side controls."""
    layers = (ground(state).document.map.features, ground(state).document.features)
    places = dict.fromkeys(here for layer in layers for here in layer)
    return sum(worth(state, here) for here in places if holder(state, here) == side)


class VictoryFacts(DocumentFacts):
    """What the conditions of a scenario may ask."""

    clock = Clock

    def holds(self, side: str, hex_id: str, how: str) -> bool:
        """Control of a hex."""
        return holder(self.state, hex_id) == side

    def value(self, hex_id: str) -> int:
        return worth(self.state, hex_id)

    @case("16.2.2")
    def counter(self, name: str) -> int:
        """`antwerp open`: is Antwerp a working railhead?"""
        return int(name == ANTWERP_OPEN and is_open(self.state))

    def units(self, side: str, hexes: frozenset[str] | None, what: str) -> int:
        """Combat units of a side on the map."""
        return sum(
            unit.is_combat_unit and (hexes is None or unit.place in hexes)
            for unit in forces(self.state, side)
        )

    def earlier(self, condition: str) -> int:
        raise BadInput(f"A condition asks how often {condition!r:.40} was true; only the end counts here")


@case("14.0-a", "15.2", "16.1.2", "16.2.2", "16.3.2", "16.4.2", "16.5.2", "17.0", "17.1")
def judge_victory(tx: Transaction) -> None:
    """After the last turn: the player who is to win has the points he needs, or else his opponent wins."""
    land = ground(tx.state)
    verdict = judge(land.document.victory, VictoryFacts(tx.state), "end")
    if verdict is None:
        tx.finish("", "The last turn is over and no condition of victory is met", "14.0-a")
    else:
        told = verdict_in_words(land.document, verdict, land.title_of)
        tx.finish(verdict.winner, sentence(verdict), "14.0-a", told)


def sentence(verdict: Verdict) -> str:
    """The result in words."""
    score = "" if verdict.score is None else f" ({counted(verdict.score, 'victory point')})"
    return f"{verdict.level}{score}"


def check_moments(document: ScenarioDocument) -> None:
    """BadInput if a condition asks for another moment than the end, which alone counts in this game."""
    for condition in document.victory:
        if condition.when != "end":
            raise BadInput(f"Victory condition {condition.key} is to be judged at another time than the end")
