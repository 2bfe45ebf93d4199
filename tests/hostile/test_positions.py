"""Damaged position files: refused with one sentence, or played as examples that may fail; no crash."""

from __future__ import annotations

import tomllib
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from engine import games
from engine.bad_input import BadInput
from engine.referee.example_result import ExampleResult
from engine.referee.worked_example import run, run_file
from tests.hostile.damage import HOSTILE, ONLY_TOML, as_toml, damaged, mutated
from tests.hostile.saves import chance_of, says_something

BLOCKS, CASES = 4, 60
REFUSED, PLAYED = "refused", "played"


@cache
def examples(key: str) -> list[bytes]:
    """The worked examples of a game."""
    found = [path.read_bytes() for path in sorted(games.game(key).examples_path().rglob("*.toml"))]
    assert found, f"{key} has no worked example to damage"
    return found


def play_position(data: bytes, path: Path) -> str:
    """Read and run a position file as `startline try` does."""
    path.write_bytes(data)
    try:
        result = run_file(path, games.game)
    except BadInput as problem:
        says_something(problem)
        return REFUSED
    finally:
        assert path.read_bytes() == data, "reading changed the file"
    assert not broken(result), f"{broken(result)}\n{data.decode(errors='replace')[:2000]}"
    assert result.to_json()["passed"] == result.passed
    return PLAYED


def broken(result: ExampleResult) -> list[str]:
    """Failures that are the rules' own."""
    return [failure for failure in result.failures if "rules bug" in failure]


@pytest.mark.parametrize("key", games.keys())
@pytest.mark.parametrize("block", range(BLOCKS))
def test_bytes_are_damaged(block: int, key: str, tmp_path: Path) -> None:
    chance, seen = chance_of(block, f"{key} position bytes"), Counter[str]()
    for _ in range(CASES):
        seen[play_position(damaged(chance.choice(examples(key)), chance), tmp_path / "damaged.toml")] += 1
    assert seen[REFUSED] > CASES // 5


@pytest.mark.parametrize("key", games.keys())
@pytest.mark.parametrize("block", range(BLOCKS))
def test_values_are_changed(block: int, key: str, tmp_path: Path) -> None:
    chance, seen = chance_of(block, f"{key} position values"), Counter[str]()
    for _ in range(CASES):
        tree = tomllib.loads(chance.choice(examples(key)).decode())
        for _ in range(chance.choice((1, 1, 2))):
            tree = mutated(tree, chance, HOSTILE + ONLY_TOML)
        seen[play_position(as_toml(tree), tmp_path / "changed.toml")] += 1
    assert seen[REFUSED] > CASES // 5 and seen[PLAYED]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\0",
        "game",
        "game = 1",
        'game = "nonsense"\ntitle = ""\ncase = ""',
        "a = " + "[" * 100_000,
        "[" + "a." * 5_000 + "b]\nc = 1",
        "a = " + "9" * 10_000,
        "do = 1",
        "do = [1]",
        '[[do]]\naction = ""',
        '"" = 1',
    ],
)
def test_what_is_no_position_is_told_so(text: str) -> None:
    with pytest.raises(BadInput) as refused:
        run(text, games.game)
    says_something(refused.value)
