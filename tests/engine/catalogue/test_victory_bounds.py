"""What a condition can be at all: never narrower than what can happen, and told where nothing can meet it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from engine import games
from engine.catalogue.check import check
from engine.catalogue.document import (
    Band,
    Feature,
    MapSheet,
    Plain,
    ScenarioDocument,
    Side,
    Turns,
    Unit,
    UnitType,
    VictoryCondition,
)
from engine.catalogue.document_game import DocumentGame
from engine.catalogue.victory import PlacesOfScenario, evaluate, faults, words_in
from engine.catalogue.victory_bounds import Possible
from engine.hexes.spec import GridSpec

SPEC = GridSpec("flat", "even", 4, 4)
HEXES = tuple(cell.hex for cell in SPEC.cells())
DOCUMENT = ScenarioDocument(
    "x-one",
    "One",
    "x",
    MapSheet("x", "X", SPEC, dict.fromkeys(HEXES, "clear")),
    (Side("red", "Red"), Side("blue", "Blue"), Side("green", "Green")),
    Turns(2, 6),
    features={"0101": (Feature("objective", "A", 3),), "0202": (Feature("objective", "B", 2),)},
    unit_types=(UnitType("inf"),),
    units=(Unit("r1", "R1", "red", "inf"), Unit("b1", "B1", "blue", "inf")),
)
LEAVES: st.SearchStrategy[Any] = st.one_of(
    st.integers(-4, 8),
    st.just({"turn": ()}),
    st.just({"size": "objective"}),
    st.just({"option": "x"}),
    st.just({"counter": "track"}),
    st.just({"counter": "unknown"}),
    st.just({"earlier": "c"}),
    st.sampled_from([{"count": {"control": "red", "of": "objective"}}, {"units": {"side": "blue"}}]),
    st.sampled_from(
        [{"points": {"control": "red", "worth": {"0101": -3, "0303": 5}}}, {"units": {"side": "green"}}]
    ),
    st.just({"points": {"control": "blue", "of": "objective"}}),
)


def joined(parts: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    some, two, three = (
        st.lists(parts, min_size=1, max_size=3).map(tuple),
        st.tuples(parts, parts),
        st.tuples(parts, parts, parts),
    )
    return st.one_of(
        *(
            st.builds(lambda p, w=word: {w: p}, some)
            for word in ("sum", "product", "least", "most", "all", "any")
        ),
        *(
            st.builds(lambda p, w=word: {w: p}, two)
            for word in ("minus", "at_least", "at_most", "more", "less", "equal")
        ),
        st.builds(lambda p: {"not": p}, parts),
        st.builds(lambda p: {"if": p}, three),
    )


EXPRESSIONS: st.SearchStrategy[Plain] = st.recursive(LEAVES, joined, max_leaves=8)


class AnyFacts:
    """A position that could come about."""

    def __init__(self, draw: Any) -> None:
        self.turn = draw(st.integers(2, 6))
        self._held = draw(st.sets(st.sampled_from(HEXES)))
        self._numbers = draw(st.tuples(*(st.integers(0, 5) for _ in range(3))))
        places = PlacesOfScenario(DOCUMENT)
        self.places, self.value = places.places, places.value

    def holds(self, side: str, hex_id: str, how: str) -> bool:
        return (hex_id in self._held) == (side == "red")

    def counter(self, name: str) -> int:
        return int(self._numbers[0]) if name == "track" else int(self._numbers[0]) * 100 - 200

    def units(self, side: str, hexes: frozenset[str] | None, what: str) -> int:
        return 0 if side == "green" else int(self._numbers[1])

    def option(self, key: str) -> Plain:
        return bool(self._numbers[2] % 2)

    def earlier(self, condition: str) -> int:
        return int(self._numbers[2])


@given(EXPRESSIONS, st.data())
def test_what_happens_lies_within_the_bounds(expression: Plain, data: st.DataObject) -> None:
    assert not list(faults(expression))
    possible = Possible(DOCUMENT, PlacesOfScenario(DOCUMENT), VictoryCondition("c"), {"track": (0, 5)})
    bounds = possible.of(expression)
    value = evaluate(expression, AnyFacts(data.draw))
    assert bounds.low <= int(value) <= bounds.high, (expression, bounds, value)


def told(condition: VictoryCondition) -> list[str]:
    found = check(replace(DOCUMENT, victory=(condition,)))
    return [finding.text for finding in found if finding.where == f"victory {condition.key}"]


HOLD_THREE = {"at_least": ({"count": {"control": "red", "of": "objective"}}, 3)}
HOLD_TWO = {"at_least": ({"count": {"control": "red", "of": "objective"}}, 2)}


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        (VictoryCondition("c", test=HOLD_THREE, winner="red"), "can never be true"),
        (VictoryCondition("c", test={"at_least": (0, 1)}, winner="red"), "can never be true"),
        (VictoryCondition("c", test={"at_least": ({"turn": ()}, 9)}, winner="red"), "can never be true"),
        (
            VictoryCondition("c", test={"more": ({"units": {"side": "green"}}, 0)}, winner="red"),
            "can never be true",
        ),
        (VictoryCondition("c", test={"less": ({"turn": ()}, 4)}, winner="red", first=4), "can never be true"),
        (
            VictoryCondition(
                "c",
                test={"all": ({"at_least": ({"turn": ()}, 5)}, {"at_most": ({"turn": ()}, 3)})},
                winner="red",
            ),
            "can never be true",
        ),
        (
            VictoryCondition(
                "c",
                test={"all": (HOLD_TWO, {"all": ({"more": (2, HOLD_TWO["at_least"][0])},)})},
                winner="red",
            ),
            "can never be true",
        ),
        (VictoryCondition("c", test=HOLD_TWO), "names no winner"),
        (VictoryCondition("c", test=HOLD_TWO, level="Red victory"), "names no winner"),
        (VictoryCondition("c", "turn", test=HOLD_TWO, winner="red", first=5, last=3), "never judged"),
        (VictoryCondition("c", "end", test=HOLD_TWO, winner="red", last=5), "never judged"),
        (
            VictoryCondition(
                "c", score={"points": {"control": "red", "of": "objective"}}, bands=(Band("W", "red", 6),)
            ),
            "never reaches one of its bands",
        ),
        (
            VictoryCondition(
                "c",
                score={"points": {"control": "red", "of": "objective"}},
                bands=(Band("W", "red", 6), Band("D", "", None, 5)),
            ),
            "names a winner",
        ),
    ],
)
def test_a_condition_that_nothing_can_meet_is_a_problem(condition: VictoryCondition, words: str) -> None:
    assert any(words in text for text in told(condition)), told(condition)


@pytest.mark.parametrize(
    "condition",
    [
        VictoryCondition("c", test=HOLD_TWO, winner="red"),
        VictoryCondition(
            "c",
            test={"all": ({"at_least": ({"turn": ()}, 3)}, {"less": ({"turn": ()}, 4)})},
            winner="red",
        ),
        VictoryCondition("c", test=HOLD_TWO, level="A draw"),
        VictoryCondition("c", test=HOLD_TWO, level="No victory"),
        VictoryCondition("c", "turn", test=HOLD_TWO, winner="red", first=3, last=5),
        VictoryCondition("c", "end", test=HOLD_TWO, winner="red", last=6),
        VictoryCondition("c", test={"equal": ({"units": {"side": "blue"}}, 0)}, winner="red"),
        VictoryCondition("c", test={"at_least": (1, 1)}, winner="red"),
    ],
)
def test_one_that_can_be_met_is_none(condition: VictoryCondition) -> None:
    assert told(condition) == []


def test_a_game_that_nobody_can_win_is_a_problem() -> None:
    draw = VictoryCondition("c", test=HOLD_TWO, level="A draw")
    win = VictoryCondition("d", test=HOLD_TWO, winner="red")
    texts = [found.text for found in check(replace(DOCUMENT, victory=(draw,)))]
    assert any("nobody can win" in text for text in texts)
    texts = [found.text for found in check(replace(DOCUMENT, victory=(draw, win)))]
    assert not any("nobody can win" in text for text in texts)


@pytest.mark.parametrize("key", games.keys())
def test_what_a_game_does_not_count_is_a_problem_and_what_it_counts_is_none(key: str) -> None:
    game = games.game(key)
    if not isinstance(game, DocumentGame):
        pytest.skip("its scenarios are no documents")
    document = next(iter(game.documents()))
    known = game.counters(document.sides, document.data)

    def told_of(name: str) -> list[str]:
        asked = VictoryCondition("c", score={"counter": name}, bands=(Band("W", document.sides[0].key),))
        found = check(replace(document, victory=(asked,)), game)
        return [finding.text for finding in found if "counts nothing called" in finding.text]

    assert len(told_of("the moon")) == 1
    assert [name for name in known if told_of(name)] == []
    asked = {
        argument
        for shipped in game.documents()
        for condition in shipped.victory
        for expression in (condition.test, condition.score)
        for word, argument in words_in(expression)
        if word == "counter"
    }
    assert asked <= known.keys()
