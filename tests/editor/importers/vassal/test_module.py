"""Modules and saved games of VASSAL: hexes and numbers of the board, counters, obfuscated files."""

from __future__ import annotations

import lzma
from pathlib import Path

import pytest

from editor.importers.vassal.games import read_set_up, read_vsav, set_ups
from editor.importers.vassal.grid import BoardGrid, GridLines, Numbering, ZonePart
from editor.importers.vassal.module import read_vmod
from editor.importers.vassal.text import counter, deobfuscate, split, traits
from engine.bad_input import BadInput
from engine.hexes.grid import Grid
from engine.hexes.layout import Layout
from tests.editor.importers.fixtures import build_file, module, png, saved_game, slot, veiled, zipped


def test_a_module_becomes_a_map_with_counters(tmp_path: Path) -> None:
    found = read_vmod(module(tmp_path / "small.vmod"))
    assert found.title == "Small Battle"
    assert found.grid.orientation == "flat"
    assert [(piece.name, piece.group, piece.hex) for piece in found.pieces] == [
        ("1/16", "German / Infantry", "0102"),
        ("2/16", "German / Infantry", ""),
    ]
    assert found.picture is not None
    assert (found.picture.name, found.picture.width, found.picture.height) == ("field.png", 200, 160)
    assert found.picture.small


@pytest.mark.parametrize("sideways", [False, True])
@pytest.mark.parametrize("stagger", [False, True])
@pytest.mark.parametrize("back", ["", "h", "v", "hv"])
def test_our_hexes_lie_on_the_picture_as_those_of_vassal(sideways: bool, stagger: bool, back: str) -> None:
    """Laid out by our own rules, every hex has the same neighbours in the same directions as on the board."""
    numbering = Numbering(h_off=5, v_off=3, h_back="h" in back, v_back="v" in back, stagger=stagger)
    settings = {"dx": "34.64", "dy": "40", "x0": "20", "y0": "20", "sideways": str(sideways).lower()}
    board = BoardGrid.laid(GridLines.read(settings.get, "test"), numbering, (260, 230), "test")
    grid = Grid(board.spec)
    layout = Layout(grid, 40 / 3**0.5)
    middles = {board.at(*board.centre(*place)): board.centre(*place) for place in board.places()}
    middles.pop("", None)  # Half hexes before the first number.
    assert set(middles) == set(grid.hexes) and len(middles) > 20
    shifts = {
        (round(x - layout.centre(here)[0]), round(y - layout.centre(here)[1]))
        for here, (x, y) in middles.items()
    }
    across, down = {x for x, _ in shifts}, {y for _, y in shifts}
    assert max(across) - min(across) <= 1 and max(down) - min(down) <= 1


def test_numbers_as_the_module_prints_them() -> None:
    settings = {"dx": "34.64", "dy": "40", "x0": "20", "y0": "20"}
    numbering = Numbering.read(
        {"first": "V", "sep": "-", "hOff": "10", "vOff": "0", "vLeading": "2", "stagger": "false"}.get, "test"
    )
    board = BoardGrid.laid(GridLines.read(settings.get, "test"), numbering, (200, 160), "test")
    assert board.at(20, 20) == "000-10"
    assert board.at(54, 40) == "000-11"
    assert board.at(20, 62) == "001-10"
    assert board.at(500, 500) == ""
    assert board.at(54, 1) == "", "a half hex that would be number -1"
    assert any("Half hexes" in sentence for sentence in board.lost)


@pytest.mark.parametrize("stagger", [False, True])
def test_zones_may_leave_every_second_line_alone(stagger: bool) -> None:
    settings = {"dx": "40", "dy": "40", "x0": "20", "y0": "20"}
    strips = [((x, 0.0), (x + 20.0, 0.0), (x + 20.0, 160.0), (x, 160.0)) for x in (50.0, 130.0)]
    zones = tuple(ZonePart.of(strip, uses=False) for strip in strips)
    board = BoardGrid.laid(
        GridLines.read(settings.get, "test"), Numbering(stagger=stagger), (200, 160), "test", (), zones
    )
    grid = Grid(board.spec)
    assert {here[:2] for here in grid.hexes} == {"01", "03", "05"}
    assert [Layout(grid, 1).centre(here)[1] for here in ("0101", "0301", "0501")] == [
        pytest.approx(Layout(grid, 1).centre("0101")[1])
    ] * 3


def test_a_board_without_numbers_and_one_with_letters(tmp_path: Path) -> None:
    bare = read_vmod(module(tmp_path / "bare.vmod", build_file()))
    assert any("no numbers" in sentence for sentence in bare.lost)
    lettered = read_vmod(module(tmp_path / "letters.vmod", build_file(numbers='hType="A"')))
    assert any("Letters" in sentence for sentence in lettered.lost)


def test_a_grid_in_a_zone_covers_the_zone_alone(tmp_path: Path) -> None:
    grid = 'HexGrid x0="20" y0="20" dx="34.64" dy="40"'
    text = build_file(numbers='stagger="false"')
    head, _, tail = text.partition("<VASSAL.build.module.map.boardPicker.board.HexGrid")
    inner, _, rest = tail.partition("</VASSAL.build.module.map.boardPicker.board.HexGrid>")
    board = "VASSAL.build.module.map.boardPicker.board"
    zone = (
        f'<{board}.ZonedGrid><{board}.mapgrid.Zone name="west" path="0,0;100,0;100,160;0,160">'
        f"<{board}.HexGrid{inner}</{board}.HexGrid></{board}.mapgrid.Zone></{board}.ZonedGrid>"
    )
    assert grid in text
    found = read_vmod(module(tmp_path / "zone.vmod", head + zone + rest))
    assert found.grid.columns == 3
    assert found.pieces[0].hex == "0102"


def test_lists_and_traits_are_unwrapped() -> None:
    assert split("a;b\\;c;'d';", ";") == ["a", "b;c", "d", ""]
    assert traits("one\ttwo\\\tthree\\\\\tfour") == ["one", "two", "three", "four"]
    found = counter(slot("A/81/101", 12, "Main Map", 40, 50))
    assert found is not None
    assert (found.name, found.map, found.x, found.y, found.number) == ("A/81/101", "Main Map", 40, 50, "12")
    assert found.prototypes == ("Unit",)
    assert counter("+/1/stack/Main Map;1;2;3") is None


GAME = "\x1b".join(
    [
        "begin_save",
        slot("1/16", 7, "Main Map", 30, 72).replace("null", "1001", 1),
        slot("5/9", 99, "Main Map", 31, 31).replace("null", "1002", 1),
        "+/1003/stack/Main Map;30;72;1001;1002",
        "end_save",
    ]
)


@pytest.mark.parametrize(
    "data",
    [
        veiled(GAME),
        b"!VOBS\x21" + bytes(byte ^ 0x21 for byte in GAME.encode()),
        b"!VOXZ\x21" + bytes(byte ^ 0x21 for byte in lzma.compress(GAME.encode())),
        GAME.encode(),
    ],
)
def test_a_saved_game_under_any_veil(tmp_path: Path, data: bytes) -> None:
    module(tmp_path / "small.vmod")
    found = read_vsav(saved_game(tmp_path / "turn one.vsav", data))
    assert [(piece.name, piece.group, piece.hex) for piece in found.pieces] == [
        ("1/16", "German / Infantry", "0102"),
        ("5/9", "Unit", "0101"),
    ]
    assert found.title == "turn one"


def test_a_saved_game_needs_its_module(tmp_path: Path) -> None:
    path = saved_game(tmp_path / "turn one.vsav", veiled(GAME))
    with pytest.raises(BadInput, match=r"Small Battle.*same folder"):
        read_vsav(path)


SETUP = '<VASSAL.build.module.PredefinedSetup name="Dawn" file="dawn.vsav" useFile="true"/>'


def test_a_set_up_inside_the_module(tmp_path: Path) -> None:
    inner = saved_game(tmp_path / "dawn.vsav", veiled(GAME)).read_bytes()
    text = build_file(numbers='stagger="true"', extra=SETUP)
    members = {"buildFile.xml": text, "images/field.png": png(200, 160), "dawn.vsav": inner}
    path = zipped(tmp_path / "small.vmod", members)
    assert set_ups(path) == ["Dawn"]
    found = read_set_up(path, "Dawn")
    assert [(piece.name, piece.hex) for piece in found.pieces] == [("1/16", "0102"), ("5/9", "0101")]
    assert found.title == "Small Battle: Dawn"
    assert any("Dawn" in sentence for sentence in read_vmod(path).lost)
    with pytest.raises(BadInput, match="no set-up"):
        read_set_up(path, "Dusk")
    broken = zipped(tmp_path / "broken.vmod", {**members, "dawn.vsav": inner[:60]})
    with pytest.raises(BadInput, match="not a valid zip"):
        read_set_up(broken, "Dawn")


@pytest.mark.parametrize(
    "data", [b"!VCSK5", b"!VCSK5A0", b"!VCSKzz", b"!VOXZ\x21nothing", b"!VOBS", b"\xff\xfe\xff"]
)
def test_a_damaged_veil(data: bytes) -> None:
    with pytest.raises(BadInput, match="damaged"):
        deobfuscate(data, "game")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("<VASSAL.build.GameModule name='x'/>", "no board with a hex grid"),
        (build_file(grid='dx="0.001" dy="0.001" x0="0" y0="0"'), "too small"),
        (build_file(grid='dx="nan" dy="40"'), "out of range"),
        (build_file(grid='dx="wide" dy="40"'), "must be a number"),
        (build_file(grid='dx="34" dy="40"', numbers='hOff="99999999"'), "possible"),
        (build_file()[:400], "not valid XML"),
        ('<!DOCTYPE x [<!ENTITY a "aaaa">]><VASSAL.build.GameModule/>', "declares entities"),
    ],
)
def test_damaged_modules(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        read_vmod(module(tmp_path / "small.vmod", text))


def test_a_picture_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="neither a picture nor a size"):
        read_vmod(module(tmp_path / "small.vmod", picture=b"no picture"))
    assert png(3, 3).startswith(b"\x89PNG")
