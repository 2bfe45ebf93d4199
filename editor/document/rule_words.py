"""The parameters of special rules in words: what they name in the scenario is called by its title."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from editor.document.place_choices import areas, boxes, lines
from editor.document.titles import distinct_titles
from editor.document.working_copy import WorkingCopy
from engine.catalogue.document import Plain

LONGEST_LIST: Final = 6
"""Entries of a list that are named; the others are counted."""
TitlesOf = Callable[[WorkingCopy], Mapping[str, str]]


def _units(work: WorkingCopy) -> Mapping[str, str]:
    return distinct_titles((unit.id, unit.name) for unit in work.scenario("units"))


def _formations(work: WorkingCopy) -> Mapping[str, str]:
    return distinct_titles((known.key, known.title) for known in work.scenario("formations"))


def _sides(work: WorkingCopy) -> Mapping[str, str]:
    return distinct_titles((side.key, side.title) for side in work.scenario("sides"))


def _regions_of(kind: str, work: WorkingCopy) -> Mapping[str, str]:
    """The regions of a kind; the kind in front of their keys is left out: country-france is france."""
    regions = (*work.scenario("regions"), *work.sheet("regions"))
    return distinct_titles(
        (region.key.removeprefix(f"{kind}-"), region.title) for region in regions if region.kind == kind
    )


def _rivers(work: WorkingCopy) -> Mapping[str, str]:
    """The names that hexsides have: rivers, canals, railways."""
    names = {thing.name for found in work.hexsides.values() for thing in found if thing.name}
    return {name: name for name in sorted(names)}


NAMED: Final[Mapping[str, TitlesOf]] = {
    "side": _sides,
    "unit": _units,
    "formation": _formations,
    "army_group": _units,
    "serial": _units,
    "earlier": _units,
    "region": areas,
    "box": boxes,
    "line": lines,
    "river": _rivers,
}
"""What parameters are called whose values are keys of the scenario."""


def titles_for(name: str, work: WorkingCopy) -> tuple[str, Mapping[str, str]]:
    """What a parameter names in one word, and the titles by key; empty if it names nothing.

    It is called like what it names, or like several of them; or like a kind of region.
    """
    for word in (name, re.sub("ies$", "y", name), name.removesuffix("s")):
        found = NAMED[word](work) if word in NAMED else _regions_of(word, work)
        if found:
            called = "unit" if NAMED.get(word) is _units else word
            return called.replace("_", " "), found
    return "", {}


def parameters_in_words(parameters: Mapping[str, Plain], work: WorkingCopy) -> str:
    """All parameters of a rule in a line: turn 9 · units 5 US, 8 UK."""
    return " · ".join(
        f"{name.replace('_', ' ')} {_said(value, titles_for(name, work)[1] or _titles_of_keys(value, work))}"
        for name, value in parameters.items()
    )


def _titles_of_keys(value: Plain, work: WorkingCopy) -> Mapping[str, str]:
    """The titles of units, for a table that has something for each of them."""
    units = _units(work) if isinstance(value, Mapping) else {}
    return units if isinstance(value, Mapping) and value.keys() <= units.keys() else {}


def _said(value: Plain, titles: Mapping[str, str]) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        shown = [_said(one, titles) for one in value[:LONGEST_LIST]]
        more = len(value) - len(shown)
        return ", ".join(shown) + (f" and {more} more" if more else "")
    if isinstance(value, Mapping) and any(isinstance(inner, Mapping) for inner in value.values()):
        return ", ".join(titles.get(key, key) for key in value)
    if isinstance(value, Mapping):
        return ", ".join(f"{titles.get(key, key)} {_said(inner, {})}" for key, inner in value.items())
    return titles.get(str(value), str(value))
