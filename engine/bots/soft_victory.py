"""The victory conditions of a scenario as a number: how near a side is to winning, from -1 to 1.

A condition is read as a matter of degree: "at least 9 points" is half true with 8, and the more points the
truer. What is counted is worked out by the facts of the game; which places are meant is found out once.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import exp, inf, prod
from typing import TypeAlias

from msgspec import field

from engine.catalogue.document import Plain, ScenarioDocument, VictoryCondition
from engine.catalogue.victory import Facts, PlacesOfScenario, evaluate, words_in
from engine.catalogue.victory_bounds import Possible
from engine.record import Record

Forces: TypeAlias = "Mapping[str, Sequence[tuple[str, float]]]"


class Reading(Record):
    """One position, and the numbers that were counted in it so far."""

    facts: Facts
    found: dict[str, float]
    forces: Forces = field(default_factory=dict)
    """The units of each side by place and strength, as far as they are known."""
    usual: Mapping[str, float] = field(default_factory=dict)
    """The strength of a usual unit of each side at the beginning."""

    def weight(self, side: str, hexes: Container[str]) -> float:
        """How many usual units of a side the units in some hexes are worth."""
        usual = self.usual.get(side, 0.0)
        return sum(much for place, much in self.forces.get(side, ()) if place in hexes) / usual


BY_STRENGTH = 0.5
"""How much of the number of units in some hexes is their strength."""
Worth = Callable[[Reading], float]
"""What an expression is worth in a position: a number, or between 0 and 1 how far a test is true."""
STEPS_TO_TRUTH = 6.0
"""A number that may take N values is called far from a limit when it is N / 6 away from it."""
UNKNOWN_RANGE = 24.0
FROM_AFAR = 0.3
"""How much of a score or of the truth of a comparison changes evenly over its whole range, so that each step
counts from afar; the rest changes near the limit."""
DECISIVE = 1.0
"""The worth of the best result; the least victory is worth a half of it."""
OF_A_TEST = 0.5
"""The weight of a condition that only says who wins, beside one that counts points."""


class SoftCondition(Record):
    """One condition: what it adds for each side."""

    worth: Worth
    """How far it is true, or the number of its points."""
    weight: float
    winner: str
    """The side that wins by it; empty where the points decide."""
    steps: tuple[tuple[float, str, float], ...]
    """Points in rising order, each with the winner there and how much that is worth."""
    far: tuple[tuple[float, str, float], ...]
    """The same with ends that lie far out, so that each point counts."""
    last: int | None

    def value(self, reading: Reading, side: str) -> float:
        """What it is worth for a side, from -1 to 1: before its turns as in them, after them nothing."""
        facts = reading.facts
        if self.last is not None and facts.turn > self.last:
            return 0.0
        worth = self.worth(reading)
        if self.winner:
            return worth if self.winner == side else -worth
        near, far = _lines(self.steps, side), _lines(self.far, side)
        return (1 - FROM_AFAR) * _between(worth, near) + FROM_AFAR * _between(worth, far)


@lru_cache(maxsize=512)
def _lines(steps: tuple[tuple[float, str, float], ...], side: str) -> tuple[tuple[float, float], ...]:
    """The steps as a side sees them."""
    return tuple((at, _for(side, winner, much)) for at, winner, much in steps)


def _for(side: str, winner: str, much: float) -> float:
    return 0.0 if not winner else much if winner == side else -much


def _between(points: float, steps: Sequence[tuple[float, float]]) -> float:
    """The value on a line through the steps."""
    if points <= steps[0][0]:
        return steps[0][1]
    for (low, below), (high, above) in pairwise(steps):
        if points <= high:
            return below + (above - below) * (points - low) / (high - low)
    return steps[-1][1]


class SoftVictory:
    """All conditions of a scenario."""

    def __init__(
        self,
        document: ScenarioDocument,
        places: PlacesOfScenario,
        counters: Mapping[str, tuple[int, int]],
    ) -> None:
        self._document, self._places, self._counters = document, places, counters
        self._numbers: dict[str, Worth] = {}
        """What is counted, by how it is written."""
        self.conditions = tuple(
            made for condition in document.victory if (made := self._soft(condition)) is not None
        )
        self._total = sum(condition.weight for condition in self.conditions) or 1.0
        self.objectives = tuple(dict.fromkeys(self._named_places()))
        """The places that conditions name: where the game is decided."""

    def value(
        self,
        facts: Facts,
        side: str,
        forces: Forces | None = None,
        usual: Mapping[str, float] | None = None,
    ) -> float:
        """From -1, lost, to 1, won. With the forces, units count by their strength as well as by number."""
        reading = Reading(facts, {}, forces or {}, usual or {})
        found = sum(condition.weight * condition.value(reading, side) for condition in self.conditions)
        return max(-1.0, min(1.0, found / self._total))

    def _soft(self, condition: VictoryCondition) -> SoftCondition | None:
        possible = Possible(self._document, self._places, condition, self._counters)
        last = condition.last
        if condition.score != ():
            bounds = possible.of(condition.score)
            extent = bounds.high - bounds.low
            steps = _steps_of(condition)
            far = _steps_of(condition, 2 * UNKNOWN_RANGE if extent == inf else float(extent))
            score = self._number(condition.score)
            return SoftCondition(score, 1.0, "", steps, far, last) if len(steps) > 1 else None
        if condition.test == () or not condition.winner:
            return None
        test = self._truth(condition.test, possible)
        return SoftCondition(test, OF_A_TEST, condition.winner, (), (), last)

    # expressions

    def _number(self, expression: Plain) -> Worth:
        """A number as it is; one that several conditions ask for is counted once in a position."""
        if isinstance(expression, int):
            number = float(expression)
            return lambda reading: number
        known = repr(expression)
        if known not in self._numbers:
            self._numbers[known] = self._counting(expression)
        count = self._numbers[known]

        def counted(reading: Reading) -> float:
            found = reading.found.get(known)
            if found is None:
                found = reading.found[known] = count(reading)
            return found

        return counted

    def _counting(self, expression: Plain) -> Worth:
        """How a number is worked out; which places it means is found out now."""
        assert isinstance(expression, Mapping)
        ((word, argument),) = expression.items()
        if word in ("sum", "minus") and isinstance(argument, tuple):
            first, *rest = (self._number(part) for part in argument) if argument else (lambda reading: 0.0,)
            sign = 1 if word == "sum" else -1
            return lambda reading: first(reading) + sign * sum(part(reading) for part in rest)
        if word in ("least", "most") and isinstance(argument, tuple):
            parts, pick = [self._number(part) for part in argument], min if word == "least" else max
            return lambda reading: pick(part(reading) for part in parts)
        if word == "if" and isinstance(argument, tuple):
            test, then, otherwise = (self._number(part) for part in argument)
            return lambda reading: (then if test(reading) else otherwise)(reading)
        if word in _HARD and isinstance(argument, tuple):
            parts, judge = [self._number(part) for part in argument], _HARD[word]
            return lambda reading: float(judge([part(reading) for part in parts]))
        if word in ("count", "points") and isinstance(argument, Mapping):
            return self._held(word, argument)
        if word == "units" and isinstance(argument, Mapping):
            side, what = str(argument["side"]), str(argument.get("what", ""))
            hexes = frozenset(self._places.places(argument["of"])) if "of" in argument else None
            return _units(side, hexes, what)
        if word == "counter":
            name = str(argument)
            return lambda reading: float(reading.facts.counter(name))
        if word == "earlier":
            key = str(argument)
            return lambda reading: float(reading.facts.earlier(key))
        if word == "product" and isinstance(argument, tuple):
            factors = [self._number(part) for part in argument]
            return lambda reading: prod(factor(reading) for factor in factors)
        if word == "not":
            denied = self._number(argument)
            return lambda reading: float(not denied(reading))
        if word == "turn":
            return lambda reading: float(reading.facts.turn)
        return lambda reading: float(evaluate(expression, reading.facts))

    def _held(self, word: str, asked: Mapping[str, Plain]) -> Worth:
        """Places that a side holds, or their points."""
        side, how, worth = str(asked["control"]), str(asked.get("how", "")), asked.get("worth")
        places = tuple(worth) if isinstance(worth, Mapping) else self._places.places(asked["of"])
        values = {
            here: 1
            if word == "count"
            else worth[here]
            if isinstance(worth, Mapping)
            else self._places.value(here)
            for here in places
        }
        held = [(here, float(value)) for here, value in values.items() if isinstance(value, int)]
        return lambda reading: sum(value for here, value in held if reading.facts.holds(side, here, how))

    def _truth(self, expression: Plain, possible: Possible) -> Worth:
        """How far a test is true."""
        if isinstance(expression, int):
            number = float(bool(expression))
            return lambda reading: number
        assert isinstance(expression, Mapping)
        ((word, argument),) = expression.items()
        parts = argument if isinstance(argument, tuple) else ()
        if word in ("all", "any"):
            tests = [self._truth(part, possible) for part in parts]
            join = _all if word == "all" else _any
            return lambda reading: join([test(reading) for test in tests])
        if word == "not":
            test = self._truth(argument, possible)
            return lambda reading: 1.0 - test(reading)
        if word in _COMPARED:
            return self._comparison(word, parts, possible)
        return lambda reading: float(bool(evaluate(expression, reading.facts)))

    def _comparison(self, word: str, parts: Sequence[Plain], possible: Possible) -> Worth:
        one, other = (self._number(part) for part in parts)
        bounds = possible.of({"minus": tuple(parts)})
        extent = bounds.high - bounds.low
        step = max(1.0, (UNKNOWN_RANGE if extent in (inf, 0) else extent) / STEPS_TO_TRUTH)
        whole = 2 * UNKNOWN_RANGE if extent == inf else max(1.0, float(extent))
        near, far = _COMPARED[word]

        def compared(reading: Reading) -> float:
            apart = one(reading) - other(reading)
            return (1 - FROM_AFAR) * near(apart / step, 0.5 / step) + FROM_AFAR * far(apart / whole)

        return compared

    def _named_places(self) -> Iterator[str]:
        for condition in self._document.victory:
            for expression in (condition.score, condition.test):
                for word, argument in words_in(expression):
                    if word in ("count", "points", "units") and isinstance(argument, Mapping):
                        worth = argument.get("worth")
                        if isinstance(worth, Mapping):
                            yield from map(str, worth)
                        elif "of" in argument:
                            yield from self._places.places(argument["of"])


def _all(truths: Sequence[float]) -> float:
    """All of them: mostly the one that is least true, a little the others, so that each counts."""
    return 0.8 * min(truths, default=1.0) + 0.2 * (sum(truths) / len(truths) if truths else 1.0)


def _any(truths: Sequence[float]) -> float:
    return max(truths, default=0.0)


def _above(distance: float, margin: float) -> float:
    """How far a number is above a limit: a half when it is just there."""
    return 1.0 / (1.0 + exp(-4.0 * max(-10.0, min(10.0, distance + margin))))


def _far_above(share: float) -> float:
    """A straight line from far below a limit to far above it."""
    return max(0.0, min(1.0, 0.5 + share / 2))


_COMPARED: Mapping[str, tuple[Callable[[float, float], float], Callable[[float], float]]] = {
    "at_least": (_above, _far_above),
    "at_most": (lambda distance, margin: _above(-distance, margin), lambda share: _far_above(-share)),
    "more": (lambda distance, margin: _above(distance, -margin), _far_above),
    "less": (lambda distance, margin: _above(-distance, -margin), lambda share: _far_above(-share)),
    "equal": (lambda distance, margin: exp(-abs(distance)), lambda share: max(0.0, 1.0 - abs(share))),
}
"""How true a comparison is near its limit, and how true it is on the whole range of the difference."""


_HARD: Mapping[str, Callable[[list[float]], bool]] = {
    "all": all,
    "any": any,
    "at_least": lambda pair: pair[0] >= pair[1],
    "at_most": lambda pair: pair[0] <= pair[1],
    "more": lambda pair: pair[0] > pair[1],
    "less": lambda pair: pair[0] < pair[1],
    "equal": lambda pair: pair[0] == pair[1],
}
"""Tests that are simply true or false."""


def _units(side: str, hexes: frozenset[str] | None, what: str) -> Worth:
    """The number of units of a side; a half of it by strength, for those in some hexes."""

    def number(reading: Reading) -> float:
        found = float(reading.facts.units(side, hexes, what))
        if not found or hexes is None or not reading.usual.get(side):
            return found
        return found * (1 - BY_STRENGTH) + BY_STRENGTH * min(2 * found, reading.weight(side, hexes))

    return number


def _steps_of(condition: VictoryCondition, extent: float = 0.0) -> tuple[tuple[float, str, float], ...]:
    """The bands of a score as points on a line: the middle of each band, with its winner and its worth.

    The open ends reach a half of the extent beyond their limits.
    """
    bands = sorted(condition.bands, key=lambda band: -inf if band.low is None else band.low)
    edges = [float(edge) for band in bands for edge in (band.low, band.high) if edge is not None]
    if not edges:
        return ()
    inner = (max(edges) - min(edges)) / max(1, len(bands) - 2)
    width = max(1.0, inner, extent)
    found = []
    ranks = _ranks([band.winner for band in bands])
    for band, rank in zip(bands, ranks, strict=True):
        low = float(band.low) if band.low is not None else float(band.high or 0) - width
        high = float(band.high) if band.high is not None else float(band.low or 0) + width
        found.append(((low + high) / 2, band.winner, rank))
    return tuple(one for at, one in enumerate(found) if not at or one[0] > found[at - 1][0])


def _ranks(winners: Sequence[str]) -> list[float]:
    """What the bands of each winner are worth: those at the ends most, those beside a draw a half of that."""
    worths = []
    for at, winner in enumerate(winners):
        own = [number for number, other in enumerate(winners) if other == winner]
        at_low_end = own[0] == 0
        order = own.index(at) if not at_low_end else len(own) - 1 - own.index(at)
        worths.append(DECISIVE * (0.5 + 0.5 * (order + 1) / len(own)))
    return worths
