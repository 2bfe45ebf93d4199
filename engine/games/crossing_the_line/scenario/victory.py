"""Victory (chapter 9): control of victory hexes, points, and the scenario's conditions."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from engine.catalogue.document import Plain
from engine.catalogue.victory import judge
from engine.games.crossing_the_line.records import GERMAN, Clock, Control, Losses, Unit
from engine.games.crossing_the_line.scenario.ground import ground
from engine.mechanics.plural import counted
from engine.referee import State, Transaction, case


class VictoryFacts:
    """What the conditions of a scenario may ask."""

    def __init__(self, state: State) -> None:
        self._state = state
        self.turn = state.one(Clock).turn
        self.places = ground(state).places.places
        self.value = ground(state).places.value

    def holds(self, side: str, hex_id: str, how: str) -> bool:
        """Control of a victory hex."""
        held = self._state.find(Control, hex_id)
        return held is not None and held.side == side

    def counter(self, name: str) -> int:
        """`activations`: Formation Activations so far; `losses`: points for German strength losses."""
        if name == "activations":
            return self._state.one(Clock).activations
        return loss_points(self._state) if name == "losses" else 0

    def units(self, side: str, hexes: frozenset[str] | None, what: str) -> int:
        """Units on the map; `combat` leaves out headquarters."""
        return sum(
            unit.side == side
            and unit.on_map
            and (hexes is None or unit.place in hexes)
            and (what != "combat" or unit.is_combat_unit)
            for unit in self._state.all(Unit).values()
        )

    def option(self, key: str) -> Plain:
        return ground(self._state).options.get(key) is True

    def earlier(self, condition: str) -> int:
        return 0


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


@case("9-a", "7.8")
def judge_end(tx: Transaction) -> None:
    """After the last turn the scenario's table turns the points into a result."""
    verdict = judge(ground(tx.state).document.victory, VictoryFacts(tx.state), "end")
    if verdict is None:
        tx.finish("", "The last turn is over and no condition of victory is met: a draw", "9-a")
        return
    winner = ground(tx.state).title_of(verdict.winner) if verdict.winner else ""
    points = (
        "" if verdict.score is None else f" with {counted(verdict.score, 'victory point')} of the US side"
    )
    text = f"{verdict.level}{points}: {f'{winner} wins' if winner else 'no side wins'}"
    tx.finish(verdict.winner, text, "9-a")
