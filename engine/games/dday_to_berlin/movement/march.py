"""A unit's move step by step: pick a zone, continue or halt, choose a facing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from engine.games.dday_to_berlin.combat.combat_phase import OfferAmbush
from engine.games.dday_to_berlin.movement import walk
from engine.games.dday_to_berlin.movement.walk import DRIVE, MARCH, Marches, drives, marches, points_left
from engine.games.dday_to_berlin.movement.zoc import zoc
from engine.games.dday_to_berlin.records import (
    ACTIVATED,
    AMBUSHED,
    ARRIVED,
    FACINGS,
    MOVED,
    STIRRED,
    Unit,
)
from engine.games.dday_to_berlin.scenario.ground import ground
from engine.games.dday_to_berlin.scenario.named_choice import Question
from engine.mechanics.plural import counted
from engine.referee import (
    Action,
    Event,
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

HALT = Action("halt")


class PickZone(Question):
    """Where does the unit go? Asked again while it can move farther."""

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
        return f"Where does {unit} go from {unit.place}? {rest}"

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
            yield Refusal("2.execute", f"{action} is not a move: march or drive to a zone, or halt")
        elif action.target not in self._options(state, action.verb).ends:
            unit = state.get(Unit, self.unit)
            reasons = list(walk.why_not_there(state, unit, action.verb, action.target, self.night))
            yield from reasons or [Refusal("2.execute", f"{unit} cannot move to {action.target}")]

    def _options(self, state: State, verb: str) -> Marches:
        return (drives if verb == DRIVE else marches)(state, self.unit, self.night)

    def apply(self, tx: Transaction, action: Action) -> None:
        if action != HALT:
            walk.walk(tx, tx.state.get(Unit, self.unit), action.verb, action.target, self.night)
            if marches(tx.state, self.unit, self.night).ends or drives(tx.state, self.unit, self.night).ends:
                return
        tx.pop()

    def preview(self, state: State, action: Action) -> Preview:
        unit = state.get(Unit, self.unit)
        if action == HALT:
            return Preview(f"{unit} stays in {unit.place}", stops="the move ends here")
        options = self._options(state, action.verb)
        path = options.path_to(action.target)
        stops = ""
        if action.target in zoc(state, ground(state).other(self.side)):
            stops = f"{unit} must stop in {action.target}, in an enemy zone of control (2.zoc)"
        elif options.arrival(action.target).only:
            stops = f"{action.target} is the only zone {unit} may enter this turn"
        cost = (len(path) - 1) * ground(state).charts.movement.zone_cost
        return Preview(f"{unit} goes {counted(len(path) - 1, 'zone')}", path, cost, stops)


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

    def candidates(self, state: State) -> Iterable[Action]:
        return [Action("face", "number", str(facing)) for facing in range(len(FACINGS))]

    @case("2.facing", "map.facing")
    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        """All six are open at no cost."""
        if action not in self.candidates(state):
            yield Refusal("2.facing", f"{action} is not a facing: facings run from 0 (N) clockwise to 5 (NW)")

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
    """The hidden unit may assault a battalion that has ended its move next to it, once in the game."""
    ambush = ground(tx.state).rules.ambush
    # INTERPRETATION (scn.villers-ambush): who stays where it was ends no move; coming in is a move.
    went = any(marked(tx.state, move.unit, mark) for mark in (MOVED, ARRIVED))
    if ambush is None or move.night or not went:
        return
    hider = tx.state.find(Unit, ambush.unit)
    unit = tx.state.get(Unit, move.unit)
    if hider is None or not hider.on_map or hider.side == unit.side or unit.is_hq or not unit.on_map:
        return
    if marked(tx.state, hider.key, STIRRED) or marked(tx.state, hider.key, AMBUSHED):
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
        """Is there anywhere to go?"""
        if self.halted or not mark_value(state, self.unit, ACTIVATED):
            return False
        return bool(marches(state, self.unit, self.night).ends or drives(state, self.unit, self.night).ends)
