"""The Combat Segment (4.3): regular combats one at a time, then attrition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from msgspec.structs import replace

from engine.games.toppling_the_reich import marks
from engine.games.toppling_the_reich.air import drops, landing
from engine.games.toppling_the_reich.air.landing import PickLanding, jumpers, refusals_to_start
from engine.games.toppling_the_reich.air.patrol import fly_patrol
from engine.games.toppling_the_reich.combat import (
    advance,
    attrition,
    battle,
    breakthrough,
    losses,
    response,
    retreat,
    stalemate,
    statement,
    westwall,
)
from engine.games.toppling_the_reich.combat.attack import COMBAT, Attack
from engine.games.toppling_the_reich.combat.attackers import (
    attackable,
    refusals_of_whole,
    refusals_to_join,
    repetition,
)
from engine.games.toppling_the_reich.combat.attrition import OfferAttrition
from engine.games.toppling_the_reich.combat.odds import odds
from engine.games.toppling_the_reich.combat.statement import open_statement
from engine.games.toppling_the_reich.records import Stalemate, Unit, has_hidden_units, units_at
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.named_choice import Question
from engine.games.toppling_the_reich.special_units import heydte
from engine.mechanics import ask_again, end, offer, order
from engine.referee import Action, Preview, Procedure, Refusal, State, Transaction, case


class RegularCombats(Question):
    """Which hex is attacked next? Attacks are voluntary, in any order (4.3-a)."""

    segment: str = COMBAT

    title = "Combats"

    def prompt(self, state: State) -> str:
        due = compulsory(state, self.side) if self.segment == COMBAT else []
        if due:
            names = ", ".join(ground(state).name_of(held.key) for held in due)
            return f"Choose a hex to attack; the attack on {names} must be repeated"
        return "Choose a hex to attack, or end the regular combats"

    def is_secret(self, state: State) -> bool:
        return has_hidden_units(state, self.side)

    @order("attack", "hex", "Attack")
    def attack(self, tx: Transaction, target: str) -> None:
        again = self.repetition(tx.state, target)
        open_statement(tx, again or Attack(self.side, target, self.segment))

    def repetition(self, state: State, target: str) -> Attack | None:
        """The attack that must be made again on this hex."""
        return repetition(state, self.side, target) if self.segment == COMBAT else None

    @attack.targets
    def hexes(self, state: State) -> Iterable[str]:
        repeats = [held.key for held in stalemate.due_repeats(state, self.side)]
        return sorted(
            {*attackable(state, self.side, self.segment), *repeats, *drops.targets(state, self.side)}
        )

    @attack.against
    @case("4.3-a", "7.0-a", "7.7-a")
    def refusals_to_attack(self, state: State, target: str) -> Iterator[Refusal]:
        """What is against the hex, or against the units beside it."""
        again = self.repetition(state, target)
        attack = again or Attack(self.side, target, self.segment)
        yield from refusals_of_whole(state, attack)
        if (
            again
            or target in attackable(state, self.side, self.segment)
            or target in drops.targets(state, self.side)
        ):
            return
        yield from stalemate.refusals_to_drop_in(state, self.side, target)
        own = [u for u in neighbours(state, target) if u.side == self.side and u.is_combat_unit]
        if not own:
            where = ground(state).name_of(target)
            yield Refusal("7.0-a", f"no {self.side.title()} unit is adjacent to {where}")
        for unit in own:
            yield from refusals_to_join(state, unit, attack)

    @attack.shows
    def greatest_odds(self, state: State, target: str) -> Preview:
        """The odds if all units joined that can, without leaders, air power or reserves."""
        attack = greatest(state, Attack(self.side, target, self.segment))
        if not attack.units:
            return Preview()
        shown = odds(state, attack)
        return replace(shown, text=f"{shown.text} by all units that can join")

    @order("drop", "unit", "Drop")
    def drop(self, tx: Transaction, unit: Unit) -> None:
        tx.push(PickLanding(self.side, unit.key))

    @drop.targets
    def jumpers(self, state: State) -> Iterable[str]:
        return [unit.key for unit in jumpers(state, self.side)]

    @drop.against
    def refusals_to_drop(self, state: State, unit: Unit) -> Iterator[Refusal]:
        return refusals_to_start(state, self.side, unit, self.segment)

    patrol = fly_patrol

    finish = end(words="No more attacks")

    @finish.against
    @case("7.7-a")
    def refusals_to_end(self, state: State) -> Iterator[Refusal]:
        """Only stalemates must be fought again."""
        for held in compulsory(state, self.side) if self.segment == COMBAT else ():
            where = ground(state).name_of(held.key)
            yield Refusal("7.7-a", f"the attack on {where} must be repeated before the regular combats end")

    @case("4.3-a")
    def refusals_otherwise(self, state: State, action: Action) -> Iterator[Refusal]:
        """What belongs to another segment."""
        if action.verb == "announce":
            yield from drops.refusals_to_announce_late()
        elif action.verb in ("attrition", "oversupplied_attrition"):
            yield from refusals_of_attrition(state, self.side, self.segment)
        else:
            yield Refusal("4.3-a", f"{action} is not possible in the Combat Segment")

    def resume(self, tx: Transaction, result: Any) -> None:
        ask_again(tx)


def neighbours(state: State, target: str) -> list[Unit]:
    """The units in the hexes around an attacked one."""
    return [unit for here in ground(state).grid.adjacency[target] for unit in units_at(state, here)]


def greatest(state: State, attack: Attack) -> Attack:
    """The attack with every unit that could join it, one after the other; a repetition as it must be."""
    again = repetition(state, attack.side, attack.target)
    if again is not None:
        return again
    for unit in sorted(neighbours(state, attack.target), key=lambda unit: not unit.is_engineer):
        if next(refusals_to_join(state, unit, attack), None) is None:
            attack = replace(attack, units=(*attack.units, unit.key))
    return attack


def refusals_of_attrition(state: State, side: str, segment: str) -> Iterator[Refusal]:
    """Attrition comes after the regular combats and before exploitation, for those in contact."""
    if segment == COMBAT:
        yield Refusal("4.3-a", "an attrition attack comes after the regular combats")
        yield from attrition.refusals_of_contact(state, side)
    else:
        yield Refusal("8.0-h", "an attrition attack is possible only before the Exploitation Segment")


@case("7.7-a")
def compulsory(state: State, side: str) -> list[Stalemate]:
    """The repetitions that are due and can be made."""
    found = []
    for held in stalemate.due_repeats(state, side):
        again = repetition(state, side, held.key)
        if again is not None and next(refusals_of_whole(state, again), None) is None:
            found.append(held)
    return found


def begin_combats(tx: Transaction, side: str, segment: str) -> None:
    """Ask for the first hex to attack."""
    offer(tx, RegularCombats(side, segment))


@case("4.3-a")
def regular_combats(tx: Transaction, segment: CombatSegment) -> None:
    """Regular combats, one at a time, in any order."""
    stalemate.settle(tx)
    begin_combats(tx, segment.side, COMBAT)


@case("7.7-a")
def drop_impossible_repeats(tx: Transaction, segment: CombatSegment) -> None:
    """A repetition that could not be made is forgone, and the stalemate is over."""
    for held in stalemate.due_repeats(tx.state, segment.side):
        stalemate.end(tx, held, "7.7-a", "the attack cannot be repeated")


class CombatSegment(Procedure):
    """Regular combats, then one attrition attack."""

    side: str

    title = "Combat Segment"
    scope = marks.SEGMENT
    steps = (regular_combats, drop_impossible_repeats, OfferAttrition)


FRAMES: Final[tuple[type[Any], ...]] = (
    *(CombatSegment, RegularCombats, *statement.FRAMES, *battle.FRAMES, *response.FRAMES),
    *(*losses.FRAMES, *westwall.FRAMES, *retreat.FRAMES, *advance.FRAMES, *breakthrough.FRAMES),
    *(*landing.FRAMES, *heydte.FRAMES, *attrition.FRAMES),
)
