"""The Movement Segment: supply and command are judged, new units enter, and units move (4.2, 6.0)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Final

from msgspec.structs import replace

from engine.games.toppling_the_reich.air import airborne
from engine.games.toppling_the_reich.air.airborne import airdrop, announce, end_air_supply, resupply
from engine.games.toppling_the_reich.air.drops import refusals_before_combat
from engine.games.toppling_the_reich.air.patrol import fly_patrol
from engine.games.toppling_the_reich.arrivals import reinforcements, replacements
from engine.games.toppling_the_reich.arrivals.comz import left_over, roll_for_entries
from engine.games.toppling_the_reich.arrivals.reinforcements import EntryCheck, bring, buy, hold, recall
from engine.games.toppling_the_reich.command.boundaries import refusals_after_command
from engine.games.toppling_the_reich.deception.markers import DeceptionStep
from engine.games.toppling_the_reich.movement import ferry
from engine.games.toppling_the_reich.movement.ferry import Ferry
from engine.games.toppling_the_reich.movement.modes import FarMode, Mode, NormalMove
from engine.games.toppling_the_reich.movement.overrun import Overrun, may_still_overrun
from engine.games.toppling_the_reich.movement.rail import RailMove
from engine.games.toppling_the_reich.movement.strategic import StrategicMove, note_zones, strategic_points
from engine.games.toppling_the_reich.movement.walk import (
    BOUND,
    group,
    name_all,
    points_left,
    refusals_to_move,
)
from engine.games.toppling_the_reich.records import (
    ALLIED,
    SEGMENT,
    STRATEGIC,
    Unit,
    army,
    forces,
    has_hidden_units,
    units_at,
)
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.herbstnebel import refusals_after_its_step
from engine.games.toppling_the_reich.scenario.named_choice import OldQuestion, Question, counted
from engine.games.toppling_the_reich.special_units import bridgeheads, engineers
from engine.games.toppling_the_reich.special_units.bridgeheads import ready_bridgeheads
from engine.games.toppling_the_reich.special_units.corps_orders import dissolve, form_corps
from engine.games.toppling_the_reich.supply.general_supply import judge
from engine.mechanics.menu import Order, end, order
from engine.referee import Action, Preview, Procedure, Refusal, State, Transaction, case, mark_value, marked

HALT: Final = Action("halt")
BACK: Final = Action("back")
MODES: Final[tuple[Mode, ...]] = (NormalMove(), StrategicMove(), RailMove(), Ferry(), Overrun())
CHOSEN: Final[Mapping[str, FarMode]] = {"redeploy": StrategicMove(), "entrain": RailMove()}
"""Modes that lead so far that they are chosen first, by the verb that does it."""


def refusals_to_pick_up(state: State, side: str, unit: Unit) -> Iterator[Refusal]:
    """As for any movement; but a unit that stopped before the enemy may still be able to overrun him."""
    against = list(refusals_to_move(state, side, unit))
    if len(against) == 1 and against[0].case == "3.2.1-a" and may_still_overrun(state, unit):
        return
    yield from against


@case("6.3-a")
def together(state: State, key: str) -> tuple[str, ...]:
    """A unit with those that overran with it and so must move with it."""
    return tuple(mark_value(state, key, BOUND).split()) or (key,)


@order("select", "unit", "Move")
def select(menu: Question, tx: Transaction, unit: Unit) -> None:
    """Select a unit to move; those that overran with it are selected too."""
    chosen = "redeploy" if marked(tx.state, unit.key, STRATEGIC) else ""
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
        *(resupply, airdrop, announce, fly_patrol, form_corps, dissolve),
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


class MoveUnits(OldQuestion):
    """Where do the selected units go? Asked again while they can move farther."""

    units: tuple[str, ...]
    modes: tuple[str, ...] = tuple(mode.verb for mode in MODES)
    """The verbs of the kinds of movement that are possible in this segment."""
    chosen: str = ""
    """`redeploy` or `entrain`; empty for everything else."""

    title = "Move"
    kinds: ClassVar[tuple[Mode, ...]] = MODES
    words: ClassVar[Mapping[str, str]] = {
        **{mode.verb: mode.words for mode in MODES},
        "redeploy": "Strategic Movement",
        "entrain": "By rail",
        "add": "Move together with",
        "back": "Another kind of movement",
        "halt": "Deselect",
    }

    def subjects(self, state: State) -> Iterable[str]:
        return self.units

    def prompt(self, state: State) -> str:
        units = group(state, self.units)
        where = f"{name_all(units)} in {ground(state).name_of(units[0].place)}"
        if self.chosen == "entrain":
            return f"{where}: where to by rail?"
        far = self.chosen == "redeploy"
        left = min((strategic_points if far else points_left)(state, unit) for unit in units)
        how = " by Strategic Movement" if far else ""
        return f"{where}: {counted(left, 'movement point')}. Where to{how}?"

    def offered(self) -> tuple[Mode, ...]:
        """The kinds of movement whose hexes are on offer."""
        if self.chosen:
            return (CHOSEN[self.chosen],)
        far = {mode.verb for mode in CHOSEN.values()}
        return tuple(mode for mode in self.kinds if mode.verb in self.modes and mode.verb not in far)

    def companions(self, state: State) -> Iterator[Action]:
        """Others in the hex that could go along."""
        here = state.get(Unit, self.units[0]).place
        for unit in units_at(state, here):
            if unit.side == self.side and unit.key not in self.units:
                yield Action("add", "unit", unit.key)

    def switches(self) -> Iterator[Action]:
        """Other kinds of movement to choose."""
        if self.chosen:
            yield BACK
        else:
            yield from (Action(verb) for verb, mode in CHOSEN.items() if mode.verb in self.modes)

    def going(self, state: State) -> list[Action]:
        """Every hex on offer."""
        return [
            Action(mode.verb, "hex", there)
            for mode in self.offered()
            for there in sorted(mode.ends(state, self.units))
        ]

    def is_secret(self, state: State) -> bool:
        return has_hidden_units(state, self.side)

    def way_out(self, state: State) -> Action:
        return BACK if self.chosen else HALT

    def candidates(self, state: State) -> Iterable[Action]:
        return (*self.going(state), *self.companions(state), *self.switches(), HALT)

    def legal(self, state: State) -> list[Action]:
        others = [
            action
            for action in (*self.companions(state), *self.switches())
            if next(self.refusals(state, action), None) is None
        ]
        return [*self.going(state), *others, HALT]

    @case("6.0-a", "6.0-b", "6.0-e")
    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        if action == HALT:
            return
        known = (mode for mode in self.kinds if mode.verb in self.modes)
        mode = next((mode for mode in known if mode.verb == action.verb), None)
        if mode is not None and action.kind == "hex":
            yield from self.refusals_to_go(state, mode, action.target)
        elif action.verb == "add" and action.kind == "unit":
            yield from self.refusals_to_add(state, state.get(Unit, action.target))
        elif action in (Action(verb) for verb in CHOSEN):
            yield from self.refusals_to_choose(state, action.verb)
        elif action != BACK or not self.chosen:
            yield Refusal("6.0-a", f"{action} is not a move of the selected units")

    def refusals_to_go(self, state: State, mode: Mode, there: str) -> Iterator[Refusal]:
        """What is against the hex, or else that this kind of movement was not chosen."""
        against = list(mode.refusals(state, self.units, there))
        yield from against
        if not against and mode.verb not in {offered.verb for offered in self.offered()}:
            yield Refusal(mode.ruled_by, f"this is another kind of movement: choose it first, then {there}")

    def refusals_to_choose(self, state: State, verb: str) -> Iterator[Refusal]:
        """Supply, command and terrain decide whether they can use this kind of movement."""
        mode = CHOSEN[verb]
        if mode.verb not in self.modes or self.chosen:
            yield Refusal(
                mode.ruled_by, f"{self.words[verb]}: not possible now, or another kind of movement is chosen"
            )
        else:
            yield from mode.against(state, self.units)

    def refusals_to_add(self, state: State, unit: Unit) -> Iterator[Refusal]:
        """Only a unit of the same hex that can move itself goes along."""
        if unit.key in self.units:
            yield Refusal("6.0-a", f"{unit} is selected already")
        elif unit.place != state.get(Unit, self.units[0]).place:
            yield Refusal("6.0-a", f"{unit} is not in the hex of the selected units")
        else:
            yield from refusals_to_pick_up(state, self.side, unit)

    def apply(self, tx: Transaction, action: Action) -> None:
        if action == HALT:
            tx.pop()
        elif action.verb == "add":
            tx.replace(replace(self, units=(*self.units, action.target)))
        elif action.kind == "none":
            tx.replace(replace(self, chosen="" if action == BACK else action.verb))
        else:
            mode = next(mode for mode in self.kinds if mode.verb == action.verb)
            mode.go(tx, self.units, action.target)
            if tx.state.frames[-1] == self:
                self.resume(tx, None)

    def resume(self, tx: Transaction, result: object) -> None:
        """Asked again while they can move farther."""
        if not self.going(tx.state):
            tx.pop()

    def preview(self, state: State, action: Action) -> Preview:
        mode = next((mode for mode in self.kinds if mode.verb == action.verb), None)
        return Preview() if mode is None else mode.preview(state, self.units, action.target)


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
    scope = SEGMENT
    steps = (judge_states, DeceptionStep, EntryCheck, roll_for_entries, Marches)


FRAMES = (
    *(Marches, MoveUnits, MovementSegment),
    *reinforcements.FRAMES,
    *replacements.FRAMES,
    *engineers.FRAMES,
    *bridgeheads.FRAMES,
    *ferry.FRAMES,
    *airborne.FRAMES,
)
