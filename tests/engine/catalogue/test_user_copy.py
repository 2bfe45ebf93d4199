"""The user's own copy: made on first use, refreshed when something new ships, never at the user's cost."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.bad_input import BadInput
from engine.catalogue import build, user_copy
from engine.catalogue.document import ScenarioDocument
from engine.catalogue.game_store import GameStore, StoredAction
from engine.catalogue.scenario_text import dumps
from tests.engine.catalogue.samples import small_document


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STARTLINE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


class Shop:
    """Ships catalogues."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "shop" / "scenarios.db"
        self._resources = folder / "shop" / "resources"

    def ship(self, *documents: ScenarioDocument) -> Path:
        scenarios = self._resources / "scenarios"
        scenarios.mkdir(parents=True, exist_ok=True)
        for old in scenarios.iterdir():
            old.unlink()
        for document in documents:
            (scenarios / f"{document.key}.toml").write_text(dumps(document))
        if self.file.exists():
            self.file.chmod(0o644)
        build.build(self.file, self._resources)
        self.file.chmod(0o444)
        return self.file


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    return Shop(tmp_path)


def keys(file: Path) -> list[str]:
    with user_copy.user_catalogue(file) as catalogue:
        return [entry.key for entry in catalogue.list()]


def test_first_use_makes_a_copy(shop: Shop, home: Path) -> None:
    file = shop.ship(small_document())
    before = file.read_bytes()
    with user_copy.user_catalogue(file) as catalogue:
        assert catalogue.location == home / "scenarios.db"
        assert catalogue.load("samer") == small_document()
        catalogue.save(replace(small_document(), key="mine"))
    assert keys(file) == ["mine", "samer"]
    assert file.read_bytes() == before
    assert sorted(found.name for found in file.parent.iterdir()) == ["resources", "scenarios.db"]
    assert os.access(home / "scenarios.db", os.W_OK)


def test_newly_shipped_scenarios_arrive_and_the_users_own_stay(shop: Shop) -> None:
    old, gone = small_document(), replace(small_document(), key="gone")
    mine = replace(small_document(), key="mine", title="Mine")
    file = shop.ship(old, gone)
    with user_copy.user_catalogue(file) as catalogue:
        catalogue.save(mine)
        log = GameStore(catalogue).begin("evening", game="toy", scenario="gone", header={})
        log.append(StoredAction("blue", "pass", "00"))
    changed = replace(old, title="Samer, second edition")
    painted = replace(old.map, terrain={**old.map.terrain, "0101": "marsh"})
    shop.ship(replace(changed, map=painted), replace(small_document(), key="added"))
    with user_copy.user_catalogue(file) as catalogue:
        assert [(entry.key, entry.shipped) for entry in catalogue.list()] == [
            ("added", True),
            ("mine", False),
            ("samer", True),
        ]
        assert catalogue.load("mine") == mine
        assert catalogue.load("samer") == replace(changed, map=painted)
        assert GameStore(catalogue).load("evening").entry.actions == 1


def test_a_shipped_scenario_makes_way_for_the_users_own(shop: Shop) -> None:
    mine = replace(small_document(), key="bridge", title="My bridge")
    file = shop.ship(small_document())
    with user_copy.user_catalogue(file) as catalogue:
        catalogue.save(mine)
    shop.ship(small_document(), replace(small_document(), key="bridge", title="Their bridge"))
    with user_copy.user_catalogue(file) as catalogue:
        assert catalogue.load("bridge") == mine
        assert catalogue.load("bridge-shipped").title == "Their bridge"
    shop.ship(small_document())
    assert keys(file) == ["bridge", "samer"]


def test_the_same_content_is_not_read_again(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    file = shop.ship(small_document())
    keys(file)
    opened: list[Path] = []
    real = user_copy.store.open
    monkeypatch.setattr(user_copy.store, "open", lambda path, **how: opened.append(path) or real(path, **how))
    keys(file)
    assert opened == [user_copy.user_folder() / "scenarios.db"]
    os.utime(file, (1, 1))
    keys(file)
    assert opened.count(file) == 1


def test_a_shipped_map_that_the_user_still_plays_on_stays(shop: Shop) -> None:
    file = shop.ship(small_document())
    with user_copy.user_catalogue(file) as catalogue:
        catalogue.duplicate("samer", "mine")
    shop.ship()
    with user_copy.user_catalogue(file) as catalogue:
        assert catalogue.load("mine").map == small_document().map
        catalogue.delete("mine")
        assert catalogue.maps() == ()


def test_nothing_is_left_when_there_is_nothing_to_copy(tmp_path: Path, home: Path) -> None:
    with pytest.raises(BadInput, match="install Startline again"):
        user_copy.user_catalogue(tmp_path / "none.db")
    (tmp_path / "bad.db").write_bytes(b"SQLite format 3\x00" + bytes(200))
    with pytest.raises(BadInput, match="another program"):
        user_copy.user_catalogue(tmp_path / "bad.db")
    assert not home.exists()


def test_the_usual_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("STARTLINE_HOME")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert user_copy.user_folder() == tmp_path / "data" / "startline"


def test_the_shipped_catalogue_is_opened_read_only(shop: Shop) -> None:
    file = shop.ship(small_document())
    file.chmod(0o644)
    with user_copy.shipped_catalogue(file) as catalogue:
        assert catalogue.load("samer") == small_document()
        with pytest.raises(BadInput, match="may not be written"):
            catalogue.save(replace(small_document(), key="mine"))
