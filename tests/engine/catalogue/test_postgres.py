"""A catalogue that a club shares on PostgreSQL: tested against a real server where one is found."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text

from engine.bad_input import BadInput
from engine.catalogue import connection as database
from engine.catalogue import migrations, store
from engine.catalogue.games_log import GamesLog, LoggedAction
from engine.catalogue.records import METADATA, VERSION_TABLE
from engine.catalogue.store import Catalogue
from tests.engine.catalogue.samples import large_document, small_document


def server_programs() -> Path | None:
    """The folder of initdb and pg_ctl, wherever this system keeps it."""
    found = shutil.which("initdb")
    folders = [Path(found).parent] if found else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((folder for folder in folders if (folder / "initdb").exists()), None)


def ordinary_user() -> str | None:
    """Somebody to run the server as, since it refuses to run as root; None when we are ordinary already."""
    if os.getuid() != 0:
        return None
    known = {entry.pw_name for entry in pwd.getpwall()}
    return next((name for name in ("postgres", "nobody") if name in known), "")


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """The address of an empty database on a server of our own, or on the one that is named."""
    named = os.environ.get("STARTLINE_TEST_POSTGRES", "")
    if named:
        yield named
        return
    programs, user = server_programs(), ordinary_user()
    if programs is None:
        pytest.skip("no PostgreSQL server is installed and STARTLINE_TEST_POSTGRES names none")
    if user == "":
        pytest.skip("a PostgreSQL server does not run as root and there is no ordinary user here")
    folder = Path(tempfile.mkdtemp(prefix="startline-pg-"))
    if user:
        shutil.chown(folder, user)

    def run(*command: str) -> None:
        done = subprocess.run(
            [str(programs / command[0]), *command[1:]], user=user, cwd=folder, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr

    data = folder / "data"
    try:
        run("initdb", "-D", str(data), "-U", "club", "-A", "trust", "-E", "UTF8", "--no-sync")
        options = f"-k {folder} -c listen_addresses='' -c fsync=off"
        run("pg_ctl", "-D", str(data), "-l", str(folder / "log"), "-w", "-o", options, "start")
        try:
            yield f"postgresql://club@/postgres?host={folder}"
        finally:
            run("pg_ctl", "-D", str(data), "-m", "immediate", "-w", "stop")
    finally:
        shutil.rmtree(folder)


@pytest.fixture
def catalogue(server: str) -> Iterator[Catalogue]:
    empty(server)
    with store.open(server) as opened:
        yield opened
    empty(server)


def empty(server: str) -> None:
    engine = database.server_engine(server)
    with engine.begin() as connection:
        METADATA.drop_all(connection)
        connection.execute(text(f"DROP TABLE IF EXISTS {VERSION_TABLE}"))
    engine.dispose()


def test_what_is_saved_comes_back(catalogue: Catalogue) -> None:
    for document in (small_document(), large_document(20, 20, 60)):
        catalogue.save(document)
        assert catalogue.load(document.key) == document
    assert [entry.key for entry in catalogue.list()] == ["large", "samer"]
    assert catalogue.save(replace(small_document(), minutes=1)) == 2
    catalogue.duplicate("samer", "mine")
    catalogue.delete("samer")
    assert [entry.key for entry in catalogue.list()] == ["large", "mine"]


def test_two_who_save_the_same_scenario(catalogue: Catalogue, server: str) -> None:
    with store.open(server) as other:
        first = other.save(small_document())
        catalogue.save(replace(small_document(), minutes=2), expected_revision=first)
        with pytest.raises(BadInput, match="changed by somebody else"):
            other.save(replace(small_document(), minutes=3), expected_revision=first)
        assert other.load("samer").minutes == 2


def test_two_who_begin_the_same_scenario_at_once(catalogue: Catalogue, server: str) -> None:
    with store.open(server) as other, database.writing(catalogue.engine, catalogue.location) as one:
        store.put(one, [small_document()], shipped=False)
        with other.engine.connect() as look:
            assert look.execute(text("SELECT count(*) FROM scenarios")).scalar() == 0
    assert catalogue.load("samer") == small_document()


def test_games(catalogue: Catalogue) -> None:
    games = GamesLog(catalogue)
    log = games.begin("evening", game="toy", scenario="samer", header={"seed": "1"})
    move = LoggedAction("blue", "move hex 2314", "0a")
    log.append(move, move)
    log.keep_snapshot("{}")
    log.take_back(1)
    found = games.load("evening")
    assert (found.actions, found.header, found.snapshot) == ((move,), {"seed": "1"}, "")
    other = games.resume("evening")
    log.append(move)
    with pytest.raises(BadInput, match="somebody else"):
        other.append(move)
    assert games.list()[0].actions == 2
    games.delete("evening")
    assert games.list() == ()


def test_a_failed_save_changes_nothing(catalogue: Catalogue) -> None:
    catalogue.save(small_document())
    with pytest.raises(BadInput):
        catalogue.save(replace(small_document(), minutes="long"))  # type: ignore[arg-type]
    assert catalogue.load("samer") == small_document()


def test_the_schema_is_that_of_the_records(catalogue: Catalogue) -> None:
    with catalogue.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
        assert compare_metadata(context, METADATA) == []


def test_the_migrations_work_here_too(server: str) -> None:
    empty(server)
    engine = database.server_engine(server)
    migrations._upgrade(engine, server, migrations.SCHEMA)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
        assert compare_metadata(context, METADATA) == []
    engine.dispose()
    with store.open(server) as catalogue:
        catalogue.save(small_document())
        assert catalogue.load("samer") == small_document()
    empty(server)


def test_a_newer_schema_is_refused(catalogue: Catalogue, server: str) -> None:
    with catalogue.engine.begin() as connection:
        connection.execute(text(f"UPDATE {VERSION_TABLE} SET version_num = '0417'"))
    with pytest.raises(BadInput, match="newer Startline"):
        store.open(server)


def test_a_server_that_is_not_there(server: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be reached"):
        store.open(f"postgresql://club:secret@/postgres?host={tmp_path}")
