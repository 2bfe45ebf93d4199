"""The Final Reorganization Segment (4.5, 9.0)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from engine.games.toppling_the_reich.air.missions import remove_air_markers
from engine.games.toppling_the_reich.combat.stalemate import settle
from engine.games.toppling_the_reich.movement.placing import eliminate, lose_step, withdraw
from engine.games.toppling_the_reich.movement.stacking import over_limit, points
from engine.games.toppling_the_reich.records import (
    ALLIED,
    DUE,
    GERMAN,
    OOS,
    SEGMENT,
    Clock,
    Unit,
    forces,
    in_effect,
    units_at,
)
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.named_choice import Question
from engine.games.toppling_the_reich.special_units import corps_breakdown
from engine.games.toppling_the_reich.special_units.corps import break_down, breaks_down
from engine.games.toppling_the_reich.special_units.corps_breakdown import BreakDown
from engine.games.toppling_the_reich.special_units.engineers import advance_railheads, refusals_to_open_more
from engine.games.toppling_the_reich.special_units.temporary_bridges import remove_temporary_bridges
from engine.games.toppling_the_reich.supply.general_supply import judge
from engine.games.toppling_the_reich.weather import dams
from engine.games.toppling_the_reich.weather.dams import BlowDams
from engine.mechanics import box, order
from engine.referee import Action, Due, Frame, Procedure, Refusal, State, Transaction, case, marked, side_of


@case("9.0-a", "15.6", "4.5-a", "17.3")
def withdraw_units(tx: Transaction, segment: FinalReorganization) -> None:
    """Units listed up to this turn leave; German ones only after Herbstnebel while it is in effect."""
    side = segment.side
    if side == GERMAN and in_effect(tx.state) and ground(tx.state).is_campaign:
        return
    turn = tx.state.one(Clock).turn
    for entry in ground(tx.state).document.schedule:
        if entry.kind != "withdrawal" or entry.side != side or entry.turn > turn:
            continue
        unit = tx.state.find(Unit, entry.unit)
        if unit is None or marked(tx.state, unit.key, f"withdrawal {entry.turn}"):
            continue
        tx.mark(unit.key, f"withdrawal {entry.turn}")
        if unit.on_map or unit.place in (box("comz", side), box("airdrop", side)):
            withdraw(tx, unit)
            schedule_return(tx, unit, entry.turn)
    settle(tx)


@case("17.2", "15.6")
def schedule_return(tx: Transaction, unit: Unit, left: int) -> None:
    """A unit that is listed to come back does so at full strength."""
    back = next(
        (
            entry
            for entry in sorted(ground(tx.state).document.schedule, key=lambda entry: entry.turn)
            if entry.kind == "reinforcement" and entry.unit == unit.key and entry.turn > left
        ),
        None,
    )
    if back is not None:
        now = tx.state.get(Unit, unit.key)
        entry = str(back.data.get("entry", ""))
        full = now.full_steps if not now.is_leader else now.steps
        tx.put(replace(now, place=box(DUE, now.side), steps=full, entry=entry))
        tx.put(Due(unit.key, back.turn, "reinforcement", unit.key, entry, unit.side))


@case("3.3.5-d", "3.3", "4.5-a")
def starve(tx: Transaction, segment: FinalReorganization) -> None:
    """Units that can trace lose the marker; those that still cannot lose a step."""
    judge(tx, segment.side)
    for unit in forces(tx.state, segment.side):
        if unit.is_combat_unit and not unit.dummy and marked(tx.state, unit.key, OOS):
            if breaks_down(tx.state, unit):
                break_down(tx, unit)
            else:
                lose_step(tx, unit, "3.3.5-d", "out of supply")
    settle(tx)


@case("9.0-b", "4.5-a")
def move_railheads(tx: Transaction, segment: FinalReorganization) -> None:
    """Allied railheads under construction move up to their engineers."""
    if segment.side == ALLIED:
        advance_railheads(tx)


@case("3.1.1", "3.1-d")
def overstacked(state: State, side: str) -> list[str]:
    """The hexes where a side has more than the limit."""
    places = sorted({unit.place for unit in forces(state, side)})
    return [
        here
        for here in places
        if over_limit(state, here, (u for u in units_at(state, here) if u.side == side))
    ]


class Overstacked(Question):
    """Which unit above the limit is eliminated?"""

    ruled_by = "3.1.1"
    otherwise = "Name a unit in a hex above the stacking limit"

    @classmethod
    def begin(cls, state: State, parent: Frame) -> Frame | None:
        side = side_of(parent)
        return cls(side) if overstacked(state, side) else None

    def prompt(self, state: State) -> str:
        here = overstacked(state, self.side)[0]
        return f"{ground(state).name_of(here)} is over the stacking limit: which unit is eliminated?"

    @order("give_up", "unit", "Eliminate")
    def give_up(self, tx: Transaction, unit: Unit) -> None:
        eliminate(tx, unit, "3.1.1", "above the stacking limit")
        settle(tx)
        if not overstacked(tx.state, self.side):
            tx.pop()

    @give_up.targets
    def units_there(self, state: State) -> Iterable[str]:
        return [unit.key for here in overstacked(state, self.side) for unit in units_at(state, here)]

    @give_up.against
    @case("3.1.1")
    def refusals_to_give_up(self, state: State, unit: Unit) -> Iterator[Refusal]:
        if unit.place not in overstacked(state, self.side) or unit.side != self.side:
            yield Refusal("3.1.1", f"{unit.name} is not in a hex above the stacking limit")
        elif not points(ground(state), unit) and not unit.is_asset:
            yield Refusal("3.1.1", f"{unit.name} does not count for stacking")

    def refusals_otherwise(self, state: State, action: Action) -> Iterator[Refusal]:
        if action.verb == "open" and self.side == ALLIED:
            yield from refusals_to_open_more(state)
        else:
            yield Refusal("3.1.1", self.otherwise)


@case("9.0-c", "4.5-b")
def clear_map(tx: Transaction, segment: FinalReorganization) -> None:
    """After the second player-turn: air markers and temporary bridges go."""
    if segment.side != tx.state.one(Clock).first:
        remove_air_markers(tx)
        remove_temporary_bridges(tx)


class FinalReorganization(Procedure):
    """In the order of 4.5-a."""

    side: str

    title = "Final Reorganization"
    scope = SEGMENT
    steps = (withdraw_units, starve, move_railheads, BlowDams, BreakDown, Overstacked, clear_map)


FRAMES = (FinalReorganization, Overstacked, *dams.FRAMES, *corps_breakdown.FRAMES)
