"""The score of a scenario line by line, worked out from its victory conditions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from engine.catalogue.document import Plain, ScenarioDocument, VictoryCondition
from engine.catalogue.victory import Facts, Verdict, decide, evaluate, judge
from engine.mechanics.plural import counted
from engine.referee.score import Grade, ScoreLine, ScoreSheet

CONTROL: Final = "control"
"""The name under which a game gives the case of points for places that are held."""
_COMPARED: Final = frozenset({"at_least", "at_most", "more", "less", "equal"})
_JOINED: Final = frozenset({"all", "any", "sum"})


class ScoreReader:
    """Reads the conditions of one scenario in one position."""

    def __init__(
        self,
        document: ScenarioDocument,
        facts: Facts,
        cases: Mapping[str, str],
        title_of: Callable[[str], str],
    ) -> None:
        """`cases` names the case of each counter, and under `CONTROL` that of points for places."""
        self._document, self._facts, self._cases, self._title_of = document, facts, cases, title_of

    def sheets(self, over: bool) -> tuple[ScoreSheet, ...]:
        """What decided the game, alone; or else every condition of the last turn as it stands."""
        conditions = self._document.victory
        verdict = judge(conditions, self._facts, "end") if over else None
        if verdict is not None:
            condition = next(one for one in conditions if one.key == verdict.condition)
            return (replace(self._sheet(condition, verdict), decided=True),)
        return tuple(
            self._sheet(condition, decide(condition, self._facts))
            for condition in conditions
            if condition.when == "end"
        )

    def _sheet(self, condition: VictoryCondition, verdict: Verdict | None) -> ScoreSheet:
        title = condition.title or condition.level or condition.key
        if condition.score == ():
            return ScoreSheet(title, tuple(self._lines(condition.test)))
        total = int(evaluate(condition.score, self._facts))
        grades = tuple(
            Grade(
                band.level,
                band.winner,
                band.low,
                band.high,
                verdict is not None and (band.winner, band.level) == (verdict.winner, verdict.level),
            )
            for band in condition.bands
        )
        return ScoreSheet(title, tuple(self._lines(condition.score)), total, grades)

    def _lines(self, expression: Plain, sign: int = 1) -> Iterator[ScoreLine]:
        """The entries of an expression, each with what it adds."""
        if not isinstance(expression, Mapping):
            return
        ((word, argument),) = expression.items()
        parts = argument if isinstance(argument, tuple) else ()
        if word in _JOINED or word in _COMPARED:
            for part in parts:
                yield from self._lines(part, sign)
        elif word == "minus":
            yield from self._lines(parts[0], sign)
            yield from self._lines(parts[1], -sign)
        elif word == "if":
            yield from self._lines(parts[1] if evaluate(parts[0], self._facts) else parts[2], sign)
        elif word == "not":
            yield from self._lines(argument, sign)
        elif word in ("points", "count") and isinstance(argument, Mapping):
            yield from self._places(word, argument, sign)
        elif word in ("most", "least"):
            yield from self._limited(word, expression, parts, sign)
        elif word == "product":
            points = sign * int(evaluate(expression, self._facts))
            yield ScoreLine(self._in_words(expression), points, case=self._case_of(expression))
        else:
            yield self._single(word, argument, expression, sign)

    def _places(self, word: str, asked: Mapping[str, Plain], sign: int) -> Iterator[ScoreLine]:
        """A line for each place that is held."""
        side, how, worth = str(asked["control"]), str(asked.get("how", "")), asked.get("worth")
        places = tuple(worth) if isinstance(worth, Mapping) else self._facts.places(asked["of"])
        for here in places:
            if self._facts.holds(side, here, how):
                value = worth[here] if isinstance(worth, Mapping) else self._facts.value(here)
                points = 1 if word == "count" else value if isinstance(value, int) else 0
                if points:
                    yield ScoreLine(self._name(here), sign * points, side, self._cases.get(CONTROL, ""))

    def _limited(
        self, word: str, expression: Plain, parts: tuple[Plain, ...], sign: int
    ) -> Iterator[ScoreLine]:
        """Its entries, and what a limit adds to them or takes away."""
        lines = [line for part in parts for line in self._lines(part, sign)]
        yield from lines
        rest = sign * int(evaluate(expression, self._facts)) - sum(line.points for line in lines)
        if rest:
            limit = "At least" if word == "most" else "At most"
            yield ScoreLine(f"{limit} {int(evaluate(expression, self._facts))} in this case", rest)

    def _single(self, word: str, argument: Plain, expression: Plain, sign: int) -> ScoreLine:
        points = sign * int(evaluate(expression, self._facts))
        if word == "units" and isinstance(argument, Mapping):
            side = str(argument["side"])
            return ScoreLine(f"Units of {self._title_of(side)}", points, side, self._cases.get("units", ""))
        name = str(argument) if isinstance(argument, str) else word
        return ScoreLine(name[:1].upper() + name[1:], points, case=self._cases.get(name, ""))

    def _in_words(self, expression: Plain) -> str:
        """What an expression counts: `3 × beachheads lost`."""
        if not isinstance(expression, Mapping):
            return str(expression)
        ((word, argument),) = expression.items()
        parts = [self._in_words(part) for part in argument] if isinstance(argument, tuple) else []
        if word == "product":
            return " × ".join(parts)
        if word == "least":
            return f"{parts[-1]} (at most {parts[0]})"
        if word == "most":
            return f"{parts[-1]} (at least {parts[0]})"
        if word in ("points", "count") and isinstance(argument, Mapping):
            return f"places held by {self._title_of(str(argument['control']))}"
        if word == "units" and isinstance(argument, Mapping):
            return f"units of {self._title_of(str(argument['side']))}"
        return argument if isinstance(argument, str) else word

    def _case_of(self, expression: Plain) -> str:
        """The case of the first counter in it."""
        if not isinstance(expression, Mapping):
            return ""
        ((word, argument),) = expression.items()
        if word in ("points", "count"):
            return self._cases.get(CONTROL, "")
        if isinstance(argument, str) or word == "units":
            return self._cases.get(argument if isinstance(argument, str) else word, "")
        found = (self._case_of(part) for part in argument) if isinstance(argument, tuple) else ()
        return next(filter(None, found), "")

    def _name(self, here: str) -> str:
        names = [feature.name for feature in self._document.features_at(here) if feature.name]
        return f"{names[0]} ({here})" if names else here


def verdict_in_words(document: ScenarioDocument, verdict: Verdict, title_of: Callable[[str], str]) -> str:
    """The result, who wins, and the points with the side that has them."""
    wins = f"{title_of(verdict.winner)} wins" if verdict.winner else "no side wins"
    if verdict.score is None:
        return f"{verdict.level}: {wins}"
    condition = next(one for one in document.victory if one.key == verdict.condition)
    side = scored_side(condition)
    whose = f" of {title_of(side)}" if side else ""
    return f"{verdict.level}: {wins}, with {counted(verdict.score, 'victory point')}{whose}"


def scored_side(condition: VictoryCondition) -> str:
    """The side whose points a condition counts; empty if it counts those of both, or none."""
    sides = set(_sides(condition.score))
    return sides.pop() if len(sides) == 1 else ""


def _sides(expression: Plain) -> Iterator[str]:
    if isinstance(expression, Mapping):
        for word, argument in expression.items():
            if word in ("points", "count") and isinstance(argument, Mapping):
                yield str(argument["control"])
            for part in argument if isinstance(argument, tuple) else (argument,):
                yield from _sides(part)
