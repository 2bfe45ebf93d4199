"""Tiled maps: every encoding, both stagger axes, external tilesets, endless maps."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from editor.importers.foreign_map import EMPTY
from editor.importers.tiled import foreign_of, read_tiled
from editor.importers.tiled_xml import read_tmx
from engine.bad_input import BadInput
from engine.hexes.grid import Grid
from tests.editor.importers.fixtures import TILESET, csv_data, packed, tmx

EXAMPLES = Path("/usr/share/doc/tiled/examples")
NUMBERS = [1, 2, 1, 2, 2, 1]
WORDS = {"0101": "clear", "0201": "woods", "0301": "clear", "0102": "woods", "0202": "woods", "0302": "clear"}


def written(folder: Path, text: str, name: str = "map.tmx") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("encoding", ["csv", "base64", "zlib", "gzip", "elements"])
def test_all_encodings_say_the_same(tmp_path: Path, encoding: str) -> None:
    data = {
        "csv": csv_data(*NUMBERS),
        "base64": f'<data encoding="base64">{packed(NUMBERS, "")}</data>',
        "zlib": f'<data encoding="base64" compression="zlib">\n {packed(NUMBERS, "zlib")}\n</data>',
        "gzip": f'<data encoding="base64" compression="gzip">{packed(NUMBERS, "gzip")}</data>',
        "elements": "<data>" + "".join(f'<tile gid="{number}"/>' for number in NUMBERS) + "</data>",
    }[encoding]
    assert read_tiled(written(tmp_path, tmx(data))).terrain == WORDS


@pytest.mark.parametrize("axis", ["x", "y"])
@pytest.mark.parametrize("index", ["odd", "even"])
def test_neighbours_are_those_of_tiled(tmp_path: Path, axis: str, index: str) -> None:
    """The shifted line is told by where its hexes touch the others."""
    path = written(tmp_path, tmx(csv_data(*NUMBERS), f'staggeraxis="{axis}" staggerindex="{index}"'))
    grid = Grid(read_tiled(path).grid)
    assert grid.orientation == ("flat" if axis == "x" else "pointy")
    # Tiled counts from 0: at "odd" the second line is shifted down or right, so that its first hex
    # touches the second hex of the first line.
    across = "0102" if axis == "x" else "0201"
    shifted = "0201" if axis == "x" else "0102"
    assert (across in grid.adjacency[shifted]) == (index == "odd")


def test_an_old_file_may_leave_out_the_stagger(tmp_path: Path) -> None:
    found = read_tiled(written(tmp_path, tmx(csv_data(*NUMBERS))))
    assert (found.grid.orientation, found.grid.stagger) == ("pointy", "even")


def test_turned_tiles_are_the_same_tiles(tmp_path: Path) -> None:
    turned = [
        number | flag
        for number, flag in zip(NUMBERS, (1 << 31, 1 << 30, 1 << 29, 1 << 28, 0, 0), strict=True)
    ]
    assert read_tiled(written(tmp_path, tmx(csv_data(*turned)))).terrain == WORDS


def test_empty_cells_and_upper_layers(tmp_path: Path) -> None:
    text = tmx(csv_data(1, 0, 1, 2, 2, 1))
    upper = f'<layer name="upper" width="3" height="2">{csv_data(3, 3, 0, 0, 0, 0)}</layer></map>'
    found = read_tiled(written(tmp_path, text.replace("</map>", upper)))
    assert [thing.kind for thing in found.features["0101"]] == ["village"]
    assert found.terrain["0201"] == "village"
    only = read_tiled(written(tmp_path, text, "only.tmx"))
    assert only.terrain["0201"] == EMPTY


def test_an_outside_tileset_is_read_beside_the_map_and_nowhere_else(tmp_path: Path) -> None:
    folder = tmp_path / "maps"
    folder.mkdir()
    outside = TILESET.replace(' firstgid="1"', "")
    written(folder, outside, "ground.tsx")
    written(tmp_path, outside, "ground.tsx")
    near = tmx(csv_data(*NUMBERS), tileset='<tileset firstgid="1" source="ground.tsx"/>')
    assert read_tiled(written(folder, near)).terrain == WORDS
    for source in ("../ground.tsx", "/etc/passwd", str(tmp_path / "ground.tsx"), "missing.tsx"):
        far = tmx(csv_data(*NUMBERS), tileset=f'<tileset firstgid="1" source="{source}"/>')
        found = read_tiled(written(folder, far, "far.tmx"))
        assert set(found.terrain.values()) != set(WORDS.values())
        assert any("was not read" in sentence for sentence in found.lost)


def test_an_endless_map_is_cut_to_what_is_on_it(tmp_path: Path) -> None:
    data = (
        '<data encoding="csv"><chunk x="-3" y="-2" width="2" height="2">0,1,1,2</chunk>'
        '<chunk x="0" y="0" width="2" height="2">2,0,0,0</chunk></data>'
    )
    text = tmx(data, 'infinite="1" staggeraxis="x" staggerindex="odd"', size='width="0" height="0"')
    found = read_tiled(written(tmp_path, text))
    assert (found.grid.columns, found.grid.rows) == (4, 3)
    # Column -3 is odd, so the first column is the shifted one.
    assert found.grid.staggered(1) and not found.grid.staggered(2)
    assert [found.terrain[here] for here in ("0201", "0102", "0202", "0403")] == [
        "clear",
        "clear",
        "woods",
        "woods",
    ]
    assert found.terrain["0101"] == EMPTY


def test_json_says_the_same_as_xml(tmp_path: Path) -> None:
    tiles = [
        {"id": 0, "type": "clear"},
        {"id": 1, "properties": [{"name": "terrain", "type": "string", "value": "woods"}]},
    ]
    plain = {
        "type": "map",
        "orientation": "hexagonal",
        "width": 3,
        "height": 2,
        "tilewidth": 8,
        "tileheight": 8,
        "hexsidelength": 4,
        "staggeraxis": "y",
        "staggerindex": "odd",
        "tilesets": [{"firstgid": 1, "name": "ground", "tilewidth": 8, "tileheight": 8, "tiles": tiles}],
        "layers": [{"type": "tilelayer", "name": "g", "width": 3, "height": 2, "data": NUMBERS}],
    }
    path = written(tmp_path, json.dumps(plain), "map.tmj")
    assert read_tiled(path).terrain == WORDS
    plain["layers"] = [
        {
            "type": "group",
            "layers": [
                {
                    "type": "tilelayer",
                    "name": "g",
                    "width": 3,
                    "height": 2,
                    "encoding": "base64",
                    "compression": "zlib",
                    "data": packed(NUMBERS, "zlib"),
                }
            ],
        }
    ]
    assert read_tiled(written(tmp_path, json.dumps(plain), "map.tmj")).terrain == WORDS


def test_named_objects_become_names_in_the_hex_they_lie_on(tmp_path: Path) -> None:
    group = (
        '<objectgroup name="towns"><object id="1" name="Dorf" x="14" y="5"/>'
        '<object id="2" x="3" y="3"/></objectgroup></map>'
    )
    found = read_tiled(written(tmp_path, tmx(csv_data(*NUMBERS)).replace("</map>", group)))
    assert [(label.hex, label.text) for label in found.labels] == [("0201", "Dorf")]
    assert any("without a name" in sentence for sentence in found.lost)


@pytest.mark.parametrize(("value", "number"), [("-3", -3), ("--5", 0), ("²", 0)])
def test_a_figure_that_is_none_is_nothing(tmp_path: Path, value: str, number: int) -> None:
    group = (
        '<objectgroup name="forts"><object id="1" type="fort" x="14" y="5"><properties>'
        f'<property name="hex" value="0201"/><property name="value" value="{value}"/>'
        "</properties></object></objectgroup></map>"
    )
    found = read_tiled(written(tmp_path, tmx(csv_data(*NUMBERS)).replace("</map>", group)))
    assert [feature.value for feature in found.features["0201"] if feature.kind == "fort"] == [number]


def test_what_is_not_hexagonal_is_refused_in_a_sentence(tmp_path: Path) -> None:
    text = tmx(csv_data(*NUMBERS)).replace("hexagonal", "orthogonal")
    with pytest.raises(BadInput, match="not hexagonal"):
        read_tiled(written(tmp_path, text))


# files that nobody here wrote


def examples() -> list[Path]:
    return sorted(EXAMPLES.rglob("*.tmx*")) if EXAMPLES.is_dir() else []


@pytest.mark.skipif(not examples(), reason="the package tiled with its examples is not installed")
def test_every_example_of_tiled_is_read(tmp_path: Path) -> None:
    hexagonal = 0
    for path in examples():
        if path.suffix == ".gz":
            plain = tmp_path / path.stem
            plain.write_bytes(gzip.decompress(path.read_bytes()))
            path = plain
        found = read_tmx(path)
        assert found.width > 0 and found.height > 0, path
        if found.orientation != "hexagonal":
            with pytest.raises(BadInput, match="not hexagonal"):
                foreign_of(found, path.stem)
            continue
        foreign = foreign_of(found, path.stem)
        assert len(foreign.terrain) == found.width * found.height
        assert any(foreign.terrain.values())
        assert foreign.tiles
        hexagonal += 1
    assert hexagonal
