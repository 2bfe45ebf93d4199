"""The benchmarks measure what they say, and their table can be read by people and programs."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from engine.bots import scrutiny
from engine.referee.session import Accepted
from tests.benchmarks import timing
from tests.benchmarks.__main__ import main
from tests.benchmarks.bench_play import LONG_GAME, long_game
from tests.benchmarks.large_game import SIDES, Front, Post, Unit, large_session, plain
from tests.benchmarks.lines import lines
from tests.benchmarks.timing import Line, Required, duration, each, factor, measured


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether it is fast is asked elsewhere."""
    monkeypatch.setattr(timing, "SAMPLE_SECONDS", 0.001)
    monkeypatch.setattr(timing, "REPETITIONS", 3)


def test_the_large_game_keeps_its_own_rules() -> None:
    session, chance = large_session().branch(0), Random(1)
    for _ in range(120):
        choice, legal = session.choice, session.legal()
        assert choice is not None
        assert list(scrutiny.listed_otherwise(session, legal)) == []
        assert isinstance(session.submit(choice.side, chance.choice(legal)), Accepted)
    units = session.state.all(Unit).values()
    posts = {post.key: post.units for post in session.state.all(Post).values()}
    assert posts == Counter(unit.hex for unit in units) and len(units) == 300
    grid = plain(session.state).grid
    for side in SIDES:
        occupied = grid.mask(unit.hex for unit in units if unit.side == side)
        assert session.state.get(Front, side).occupied == occupied


def test_the_long_game_is_long() -> None:
    assert len(long_game()) == LONG_GAME and long_game().choice is not None


def test_every_line_has_a_name_of_its_own(tmp_path: Path) -> None:
    table = lines(tmp_path)
    assert len({line.name for line in table}) == len(table)
    assert all(line.what and line.against for line in table)


def test_a_line_is_measured() -> None:
    slow, quick = each(lambda: sum(range(3000))), each(lambda: sum(range(30)))
    result = measured(Line("line", "slow", "quick", Required("ratio", 2), lambda: (slow, quick)))
    assert result.ours > result.reference > 0 and result.ratio > 5
    assert not result.ok and result.to_json()["ok"] is False


def test_many_acts_are_done_once() -> None:
    done: list[float] = []
    ours = lambda: done.append(0.5) or 0.5  # noqa: E731
    result = measured(
        Line("line", "acts", "all", Required("seconds", 1), lambda: (ours, lambda: 2.0), once=True)
    )
    assert done == [0.5] and (result.ours, result.reference, result.ratio) == (0.5, 2.0, 0.25)


@pytest.mark.parametrize(
    ("measure", "enough", "too_much"), [("ratio", 4, 3.9), ("speed", 0.25, 0.26), ("seconds", 2, 1.9)]
)
def test_a_line_is_judged(measure: str, enough: float, too_much: float) -> None:
    assert Required(measure, enough).holds(ours=2.0, ratio=4.0)
    assert not Required(measure, too_much).holds(ours=2.0, ratio=4.0)


def test_numbers_are_readable() -> None:
    assert [duration(s) for s in (2.5, 0.0123, 0.9e-3, 4.5e-7)] == ["2.5 s", "12.3 ms", "900 µs", "0.45 µs"]
    assert [factor(r) for r in (0.61, 3.0, 0.01)] == ["0.61×", "3.00×", "1/100"]
    assert str(Required("speed", 0.5)) == "at least 0.50×"
    assert str(Required("seconds", 1e-3)) == "at most 1 ms"


def test_one_line_for_people_and_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--only", "clone"]) == 0
    assert "clone" in capsys.readouterr().out
    assert main(["--only", "clone", "--json"]) == 0
    [result] = json.loads(capsys.readouterr().out)
    assert result["name"] == "clone" and result["required"] == {"seconds": 50e-6}


def test_strict_tells_a_miss(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Required, "holds", lambda self, ours, ratio: False)
    assert main(["--only", "clone"]) == 0
    assert main(["--only", "clone", "--strict"]) == 1
    assert "MISSED" in capsys.readouterr().out


def test_an_unknown_line_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--only", "nonsense"])
    assert "no line is called 'nonsense'" in capsys.readouterr().err
