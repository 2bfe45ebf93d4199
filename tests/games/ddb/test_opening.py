"""Scenarios and positions that cannot be played are refused with a sentence, never with anything else."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from engine import games
from engine.bad_input import BadInput
from engine.catalogue.check import check
from engine.catalogue.document import (
    Feature,
    Placement,
    ScenarioDocument,
    Setup,
    SpecialRule,
    VictoryCondition,
)
from engine.catalogue.document_game import DocumentGame
from engine.catalogue.scenario_text import dumps, loads
from engine.referee.dice import Dice
from engine.referee.position import Position


def game() -> DocumentGame:
    found = games.game("ddb")
    assert isinstance(found, DocumentGame)
    return found


@pytest.fixture(scope="module")
def carentan() -> ScenarioDocument:
    return loads(game().scenario_text("ddb-carentan"))


def moved(document: ScenarioDocument, unit: str, place: str) -> ScenarioDocument:
    others = tuple(setup for setup in document.setups if setup.unit != unit)
    return replace(document, setups=(*others, Setup(unit, Placement("hex", place))))


def rated(document: ScenarioDocument, unit: str, **ratings: Any) -> ScenarioDocument:
    return replace(
        document,
        units=tuple(
            replace(u, ratings={**u.ratings, **ratings}) if u.id == unit else u for u in document.units
        ),
    )


def test_each_scenario_passes_its_own_check(carentan: ScenarioDocument) -> None:
    assert check(carentan, game()) == []


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda d: moved(d, "us-1-501", "1602"), "could not enter the ground of 1602"),
        (lambda d: moved(d, "us-1-501", "1007"), "Both sides stand in 1007"),
        (lambda d: moved(moved(d, "us-1-501", "0804"), "us-3-502", "0804"), "holds 8"),
        (lambda d: replace(d, setups=d.setups[1:]), "neither a zone at the start nor a turn"),
        (lambda d: rated(d, "us-1-501", quality="splendid"), "rating quality"),
        (lambda d: rated(d, "us-2-66", mobility="LEG"), "no line for TNK"),
        (lambda d: replace(d, sides=d.sides[:1]), "two sides"),
        (lambda d: replace(d, data={**d.data, "first_player": "nobody"}), "first player"),
        (lambda d: replace(d, data={**d.data, "daylight": "noon"}), "daylight"),
        (
            lambda d: replace(d, features={"0505": (Feature("objective", "X", 1, "nobody"),)}),
            "held by 'nobody'",
        ),
        (lambda d: replace(d, features={"1602": (Feature("prepared"),)}), "not a land zone"),
        (
            lambda d: replace(d, special_rules=(SpecialRule("scn.seelow-dawn", {"side": "allied"}),)),
            "special rule scn.seelow-dawn",
        ),
        (
            lambda d: replace(d, victory=(VictoryCondition("x", "turn", test={"more": (1,)}),)),
            "cannot be judged",
        ),
        (
            lambda d: replace(d, victory=(VictoryCondition("x", score={"counter": "allied losses"}),)),
            "A condition asks for 'allied losses'",
        ),
        (lambda d: replace(d, victory=(VictoryCondition("x", winner="nobody"),)), "which is not a side"),
        (lambda d: replace(d, game="toy"), "is a scenario of 'toy'"),
    ],
)
def test_what_is_wrong_with_a_scenario_is_said(carentan: ScenarioDocument, spoil: Any, words: str) -> None:
    spoilt = spoil(carentan)
    if words == "holds 8":
        game().open(dumps(spoilt), {})  # four battalions fill a zone
        spoilt, words = moved(spoilt, "us-1-506", "0804"), "holds 10 stacking points"
    with pytest.raises(BadInput, match=words):
        game().open(dumps(spoilt), {})


BASE = """
game = "ddb"
case = "2.full"
title = "x"
river = "0505/0506"
bridge = "0505/0506"
[allied]
a = "INF 0505"
"""


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("phase = 'tea'", "`phase` should be one of"),
        ("side = 'french'", "`side` and `first`"),
        ("turn = -1", "whole number"),
        ("terrain = {lava = '0505'}", "not terrain"),
        ("road = '0505 9999'", "which is not there"),
        ("field = '0 x 3'", "columns and rows"),
        ("objective = {'0505' = 'german'}", "a side and its points"),
        ("supply = {'0505' = 'nobody'}", "allied or german"),
        ("control = {'0505' = 'allied'}", "a place and a side"),
        ("works = {'0505' = 'nobody'}", "a zone and a side"),
        ("blown = '0101/0102'", "not a bridge"),
        ("art = {allied = 'lots'}", "on hand and allotted"),
        ("art = {allied = '3/2'}", "more supports than its allotment"),
        ("markers = {allied = 3}\ntally = {allied = 1}", "more markers than it ever took"),
        ("scenario = 'ddb-nowhere'", "has no scenario"),
        ("weather = 'fine'", "is not known"),
        ("[german]\na = 'INF 0606'", "two of them"),
        ("[german]\nb = 'INF 0505'", "Both sides stand"),
        ("[german]\nb = 'INF flying 0606'", "'flying' in the line of unit b"),
        ("[german]\nb = 'INF N'", "is nowhere"),
        ("[german]\nb = 'ART shattered'", "cannot be shattered"),
        ("[german]\nb = 'HQ lost'", "cannot be lost"),
        ("[german]\nb = 'HQ battalion 0606'", "both of the type HQ"),
        ("[german]\nb = 3", "line of words"),
        ("[german]\nb = 'INF due:1:9999'", "is not a known word"),
    ],
)
def test_what_is_wrong_with_a_position_is_said(line: str, words: str) -> None:
    head, mark, tail = BASE.partition("[allied]")
    text = BASE + line if line.startswith("[") else f"{head}{line}\n{mark}{tail}"
    with pytest.raises(BadInput, match=words):
        game().open_position(Position.loads(text))


SPOILERS = (
    *(
        "0505",
        "9999",
        "INF",
        "HQ",
        "SPA",
        "shattered",
        "lost",
        "mp:9",
        "of:",
        "due:1:0505",
        "column",
        "heavy",
    ),
    *("5", "-1", "true", "[]", "{}", "''", "1/0"),
)


def test_spoilt_positions_are_set_up_or_refused() -> None:
    """Words swapped at random in every worked example: BadInput, or a table that can be looked at."""
    chance = Random(44)
    texts = [path.read_text(encoding="utf-8") for path in sorted(game().examples_path().glob("*.toml"))]
    opened = 0
    for _ in range(400):
        parts = chance.choice(texts).split(" ")
        for _ in range(chance.randint(1, 3)):
            parts[chance.randrange(len(parts))] = chance.choice(SPOILERS)
        try:
            position = Position.loads(" ".join(parts))
            state = game().first_state(game().open_position(position), Dice("x"))
        except BadInput:
            continue
        opened += 1
        assert list(game().invariants(state)) == []
        assert game().view(state, None).counters == game().view(state, "allied").counters
        list(game().overlays(state, None))
    assert opened > 30
