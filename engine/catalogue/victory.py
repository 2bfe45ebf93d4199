"""Victory conditions as data: a small language of counts, sums and comparisons, judged by a game's facts.

An expression is a whole number, true or false, or a table with one word:

    {count = {control = "allied", of = "objective"}}      places that a side controls
    {points = {control = "allied", of = "objective"}}     the sum of their values
    {points = {control = "us", worth = {2315 = 10}}}      the same with values given here
    {units = {side = "us", of = {region = "aachen"}}}     units there; `what` narrows them by the game's word
    {counter = "german losses"} {option = "short game"} {earlier = "condition key"} {turn = []} {size = OF}
    {sum = [..]} {product = [..]} {minus = [a, b]} {least = [..]} {most = [..]} {if = [test, a, b]}
    {at_least = [a, b]} {at_most = ..} {more = ..} {less = ..} {equal = ..}
    {all = [..]} {any = [..]} {not = x}

OF is a list of hexes, the kind of a feature, or a table: `feature`, `region` (one or a list), `named` (places
by name), `side` (the owner at the start); several entries narrow each other. `how` asks for more than control
("supplied", say): the game knows the word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, Protocol

from engine.bad_input import BadInput
from engine.catalogue.document import Plain, Region, ScenarioDocument, VictoryCondition
from engine.record import Record

Value = int | bool


class Facts(Protocol):
    """What the conditions may ask about the game as it stands."""

    @property
    def turn(self) -> int: ...

    def holds(self, side: str, hex_id: str, how: str) -> bool:
        """Whether the side controls the hex (`how` = "") or holds it in a way the game has a word for."""

    def counter(self, name: str) -> int:
        """A number that the game keeps: losses, flags, points."""

    def units(self, side: str, hexes: frozenset[str] | None, what: str) -> int:
        """How many units of the side stand there (None: anywhere); `what` is a word of the game."""

    def option(self, key: str) -> Plain: ...

    def earlier(self, condition: str) -> int:
        """At how many earlier ends of turns the condition was true."""

    def places(self, wanted: Plain) -> tuple[str, ...]:
        """The hexes that an `of` means; `PlacesOfScenario` answers this and `value` from the document."""

    def value(self, hex_id: str) -> int: ...


class Verdict(Record):
    """How a condition decided; winner "" is a draw, `score` is None for a plain test."""

    condition: str
    winner: str
    level: str
    score: int | None = None


class PlacesOfScenario:
    """Finds the places that conditions name in the document."""

    def __init__(self, document: ScenarioDocument, regions: Callable[[Region], Iterable[str]] | None = None):
        self._document = document
        self._region_hexes = regions or (lambda region: region.hexes)
        self._layers = (document.map.features, document.features)

    def value(self, hex_id: str) -> int:
        """The highest value of anything in the hex."""
        return max((feature.value for feature in self._document.features_at(hex_id)), default=0)

    def places(self, wanted: Plain) -> tuple[str, ...]:
        if isinstance(wanted, str):
            wanted = {"feature": wanted}
        if isinstance(wanted, tuple):
            return tuple(str(hex_id) for hex_id in wanted)
        if not isinstance(wanted, Mapping) or not wanted.keys() <= _SELECTORS or not wanted:
            raise BadInput(f"A victory condition counts {wanted!r:.80}, which names no places.")
        inside = self._regions(wanted["region"]) if "region" in wanted else None
        if wanted.keys() == {"region"} and inside is not None:
            return tuple(inside)
        found = dict.fromkeys(
            hex_id
            for layer in self._layers
            for hex_id, features in layer.items()
            if any(
                wanted.get("feature", feature.kind) == feature.kind
                and wanted.get("side", feature.side) == feature.side
                and _among(feature.name, wanted.get("named"))
                for feature in features
            )
        )
        return tuple(hex_id for hex_id in found if inside is None or hex_id in inside)

    def _regions(self, keys: Plain) -> dict[str, None]:
        hexes: dict[str, None] = {}
        for key in keys if isinstance(keys, tuple) else (keys,):
            region = self._document.region(str(key))
            if region is None:
                raise BadInput(
                    f"A victory condition names {key!r:.60}, which is not a region of the scenario."
                )
            hexes.update(dict.fromkeys(self._region_hexes(region)))
        return hexes


_SELECTORS: Final = frozenset({"feature", "region", "named", "side"})


def _among(name: str, wanted: Plain | None) -> bool:
    return wanted is None or (name in wanted if isinstance(wanted, tuple) else name == wanted)


# What each word takes, and how it is worked out from its evaluated arguments.
_LISTS: Final[Mapping[str, Callable[[list[int]], Value]]] = {
    "sum": sum,
    "product": lambda numbers: _product(numbers),
    "least": min,
    "most": max,
    "all": all,
    "any": any,
}
_PAIRS: Final[Mapping[str, Callable[[int, int], Value]]] = {
    "minus": lambda a, b: a - b,
    "at_least": lambda a, b: a >= b,
    "at_most": lambda a, b: a <= b,
    "more": lambda a, b: a > b,
    "less": lambda a, b: a < b,
    "equal": lambda a, b: a == b,
}
_NAMED: Final[Mapping[str, Callable[[Facts, str], Plain]]] = {
    "counter": lambda facts, name: facts.counter(name),
    "option": lambda facts, name: facts.option(name),
    "earlier": lambda facts, name: facts.earlier(name),
}
_HOLDINGS: Final[Mapping[str, frozenset[str]]] = {
    "count": frozenset({"control", "of", "how"}),
    "points": frozenset({"control", "of", "how", "worth"}),
    "units": frozenset({"side", "of", "what"}),
}
WORDS: Final = frozenset({*_LISTS, *_PAIRS, *_NAMED, *_HOLDINGS, "if", "not", "turn", "size"})
DEEPEST: Final = 20


def _product(numbers: list[int]) -> int:
    result = 1
    for number in numbers:
        result *= number
    return result


def evaluate(expression: Plain, facts: Facts) -> Value:
    """Work an expression out; a malformed one raises BadInput."""
    _check(expression)
    return _evaluate(expression, facts)


def _check(expression: Plain) -> None:
    fault = next(faults(expression), None)
    if fault is not None:
        raise BadInput(f"A victory condition cannot be judged: {fault}.")


def check_words(condition: VictoryCondition) -> VictoryCondition:
    """The condition as it is; BadInput if its test or its score is malformed."""
    for expression in (condition.test, condition.score):
        if expression != ():
            _check(expression)
    return condition


def _evaluate(expression: Plain, facts: Facts) -> Value:
    if isinstance(expression, int):
        return expression
    assert isinstance(expression, Mapping)
    ((word, argument),) = expression.items()
    if word in _LISTS:
        return _LISTS[word]([_evaluate(item, facts) for item in _items(argument)])
    if word in _PAIRS:
        a, b = _items(argument)
        return _PAIRS[word](_evaluate(a, facts), _evaluate(b, facts))
    if word in _NAMED:
        answer = _NAMED[word](facts, str(argument))
        return answer if isinstance(answer, int) else bool(answer)
    if word == "if":
        test, then, otherwise = _items(argument)
        return _evaluate(then if _evaluate(test, facts) else otherwise, facts)
    if word == "not":
        return not _evaluate(argument, facts)
    if word == "turn":
        return facts.turn
    if word == "size":
        return len(facts.places(argument))
    assert isinstance(argument, Mapping)
    return _held(word, argument, facts)


def _items(argument: Plain) -> tuple[Plain, ...]:
    return argument if isinstance(argument, tuple) else ()


def _held(word: str, asked: Mapping[str, Plain], facts: Facts) -> int:
    if word == "units":
        hexes = frozenset(facts.places(asked["of"])) if "of" in asked else None
        return facts.units(str(asked["side"]), hexes, str(asked.get("what", "")))
    side, how = str(asked["control"]), str(asked.get("how", ""))
    worth = asked.get("worth")
    places = tuple(worth) if isinstance(worth, Mapping) else facts.places(asked["of"])
    held = [hex_id for hex_id in places if facts.holds(side, hex_id, how)]
    if word == "count":
        return len(held)
    if isinstance(worth, Mapping):
        return sum(value for hex_id in held if isinstance(value := worth[hex_id], int))
    return sum(facts.value(hex_id) for hex_id in held)


def decide(condition: VictoryCondition, facts: Facts) -> Verdict | None:
    """What the condition says about the game as it stands; None when it does not decide.

    Its words were checked when the game began (`check_words`), not again each time.
    """
    if condition.score != ():
        score = int(_evaluate(condition.score, facts))
        for band in condition.bands:
            if (band.low is None or score >= band.low) and (band.high is None or score <= band.high):
                return Verdict(condition.key, band.winner, band.level, score)
        return None
    if condition.test != () and _evaluate(condition.test, facts):
        return Verdict(condition.key, condition.winner, condition.level)
    return None


def judge(conditions: Iterable[VictoryCondition], facts: Facts, moment: str) -> Verdict | None:
    """The first condition that decides now: "always", at the end of a "turn", or at the "end" of the last."""
    asked = {"always": ("always",), "turn": ("always", "turn"), "end": ("always", "turn", "end")}[moment]
    for condition in conditions:
        if condition.when not in asked:
            continue
        if condition.first is not None and facts.turn < condition.first:
            continue
        if condition.last is not None and facts.turn > condition.last:
            continue
        verdict = decide(condition, facts)
        if verdict is not None:
            return verdict
    return None


def check_conditions(conditions: Iterable[VictoryCondition], facts: Facts, sides: Iterable[str]) -> None:
    """Judge every condition once before the game begins; BadInput if one of them cannot be judged."""
    winners = (*sides, "")
    for condition in conditions:
        decide(check_words(condition), facts)
        for winner in (condition.winner, *(band.winner for band in condition.bands)):
            if winner not in winners:
                raise BadInput(f"Victory condition {condition.key} names {winner!r:.40}, which is not a side")


def faults(expression: Plain, depth: int = 0) -> Iterator[str]:
    """What is malformed in an expression."""
    if isinstance(expression, int):
        return
    if not isinstance(expression, Mapping) or len(expression) != 1:
        yield f"{expression!r:.80} is neither a number nor a table with one word"
        return
    ((word, argument),) = expression.items()
    if depth > DEEPEST:
        yield "it is nested too deeply"
    elif word in _LISTS or word in _PAIRS or word == "if":
        least = {"if": 3}.get(word, 2 if word in _PAIRS else 1 if word in ("least", "most") else 0)
        exact = word == "if" or word in _PAIRS
        if not isinstance(argument, tuple) or len(argument) < least or (exact and len(argument) != least):
            yield f"{word} needs a list of {'' if exact else 'at least '}{least}"
            return
        for item in argument:
            yield from faults(item, depth + 1)
    elif word == "not":
        yield from faults(argument, depth + 1)
    elif word in _NAMED:
        if not isinstance(argument, str) or not argument:
            yield f"{word} needs a name"
    elif word == "size":
        yield from _faults_of_places(argument)
    elif word in _HOLDINGS:
        yield from _faults_of_holding(word, argument)
    elif word != "turn":
        yield f"{word!r:.60} is not a word of victory conditions"


def _faults_of_holding(word: str, asked: Plain) -> Iterator[str]:
    who = "side" if word == "units" else "control"
    if not isinstance(asked, Mapping) or not isinstance(asked.get(who), str):
        yield f"{word} needs a table that names a side as {who}"
        return
    for entry in asked.keys() - _HOLDINGS[word]:
        yield f"{word} does not know {entry!r:.60}"
    for entry in ("how", "what"):
        if not isinstance(asked.get(entry, ""), str):
            yield f"{word} needs a word for {entry}"
    worth = asked.get("worth")
    if worth is not None:
        if not isinstance(worth, Mapping) or any(type(value) is not int for value in worth.values()):
            yield "worth needs a table of hexes and whole numbers"
    elif "of" in asked:
        yield from _faults_of_places(asked["of"])
    elif word != "units":
        yield f"{word} does not say of what"


def _faults_of_places(wanted: Plain) -> Iterator[str]:
    if isinstance(wanted, str):
        return
    if isinstance(wanted, tuple):
        if not all(isinstance(item, str) for item in wanted):
            yield "a list of places holds something else than hexes"
    elif not isinstance(wanted, Mapping) or not wanted or not wanted.keys() <= _SELECTORS:
        yield f"{wanted!r:.80} names no places"


def words_in(expression: Plain) -> Iterator[tuple[str, Plain]]:
    """Every word of an expression with its argument, for those who check the names in it."""
    if isinstance(expression, Mapping) and len(expression) == 1:
        ((word, argument),) = expression.items()
        yield word, argument
        for item in argument if isinstance(argument, tuple) else (argument,):
            if word in WORDS - _HOLDINGS.keys() - _NAMED.keys() - {"size"}:
                yield from words_in(item)
