"""Every scenario still plays as its golden replay tells."""

from __future__ import annotations

import difflib

import pytest

from engine import games
from tests.golden.replays import FOLDER, path_of, replay_text

SCENARIOS = [(key, scenario) for key in games.keys() for scenario in games.game(key).scenarios()]  # noqa: SIM118
AGAIN = "if this is meant, run `python -m tests.golden` and read the difference before committing it"


@pytest.mark.parametrize(("key", "scenario"), SCENARIOS, ids=["-".join(names) for names in SCENARIOS])
def test_the_scenario_plays_as_it_is_told(key: str, scenario: str) -> None:
    path = path_of(key, scenario)
    assert path.exists(), f"{path.name} is missing; `python -m tests.golden {key}` writes it"
    golden, told = path.read_text(encoding="utf-8"), replay_text(key, scenario)
    difference = "\n".join(
        difflib.unified_diff(golden.splitlines(), told.splitlines(), "golden", "now", lineterm="", n=4)
    )
    assert golden == told, f"{path.name} tells another game; {AGAIN}\n{difference}"


def test_no_replay_is_left_behind() -> None:
    known = {path_of(key, scenario) for key, scenario in SCENARIOS}
    assert [path.name for path in FOLDER.rglob("*.txt") if path not in known] == []


def test_a_replay_is_long_enough_to_mean_something() -> None:
    for path in FOLDER.rglob("*.txt"):
        text = path.read_text(encoding="utf-8")
        assert text.count("\n   = ") + text.count("\n= ") >= 2 and text.count("   - ") > 10
