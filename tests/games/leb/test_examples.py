"""The worked examples of Lebensraum!, and its scenarios as they are delivered."""

from __future__ import annotations

from pathlib import Path

import pytest

import engine.games.lebensraum as package
from engine import games
from engine.referee.session import Session, Start
from engine.referee.worked_example import run_file

FOLDER = Path(str(package.__file__)).parent
EXAMPLES = sorted((FOLDER / "examples").rglob("*.toml"))
SCENARIOS = sorted(path.stem for path in (FOLDER / "scenarios").glob("leb-*.toml"))


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STARTLINE_GAMES", "engine.games.lebensraum")


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_worked_example(path: Path) -> None:
    result = run_file(path, games.game)
    assert not result.failures, "\n".join(["", *result.failures])


@pytest.mark.parametrize("key", SCENARIOS)
def test_a_scenario_begins(key: str) -> None:
    rules = games.game("leb")
    session = Session.begin(rules, Start("leb", "scenario", key, rules.scenario_text(key), "a seed"))
    assert session.choice is not None
