"""The Ops Phase: initiative, and what its owner does with it (6.0 to 6.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, Final

from msgspec.structs import replace

from engine.games.crossing_the_line.ops.activation import Activation, refusals_to_activate
from engine.games.crossing_the_line.records import GERMAN, US, Clock
from engine.games.crossing_the_line.scenario.ground import ground
from engine.games.crossing_the_line.scenario.question import Question
from engine.games.crossing_the_line.standard.formations import formations_of
from engine.games.crossing_the_line.standard.reroll import heard, throw
from engine.mechanics.menu import order
from engine.referee import Event, Modifier, Preview, Procedure, Refusal, State, Transaction, case, total


@case("6.2-act", "6.3.1")
def can_act(state: State, side: str) -> bool:
    """Has the side a formation that it could activate?"""
    return any(
        next(refusals_to_activate(state, side, one.key), None) is None for one in formations_of(state, side)
    )


@case("6-b", "6.2-pass")
def is_over(state: State) -> bool:
    """Both sides have passed, or neither can conduct another Formation Activation."""
    return all(is_out(state, side) or not can_act(state, side) for side in state.scenario.sides)


@case("6.2-pass", "10.1-c")
def is_out(state: State, side: str) -> bool:
    """Has the side passed, or does it never act in this scenario?"""
    return side in state.one(Clock).passed or ground(state).is_static(side)


class OpsPhase(Procedure):
    """One Ops Cycle after the other."""

    title = "Ops Phase"

    @case("6-a")
    def run(self, tx: Transaction) -> None:
        if is_over(tx.state):
            tx.emit(Event("OpsPhaseEnded", "The Ops Phase is over", "6-b"))
            tx.put(replace(tx.state.one(Clock), passed=(), cycle=0))
            tx.pop()
        else:
            clock = tx.state.one(Clock)
            tx.put(replace(clock, cycle=clock.cycle + 1))
            tx.push(OpsCycle())


# Initiative Determination


@case("6.1-a", "8.1.2-b", "6.1-d")
def initiative_modifiers(state: State, side: str) -> tuple[Modifier, ...]:
    """What a side adds to its die: the Initiative marker, and for the US side the interdiction level."""
    clock = state.one(Clock)
    found = []
    if clock.bonus_side == side and clock.bonus:
        found.append(Modifier("6.1-a", "Initiative marker", clock.bonus))
    if side == US and clock.interdiction:
        found.append(Modifier("8.1.2-b", "interdiction", clock.interdiction))
    return tuple(found)


@case("6.1-c")
def move_marker(tx: Transaction, reaction_side: str) -> None:
    """The marker favours the side that lost: it flips to 2, or moves on to the next space."""
    clock = tx.state.one(Clock)
    spaces = ground(tx.state).charts.initiative_track.spaces
    at = spaces.index(clock.bonus) + 1 if clock.bonus_side == reaction_side else 1
    bonus = spaces[min(at, len(spaces) - 1)]
    tx.put(replace(clock, bonus_side=reaction_side, bonus=bonus))
    title = ground(tx.state).title_of(reaction_side)
    tx.emit(Event("InitiativeMarkerMoved", f"The Initiative marker shows {title} +{bonus}", "6.1-c"))


@case("6.1-e")
def is_given(state: State) -> bool:
    """In the first cycle of a scenario with this rule the US side has the initiative without a roll."""
    clock, land = state.one(Clock), ground(state)
    return land.has_rule("6.1-e") and clock.turn == land.first_turn and clock.cycle == 1


@case("6.2-auto")
def only_side_left(state: State) -> str:
    """After one side has passed the other has the initiative in every cycle; empty before that."""
    out = [side for side in state.scenario.sides if is_out(state, side)]
    return state.scenario.other(out[0]) if len(out) == 1 else ""


def determine(tx: Transaction, cycle: OpsCycle) -> None:
    """By dice, unless a side has passed or the scenario gives the initiative away."""
    if left := only_side_left(tx.state):
        tx.replace(replace(cycle, side=left))
    elif is_given(tx.state):
        tx.replace(replace(cycle, side=US))
        move_marker(tx, GERMAN)
    else:
        tx.push(InitiativeRoll())


class InitiativeRoll(Procedure):
    """Both sides roll a die; the frame below hears who has the initiative."""

    rolled: tuple[int, ...] = ()
    title = "Initiative"

    def run(self, tx: Transaction) -> None:
        sides = tx.state.scenario.sides
        if len(self.rolled) < len(sides):
            side = sides[len(self.rolled)]
            more = "; ".join(map(str, initiative_modifiers(tx.state, side)))
            why = f"Initiative of {ground(tx.state).title_of(side)}{f' ({more})' if more else ''}"
            throw(tx, side, "6.1-a", why)
        else:
            self.decide(tx)

    def resume(self, tx: Transaction, result: Any) -> None:
        tx.replace(replace(self, rolled=(*self.rolled, heard(result))))

    @case("6.1-a", "6.1-b")
    def decide(self, tx: Transaction) -> None:
        """The higher total; ties go to the US side."""
        us, german = (
            die + total(initiative_modifiers(tx.state, side))
            for side, die in zip(tx.state.scenario.sides, self.rolled, strict=True)
        )
        winner = US if us >= german else GERMAN
        land = ground(tx.state)
        text = f"{land.title_of(winner)} has the initiative: {us} to {german} (US to German)"
        tx.emit(Event("InitiativeWon", text, "6.1-a", about=(("side", winner),)))
        move_marker(tx, land.other(winner))
        tx.pop(winner)


class OpsCycle(Procedure):
    """Who has the initiative, and what it does."""

    side: str = ""
    title = "Ops Cycle"

    def resume(self, tx: Transaction, result: Any) -> None:
        if isinstance(result, str) and result in tx.state.scenario.sides:
            tx.replace(replace(self, side=result))

    steps = (determine, lambda tx, cycle: tx.push(ChooseInitiative(cycle.side)))


# Act, transfer or pass


class ChooseInitiative(Question):
    """Act with a formation, transfer the initiative, or pass?"""

    transferred: bool = False

    title = "Initiative"
    ruled_by: ClassVar[str] = "6.2-act"

    def prompt(self, state: State) -> str:
        rule = ground(state).rules.first_blood
        if rule is not None:
            number, name = state.one(Clock).activations + 1, ground(state).titles(rule.formation)
            return f"Activate {name}: activation {number} of {rule.activations}"
        return f"{ground(state).title_of(self.side)} has the initiative: activate a formation or pass"

    @order("activate", "formation", "Activate")
    def activate(self, tx: Transaction, formation: str) -> None:
        tx.replace(Activation(self.side, formation))

    @activate.targets
    def own_formations(self, state: State) -> Iterable[str]:
        return [one.key for one in formations_of(state, self.side)]

    @activate.against
    def refusals_to_act(self, state: State, formation: str) -> Iterator[Refusal]:
        return refusals_to_activate(state, self.side, formation)

    @activate.shows
    def what_it_costs(self, state: State, formation: str) -> Preview:
        return Activation(self.side, formation).preview(state)

    @order("transfer", words="Transfer the initiative")
    def transfer(self, tx: Transaction) -> None:
        other = tx.state.scenario.other(self.side)
        text = f"{ground(tx.state).title_of(self.side)} transfers the initiative"
        tx.emit(Event("InitiativeTransferred", text, "6.2-transfer"))
        tx.replace(ChooseInitiative(other, transferred=True))

    @transfer.against
    @case("6.2-transfer", "6.2-auto")
    def refusals_to_transfer(self, state: State) -> Iterator[Refusal]:
        """Never back, and not to a side that has passed."""
        if self.transferred:
            yield Refusal("6.2-transfer", "The initiative was transferred to this side and cannot go back")
        if ground(state).is_static(state.scenario.other(self.side)):
            yield Refusal("10.1-c", "The other side never acts in this scenario")
        elif is_out(state, state.scenario.other(self.side)):
            yield Refusal("6.2-auto", "The other side has passed, so the initiative cannot be transferred")

    @order("pass", words="Pass for the rest of the Ops Phase", ends=True)
    def pass_(self, tx: Transaction) -> None:
        clock = tx.state.one(Clock)
        tx.put(replace(clock, passed=(*clock.passed, self.side)))
        text = f"{ground(tx.state).title_of(self.side)} passes and conducts no more activations this turn"
        tx.emit(Event("SidePassed", text, "6.2-pass"))
        tx.pop()

    @pass_.against
    @case("10.1-a")
    def refusals_to_pass(self, state: State) -> Iterator[Refusal]:
        """First Blood has no sequence of play: its division is activated until the game is over."""
        if ground(state).rules.first_blood is not None:
            yield Refusal("10.1-a", "Nobody passes in this scenario: activate the formation again")


FRAMES: Final = (OpsPhase, OpsCycle, InitiativeRoll, ChooseInitiative)
