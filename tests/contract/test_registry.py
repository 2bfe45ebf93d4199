"""What the registry tells of a game without loading its rules is what the game itself says."""

from __future__ import annotations

import subprocess
import sys

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
