"""A unit's move as the player makes it: pick a zone, go on or halt, turn to a facing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from engine.games.dday_to_berlin import movement
from engine.games.dday_to_berlin.combat import OfferAmbush
from engine.games.dday_to_berlin.ground import ground
from engine.games.dday_to_berlin.movement import DRIVE, MARCH, drives, marches, points_left
from engine.games.dday_to_berlin.question import Question
from engine.games.dday_to_berlin.records import (
    ACTIVATED,
    AMBUSHED,
    COLUMN,
    FACINGS,
    MOVED,
    STIRRED,
    Unit,
    occupied,
)
from engine.games.dday_to_berlin.stacking import refusals_to_stop
from engine.games.dday_to_berlin.steps import ALONE, BARRED, limiting_case, open_exits, road_exits, step
from engine.games.dday_to_berlin.zoc import zoc
from engine.hexes.paths import reach
from engine.lean_dataclass import dataclass
from engine.mechanics.counted import counted
from engine.referee.action import Action
from engine.referee.event import Event
from engine.referee.frame import Frame, Procedure
from engine.referee.marks import mark_value, marked
from engine.referee.preview import Preview
from engine.referee.refusal import Refusal, case
from engine.referee.state import State
from engine.referee.transaction import Transaction

HALT = Action("halt")


@dataclass(frozen=True, slots=True)
class PickZone(Question):
    """Where does the unit go? Asked again while it has points and somewhere to go."""

    unit: str
    night: bool = False

    title = "Move"

    @classmethod
    def begin(cls, state: State, parent: Frame) -> Frame | None:
        assert isinstance(parent, Move)
        return cls(parent.side, parent.unit, parent.night) if parent.may_go(state) else None

    def prompt(self, state: State) -> str:
        unit = state.get(Unit, self.unit)
        left = points_left(state, unit)
        rest = f"{counted(left, 'movement point')} {'is' if left == 1 else 'are'} left"
        return f"{self.side}: where does {unit} go from {unit.place}? {rest}"

    def subjects(self, state: State) -> Iterable[str]:
        return (self.unit,)

    def candidates(self, state: State) -> Iterable[Action]:
        for there in sorted(marches(state, self.unit, self.night).ends):
            yield Action(MARCH, "hex", there)
        for there in sorted(drives(state, self.unit, self.night).ends):
            yield Action(DRIVE, "hex", there)
        yield HALT

    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        if action == HALT:
            return
        if action.kind != "hex" or action.verb not in (MARCH, DRIVE):
            yield Refusal("2.execute", f"{action} is no move: march or drive to a zone, or halt")
        elif action.verb == MARCH:
            if action.target not in marches(state, self.unit, self.night).ends:
                yield from why_not_march(state, state.get(Unit, self.unit), action.target, self.night)
        elif action.target not in drives(state, self.unit, self.night).ends:
            yield from why_not_drive(state, state.get(Unit, self.unit), action.target, self.night)

    def apply(self, tx: Transaction, action: Action) -> None:
        if action != HALT:
            movement.walk(tx, tx.state.get(Unit, self.unit), action.verb, action.target, self.night)
            if marches(tx.state, self.unit, self.night).ends or drives(tx.state, self.unit, self.night).ends:
                return
        tx.pop()

    def preview(self, state: State, action: Action) -> Preview:
        unit = state.get(Unit, self.unit)
        if action == HALT:
            return Preview(f"{unit} stays in {unit.place}", stops="the move ends here")
        options = (drives if action.verb == DRIVE else marches)(state, self.unit, self.night)
        path = options.path_to(action.target)
        stops = ""
        if action.target in zoc(state, ground(state).other(self.side)):
            stops = f"{unit} must stop in {action.target}, in an enemy zone of control (2.zoc)"
        elif action.target not in options.ways:
            stops = f"{action.target} is the only zone {unit} may enter this turn"
        cost = (len(path) - 1) * ground(state).charts.movement.zone_cost
        return Preview(f"{unit} goes {counted(len(path) - 1, 'zone')}", path, cost, stops)


@case("2.full", "2.rough", "2.zoc", "2.occupied", "2.guns", "2.water", "C.move")
def why_not_march(state: State, unit: Unit, there: str, night: bool) -> Iterator[Refusal]:
    """Which rule is in the way of a march, found by taking them away one after the other."""
    yield from why_it_stays(state, unit, there, night)
    if there == unit.place:
        return
    land, start, left = ground(state), unit.place, points_left(state, unit)
    if there in marches(state, unit.key, night).ways or there in marches(state, unit.key, night).alone:
        yield from refusals_to_stop(state, unit, there)
        return
    enemy = land.other(unit.side)
    closed = movement.closed_zones(state, unit, night)
    if there in closed:
        yield from why_closed(state, unit, there, night)
    free = movement.around(open_exits(state, unit.moves_as), occupied(state, enemy))
    if marked(state, unit.key, COLUMN) and marked(state, unit.key, MOVED):
        yield Refusal("2.road-column", f"{unit} makes its whole move in road column")
    elif there in reach(start, left, free):
        yield Refusal("2.zoc", f"{unit} must stop in an enemy zone of control before it gets to {there}")
    elif land.grid.adjacent(start, there) and step(state, unit, start, there) == ALONE:
        ruled = limiting_case(state, unit, start, there)
        yield Refusal(ruled, f"{there} must be the only zone {unit} enters in its turn")
    elif land.is_water(there) or (
        land.grid.adjacent(start, there) and step(state, unit, start, there) == BARRED
    ):
        yield Refusal("2.water", f"{unit} ({unit.moves_as}) cannot enter {there} from {start}")
    elif land.distance(start, there) <= left and land.is_rough(there):
        yield Refusal("2.rough", f"{there} would have to be the first and only zone {unit} enters")
    else:
        yield Refusal("2.full", f"{there} is farther than the {counted(left, 'movement point')} of {unit}")


@case("2.execute", "2.guns")
def why_it_stays(state: State, unit: Unit, there: str, night: bool) -> Iterator[Refusal]:
    """What keeps a unit where it is, wherever it wants to go."""
    if there == unit.place:
        yield Refusal("2.execute", f"{unit} is in {there} already; halt to stay")
    if movement.is_bound(state, unit, night):
        yield Refusal("2.guns", f"{unit} has fought in this game turn and may not move")
    if unit.static:
        yield Refusal("scn.villers-garrison", f"{unit} is a garrison and never moves of its own will")
    if only := mark_value(state, unit.key, MOVED):
        yield Refusal(only, f"{unit} has entered the only zone of its turn, {unit.place}")


@case("2.occupied", "2.zoc", "C.move")
def why_closed(state: State, unit: Unit, there: str, night: bool) -> Iterator[Refusal]:
    """Why nobody, or not this unit, may enter a zone."""
    if there in occupied(state, ground(state).other(unit.side)):
        yield Refusal("2.occupied", f"{there} is occupied by the enemy")
    elif night:
        yield Refusal("C.move", f"{there} is in an enemy zone of control, which nobody enters at night")
    else:
        yield Refusal("2.zoc", f"{unit} ({unit.type}) enters an enemy zone of control only behind friends")


@case("2.road-column", "2.guns")
def why_not_drive(state: State, unit: Unit, there: str, night: bool) -> Iterator[Refusal]:
    """Which rule is in the way of a road column."""
    yield from why_it_stays(state, unit, there, night)
    if there == unit.place:
        return
    options = drives(state, unit.key, night)
    enemy_zoc = zoc(state, ground(state).other(unit.side))
    left = movement.column_allowance(state, unit)
    if unit.moves_as == "LEG":
        yield Refusal("2.road-column", f"{unit} is on foot and never forms a road column")
    elif marked(state, unit.key, MOVED) and not marked(state, unit.key, COLUMN):
        yield Refusal("2.road-column", f"{unit} has moved already, and a column makes its whole move by road")
    elif unit.place in enemy_zoc or there in enemy_zoc:
        yield Refusal("2.road-column", "a column neither starts in nor enters an enemy zone of control")
    elif there in occupied(state, ground(state).other(unit.side)):
        yield Refusal("2.occupied", f"{there} is occupied by the enemy")
    elif there in options.ways:
        yield from refusals_to_stop(state, unit, there)
    elif not road_exits(state)[unit.place]:
        yield Refusal("2.road-column", f"{unit} does not start on a road")
    else:
        yield Refusal("2.road-column", f"{there} is not within {left} road zones of {unit.place}")


@dataclass(frozen=True, slots=True)
class FaceUnit(Question):
    """Turn the unit to any hexside."""

    unit: str

    title = "Facing"

    @classmethod
    def begin(cls, state: State, parent: Frame) -> Frame | None:
        assert isinstance(parent, Move)
        return cls(parent.side, parent.unit) if needs_facing(state, parent.unit) else None

    def prompt(self, state: State) -> str:
        unit = state.get(Unit, self.unit)
        return f"{self.side}: which way does {unit} face in {unit.place}? It faces {FACINGS[unit.facing]}"

    def subjects(self, state: State) -> Iterable[str]:
        return (self.unit,)

    def candidates(self, state: State) -> Iterable[Action]:
        return [Action("face", "number", str(facing)) for facing in range(len(FACINGS))]

    @case("2.facing", "map.facing")
    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        """All six are open at no cost."""
        if action not in self.candidates(state):
            yield Refusal("2.facing", f"{action} is no facing: 0 is N, then clockwise to 5, NW")

    def apply(self, tx: Transaction, action: Action) -> None:
        unit = tx.state.get(Unit, self.unit)
        if action.number != unit.facing:
            tx.put(replace(unit, facing=action.number))
            text = f"{unit} turns to face {FACINGS[action.number]}"
            tx.emit(Event("UnitTurned", text, "2.facing", about=(("unit", unit.key),)))
        tx.pop()


@case("map.facing")
def needs_facing(state: State, key: str) -> bool:
    """The facing of a headquarters is irrelevant, and so is that of a unit that is gone."""
    unit = state.get(Unit, key)
    return unit.on_map and not unit.is_hq


@case("scn.villers-ambush")
def open_ambush(tx: Transaction, move: Move) -> None:
    """The hidden unit may fall upon a battalion that has ended its move beside it, once in the game."""
    ambush = ground(tx.state).rules.ambush
    if ambush is None or move.night:
        return
    hider = tx.state.find(Unit, ambush.unit)
    unit = tx.state.get(Unit, move.unit)
    if hider is None or not hider.on_map or hider.side == unit.side or unit.is_hq or not unit.on_map:
        return
    if marked(tx.state, hider.key, STIRRED) or marked(tx.state, hider.key, AMBUSHED):
        return
    if ground(tx.state).distance(hider.place, unit.place) == 1:
        tx.push(OfferAmbush(hider.side, hider.key, unit.place))


@dataclass(frozen=True, slots=True)
class Move(Procedure):
    """The whole move of one unit, from its first step to its final facing."""

    side: str
    unit: str
    night: bool = False
    halted: bool = False
    """It may only be turned: it came into play in an enemy zone of control."""

    steps = (PickZone, FaceUnit, open_ambush)

    def may_go(self, state: State) -> bool:
        """Is there anywhere to go?"""
        if self.halted or not mark_value(state, self.unit, ACTIVATED):
            return False
        return bool(marches(state, self.unit, self.night).ends or drives(state, self.unit, self.night).ends)
