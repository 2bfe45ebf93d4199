"""Saving and loading a large scenario: the catalogue against plain sqlite3 with the same layout.

The reference does the same work on the same tables with nothing around it: it packs plain dicts into the same
JSON columns, inserts in bulk and commits; it reads the rows back, unpacks the JSON and fills plain dicts.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple
from weakref import finalize

from engine.catalogue import store
from engine.catalogue.document import ScenarioDocument
from engine.catalogue.game_store import GameStore, StoredAction
from tests.engine.catalogue.samples import large_document

SAVE_RATIO = 3
LOAD_RATIO = 8
LOG_SECONDS = 0.001


class Pair(NamedTuple):
    """Two callables that do the same, ours and the plain reference, and how many times slower ours may be."""

    ours: Callable[[], object]
    reference: Callable[[], object]
    most: float


def catalogue_file(folder: Path, name: str) -> Path:
    """A new catalogue in WAL mode, for us or for the reference."""
    path = folder / name
    store.create_file(path)
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("PRAGMA journal_mode = WAL")
    database.close()
    return path


def bench_save(folder: Path) -> Pair:
    """Store a scenario of 4,800 hexes, 14,000 hexsides and 600 units that is there already."""
    document = large_document()
    catalogue = store.open(catalogue_file(folder, "ours.db"))
    reference = PlainStore(catalogue_file(folder, "plain.db"))
    content = plain_content(document)
    return Pair(lambda: catalogue.save(document), lambda: reference.save(content), SAVE_RATIO)


def bench_load(folder: Path) -> Pair:
    """Fetch the same scenario."""
    document = large_document()
    catalogue = store.open(catalogue_file(folder, "ours.db"))
    catalogue.save(document)
    reference = PlainStore(catalogue_file(folder, "plain.db"))
    reference.save(plain_content(document))
    return Pair(lambda: catalogue.load(document.key), reference.load, LOAD_RATIO)


def bench_append(folder: Path) -> tuple[Callable[[], object], float]:
    """Write one action to the log of a game; at most this many seconds."""
    catalogue = store.open(catalogue_file(folder, "log.db"))
    saved = GameStore(catalogue).begin("bench", game="toy", scenario="large", header={"seed": "1"})
    numbers = iter(range(10**9))
    return lambda: saved.append(
        StoredAction("blue", f"move hex {next(numbers)}", "0123456789abcdef")
    ), LOG_SECONDS


def plain_content(document: ScenarioDocument) -> dict[str, Any]:
    """The scenario as a program without dataclasses would hold it."""
    return {
        "terrain": dict(document.map.terrain),
        "features": {place: _tuples(here) for place, here in document.map.features.items()},
        "hexsides": {place: _tuples(here) for place, here in document.map.hexsides.items()},
        "units": [
            (
                unit.id,
                unit.name,
                unit.side,
                unit.type,
                unit.formation,
                unit.size,
                dict(unit.ratings),
                unit.order,
            )
            for unit in document.units
        ],
        "formations": [(group.key, group.title, group.side, "", {}) for group in document.formations],
        "setups": [(setup.unit, setup.place.kind, setup.place.at, 0, {}) for setup in document.setups],
        "schedule": [
            (entry.kind, entry.turn, entry.side, entry.unit, str(entry.place), 0, {})
            for entry in document.schedule
        ],
    }


def _tuples(here: Any) -> tuple[Any, ...]:
    return tuple(
        (feature.kind, feature.name, feature.value, feature.side, feature.toward) for feature in here
    )


class PlainStore:
    """The reference: sqlite3, the same tables, no checks."""

    def __init__(self, path: Path) -> None:
        self.database = sqlite3.connect(path, isolation_level=None)
        finalize(self, self.database.close)
        self.database.execute("PRAGMA foreign_keys = ON")
        self.database.execute("PRAGMA synchronous = NORMAL")

    def save(self, content: dict[str, Any]) -> None:
        run, many = self.database.execute, self.database.executemany
        run("BEGIN IMMEDIATE")
        run("DELETE FROM scenarios WHERE key = 'large'")
        run("DELETE FROM maps")
        run("INSERT OR IGNORE INTO games VALUES ('toy', 'toy')")
        packed = [_group(content[name]) for name in ("terrain", "features", "hexsides")]
        run("INSERT INTO maps VALUES ('large', 'Large', 'x', '{}', ?, ?, ?, '{}', 1, 0)", packed)
        run(
            "INSERT INTO scenarios VALUES"
            " ('large', 'Large', 'toy', 1, 0, 1, '', 1, 20, '[]', '[]', '[]', '', 0, 0, '{}', '{}', 0, '', 1)"
        )
        for name, ratings in (("units", 6), ("formations", 4), ("setups", 4), ("schedule", 6)):
            rows = [
                (1, at, *row[:ratings], json.dumps(row[ratings]), *row[ratings + 1 :])
                for at, row in enumerate(content[name])
            ]
            many(f"INSERT INTO {name} VALUES ({', '.join('?' * len(rows[0]))})", rows)
        run("COMMIT")

    def load(self) -> dict[str, Any]:
        run = self.database.execute
        run("BEGIN")
        (packed,) = run("SELECT terrain, features, hexsides FROM maps").fetchall()
        run("SELECT * FROM scenarios WHERE key = 'large'").fetchall()
        content: dict[str, Any] = dict(
            zip(("terrain", "features", "hexsides"), map(_fill, packed), strict=True)
        )
        for name, ratings in (("units", 8), ("formations", 6), ("setups", 6), ("schedule", 8)):
            rows = run(f"SELECT * FROM {name} WHERE scenario = 1 ORDER BY position").fetchall()
            content[name] = [(*row[2:ratings], json.loads(row[ratings]), *row[ratings + 1 :]) for row in rows]
        run("COMMIT")
        return content


def _group(places: dict[str, Any]) -> str:
    grouped: dict[Any, list[str]] = {}
    for place, here in places.items():
        grouped.setdefault(here, []).append(place)
    return json.dumps([[here, " ".join(sorted(found))] for here, found in sorted(grouped.items())])


def _fill(packed: str) -> dict[str, Any]:
    places: dict[str, Any] = {}
    for here, found in json.loads(packed):
        places.update(dict.fromkeys(found.split(), here))
    return places
