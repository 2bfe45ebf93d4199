"""The worked examples of Avalanche, while the game is not registered."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.games.avalanche import game
from engine.referee.worked_example import run_file

FILES = sorted(game().examples_path().rglob("*.toml"))


@pytest.mark.parametrize("path", [pytest.param(path, id=path.stem) for path in FILES])
def test_worked_example(path: Path) -> None:
    result = run_file(path, lambda key: game())
    assert not result.failures, "\n".join(["", *result.failures])
