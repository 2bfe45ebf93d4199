"""Attrition combat (7.11): one attack by all units in contact with the enemy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from msgspec.structs import replace

from engine.games.toppling_the_reich import marks
from engine.games.toppling_the_reich.combat.stalemate import settle
from engine.games.toppling_the_reich.deception.reveal import reveal
from engine.games.toppling_the_reich.movement.placing import lose_step
from engine.games.toppling_the_reich.movement.rivers import DOTTED, ESTUARY, between
from engine.games.toppling_the_reich.records import Unit, forces, occupied
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.named_choice import Question
from engine.games.toppling_the_reich.special_units.corps import break_down, breaks_down
from engine.games.toppling_the_reich.supply import attack_supply
from engine.games.toppling_the_reich.supply.oversupply import lives_off_engineers_or_flood
from engine.mechanics import Order, article, counted, dice, end, order, tell
from engine.referee import (
    Action,
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
    return not any(marked(state, unit.key, name) for name in (marks.ATTACKED, marks.STRATEGIC, marks.RAILED))


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


class Attrition(Order):
    """One attrition attack, with or without oversupply."""

    kind = "none"

    def __init__(self, verb: str, words: str, oversupplied: bool) -> None:
        self.verb = verb
        self.words = words
        self.oversupplied = oversupplied

    def price(self, state: State) -> int:
        """Attack Supply, with or without oversupply."""
        return attack_supply.cost_of(state, self.verb)

    def strength(self, state: State, side: str) -> int:
        """The factors that count in this kind of attack."""
        return total(state, side, self.oversupplied)

    def column(self, state: State, side: str) -> int:
        """The column of the table, one to the right with oversupply."""
        charts = ground(state).charts
        shift = charts.combat_shifts.of("oversupply") if self.oversupplied else 0
        return charts.art.column(self.strength(state, side)) + shift

    def candidates(self, menu: OfferAttrition, state: State) -> Iterable[Action]:
        return (Action(self.verb),)

    @case("7.11-a", "7.11-c", "7.0-b")
    def refusals(self, menu: OfferAttrition, state: State, action: Action) -> Iterator[Refusal]:
        """Once, for Attack Supply."""
        price, what = self.price(state), "the attrition attack"
        yield from refusals_of_contact(state, menu.side, self.oversupplied)
        yield from attack_supply.refusals_to_spend(state, menu.side, price, "7.11-c", what)

    @case("7.11-a", "7.11-c", "3.3.3-a")
    def apply(self, menu: OfferAttrition, tx: Transaction, action: Action) -> None:
        """The total gives the column, the die the steps that the enemy loses."""
        side, land = menu.side, ground(tx.state)
        column = self.column(tx.state, side)
        attack_supply.spend(tx, side, self.price(tx.state), "7.11-c", "the attrition attack")
        factors = counted(self.strength(tx.state, side), "factor")
        face = tx.roll("1d6", "7.11-a", f"Attrition with {factors}").total
        steps = land.charts.art.steps(column, face)
        tell(tx, "AttritionResolved", f"Attrition costs the enemy {counted(steps, 'step')}", "7.11-a")
        tx.replace(AttritionLosses(land.other(side), steps))
        wear_on(tx)

    def preview(self, menu: OfferAttrition, state: State, action: Action) -> Preview:
        art, column = ground(state).charts.art, self.column(state, menu.side)
        enemy, strength = ground(state).other(menu.side), self.strength(state, menu.side)
        losses = dice("1d6").map(lambda face: art.steps(column, face))

        def outcome(steps: int, chance: Fraction) -> PossibleOutcome:
            lost = ((enemy, Fraction(steps)),) if steps else ()
            return PossibleOutcome(counted(steps, "step"), chance, lost, menu.side if steps else "")

        return Preview(
            f"Attrition with {counted(strength, 'factor')}",
            strengths=(Strength(menu.side, "in contact", strength, "7.11-a"),),
            outcomes=losses.outcomes(outcome),
        )


class OfferAttrition(Question):
    """One attrition attack after all regular combats?"""

    title = "Attrition"
    ruled_by = "4.3-a"
    otherwise = "the regular combats are over: choose an attrition attack or none"

    @classmethod
    def begin(cls, state: State, parent: Frame) -> Frame | None:
        """Asked where there is something to attack with and Attack Supply to pay for it."""
        frame = cls(side_of(parent))
        return frame if frame.is_open(state) else None

    def prompt(self, state: State) -> str:
        factors = counted(total(state, self.side), "factor")
        return f"Attrition attack with {factors} in contact with the enemy?"

    attrition = Attrition("attrition", "Attrition attack", False)
    oversupplied = Attrition("oversupplied_attrition", "Oversupplied attrition attack", True)
    decline = end("pass", "No attrition attack")


class AttritionLosses(Question):
    """Which unit in contact loses the next step?"""

    left: int

    title = "Attrition losses"
    ruled_by = "7.11-d"
    otherwise = "name a unit that loses a step"

    def prompt(self, state: State) -> str:
        return f"Attrition: {counted(self.left, 'step')} to lose. Which unit in contact with the enemy?"

    @order("lose", "unit", "Take a step from")
    def lose(self, tx: Transaction, unit: Unit) -> None:
        if unit.hidden:
            reveal(tx, unit, "13.2-c")
        tx.replace(replace(self, left=self.left - 1))
        if breaks_down(tx.state, unit):
            break_down(tx, unit)
        else:
            lose_step(tx, unit, "7.11-d", "attrition")
            self.resume(tx, None)

    @lose.targets
    def units_in_contact(self, state: State) -> Iterable[str]:
        return [unit.key for unit in in_contact(state, self.side)]

    @lose.against
    @case("7.11-d")
    def refusals_to_lose(self, state: State, unit: Unit) -> Iterator[Refusal]:
        """Any of his units in contact, as the owner likes."""
        if unit.side != self.side:
            yield Refusal("7.11-d", f"{unit} is not {article(self.side)} {self.side.title()} unit")
        elif unit not in in_contact(state, self.side):
            yield Refusal("7.11-d", f"{unit} is not in contact with the enemy")

    def resume(self, tx: Transaction, result: object) -> None:
        """The step is lost; those of a corps have been distributed among its divisions."""
        settle(tx)
        wear_on(tx)


def wear_on(tx: Transaction) -> None:
    """Ask while steps are to be lost and a unit is in contact."""
    frame = tx.state.frame
    assert isinstance(frame, AttritionLosses)
    if not frame.left or not in_contact(tx.state, frame.side):
        tx.pop()


FRAMES = (OfferAttrition, AttritionLosses)
