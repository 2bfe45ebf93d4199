"""Every position file of every game is a test: `pytest tests/examples -k 3.2.1` runs those of one case."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import resources
from engine import games
from engine.referee.worked_example import run_file

SHIPPED = Path(str(resources.__file__)).parent / "examples"


def position_files() -> Iterator[tuple[str, Path, str]]:
    for game in map(games.game, games.keys()):
        for path in sorted(game.examples_path().rglob("*.toml")):
            name = path.relative_to(game.examples_path()).with_suffix("").as_posix()
            yield game.key, path, f"{game.key}/{name}"


@pytest.mark.parametrize(
    ("key", "path"), [pytest.param(key, path, id=name) for key, path, name in position_files()]
)
def test_worked_example(key: str, path: Path) -> None:
    result = run_file(path, games.game)
    assert result.game == key, f"a position of {result.game} lies with those of {key}"
    assert not result.failures, "\n".join(["", *result.failures])


def test_no_position_file_is_forgotten() -> None:
    homes = {game.examples_path() for game in map(games.game, games.keys())}
    forgotten = [path for path in SHIPPED.rglob("*.toml") if not homes & set(path.parents)]
    assert not forgotten, "these belong to no registered game"
