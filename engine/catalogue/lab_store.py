"""Games that bots played in the balance lab, each stored with its scenario and its actions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from typing import Any, Final

from sqlalchemy import delete, insert, select

from engine.bad_input import BadInput
from engine.catalogue import connection as database
from engine.catalogue import records as r
from engine.catalogue.compact_json import as_json, from_json
from engine.catalogue.store import Catalogue
from engine.record import Record

_GAMES: Final = r.table_of(r.LabGameTable)
_TEXTS: Final = r.table_of(r.LabScenarioTable)
_AT_ONCE: Final = 400
"""Keys in one question to the database."""


class LabRow(Record):
    """One game: what decided it (scenario, options, seed, bots), what was noted of it, and its actions."""

    key: str
    game: str
    scenario: str
    seed: str
    bots: Mapping[str, str]
    options: Mapping[str, Any]
    figures: Mapping[str, Any]
    actions: tuple[str, ...]


class LabStore:
    """The games of the lab in a catalogue. Each is committed by itself: a crash loses none that is over."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def games(self, keys: Iterable[str]) -> dict[str, LabRow]:
        """Those of these games that are stored."""
        wanted = list(keys)
        found: dict[str, LabRow] = {}
        with database.reading(self._catalogue.engine, self._catalogue.location) as connection:
            for at in range(0, len(wanted), _AT_ONCE):
                query = select(_GAMES).where(_GAMES.c.key.in_(wanted[at : at + _AT_ONCE]))
                rows = (_row(dict(row)) for row in connection.execute(query).mappings())
                found |= {row.key: row for row in rows}
        return found

    def of_scenario(self, scenario: str) -> Iterator[LabRow]:
        """All stored games of a scenario and its what-ifs."""
        query = select(_GAMES).where(_GAMES.c.scenario == scenario).order_by(_GAMES.c.seed, _GAMES.c.key)
        with database.reading(self._catalogue.engine, self._catalogue.location) as connection:
            rows = connection.execute(query).mappings().all()
        return (_row(dict(row)) for row in rows)

    def text_of(self, key: str) -> str:
        """The scenario that a game was played with."""
        query = (
            select(_TEXTS.c.text).join(_GAMES, _GAMES.c.digest == _TEXTS.c.digest).where(_GAMES.c.key == key)
        )
        with database.reading(self._catalogue.engine, self._catalogue.location) as connection:
            found = connection.execute(query).scalar()
        if found is None:
            raise BadInput(f"The lab has no game {key!r:.40}.")
        return str(found)

    def put(self, row: LabRow, scenario_text: str) -> None:
        """Store a game; one that is stored already is the same game and stays."""
        digest = sha256(scenario_text.encode()).hexdigest()
        values = {
            "key": row.key,
            "game": row.game,
            "scenario": row.scenario,
            "digest": digest,
            "seed": row.seed,
            "bots": as_json(row.bots),
            "options": as_json(row.options),
            "figures": as_json(row.figures),
            "actions": "\n".join(row.actions),
        }
        with database.writing(self._catalogue.engine, self._catalogue.location) as connection:
            database.lock_tables(connection, _TEXTS, _GAMES)
            if connection.execute(select(_TEXTS.c.digest).where(_TEXTS.c.digest == digest)).first() is None:
                connection.execute(insert(_TEXTS), {"digest": digest, "text": scenario_text})
            if connection.execute(select(_GAMES.c.key).where(_GAMES.c.key == row.key)).first() is None:
                connection.execute(insert(_GAMES), values)

    def forget(self, scenario: str) -> int:
        """Delete the games of a scenario; how many there were."""
        with database.writing(self._catalogue.engine, self._catalogue.location) as connection:
            gone = connection.execute(delete(_GAMES).where(_GAMES.c.scenario == scenario)).rowcount
            connection.execute(delete(_TEXTS).where(_TEXTS.c.digest.not_in(select(_GAMES.c.digest))))
        return gone


def _row(row: Mapping[str, Any]) -> LabRow:
    where = f"The lab's game {row['key']!s:.40}"
    return LabRow(
        row["key"],
        row["game"],
        row["scenario"],
        row["seed"],
        from_json(row["bots"], where),
        from_json(row["options"], where),
        from_json(row["figures"], where),
        tuple(row["actions"].split("\n")) if row["actions"] else (),
    )
