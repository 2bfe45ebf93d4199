"""How the games of a scenario ended that were played to their end on this catalogue."""

from __future__ import annotations

from collections import Counter
from typing import Final

from sqlalchemy import select

from engine.bad_input import BadInput
from engine.catalogue import connection as database
from engine.catalogue import records as r
from engine.catalogue.compact_json import from_json
from engine.catalogue.game_store import is_finished
from engine.catalogue.store import Catalogue

MOST: Final = 200
"""Games that are looked at, the latest first."""
_GAMES: Final = r.table_of(r.SavedGameTable)


def results(catalogue: Catalogue, scenario: str) -> Counter[str]:
    """Who won how often; "" is a draw. A game whose last position cannot be read counts for nobody."""
    query = (
        select(_GAMES.c.snapshot)
        .where(_GAMES.c.scenario == scenario, is_finished())
        .order_by(_GAMES.c.changed.desc())
        .limit(MOST)
    )
    with database.reading(catalogue.engine, catalogue.location) as connection:
        snapshots = connection.execute(query).scalars().all()
    winners = (_winner(snapshot) for snapshot in snapshots)
    return Counter(winner for winner in winners if winner is not None)


def _winner(snapshot: object) -> str | None:
    try:
        body = from_json(snapshot, "A saved game")
    except BadInput:
        return None
    outcome = body.get("outcome") if isinstance(body, dict) else None
    winner = outcome.get("winner") if isinstance(outcome, dict) else None
    return winner if isinstance(winner, str) else None
