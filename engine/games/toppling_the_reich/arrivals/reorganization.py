"""The Final Reorganization Segment (4.5, 9.0)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from engine.games.toppling_the_reich import boxes, marks
from engine.games.toppling_the_reich.air.missions import remove_air_markers
from engine.games.toppling_the_reich.combat.stalemate import settle
from engine.games.toppling_the_reich.movement.placing import eliminate, lose_step, withdraw
from engine.games.toppling_the_reich.movement.stacking import over_limit, points
from engine.games.toppling_the_reich.records import (
    ALLIED,
    GERMAN,
    Clock,
    Composition,
    Unit,
    forces,
    in_effect,
    units_at,
)
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.named_choice import Question
from engine.games.toppling_the_reich.special_units import corps_breakdown
from engine.games.toppling_the_reich.special_units.corps import (
    break_down,
    breaks_down,
    stand_apart_with_losses,
)
from engine.games.toppling_the_reich.special_units.corps_breakdown import BreakDown
from engine.games.toppling_the_reich.special_units.engineers import advance_railheads, refusals_to_open_more
from engine.games.toppling_the_reich.special_units.temporary_bridges import remove_temporary_bridges
from engine.games.toppling_the_reich.supply.general_supply import judge
from engine.games.toppling_the_reich.weather import dams
from engine.games.toppling_the_reich.weather.dams import BlowDams
from engine.mechanics import box, is_due, order, take_off_schedule
from engine.referee import Action, Due, Frame, Procedure, Refusal, State, Transaction, case, marked, side_of


@case("15.6", "17.3")
def leaving(state: State, side: str) -> list[tuple[Unit, int]]:
    """The units listed up to this turn that have not been asked for yet, with the turn of the list; no
    German ones while Herbstnebel is in effect in the campaign."""
    if side == GERMAN and in_effect(state) and ground(state).is_campaign:
        return []
    turn = state.one(Clock).turn
    return [
        (unit, entry.turn)
        for entry in ground(state).document.schedule
        if entry.kind == "withdrawal" and entry.side == side and entry.turn <= turn
        if (unit := state.find(Unit, entry.unit)) and not marked(state, unit.key, f"withdrawal {entry.turn}")
    ]


def is_at_hand(state: State, unit: Unit) -> bool:
    """Is it on the map, or off it and free to come? The eliminated are not."""
    if unit.place == box(boxes.DUE, unit.side):
        return is_due(state, unit.key, state.one(Clock).turn)
    return unit.on_map or unit.place in (box(boxes.COMZ, unit.side), box(boxes.AIRDROP, unit.side))


@case("15.6", "12.1-c", "12.2-b")
def take_out_of_corps(tx: Transaction, segment: FinalReorganization) -> None:
    """A corps with a division that has to leave is dissolved first; its owner distributes its losses."""
    # INTERPRETATION (15.6): a division behind a corps counter has to leave as well.
    for unit, _ in leaving(tx.state, segment.side):
        for made in list(tx.state.all(Composition).values()):
            corps = tx.state.get(Unit, made.key)
            if unit.key in made.units and corps.on_map:
                stand_apart_with_losses(tx, corps, "15.6")


@case("9.0-a", "15.6", "4.5-a", "17.3")
def withdraw_units(tx: Transaction, segment: FinalReorganization) -> None:
    """Units listed up to this turn leave, those that are held off the map as well."""
    for unit, turn in leaving(tx.state, segment.side):
        tx.mark(unit.key, f"withdrawal {turn}")
        if is_at_hand(tx.state, unit):
            take_off_schedule(tx, unit.key)
            withdraw(tx, unit)
            schedule_return(tx, unit, turn)
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
        tx.put(replace(now, place=box(boxes.DUE, now.side), steps=full, entry=entry))
        tx.put(Due(unit.key, back.turn, "reinforcement", unit.key, entry, unit.side))


@case("3.3.5-d", "3.3", "4.5-a")
def starve(tx: Transaction, segment: FinalReorganization) -> None:
    """Units that can trace lose the marker; those that still cannot lose a step."""
    judge(tx, segment.side)
    for unit in forces(tx.state, segment.side):
        if unit.is_combat_unit and not unit.dummy and marked(tx.state, unit.key, marks.OOS):
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
    scope = marks.SEGMENT
    steps = (
        take_out_of_corps,
        withdraw_units,
        starve,
        move_railheads,
        BlowDams,
        BreakDown,
        Overstacked,
        clear_map,
    )


FRAMES = (FinalReorganization, Overstacked, *dams.FRAMES, *corps_breakdown.FRAMES)
