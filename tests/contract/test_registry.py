"""What the registry tells of a game without loading its rules is what the game itself says."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

import pytest

from engine import games

RULES_LOADED = """
import sys
from engine import games
titles = [games.about(key).title for key in games.keys()]
assert all(titles)
print([name for name in sys.modules if name.endswith((".game", ".turn", ".frame"))])
"""


@pytest.mark.parametrize("key", games.keys())
def test_the_registry_and_the_game_agree(key: str) -> None:
    about, game = games.about(key), games.game(key)
    assert (about.key, about.title, about.rules_version) == (game.key, game.title, game.rules_version)
    assert (about.rules, about.scenarios) == (game.rules_path(), len(game.scenarios()))


def test_titles_are_told_without_loading_rules() -> None:
    done = subprocess.run([sys.executable, "-c", RULES_LOADED], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "[]"


def test_kinds_with_names_of_their_own_are_drawn_as_their_game_declares() -> None:
    assert (games.map_style("ruhr"), games.map_style("westwall")) == ("industry", "fortified")
    assert games.map_style("road") == "road"
    assert games.map_style("kind of a game that is not installed") == "kind of a game that is not installed"


def test_no_two_games_declare_a_kind_of_the_map_differently() -> None:
    declared = [
        item
        for name in games.SHIPPED.values()
        for item in getattr(import_module(f"engine.games.{name}"), "MAP_STYLES", {}).items()
    ]
    assert len(dict(declared)) == len(set(declared))
