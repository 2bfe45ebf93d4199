"""One rule of a step: what is listed, priced, shown and explained follows from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from random import Random
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.mechanics.menu import Menu, way_out
from engine.mechanics.movement import Go, Movement, contradictions
from engine.referee import Action, Modifier, Preview, Refusal, Scenario, State, Transaction
from engine.referee.dice import Dice
from engine.referee.game import SHARED_RECORDS

WIDTH, HEIGHT = 6, 5
HEXES = [f"{x}{y}" for x in range(WIDTH) for y in range(HEIGHT)]


def beside(here: str) -> list[str]:
    x, y = int(here[0]), int(here[1])
    around = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
    return [f"{a}{b}" for a, b in around if 0 <= a < WIDTH and 0 <= b < HEIGHT]


class Country:
    """A board of squares with rough ground, walls between squares, an enemy, his zone and full squares."""

    def __init__(
        self,
        points: int = 4,
        rough: Iterable[str] = (),
        walls: Iterable[str] = (),
        enemy: Iterable[str] = (),
        zone: Iterable[str] = (),
        full: Iterable[str] = (),
        stuck: bool = False,
    ) -> None:
        self.points = points
        self.rough = frozenset(rough)
        self.walls = frozenset(walls) | {"/".join(reversed(wall.split("/"))) for wall in walls}
        self.enemy = frozenset(enemy)
        self.zone = frozenset(zone)
        self.full = frozenset(full)
        self.stuck = stuck


class Ramble(Movement[str]):
    ruled_by = "1"

    def __init__(self, land: Country, at: str = "00") -> None:
        super().__init__(cast(State, None), ("A", "B"))
        self.land = land
        self.at = at

    def start(self) -> str:
        return self.at

    def budget(self) -> int:
        return self.land.points

    def neighbors(self, here: str) -> Iterable[str]:
        return beside(here)

    def names(self) -> str:
        return "A and B"

    def charges(self, at: str, there: str) -> Iterable[Modifier]:
        yield Modifier("1", "a square", 1)
        if there in self.land.rough:
            yield Modifier("2", "rough ground", 2)

    def refusals_to_set_out(self) -> Iterator[Refusal]:
        if self.land.stuck:
            yield Refusal("0", "A and B are stuck")

    def refusals_to_leave(self, at: str) -> Iterator[Refusal]:
        if at != self.at and at in self.land.zone:
            yield Refusal("3", f"must stop in {at}")

    def refusals_to_cross(self, at: str, there: str) -> Iterator[Refusal]:
        if f"{at}/{there}" in self.land.walls:
            yield Refusal("4", f"a wall between {at} and {there}")

    def refusals_to_enter(self, there: str) -> Iterator[Refusal]:
        if there in self.land.enemy:
            yield Refusal("5", f"the enemy is in {there}")

    def refusals_to_end(self, there: str) -> Iterator[Refusal]:
        if there in self.land.full:
            yield Refusal("6", f"{there} is full")

    def go(self, tx: Transaction, there: str) -> None:
        tx.pop(there)


class Crawl(Ramble):
    """One square is always possible, but not out of a zone into a zone."""

    single_step = "1.3"

    def refusals_to_single_step(self, there: str) -> Iterator[Refusal]:
        yield from self.refusals_to_cross(self.at, there)
        yield from self.refusals_to_enter(there)
        if self.at in self.land.zone and there in self.land.zone:
            yield Refusal("7", f"from zone to zone in {there}")


class Quick(Ramble):
    """Lists its exits from a table that was made before."""

    def __init__(self, land: Country, at: str = "00") -> None:
        super().__init__(land, at)
        self.table: Mapping[str, list[tuple[str, int]]] = {
            here: [
                (there, 3 if there in land.rough else 1)
                for there in beside(here)
                if there not in land.enemy and f"{here}/{there}" not in land.walls
            ]
            for here in HEXES
        }

    def exits(self, at: str) -> Iterable[tuple[str, int]]:
        return () if at != self.at and at in self.land.zone else self.table[at]


def cases(movement: Movement[Any], there: str) -> list[str]:
    return [refusal.case for refusal in movement.refusals(there)]


def countries() -> st.SearchStrategy[Country]:
    def country(seed: int) -> Country:
        chance = Random(seed)

        def some(most: int) -> list[str]:
            return chance.sample(HEXES, chance.randint(0, most))

        sides = [f"{here}/{there}" for here in HEXES for there in beside(here)]
        walls = chance.sample(sides, chance.randint(0, 20))
        return Country(chance.randint(0, 7), some(10), walls, some(6), some(8), some(6))

    return st.integers(0, 10**9).map(country)


@pytest.mark.parametrize("kind", [Ramble, Crawl, Quick])
@given(land=countries())
def test_what_is_not_offered_is_refused_and_what_is_offered_is_not(kind: type[Ramble], land: Country) -> None:
    walk = kind(land)
    ends = walk.arrivals().ends
    for there in HEXES:
        assert (there in ends) == (not cases(walk, there))
        if there in ends:
            path = walk.path_to(there)
            assert path[0] == "00" and path[-1] == there
            assert len(set(path)) == len(path)
            if there in walk.arrivals().best:
                for here, beyond in pairwise(path):
                    assert not list(walk.refusals_to_step(here, beyond))
                assert walk.preview(there).cost == sum(walk.cost(*step) for step in pairwise(path))


@pytest.mark.parametrize("kind", [Ramble, Crawl, Quick])
@given(land=countries())
def test_a_table_of_exits_agrees_with_the_rule(kind: type[Ramble], land: Country) -> None:
    assert not list(contradictions(kind(land)))


def test_a_table_that_forgets_something_is_found_out() -> None:
    class Careless(Quick):
        def exits(self, at: str) -> Iterable[tuple[str, int]]:
            return self.table[at]

    class Cheap(Ramble):
        def cost(self, at: str, there: str) -> int:
            return 1

    class Crowded(Ramble):
        def ends_among(self, hexes: Iterable[str]) -> frozenset[str]:
            return frozenset(hexes)

    assert any("exits of 01" in said for said in contradictions(Careless(Country(zone=["01"]))))
    assert any("costs 1" in said for said in contradictions(Cheap(Country(rough=["01"]))))
    assert list(contradictions(Crowded(Country(full=["02"])))) == ["ends: ['02']"]


def test_the_true_obstacle_comes_first() -> None:
    assert cases(Ramble(Country(enemy=["02"])), "02") == ["5"], "the square itself"
    assert cases(Ramble(Country(zone=["01"], walls=["00/10"])), "02") == ["3"], "what stops before it"
    assert cases(Ramble(Country(4)), "55") == ["1"], "no square of the board: nothing but the kind"
    assert cases(Ramble(Country(stuck=True)), "01") == ["0"]
    assert cases(Ramble(Country(stuck=True)), "00") == ["0", "1"], "they are there already"
    assert cases(Ramble(Country(full=["01"])), "01") == ["6"]
    assert cases(Ramble(Country(1, enemy=["03"])), "03") == ["5", "1"], "closed, and too far besides"


def test_an_open_way_that_is_too_long_is_told_before_the_wall_on_the_shorter_one() -> None:
    fort = Ramble(Country(2, walls=["00/10", "01/11"]))
    assert [str(refusal) for refusal in fort.refusals("10")] == [
        "10: the cheapest open path there costs 5 movement points, and A and B have 2 (1)",
        "a wall between 00 and 10 (4)",
    ]
    far = Ramble(Country(1, walls=["00/01", "00/10"]))
    assert [str(refusal) for refusal in far.refusals("02")] == [
        "02: the shortest path there costs 2 movement points, and A and B have 1 (1)"
    ]


def test_a_single_step_takes_everything_and_ends_the_move() -> None:
    slow = Crawl(Country(2, rough=["01"]))
    assert slow.arrivals().ends == {"01", "10", "11", "20"}
    assert slow.path_to("01") == ("00", "01")
    assert slow.preview("01") == Preview(
        "A and B: 2 of 2 movement points",
        ("00", "01"),
        2,
        "01 is the only hex they can enter in this move (1.3)",
    )
    assert slow.points_left(("00", "01")) == [0]
    assert cases(Crawl(Country(2, rough=["01"], zone=["00", "01"])), "01") == ["7", "1"]


def test_the_price_tells_its_parts_and_what_is_left_on_the_way() -> None:
    walk = Ramble(Country(6, rough=["01"], walls=["00/10"], zone=["03"]))
    assert walk.path_to("03") == ("00", "01", "02", "03")
    assert walk.points_left(walk.path_to("03")) == [3, 2, 1]
    assert walk.preview("03") == Preview(
        "A and B: 5 of 6 movement points",
        ("00", "01", "02", "03"),
        5,
        "must stop in 03 (3)",
        modifiers=(Modifier("1", "a square", 3), Modifier("2", "rough ground", 2)),
    )
    assert Ramble(Country()).preview("01").modifiers == (), "one part is the price itself"


class Stand(tuple[str, bool]):
    """A square, and whether the movers came over a wall and must stop."""


class Climb(Movement[Stand]):
    """Walls can be climbed, but then the move ends."""

    ruled_by = "1"

    def __init__(self, land: Country) -> None:
        super().__init__(cast(State, None), ("A",))
        self.land = land

    def start(self) -> Stand:
        return Stand(("00", False))

    def budget(self) -> int:
        return self.land.points

    def neighbors(self, here: str) -> Iterable[str]:
        return beside(here)

    def names(self) -> str:
        return "A"

    def charges(self, at: Stand, there: str) -> Iterable[Modifier]:
        return (Modifier("1", "a square", 1),)

    def place(self, at: Stand) -> str:
        return at[0]

    def after(self, at: Stand, there: str) -> Stand:
        return Stand((there, f"{at[0]}/{there}" in self.land.walls))

    def rank(self, at: Stand) -> int:
        return int(at[1])

    def refusals_to_leave(self, at: Stand) -> Iterator[Refusal]:
        if at[1]:
            yield Refusal("8", f"is out of breath in {at[0]}")


def test_movers_may_stand_in_a_square_in_several_ways() -> None:
    walled = Climb(Country(2, walls=["00/01"]))
    assert walled.stops("01") == "is out of breath in 01 (8)"
    assert "02" not in walled.arrivals().ends, "two squares, but over the wall"
    assert [refusal.case for refusal in walled.refusals("02")] == ["1", "8"]
    longer = Climb(Country(4, walls=["00/01"]))
    assert longer.path_to("01") == ("00", "10", "11", "01"), "a way round is better than over the wall"
    assert longer.arrival("01") == Stand(("01", False))


class Outing(Menu):
    side: str = "red"
    points: int = 2

    def prompt(self, state: State) -> str:
        return "Where to?"

    ramble = Go("ramble", "Ramble to", lambda menu, state: Ramble(Country(menu.points, enemy=["01"])))
    hurry = Go("hurry", "Hurry to", lambda menu, state: Ramble(Country(menu.points)), nearest_first=True)
    stay = way_out()


def test_the_order_of_a_menu_goes_where_the_movement_leads() -> None:
    top = Outing()
    scenario = Scenario("toy", ("red", "blue"), {})
    state = State.new(scenario, SHARED_RECORDS, (), (top,), Dice("seed"))
    assert [str(action) for action in top.legal(state)] == [
        *("ramble hex 10", "ramble hex 11", "ramble hex 20"),
        *("hurry hex 10", "hurry hex 01", "hurry hex 20", "hurry hex 11", "hurry hex 02"),
        "cancel",
    ]
    assert [refusal.case for refusal in top.refusals(state, Action("ramble", "hex", "01"))] == ["5"]
    assert top.preview(state, Action("hurry", "hex", "02")).path == ("00", "01", "02")
    tx = Transaction(state)
    top.apply(tx, Action("hurry", "hex", "02"))
    assert not tx.state.frames
