"""The Actions of an activation: choose units, then what they do (7.1, 7.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, Final

from msgspec.structs import replace

from engine.games.crossing_the_line.records import ACTION, ActionPoints, Unit, points_left, units_at
from engine.games.crossing_the_line.scenario.ground import ground
from engine.games.crossing_the_line.scenario.question import Question
from engine.games.crossing_the_line.standard.command import IN_COMMAND, ISOLATED, command_state
from engine.games.crossing_the_line.standard.formations import formation_of
from engine.games.crossing_the_line.standard.stack_order import on_top
from engine.mechanics.menu import order, way_out
from engine.mechanics.plural import counted
from engine.referee import Event, Procedure, Refusal, State, Transaction, case

CANCELLED: Final = "cancelled"
"""What the frame below hears of a selection that was withdrawn."""


@case("5.5.1-b", "3.3-b", "7-c", "5.8.4-c", "5.6.3-a")
def refusals_to_act(state: State, side: str, formation: str, unit: Unit) -> Iterator[Refusal]:
    """Only units of the activated formation act; a disrupted one that is isolated does nothing."""
    if unit.side != side or not unit.on_map or formation_of(state, unit) != formation:
        name = ground(state).titles(formation)
        yield Refusal("5.5.1-b", f"{unit} does not belong to {name}, the formation that acts")
    elif unit.disrupted and command_state(state, unit) == ISOLATED:
        yield Refusal("5.8.4-c", f"{unit} is disrupted and isolated")


@case("5.8.3-a", "5.8.4-a", "7-b")
def price(state: State, units: Iterable[Unit], usual: int) -> int:
    """The action points of an Action: double if any of the units is out of command."""
    return usual * (1 if all(command_state(state, unit) == IN_COMMAND for unit in units) else 2)


@case("6.3.4", "3.1.3-c", "7.5.3-c")
def refusals_to_pay(state: State, menu: UnitMenu, points: int) -> Iterator[Refusal]:
    """The full cost must be there: on the track of the side, and the bonus of a victory before it."""
    track = 0 if menu.is_defender else points_left(state, menu.side)
    if menu.bonus + track < points:
        held = f"{menu.bonus} of the bonus and {track}" if menu.bonus else str(track)
        ruled = "7.5.3-c" if menu.is_defender else "6.3.4"
        yield Refusal(ruled, f"{counted(points, 'action point')} needed, {held} left")


@case("6.3.4", "7.5.3-c")
def pay(tx: Transaction, menu: UnitMenu, points: int) -> None:
    """Action points are spent when the Action is chosen, those of a bonus first."""
    from_track = max(points - menu.bonus, 0)
    if from_track:
        tx.put(ActionPoints(menu.side, points_left(tx.state, menu.side) - from_track))


class Selection(Question):
    """A decision about units of one formation that are in one hex."""

    formation: str
    units: tuple[str, ...]

    def chosen(self, state: State) -> list[Unit]:
        """The units themselves."""
        return [state.get(Unit, key) for key in self.units]

    def unit_names(self, state: State) -> str:
        """The units in words."""
        return ", ".join(map(str, self.chosen(state)))

    def subjects(self, state: State) -> Iterable[str]:
        return self.units


class UnitMenu(Selection):
    """What do the selected units do? More units of the formation in the hex may join them."""

    by_stages: bool = False
    """Their owner decides on the way where they go on (7.3-a)."""
    bonus: int = 0
    """Action points that only these units may use (7.5.3)."""
    among: tuple[str, ...] = ()
    """The units that may use the bonus."""
    is_defender: bool = False
    """A defender that has won may not add points of its track (7.5.3-c)."""

    title = "Action"
    ruled_by: ClassVar[str] = "7.2-a"

    def prompt(self, state: State) -> str:
        track = 0 if self.is_defender else points_left(state, self.side)
        left = counted(track + self.bonus, "action point")
        what = "where to first" if self.by_stages else "which Action"
        return f"{self.unit_names(state)}: {what}? {left} left"

    @order("add", "unit", "Together with")
    def add(self, tx: Transaction, unit: Unit) -> None:
        tx.replace(replace(self, units=(*self.units, unit.key)))

    @add.targets
    def companions(self, state: State) -> Iterable[str]:
        first = state.get(Unit, self.units[0])
        return [
            unit.key
            for unit in units_at(state, first.place)
            if unit.key not in self.units
            and unit.is_combat_unit
            and first.is_combat_unit
            and (not self.among or unit.key in self.among)
        ]

    @add.against
    @case("7.1-move", "7.3.1", "7.1-hq")
    def refusals_to_add(self, state: State, unit: Unit) -> Iterator[Refusal]:
        """Units of one formation that start together; headquarters never act with others."""
        first = state.get(Unit, self.units[0])
        if unit.is_hq or first.is_hq:
            yield Refusal("7.1-hq", f"{unit if unit.is_hq else first} acts alone")
        elif unit.key in self.units:
            yield Refusal("7.3.1", f"{unit} is selected already")
        elif unit.place != first.place:
            yield Refusal("7.3.1", f"{unit} is not in {first.place}, where the others are")
        elif self.among and unit.key not in self.among:
            yield Refusal("7.5.3-b", f"{unit} may not use the bonus: not in the combat, or not in command")
        else:
            yield from refusals_to_act(state, self.side, self.formation, unit)

    @order("on_top", words="Lay on top of the stack")
    @case("5.3.1-a")
    def lay_on_top(self, tx: Transaction) -> None:
        """The order of a stack is free and costs nothing."""
        unit = self.chosen(tx.state)[0]
        tx.put(on_top(tx.state, unit))
        text = f"{unit} lies on top in {ground(tx.state).name_of(unit.place)}"
        tx.emit(Event("StackArranged", text, "5.3.1-a", about=(("unit", unit.key),)))
        tx.pop(CANCELLED)

    @lay_on_top.against
    @case("5.3.1-a")
    def refusals_to_lay_on_top(self, state: State) -> Iterator[Refusal]:
        """One unit that lies below another."""
        unit = self.chosen(state)[0]
        if len(self.units) > 1:
            yield Refusal("5.3.1-a", "One unit is laid on top at a time")
        elif all(unit.level >= other.level for other in units_at(state, unit.place)):
            yield Refusal("5.3.1-a", f"No unit lies on {unit}")

    cancel = way_out("cancel", "Deselect", result=CANCELLED)


class Action(Procedure):
    """The base of what an Action does after it is paid: marks of the scope "action" end with it."""

    scope = ACTION
