"""Crafted texts of every kind end within limits of memory; the largest sound ones are read."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from editor.importers.formats import read_foreign
from editor.importers.geojson import read_geojson
from engine import games, parse_limits
from engine.bad_input import BadInput
from engine.catalogue.document import Feature, Label, MapSheet, ScenarioDocument
from engine.catalogue.scenario_text import dumps, loads
from engine.hexes.spec import GridSpec
from engine.referee import save as saves
from engine.referee.save import Save
from tests.architecture.source_tree import ROOT
from tests.hostile.overfed import FAILED, KINDS, READ
from tests.hostile.saves import sound_session

MOST_MEGABYTES = 500
WIDE = GridSpec("flat", "even", 400, 400, column_digits=3, row_digits=3)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="memory is measured in forked processes")
@pytest.mark.timeout(900)
@pytest.mark.parametrize("kind", KINDS)
def test_crafted_texts_take_no_more_than_they_may(kind: str, tmp_path: Path) -> None:
    environment = {**os.environ, "STARTLINE_GAMES": "tests.toy", "QT_QPA_PLATFORM": "offscreen"}
    ended = subprocess.run(
        [sys.executable, "-m", "tests.hostile.overfed", kind, str(tmp_path)],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=800,
    )
    assert ended.returncode == 0, ended.stderr[-2000:]
    found = [json.loads(line) for line in ended.stdout.splitlines()]
    assert len(found) > 10
    assert [name for name, code, _ in found if code == FAILED or code < 0] == [], ended.stderr[-2000:]
    assert [(name, peak) for name, _, peak in found if peak > MOST_MEGABYTES] == []
    assert [name for name, code, _ in found if code == READ and not name.startswith("below")] == []


# what is sound


def wide_scenario() -> ScenarioDocument:
    """160,000 hexes of mixed terrain, with rivers, towns and names."""
    chance = Random("wide")
    terrain = {cell.hex: chance.choice(("clear", "woods", "rough", "marsh")) for cell in WIDE.cells()}
    sheet = MapSheet("wide", "Wide", WIDE, terrain)
    lattice = sheet.lattice()
    sides = {side: (Feature("river"),) for here in lattice.hexes[::3] for side in lattice.hexsides(here)[:2]}
    towns = {here: (Feature("town", f"Town {here}"),) for here in lattice.hexes[::16]}
    labels = tuple(Label(here, f"Wood of {here}") for here in lattice.hexes[::16])
    return ScenarioDocument(
        "wide", "Wide", "toy", replace(sheet, hexsides=sides, features=towns, labels=labels)
    )


def test_a_map_of_160_000_hexes_is_read() -> None:
    written = dumps(wide_scenario())
    parse_limits.check_toml(written, "The scenario")
    assert len(loads(written).map.terrain) == 160_000
    bare = parse_limits._TOML_TEXT.sub('""', written)
    assert 4 * parse_limits._count(bare, ",=[{") < parse_limits.MOST_TOML_VALUES, "there is ample room"


def test_a_campaign_of_30_000_actions_is_read(tmp_path: Path) -> None:
    sound = saves.saved(sound_session())
    entries = (sound.steps * (30_000 // len(sound.steps) + 1))[:30_000]
    text = dumps(wide_scenario())
    snapshot = {"units": [{"is": "Unit", "key": f"u{n}", "place": "0101", "steps": 2} for n in range(5000)]}
    long = Save(replace(sound.start, text=text), sound.rules_version, entries, sound.takebacks, snapshot)
    saves.write(long, tmp_path / "long.json")
    assert len(saves.read(tmp_path / "long.json").steps) == 30_000
    written = long.dumps()
    assert 4 * parse_limits._count(written, ",:[{") < parse_limits.MOST_JSON_VALUES, "there is ample room"


def test_a_tiled_map_of_160_000_hexes_is_read(tmp_path: Path) -> None:
    layers = [
        {"type": "tilelayer", "name": f"l{n}", "width": 400, "height": 400, "data": [1] * 160_000}
        for n in range(4)
    ]
    tiles = {"firstgid": 1, "name": "a", "tiles": [{"id": 0, "type": "clear"}]}
    sizes = {"width": 400, "height": 400, "tilewidth": 8, "tileheight": 8, "hexsidelength": 4}
    path = tmp_path / "wide.tmj"
    path.write_text(json.dumps({"orientation": "hexagonal", **sizes, "tilesets": [tiles], "layers": layers}))
    assert len(read_foreign(path).terrain) == 160_000


def test_coasts_with_100_000_points_are_read(tmp_path: Path) -> None:
    line = [[n % 3600 / 10 - 180, n % 1700 / 10 - 85] for n in range(100_000)]
    path = tmp_path / "coast.geojson"
    path.write_text(json.dumps({"type": "LineString", "coordinates": line}))
    assert read_geojson(path).points == 100_000


def test_every_text_of_ours_is_within_the_limits() -> None:
    for path in sorted((ROOT / "resources").rglob("*.toml")):
        parse_limits.check_toml(path.read_text(encoding="utf-8"), path.name)
    assert games.keys()


# the scanner


@pytest.mark.parametrize(
    "text",
    [
        'a = "' + "a." * 100 + '"',
        "a = '''\n" + "w.r." * 100 + "\n'''",
        'a = """\n' + "w.r." * 100 + '"x" \\""" \n"""',
        "# " + "a." * 100,
        'a = "' + "x" * 20_000 + '"',
        "a = '" + "[" * 300 + "'",
    ],
)
def test_what_stands_in_texts_is_no_structure(text: str) -> None:
    assert parse_limits.load_toml(text, "It") is not None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a." * 16 + "b = 1", "more than 16 parts"),
        ("a" * 10_001 + " = 1", "10,000 signs"),
        ("a = " + "[" * 201, "nested"),
        ('a = "x" # "\n' + "a." * 16 + 'b = "', "more than 16 parts"),
        ("a = 'x\"'\n" + "a." * 16 + "b = '\"'", "more than 16 parts"),
        ('a = """x"""""\n' + "a." * 16 + 'b = """"""', "more than 16 parts"),
    ],
)
def test_structure_is_seen_behind_texts(text: str, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        parse_limits.load_toml(text, "It")


def test_brackets_in_texts_of_json_are_no_depth() -> None:
    text = json.dumps(["[" * 300, '\\"[' * 300, {"a{": "]" * 10}])
    assert parse_limits.load_json(text, "It")[0] == "[" * 300
    with pytest.raises(BadInput, match="nested"):
        parse_limits.load_json('["\\"",' + "[" * 250 + "]" * 250 + "]", "It")
