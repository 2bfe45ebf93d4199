"""Scenarios and positions that cannot be played are refused with a sentence, never with anything else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from engine import games
from engine.bad_input import BadInput
from engine.catalogue.document import Placement, ScenarioDocument, Setup
from engine.catalogue.document_game import DocumentGame
from engine.catalogue.scenario_text import dumps, loads
from engine.referee.session import Session, Start


def game() -> DocumentGame:
    found = games.game("ctl")
    assert isinstance(found, DocumentGame)
    return found


@pytest.fixture(scope="module")
def stolberg() -> ScenarioDocument:
    return loads(game().scenario_text("ctl-2-stolberg"))


def first(document: ScenarioDocument, kind: str, side: str) -> str:
    """A unit of this kind that is set up in a hex."""
    placed = {setup.unit for setup in document.setups}
    return next(u.id for u in document.units if (u.type, u.side) == (kind, side) and u.id in placed)


def moved(
    document: ScenarioDocument, kind: str, side: str, place: str, **data: bool | int | str
) -> ScenarioDocument:
    unit = first(document, kind, side)
    others = tuple(setup for setup in document.setups if setup.unit != unit)
    return replace(document, setups=(*others, Setup(unit, Placement("hex", place), data)))


def changed(document: ScenarioDocument, kind: str, side: str, **values: Any) -> ScenarioDocument:
    key = first(document, kind, side)
    units = tuple(replace(u, **values) if u.id == key else u for u in document.units)
    return replace(document, units=units)


def enemy_hex(document: ScenarioDocument) -> str:
    key = first(document, "inf", "german")
    return next(setup.place.at for setup in document.setups if setup.unit == key)


Spoil = Callable[[ScenarioDocument], ScenarioDocument]
WRONG: list[tuple[Spoil, str]] = [
    (lambda d: moved(d, "hq", "us", "1510"), "town, city or industrial hex"),
    (lambda d: moved(d, "inf", "us", enemy_hex(d)), "Both sides stand in"),
    (lambda d: moved(d, "inf", "us", "5510"), "not a hex in play"),
    (lambda d: moved(d, "inf", "us", "1510", now=40), "has a strength of"),
    (lambda d: changed(d, "inf", "us", ratings={}), "a combat strength"),
    (lambda d: changed(d, "hq", "us", formation="VII"), "is not a formation of this game"),
    (lambda d: replace(d, setups=d.setups[1:]), "neither a hex at the start nor a turn"),
    (lambda d: replace(d, sides=tuple(reversed(d.sides))), "the sides us and german, in this order"),
    (
        lambda d: replace(d, map=replace(d.map, terrain={**d.map.terrain, "1510": "swamp"})),
        "1510 is 'swamp', which is not terrain of this game",
    ),
]


@pytest.mark.case("ctl 10-a")
@pytest.mark.case("ctl 3.3-c")
@pytest.mark.parametrize(("spoil", "words"), WRONG)
def test_a_scenario_that_breaks_the_rules_does_not_begin(
    stolberg: ScenarioDocument, spoil: Spoil, words: str
) -> None:
    text = dumps(spoil(stolberg))
    with pytest.raises(BadInput, match=words):
        Session.begin(game(), Start("ctl", "scenario", "ctl-2-stolberg", text, "test"))


POSITIONS = [
    ('phase = "lunch"', "`phase`, `side` or `formation` is not known"),
    ('formation = "9SS"', "`phase`, `side` or `formation` is not known"),
    ("level = {9SS = 3}", "'9SS' is not a formation"),
    ('marker = "german"', "`marker` should be a side and a number"),
    ('passed = "french"', "french"),
    ("points = {french = 3}", "french"),
    ('improved = "9999"', "9999"),
    ('weather = "rain"', "weather"),
    ('[us]\na = "inf"', "Unit a is nowhere"),
]


@pytest.mark.parametrize(("lines", "words"), POSITIONS)
def test_a_worked_example_with_an_unknown_word_is_refused(lines: str, words: str) -> None:
    text = f'game = "ctl"\ntitle = "Wrong"\ncase = ["2-a"]\n{lines}\n'
    with pytest.raises(BadInput, match=words):
        Session.begin(game(), Start("ctl", "position", "test", text, "test"))
