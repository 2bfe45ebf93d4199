"""Steps of units: class by class and side by side (7.4, 5.6, 5.7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from engine.games.lebensraum.headquarters.reserves import end_reserve
from engine.games.lebensraum.markers.records import leave_markers, lose_markers_under, under
from engine.games.lebensraum.records import LOST, Unit
from engine.mechanics.menu import Menu, order
from engine.mechanics.places import box
from engine.mechanics.plural import counted
from engine.mechanics.step_ladder import FLIP, LOWER, Rung, ways_down
from engine.mechanics.telling import tell
from engine.referee import Action, Refusal, RulesBug, State, Transaction, case

REMOVE = "remove"


def ladder(unit: Unit) -> dict[str, Unit | None]:
    """What a unit becomes by one step lost: turned over, one class lower, or off the map (None)."""
    below = ways_down(len(unit.classes), Rung(unit.rank, unit.flipped))
    found = {way: replace(unit, rank=to.rank, flipped=to.flipped) for way, to in below.items()}
    return dict(found) or {REMOVE: None}


def worded(unit: Unit) -> str:
    """Strength and class: 12B."""
    return f"{unit.strength}{unit.cls}"


@case("5.7-c")
def change(tx: Transaction, after: Unit) -> None:
    """Write the new class or side of a unit; its battle group follows the class of its reduced side."""
    tx.put(after)
    for group in groups_of(tx.state, after.key):
        tx.put(replace(group, classes=(after.reduced_class or after.classes[after.rank],)))


def groups_of(state: State, parent: str) -> tuple[Unit, ...]:
    """The battle groups of a unit on the map."""
    return tuple(one for one in state.all(Unit).values() if one.parent == parent and one.on_map)


@case("5.7-f", "7.4611-c", "11.3-f")
def eliminate(tx: Transaction, unit: Unit, ruled: str) -> None:
    """Take a unit off the map. A battle group without its parent fights on and keeps its class, and does not
    join it if it is rebuilt. Air and naval markers that supported the unit are lost, and it is no longer in
    reserve."""
    tell(tx, "UnitEliminated", f"{unit.name} is eliminated", ruled, unit=unit.key, hex=unit.place)
    if unit.is_group:
        tx.remove(unit)
    else:
        tx.put(replace(unit, place=box(LOST, unit.side)))
        for group in groups_of(tx.state, unit.key):
            tx.put(replace(group, parent=f"{unit.name}, eliminated"))
    end_reserve(tx, unit.key)
    lose_markers_under(tx, unit.key)
    leave_markers(tx, unit, unit.place)


@case("5.7-e", "7.462-b")
def merge(tx: Transaction, group: Unit) -> None:
    """A battle group in the hex of its parent comes off, and the parent is turned to its full side. A ship
    that waits for the group takes the parent."""
    parent = tx.state.find(Unit, group.parent)
    if parent is None or parent.place != group.place or not group.on_map:
        return
    end_reserve(tx, group.key)
    for ship in under(tx.state, group.key):
        tx.put(replace(ship, under=parent.key))
    tx.remove(group)
    whole = replace(parent, flipped=False)
    change(tx, whole)
    text = f"{group.name} joins {parent.name} again, which is {worded(whole)}"
    tell(tx, "GroupMerged", text, "5.7-e", unit=parent.key, hex=parent.place)


def lose_one(tx: Transaction, key: str, how: str, ruled: str) -> None:
    """One step of a unit is lost in this way."""
    unit = tx.state.get(Unit, key)
    after = ladder(unit)[how]
    assert after is not None, f"{unit.name} has no step left to lose"
    change(tx, after)
    tell(tx, "StepLost", f"{unit.name} loses a step: {worded(unit)} becomes {worded(after)}", ruled, unit=key)


class LoseSteps(Menu):
    """The owner of a unit chooses how it loses each of several steps."""

    unit: str
    steps: int
    ruled: str

    title = "Step losses"
    otherwise = "a step is lost by turning the unit over or by one class"

    def prompt(self, state: State) -> str:
        unit = state.get(Unit, self.unit)
        return f"{unit.name} ({worded(unit)}) loses {counted(self.steps, 'step')}: how is the next one lost?"

    def subjects(self, state: State) -> Iterable[str]:
        return (self.unit,)

    def label(self, state: State, action: Action) -> str:
        after = ladder(state.get(Unit, self.unit)).get(action.verb)
        words = "Turn over" if action.verb == FLIP else "One class lower"
        return f"{words}: {worded(after)}" if after else words

    def refusals_otherwise(self, state: State, action: Action) -> Iterator[Refusal]:
        yield Refusal(self.ruled, self.otherwise)

    @order(FLIP)
    def flip(self, tx: Transaction) -> None:
        self.lose(tx, FLIP)

    @order(LOWER)
    def lower(self, tx: Transaction) -> None:
        self.lose(tx, LOWER)

    def lose(self, tx: Transaction, how: str) -> None:
        """One step is lost in this way; for the others the owner is asked again."""
        tx.pop()
        lose_one(tx, self.unit, how, self.ruled)
        lose_steps(tx, self.unit, self.steps - 1, self.ruled)


def lose_steps(tx: Transaction, key: str, steps: int, ruled: str) -> None:
    """A unit loses steps; its owner is asked where there is more than one way."""
    while steps > 0:
        unit = tx.state.get(Unit, key)
        if unit.is_hq:
            raise RulesBug(f"{unit.name} has no steps")
        ways = ladder(unit)
        if steps >= unit.steps_left:
            eliminate(tx, unit, ruled)
            return
        if len(ways) > 1:
            tx.push(LoseSteps(unit.side, key, steps, ruled))
            return
        lose_one(tx, key, next(iter(ways)), ruled)
        steps -= 1


FRAMES = (LoseSteps,)
