"""A game of nothing but movement, on a map of 60 x 80 with 300 units: what real games do most, at their size."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Any

from engine.hexes.grid import Grid, GridSpec
from engine.hexes.paths import exits_table, reach
from engine.referee.action import Action
from engine.referee.event import Event
from engine.referee.frame import Choice
from engine.referee.game import Game, Opening
from engine.referee.position import Position
from engine.referee.refusal import Refusal
from engine.referee.session import Session, Start
from engine.referee.state import Scenario, State, derived
from engine.referee.transaction import Transaction
from engine.referee.view import View

SIDES = ("red", "blue")
OTHER = {"red": "blue", "blue": "red"}
UNITS = 300
ALLOWANCE = 5
STACK = 3
CANCEL = Action("cancel")


@dataclass(frozen=True, slots=True)
class Unit:
    key: str
    side: str
    hex: str
    strength: int = 4


class Plain(Scenario):
    """The map, with costs of 1 and 2 and rivers that stop zones of control."""

    def __init__(self) -> None:
        super().__init__("plain", SIDES, {})
        self.grid = Grid(GridSpec("flat", "even", columns=60, rows=80))
        chance = Random(1944)
        cost = {here: chance.choice((1, 1, 2)) for here in self.grid.hexes}
        river = {side for side in self.grid.all_hexsides(edges=False) if chance.random() < 0.125}
        self.exits = exits_table(self.grid, lambda _, other: cost[other])
        self.safe_without = {
            here: frozenset(
                (here, *(o for o in self.grid.neighbors(here) if self.grid.hexside(here, o) not in river))
            ).isdisjoint
            for here in self.grid.hexes
        }
        """Asked with the enemy's hexes: can a unit in this hex go on?"""
        self.moves = {here: Action("move", "hex", here) for here in self.grid.hexes}


def plain(state: State) -> Plain:
    assert isinstance(state.scenario, Plain)
    return state.scenario


@derived(Unit)
def held(state: State, side: str) -> Counter[str]:
    """Where a side stands, and with how many units."""
    return Counter([unit.hex for unit in state.all(Unit).values() if unit.side == side])


@derived(Unit)
def destinations(state: State, key: str) -> dict[str, int]:
    """Where a unit can go and at what cost: no further once it is beside the enemy, never into him."""
    unit, land = state.get(Unit, key), plain(state)
    enemy = frozenset(held(state, OTHER[unit.side]))
    safe = land.safe_without
    found: dict[str, int] = reach(
        unit.hex, ALLOWANCE, land.exits.__getitem__, lambda here: not safe[here](enemy)
    ).cost
    for here in enemy & found.keys():
        del found[here]
    return found


def is_full(state: State, side: str, here: str) -> bool:
    return held(state, side)[here] >= STACK


@dataclass(frozen=True, slots=True)
class PickUnit(Choice):
    def prompt(self, state: State) -> str:
        return f"{self.side}: which unit moves?"

    def candidates(self, state: State) -> Iterable[Action]:
        return [Action("select", "unit", unit.key) for unit in state.all(Unit).values()]

    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        if action.verb != "select" or state.get(Unit, action.target).side != self.side:
            yield Refusal("1", f"{action.target} is no unit of {self.side}")

    def apply(self, tx: Transaction, action: Action) -> None:
        tx.push(MoveUnit(self.side, action.target))

    def resume(self, tx: Transaction, result: Any) -> None:
        tx.replace(PickUnit(OTHER[self.side]))


@dataclass(frozen=True, slots=True)
class MoveUnit(Choice):
    unit: str

    def prompt(self, state: State) -> str:
        return f"{self.side}: where does {self.unit} go?"

    def candidates(self, state: State) -> Iterable[Action]:
        moves = plain(state).moves
        return [CANCEL, *[moves[here] for here in destinations(state, self.unit)]]

    def legal(self, state: State) -> list[Action]:
        found = destinations(state, self.unit).keys()
        full = {here for here in found & held(state, self.side).keys() if is_full(state, self.side, here)}
        moves = plain(state).moves
        return [CANCEL, *[moves[here] for here in found if here not in full]]

    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        if action == CANCEL:
            return
        if action.target not in destinations(state, self.unit):
            yield Refusal("2", f"{action.target} is out of reach of {self.unit}")
        if is_full(state, self.side, action.target):
            yield Refusal("3", f"{action.target} holds {STACK} units already")

    def apply(self, tx: Transaction, action: Action) -> None:
        if action != CANCEL:
            unit = tx.state.get(Unit, self.unit)
            tx.put(replace(unit, hex=action.target))
            tx.emit(Event("UnitMoved", f"{unit.key} moves from {unit.hex} to {action.target}", "2"))
        tx.pop()


class LargeGame(Game):
    """As much of a game as a session needs."""

    key, title, package = "large", "A large game", "tests.benchmarks"
    records = (Unit,)
    frames = (PickUnit, MoveUnit)

    def scenarios(self) -> tuple[str, ...]:
        return ("plain",)

    def scenario_text(self, key: str) -> str:
        return ""

    def open(self, text: str, options: Mapping[str, Any]) -> Opening:
        land = Plain()
        places = Random(6).choices(land.grid.hexes, k=UNITS)
        units = [Unit(f"U{n:03}", SIDES[n % 2], here) for n, here in enumerate(places)]
        return Opening(land, tuple(units), (PickUnit("red"),))

    def open_position(self, position: Position) -> Opening:
        raise NotImplementedError

    def view(self, state: State, side: str | None) -> View:
        return View(side, "1")

    def knows(self, state: State, side: str, action: Action) -> bool:
        if action.kind == "unit":
            return state.find(Unit, action.target) is not None
        return action.target in plain(state).grid


@cache
def large_session() -> Session:
    """The game at its start; play in a branch of it."""
    return Session.begin(LargeGame(), Start("large", "scenario", "plain", "", "large"))
