"""The catalogue: scenarios go in and come out whole, shipped ones stay, a failure changes nothing."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from msgspec.structs import replace

from engine.bad_input import BadInput
from engine.catalogue import connection as database
from engine.catalogue import store
from engine.catalogue.document import Feature, Option, Placement, ScenarioDocument, Setup, Unit
from engine.catalogue.store import Catalogue
from tests.engine.catalogue.samples import large_document, small_document
from tests.engine.catalogue.strategies import documents


@pytest.fixture
def catalogue(tmp_path: Path) -> Iterator[Catalogue]:
    with store.open(tmp_path / "club.db", create=True) as opened:
        yield opened


def ship(catalogue: Catalogue, document: ScenarioDocument) -> None:
    with database.writing(catalogue.engine, catalogue.location) as connection:
        store.put(connection, [document], shipped=True)


def rows(catalogue: Catalogue, query: str) -> list[Any]:
    with closing(sqlite3.connect(str(catalogue.location))) as plain, plain:
        found = plain.execute(query).fetchall()
    plain.close()
    return found


def test_what_is_saved_comes_back(catalogue: Catalogue) -> None:
    for document in (small_document(), large_document(30, 20, 80)):
        assert catalogue.save(document) == 1
        assert catalogue.load(document.key) == document


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(documents)
def test_any_scenario_comes_back(catalogue: Catalogue, document: ScenarioDocument) -> None:
    catalogue.save(document)
    assert catalogue.load(document.key) == document


@pytest.mark.parametrize("default", [0, 0.0, -0.0, False, "", 1.5])
def test_an_option_that_is_nothing_at_first_comes_back(catalogue: Catalogue, default: object) -> None:
    document = replace(small_document(), options=(Option("fog", "Fog", default, (), ""),))
    catalogue.save(document)
    (option,) = catalogue.load(document.key).options
    assert (option.default, type(option.default)) == (default, type(default))


def test_list(catalogue: Catalogue) -> None:
    assert catalogue.list() == ()
    catalogue.save(small_document())
    catalogue.save(replace(small_document(), key="other", game="chess"))
    first, second = catalogue.list()
    assert (first.key, second.key) == ("other", "samer")
    assert (second.title, second.map, second.units, second.first_turn, second.last_turn) == (
        small_document().title,
        "liane",
        4,
        3,
        6,
    )
    assert (second.complexity, second.minutes, second.shipped, second.revision) == (2, 45, False, 1)
    assert [entry.key for entry in catalogue.list("toy")] == ["samer"]
    assert catalogue.games() == ("chess", "toy")


def test_saving_again_replaces_everything(catalogue: Catalogue) -> None:
    catalogue.save(small_document())
    smaller = replace(small_document(), units=small_document().units[:1], setups=(), schedule=())
    assert catalogue.save(smaller) == 2
    assert catalogue.load("samer") == smaller
    assert rows(catalogue, "SELECT count(*) FROM units") == [(1,)]
    assert rows(catalogue, "SELECT count(*) FROM maps") == [(1,)]


def test_units_and_schedules_can_be_queried(catalogue: Catalogue) -> None:
    catalogue.save(small_document())
    assert rows(catalogue, "SELECT id FROM units WHERE name LIKE '%Foot%'") == [("b/1",)]
    assert rows(catalogue, "SELECT unit, turn FROM schedule WHERE kind = 'reinforcement'") == [("r/2", 4)]
    assert rows(catalogue, "SELECT kind, at, distance FROM setups WHERE unit = 'r/1'") == [
        ("along", "front", 1)
    ]


def test_a_changed_map_leaves_other_scenarios_alone(catalogue: Catalogue) -> None:
    document = small_document()
    catalogue.save(document)
    catalogue.save(replace(document, key="twin"))
    assert rows(catalogue, "SELECT count(*) FROM maps") == [(1,)]
    painted = replace(document.map, terrain={**document.map.terrain, "0101": "marsh"})
    catalogue.save(replace(document, key="twin", map=painted))
    assert catalogue.load("samer").map.terrain["0101"] == "clear"
    assert catalogue.load("twin").map.terrain["0101"] == "marsh"
    assert catalogue.maps() == ("liane",)
    catalogue.delete("samer")
    assert catalogue.load_map("liane").terrain["0101"] == "marsh"
    catalogue.delete("twin")
    assert catalogue.maps() == ()
    with pytest.raises(BadInput, match="no map 'liane'"):
        catalogue.load_map("liane")


def test_delete_takes_every_row_along(catalogue: Catalogue) -> None:
    catalogue.save(small_document())
    catalogue.delete("samer")
    for (table,) in rows(catalogue, "SELECT name FROM sqlite_master WHERE type = 'table'"):
        if table not in ("games", "startline_schema"):
            assert rows(catalogue, f"SELECT count(*) FROM {table}") == [(0,)], table
    with pytest.raises(BadInput, match="no scenario 'samer'"):
        catalogue.delete("samer")
    with pytest.raises(BadInput, match="no scenario 'samer'"):
        catalogue.load("samer")


def test_duplicate(catalogue: Catalogue) -> None:
    ship(catalogue, small_document())
    copy = catalogue.duplicate("samer", "mine", "My own")
    assert copy == replace(small_document(), key="mine", title="My own")
    assert catalogue.load("mine") == copy
    with pytest.raises(BadInput, match="already a scenario 'mine'"):
        catalogue.duplicate("samer", "mine")
    catalogue.save(replace(copy, minutes=1))
    assert catalogue.load("samer") == small_document()


def test_shipped_scenarios_are_read_only(catalogue: Catalogue) -> None:
    ship(catalogue, small_document())
    assert catalogue.list()[0].shipped
    for change in (lambda: catalogue.save(small_document()), lambda: catalogue.delete("samer")):
        with pytest.raises(BadInput, match="duplicate it"):
            change()
    assert catalogue.load("samer") == small_document()


def test_somebody_elses_change_is_noticed(catalogue: Catalogue) -> None:
    first = catalogue.save(small_document())
    catalogue.save(replace(small_document(), minutes=60), expected_revision=first)
    with pytest.raises(BadInput, match="revision 2, this one began from 1"):
        catalogue.save(replace(small_document(), minutes=90), expected_revision=first)
    assert catalogue.load("samer").minutes == 60


@pytest.mark.parametrize(
    "flaw",
    [
        {"title": 7},
        {"key": ""},
        {"description": "\x00"},
        {"units": (Unit("u", 7, "blue", "inf"),)},
        {"units": (Unit("u", "n", "blue", "inf", ratings={"strength": None}),)},
        {"units": (Unit("u", "n", "blue", "inf", order=2**70),)},
        {"units": (Unit("u\x07", "n", "blue", "inf"),)},
        {"setups": (Setup("u", Placement("nowhere", "x")),)},
        {"setups": (Setup("u", Placement("hex", "03/04")),)},
        {"features": {"03 04": (Feature("town"),)}},
        {"features": {"0304": (Feature("town", value="6"),)}},
        {"data": {"weather": object()}},
        {"minutes": "long"},
    ],
)
def test_a_flawed_document_is_refused_and_nothing_changes(catalogue: Catalogue, flaw: dict[str, Any]) -> None:
    catalogue.save(small_document())
    with pytest.raises(BadInput):
        catalogue.save(replace(small_document(), **flaw))
    assert catalogue.load("samer") == small_document()
    assert catalogue.list()[0].revision == 1


def test_unfinished_scenarios_can_be_saved(catalogue: Catalogue) -> None:
    unfinished = replace(
        small_document(), sides=(), setups=(Setup("ghost", Placement("area", "nowhere")),), victory=()
    )
    catalogue.save(unfinished)
    assert catalogue.load("samer") == unfinished


def test_settings_of_the_database(catalogue: Catalogue) -> None:
    catalogue.save(small_document())
    assert rows(catalogue, "PRAGMA journal_mode") == [("wal",)]
    assert rows(catalogue, "PRAGMA application_id") == [(0x53744C6E,)]
    with database.reading(catalogue.engine, catalogue.location) as connection:
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
        assert connection.exec_driver_sql("PRAGMA busy_timeout").scalar() == 5000
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 1


def test_a_reader_sees_one_moment(catalogue: Catalogue) -> None:
    """A save by another program between two reads of one transaction is not seen by halves."""
    catalogue.save(small_document())
    with store.open(catalogue.location) as other, database.reading(other.engine, other.location) as reader:
        before = reader.exec_driver_sql("SELECT count(*) FROM units").scalar()
        catalogue.save(replace(small_document(), units=()))
        assert reader.exec_driver_sql("SELECT count(*) FROM units").scalar() == before == 4


def test_a_busy_catalogue_says_so(catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.05)
    with store.open(catalogue.location) as other:
        with database.writing(catalogue.engine, catalogue.location), pytest.raises(BadInput, match="in use"):
            other.save(small_document())
        other.save(small_document())


def test_read_only(catalogue: Catalogue) -> None:
    catalogue.save(small_document())
    catalogue.close()
    with store.open(catalogue.location, read_only=True) as looked_at:
        assert looked_at.load("samer") == small_document()
        with pytest.raises(BadInput, match="may not be written"):
            looked_at.delete("samer")


def test_a_sqlite_url_is_a_file(catalogue: Catalogue) -> None:
    catalogue.save(small_document())
    with store.open(f"sqlite:///{catalogue.location}") as opened:
        assert opened.load("samer") == small_document()


@pytest.mark.parametrize(
    "where",
    ["postgresql://nobody:secret@127.0.0.1:1/none", "nonsense://x", "sqlite://", "http://[", "mysql://x/y"],
)
def test_an_address_that_leads_nowhere(where: str) -> None:
    with pytest.raises(BadInput) as caught:
        store.open(where)
    assert "secret" not in str(caught.value)


def test_a_catalogue_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="There is no catalogue"):
        store.open(tmp_path / "missing.db")
    with pytest.raises(BadInput, match="cannot be"):
        store.open(tmp_path)
    (tmp_path / "file").write_text("x")
    with pytest.raises(BadInput, match="cannot be written"):
        store.open(tmp_path / "file" / "inside.db", create=True)
    assert sorted(found.name for found in tmp_path.iterdir()) == ["file"]
