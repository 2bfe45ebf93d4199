"""Checks of the victory conditions: well formed, naming things that exist, with bands that leave no doubt."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final, Protocol, runtime_checkable

from engine.bad_input import BadInput
from engine.catalogue.check_map import unknown_hexes
from engine.catalogue.document import MOMENTS, Band, Plain, ScenarioDocument, Side, VictoryCondition
from engine.catalogue.finding import Fault, Finding, error, note, warning
from engine.catalogue.placing import Placing
from engine.catalogue.victory import PlacesOfScenario, faults, words_in
from engine.catalogue.victory_bounds import Possible

ENDLESS: Final = 2**60


@runtime_checkable
class KnowsCounters(Protocol):
    """A game that says which counters it keeps, and between which numbers some of them lie."""

    def counters(self, sides: Sequence[Side], data: Mapping[str, Plain]) -> Mapping[str, str]: ...

    def counter_bounds(self, data: Mapping[str, Plain]) -> Mapping[str, tuple[int, int]]: ...


def check_victory(
    document: ScenarioDocument,
    placing: Placing,
    game: KnowsCounters | None = None,
    players_keep_rules: bool = False,
) -> Iterator[Finding]:
    """Every condition, and that there is one; `game` says what it counts."""
    bounds = game.counter_bounds(document.data) if game is not None else {}
    if not document.victory:
        finding = warning if document.units and not players_keep_rules else note
        yield finding("victory", "Nothing says who wins.", key=Fault.NO_VICTORY)
    elif all(condition.level and not _has_winner(condition) for condition in document.victory):
        yield warning("victory", "No condition names a winner, so nobody can win.", "Name one.")
    for condition in document.victory:
        where = f"victory {condition.key}"
        formed = list(_check_form(document, condition, where))
        yield from formed
        for expression in (condition.test, condition.score):
            if expression == ():
                continue
            wrong = [error(where, f"{fault[0].upper()}{fault[1:]}.") for fault in faults(expression)]
            if not wrong:
                for word, argument in words_in(expression):
                    wrong += _check_word(document, placing, word, argument, where)
                    if word == "counter" and game is not None:
                        known = game.counters(document.sides, document.data)
                        wrong += _check_counter(known, str(argument), condition, where)
            yield from wrong
            if not any(finding.severity == "error" for finding in (*formed, *wrong)):
                places = PlacesOfScenario(document, placing.hexes_of)
                yield from _check_possible(Possible(document, places, condition, bounds), where)


def _has_winner(condition: VictoryCondition) -> bool:
    """Does it let any side win?"""
    return bool(condition.winner) or any(band.winner for band in condition.bands)


def _check_turns(document: ScenarioDocument, condition: VictoryCondition, where: str) -> Iterator[Finding]:
    """The turns in which it is judged must be played, and reach the last one if it waits for the end."""
    turns = document.turns
    for turn in (condition.first, condition.last):
        if turn is not None and not turns.first <= turn <= turns.last:
            yield warning(where, f"Turn {turn} is not played.", about=condition.key)
    if condition.first is not None and condition.last is not None and condition.first > condition.last:
        text = f"It is never judged: turn {condition.first} comes after turn {condition.last}."
        yield warning(where, text, "Exchange its first and last turn.", about=condition.key)
    elif condition.when == "end" and condition.last is not None and condition.last < turns.last:
        text = f"It is never judged: it waits for the end of turn {turns.last}, after turn {condition.last}."
        remedy = "Judge it at the end of each turn, or leave its last turn open."
        yield warning(where, text, remedy, about=condition.key)


def _check_levels(condition: VictoryCondition, where: str) -> Iterator[Finding]:
    """What is called a victory is somebody's."""
    named = ((condition.level, condition.winner), *((band.level, band.winner) for band in condition.bands))
    for level, winner in named:
        words = level.casefold()
        if not winner and "victory" in words and "no victory" not in words:
            text = f"“{level}” names no winner."
            yield warning(where, text, "Name the winner, or call it a draw.", about=condition.key)


def _check_possible(possible: Possible, where: str) -> Iterator[Finding]:
    """A condition that nothing can meet, or that decides without a winner, is not what its author meant."""
    condition = possible.condition
    if condition.test != ():
        if possible.of(condition.test).never:
            text = "It can never be true, whatever happens."
            yield warning(where, text, "Change its numbers, or remove it.", about=condition.key)
        if not condition.winner and not condition.level:
            text = "It decides the game, but names no winner."
            yield warning(where, text, "Name a winner, or call its level a draw.", about=condition.key)
        return
    score = possible.of(condition.score)
    reached = [band for band in condition.bands if score.overlaps(band.low, band.high)]
    if not reached:
        yield warning(where, "Its score never reaches one of its bands.", about=condition.key)
    elif not any(band.winner for band in reached):
        text = "No band that its score can reach names a winner."
        yield warning(where, text, "Name a winner in one of them.", about=condition.key)


def _check_form(document: ScenarioDocument, condition: VictoryCondition, where: str) -> Iterator[Finding]:
    sides = {side.key for side in document.sides}
    if condition.when not in MOMENTS:
        yield error(where, f"{condition.when!r} is not a moment; use one of {', '.join(MOMENTS)}.")
    if (condition.test == ()) == (condition.score == ()):
        yield error(where, "It needs a test or a score, and not both.")
    if condition.score != () and not condition.bands:
        text = "Its score has no bands, so it never decides."
        yield error(where, text, key=Fault.NO_BANDS, about=condition.key)
    for winner in (condition.winner, *(band.winner for band in condition.bands)):
        if winner and winner not in sides:
            yield error(where, f"The winner {winner} is not a side.")
    yield from _check_turns(document, condition, where)
    yield from _check_levels(condition, where)
    yield from _check_bands(condition.bands, where)
    if condition.when == "end" and _has_limits(condition.bands):
        yield note(
            where,
            "Scores beyond the outermost bands decide nothing.",
            "Leave the outer ends open.",
            key=Fault.LIMITED_BANDS,
            about=condition.key,
        )


def _check_bands(bands: tuple[Band, ...], where: str) -> Iterator[Finding]:
    ranges = _ranges(bands)
    for low, high in ranges:
        if low > high:
            yield error(where, f"The band {low} to {high} is empty.")
    for (_, high), (low, _) in pairwise(ranges):
        if low <= high:
            yield warning(where, f"A score of {low} lies in two bands; the first one counts.")
        elif low > high + 1:
            yield warning(where, f"A score of {high + 1} lies in no band.")


def _ranges(bands: tuple[Band, ...]) -> list[tuple[int, int]]:
    """The lowest and highest score of each band."""
    return sorted(
        (-ENDLESS if band.low is None else band.low, ENDLESS if band.high is None else band.high)
        for band in bands
    )


def _has_limits(bands: tuple[Band, ...]) -> bool:
    """Whether some scores lie below or above all bands."""
    ranges = _ranges(bands)
    return bool(ranges) and (ranges[0][0] > 0 or ranges[-1][1] != ENDLESS)


def _check_word(
    document: ScenarioDocument, placing: Placing, word: str, argument: Plain, where: str
) -> Iterator[Finding]:
    if word == "option" and all(option.key != argument for option in document.options):
        yield error(where, f"There is no option {argument}.")
    elif word == "earlier" and all(condition.key != argument for condition in document.victory):
        yield error(where, f"There is no condition {argument}.")
    elif word == "size":
        yield from _check_places(document, placing, argument, where)
    elif word in ("count", "points", "units") and isinstance(argument, Mapping):
        side = argument.get("control", argument.get("side"))
        if all(known.key != side for known in document.sides):
            yield error(where, f"{side!r} is not a side.")
        worth = argument.get("worth")
        if isinstance(worth, Mapping):
            yield from unknown_hexes(placing.lattice, where, worth)
        elif "of" in argument:
            yield from _check_places(document, placing, argument["of"], where)


def _check_counter(
    known: Mapping[str, str], name: str, condition: VictoryCondition, where: str
) -> Iterator[Finding]:
    if name not in known:
        text = f"The game counts nothing called {name!r:.40}."
        remedy = f"Choose one of {', '.join(known)}." if known else "Ask for places or units."
        yield error(where, text, remedy, about=condition.key)


def _check_places(
    document: ScenarioDocument, placing: Placing, wanted: Plain, where: str
) -> Iterator[Finding]:
    try:
        places = PlacesOfScenario(document, placing.hexes_of).places(wanted)
    except BadInput as bad:
        yield error(where, str(bad))
        return
    yield from unknown_hexes(placing.lattice, where, places)
    if not places:
        yield error(where, f"{wanted!r:.80} names no place on this map.")
    named = wanted.get("named", ()) if isinstance(wanted, Mapping) else ()
    known = {
        feature.name
        for layer in (document.map.features, document.features)
        for found in layer.values()
        for feature in found
    }
    for name in named if isinstance(named, tuple) else (named,):
        if name not in known:
            yield error(where, f"There is no place named {name}.")
