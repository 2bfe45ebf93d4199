"""Opening a file: foreign, damaged, newer ones are refused untouched, older ones upgraded after a backup."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from engine.bad_input import BadInput
from engine.catalogue import connection as database
from engine.catalogue import migrations, store
from engine.catalogue.records import METADATA, VERSION_TABLE
from tests.engine.catalogue.samples import small_document


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A catalogue with one scenario, closed."""
    made = tmp_path / "club.db"
    with store.open(made, create=True) as catalogue:
        catalogue.save(small_document())
    return made


def run(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as plain, plain:
        for statement in statements:
            plain.execute(statement)
    plain.close()


def refused(path: Path, said: str) -> None:
    """It is refused with this sentence, and not a byte or a file is different afterwards."""
    before, beside = path.read_bytes(), sorted(path.parent.iterdir())
    for read_only in (False, True):
        with pytest.raises(BadInput, match=said):
            store.open(path, read_only=read_only)
    assert path.read_bytes() == before
    assert sorted(path.parent.iterdir()) == beside


def test_a_text_file(tmp_path: Path) -> None:
    path = tmp_path / "notes.db"
    path.write_text("dear diary " * 100)
    refused(path, "is not a catalogue")


def test_an_empty_file(tmp_path: Path) -> None:
    path = tmp_path / "empty.db"
    path.touch()
    refused(path, "is not a catalogue")


def test_a_database_of_another_program(tmp_path: Path) -> None:
    path = tmp_path / "recipes.db"
    run(path, "CREATE TABLE recipes (name TEXT)", "INSERT INTO recipes VALUES ('soup')")
    refused(path, "database of another program")


def test_a_database_that_only_looks_like_ours(tmp_path: Path) -> None:
    path = tmp_path / "claims.db"
    run(path, "PRAGMA application_id = 1400130670", "CREATE TABLE recipes (name TEXT)")
    refused(path, "damaged")


def test_a_truncated_catalogue(path: Path) -> None:
    whole = path.read_bytes()
    for size in (50, 100, 1000, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:size])
        refused(path, "damaged|not a catalogue")


def test_a_table_is_missing(path: Path) -> None:
    run(path, "DROP TABLE units")
    with store.open(path) as catalogue, pytest.raises(BadInput, match="damaged"):
        catalogue.load("samer")


def test_a_newer_schema(path: Path) -> None:
    run(path, f"UPDATE {VERSION_TABLE} SET version_num = '0417'")
    refused(path, "newer Startline .its schema is 0417")


@pytest.mark.parametrize("version", ["x", "", "00011"])
def test_a_senseless_schema(path: Path, version: str) -> None:
    run(path, f"UPDATE {VERSION_TABLE} SET version_num = '{version}'")
    refused(path, "damaged")


def test_no_schema_at_all(path: Path) -> None:
    run(path, f"DROP TABLE {VERSION_TABLE}")
    refused(path, "damaged")


def test_the_migrations_lead_to_the_schema_of_the_records(tmp_path: Path) -> None:
    """A catalogue that went through every revision has the tables, columns and indexes of a new one."""
    old = tmp_path / "old.db"
    old.touch()
    engine = database.file_engine(old)
    migrations._upgrade(engine, old, migrations.SCHEMA)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
        assert compare_metadata(context, METADATA) == []
    engine.dispose()
    store.create_file(tmp_path / "new.db")
    assert schema_of(old) == schema_of(tmp_path / "new.db")


def version_of(path: Path) -> str | None:
    engine = database.file_engine(path)
    try:
        return migrations.version(engine, path)
    finally:
        engine.dispose()


def schema_of(path: Path) -> dict[str, list[str]]:
    """The statements that made the tables, without regard to the order and spelling of their parts."""
    with closing(sqlite3.connect(path)) as plain, plain:
        made = plain.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    plain.close()
    return {name: sorted(sql.replace(",", " ").split()) for name, sql in made if name != VERSION_TABLE}


@pytest.fixture
def next_schema(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As if this Startline knew a schema 9002, which adds a column and renames another, in batch mode."""
    scripts = tmp_path_factory.mktemp("scripts") / "migrations"
    shutil.copytree(migrations.SCRIPTS, scripts, ignore=shutil.ignore_patterns("__pycache__"))
    (scripts / "versions" / "rev_9002_colours.py").write_text(
        "import sqlalchemy as sa\n"
        "from alembic import op\n"
        'revision = "9002"\n'
        f'down_revision = "{migrations.SCHEMA}"\n'
        "def upgrade():\n"
        '    with op.batch_alter_table("sides") as batch:\n'
        '        batch.add_column(sa.Column("motto", sa.Text(), nullable=False, server_default="Onward"))\n'
        '        batch.alter_column("colour", new_column_name="hue")\n'
    )
    monkeypatch.setattr(migrations, "SCRIPTS", scripts)
    monkeypatch.setattr(migrations, "SCHEMA", "9002")
    yield


def test_an_older_schema_is_upgraded_after_a_backup(path: Path, next_schema: None) -> None:
    before = path.read_bytes()
    with pytest.raises(BadInput, match=r"older schema \d{4}; open"):
        store.open(path, read_only=True)
    store.open(path).close()
    assert version_of(path) == "9002"
    with closing(sqlite3.connect(path)) as plain, plain:
        assert plain.execute("SELECT key, hue, motto FROM sides").fetchall() == [
            ("blue", "#2040c0", "Onward"),
            ("red", "#c02020", "Onward"),
        ]
        assert plain.execute("SELECT count(*) FROM units").fetchone() == (4,)
        assert plain.execute("PRAGMA application_id").fetchone() == (0x53744C6E,)
    plain.close()
    backup = path.with_name("club.db.backup-1")
    assert sorted(found.name for found in path.parent.iterdir()) == ["club.db", "club.db.backup-1"]
    shutil.copyfile(backup, path)
    assert schema_of(backup)["sides"] == schema_of(path)["sides"]
    assert len(before) == len(backup.read_bytes())
    store.open(path).close()
    assert path.with_name("club.db.backup-2").exists()


def test_the_backup_opens_with_the_older_startline(path: Path, tmp_path: Path) -> None:
    copy = migrations.back_up(path)
    with store.open(copy) as catalogue:
        assert catalogue.load("samer") == small_document()


def test_a_failed_upgrade_changes_nothing(path: Path, next_schema: None) -> None:
    before = version_of(path)
    script = migrations.SCRIPTS / "versions" / "rev_9002_colours.py"
    script.write_text(script.read_text() + '    op.execute("INSERT INTO nowhere VALUES (1)")\n')
    with pytest.raises(BadInput, match="damaged"):
        store.open(path)
    assert version_of(path) == before
    with closing(sqlite3.connect(path)) as plain, plain:
        assert [row[1] for row in plain.execute("PRAGMA table_info(sides)")][-2:] == ["colour", "data"]
    plain.close()


def test_a_crash_leaves_a_log_that_is_taken_up(path: Path, tmp_path: Path) -> None:
    """A file whose last changes are still in the write-ahead log is whole."""
    with store.open(path) as catalogue:
        catalogue.delete("samer")
        copy = tmp_path / "crashed" / "club.db"
        copy.parent.mkdir()
        for name in ("club.db", "club.db-wal"):
            shutil.copyfile(path.with_name(name), copy.with_name(name))
    with store.open(copy) as recovered:
        assert recovered.list() == ()
