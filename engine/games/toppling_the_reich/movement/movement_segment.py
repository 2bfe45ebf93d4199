"""The Movement Segment: supply and command are judged, new units enter, and units move (4.2, 6.0)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Final

from msgspec.structs import replace

from engine.games.toppling_the_reich.air import airborne, patrol
from engine.games.toppling_the_reich.air.airborne import (
    AirdropStatus,
    AnnounceDrops,
    Resupply,
    end_air_supply,
)
from engine.games.toppling_the_reich.arrivals import reinforcements, replacements
from engine.games.toppling_the_reich.arrivals.comz import left_over, roll_for_entries
from engine.games.toppling_the_reich.arrivals.reinforcements import Bring, Buy, EntryCheck, Hold, Recall
from engine.games.toppling_the_reich.arrivals.replacements import (
    RebuildArmor,
    RebuildInfantry,
    RestoreArmor,
    RestoreInfantry,
)
from engine.games.toppling_the_reich.deception.markers import DeceptionStep
from engine.games.toppling_the_reich.movement import ferry
from engine.games.toppling_the_reich.movement.ferry import Ferry
from engine.games.toppling_the_reich.movement.modes import FarMode, Mode, NormalMove
from engine.games.toppling_the_reich.movement.movement_orders import Order
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
from engine.games.toppling_the_reich.movement.wrong_segment import refusals_of_the_segment
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
from engine.games.toppling_the_reich.scenario.named_choice import Question, counted
from engine.games.toppling_the_reich.special_units import bridgeheads, engineers
from engine.games.toppling_the_reich.special_units.bridgeheads import ready_bridgeheads
from engine.games.toppling_the_reich.special_units.corps_orders import DissolveCorps, FormCorps
from engine.games.toppling_the_reich.supply.general_supply import judge
from engine.referee import Action, Preview, Procedure, Refusal, State, Transaction, case, mark_value, marked

END: Final = Action("end")
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


class Select(Order):
    """Select a unit to move; those that overran with it are selected too."""

    verb = "select"
    words = "Move"

    def candidates(self, state: State, side: str) -> Iterable[Action]:
        for unit in forces(state, side):
            yield Action("select", "unit", unit.key)

    @case("6.0-a", "6.0-e")
    def refusals(self, state: State, side: str, action: Action) -> Iterator[Refusal]:
        yield from refusals_to_pick_up(state, side, state.get(Unit, action.target))

    def apply(self, tx: Transaction, side: str, action: Action) -> None:
        keys = together(tx.state, action.target)
        chosen = "redeploy" if marked(tx.state, action.target, STRATEGIC) else ""
        tx.push(MoveUnits(side, keys, chosen=chosen))

    def preview(self, state: State, side: str, action: Action) -> Preview:
        unit = state.get(Unit, action.target)
        return Preview(f"{unit}: {counted(points_left(state, unit), 'movement point')}")


class Patrol(Order):
    """Air Actions against enemy interdiction or combat air patrol."""

    verb = "patrol"
    kind = "hex"
    words = "Offensive patrol over"

    def candidates(self, state: State, side: str) -> Iterable[Action]:
        return patrol.candidates(state, side)

    def refusals(self, state: State, side: str, action: Action) -> Iterator[Refusal]:
        return patrol.refusals(state, side, action.target)

    def apply(self, tx: Transaction, side: str, action: Action) -> None:
        patrol.begin(tx, side, action.target)

    def preview(self, state: State, side: str, action: Action) -> Preview:
        return patrol.price_of(state, side)


ORDERS: Final[tuple[Order, ...]] = (
    *(Select(), Bring(), Buy(), Hold(), Recall()),
    *(RestoreInfantry(), RestoreArmor(), RebuildInfantry(), RebuildArmor()),
    *(Resupply(), AirdropStatus(), AnnounceDrops(), Patrol(), FormCorps(), DissolveCorps()),
)


def order_of(action: Action) -> Order | None:
    """The order that an action gives."""
    return next((o for o in ORDERS if o.verb == action.verb and o.kind == action.kind), None)


class Marches(Question):
    """Which unit moves, enters or gets replacements next? In any order, until the player ends the segment."""

    words: ClassVar[Mapping[str, str]] = {order.verb: order.words for order in ORDERS}

    def prompt(self, state: State) -> str:
        held = army(state, self.side)
        left = f"replacements: {held.infantry} infantry, {held.armor} armor"
        more = [left] if held.infantry or held.armor else []
        more.extend(left_over(state) if self.side == ALLIED else ())
        return "; ".join(("Movement: select units, or end the segment", *more))

    def is_secret(self, state: State) -> bool:
        return has_hidden_units(state, self.side)

    def candidates(self, state: State) -> Iterable[Action]:
        for order in ORDERS:
            yield from order.candidates(state, self.side)
        yield END

    def legal(self, state: State) -> list[Action]:
        return [*(action for order in ORDERS for action in order.legal(state, self.side)), END]

    @case("4.2-a", "6.0-e")
    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        if action == END:
            return
        order = order_of(action)
        if order is None:
            yield from refusals_of_the_segment(state, self.side, action)
        else:
            yield from order.refusals(state, self.side, action)

    def apply(self, tx: Transaction, action: Action) -> None:
        order = order_of(action)
        if order is None:
            tx.pop()
        else:
            order.apply(tx, self.side, action)

    def preview(self, state: State, action: Action) -> Preview:
        order = order_of(action)
        return Preview("The segment ends") if order is None else order.preview(state, self.side, action)

    def reminders(self, state: State, action: Action) -> Iterator[str]:
        if action == END:
            held = army(state, self.side)
            if held.infantry or held.armor:
                yield f"unused replacements are lost: {held.infantry} infantry, {held.armor} armor"
            if self.side == ALLIED:
                yield from left_over(state)


class MoveUnits(Question):
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
