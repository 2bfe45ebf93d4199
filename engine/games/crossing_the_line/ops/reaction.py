"""Formation Reaction: the enemy's attempt to interrupt a Movement Action (6.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, ClassVar, Final

from engine.games.crossing_the_line.ops.activation import UNSUPPLIED, supply_remark
from engine.games.crossing_the_line.records import ACTION, ACTIVATION, Formation, Unit, combat_units
from engine.games.crossing_the_line.scenario.ground import ground
from engine.games.crossing_the_line.scenario.question import Question
from engine.games.crossing_the_line.standard.command import IN_COMMAND, command_state
from engine.games.crossing_the_line.standard.formations import formation_of, formations_of, headquarters
from engine.games.crossing_the_line.standard.reroll import heard, throw
from engine.games.crossing_the_line.standard.supply import in_supply
from engine.mechanics.menu import order
from engine.referee import (
    Event,
    PossibleOutcome,
    Preview,
    Procedure,
    Refusal,
    State,
    Transaction,
    case,
    mark_value,
    marked,
)

ATTEMPTED: Final = "reaction attempted"
"""action, on the reaction side"""
REACTS: Final = "reacts"
"""action, on the reaction side; the formation whose attempt succeeded"""
DISPLACED: Final = "headquarters displaced"
"""action, on a formation whose headquarters the moving units displaced (7.3.6-b)"""
DECLINES: Final = "declines reactions"
"""activation, on the reaction side: its standing answer"""


@case("6.4.1-b", "6.4.1-d", "6.3.1", "7.3.6-b")
def refusals_to_react(state: State, side: str, formation: str, here: str) -> Iterator[Refusal]:
    """A formation with a level, and next to the moving units a combat unit of it that is undisrupted and in
    command, judged after the step that gave the occasion."""
    land, one = ground(state), state.find(Formation, formation)
    name = land.titles(formation)
    if land.formations[formation].side != side:
        yield Refusal("6.4.1-b", f"{name} is not a formation of {land.title_of(side)}")
        return
    if one is None or headquarters(state, formation) is None:
        yield Refusal("6.4.1-b", f"The headquarters of {name} is not on the map")
        return
    if one.level < 1:
        yield Refusal("6.3.1", f"{name} has activation level 0")
    if marked(state, formation, DISPLACED):
        yield Refusal("7.3.6-b", f"The headquarters of {name} was displaced by this Action")
    near = [unit for unit in combat_units(state, side) if is_near(state, unit, formation, here)]
    reasons = {unit.key: list(refusals_to_qualify(state, unit)) for unit in near}
    if all(reasons.values()):
        why = f"{name} has no undisrupted unit in command next to {land.name_of(here)}"
        yield Refusal("6.4.1-b", why)
        yield from (why for found in reasons.values() for why in found)


def is_near(state: State, unit: Unit, formation: str, here: str) -> bool:
    """Is this a unit of the formation next to the hex of the movers?"""
    return unit.place in ground(state).neighbors[here] and formation_of(state, unit) == formation


@case("6.4.1-b", "5.8.3-b", "5.6.3-a")
def refusals_to_qualify(state: State, unit: Unit) -> Iterator[Refusal]:
    """Only a unit that is undisrupted and in command lets its formation try to react."""
    if unit.disrupted:
        yield Refusal("5.6.3-a", f"{unit} is disrupted")
    if (found := command_state(state, unit)) != IN_COMMAND:
        yield Refusal("5.8.3-b", f"{unit} is {found}")


@case("6.4.1-a", "6.4.1-c", "6.4.3-c", "6.4.3-d", "10.1-c")
def is_occasion(state: State, side: str, here: str) -> bool:
    """Is the reaction side asked about movers in this hex?

    Whenever one of its combat units is next to it: whether a formation can react must not show by a question
    that does not come. Only what both sides know, levels and an attempt made already, spares the question.
    """
    if ground(state).is_static(side) or marked(state, side, ATTEMPTED):
        return False
    if marked(state, side, DECLINES) or not any(one.level for one in formations_of(state, side)):
        return False
    near = ground(state).neighbors[here]
    return any(unit.place in near for unit in combat_units(state, side))


class ReactionWindow(Procedure):
    """Somebody moves: the other side may try to react. Headquarters that had to leave are gone by now."""

    side: str
    here: str

    def run(self, tx: Transaction) -> None:
        if self.at or not is_occasion(tx.state, self.side, self.here):
            tx.pop()
        else:
            tx.replace(ReactionWindow(self.side, self.here, at=1))
            tx.push(OfferReaction(self.side, self.here))


class OfferReaction(Question):
    """Does a formation try to react?"""

    here: str

    title = "Reaction"
    ruled_by: ClassVar[str] = "6.4.1-a"

    def prompt(self, state: State) -> str:
        return f"Enemy units move at {ground(state).name_of(self.here)}: does a formation try to react?"

    def whereabouts(self, state: State) -> Iterable[str]:
        return (self.here,)

    def asks_across_the_table(self, state: State) -> bool:
        return True

    @order("react", "formation", "React with")
    def react(self, tx: Transaction, formation: str) -> None:
        tx.replace(ReactionAttempt(self.side, formation, self.here))

    @react.targets
    def own_formations(self, state: State) -> Iterable[str]:
        return [one.key for one in formations_of(state, self.side)]

    @react.against
    def refusals_to_try(self, state: State, formation: str) -> Iterator[Refusal]:
        return refusals_to_react(state, self.side, formation, self.here)

    @react.shows
    @case("6.4.2-a")
    def chance(self, state: State, formation: str) -> Preview:
        """The chance of the attempt."""
        rating = ground(state).formations[formation].reaction
        chance = Fraction(rating, 10)
        outcomes = (PossibleOutcome("reacts", chance), PossibleOutcome("nothing happens", 1 - chance))
        remark = supply_remark(state, state.get(Formation, formation))
        return Preview(f"1d10, at most the reaction rating {rating}{remark}", outcomes=outcomes)

    @order("decline", words="No reaction", ends=True)
    def decline(self, tx: Transaction) -> None:
        tx.pop()

    @order("decline_all", words="No reaction in this activation", ends=True)
    def decline_all(self, tx: Transaction) -> None:
        tx.mark(self.side, DECLINES, ACTIVATION)
        tx.pop()


class ReactionAttempt(Procedure):
    """The reaction check of a formation."""

    side: str
    formation: str
    here: str

    title = "Reaction"

    @case("6.4.2-a", "6.4.1-c")
    def run(self, tx: Transaction) -> None:
        tx.mark(self.side, ATTEMPTED, ACTION)
        name, where = ground(tx.state).titles(self.formation), ground(tx.state).name_of(self.here)
        why = f"Reaction of {name} (rating {self.rating(tx.state)}) to the march at {where}"
        throw(tx, self.side, "6.4.2-a", why)

    def rating(self, state: State) -> int:
        """The reaction rating of the headquarters."""
        return ground(state).formations[self.formation].reaction

    @case("6.4.2-a", "6.4.2-c", "6.4.2-e", "6.4.3-a")
    def resume(self, tx: Transaction, result: Any) -> None:
        """Equal to or below the rating succeeds; a failure has no effect."""
        name = ground(tx.state).titles(self.formation)
        if heard(result) <= self.rating(tx.state):
            tx.mark(self.side, REACTS, ACTION, value=self.formation)
            if not in_supply(tx.state, self.formation, really=True):
                tx.mark(self.formation, UNSUPPLIED, ACTION)
            tx.emit(Event("ReactionSucceeded", f"{name} reacts", "6.4.2-a"))
        else:
            tx.emit(Event("ReactionFailed", f"{name} does not react", "6.4.2-e"))
        tx.pop()


def reacting(state: State, side: str) -> str:
    """The formation that interrupts the Action of a side; empty if none does."""
    return mark_value(state, state.scenario.other(side), REACTS)


FRAMES: Final = (ReactionWindow, OfferReaction, ReactionAttempt)
