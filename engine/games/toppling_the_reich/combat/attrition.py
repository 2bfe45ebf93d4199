"""Attrition combat (7.11): one attack by all units in contact with the enemy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import ClassVar, Final

from msgspec.structs import replace

from engine.games.toppling_the_reich.combat.stalemate import settle
from engine.games.toppling_the_reich.deception.reveal import reveal
from engine.games.toppling_the_reich.movement.placing import lose_step
from engine.games.toppling_the_reich.movement.rivers import DOTTED, ESTUARY, between
from engine.games.toppling_the_reich.records import (
    ATTACKED,
    RAILED,
    STRATEGIC,
    Unit,
    forces,
    occupied,
)
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.named_choice import Question, counted
from engine.games.toppling_the_reich.special_units.corps import break_down, breaks_down
from engine.games.toppling_the_reich.supply import attack_supply
from engine.games.toppling_the_reich.supply.oversupply import lives_off_engineers_or_flood
from engine.referee import (
    Action,
    Event,
    Frame,
    PossibleOutcome,
    Preview,
    Refusal,
    State,
    Strength,
    Transaction,
    case,
    derived,
    marked,
    side_of,
)

ATTRITION: Final = Action("attrition")
OVERSUPPLIED: Final = Action("oversupplied_attrition")
PASS: Final = Action("pass")
FACES: Final = 6


@derived()
@case("7.11-a", "7.11-d", "6.1.1-b", "5.1.3-c")
def in_contact(state: State, side: str) -> tuple[Unit, ...]:
    """The combat units of a side adjacent to the enemy: across Major Rivers too, not across open water."""
    land = ground(state)
    enemies = occupied(state, land.other(side))
    touching = {
        here
        for here in {unit.place for unit in forces(state, side)}
        if any(
            there in enemies and between(state, here, there) not in (DOTTED, ESTUARY)
            for there in land.grid.adjacency[here]
        )
    }
    return tuple(
        unit
        for unit in forces(state, side)
        if unit.place in touching and unit.is_combat_unit and not unit.dummy
    )


@case("7.11-a", "7.11-b", "7.0-b", "3.5.2-b")
def counts(state: State, unit: Unit) -> bool:
    """Not headquarters, nor those that attacked, or used Strategic or rail movement."""
    # INTERPRETATION (13.2-c): a concealed or unknown unit takes no part, since the total would reveal it.
    if unit.is_hq or unit.hidden:
        return False
    return not any(marked(state, unit.key, name) for name in (ATTACKED, STRATEGIC, RAILED))


@derived()
@case("7.11-a", "7.11-b", "3.3.3-b")
def total(state: State, side: str, oversupplied: bool = False) -> int:
    """Full factors of all that count, whatever their supply and command.

    Oversupply excludes units whose supply depends on engineers or leads through Flooded Hexes.
    """
    # INTERPRETATION (3.3.3-b): such units do not make the attack oversupplied, but the others do.
    return sum(
        unit.strength
        for unit in in_contact(state, side)
        if counts(state, unit) and not (oversupplied and lives_off_engineers_or_flood(state, unit))
    )


@case("7.11-a", "3.3.3-b")
def refusals_of_contact(state: State, side: str, oversupplied: bool = False) -> Iterator[Refusal]:
    """At least one unit in contact with the enemy must be able to count."""
    if not total(state, side):
        yield Refusal("7.11-a", "no unit in contact with the enemy is left for an attrition attack")
    elif oversupplied and not total(state, side, True):
        why = "crosses a Major River with engineers only, or a Flooded Hex"
        yield Refusal("3.3.3-b", f"the supply of every unit in contact {why}")


class OfferAttrition(Question):
    """One attrition attack after all regular combats?"""

    title = "Attrition"
    words: ClassVar[Mapping[str, str]] = {
        "attrition": "Attrition attack",
        "oversupplied_attrition": "Oversupplied attrition attack",
        "pass": "No attrition attack",
    }

    @classmethod
    def begin(cls, state: State, parent: Frame) -> Frame | None:
        """Asked where there is something to attack with and Attack Supply to pay for it."""
        side = side_of(parent)
        frame = cls(side)
        return frame if frame.legal(state) != [PASS] else None

    def prompt(self, state: State) -> str:
        return (
            f"Attrition attack with {counted(total(state, self.side), 'factor')} in contact with the enemy?"
        )

    def candidates(self, state: State) -> Iterable[Action]:
        return (ATTRITION, OVERSUPPLIED, PASS)

    @case("4.3-a", "7.11-a", "7.11-c", "7.0-b")
    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        """After the regular combats, once, for Attack Supply."""
        if action == PASS:
            return
        if action not in (ATTRITION, OVERSUPPLIED):
            yield Refusal("4.3-a", "the regular combats are over: choose an attrition attack or none")
            return
        yield from refusals_of_contact(state, self.side, action == OVERSUPPLIED)
        yield from attack_supply.refusals_to_spend(
            state, self.side, self.price(state, action), "7.11-c", "the attrition attack"
        )

    def price(self, state: State, action: Action) -> int:
        """Attack Supply, with or without oversupply."""
        return attack_supply.cost_of(
            state, "oversupplied_attrition" if action == OVERSUPPLIED else "attrition"
        )

    def column(self, state: State, action: Action) -> int:
        """The column of the table, one to the right with oversupply."""
        charts = ground(state).charts
        shift = charts.combat_shifts.of("oversupply") if action == OVERSUPPLIED else 0
        return charts.art.column(self.strength(state, action)) + shift

    def strength(self, state: State, action: Action) -> int:
        """The factors that count in this kind of attack."""
        return total(state, self.side, action == OVERSUPPLIED)

    @case("7.11-a", "7.11-c", "3.3.3-a")
    def apply(self, tx: Transaction, action: Action) -> None:
        """The total gives the column, the die the steps that the enemy loses."""
        if action == PASS:
            tx.pop()
            return
        column = self.column(tx.state, action)
        attack_supply.spend(tx, self.side, self.price(tx.state, action), "7.11-c", "the attrition attack")
        factors = counted(self.strength(tx.state, action), "factor")
        face = tx.roll("1d6", "7.11-a", f"Attrition with {factors}").total
        steps = ground(tx.state).charts.art.steps(column, face)
        tx.emit(Event("AttritionResolved", f"Attrition costs the enemy {counted(steps, 'step')}", "7.11-a"))
        tx.replace(AttritionLosses(ground(tx.state).other(self.side), steps))
        wear_on(tx)

    def preview(self, state: State, action: Action) -> Preview:
        if action == PASS:
            return Preview()
        art, column = ground(state).charts.art, self.column(state, action)
        enemy = ground(state).other(self.side)
        faces: dict[int, int] = {}
        for face in range(1, FACES + 1):
            steps = art.steps(column, face)
            faces[steps] = faces.get(steps, 0) + 1
        return Preview(
            f"Attrition with {counted(self.strength(state, action), 'factor')}",
            strengths=(Strength(self.side, "in contact", self.strength(state, action), "7.11-a"),),
            outcomes=tuple(
                PossibleOutcome(
                    counted(steps, "step"),
                    Fraction(times, FACES),
                    ((enemy, Fraction(steps)),) if steps else (),
                    self.side if steps else "",
                )
                for steps, times in faces.items()
            ),
        )


class AttritionLosses(Question):
    """Which unit in contact loses the next step?"""

    left: int

    title = "Attrition losses"
    words: ClassVar[Mapping[str, str]] = {"lose": "Take a step from"}

    def prompt(self, state: State) -> str:
        return f"Attrition: {counted(self.left, 'step')} to lose. Which unit in contact with the enemy?"

    def candidates(self, state: State) -> Iterable[Action]:
        return [Action("lose", "unit", unit.key) for unit in in_contact(state, self.side)]

    @case("7.11-d")
    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        """Any of his units in contact, as the owner likes."""
        if action.verb != "lose" or action.kind != "unit":
            yield Refusal("7.11-d", "name a unit that loses a step")
        elif action.target not in {unit.key for unit in in_contact(state, self.side)}:
            yield Refusal("7.11-d", f"{state.get(Unit, action.target)} is not in contact with the enemy")

    def apply(self, tx: Transaction, action: Action) -> None:
        unit = tx.state.get(Unit, action.target)
        if unit.hidden:
            reveal(tx, unit, "13.2-c")
        tx.replace(replace(self, left=self.left - 1))
        if breaks_down(tx.state, unit):
            break_down(tx, unit)
            return
        lose_step(tx, unit, "7.11-d", "attrition")
        settle(tx)
        wear_on(tx)

    def resume(self, tx: Transaction, result: object) -> None:
        """The losses of a corps have been distributed among its divisions."""
        settle(tx)
        wear_on(tx)


def wear_on(tx: Transaction) -> None:
    """Ask while steps are to be lost and a unit is in contact."""
    frame = tx.state.frame
    assert isinstance(frame, AttritionLosses)
    if not frame.left or not in_contact(tx.state, frame.side):
        tx.pop()


FRAMES = (OfferAttrition, AttritionLosses)
