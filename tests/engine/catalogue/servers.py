"""A PostgreSQL server to test against, where one is found."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from engine.catalogue import connection as database
from engine.catalogue.records import METADATA, VERSION_TABLE


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


@pytest.fixture(scope="session")
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
def empty_server(server: str) -> Iterator[str]:
    """The address of a database without a catalogue."""
    empty(server)
    yield server
    empty(server)


def empty(server: str) -> None:
    engine = database.server_engine(server)
    with engine.begin() as connection:
        METADATA.drop_all(connection)
        connection.execute(text(f"DROP TABLE IF EXISTS {VERSION_TABLE}"))
    engine.dispose()
