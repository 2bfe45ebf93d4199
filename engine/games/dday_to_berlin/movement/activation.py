"""The movement phase: activate battalions one by one or by regiments, carry each result out at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from engine.games.dday_to_berlin import marks
from engine.games.dday_to_berlin.arrivals.reserve import refusals_to_leave_reserve
from engine.games.dday_to_berlin.combat.die_roll import throw
from engine.games.dday_to_berlin.combat.retreat import FallBack
from engine.games.dday_to_berlin.command.formations import in_command
from engine.games.dday_to_berlin.morale.markers import take_markers
from engine.games.dday_to_berlin.movement.march import FaceUnit, Move, needs_facing
from engine.games.dday_to_berlin.movement.walk import allowance
from engine.games.dday_to_berlin.records import QUALITIES, Unit, forces, units_at
from engine.games.dday_to_berlin.scenario.ground import ground
from engine.games.dday_to_berlin.scenario.named_choice import Question
from engine.mechanics import change, counted, dice, end, order, tell, way_out
from engine.referee import (
    Action,
    Frame,
    Mark,
    Modifier,
    PossibleOutcome,
    Preview,
    Procedure,
    Refusal,
    State,
    Transaction,
    case,
    derived,
    marked,
    side_of,
    total,
)

RESULTS = {
    marks.DOUBLE: "Move Double",
    marks.FULL: "Move Full",
    marks.HOLD: "Hold",
    marks.FALLBACK: "Fallback",
}


@case("2.voluntary", "2.execute", "scn.villers-garrison", "2.hq-move")
def refusals_to_activate(state: State, side: str, unit: Unit) -> Iterator[Refusal]:
    """Each battalion at most once in a player turn; headquarters need no roll."""
    if unit.side != side:
        yield Refusal("2.voluntary", f"{unit} belongs to {ground(state).title_of(unit.side)}")
    if not unit.on_map:
        yield Refusal("2.voluntary", f"{unit} is not on the map")
    if unit.is_hq:
        yield Refusal("2.hq-move", f"{unit} is a headquarters and moves without a roll")
    if marked(state, unit.key, marks.ACTIVATED):
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
@derived(Unit, Mark)
def activation_modifiers(state: State, group: tuple[str, ...]) -> tuple[Modifier, ...]:
    """What is added to the die if any unit of the group is out of command, or out of supply."""
    chart = ground(state).charts.activation
    units = [state.get(Unit, key) for key in group]
    found = []
    astray = [str(unit) for unit in units if not in_command(state, unit)]
    if astray:
        text = f"{', '.join(astray)} out of command"
        found.append(Modifier("2.command-penalty", text, chart.out_of_command))
    unsupplied = [str(unit) for unit in units if marked(state, unit.key, marks.OUT_OF_SUPPLY)]
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
    results = dice("1d10").map(lambda die: activation_result(state, group, die))
    return Preview(
        f"1d10 on the {column_of(state.get(Unit, key) for key in group)} column",
        modifiers=activation_modifiers(state, group),
        outcomes=tuple(
            PossibleOutcome(text, results[result]) for result, text in RESULTS.items() if results[result]
        ),
    )


class FormGroup(Question):
    """Who rolls together?"""

    group: tuple[str, ...]

    title = "Activation"
    ruled_by = "2.regiment"
    otherwise = "@ is not part of an activation"

    def prompt(self, state: State) -> str:
        names = ", ".join(str(state.get(Unit, key)) for key in self.group)
        return f"Activate {names}; add battalions of the regiment, or roll"

    def subjects(self, state: State) -> Iterable[str]:
        return self.group

    def summary(self, state: State) -> Preview:
        return activation_preview(state, self.group)

    @change("add", "unit", "Add")
    def add(self, unit: Unit) -> FormGroup:
        return replace(self, group=(*self.group, unit.key))

    @add.legal_targets
    def others(self, state: State) -> Iterable[str]:
        return [unit.key for unit in companions(state, self.side, self.group)]

    @add.against
    def refusals_to_join(self, state: State, unit: Unit) -> Iterator[Refusal]:
        return refusals_to_join(state, self.side, self.group, unit)

    @order("roll", words="Roll the die")
    def roll(self, tx: Transaction) -> None:
        tx.replace(ActivationRoll(self.side, self.group))

    roll.shows(summary)
    cancel = way_out()

    @cancel.shows
    def nobody(self, state: State) -> str:
        return "No unit is activated"


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
        tell(tx, "UnitsActivated", f"{names}: {RESULTS[outcome]}", "2.activation", unit=self.group)
        for key in self.group:
            mark_activated(tx, tx.state.get(Unit, key), outcome)
        if outcome == marks.FALLBACK:
            tx.replace(FallbackOrStay(self.side, self.group))
        elif len(self.group) == 1:
            tx.replace(Move(self.side, self.group[0]))
        else:
            tx.replace(CarryOut(self.side, self.group))


def mark_activated(tx: Transaction, unit: Unit, outcome: str) -> None:
    """Give a unit its result and the movement points that go with it."""
    tx.mark(unit.key, marks.ACTIVATED, marks.PLAYER_TURN, value=outcome)
    if outcome in (marks.FULL, marks.DOUBLE):
        tx.mark(unit.key, marks.MP, marks.PLAYER_TURN, value=str(allowance(tx.state, unit, outcome)))


class FallbackOrStay(Question):
    """The whole group falls back, or stays and takes morale markers."""

    group: tuple[str, ...]

    title = "Fallback"
    ruled_by = "2.fallback"
    otherwise = "@ is not a valid choice: the whole group falls back or stays"

    def prompt(self, state: State) -> str:
        return f"Fall back 1 zone, or stay for {counted(self._price(state), 'morale marker')}?"

    def _price(self, state: State) -> int:
        return len(self.group) * ground(state).charts.morale_markers.stays_after_fallback

    def subjects(self, state: State) -> Iterable[str]:
        return self.group

    @order("fall_back", words="Fall back 1 zone")
    @case("2.fallback")
    def fall_back(self, tx: Transaction) -> None:
        tx.replace(FallBack(self.side, self.group))

    @fall_back.shows
    def back(self, state: State) -> str:
        return "Every unit falls back 1 zone; a unit that cannot is shattered"

    @order("stay", words="Stay and take the markers", ends=True)
    @case("2.fallback", "mm.choice")
    def stay(self, tx: Transaction) -> None:
        names = ", ".join(str(tx.state.get(Unit, key)) for key in self.group)
        take_markers(tx, self.side, self._price(tx.state), "mm.choice", f"{names} stay after a Fallback")
        tx.pop()

    @stay.shows
    def markers(self, state: State) -> str:
        return f"{counted(self._price(state), 'morale marker')}; no unit moves"


class CarryOut(Question):
    """The members of the group move or turn in any order, before another unit is activated."""

    group: tuple[str, ...]

    title = "Carry out"
    ruled_by = "2.execute"

    def prompt(self, state: State) -> str:
        return "Which battalion of the group moves next?"

    @order("move", "unit", "Move")
    @case("2.execute", "2.hold")
    def move(self, tx: Transaction, unit: Unit) -> None:
        left = tuple(key for key in self.group if key != unit.key)
        if left:
            tx.replace(replace(self, group=left))
            tx.push(Move(self.side, unit.key))
        else:
            tx.replace(Move(self.side, unit.key))

    @move.targets
    def members(self, state: State) -> Iterable[str]:
        return self.group

    @move.against
    def refusals_to_move(self, state: State, unit: Unit) -> Iterator[Refusal]:
        if unit.key in self.group and not unit.on_map:
            yield Refusal("2.execute", f"{unit} is no longer on the map")

    done = end("done")

    def refusals_otherwise(self, state: State, action: Action) -> Iterator[Refusal]:
        names = " and ".join(str(state.get(Unit, key)) for key in self.group)
        yield Refusal("2.execute", f"the roll of {names} is carried out first")


class FinalFacing(Question):
    """Battalions that were not activated may turn at the end of the phase."""

    turned: tuple[str, ...] = ()

    title = "Facing"
    ruled_by = "2.facing"
    otherwise = "@ does not turn a battalion"

    @classmethod
    def begin(cls, state: State, parent: Frame) -> Frame | None:
        asked = cls(side_of(parent))
        return asked if asked.is_open(state) else None

    def prompt(self, state: State) -> str:
        return "Turn battalions that were not activated, or end the phase"

    @order("turn", "unit", "Turn")
    def turn(self, tx: Transaction, unit: Unit) -> None:
        tx.replace(replace(self, turned=(*self.turned, unit.key)))
        tx.push(FaceUnit(self.side, unit.key))

    @turn.targets
    def battalions(self, state: State) -> Iterable[str]:
        return [
            unit.key
            for unit in forces(state, self.side)
            if not unit.is_hq and not marked(state, unit.key, marks.ACTIVATED)
        ]

    @turn.against
    @case("2.voluntary", "2.facing", "2.fallback")
    def refusals_to_turn(self, state: State, unit: Unit) -> Iterator[Refusal]:
        if unit.side != self.side or not needs_facing(state, unit.key):
            title = ground(state).title_of(self.side)
            yield Refusal("2.facing", f"{unit} is not a battalion of {title} on the map")
        if marked(state, unit.key, marks.ACTIVATED):
            yield Refusal("2.facing", f"{unit} was activated and keeps its facing")
        if unit.key in self.turned:
            yield Refusal("2.facing", f"{unit} has already been turned")

    done = end("done")
