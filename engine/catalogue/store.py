"""The catalogue: scenarios in a SQLite file or on a server, stored and fetched whole, in one transaction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final
from weakref import finalize

from msgspec.structs import replace
from sqlalchemy import Connection, Engine, delete, exists, func, insert, select, update

from engine.bad_input import BadInput
from engine.catalogue import connection as database
from engine.catalogue import migrations, rows
from engine.catalogue import records as r
from engine.catalogue.document import MapSheet, ScenarioDocument
from engine.files import replacing
from engine.record import Record

_SCENARIOS: Final = r.table_of(r.ScenarioTable)
_MAPS: Final = r.table_of(r.MapTable)
_GAMES: Final = r.table_of(r.Game)
_PROPERTIES: Final = r.table_of(r.Property)
_UNITS: Final = r.table_of(r.UnitTable)
_GAMES_IN_USE: Final = select(_SCENARIOS.c.game).distinct().order_by(_SCENARIOS.c.game)
_PART_TABLES: Final = [(part, r.table_of(part.stored)) for part in rows.PARTS]
_PART_SELECTS: Final = [
    (part, select(*(table.c[name] for name in part.columns)).order_by(table.c.position), table.c.scenario)
    for part, table in _PART_TABLES
]


class Entry(Record):
    """One line of the catalogue."""

    key: str
    title: str
    game: str
    map: str
    first_turn: int
    last_turn: int
    units: int
    complexity: int
    minutes: int
    shipped: bool
    revision: int
    draft: bool = False
    tags: str = ""


def open(where: str | Path, *, create: bool = False, read_only: bool = False) -> Catalogue:  # noqa: A001
    """Open a catalogue file or server; `create` makes a new, empty file if there is none."""
    location = database.as_location(where)
    if isinstance(location, str):
        engine = database.server_engine(location)
    else:
        if not location.exists():
            if not create or read_only:
                raise BadInput(f"There is no catalogue {location}; check the name.")
            create_file(location)
        database.examine(location)
        engine = database.file_engine(location, read_only)
    with ExitStack() as undo:
        undo.callback(engine.dispose)
        migrations.bring_up_to_date(engine, location, read_only=read_only)
        undo.pop_all()
    return Catalogue(engine, location, read_only)


def create_file(path: Path) -> None:
    """A new, empty catalogue; it appears under its name only when it is complete."""
    with replacing(path) as part:
        engine = database.file_engine(part)
        try:
            with database.translated(path), engine.begin() as connection:
                migrations.create(connection)
        finally:
            engine.dispose()


class Catalogue:
    """Scenarios by key. Shipped ones are read-only: duplicate one to change it."""

    def __init__(self, engine: Engine, location: str | Path, read_only: bool = False):
        self.engine = engine
        self.location = location
        self.read_only = read_only
        # No reference is left: the file is closed as if `close` had been called.
        finalize(self, engine.dispose)

    def close(self) -> None:
        self.engine.dispose()

    def __enter__(self) -> Catalogue:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def games(self) -> tuple[str, ...]:
        """The keys of the games that have scenarios here."""
        with database.reading(self.engine, self.location) as connection:
            return tuple(connection.execute(_GAMES_IN_USE).scalars())

    def list(self, game: str | None = None) -> tuple[Entry, ...]:
        """The scenarios, of one game or of all, by game and key."""
        found = _SCENARIOS.c
        counted = select(func.count()).select_from(_UNITS).where(_UNITS.c.scenario == found.id)
        query = (
            select(
                found.key,
                found.title,
                found.game,
                _MAPS.c.key,
                found.first_turn,
                found.last_turn,
                counted.scalar_subquery(),
                found.complexity,
                found.minutes,
                found.shipped,
                found.revision,
                found.draft,
                found.tags,
            )
            .join(_MAPS, _MAPS.c.id == found.map)
            .order_by(found.game, found.key)
        )
        if game is not None:
            query = query.where(found.game == game)
        with database.reading(self.engine, self.location) as connection:
            return tuple(Entry(*row) for row in connection.execute(query))

    def load(self, key: str) -> ScenarioDocument:
        """The scenario with its map."""
        with database.reading(self.engine, self.location) as connection:
            head = _row(connection, select(_SCENARIOS).where(_SCENARIOS.c.key == key))
            if head is None:
                raise _unknown(key)
            sheet = _row(connection, select(_MAPS).where(_MAPS.c.id == head["map"]))
            where = f"Scenario {key}"
            parts = {
                part.name: part.records(connection.execute(query.where(owner == head["id"])), where)
                for part, query, owner in _PART_SELECTS
            }
        if sheet is None:
            raise database.damaged(str(self.location))
        return rows.scenario_document(head, rows.full_map(sheet), parts)

    def maps(self) -> tuple[str, ...]:
        """The keys of the maps."""
        with database.reading(self.engine, self.location) as connection:
            return tuple(connection.execute(select(_MAPS.c.key).distinct().order_by(_MAPS.c.key)).scalars())

    def load_map(self, key: str) -> MapSheet:
        """A map by its key; where scenarios have different versions of it, the shipped one."""
        query = select(_MAPS).where(_MAPS.c.key == key).order_by(_MAPS.c.shipped.desc(), _MAPS.c.id).limit(1)
        with database.reading(self.engine, self.location) as connection:
            sheet = _row(connection, query)
        if sheet is None:
            raise BadInput(f"There is no map {key!r:.60} in the catalogue.")
        return rows.full_map(sheet)

    def save(self, document: ScenarioDocument, *, expected_revision: int | None = None) -> int:
        """Store the scenario under its key, all of it or nothing; the number of its revision.

        With `expected_revision` the save is refused if another program has stored the scenario since then.
        """
        with database.writing(self.engine, self.location) as connection:
            _lock(connection)
            existing = self._own(connection, document.key, missing_ok=True)
            revision = existing["revision"] if existing else 0
            if expected_revision is not None and revision != expected_revision:
                raise BadInput(
                    f"Scenario {document.key} was changed by another program (revision {revision}, "
                    f"this one began from {expected_revision}); save it under another key."
                )
            put(connection, [document], shipped=False, revision=revision + 1)
            return revision + 1

    def delete(self, key: str) -> None:
        """Remove one of the user's own scenarios."""
        with database.writing(self.engine, self.location) as connection:
            _lock(connection)
            self._own(connection, key)
            connection.execute(delete(_SCENARIOS).where(_SCENARIOS.c.key == key))
            forget_unused_maps(connection)

    def duplicate(self, key: str, new_key: str, new_title: str = "") -> ScenarioDocument:
        """A copy under a new key, which may then be changed."""
        original = self.load(key)
        copy = replace(original, key=new_key, title=new_title or original.title)
        with database.writing(self.engine, self.location) as connection:
            _lock(connection)
            if _row(connection, select(_SCENARIOS.c.id).where(_SCENARIOS.c.key == new_key)) is not None:
                raise BadInput(f"There is already a scenario {new_key!r:.60}; choose another key.")
            put(connection, [copy], shipped=False, revision=1)
        return copy

    def property(self, name: str) -> str:
        """A fact about the catalogue, "" when it is not known."""
        with database.reading(self.engine, self.location) as connection:
            row = _row(connection, select(_PROPERTIES).where(_PROPERTIES.c.name == name))
        return "" if row is None else str(row["value"])

    def _own(self, connection: Connection, key: str, missing_ok: bool = False) -> Mapping[str, Any] | None:
        query = select(_SCENARIOS.c.shipped, _SCENARIOS.c.revision).where(_SCENARIOS.c.key == key)
        row = _row(connection, query)
        if row is None and not missing_ok:
            raise _unknown(key)
        if row is not None and row["shipped"]:
            raise BadInput(f"Scenario {key} is shipped and read-only; duplicate it and change the copy.")
        return row


def _lock(connection: Connection) -> None:
    """Serialise saves: the second of two at the same time reads what the first has stored."""
    database.lock_tables(connection, _SCENARIOS, _MAPS)


def _unknown(key: str) -> BadInput:
    return BadInput(f"There is no scenario {key!r:.60} in the catalogue; see the list of scenarios.")


def _row(connection: Connection, query: Any) -> Mapping[str, Any] | None:
    found = connection.execute(query).mappings().first()
    return None if found is None else dict(found)


def put(
    connection: Connection,
    documents: Iterable[ScenarioDocument],
    *,
    shipped: bool,
    revision: int = 1,
    game_titles: Mapping[str, str] | None = None,
) -> None:
    """Write scenarios inside a transaction, replacing those with the same keys."""
    titles = game_titles or {}
    for document in documents:
        if _row(connection, select(_GAMES).where(_GAMES.c.key == document.game)) is None:
            game = {"key": document.game, "title": titles.get(document.game, document.game)}
            connection.execute(insert(_GAMES), game)
        connection.execute(delete(_SCENARIOS).where(_SCENARIOS.c.key == document.key))
        head = rows.scenario_row(document, put_map(connection, document.map, shipped), revision, shipped)
        scenario = connection.execute(insert(_SCENARIOS), head).inserted_primary_key
        assert scenario is not None
        for part, table in _PART_TABLES:
            records = getattr(document, part.name)
            if records:
                connection.execute(insert(table), part.rows(records, scenario[0], f"Scenario {document.key}"))
    forget_unused_maps(connection)


def put_map(connection: Connection, sheet: MapSheet, shipped: bool) -> int:
    """Write a map inside a transaction, or find the equal one that is there; its number."""
    row = rows.map_row(sheet)
    known = connection.execute(select(_MAPS.c.id).where(_MAPS.c.digest == row["digest"])).scalar()
    if known is None:
        created = connection.execute(insert(_MAPS), {**row, "shipped": shipped}).inserted_primary_key
        assert created is not None
        return int(created[0])
    if shipped:
        connection.execute(update(_MAPS).where(_MAPS.c.id == known).values(shipped=True))
    return int(known)


def forget_unused_maps(connection: Connection) -> None:
    """Drop maps that no scenario is played on any more, except those that were shipped."""
    used = exists().where(_SCENARIOS.c.map == _MAPS.c.id)
    connection.execute(delete(_MAPS).where(~used, ~_MAPS.c.shipped))


def forget_shipped(connection: Connection) -> None:
    """Drop all shipped scenarios, to make room for newer ones; maps that others are played on stay."""
    connection.execute(delete(_SCENARIOS).where(_SCENARIOS.c.shipped))
    connection.execute(update(_MAPS).values(shipped=False))
    forget_unused_maps(connection)


def keys_in(connection: Connection) -> set[str]:
    """The keys of all scenarios."""
    return set(connection.execute(select(_SCENARIOS.c.key)).scalars())


def set_property(connection: Connection, name: str, value: str) -> None:
    """Note a fact about the catalogue inside a transaction."""
    changed = connection.execute(update(_PROPERTIES).where(_PROPERTIES.c.name == name).values(value=value))
    if changed.rowcount == 0:
        connection.execute(insert(_PROPERTIES), {"name": name, "value": value})
