"""The schema of the catalogue: creating it, bringing an older one up to date, refusing a newer one."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, Engine, inspect, text
from sqlalchemy.exc import SQLAlchemyError

from engine.bad_input import BadInput
from engine.catalogue.connection import damaged, reading, translated, writing
from engine.catalogue.records import APPLICATION_ID, METADATA, VERSION_TABLE
from engine.files import replacing

SCHEMA: Final = "0005"
"""The newest revision in versions/."""
SCRIPTS: Final = Path(__file__).parent


def create(connection: Connection) -> None:
    """All tables of the newest schema in an empty database."""
    METADATA.create_all(connection, checkfirst=False)
    connection.execute(text(f"CREATE TABLE {VERSION_TABLE} (version_num VARCHAR(32) NOT NULL PRIMARY KEY)"))
    connection.execute(text(f"INSERT INTO {VERSION_TABLE} VALUES (:schema)"), {"schema": SCHEMA})
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")


def version(engine: Engine, where: str | Path) -> str | None:
    """The schema of a database; None when it has none of our tables."""
    with reading(engine, where) as connection:
        tables = set(inspect(connection).get_table_names())
        if VERSION_TABLE in tables:
            found = [str(row[0]) for row in connection.execute(text(f"SELECT * FROM {VERSION_TABLE}"))]
            return found[0] if len(found) == 1 else ""
        return "" if tables & METADATA.tables.keys() else None


def bring_up_to_date(engine: Engine, where: str | Path, read_only: bool = False) -> None:
    """Check the schema; an older one is upgraded after a numbered backup, a newer one is refused."""
    found, schema = version(engine, where), SCHEMA
    if found == schema:
        return
    if found is None and not isinstance(where, Path):
        try:
            with writing(engine, where) as connection:
                create(connection)
        except BadInput:
            # Another process opened the empty database at the same time and has made the tables.
            if version(engine, where) != schema:
                raise
        return
    if not found or not re.fullmatch(r"\d{4}", found):
        raise damaged(where)
    if found > schema:
        raise BadInput(
            f"The catalogue {where} was written by a newer Startline (its schema is {found}, this one knows "
            f"{schema}); update Startline, or choose another catalogue."
        )
    if read_only:
        raise BadInput(f"The catalogue {where} has the older schema {found}; open it for writing once.")
    if isinstance(where, Path):
        back_up(where)
    try:
        _upgrade(engine, where, schema)
    except BadInput:
        # Another process opened the older catalogue at the same time and has upgraded it.
        if version(engine, where) != schema:
            raise


def _upgrade(engine: Engine, where: str | Path, schema: str) -> None:
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(SCRIPTS))
    with translated(where), engine.connect() as connection:
        driver = connection.connection.dbapi_connection
        if connection.dialect.name == "sqlite" and driver is not None:
            driver.cursor().execute("PRAGMA foreign_keys = OFF")
        config.attributes["connection"] = connection
        try:
            command.upgrade(config, schema)
        except (CommandError, SQLAlchemyError):
            raise damaged(where) from None
        finally:
            connection.invalidate()


def back_up(path: Path) -> Path:
    """A copy next to the file, with the next free number."""
    number = 1
    while (copy := path.with_name(f"{path.name}.backup-{number}")).exists():
        number += 1
    with (
        translated(copy),
        replacing(copy) as part,
        closing(sqlite3.connect(path)) as source,
        closing(sqlite3.connect(part)) as target,
    ):
        source.backup(target)
    return copy
