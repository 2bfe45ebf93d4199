"""Reinforcements: where they enter, and that they move and may fight at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.games.dday_to_berlin import marks
from engine.games.dday_to_berlin.movement.activation import mark_activated
from engine.games.dday_to_berlin.movement.march import Move
from engine.games.dday_to_berlin.movement.stacking import place, refusals_to_stop, room
from engine.games.dday_to_berlin.movement.step import has_road
from engine.games.dday_to_berlin.movement.zoc import zoc
from engine.games.dday_to_berlin.records import DUE, Clock, Unit
from engine.games.dday_to_berlin.scenario.ground import ground
from engine.games.dday_to_berlin.scenario.named_choice import Question
from engine.mechanics import box, counted, order, take_off_schedule, tell, way_out
from engine.referee import Action, Due, Refusal, State, Transaction, case

ELSEWHERE = 3
"""How far from its entry zone a unit may enter if that zone is taken."""


@case("2.reinforce")
def entry_zones(state: State, unit: Unit) -> tuple[str, ...]:
    """Where a unit that is due comes in: as planned, or if that is taken a turn later by a road nearby."""
    due = state.get(Due, unit.key)
    if room(state, due.place, unit):
        return (due.place,)
    if due.turn == state.one(Clock).turn:
        return ()
    near = ground(state).grid.within(due.place, ELSEWHERE)
    return tuple(
        sorted(
            here for here in near if next(refusals_to_enter_at(state, unit, due.place, here), None) is None
        )
    )


@case("2.reinforce")
def refusals_to_enter_at(state: State, unit: Unit, planned: str, here: str) -> Iterator[Refusal]:
    """Elsewhere than planned: a road zone near the planned one, on the same map edge, with room."""
    land = ground(state)
    far = land.distance(planned, here)
    if far > ELSEWHERE:
        yield Refusal(
            "2.reinforce", f"{here} is {counted(far, 'zone')} from {planned}; at most {ELSEWHERE} are allowed"
        )
    if not land.edges(here) & land.edges(planned):
        yield Refusal("2.reinforce", f"{here} is not on the map edge of {planned}")
    if not has_road(state, here):
        yield Refusal("2.reinforce", f"no road leads from {here}")
    yield from refusals_to_stop(state, unit, here)


@case("2.reinforce")
def refusals_to_enter(state: State, side: str, unit: Unit) -> Iterator[Refusal]:
    """In its turn of arrival or any later one, while there is room for it."""
    due = state.find(Due, unit.key)
    if unit.side != side or unit.place != box(DUE, side) or due is None:
        yield Refusal("2.reinforce", f"{unit} is not a reinforcement of {ground(state).title_of(side)}")
    elif due.turn > state.one(Clock).turn:
        yield Refusal("2.reinforce", f"{unit} is due on turn {due.turn}")
    elif not entry_zones(state, unit):
        taken = "; ".join(reason.why for reason in refusals_to_stop(state, unit, due.place))
        yield Refusal("2.reinforce", f"{unit} cannot enter yet: {taken}")


@case("2.reinforce-combat")
def count_as_moving(tx: Transaction, unit: Unit) -> None:
    """It has a Move Full without a roll, for its move and for an assault."""
    mark_activated(tx, unit, marks.FULL)


@case("2.reinforce")
def enter(tx: Transaction, unit: Unit, here: str) -> Move:
    """Come in free of charge with a Move Full for the rest of the player turn."""
    # INTERPRETATION (2.reinforce): the entry zone is not entered by a step, so the first step may be into
    # rough ground, and artillery may appear in an enemy zone of control, where it stops.
    take_off_schedule(tx, unit.key)
    placed = place(tx, unit, here)
    tell(tx, "UnitArrived", f"{unit} arrives in {here}", "2.reinforce", unit=unit.key, hex=here)
    tx.mark(unit.key, marks.ARRIVED, marks.PLAYER_TURN)
    if unit.is_towed_gun:
        # INTERPRETATION (2.guns): guns that come in have moved, even if they go no farther.
        tx.mark(unit.key, marks.GUN_MOVED, marks.GAME_TURN)
    count_as_moving(tx, placed)
    halted = here in zoc(tx.state, ground(tx.state).other(unit.side))
    return Move(unit.side, unit.key, halted=halted)


class PickEntry(Question):
    """The planned zone is taken: where else does the unit come in?"""

    unit: str

    title = "Entry"
    ruled_by = "2.reinforce"

    def prompt(self, state: State) -> str:
        return f"In which zone does {state.get(Unit, self.unit)} enter?"

    @order("enter_at", "hex", "Enter at")
    @case("2.reinforce")
    def enter_at(self, tx: Transaction, here: str) -> None:
        tx.replace(enter(tx, tx.state.get(Unit, self.unit), here))

    @enter_at.targets
    def zones(self, state: State) -> Iterable[str]:
        return entry_zones(state, state.get(Unit, self.unit))

    @enter_at.against
    def refusals_to_enter_at(self, state: State, here: str) -> Iterator[Refusal]:
        if here not in self.zones(state):
            planned = state.get(Due, self.unit).place
            yield from refusals_to_enter_at(state, state.get(Unit, self.unit), planned, here)

    cancel = way_out()

    def refusals_otherwise(self, state: State, action: Action) -> Iterator[Refusal]:
        unit = state.get(Unit, self.unit)
        why = f"{action} is not a valid choice: name a zone where {unit} enters, or cancel"
        yield Refusal("2.reinforce", why)
