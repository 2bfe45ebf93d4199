"""The registry of games. A game is imported when it is first asked for."""

from __future__ import annotations

import os
from functools import cache
from importlib import import_module

from engine.bad_input import BadInput
from engine.referee.game import Game

SHIPPED: dict[str, str] = {"ddb": "dday_to_berlin", "ttr": "toppling_the_reich"}
"""Key → package under engine.games; each package has `KEY` and `game()`."""


def _packages() -> dict[str, str]:
    packages = {key: f"engine.games.{name}" for key, name in SHIPPED.items()}
    for name in os.environ.get("STARTLINE_GAMES", "").split():
        try:
            packages[import_module(name).KEY] = name
        except (ImportError, AttributeError) as error:
            raise BadInput(
                f"STARTLINE_GAMES names {name!r:.60}, which is not a game ({error}); correct or unset it"
            ) from error
    return packages


def keys() -> tuple[str, ...]:
    """The keys of all games, shipped ones first. STARTLINE_GAMES names further packages."""
    return tuple(_packages())


@cache
def game(key: str) -> Game:
    """The game with this key."""
    package = _packages().get(key)
    if package is None:
        raise BadInput(f"There is no game {key!r}; the games are {', '.join(keys()) or 'not installed'}")
    found = import_module(package).game()
    assert isinstance(found, Game)
    return found
