"""Builds the shipped catalogue from the text sources in resources/, and checks a file against them."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterable, Mapping
from contextlib import closing
from hashlib import blake2b
from pathlib import Path
from typing import Final

from engine.bad_input import BadInput
from engine.catalogue import connection as database
from engine.catalogue import store
from engine.catalogue.document import MapSheet, ScenarioDocument
from engine.catalogue.records import METADATA
from engine.catalogue.scenario_text import dumps, dumps_map, loads, loads_map
from engine.catalogue.toml_text import LARGEST_TEXT
from engine.files import read_text, replacing

RESOURCES: Final = Path(__file__).resolve().parents[2] / "resources"
CONTENT: Final = "content"
"""The property that holds the digest of everything the catalogue was built from."""


def sources(resources: Path = RESOURCES) -> tuple[dict[str, MapSheet], dict[str, ScenarioDocument]]:
    """Every map and scenario in the text sources, by key."""
    maps: dict[str, MapSheet] = {}
    for path in sorted((resources / "maps").glob("**/*.toml")):
        try:
            sheet = loads_map(read_text(path, LARGEST_TEXT))
        except BadInput as error:
            raise BadInput(f"{path.name}: {error}") from None
        if sheet.key in maps:
            raise BadInput(f"{path.name}: there is already a map with the key {sheet.key}; choose another.")
        maps[sheet.key] = sheet
    scenarios: dict[str, ScenarioDocument] = {}
    for path in sorted((resources / "scenarios").glob("**/*.toml")):
        try:
            document = loads(read_text(path, LARGEST_TEXT), maps)
        except BadInput as error:
            raise BadInput(f"{path.name}: {error}") from None
        if document.key in scenarios:
            raise BadInput(f"{path.name}: there is already a scenario {document.key}; choose another key.")
        scenarios[document.key] = document
    return maps, scenarios


def build(path: Path, resources: Path = RESOURCES, game_titles: Mapping[str, str] | None = None) -> int:
    """Write a new catalogue from the sources; the number of scenarios in it."""
    maps, scenarios = sources(resources)
    with replacing(path) as part:
        store.create_file(part)
        engine = database.file_engine(part)
        try:
            with database.translated(path), engine.begin() as connection:
                for key in sorted(maps):
                    store.put_map(connection, maps[key], shipped=True)
                documents = [scenarios[key] for key in sorted(scenarios)]
                store.put(connection, documents, shipped=True, game_titles=game_titles)
                store.set_property(connection, CONTENT, _digest(maps.values(), documents))
        finally:
            engine.dispose()
    return len(scenarios)


def _digest(maps: Iterable[MapSheet], documents: Iterable[ScenarioDocument]) -> str:
    state = blake2b(digest_size=16)
    for sheet in sorted(maps, key=lambda sheet: sheet.key):
        state.update(dumps_map(sheet).encode())
    for document in documents:
        state.update(dumps(document).encode())
    return state.hexdigest()


def verify(
    path: Path, resources: Path = RESOURCES, game_titles: Mapping[str, str] | None = None
) -> list[str]:
    """What differs between a catalogue and a fresh build, table by table; nothing if all agrees."""
    store.open(path, read_only=True).close()
    with tempfile.TemporaryDirectory() as folder:
        fresh = Path(folder) / "fresh.db"
        build(fresh, resources, game_titles)
        with _look(path) as found, _look(fresh) as expected:
            return [
                f"Table {table} differs: {len(here)} rows in {path.name}, {len(there)} in a fresh build."
                for table in sorted(METADATA.tables)
                if (here := _rows(found, table)) != (there := _rows(expected, table))
            ]


def _look(path: Path) -> closing[sqlite3.Connection]:
    return closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True))


def _rows(catalogue: sqlite3.Connection, table: str) -> list[str]:
    return sorted(repr(row) for row in catalogue.execute(f'SELECT * FROM "{table}"'))
