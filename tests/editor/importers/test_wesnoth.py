"""Maps of Wesnoth: codes, overlays, border, starting places; and all maps of its packages."""

from __future__ import annotations

from pathlib import Path

import pytest

from editor.document.game_vocabulary import vocabulary_of_game
from editor.importers.convert import NO_HEX, first_guess
from editor.importers.foreign_map import EMPTY
from editor.importers.wesnoth import START, read_wesnoth
from engine.bad_input import BadInput
from engine.hexes.grid import Grid

MAP = """Xu, Xu, Xu, Xu, Xu
Xu, 1 Ke, Gs^Fp, _off^_usr, Xu
Xu, Gg^Vh, Ww^Bw|, Hh, Xu
Xu, Xu, Xu, Xu, Xu
"""
DATA = Path("/usr/share/games/wesnoth")


def read(folder: Path, text: str):  # type: ignore[no-untyped-def]
    path = folder / "small_map.map"
    path.write_text(text, encoding="utf-8")
    return read_wesnoth(path)


def test_codes_overlays_border_and_starting_places(tmp_path: Path) -> None:
    found = read(tmp_path, MAP)
    assert (found.title, found.grid.columns, found.grid.rows) == ("small map", 3, 2)
    assert found.terrain == {
        "0101": "Ke",
        "0201": "Gs^Fp",
        "0301": EMPTY,
        "0102": "Gg",
        "0202": "Ww",
        "0302": "Hh",
    }
    things = {here: [(thing.kind, thing.name) for thing in found.features[here]] for here in found.features}
    assert things == {"0101": [(START, "1")], "0102": [("^Vh", "")], "0202": [("^Bw|", "")]}
    assert any("border" in sentence for sentence in found.lost)


def test_every_second_column_lies_lower(tmp_path: Path) -> None:
    """In Wesnoth the hex at 2,1 touches 1,1 and 1,2."""
    grid = Grid(read(tmp_path, MAP).grid)
    assert {"0101", "0102"} <= set(grid.adjacency["0201"])
    assert "0202" not in grid.adjacency["0101"]


def test_likely_meanings(tmp_path: Path) -> None:
    guess = first_guess(read(tmp_path, MAP), vocabulary_of_game("ddb"))
    assert guess.terrain == {
        "Ke": "town",
        "Gs^Fp": "woods",
        EMPTY: NO_HEX,
        "Gg": "open",
        "Ww": "water",
        "Hh": "hill",
    }
    assert guess.features["^Vh"] == "features village"


def test_headings_of_old_maps_are_passed_over(tmp_path: Path) -> None:
    assert read(tmp_path, "border_size=1\nusage=map\n\n" + MAP).terrain == read(tmp_path, MAP).terrain


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "empty"),
        ("Gg, Gg, Gg\nGg, Gg\nGg, Gg, Gg\n", "row 2 has 2 hexes"),
        ("Gg, Gg\nGg, Gg\n", "no hex inside its border"),
        ("Gg, 12345, Gg\n" * 3, "not a terrain code"),
        ("<html><body>\n" * 3, "not a terrain code"),
        ("Gg," * 600 + "Gg\n", "larger than"),
        ('[multiplayer]\nmap_data="{maps/x.map}"\n', "scenario"),
    ],
)
def test_damaged_maps(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        read(tmp_path, text)


@pytest.mark.skipif(not DATA.is_dir(), reason="no package wesnoth-*-data is installed")
def test_every_map_of_wesnoth_is_read() -> None:
    paths = sorted(DATA.rglob("*.map"))
    assert len(paths) > 50
    for path in paths:
        found = read_wesnoth(path)
        rows = [line for line in path.read_text(encoding="utf-8").splitlines() if "," in line]
        assert (found.grid.columns, found.grid.rows) == (rows[0].count(",") - 1, len(rows) - 2), path
        assert len(found.terrain) == found.grid.columns * found.grid.rows
        unknown = [word for word in found.terrain_words() if word != EMPTY and not found.meanings[word]]
        assert not unknown, path
