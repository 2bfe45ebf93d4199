"""Which hexes decide a scenario, and which of them a side can never get to."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

from engine.bad_input import BadInput
from engine.catalogue.check_map import shown
from engine.catalogue.document import Plain, ScenarioDocument
from engine.catalogue.finding import Finding, warning
from engine.catalogue.placing import Placing
from engine.catalogue.victory import PlacesOfScenario, faults, words_in


def deciding_hexes(document: ScenarioDocument, placing: Placing) -> list[str]:
    """The hexes whose possession a victory condition asks about."""
    found: dict[str, None] = {}
    places = PlacesOfScenario(document, placing.hexes_of)
    for condition in document.victory:
        for expression in (condition.test, condition.score):
            if expression == () or any(faults(expression)):
                continue
            for word, argument in words_in(expression):
                if word in ("count", "points") and isinstance(argument, Mapping):
                    found.update(dict.fromkeys(_asked(places, argument)))
    return [here for here in found if here in placing.lattice]


def _asked(places: PlacesOfScenario, argument: Mapping[str, Plain]) -> Iterable[str]:
    worth = argument.get("worth")
    if isinstance(worth, Mapping):
        return worth
    try:
        return places.places(argument["of"]) if "of" in argument else ()
    except BadInput:
        return ()


def within_reach(starts: Iterable[str], around: Callable[[str], Iterable[str]]) -> set[str]:
    """Every hex that can be reached from one of these."""
    found = set(starts)
    ends = list(found)
    while ends:
        for there in around(ends.pop()):
            if there not in found:
                found.add(there)
                ends.append(there)
    return found


def out_of_reach(
    hexes: Iterable[str], reach: Mapping[str, Collection[str]], named: Callable[[str], str] = str
) -> Iterator[Finding]:
    """One finding for each side that can never get to some of the hexes, if it has units at all."""
    listed = list(hexes)
    for side, reached in reach.items():
        missed = [named(here) for here in listed if here not in reached]
        if reached and missed:
            yield warning(
                f"side {side}",
                f"None of its units can ever reach {shown(missed)}, which count for victory.",
                "Build a bridge or a road, or let a unit begin nearer.",
            )
