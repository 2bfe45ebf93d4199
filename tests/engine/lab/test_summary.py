"""Sums, differences and suggestions, worked out by hand."""

from __future__ import annotations

import pytest

from engine import games
from engine.catalogue.scenario_text import loads
from engine.lab.figures import GameFigures
from engine.lab.suggestion import favoured, suggestion
from engine.lab.summary import difference, summed_up


def game(winner: str, level: str = "", points: int = 0, turn: int = 1) -> GameFigures:
    return GameFigures(
        winner,
        level,
        turn,
        10,
        {"places": points},
        {"allied": (1.0, 0.5)[:turn], "german": (0.8,)},
        {"allied": (4,), "german": (6,)},
        {"allied": {"0101": 2}, "german": {"0101": 1, "0102": 1}},
    )


def test_games_are_summed_up() -> None:
    found = summed_up([game("allied"), game("german", turn=2), game("")], ("allied", "german"))
    assert {side: share.count for side, share in found.winners.items()} == {"allied": 1, "german": 1, "": 1}
    assert found.turns == {1: 2, 2: 1}
    assert found.strength["allied"] == (1.0, 0.5) and found.strength["german"] == (0.8,)
    assert found.fought() == {"0101": 3.0, "0102": 1.0} and found.fought("german") == {
        "0101": 1.0,
        "0102": 1.0,
    }
    assert found.points == {"places": {0: 3}}


def test_a_what_if_is_compared_game_by_game() -> None:
    before = [game("german"), game("german"), game(""), game("allied")]
    after = [game("allied"), game(""), game(""), game("allied")]
    found = difference(before, after, "allied")
    assert found is not None and found.change == pytest.approx((100 + 50 + 0 + 0) / 4)
    assert found.low < found.change < found.high and not found.is_clear
    same = difference(before, before, "allied")
    assert same is not None and (same.low, same.change, same.high) == (0, 0, 0)
    assert difference(before[:1], after[:1], "allied") is None


def test_other_limits_are_suggested_if_one_side_always_wins() -> None:
    carentan = loads(games.game("ddb").scenario_text("ddb-carentan"))
    level = "Allied victory"
    played = [game("allied", level, points) for points in (9, 10, 11, 12) * 4]
    found = suggestion(carentan, played)
    assert found is not None and found.before == (16, 0, 0)
    assert found.by > 0 and favoured(found.after) < favoured(found.before)
    assert found.words == f"victory:*={found.by:+d}"
    even = [game("allied", level, 9), game("german", "German victory", 4)] * 8
    assert suggestion(carentan, even) is None
    assert suggestion(carentan, played[:3]) is None
