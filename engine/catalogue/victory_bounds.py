"""What the value of a victory condition can be at all: between which numbers it lies, whatever happens.

The bounds are generous: a condition that is called impossible is impossible, one that is not may still be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product
from math import inf
from typing import Final, TypeAlias

from engine.bad_input import BadInput
from engine.catalogue.document import Plain, ScenarioDocument, VictoryCondition
from engine.catalogue.victory import PlacesOfScenario
from engine.record import Record

Number: TypeAlias = "int | float"
"""A whole number, or infinity."""


class Bounds(Record):
    """The least and the greatest value."""

    low: Number
    high: Number

    @property
    def never(self) -> bool:
        """Is it false whatever happens?"""
        return self.low == self.high == 0

    def overlaps(self, low: int | None, high: int | None) -> bool:
        """Can it lie in a range with open ends?"""
        return (low is None or self.high >= low) and (high is None or self.low <= high)


ANY: Final = Bounds(-inf, inf)
TEST: Final = Bounds(0, 1)
FALSE: Final = Bounds(0, 0)
TRUE: Final = Bounds(1, 1)


class Possible(Record):
    """What can be known of a scenario before it is played."""

    document: ScenarioDocument
    places: PlacesOfScenario
    condition: VictoryCondition
    counters: Mapping[str, tuple[int, int]]
    """The counters of the game whose ends are known."""

    def of(self, expression: Plain) -> Bounds:
        """The bounds of a well-formed expression."""
        if isinstance(expression, int):
            return Bounds(int(expression), int(expression))
        if not isinstance(expression, Mapping):
            return ANY
        ((word, argument),) = expression.items()
        if word in _COMPARED:
            a, b = map(self.of, _items(argument))
            return _COMPARED[word](a, b)
        if word == "all" and _excluded(_items(argument)):
            return FALSE
        if word in _JOINED:
            return _JOINED[word](list(map(self.of, _items(argument))))
        return self._of_word(word, argument)

    def _of_word(self, word: str, argument: Plain) -> Bounds:
        turns = self.document.turns
        match word:
            case "minus":
                a, b = map(self.of, _items(argument))
                return Bounds(a.low - b.high, a.high - b.low)
            case "not":
                return _judged(true=self.of(argument).low == 0, false=not self.of(argument).never)
            case "if":
                _, then, otherwise = map(self.of, _items(argument))
                return Bounds(min(then.low, otherwise.low), max(then.high, otherwise.high))
            case "turn":
                first, last = self.condition.first, self.condition.last
                return Bounds(max(turns.first, first or turns.first), min(turns.last, last or turns.last))
            case "earlier":
                return Bounds(0, turns.last - turns.first + 1)
            case "option":
                return TEST
            case "counter":
                return Bounds(*self.counters.get(str(argument), (-inf, inf)))
            case "size":
                number = len(self._named(argument))
                return Bounds(number, number)
        return self._held(word, argument)

    def _held(self, word: str, asked: Plain) -> Bounds:
        """Places held, their points, and units."""
        assert isinstance(asked, Mapping)
        if word == "units":
            fights = any(unit.side == asked.get("side") for unit in self.document.units)
            return Bounds(0, inf) if fights else FALSE
        worth = asked.get("worth")
        if isinstance(worth, Mapping):
            values = [value for value in worth.values() if isinstance(value, int)]
        else:
            values = [self.places.value(here) for here in self._named(asked.get("of", ()))]
        if word == "count":
            return Bounds(0, len(values))
        return Bounds(sum(min(0, value) for value in values), sum(max(0, value) for value in values))

    def _named(self, wanted: Plain) -> tuple[str, ...]:
        try:
            return self.places.places(wanted)
        except BadInput:
            return ()


def _items(argument: Plain) -> tuple[Plain, ...]:
    return argument if isinstance(argument, tuple) else ()


def _excluded(parts: Iterable[Plain]) -> bool:
    """Do parts that must all be true ask the same thing for numbers that exclude each other?

    Turn 9 or later, and turn 3 or earlier: each can be true, both together never.
    """
    ranges: dict[str, tuple[Number, Number]] = {}
    for thing, low, high in _ranges(parts):
        known = ranges.get(thing, (-inf, inf))
        ranges[thing] = max(known[0], low), min(known[1], high)
    return any(low > high for low, high in ranges.values())


def _ranges(parts: Iterable[Plain]) -> Iterator[tuple[str, Number, Number]]:
    """What each comparison with a number asks of the other thing, also those in an `all` inside."""
    for part in parts:
        if not isinstance(part, Mapping):
            continue
        ((word, argument),) = part.items()
        items = _items(argument)
        if word == "all":
            yield from _ranges(items)
        if word not in _COMPARED or len(items) != 2:
            continue
        first, second = items
        if isinstance(second, int) and not isinstance(first, int):
            yield str(first), *_RANGES[word](second)
        elif isinstance(first, int) and not isinstance(second, int):
            yield str(second), *_RANGES[_TURNED[word]](first)


def _judged(true: bool, false: bool) -> Bounds:
    """A test that can be true, false, or both."""
    return TEST if true and false else TRUE if true else FALSE


def _equal(a: Bounds, b: Bounds) -> Bounds:
    fixed = a.low == a.high == b.low == b.high
    return _judged(true=a.low <= b.high and b.low <= a.high, false=not fixed)


_COMPARED: Final[Mapping[str, Callable[[Bounds, Bounds], Bounds]]] = {
    "at_least": lambda a, b: _judged(true=a.high >= b.low, false=a.low < b.high),
    "at_most": lambda a, b: _judged(true=a.low <= b.high, false=a.high > b.low),
    "more": lambda a, b: _judged(true=a.high > b.low, false=a.low <= b.high),
    "less": lambda a, b: _judged(true=a.low < b.high, false=a.high >= b.low),
    "equal": _equal,
}


_RANGES: Final[Mapping[str, Callable[[int], tuple[Number, Number]]]] = {
    "at_least": lambda number: (number, inf),
    "at_most": lambda number: (-inf, number),
    "more": lambda number: (number + 1, inf),
    "less": lambda number: (-inf, number - 1),
    "equal": lambda number: (number, number),
}
"""What is left for a thing that is compared with a number."""
_TURNED: Final = {
    "at_least": "at_most",
    "at_most": "at_least",
    "more": "less",
    "less": "more",
    "equal": "equal",
}


def _product(parts: Iterable[Bounds]) -> Bounds:
    found = Bounds(1, 1)
    for part in parts:
        corners = [
            0 if 0 in pair else pair[0] * pair[1]
            for pair in product((found.low, found.high), (part.low, part.high))
        ]
        found = Bounds(min(corners), max(corners))
    return found


_JOINED: Final[Mapping[str, Callable[[list[Bounds]], Bounds]]] = {
    "sum": lambda parts: Bounds(sum(part.low for part in parts), sum(part.high for part in parts)),
    "product": _product,
    "least": lambda parts: Bounds(min(part.low for part in parts), min(part.high for part in parts)),
    "most": lambda parts: Bounds(max(part.low for part in parts), max(part.high for part in parts)),
    "all": lambda parts: _judged(
        true=not any(part.never for part in parts), false=any(part.low <= 0 <= part.high for part in parts)
    ),
    "any": lambda parts: _judged(
        true=any(not part.never for part in parts), false=all(part.low <= 0 <= part.high for part in parts)
    ),
}
