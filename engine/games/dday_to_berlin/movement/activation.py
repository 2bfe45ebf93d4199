"""The movement phase: activate battalions one by one or by regiments, carry each result out at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from engine.games.dday_to_berlin.arrivals.reserve import refusals_to_leave_reserve
from engine.games.dday_to_berlin.combat.die_roll import throw
from engine.games.dday_to_berlin.combat.retreat import FallBack
from engine.games.dday_to_berlin.command.formations import in_command
from engine.games.dday_to_berlin.morale.markers import take_markers
from engine.games.dday_to_berlin.movement.march import FaceUnit, Move, needs_facing
from engine.games.dday_to_berlin.movement.walk import allowance
from engine.games.dday_to_berlin.records import (
    ACTIVATED,
    DOUBLE,
    FALLBACK,
    FULL,
    HOLD,
    MP,
    OUT_OF_SUPPLY,
    PLAYER_TURN,
    QUALITIES,
    Unit,
    forces,
    units_at,
)
from engine.games.dday_to_berlin.scenario.ground import ground
from engine.games.dday_to_berlin.scenario.named_choice import OldQuestion
from engine.mechanics.plural import counted
from engine.referee import (
    Action,
    Event,
    Frame,
    Modifier,
    PossibleOutcome,
    Preview,
    Procedure,
    Refusal,
    State,
    Transaction,
    case,
    marked,
    side_of,
    total,
)

RESULTS = {
    DOUBLE: "Move Double",
    FULL: "Move Full",
    HOLD: "Hold",
    FALLBACK: "Fallback",
}
ROLL = Action("roll")
CANCEL = Action("cancel")
DONE = Action("done")
STAY = Action("stay")
FALL_BACK = Action("fall_back")


@case("2.voluntary", "2.execute", "scn.villers-garrison", "2.hq-move")
def refusals_to_activate(state: State, side: str, unit: Unit) -> Iterator[Refusal]:
    """Each battalion at most once in a player turn; headquarters need no roll."""
    if unit.side != side:
        yield Refusal("2.voluntary", f"{unit} belongs to {ground(state).title_of(unit.side)}")
    if not unit.on_map:
        yield Refusal("2.voluntary", f"{unit} is not on the map")
    if unit.is_hq:
        yield Refusal("2.hq-move", f"{unit} is a headquarters and moves without a roll")
    if marked(state, unit.key, ACTIVATED):
        yield Refusal("2.voluntary", f"{unit} has already been activated in this player turn")
    if unit.static:
        yield Refusal("scn.villers-garrison", f"{unit} is a garrison and is never activated")
    yield from refusals_to_leave_reserve(state, unit)


@case("2.regiment")
def refusals_to_join(state: State, side: str, group: tuple[str, ...], unit: Unit) -> Iterator[Refusal]:
    """A regiment is of one formation and in one zone."""
    first = state.get(Unit, group[0])
    if unit.key in group:
        yield Refusal("2.regiment", f"{unit} is in the group already")
    if unit.formation != first.formation:
        yield Refusal("2.regiment", f"{unit} does not belong to the formation of {first}")
    if unit.place != first.place:
        yield Refusal("2.regiment", f"{unit} is not in {first.place} with {first}")
    yield from refusals_to_activate(state, side, unit)


def companions(state: State, side: str, group: tuple[str, ...]) -> list[Unit]:
    """Who else could be activated together with a group."""
    place = state.get(Unit, group[0]).place
    return [
        unit
        for unit in units_at(state, place)
        if next(refusals_to_join(state, side, group, unit), None) is None
    ]


@case("2.regiment", "terms.quality")
def column_of(units: Iterable[Unit]) -> str:
    """The worst quality in a group decides the column of the table."""
    return min((unit.quality for unit in units), key=QUALITIES.index)


@case("2.command-penalty", "5.effects")
def activation_modifiers(state: State, group: tuple[str, ...]) -> tuple[Modifier, ...]:
    """What is added to the die if any unit of the group is out of command, or out of supply."""
    chart = ground(state).charts.activation
    units = [state.get(Unit, key) for key in group]
    found = []
    astray = [str(unit) for unit in units if not in_command(state, unit)]
    if astray:
        text = f"{', '.join(astray)} out of command"
        found.append(Modifier("2.command-penalty", text, chart.out_of_command))
    unsupplied = [str(unit) for unit in units if marked(state, unit.key, OUT_OF_SUPPLY)]
    if unsupplied:
        found.append(Modifier("5.effects", f"{', '.join(unsupplied)} out of supply", chart.out_of_supply))
    return tuple(found)


@case("2.activation", "2.command-penalty")
def activation_result(state: State, group: tuple[str, ...], die: int) -> str:
    """Read the table with the modified die; above 10 counts as 10."""
    row = ground(state).charts.activation.rows[column_of(state.get(Unit, key) for key in group)]
    return row.result(die + int(total(activation_modifiers(state, group))))


def activation_preview(state: State, group: tuple[str, ...]) -> Preview:
    """How likely each result is."""
    faces = [activation_result(state, group, die) for die in range(1, 11)]
    return Preview(
        f"1d10 on the {column_of(state.get(Unit, key) for key in group)} column",
        modifiers=activation_modifiers(state, group),
        outcomes=tuple(
            PossibleOutcome(text, Fraction(faces.count(result), len(faces)))
            for result, text in RESULTS.items()
            if result in faces
        ),
    )


class FormGroup(OldQuestion):
    """Who rolls together?"""

    group: tuple[str, ...]

    title = "Activation"

    def prompt(self, state: State) -> str:
        names = ", ".join(str(state.get(Unit, key)) for key in self.group)
        return f"Activate {names}; add battalions of the regiment, or roll"

    def subjects(self, state: State) -> Iterable[str]:
        return self.group

    def way_out(self, state: State) -> Action:
        return CANCEL

    def candidates(self, state: State) -> Iterable[Action]:
        for unit in companions(state, self.side, self.group):
            yield Action("add", "unit", unit.key)
        yield ROLL
        yield CANCEL

    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        if action in (ROLL, CANCEL):
            return
        if action.verb != "add" or action.kind != "unit":
            yield Refusal("2.regiment", f"{action} is not part of an activation")
        else:
            yield from refusals_to_join(state, self.side, self.group, state.get(Unit, action.target))

    def apply(self, tx: Transaction, action: Action) -> None:
        if action == CANCEL:
            tx.pop()
        elif action == ROLL:
            tx.replace(ActivationRoll(self.side, self.group))
        else:
            tx.replace(replace(self, group=(*self.group, action.target)))

    def preview(self, state: State, action: Action) -> Preview:
        if action == CANCEL:
            return Preview("No unit is activated")
        group = (*self.group, action.target) if action.verb == "add" else self.group
        return activation_preview(state, group)


class ActivationRoll(Procedure):
    """The die, and what it makes of the group."""

    side: str
    group: tuple[str, ...]

    def run(self, tx: Transaction) -> None:
        units = [tx.state.get(Unit, key) for key in self.group]
        modifiers = activation_modifiers(tx.state, self.group)
        listed = "; ".join((column_of(units), *map(str, modifiers)))
        throw(tx, self.side, "2.activation", f"Activation of {', '.join(map(str, units))} ({listed})")

    def resume(self, tx: Transaction, result: Any) -> None:
        outcome = activation_result(tx.state, self.group, result)
        names = ", ".join(str(tx.state.get(Unit, key)) for key in self.group)
        about = tuple(("unit", key) for key in self.group)
        tx.emit(Event("UnitsActivated", f"{names}: {RESULTS[outcome]}", "2.activation", about=about))
        for key in self.group:
            mark_activated(tx, tx.state.get(Unit, key), outcome)
        if outcome == FALLBACK:
            tx.replace(FallbackOrStay(self.side, self.group))
        elif len(self.group) == 1:
            tx.replace(Move(self.side, self.group[0]))
        else:
            tx.replace(CarryOut(self.side, self.group))


def mark_activated(tx: Transaction, unit: Unit, outcome: str) -> None:
    """Give a unit its result and the movement points that go with it."""
    tx.mark(unit.key, ACTIVATED, PLAYER_TURN, value=outcome)
    if outcome in (FULL, DOUBLE):
        tx.mark(unit.key, MP, PLAYER_TURN, value=str(allowance(tx.state, unit, outcome)))


class FallbackOrStay(OldQuestion):
    """The whole group falls back, or stays and takes morale markers."""

    group: tuple[str, ...]

    title = "Fallback"

    def prompt(self, state: State) -> str:
        return f"Fall back 1 zone, or stay for {counted(self._price(state), 'morale marker')}?"

    def _price(self, state: State) -> int:
        return len(self.group) * ground(state).charts.morale_markers.stays_after_fallback

    def subjects(self, state: State) -> Iterable[str]:
        return self.group

    def candidates(self, state: State) -> Iterable[Action]:
        return (FALL_BACK, STAY)

    @case("2.fallback")
    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        if action not in (FALL_BACK, STAY):
            yield Refusal(
                "2.fallback", f"{action} is not a valid choice: the whole group falls back or stays"
            )

    @case("2.fallback", "mm.choice")
    def apply(self, tx: Transaction, action: Action) -> None:
        if action == FALL_BACK:
            tx.replace(FallBack(self.side, self.group))
            return
        names = ", ".join(str(tx.state.get(Unit, key)) for key in self.group)
        take_markers(tx, self.side, self._price(tx.state), "mm.choice", f"{names} stay after a Fallback")
        tx.pop()

    def preview(self, state: State, action: Action) -> Preview:
        if action == STAY:
            return Preview(f"{self._price(state)} morale markers; no unit moves")
        return Preview("Every unit falls back 1 zone; a unit that cannot is shattered")


class CarryOut(OldQuestion):
    """The members of the group move or turn in any order, before another unit is activated."""

    group: tuple[str, ...]

    title = "Carry out"

    def prompt(self, state: State) -> str:
        return "Which battalion of the group moves next?"

    def candidates(self, state: State) -> Iterable[Action]:
        for key in self.group:
            yield Action("move", "unit", key)
        yield DONE

    @case("2.execute", "2.hold")
    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        if action != DONE and (action.verb != "move" or action.target not in self.group):
            yield Refusal("2.execute", f"{action}: carry out {' and '.join(self.group)} first")
        elif action != DONE and not state.get(Unit, action.target).on_map:
            yield Refusal("2.execute", f"{state.get(Unit, action.target)} is no longer on the map")

    def apply(self, tx: Transaction, action: Action) -> None:
        if action == DONE:
            tx.pop()
            return
        left = tuple(key for key in self.group if key != action.target)
        if left:
            tx.replace(replace(self, group=left))
            tx.push(Move(self.side, action.target))
        else:
            tx.replace(Move(self.side, action.target))


class FinalFacing(OldQuestion):
    """Battalions that were not activated may turn at the end of the phase."""

    turned: tuple[str, ...] = ()

    title = "Facing"

    @classmethod
    def begin(cls, state: State, parent: Frame) -> Frame | None:
        asked = cls(side_of(parent))
        able = any(next(asked.refusals(state, turn), None) is None for turn in asked.turns(state))
        return asked if able else None

    def turns(self, state: State) -> Iterator[Action]:
        """Every battalion that might turn."""
        for unit in forces(state, self.side):
            if not unit.is_hq:
                yield Action("turn", "unit", unit.key)

    def prompt(self, state: State) -> str:
        return "Turn battalions that were not activated, or end the phase"

    def candidates(self, state: State) -> Iterable[Action]:
        yield from self.turns(state)
        yield DONE

    @case("2.voluntary", "2.facing", "2.fallback")
    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        if action == DONE:
            return
        if action.verb != "turn" or action.kind != "unit":
            yield Refusal("2.facing", f"{action} does not turn a battalion")
            return
        unit = state.get(Unit, action.target)
        if unit.side != self.side or not needs_facing(state, unit.key):
            yield Refusal(
                "2.facing", f"{unit} is not a battalion of {ground(state).title_of(self.side)} on the map"
            )
        if marked(state, unit.key, ACTIVATED):
            yield Refusal("2.facing", f"{unit} was activated and keeps its facing")
        if unit.key in self.turned:
            yield Refusal("2.facing", f"{unit} has already been turned")

    def apply(self, tx: Transaction, action: Action) -> None:
        if action == DONE:
            tx.pop()
            return
        tx.replace(replace(self, turned=(*self.turned, action.target)))
        tx.push(FaceUnit(self.side, action.target))
