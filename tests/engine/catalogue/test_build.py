"""Building the shipped catalogue from its text sources, and noticing when the two disagree."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.bad_input import BadInput
from engine.catalogue import build, store, user_copy
from engine.catalogue.scenario_text import dumps, dumps_map
from tests.engine.catalogue.samples import small_document


@pytest.fixture
def resources(tmp_path: Path) -> Path:
    """One map in its own file, two scenarios on it, one of them with the map inside."""
    folder = tmp_path / "resources"
    (folder / "maps").mkdir(parents=True)
    (folder / "scenarios" / "toy").mkdir(parents=True)
    document = small_document()
    (folder / "maps" / "liane.toml").write_text(dumps_map(document.map))
    (folder / "maps" / "unused.toml").write_text(dumps_map(replace(document.map, key="unused")))
    (folder / "scenarios" / "samer.toml").write_text(dumps(document, map_by_key=True))
    (folder / "scenarios" / "toy" / "twin.toml").write_text(dumps(replace(document, key="twin")))
    return folder


def test_build(resources: Path, tmp_path: Path) -> None:
    path = tmp_path / "scenarios.db"
    assert build.build(path, resources, {"toy": "The Toy"}) == 2
    with store.open(path, read_only=True) as catalogue:
        assert [(entry.key, entry.shipped) for entry in catalogue.list()] == [("samer", True), ("twin", True)]
        assert catalogue.load("samer") == small_document()
        assert catalogue.load("twin") == replace(small_document(), key="twin")
        assert catalogue.maps() == ("liane", "unused")
    with closing(sqlite3.connect(path)) as plain, plain:
        assert plain.execute("SELECT * FROM games").fetchall() == [("toy", "The Toy")]
        assert plain.execute("SELECT count(*) FROM maps").fetchone() == (2,)
        assert plain.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    plain.close()
    assert sorted(found.name for found in tmp_path.iterdir()) == ["resources", "scenarios.db"]


def test_a_build_can_be_repeated(resources: Path, tmp_path: Path) -> None:
    first, second = tmp_path / "first.db", tmp_path / "second.db"
    build.build(first, resources)
    build.build(second, resources)
    assert first.read_bytes() == second.read_bytes()
    build.build(first, resources)
    assert build.verify(first, resources) == []


def test_verify_notices_what_differs(resources: Path, tmp_path: Path) -> None:
    path = tmp_path / "scenarios.db"
    build.build(path, resources)
    source = resources / "scenarios" / "samer.toml"
    source.write_text(source.read_text().replace("1st Foot", "2nd Foot"))
    assert [found.split()[1] for found in build.verify(path, resources)] == ["properties", "units"]
    build.build(path, resources)
    assert build.verify(path, resources) == []
    with closing(sqlite3.connect(path)) as plain, plain:
        plain.execute("UPDATE setups SET at = '0404' WHERE unit = 'b/1'")
    plain.close()
    assert [found.split()[1] for found in build.verify(path, resources)] == ["setups"]


def test_nothing_to_build(tmp_path: Path) -> None:
    path = tmp_path / "scenarios.db"
    assert build.build(path, tmp_path / "nowhere") == 0
    with store.open(path) as catalogue:
        assert catalogue.list() == ()
    assert build.verify(path, tmp_path / "nowhere") == []


def test_a_mistake_names_its_file_and_leaves_the_old_catalogue(resources: Path, tmp_path: Path) -> None:
    path = tmp_path / "scenarios.db"
    build.build(path, resources)
    before = path.read_bytes()
    source = resources / "scenarios" / "toy" / "twin.toml"
    good = source.read_text()
    for bad in (
        good.replace('key = "twin"', 'key = "samer"'),
        good[:-300] + "[[",
        good.replace("toy", "\x01"),
    ):
        source.write_text(bad)
        with pytest.raises(BadInput, match=r"twin\.toml"):
            build.build(path, resources)
    source.write_text(good)
    copy = resources / "maps" / "copy.toml"
    copy.write_text((resources / "maps" / "liane.toml").read_text())
    with pytest.raises(BadInput, match="already a map with the key liane"):
        build.build(path, resources)
    assert path.read_bytes() == before
    assert sorted(found.name for found in tmp_path.iterdir()) == ["resources", "scenarios.db"]


def test_the_sources_of_startline_can_be_read() -> None:
    maps, scenarios = build.sources()
    assert all(document.map.key in maps or document.map for document in scenarios.values())


@pytest.mark.skipif(
    not user_copy.shipped_file().exists(), reason="no catalogue has been built in this clone yet"
)
def test_the_shipped_catalogue_agrees_with_its_sources() -> None:
    from engine import games

    shipped = {key: game.title for key in games.SHIPPED for game in [games.game(key)]}
    assert build.verify(user_copy.shipped_file(), game_titles=shipped) == []
