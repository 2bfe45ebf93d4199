"""Boards of MegaMek: levels, terrains, roads by their exits, odd numbers on wide boards."""

from __future__ import annotations

from pathlib import Path

import pytest

from editor.importers.megamek import read_megamek
from engine.bad_input import BadInput
from engine.hexes.grid import Grid

BOARD = """# a comment
size 3 2
option exit_roads_to_pavement false
tag "Flat"
hex 0101 0 "" "grass"
hex 0201 2 "woods:2;foliage_elev:2" "grass"
hex 0301 0 "water:1;road:1:18" ""
hex 0102 -1 "" ""
hex 0202 0 "road:1" ""
hex 0302 0 "road:1:16;building:2;bldg_elev:3;bldg_cf:40;rough:1;woods:1" ""
end
"""


def read(folder: Path, text: str, name: str = "3x2 Small Field.board"):  # type: ignore[no-untyped-def]
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return read_megamek(path)


def test_levels_and_terrains(tmp_path: Path) -> None:
    found = read(tmp_path, BOARD)
    assert (found.title, found.grid.columns, found.grid.rows) == ("Small Field", 3, 2)
    assert found.terrain == {
        "0101": "clear",
        "0201": "woods 2, level 2",
        "0301": "water",
        "0102": "level -1",
        "0202": "clear",
        "0302": "woods",
    }
    assert [thing.kind for thing in found.features["0302"]] == ["building"]
    assert found.meanings["woods 2, level 2"] == "heavy woods"
    told = " ".join(found.lost)
    for word in ("bldg_cf", "foliage_elev", "rough", "grass", "Flat", "exit_roads"):
        assert word in told


def test_roads_go_where_their_exits_say(tmp_path: Path) -> None:
    """18 are the second and the fifth bit: north-east and south-west. Without exits a road joins others."""
    found = read(tmp_path, BOARD)
    grid = Grid(found.grid)
    assert grid.neighbor("0301", 4) == "0201"
    assert set(found.hexsides) == {"0201/0301", "0202/0302"}


def test_hexes_that_are_not_listed_are_clear(tmp_path: Path) -> None:
    found = read(tmp_path, 'size 2 2\nhex 0101 1 "" ""\nend\n')
    assert found.terrain == {"0101": "level 1", "0201": "clear", "0102": "clear", "0202": "clear"}


def test_numbers_of_odd_length_on_a_wide_board(tmp_path: Path) -> None:
    lines = ["size 101 2"]
    for y in (1, 2):
        lines += [f'hex {x:02}{y:02} {x} "" ""' for x in range(1, 102)]
    found = read(tmp_path, "\n".join([*lines, "end"]))
    assert found.terrain["10101"] == "level 101" and found.terrain["10002"] == "level 100"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "breaks off"),
        ('hex 0101 0 "" ""\nend', "size must come first"),
        ("size 3\nend", "two numbers"),
        ("size 3 x\nend", "whole number"),
        ("size 99999999999999999999999 3\nend", "whole number"),
        ("size 9999 9999\nend", "from 1 to"),
        ("size 2 2\nsize 3 3\nend", "once more"),
        ('size 2 2\nhex 0505 0 "" ""\nend', "not on a board"),
        ('size 2 2\nhex 0101 zero "" ""\nend', "no hex of a board"),
        ('size 2 2\nhex 0101 0 "a:b:c:d" ""\nend', "no terrain"),
        ('size 2 2\nhex 0101 0 "" ""\n', "breaks off"),
    ],
)
def test_damaged_boards(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        read(tmp_path, text)
