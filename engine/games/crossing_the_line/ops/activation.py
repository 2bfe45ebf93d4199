"""Formation Activation: supply, action points, level, then Actions (6.3)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from msgspec.structs import replace

from engine.games.crossing_the_line.records import ACTIVATION, ActionPoints, Clock, Formation
from engine.games.crossing_the_line.scenario.ground import ground
from engine.games.crossing_the_line.standard.formations import headquarters
from engine.games.crossing_the_line.standard.reroll import heard, throw
from engine.games.crossing_the_line.standard.supply import in_supply
from engine.mechanics.plural import counted
from engine.referee import (
    Event,
    Frame,
    PossibleOutcome,
    Preview,
    Procedure,
    Refusal,
    State,
    Transaction,
    case,
    marked,
)

UNSUPPLIED: Final = "reacts without supply"
"""action, on a formation: its headquarters was out of supply when the attempt was made"""


@case("6.3.1", "5.5.1-b", "10.1-a")
def refusals_to_activate(state: State, side: str, formation: str) -> Iterator[Refusal]:
    """A formation of the side with its headquarters on the map and a level of at least 1."""
    land, one = ground(state), state.find(Formation, formation)
    rule = land.rules.first_blood
    if rule is not None and formation != rule.formation:
        yield Refusal("10.1-a", f"Only {land.titles(rule.formation)} is activated in this scenario")
    if land.formations[formation].side != side:
        yield Refusal("5.5.1-b", f"{land.titles(formation)} is not a formation of {land.title_of(side)}")
        return
    if one is None or headquarters(state, formation) is None:
        yield Refusal("5.5.1-b", f"The headquarters of {land.titles(formation)} is not on the map")
        return
    if one.level < 1:
        yield Refusal("6.3.1", f"{land.titles(formation)} has activation level 0")
    if rule is not None and state.one(Clock).activations >= rule.activations:
        yield Refusal("10.1-a", f"All {rule.activations} activations of this scenario have been used")


def supply_remark(state: State, one: Formation) -> str:
    """What an activation or reaction costs a formation without supply, as far as its side can know
    (6.3.3-a)."""
    if in_supply(state, one.key):
        return ""
    return f"; out of supply: {'its level falls to 0' if one.flipped else 'its emergency supply is spent'}"


class Activation(Procedure):
    """A formation acts: in its own activation, or in a reaction that interrupts the enemy's."""

    side: str
    formation: str
    is_reaction: bool = False

    title = "Activation"
    scope = ACTIVATION

    def preview(self, state: State) -> Preview:
        """How likely each number of action points is, and what it costs."""
        one = state.get(Formation, self.formation)
        table = ground(state).charts.action_points
        points = [table.points(one.level, die, self.is_reaction) for die in range(1, 11)]
        outcomes = tuple(
            PossibleOutcome(counted(number, "action point"), Fraction(points.count(number), len(points)))
            for number in sorted(set(points))
        )
        return Preview(f"Activation level {one.level}{supply_remark(state, one)}", outcomes=outcomes)

    @case("6.3-a", "6.3.2-a", "6.4.2-b", "3.1.3-b")
    def roll_points(self, tx: Transaction) -> None:
        """The level before it is lowered is the column of the table."""
        one = tx.state.get(Formation, self.formation)
        name = ground(tx.state).titles(self.formation)
        throw(tx, self.side, "6.3.2-a", f"Action points of {name} at level {one.level}")

    @case("6.3.2-a", "6.3.2-b", "6.3.3-a", "5.7.3-a", "5.7.3-b", "5.7.3-d", "3.1.3-c")
    def begin_actions(self, tx: Transaction, die: int) -> None:
        """The action points are known. The level falls by one; without supply the emergency supply is spent,
        and if that is spent already the level falls to 0."""
        one = tx.state.get(Formation, self.formation)
        land = ground(tx.state)
        points = land.charts.action_points.points(one.level, die, self.is_reaction)
        level, flipped = one.level - 1, one.flipped
        if not self.has_supply(tx.state):
            level, flipped = (0, True) if flipped else (level, True)
        tx.put(replace(one, level=level, flipped=flipped))
        tx.put(ActionPoints(self.side, points))
        name = land.titles(self.formation)
        text = f"{name} has {counted(points, 'action point')}; its level is {level} now"
        tx.emit(Event("FormationActivated", text, "6.3-a", about=(("formation", self.formation),)))
        if flipped and not one.flipped:
            tx.emit(Event("EmergencySupplySpent", f"{name} spends its emergency supply", "5.7.3-a"))

    @case("5.7.1", "6.4.2-c")
    def has_supply(self, state: State) -> bool:
        """Supply counts at the instant of activation, for a reaction before its attempt: what overstacking
        has changed since then is too late."""
        if self.is_reaction:
            return not marked(state, self.formation, UNSUPPLIED)
        return in_supply(state, self.formation, really=True)

    def resume(self, tx: Transaction, result: Any) -> None:
        if self.at == 1:
            self.begin_actions(tx, heard(result))

    @case("7.1-end", "6.3.4")
    def end_actions(self, tx: Transaction) -> None:
        """Unspent action points are lost."""
        tx.put(ActionPoints(self.side))
        clock = tx.state.one(Clock)
        if not self.is_reaction:
            tx.put(replace(clock, activations=clock.activations + 1))

    def choose_actions(self, tx: Transaction) -> None:
        """Ask for Actions. They contain activations in their turn, hence the import at this place."""
        from engine.games.crossing_the_line.actions.choose_action import ChooseAction

        tx.push(ChooseAction(self.side, self.formation))

    steps = (
        lambda tx, frame: frame.roll_points(tx),
        lambda tx, frame: frame.choose_actions(tx),
        lambda tx, frame: frame.end_actions(tx),
    )


def acting(frames: tuple[Frame, ...]) -> Activation | None:
    """The activation or reaction that is going on: the innermost one."""
    return next((frame for frame in reversed(frames) if isinstance(frame, Activation)), None)


FRAMES: Final = (Activation,)
