"""Every case that code, a worked example or a test cites is in its game's rules index."""

from __future__ import annotations

import ast

import pytest

import engine.games
from engine.referee.citations import matrix
from tests.architecture.source_tree import ROOT, UNFINISHED, calls, place, python_files

KEYS = engine.games.keys()


@pytest.mark.parametrize("key", KEYS)
def test_cited_cases_exist(key: str) -> None:
    game = engine.games.game(key)
    cases = matrix(game, ROOT / "tests")
    assert any(row.code for row in cases.rows), f"the code of {game.title} cites no case"
    assert cases.problems == ()


def test_tests_name_the_cases_of_games_that_exist() -> None:
    strangers = [
        f"{place(path, call)} names {ast.unparse(call.args[0])}"
        for path in python_files("tests")
        for name, call in calls(path)
        if name == "case" and ast.unparse(call.func) == "pytest.mark.case"
        if ast.literal_eval(call.args[0]).partition(" ")[0] not in KEYS
    ]
    assert not strangers


def test_every_game_is_in_the_registry() -> None:
    assert "toy" in KEYS
    packages = {start.parent.name for start in (ROOT / "engine" / "games").glob("*/__init__.py")}
    registered = {engine.games.game(key).package for key in KEYS}
    assert {f"engine.games.{name}" for name in packages - set(UNFINISHED)} <= registered
    assert set(UNFINISHED) <= packages and not {f"engine.games.{name}" for name in UNFINISHED} & registered
