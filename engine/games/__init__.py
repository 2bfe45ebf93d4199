"""The registry of games. A game is imported when it is first asked for."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from engine.bad_input import BadInput
from resources import FOLDER

if TYPE_CHECKING:
    from engine.referee.game import Game

SHIPPED: dict[str, str] = {
    "ctl": "crossing_the_line",
    "ddb": "dday_to_berlin",
    "free": "free_table",
    "ttr": "toppling_the_reich",
    "avl": "avalanche",
    "leb": "lebensraum",
}
"""Key → package under engine.games; each package has `KEY`, `TITLE`, `RULES_VERSION` and `game()`.

Optional are `MAP_STYLES`, kinds on its maps whose names do not say how they are drawn, with a kind that does,
and `ENFORCES_RULES`, False for a table without a referee.
"""


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


def _package(key: str) -> str:
    package = _packages().get(key)
    if package is None:
        raise BadInput(f"There is no game {key!r}; the games are {', '.join(keys()) or 'not installed'}")
    return package


class About(NamedTuple):
    """What can be told of a game without loading its rules."""

    key: str
    title: str
    rules_version: int
    rules: Path
    """The case index."""
    scenarios: int
    enforces_rules: bool = True
    """False for a table on which the players keep the rules themselves."""


@cache
def about(key: str) -> About:
    """What can be told of this game quickly; `game` loads its rules."""
    package = import_module(_package(key))
    own = Path(str(package.__file__)).parent
    rules, scenarios = own / "rules.toml", own / "scenarios"
    if not rules.exists():
        rules, scenarios = FOLDER / "rules" / f"{key}.toml", FOLDER / "scenarios"
    count = sum(1 for _ in scenarios.glob(f"{key}-*.toml"))
    enforces = getattr(package, "ENFORCES_RULES", True)
    return About(key, package.TITLE, package.RULES_VERSION, rules, count, enforces)


def map_style(kind: str) -> str:
    """The kind that this one is drawn as: what a game has declared, else the kind itself."""
    for package in _packages().values():
        styles: Mapping[str, str] = getattr(import_module(package), "MAP_STYLES", {})
        if kind in styles:
            return styles[kind]
    return kind


@cache
def game(key: str) -> Game:
    """The game with this key."""
    from engine.referee.game import Game

    found = import_module(_package(key)).game()
    assert isinstance(found, Game)
    return found
