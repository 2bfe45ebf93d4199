"""The Movement Segment: supply and command are judged, new units enter, and units move (4.2, 6.0)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from engine.games.toppling_the_reich import marks
from engine.games.toppling_the_reich.air import airborne
from engine.games.toppling_the_reich.air.airborne import airdrop, announce, end_air_supply, resupply
from engine.games.toppling_the_reich.air.drops import refusals_before_combat
from engine.games.toppling_the_reich.air.patrol import fly_patrol
from engine.games.toppling_the_reich.arrivals import reinforcements, replacements
from engine.games.toppling_the_reich.arrivals.comz import left_over, roll_for_entries
from engine.games.toppling_the_reich.arrivals.reinforcements import EntryCheck, bring, buy, hold, recall
from engine.games.toppling_the_reich.command.boundaries import refusals_after_command
from engine.games.toppling_the_reich.deception.markers import DeceptionStep, reveal_one
from engine.games.toppling_the_reich.movement import ferry, move_units, walk
from engine.games.toppling_the_reich.movement.move_units import MoveUnits, refusals_to_pick_up, together
from engine.games.toppling_the_reich.movement.strategic import note_zones
from engine.games.toppling_the_reich.movement.walk import points_left
from engine.games.toppling_the_reich.records import ALLIED, Unit, army, forces, has_hidden_units
from engine.games.toppling_the_reich.scenario.herbstnebel import refusals_after_its_step
from engine.games.toppling_the_reich.scenario.named_choice import Question
from engine.games.toppling_the_reich.special_units import bridgeheads, engineers
from engine.games.toppling_the_reich.special_units.bridgeheads import ready_bridgeheads
from engine.games.toppling_the_reich.special_units.corps_orders import dissolve, form_corps
from engine.games.toppling_the_reich.supply.general_supply import judge
from engine.mechanics import Order, counted, end, order
from engine.referee import Action, Procedure, Refusal, State, Transaction, case, marked


@order("select", "unit", "Move")
def select(menu: Question, tx: Transaction, unit: Unit) -> None:
    """Select a unit to move; those that overran with it are selected too."""
    chosen = "redeploy" if marked(tx.state, unit.key, marks.STRATEGIC) else ""
    tx.push(MoveUnits(menu.side, together(tx.state, unit.key), chosen=chosen))


@select.targets
def friends(menu: Question, state: State) -> list[str]:
    """The units of the side."""
    return [unit.key for unit in forces(state, menu.side)]


@select.against
@case("6.0-a", "6.0-e")
def refusals_to_select(menu: Question, state: State, unit: Unit) -> Iterator[Refusal]:
    """Why it does not move."""
    return refusals_to_pick_up(state, menu.side, unit)


@select.shows
def preview_of_points(menu: Question, state: State, unit: Unit) -> str:
    """How far it can go."""
    return f"{unit}: {counted(points_left(state, unit), 'movement point')}"


class Marches(Question):
    """Which unit moves, enters or gets replacements next? In any order, until the player ends the segment."""

    shared: ClassVar[tuple[Order, ...]] = (
        *(select, bring, buy, hold, recall),
        *replacements.ORDERS,
        *(resupply, airdrop, announce, fly_patrol, form_corps, dissolve, reveal_one),
    )

    def prompt(self, state: State) -> str:
        held = army(state, self.side)
        left = f"replacements: {held.infantry} infantry, {held.armor} armor"
        more = [left] if held.infantry or held.armor else []
        more.extend(left_over(state) if self.side == ALLIED else ())
        return "; ".join(("Movement: select units, or end the segment", *more))

    def is_secret(self, state: State) -> bool:
        return has_hidden_units(state, self.side)

    finish = end()

    @finish.shows
    def preview_of_end(self, state: State) -> str:
        return "The segment ends"

    @finish.reminds
    def unused(self, state: State) -> Iterator[str]:
        held = army(state, self.side)
        if held.infantry or held.armor:
            yield f"unused replacements are lost: {held.infantry} infantry, {held.armor} armor"
        if self.side == ALLIED:
            yield from left_over(state)

    @case("4.2-a", "6.0-e")
    def refusals_otherwise(self, state: State, action: Action) -> Iterator[Refusal]:
        """Actions of other segments, with the case that says when they are possible."""
        match action.verb:
            case "last_row":
                yield from refusals_after_command(state, self.side)
            case "declare":
                yield from refusals_after_its_step(state, self.side)
            case "drop":
                yield from refusals_before_combat(state, self.side)
            case _:
                yield Refusal("4.2-a", f"{action} is not possible in the Movement Segment")


@case("3.3", "6.0-d", "6.2-a")
def judge_states(tx: Transaction, segment: MovementSegment) -> None:
    """Supply, command and enemy zones for movement are those of this moment; bridgeheads are ready."""
    if segment.side == ALLIED:
        end_air_supply(tx)
        ready_bridgeheads(tx)
    judge(tx, segment.side)
    note_zones(tx, segment.side)


class MovementSegment(Procedure):
    """2.A.1 to 2.A.4: judged, hidden, brought in, moved."""

    side: str

    title = "Movement Segment"
    scope = marks.SEGMENT
    steps = (judge_states, DeceptionStep, EntryCheck, roll_for_entries, Marches)


FRAMES = (
    *(Marches, MovementSegment, *move_units.FRAMES, *walk.FRAMES),
    *reinforcements.FRAMES,
    *replacements.FRAMES,
    *engineers.FRAMES,
    *bridgeheads.FRAMES,
    *ferry.FRAMES,
    *airborne.FRAMES,
)
