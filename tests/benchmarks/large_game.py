"""A game of movement alone, on a map of 60 x 80 with 300 units: what real games do most, at their size."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engine.bad_input import BadInput
from engine.hexes.grid import Grid, GridSpec
from engine.hexes.paths import exits_table, reach
from engine.hexes.zoc import ZocMasks
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


class Unit(Struct, frozen=True):
    key: str
    side: str
    hex: str
    strength: int = 4


class Post(Struct, frozen=True):
    """How many units stand in a hex: kept as they move, so that nobody has to look through all of them."""

    key: str
    side: str
    units: int


class Front(Struct, frozen=True):
    """The hexes where a side stands, as a mask."""

    key: str
    occupied: int


class Plain(Scenario):
    """The map, with costs of 1 and 2 and rivers that stop zones of control."""

    def __init__(self) -> None:
        super().__init__("plain", SIDES, {})
        grid = self.grid = Grid(GridSpec("flat", "even", columns=60, rows=80))
        chance = Random(1944)
        cost = {here: chance.choice((1, 1, 2)) for here in grid.hexes}
        river = {side for side in grid.all_hexsides(edges=False) if chance.random() < 0.125}
        self.exits = exits_table(grid, lambda _, other: cost[other])
        self.index = {here: grid.index(here) for here in grid.hexes}
        self.zoc = ZocMasks(grid, lambda here, other: grid.hexside(here, other) not in river)
        self.moves = {here: Action("move", "hex", here) for here in grid.hexes}


def plain(state: State) -> Plain:
    assert isinstance(state.scenario, Plain)
    return state.scenario


@derived(Front)
def danger(state: State, side: str) -> int:
    """Where a side stands and reaches into, as a mask."""
    occupied = state.get(Front, side).occupied
    return occupied | plain(state).zoc.of_mask(occupied)


@derived(Unit, Post, Front)
def destinations(state: State, key: str) -> dict[str, int]:
    """Where a unit can go and at what cost: no further once it is beside the enemy, never into him."""
    unit, land, posts = state.get(Unit, key), plain(state), state.all(Post)
    enemy, index = danger(state, OTHER[unit.side]), land.index
    found: dict[str, int] = reach(
        unit.hex, ALLOWANCE, land.exits.__getitem__, lambda here: bool(enemy >> index[here] & 1)
    ).cost
    del found[unit.hex]
    for here in found.keys() & posts.keys():
        if posts[here].side != unit.side:
            del found[here]
    return found


def is_full(state: State, here: str) -> bool:
    post = state.find(Post, here)
    return post is not None and post.units >= STACK


def relocate(tx: Transaction, unit: Unit, there: str) -> None:
    state, bit = tx.state, plain(tx.state).grid.bit
    left, entered, front = state.get(Post, unit.hex), state.find(Post, there), state.get(Front, unit.side)
    if left.units > 1:
        tx.put(replace(left, units=left.units - 1))
    else:
        tx.remove(left)
        front = replace(front, occupied=front.occupied & ~bit(unit.hex))
    tx.put(Post(there, unit.side, entered.units + 1 if entered is not None else 1))
    tx.put(replace(front, occupied=front.occupied | bit(there)))
    tx.put(replace(unit, hex=there))


class PickUnit(Choice, frozen=True):
    def prompt(self, state: State) -> str:
        return f"{self.side}: which unit moves?"

    def candidates(self, state: State) -> Iterable[Action]:
        return [Action("select", "unit", unit.key) for unit in state.all(Unit).values()]

    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        if action.verb != "select" or state.get(Unit, action.target).side != self.side:
            yield Refusal("1", f"{action.target} is not a unit of {self.side}")

    def apply(self, tx: Transaction, action: Action) -> None:
        tx.push(MoveUnit(self.side, action.target))

    def resume(self, tx: Transaction, result: Any) -> None:
        tx.replace(PickUnit(OTHER[self.side]))


class MoveUnit(Choice, frozen=True):
    unit: str

    def prompt(self, state: State) -> str:
        return f"{self.side}: where does {self.unit} go?"

    def candidates(self, state: State) -> Iterable[Action]:
        moves = plain(state).moves
        return [CANCEL, *[moves[here] for here in destinations(state, self.unit)]]

    def legal(self, state: State) -> list[Action]:
        found = destinations(state, self.unit).keys()
        full = {here for here in found & state.all(Post).keys() if is_full(state, here)}
        moves = plain(state).moves
        return [CANCEL, *[moves[here] for here in found if here not in full]]

    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        if action == CANCEL:
            return
        if action.target not in destinations(state, self.unit):
            yield Refusal("2", f"{action.target} is out of reach of {self.unit}")
        if is_full(state, action.target):
            yield Refusal("3", f"{action.target} holds {STACK} units already")

    def apply(self, tx: Transaction, action: Action) -> None:
        if action != CANCEL:
            unit = tx.state.get(Unit, self.unit)
            relocate(tx, unit, action.target)
            tx.emit(Event("UnitMoved", f"{unit.key} moves from {unit.hex} to {action.target}", "2"))
        tx.pop()


class LargeGame(Game):
    """As much of a game as a session needs."""

    key, title, package = "large", "A large game", "tests.benchmarks"
    records = (Unit, Post, Front)
    frames = (PickUnit, MoveUnit)

    def scenarios(self) -> tuple[str, ...]:
        return ("plain",)

    def scenario_text(self, key: str) -> str:
        return ""

    def open(self, text: str, options: Mapping[str, Any]) -> Opening:
        land = Plain()
        places = Random(6).choices(land.grid.hexes, k=UNITS)
        owner = {here: SIDES[n % 2] for n, here in enumerate(places)}
        units = [Unit(f"U{n:03}", owner[here], here) for n, here in enumerate(places)]
        posts = [Post(here, owner[here], count) for here, count in Counter(places).items()]
        fronts = [Front(s, land.grid.mask(here for here in owner if owner[here] == s)) for s in SIDES]
        return Opening(land, (*units, *posts, *fronts), (PickUnit("red"),))

    def open_position(self, position: Position) -> Opening:
        raise BadInput("The large game has no positions; it is only measured")

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
