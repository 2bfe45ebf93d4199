"""A catalogue that a club shares on PostgreSQL: tested against a real server where one is found."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from msgspec.structs import replace
from sqlalchemy import text

from engine.bad_input import BadInput
from engine.catalogue import connection as database
from engine.catalogue import migrations, store
from engine.catalogue.game_store import GameStore, Snapshot, StoredAction
from engine.catalogue.records import METADATA, VERSION_TABLE
from engine.catalogue.store import Catalogue
from tests.engine.catalogue.samples import large_document, small_document
from tests.engine.catalogue.servers import empty


@pytest.fixture
def catalogue(empty_server: str) -> Iterator[Catalogue]:
    with store.open(empty_server) as opened:
        yield opened


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
        with pytest.raises(BadInput, match="changed by another program"):
            other.save(replace(small_document(), minutes=3), expected_revision=first)
        assert other.load("samer").minutes == 2


SAVES = 100  # By each of two clients.
_CLIENT = """
import sys
from msgspec.structs import replace
from engine.bad_input import BadInput
from engine.catalogue import store
from tests.engine.catalogue.samples import small_document
print("ready", flush=True)
sys.stdin.readline()
with store.open(sys.argv[1]) as catalogue:
    def read():
        while True:
            revision, title = catalogue.list()[0].revision, catalogue.load("samer").title
            if catalogue.list()[0].revision == revision:
                return revision, title
    (revision, title), done = read(), 0
    while done < int(sys.argv[2]):
        mine = f"{title}{sys.argv[3]}"
        try:
            document = replace(small_document(), title=mine)
            revision, title = catalogue.save(document, expected_revision=revision), mine
        except BadInput as problem:
            assert "changed by another program" in str(problem), problem
            revision, title = read()
            continue
        done += 1
"""


@pytest.mark.parametrize("where", ["server", "file"])
def test_of_two_clients_none_loses_a_save(where: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """Each save adds a letter to the title that it has read: a save that went over another one loses it."""
    address = request.getfixturevalue("empty_server") if where == "server" else str(tmp_path / "club.db")
    with store.open(address, create=True) as catalogue:
        catalogue.save(replace(small_document(), title="x"))
        command = [sys.executable, "-c", _CLIENT, address, str(SAVES)]
        pipe = subprocess.PIPE
        clients = [
            subprocess.Popen([*command, letter], stdin=pipe, stdout=pipe, stderr=pipe, text=True)
            for letter in "ab"
        ]
        for client in clients:
            assert client.stdout is not None and client.stdout.readline() == "ready\n"
        for client in clients:
            assert client.stdin is not None
            client.stdin.write("go\n")
            client.stdin.flush()
        for client in clients:
            _, errors = client.communicate()
            assert client.returncode == 0, errors
        title = catalogue.load("samer").title
        assert (title.count("a"), title.count("b")) == (SAVES, SAVES)
        assert catalogue.list()[0].revision == 1 + 2 * SAVES


def test_a_save_without_a_revision_never_counts_backwards(catalogue: Catalogue, server: str) -> None:
    catalogue.save(small_document())
    found: list[int] = []

    def save() -> None:
        with store.open(server) as own:
            found.extend(own.save(small_document()) for _ in range(20))

    savers = [Thread(target=save) for _ in range(2)]
    for saver in savers:
        saver.start()
    for saver in savers:
        saver.join()
    assert sorted(found) == list(range(2, 42))


def test_two_who_begin_the_same_scenario_at_once(catalogue: Catalogue, server: str) -> None:
    with store.open(server) as other, database.writing(catalogue.engine, catalogue.location) as one:
        store.put(one, [small_document()], shipped=False)
        with other.engine.connect() as look:
            assert look.execute(text("SELECT count(*) FROM scenarios")).scalar() == 0
    assert catalogue.load("samer") == small_document()


def test_games(catalogue: Catalogue) -> None:
    games = GameStore(catalogue)
    log = games.begin("evening", game="toy", scenario="samer", header={"seed": "1"})
    move = StoredAction("blue", "move hex 2314", "0a")
    log.append(move, move, snapshot=Snapshot("{}", {"seed": "1"}))
    log.take_back(1)
    found = games.load("evening")
    assert (found.actions, found.header, found.snapshot) == ((move,), {"seed": "1"}, "")
    log.append(move)
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


def test_a_lock_that_is_not_let_go_of_is_one_sentence(
    catalogue: Catalogue, server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "BUSY_SECONDS", 1)
    catalogue.save(small_document())
    with store.open(server) as other, other.engine.begin() as connection:
        connection.execute(text("LOCK TABLE scenarios IN SHARE ROW EXCLUSIVE MODE"))
        with pytest.raises(BadInput, match="in use by another program"):
            catalogue.save(small_document())


def test_two_who_open_an_older_catalogue_at_once(empty_server: str) -> None:
    engine = database.server_engine(empty_server)
    migrations._upgrade(engine, empty_server, "0001")
    engine.dispose()
    code = "import sys; from engine.catalogue import store; store.open(sys.argv[1]).close()"
    command = [sys.executable, "-c", code, empty_server]
    openers = [subprocess.Popen(command, stderr=subprocess.PIPE, text=True) for _ in range(2)]
    for opener in openers:
        _, errors = opener.communicate()
        assert opener.returncode == 0, errors
    with store.open(empty_server) as catalogue:
        GameStore(catalogue).begin("evening", game="toy", scenario="samer", header={})


def test_a_server_that_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody listens and says nothing: without a limit this would wait for ever."""
    monkeypatch.setattr(database, "CONNECT_SECONDS", 2)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        port = silent.getsockname()[1]
        with pytest.raises(BadInput, match="cannot be reached"):
            store.open(f"postgresql://club@127.0.0.1:{port}/postgres")


def test_a_server_that_is_not_there(server: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be reached"):
        store.open(f"postgresql://club:secret@/postgres?host={tmp_path}")
