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


def test_what_old_and_foreign_boards_leave_out(tmp_path: Path) -> None:
    """Keywords in capitals, no terrains, no end, level 0 for what is merely there, an unknown terrain."""
    lines = (
        "SIZE 2 2",
        "HEX 0101 1",
        'hex 0201 0 "sand:0"',
        'hex 0102 0 "water:0" ""',
        'hex 0202 0 "?;mud:1" ""',
    )
    found = read(tmp_path, "\r\n".join(lines))
    assert found.terrain == {"0101": "level 1", "0201": "sand", "0102": "water 0", "0202": "mud"}
    assert "ford" in found.meanings["water 0"]
    assert any("? (1)" in sentence for sentence in found.lost)


def test_hexes_in_their_order_where_the_numbers_are_those_of_a_larger_board(tmp_path: Path) -> None:
    """A part that was cut out of a board keeps the old numbers; MegaMek goes by the order."""
    text = 'size 2 2\nhex 1715 1 "" ""\nhex 1815 2 "" ""\nhex 1716 3 "" ""\nhex 1816 4 "" ""\nend\n'
    assert list(read(tmp_path, text).terrain.values()) == ["level 1", "level 2", "level 3", "level 4"]


def test_bridges_carry_roads_on_and_cliffs_stand_on_hexsides(tmp_path: Path) -> None:
    """9 are the first and the fourth bit: north and south; 1 is north alone."""
    text = """size 1 5
hex 0101 0 "road:1:9" ""
hex 0102 0 "water:1;bridge:1:9;bridge_cf:70;bridge_elev:1" ""
hex 0103 0 "bridge:1" ""
hex 0104 2 "road:1;cliff_top:1:8;fluff:10" ""
hex 0105 0 "" ""
end
"""
    found = read(tmp_path, text)
    lines = {side: [thing.kind for thing in things] for side, things in found.hexsides.items()}
    assert lines == {
        "0101/0102": ["road"],
        "0102/0103": ["road"],
        "0103/0104": ["road"],
        "0104/0105": ["cliff"],
    }
    assert [thing.kind for thing in found.features["0102"]] == ["bridge"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "ends too early"),
        ('hex 0101 0 "" ""\nend', "size must come first"),
        ("size 3\nend", "two numbers"),
        ("size 3 x\nend", "whole number"),
        ("size 99999999999999999999999 3\nend", "whole number"),
        ("size 9999 9999\nend", "from 1 to"),
        ("size 2 2\nsize 3 3\nend", "twice"),
        ('size 2 2\nhex 0505 0 "" ""\nend', "not on a board"),
        ('size 2 2\nhex 0101 zero "" ""\nend', "not a hex of a board"),
        ('size 1 1\nhex 0101 0 "" ""\nhex 0101 0 "" ""\nend', "more hexes than"),
        ('size 2 2\nhex 0101 0 "" ""\n', "ends too early"),
    ],
)
def test_damaged_boards(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        read(tmp_path, text)
