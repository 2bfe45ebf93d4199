"""Opening a database safely: what kind of file it is, how it is connected to, what its errors mean.

A file is examined read-only. Only a complete Startline catalogue is opened for use.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final, cast
from urllib.parse import quote

from sqlalchemy import Connection, Engine, Table, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, OperationalError, SQLAlchemyError
from sqlalchemy.pool import NullPool, QueuePool

from engine.bad_input import BadInput
from engine.catalogue.records import APPLICATION_ID

BUSY_SECONDS: Final = 5
CONNECT_SECONDS: Final = 10
"""How long a server may take to answer before it counts as unreachable."""
_MAGIC: Final = b"SQLite format 3\x00"
_HEADER: Final = 100
_BEGIN: Final = "startline_begin"
_LOGS_AHEAD: Final = "startline_logs_ahead"


def is_url(where: str | Path) -> bool:
    """Whether this names a database server (or any SQLAlchemy URL) and not a file."""
    return "://" in str(where)


def as_location(where: str | Path) -> str | Path:
    """A path, or the URL of a server; a SQLite URL is the path of its file."""
    if not is_url(where):
        return Path(where)
    try:
        url = make_url(str(where))
    except (ArgumentError, ValueError):
        raise BadInput("The catalogue's address is not a valid database URL; correct it.") from None
    if url.get_backend_name() != "sqlite":
        return str(where)
    if not url.database or url.database == ":memory:":
        raise BadInput("A catalogue in memory cannot be opened by URL; name a file.")
    return Path(url.database)


def examine(path: Path) -> None:
    """Refuse a file that is not a complete Startline catalogue; reads only."""
    try:
        with path.open("rb") as file:
            header = file.read(_HEADER)
    except OSError as error:
        raise BadInput(f"The catalogue {path} cannot be read: {error.strerror}.") from None
    if len(header) < _HEADER or not header.startswith(_MAGIC):
        raise BadInput(f"{path} is not a catalogue; choose another file.")
    if int.from_bytes(header[68:72], "big") != APPLICATION_ID:
        raise BadInput(f"{path} is a database of another program; choose another file.")
    if not _has_log(path) and path.stat().st_size != _size_by(header):
        raise damaged(path)
    try:
        with closing(sqlite3.connect(_uri(path, read_only=True), uri=True, timeout=BUSY_SECONDS)) as database:
            found = database.execute("PRAGMA quick_check(1)").fetchall()
    except (sqlite3.Error, UnicodeError):
        raise damaged(path) from None
    if found != [("ok",)]:
        raise damaged(path)


def _has_log(path: Path) -> bool:
    """Whether changes wait in a write-ahead log next to the file."""
    log = path.with_name(path.name + "-wal")
    return log.exists() and log.stat().st_size > 0


def _size_by(header: bytes) -> int:
    """The length of a database file according to its header."""
    page = int.from_bytes(header[16:18], "big")
    return (65536 if page == 1 else page) * int.from_bytes(header[28:32], "big")


def damaged(where: str | Path) -> BadInput:
    return BadInput(f"The catalogue {where} is damaged; it was left as it is. Restore it from a backup.")


def _uri(path: Path, read_only: bool) -> str:
    name = f"file:{quote(os.fspath(path.resolve()))}"
    if not read_only:
        return f"{name}?mode=rw"
    return f"{name}?mode=ro" if _has_log(path) else f"{name}?mode=ro&immutable=1"


def file_engine(path: Path, read_only: bool = False) -> Engine:
    """An engine for a SQLite file that exists: explicit transactions, foreign keys on, patient when busy."""

    def connect() -> sqlite3.Connection:
        database = sqlite3.connect(
            _uri(path, read_only),
            uri=True,
            timeout=BUSY_SECONDS,
            isolation_level=None,
            check_same_thread=False,
            cached_statements=256,
        )
        database.execute("PRAGMA foreign_keys = ON")
        database.execute("PRAGMA synchronous = NORMAL")
        database.execute("PRAGMA trusted_schema = OFF")
        return database

    engine = create_engine("sqlite://", creator=connect, poolclass=QueuePool, pool_size=2)

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        _driver(connection).execute(connection.get_execution_options().get(_BEGIN, "BEGIN"))

    return engine


def server_engine(url: str) -> Engine:
    """An engine for a database server."""
    address = make_url(url)
    if address.drivername == "postgresql":
        address = address.set(drivername="postgresql+psycopg")
    patience = {} if "connect_timeout" in address.query else {"connect_timeout": CONNECT_SECONDS}
    try:
        return create_engine(address, poolclass=NullPool, hide_parameters=True, connect_args=patience)
    except (ImportError, SQLAlchemyError, ValueError):
        raise BadInput(
            f"No driver for {address.drivername} is installed; a catalogue is a file or on PostgreSQL."
        ) from None


@contextmanager
def reading(engine: Engine, where: str | Path) -> Iterator[Connection]:
    """A read transaction."""
    with translated(where), engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            connection = connection.execution_options(isolation_level="REPEATABLE READ")
        with connection.begin():
            yield connection


@contextmanager
def writing(engine: Engine, where: str | Path) -> Iterator[Connection]:
    """A write transaction: all of it or nothing."""
    with translated(where), engine.connect() as connection:
        if engine.dialect.name == "sqlite":
            _use_write_ahead_log(connection)
            connection = connection.execution_options(**{_BEGIN: "BEGIN IMMEDIATE"})
        with connection.begin():
            if engine.dialect.name == "postgresql":
                connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{BUSY_SECONDS}s'")
            yield connection


def lock_tables(connection: Connection, *tables: Table) -> None:
    """Lock these tables against changes by others until the end of the transaction; others may read them.

    What is read after this cannot be changed by another program before it is written. In a SQLite file
    only one connection writes at a time anyway.
    """
    if connection.dialect.name == "postgresql":
        names = ", ".join(table.name for table in tables)
        connection.exec_driver_sql(f"LOCK TABLE {names} IN SHARE ROW EXCLUSIVE MODE")


def _use_write_ahead_log(connection: Connection) -> None:
    """Switch to write-ahead logging: before the first change and outside a transaction; the file keeps it."""
    if _LOGS_AHEAD not in connection.info:
        _driver(connection).execute("PRAGMA journal_mode = WAL")
        connection.info[_LOGS_AHEAD] = True


def _driver(connection: Connection) -> sqlite3.Connection:
    """The connection of sqlite3 itself: small statements cost a fifth there."""
    driver = connection.connection.dbapi_connection
    return cast(sqlite3.Connection, driver)


@contextmanager
def translated(where: str | Path) -> Iterator[None]:
    """Errors of the database as one sentence."""
    try:
        yield
    except (SQLAlchemyError, sqlite3.Error) as error:
        raise _sentence(error, _without_password(where)) from None
    except UnicodeError:
        raise damaged(_without_password(where)) from None


def _sentence(error: Exception, where: str) -> BadInput:
    cause = str(getattr(error, "orig", error) or error)
    if isinstance(error, IntegrityError):
        return BadInput(f"The catalogue {where} was changed by another program at the same time; try again.")
    if any(word in cause for word in ("locked", "busy", "lock timeout", "deadlock")):
        return BadInput(f"The catalogue {where} is in use by another program; close it and try again.")
    if "readonly" in cause or "read-only" in cause:
        return BadInput(f"The catalogue {where} may not be written to; open a copy of it.")
    if "unable to open" in cause:
        return BadInput(f"The catalogue {where} cannot be opened; check that its folder may be written to.")
    if "disk is full" in cause or "No space left" in cause:
        return BadInput(f"There is no room left to write the catalogue {where}; nothing was changed.")
    if isinstance(error, OperationalError) and where.partition("://")[1]:
        return BadInput(f"The catalogue {where} cannot be reached; check its address and the server.")
    if isinstance(error, (DBAPIError, sqlite3.Error)):
        return damaged(where)
    return BadInput(f"The catalogue {where} cannot be used: {cause.splitlines()[0][:200]}.")


def _without_password(where: str | Path) -> str:
    return make_url(where).render_as_string(hide_password=True) if isinstance(where, str) else str(where)
