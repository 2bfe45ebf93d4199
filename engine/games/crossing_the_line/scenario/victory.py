"""Victory (chapter 9): control of victory hexes, points, and the scenario's conditions."""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import Final

from engine.catalogue.document_facts import DocumentFacts
from engine.catalogue.victory import Verdict, judge
from engine.games.crossing_the_line.records import GERMAN, US, Clock, Control, Losses, Unit, combat_units
from engine.games.crossing_the_line.scenario.control import settle_control
from engine.games.crossing_the_line.scenario.ground import ground
from engine.games.crossing_the_line.scenario.plans import plan_in_force
from engine.games.crossing_the_line.standard.command import in_command
from engine.mechanics.plural import counted
from engine.referee import State, Transaction, case

NO_VERDICT: Final = Verdict("", "", "The last turn is over and no condition of victory is met")
SCORE_CASES: Final = {
    "control": "9-c",
    "losses": "9-e",
    "plan points": "3.1.5-a",
    "activations": "10.1-b",
    "german units on the southern edge": "10.4-c",
}
"""The cases of the entries of the score."""


class VictoryFacts(DocumentFacts):
    """What the conditions of a scenario may ask."""

    clock = Clock

    def holds(self, side: str, hex_id: str, how: str) -> bool:
        """Control of a victory hex."""
        held = self.state.find(Control, hex_id)
        return held is not None and held.side == side

    def counter(self, name: str) -> int:
        """What the game keeps: activations, points of the Victory Plan and for losses, German units in the
        south."""
        counted_by = {
            "activations": lambda state: state.one(Clock).activations,
            "losses": loss_points,
            "plan points": plan_points,
            "german units on the southern edge": units_on_edge,
        }
        return counted_by[name](self.state) if name in counted_by else 0

    def units(self, side: str, hexes: frozenset[str] | None, what: str) -> int:
        """Units on the map; `combat` leaves out headquarters."""
        return sum(
            unit.side == side
            and unit.on_map
            and (hexes is None or unit.place in hexes)
            and (what != "combat" or unit.is_combat_unit)
            for unit in self.state.all(Unit).values()
        )


@case("9-e", "8.5.2-d")
def loss_points(state: State) -> int:
    """The victory points for German strength losses, rounded up once."""
    chart, kinds = ground(state).charts.strength_loss_vp, ground(state).charts.unit_types.type
    lost = dict(state.get(Losses, GERMAN).points)
    for unit in state.all(Unit).values():
        if unit.side == GERMAN and unit.is_combat_unit and not unit.place.startswith("due"):
            kind = kinds[unit.type]["loss_vp_class"]
            lost[kind] = lost.get(kind, 0) + unit.strength - unit.now
    per = {"infantry": chart.infantry, "mobile": chart.mobile, "afv": chart.afv}
    return ceil(sum(Fraction(points, per[kind]) for kind, points in lost.items() if kind in per))


@case("3.1.5-a", "3.1.5-b", "8.3-b", "10.4-b")
def plan_points(state: State) -> int:
    """The points of the plan in force for each victory location under US control, the Roer area once."""
    chart = ground(state).charts.victory_plan_points
    plan = chart.plan[plan_in_force(state)]
    total = 0
    for name, hexes in chart.location.items():
        value = plan.get(name)
        held = [state.find(Control, here) for here in hexes] if isinstance(hexes, tuple) else []
        if isinstance(value, int) and any(one is not None and one.side == US for one in held):
            total += value
    return total


@case("10.4-c")
def units_on_edge(state: State) -> int:
    """German combat units in command on the southern map edge."""
    edge = ground(state).region("german-auto-win-edge")
    return sum(
        unit.place in edge and in_command(state, unit, really=True) for unit in combat_units(state, GERMAN)
    )


@case("9-c", "10.4-c")
def settle_victory(tx: Transaction) -> None:
    """Units have come, gone or changed: victory hexes change hands, and the game may be decided, at once."""
    settle_control(tx)
    judge_now(tx)


@case("10.1-b", "10.4-c")
def judge_now(tx: Transaction) -> None:
    """Conditions that decide the game at once."""
    verdict = judge(ground(tx.state).document.victory, VictoryFacts(tx.state), "always")
    if verdict is not None:
        winner = ground(tx.state).title_of(verdict.winner)
        ruled = "10.1-b" if ground(tx.state).has_rule("10.1-a") else "10.4-c"
        tx.finish(verdict.winner, f"{verdict.level}: {winner} wins", ruled)


@case("9-a", "7.8", "10.2-c", "10.3-b")
def judge_end(tx: Transaction) -> None:
    """After the last turn the scenario's table turns the points into a result."""
    verdict = judge(ground(tx.state).document.victory, VictoryFacts(tx.state), "end") or NO_VERDICT
    winner = ground(tx.state).title_of(verdict.winner) if verdict.winner else ""
    points = (
        "" if verdict.score is None else f" with {counted(verdict.score, 'victory point')} of the US side"
    )
    text = f"{verdict.level}{points}: {f'{winner} wins' if winner else 'no side wins'}"
    tx.finish(verdict.winner, text, "9-a")
