"""Every case that code, a worked example or a test cites is in its game's rules index."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import engine.games
from engine.referee.citations import citations_in_code, citations_in_tests, matrix
from tests.architecture.source_tree import ROOT, calls, place, python_files

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
    assert {f"engine.games.{name}" for name in packages} <= registered


def test_every_way_of_citing_is_seen(tmp_path: Path) -> None:
    (tmp_path / "combat.py").write_text(
        """
@case("1", "2")
def refusals(tx, weather):
    yield Refusal("3", "no")
    yield Modifier(case="4", text="", amount=1)
    tx.roll("2d6", "5", "why")  # INTERPRETATION (6): as printed
    tx.emit(Event("Stormed", "The sea is rough", "7"))
    weather.case("not a citation")
"""
    )
    assert sorted(cited.case for cited in citations_in_code(tmp_path)) == ["1", "2", "3", "4", "5", "6", "7"]
    marked = "@pytest.mark.case('toy 1')\n@pytest.mark.case('ddb 2')\ndef test_it(): case('not a mark')\n"
    (tmp_path / "test_combat.py").write_text(marked)
    assert [cited.case for cited in citations_in_tests(tmp_path, "toy")] == ["1"]
