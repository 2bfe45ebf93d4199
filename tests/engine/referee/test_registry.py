"""Games are looked up by key; a package that is none is one sentence."""

from __future__ import annotations

import pytest

from engine import games
from engine.bad_input import BadInput


@pytest.mark.parametrize("package", ["no.such.package", "json", "tests.toy no_such_game"])
def test_a_package_that_is_no_game_is_named(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STARTLINE_GAMES", package)
    with pytest.raises(BadInput, match=f"STARTLINE_GAMES names '{package.split()[-1]}', which is not a game"):
        games.keys()


def test_an_unknown_key_names_the_games_there_are() -> None:
    with pytest.raises(BadInput, match=r"There is no game 'chess'; the games are .*toy"):
        games.game("chess")
    assert games.game("toy").key == "toy"
