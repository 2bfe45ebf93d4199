"""Games that were played to their end are counted for the side that won them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import update

from engine.catalogue import records as r
from engine.catalogue import store
from engine.catalogue.game_store import GameStore
from engine.catalogue.game_writer import keep
from engine.catalogue.results import results
from engine.catalogue.store import Catalogue
from tests.engine.catalogue.test_game_writer import begin, play


@pytest.fixture
def catalogue(tmp_path: Path) -> Catalogue:
    return store.open(tmp_path / "catalogue.db", create=True)


def finish(catalogue: Catalogue, name: str, seed: int) -> str:
    """Play a game to its end; its winner."""
    session, chance = begin(name), Random(seed)
    keep(session, GameStore(catalogue), name)
    while session.choice is not None:
        session.submit(session.choice.side, chance.choice(session.legal()))
    assert session.state.outcome is not None
    return session.state.outcome.winner


def test_who_won_how_often(catalogue: Catalogue) -> None:
    assert results(catalogue, "toy-bridge") == Counter()
    winners = Counter(finish(catalogue, f"game {seed}", seed) for seed in range(4))
    assert results(catalogue, "toy-bridge") == winners
    assert results(catalogue, "another") == Counter()


def test_a_game_that_goes_on_counts_for_nobody(catalogue: Catalogue) -> None:
    session = begin()
    keep(session, GameStore(catalogue), "evening")
    play(session, 6)
    assert results(catalogue, "toy-bridge") == Counter()


def test_a_damaged_game_counts_for_nobody(catalogue: Catalogue) -> None:
    finish(catalogue, "one", 1)
    games = r.table_of(r.SavedGameTable)
    for damage in ('{"outcome":{', '{"outcome":{"winner":7}}', '[{"outcome":{}}]'):
        with catalogue.engine.begin() as connection:
            connection.execute(update(games).values(snapshot=damage))
        assert results(catalogue, "toy-bridge") == Counter(), damage
