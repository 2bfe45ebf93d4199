"""Maps for Tiled: out and in again."""

from __future__ import annotations

import os
import re
import subprocess
from dataclasses import replace as replace_dataclass
from pathlib import Path
from shutil import which

import pytest
from msgspec.structs import replace

from editor.document.game_vocabulary import vocabulary_for
from editor.exporters.tiled import write_tiled
from editor.importers.convert import convert_map, first_guess
from editor.importers.tiled import read_tiled
from engine.catalogue.document import MapSheet, ScenarioDocument
from engine.hexes.spec import GridSpec
from tests.editor.samples import small_scenario


def through_tiled(document: ScenarioDocument, folder: Path, suffix: str) -> ScenarioDocument:
    path = folder / f"map{suffix}"
    write_tiled(document, path)
    foreign = read_tiled(path)
    head = replace(document, map=MapSheet(document.map.key, document.map.title, foreign.grid), features={})
    return convert_map(foreign, first_guess(foreign, vocabulary_for(document)), head).document


@pytest.mark.parametrize("suffix", [".tmx", ".tmj"])
@pytest.mark.parametrize("stagger", ["odd", "even"])
@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_round_trip(tmp_path: Path, orientation: str, stagger: str, suffix: str) -> None:
    document = small_scenario(orientation, stagger)
    back = through_tiled(document, tmp_path, suffix)
    assert back.map.grid == document.map.grid
    assert back.map.terrain == document.map.terrain
    assert back.map.features == document.map.features
    assert back.map.hexsides == document.map.hexsides
    assert set(back.map.labels) == set(document.map.labels)
    assert back.features == document.features
    assert (back.map.regions, back.map.boxes) == (document.map.regions, document.map.boxes)
    assert (back.map.aliases, back.map.georeference) == (document.map.aliases, document.map.georeference)


def test_regions_go_with_a_map_as_far_as_it_still_has_their_hexes(tmp_path: Path) -> None:
    document = small_scenario()
    write_tiled(document, tmp_path / "map.tmx")
    foreign = read_tiled(tmp_path / "map.tmx")
    gone = replace(foreign.grid, missing=frozenset({"0101", "0801"}))
    head = replace(document, map=MapSheet("m", "M", gone), features={})
    back = convert_map(
        replace_dataclass(foreign, grid=gone), first_guess(foreign, vocabulary_for(document)), head
    ).document.map
    assert back.regions[0].hexes == ("0102", "0201")
    assert not back.aliases and not back.georeference.anchors
    text = (tmp_path / "map.tmx").read_text(encoding="utf-8")
    cut = text.replace('width="8" height="6"', 'width="8" height="5"')
    cut = re.sub(r"(<data[^>]*>)\s*[^\n]*\n", r"\1", cut, count=1)
    (tmp_path / "cut.tmx").write_text(cut, encoding="utf-8")
    smaller = read_tiled(tmp_path / "cut.tmx")
    assert not smaller.extras.regions
    assert any("use the old numbers" in sentence for sentence in smaller.lost)
    (tmp_path / "odd.tmx").write_text(text.replace("georeference", "nonsense"), encoding="utf-8")
    odd = read_tiled(tmp_path / "odd.tmx")
    assert odd.grid == document.map.grid and any("nonsense" in sentence for sentence in odd.lost)


@pytest.mark.parametrize(
    "settings",
    [
        {"columns_run": "left", "rows_run": "up", "first_column": 12, "first_row": 0},
        {"order": "row-column", "separator": ".", "prefix": "A", "short_staggered": True},
        {"missing": frozenset({"0101", "0203"})},
    ],
)
def test_round_trip_of_unusual_numbers(tmp_path: Path, settings: dict[str, object]) -> None:
    spec = GridSpec("flat", "odd", 5, 4, **settings)  # type: ignore[arg-type]
    names = [cell.hex for cell in spec.cells()]
    kinds = ("clear", "woods", "hill")
    terrain = {here: kinds[at % 3] for at, here in enumerate(names) if at % 5}
    document = replace(
        small_scenario(),
        map=MapSheet("m", "M", spec, terrain),
        features={},
        regions=(),
        setups=(),
        schedule=(),
        start_lines=(),
        victory=(),
        special_rules=(),
    )
    back = through_tiled(document, tmp_path, ".tmx")
    assert (back.map.grid, back.map.terrain) == (spec, terrain)


def test_the_picture_of_the_tiles_is_written_too(tmp_path: Path) -> None:
    files = write_tiled(small_scenario(), tmp_path / "map.tmx")
    assert [file.name for file in files] == ["map.tmx", "map-tiles.png"]
    assert all(file.stat().st_size for file in files)


@pytest.mark.skipif(which("tiled") is None, reason="the program tiled is not installed")
@pytest.mark.parametrize("suffix", [".tmx", ".tmj"])
def test_tiled_itself_reads_what_is_written_here(tmp_path: Path, suffix: str) -> None:
    document = small_scenario("pointy", "odd")
    path, again = tmp_path / f"map{suffix}", tmp_path / "again.json"
    write_tiled(document, path)
    command = ["tiled", "--export-map", "json", str(path), str(again)]
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "HOME": str(tmp_path)}
    subprocess.run(command, check=True, capture_output=True, timeout=300, env=environment)
    first, second = read_tiled(path), read_tiled(again)
    assert second.grid == document.map.grid
    assert (second.terrain, second.features, second.hexsides) == (
        first.terrain,
        first.features,
        first.hexsides,
    )
    assert second.terrain == document.map.terrain
