"""A unit's move step by step: pick a zone, continue or halt, choose a facing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from engine.games.dday_to_berlin import marks
from engine.games.dday_to_berlin.combat.combat_phase import OfferAmbush
from engine.games.dday_to_berlin.movement.walk import March, RoadColumn, drives, marches, points_left
from engine.games.dday_to_berlin.records import FACINGS, Unit
from engine.games.dday_to_berlin.scenario.ground import ground
from engine.games.dday_to_berlin.scenario.named_choice import Question
from engine.mechanics import Go, counted, end, order
from engine.mechanics.telling import tell
from engine.referee import (
    Action,
    Frame,
    Preview,
    Procedure,
    Refusal,
    State,
    Transaction,
    case,
    mark_value,
    marked,
)


class PickZone(Question):
    """Where does the unit go? Asked again while it can move farther."""

    unit: str
    night: bool = False

    title = "Move"

    march = Go("march", "March to", lambda menu, state: March(state, menu.unit, menu.night))
    drive = Go("drive", "Drive in column to", lambda menu, state: RoadColumn(state, menu.unit, menu.night))
    halt = end("halt", "Halt here")

    @classmethod
    def begin(cls, state: State, parent: Frame) -> Frame | None:
        assert isinstance(parent, Move)
        return cls(parent.side, parent.unit, parent.night) if parent.may_go(state) else None

    def prompt(self, state: State) -> str:
        unit = state.get(Unit, self.unit)
        left = points_left(state, unit)
        rest = f"{counted(left, 'movement point')} {'is' if left == 1 else 'are'} left"
        return f"Where does {unit} go from {unit.place}? {rest}"

    def subjects(self, state: State) -> Iterable[str]:
        return (self.unit,)

    @halt.shows
    def stay(self, state: State) -> Preview:
        unit = state.get(Unit, self.unit)
        return Preview(f"{unit} stays in {unit.place}", stops="the move ends here")

    def refusals_otherwise(self, state: State, action: Action) -> Iterator[Refusal]:
        yield Refusal("2.execute", f"{action} is not a move: march or drive to a zone, or halt")

    def resume(self, tx: Transaction, result: object) -> None:
        if not can_go(tx.state, self.unit, self.night):
            tx.pop()


def can_go(state: State, unit: str, night: bool) -> bool:
    """Is there anywhere to go?"""
    return bool(marches(state, unit, night).ends or drives(state, unit, night).ends)


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
        return f"Which way does {unit} face in {unit.place}? It faces {FACINGS[unit.facing]}"

    def subjects(self, state: State) -> Iterable[str]:
        return (self.unit,)

    @order("face", "number")
    @case("2.facing", "map.facing")
    def face(self, tx: Transaction, facing: int) -> None:
        """All six are open at no cost."""
        unit = tx.state.get(Unit, self.unit)
        if facing != unit.facing:
            tx.put(replace(unit, facing=facing))
            tell(tx, "UnitTurned", f"{unit} turns to face {FACINGS[facing]}", "2.facing", unit=unit.key)
        tx.pop()

    def name_of(self, state: State, action: Action) -> str:
        return FACINGS[action.number % len(FACINGS)]

    def default(self, state: State) -> Action:
        return Action("face", "number", str(state.get(Unit, self.unit).facing))

    def drawn(self, state: State, action: Action) -> Iterable[str]:
        """The hexside that the unit would face: a click on it answers."""
        if action.verb != "face":
            return ()
        return (ground(state).grid.hexside_at(state.get(Unit, self.unit).place, action.number),)

    @face.targets
    def facings(self, state: State) -> Iterable[int]:
        return range(len(FACINGS))

    def refusals_otherwise(self, state: State, action: Action) -> Iterator[Refusal]:
        yield Refusal("2.facing", f"{action} is not a facing: facings run from 0 (N) clockwise to 5 (NW)")


@case("map.facing")
def needs_facing(state: State, key: str) -> bool:
    """The facing of a headquarters is irrelevant, and so is that of a unit that is gone."""
    unit = state.get(Unit, key)
    return unit.on_map and not unit.is_hq


@case("scn.villers-ambush")
def open_ambush(tx: Transaction, move: Move) -> None:
    """The hidden unit may assault a battalion that has ended its move next to it, once in the game."""
    ambush = ground(tx.state).rules.ambush
    if ambush is None or move.night:
        return
    # INTERPRETATION (scn.villers-ambush): who stays where it was ends no move; coming in is a move.
    if not any(marked(tx.state, move.unit, mark) for mark in (marks.MOVED, marks.ARRIVED)):
        return
    hider = tx.state.find(Unit, ambush.unit)
    unit = tx.state.get(Unit, move.unit)
    if hider is None or not hider.on_map or hider.side == unit.side or unit.is_hq or not unit.on_map:
        return
    if marked(tx.state, hider.key, marks.STIRRED) or marked(tx.state, hider.key, marks.AMBUSHED):
        return
    if ground(tx.state).distance(hider.place, unit.place) == 1:
        tx.push(OfferAmbush(hider.side, hider.key, unit.place))


class Move(Procedure):
    """The whole move of one unit, from its first step to its final facing."""

    side: str
    unit: str
    night: bool = False
    halted: bool = False
    """It may only be turned: it came into play in an enemy zone of control."""

    steps = (PickZone, FaceUnit, open_ambush)

    def may_go(self, state: State) -> bool:
        """Was it activated, and is there anywhere to go?"""
        activated = not self.halted and bool(mark_value(state, self.unit, marks.ACTIVATED))
        return activated and can_go(state, self.unit, self.night)
