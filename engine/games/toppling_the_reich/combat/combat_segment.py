"""The Combat Segment (4.3): regular combats one at a time, then attrition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, Final

from msgspec.structs import replace

from engine.games.toppling_the_reich.air import drops, landing, patrol
from engine.games.toppling_the_reich.air.landing import PickLanding, jumpers, refusals_to_start
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
from engine.games.toppling_the_reich.records import (
    SEGMENT,
    Stalemate,
    Unit,
    has_hidden_units,
    units_at,
)
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.named_choice import Question
from engine.games.toppling_the_reich.special_units import heydte
from engine.referee import Action, Preview, Procedure, Refusal, State, Transaction, case

END: Final = Action("end")


class RegularCombats(Question):
    """Which hex is attacked next?"""

    segment: str = COMBAT

    title = "Combats"
    words: ClassVar[Mapping[str, str]] = {
        "attack": "Attack",
        "drop": "Drop",
        "patrol": "Offensive patrol over",
        "end": "No more attacks",
    }

    def prompt(self, state: State) -> str:
        due = compulsory(state, self.side) if self.segment == COMBAT else []
        if due:
            names = ", ".join(ground(state).name_of(held.key) for held in due)
            return f"Choose a hex to attack; the attack on {names} must be repeated"
        return "Choose a hex to attack, or end the regular combats"

    def is_secret(self, state: State) -> bool:
        return has_hidden_units(state, self.side)

    def candidates(self, state: State) -> Iterable[Action]:
        repeats = [held.key for held in stalemate.due_repeats(state, self.side)]
        hexes = {*attackable(state, self.side, self.segment), *repeats, *drops.targets(state, self.side)}
        for here in sorted(hexes):
            yield Action("attack", "hex", here)
        for unit in jumpers(state, self.side):
            yield Action("drop", "unit", unit.key)
        yield from patrol.candidates(state, self.side)
        yield END

    @case("4.3-a", "7.0-a", "7.7-a")
    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        """Attacks are voluntary, in any order; only stalemates must be fought again."""
        if action == END:
            if self.segment == COMBAT:
                for held in compulsory(state, self.side):
                    where = ground(state).name_of(held.key)
                    yield Refusal(
                        "7.7-a", f"the attack on {where} must be repeated before the regular combats end"
                    )
        elif action.verb == "attack" and action.kind == "hex":
            yield from self._refusals_to_attack(state, action.target)
        elif action.verb == "drop" and action.kind == "unit":
            yield from refusals_to_start(state, self.side, state.get(Unit, action.target), self.segment)
        elif action.verb == "patrol" and action.kind == "hex":
            yield from patrol.refusals(state, self.side, action.target)
        elif action.verb == "announce":
            yield from drops.refusals_to_announce_late()
        elif action.verb in ("attrition", "oversupplied_attrition"):
            yield from refusals_of_attrition(state, self.side, self.segment)
        else:
            yield Refusal("4.3-a", f"{action} is not possible in the Combat Segment")

    def _refusals_to_attack(self, state: State, target: str) -> Iterator[Refusal]:
        again = repetition(state, self.side, target) if self.segment == COMBAT else None
        yield from refusals_of_whole(state, again or Attack(self.side, target, self.segment))
        if again is not None:
            return
        able = attackable(state, self.side, self.segment)
        if target not in able and target not in drops.targets(state, self.side):
            yield from self._why_nobody_attacks(state, target)

    def _why_nobody_attacks(self, state: State, target: str) -> Iterator[Refusal]:
        """The reasons against adjacent units; a general reason if no unit is adjacent."""
        attack = Attack(self.side, target, self.segment)
        near = [unit for here in ground(state).grid.adjacency[target] for unit in units_at(state, here)]
        own = [unit for unit in near if unit.side == self.side and unit.is_combat_unit]
        if not own:
            yield Refusal(
                "7.0-a", f"no {self.side.title()} unit is adjacent to {ground(state).name_of(target)}"
            )
        for unit in own:
            yield from refusals_to_join(state, unit, attack)

    def apply(self, tx: Transaction, action: Action) -> None:
        if action == END:
            tx.pop()
        elif action.verb == "patrol":
            patrol.begin(tx, self.side, action.target)
        elif action.verb == "drop":
            tx.push(PickLanding(self.side, action.target))
        else:
            again = repetition(tx.state, self.side, action.target) if self.segment == COMBAT else None
            open_statement(tx, again or Attack(self.side, action.target, self.segment))

    def preview(self, state: State, action: Action) -> Preview:
        """The odds if all units joined that can, without leaders, air power or reserves."""
        if action.verb != "attack":
            return Preview()
        attack = greatest(state, Attack(self.side, action.target, self.segment))
        if not attack.units:
            return Preview()
        shown = odds(state, attack)
        return replace(shown, text=f"{shown.text} by all units that can join")

    def resume(self, tx: Transaction, result: Any) -> None:
        fight_on(tx)


def greatest(state: State, attack: Attack) -> Attack:
    """The attack with every unit that could join it, one after the other; a repetition as it must be."""
    again = repetition(state, attack.side, attack.target)
    if again is not None:
        return again
    near = [unit for here in ground(state).grid.adjacency[attack.target] for unit in units_at(state, here)]
    for unit in sorted(near, key=lambda unit: not unit.is_engineer):
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


def fight_on(tx: Transaction) -> None:
    """Ask while anything can be attacked."""
    frame = tx.state.frame
    assert isinstance(frame, RegularCombats)
    if frame.legal(tx.state) == [END]:
        tx.pop()


def begin_combats(tx: Transaction, side: str, segment: str) -> None:
    """Ask for the first hex to attack."""
    tx.push(RegularCombats(side, segment))
    fight_on(tx)


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
    scope = SEGMENT
    steps = (regular_combats, drop_impossible_repeats, OfferAttrition)


FRAMES: Final[tuple[type[Any], ...]] = (
    *(CombatSegment, RegularCombats, *statement.FRAMES, *battle.FRAMES, *response.FRAMES),
    *(*losses.FRAMES, *westwall.FRAMES, *retreat.FRAMES, *advance.FRAMES, *breakthrough.FRAMES),
    *(*landing.FRAMES, *heydte.FRAMES, *attrition.FRAMES),
)
