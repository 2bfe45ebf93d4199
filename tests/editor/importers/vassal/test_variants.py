"""What modules of many years do differently: zones, several boards, counters without names or numbers."""

from __future__ import annotations

import lzma
from pathlib import Path

import pytest

from editor.importers.convert import LEAVE, Decisions, convert_map
from editor.importers.foreign_map import EMPTY
from editor.importers.limits import Archive
from editor.importers.vassal.games import read_vsav
from editor.importers.vassal.grid import Numbering
from editor.importers.vassal.module import read_vmod
from editor.importers.vassal.text import LaidBoard, counter, laid_boards, split
from engine.catalogue.document import MapSheet, ScenarioDocument, Side
from tests.editor.importers.fixtures import MODULE_DATA, module, png, saved_game, slot, veiled, zipped

BOARD = "VASSAL.build.module.map.boardPicker.Board"
GRID = "VASSAL.build.module.map.boardPicker.board.HexGrid"
ZONED = "VASSAL.build.module.map.boardPicker.board.ZonedGrid"
ZONE = "VASSAL.build.module.map.boardPicker.board.mapgrid.Zone"
NUMBERS = (
    '<VASSAL.build.module.map.boardPicker.board.mapgrid.HexGridNumbering first="H" sep="" hOff="1" vOff="1" '
    'stagger="false"/>'
)
PLAIN = f'<{GRID} x0="20" y0="20" dx="34.64" dy="40">{NUMBERS}</{GRID}>'


def board(name: str, inside: str = PLAIN, image: str = "field.png") -> str:
    return f'<{BOARD} name="{name}" image="{image}" reversible="true">{inside}</{BOARD}>'


def text(boards: str, extra: str = "", palette: str = "", head: str = 'mapName="Main Map"') -> str:
    """A build file with these boards on one map."""
    return f"""<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<VASSAL.launch.BasicModule VassalVersion="3.2.17" description="" name="Small Battle" nextPieceSlotId="28">
 <VASSAL.build.module.Map allowMultiple="false" {head} edgeWidth="0" edgeHeight="0">
  <VASSAL.build.module.map.BoardPicker slotHeight="125" title="Choose Boards">{boards}
  </VASSAL.build.module.map.BoardPicker>{extra}
 </VASSAL.build.module.Map>
 <VASSAL.build.module.PieceWindow name=""><VASSAL.build.widget.PanelWidget entryName="Foot">{palette}
 </VASSAL.build.widget.PanelWidget></VASSAL.build.module.PieceWindow>
</VASSAL.launch.BasicModule>"""


def in_slot(definition: str, attributes: str = 'entryName="1" height="50" width="59"') -> str:
    return f"<VASSAL.build.widget.PieceSlot {attributes}>{definition}</VASSAL.build.widget.PieceSlot>"


def test_boxes_and_tracks_are_zones_without_hexes(tmp_path: Path) -> None:
    """Of zones that lie over each other the first counts; one that uses the board's grid has its hexes."""
    zones = (
        f'<{ZONE} locationFormat="$name$ $gridLocation$" name="Isle" path="120,0;150,0;150,60;120,60" '
        'useParentGrid="true"/>'
        f'<{ZONE} name="Track" path="100,0;200,0;200,160;100,160" useParentGrid="false"/>'
    )
    found = read_vmod(
        module(tmp_path / "zones.vmod", text(board("Field", f"<{ZONED}>{PLAIN}{zones}</{ZONED}>")))
    )
    names = {cell.hex for cell in found.grid.cells()}
    assert {name[:2] for name in names} == {"01", "02", "03", "04"}
    assert {name for name in names if name[:2] == "04"} == {"0401"}
    assert "0303" in names


def test_a_module_that_consists_of_boxes_alone_keeps_its_grid(tmp_path: Path) -> None:
    zone = f'<{ZONE} name="All" path="0,0;200,0;200,160;0,160" useParentGrid="false"/>'
    found = read_vmod(
        module(tmp_path / "all.vmod", text(board("Field", f"<{ZONED}>{PLAIN}{zone}</{ZONED}>")))
    )
    assert found.grid.columns == 6


def two_boards(folder: Path, setup: str = "") -> Path:
    boards = f"<setup>{setup}</setup>" if setup else ""
    boards += board("West") + board("East", image="east.png")
    members = {
        "buildFile": text(boards),
        "moduledata": MODULE_DATA,
        "images/field.png": png(200, 160),
        "images/east.png": png(300, 160),
    }
    return zipped(folder / "two.vmod", members)


def test_a_game_on_several_boards_counts_from_the_board_that_is_brought_over(tmp_path: Path) -> None:
    two_boards(tmp_path)
    commands = [
        "begin_save",
        "Main MapBoardPicker\tWest\t0\t0\tEast\t1\t0",
        slot("here", 1, "Main Map", 200 + 55, 41),
        slot("there", 2, "Main Map", 20, 20),
        slot("hand", 3, "Hand", 20, 20),
    ]
    found = read_vsav(saved_game(tmp_path / "game.vsav", veiled("\x1b".join(commands))))
    assert found.picture is not None and found.picture.name == "east.png"
    assert [(piece.name, piece.hex) for piece in found.pieces] == [("here", "0201"), ("there", "")]
    assert any("other maps of the module: 1" in sentence for sentence in found.lost)
    assert any("West" in sentence for sentence in found.lost)


def test_a_board_that_is_turned_about(tmp_path: Path) -> None:
    two_boards(tmp_path)
    commands = ["Main MapBoardPicker\tWest/rev\t0\t0", slot("here", 1, "Main Map", 200 - 55, 160 - 41)]
    found = read_vsav(saved_game(tmp_path / "game.vsav", veiled("\x1b".join(commands))))
    assert found.picture is not None and found.picture.name == "field.png"
    assert found.pieces[0].hex == "0201"


def test_the_board_that_the_module_lays_by_itself(tmp_path: Path) -> None:
    largest = read_vmod(two_boards(tmp_path))
    assert largest.picture is not None and largest.picture.name == "east.png"
    usual = read_vmod(two_boards(tmp_path, "Main MapBoardPicker\tWest\t0\t0"))
    assert usual.picture is not None and usual.picture.name == "field.png"


def test_of_many_boards_only_one_picture_is_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read, names = Archive.read, []

    def noted(self: Archive, name: str, *more: int) -> bytes:
        names.append(name)
        return read(self, name, *more)

    monkeypatch.setattr(Archive, "read", noted)
    read_vmod(two_boards(tmp_path))
    assert names == ["buildFile", "images/east.png"]


def test_a_map_without_a_name_goes_by_its_place(tmp_path: Path) -> None:
    module(tmp_path / "small.vmod", text(board("Field"), head=""))
    found = read_vsav(saved_game(tmp_path / "game.vsav", veiled(slot("here", 1, "Map0", 55, 41))))
    assert [(piece.name, piece.hex) for piece in found.pieces] == [("here", "0201")]


def test_kinds_that_a_module_derives_are_known_by_their_last_word(tmp_path: Path) -> None:
    derived = text(board("Field", PLAIN.replace(GRID, "my.own.SnappyHexGrid")))
    assert read_vmod(module(tmp_path / "own.vmod", derived)).grid.columns == 6


OLD = "+/null/prototype;Unit\tpiece;;;1489.f.svg;1/\tnull;29;139"


def test_old_counters_without_numbers_are_not_taken_for_each_other(tmp_path: Path) -> None:
    stack = (
        '<VASSAL.build.module.map.SetupStack name="s" owningBoard="Field" useGridLocation="true" '
        f'location="0201" x="0" y="0">{in_slot(OLD)}</VASSAL.build.module.map.SetupStack>'
    )
    found = read_vmod(module(tmp_path / "old.vmod", text(board("Field"), stack, in_slot(OLD) * 3)))
    assert [(piece.name, piece.hex) for piece in found.pieces] == [("1", "0201"), ("1", ""), ("1", "")]


def test_a_counter_without_a_name_is_called_as_its_slot_or_its_picture(tmp_path: Path) -> None:
    nameless = (
        "+/null/emb2;;2;;;0;;;0;;;;1;false;0;0;b.png;;true;;;\tpiece;;;12 Pz front.png;/-1;\tnull;0;0;;0"
    )
    palette = in_slot(nameless, 'entryName="12 Pz" gpid="31"') + in_slot(nameless, 'gpid="32"')
    path = module(tmp_path / "small.vmod", text(board("Field"), palette=palette))
    assert [piece.name for piece in read_vmod(path).pieces] == ["12 Pz", "12 Pz front"]
    game = slot("", 31, "Main Map", 55, 41)
    found = read_vsav(saved_game(tmp_path / "game.vsav", veiled(game)))
    assert [(piece.name, piece.group, piece.hex) for piece in found.pieces] == [("12 Pz", "Foot", "0201")]


def test_cards_and_decks_are_no_counters(tmp_path: Path) -> None:
    deck = '<VASSAL.build.module.map.DrawPile name="Event Cards" owningBoard="Field" x="5" y="5"/>'
    card = f"<VASSAL.build.widget.CardSlot>{OLD}</VASSAL.build.widget.CardSlot>"
    found = read_vmod(module(tmp_path / "small.vmod", text(board("Field"), deck, card)))
    assert not found.pieces
    assert any("Event Cards" in sentence for sentence in found.lost)


def test_a_game_of_the_newest_version_is_packed_and_not_veiled(tmp_path: Path) -> None:
    module(tmp_path / "small.vmod", text(board("Field")))
    packed = lzma.compress(slot("here", 1, "Main Map", 55, 41).encode())
    found = read_vsav(saved_game(tmp_path / "game.vsav", packed))
    assert [(piece.name, piece.hex) for piece in found.pieces] == [("here", "0201")]


@pytest.mark.parametrize(
    ("numbers", "first", "told"),
    [
        ('hLeading="0" vLeading="0" sep="."', "1.1", ""),
        ('hLeading="1" vLeading="2" sep=""', "01001", ""),
        ('hLeading="1" vLeading="1" sep=" / "', "0101", "The format of the numbers"),
    ],
)
def test_leading_zeros_and_separators(tmp_path: Path, numbers: str, first: str, told: str) -> None:
    inside = PLAIN.replace('sep=""', numbers)
    found = read_vmod(module(tmp_path / "small.vmod", text(board("Field", inside))))
    assert next(iter(found.terrain)) == first
    assert any(told in sentence for sentence in found.lost) or not told


def test_how_vassal_writes_lists() -> None:
    assert split("a;b\\", ";") == ["a", "b\\"]
    assert split("'it''s';'x\\\\'", ";") == ["it''s", "x\\\\"]
    assert laid_boards("Main MapBoardPicker\tA\\/B\t0\t1\tC/rev\t1\tx", "Main Map") == [
        LaidBoard("A/B", 0, 1),
        LaidBoard("C", 1, 0, turned=True),
    ]
    assert laid_boards("Other MapBoardPicker\tA\t0\t0", "Main Map") == []
    found = counter("+/1/mark;Side\tpiece;;;a.png;A/German\tMain Map;1;2;7;1;OldZone;West")
    assert found is not None and (found.name, found.picture, found.x, found.number) == ("A", "a.png", 1, "7")


def test_letters_in_numbers_stay_as_second_numbers(tmp_path: Path) -> None:
    """A to Z stand for 0 to 25, then AA and BB; a stack may be placed by them."""
    inside = PLAIN.replace('hOff="1"', 'hOff="0" hType="A" vLeading="0"')
    stack = (
        '<VASSAL.build.module.map.SetupStack name="s" owningBoard="Field" useGridLocation="true" '
        f'location="C2" x="0" y="0">{in_slot(OLD)}</VASSAL.build.module.map.SetupStack>'
    )
    found = read_vmod(module(tmp_path / "small.vmod", text(board("Field", inside), stack)))
    aliases = found.extras.aliases
    assert (aliases["A1"], aliases["C2"], aliases["F1"]) == ("001", "022", "051")
    assert found.pieces[0].hex == "022"
    assert Numbering(h_letters=True, h_off=0).spelled(27, 3) == "BB03"
    start = MapSheet("new", "New", found.grid)
    head = ScenarioDocument("new", "New", "toy", start, (Side("red", "Red"),))
    brought = convert_map(found, Decisions({EMPTY: LEAVE}), head).document.map
    assert brought.lattice().first_name("C2") == "022"


def side_by_side(folder: Path, second: str = "", extra: str = "", setup: str = "") -> Path:
    """Two boards of six columns; where they meet, the hexes go on."""
    grid = f'<{GRID} x0="20" y0="23" dx="40" dy="46">{NUMBERS}</{GRID}>'
    boards = f"<setup>{setup or LAID}</setup>" + board("West", grid)
    boards += board("East", second or grid, image="east.png")
    members = {
        "buildFile": text(boards, extra),
        "moduledata": MODULE_DATA,
        "images/field.png": png(240, 184),
        "images/east.png": png(240, 230),
    }
    return zipped(folder / "joined.vmod", members)


LAID = "Main MapBoardPicker\tWest\t0\t0\tEast\t1\t0"


def test_boards_that_continue_each_other_become_one_map(tmp_path: Path) -> None:
    stack = "".join(
        f'<VASSAL.build.module.map.SetupStack name="{owner}" owningBoard="{owner}" useGridLocation="{by}" '
        f'location="0202" x="60" y="92">{in_slot(OLD)}</VASSAL.build.module.map.SetupStack>'
        for owner, by in (("West", "true"), ("East", "true"))
    )
    path = side_by_side(tmp_path, extra=stack)
    found = read_vmod(path)
    assert (found.grid.columns, found.picture and (found.picture.width, found.picture.height)) == (
        12,
        (480, 230),
    )
    assert [piece.hex for piece in found.pieces] == ["0202", "0802"], (
        "on its own board, numbered on from the first"
    )
    names = set(found.terrain)
    assert "0705" in names and "0105" not in names, "the second board reaches further down"
    assert any("all boards except 'West'" in sentence for sentence in found.lost)
    assert not any("Other boards" in sentence for sentence in found.lost)
    commands = [LAID, slot("here", 1, "Main Map", 240 + 60, 92)]
    game = read_vsav(saved_game(tmp_path / "game.vsav", veiled("\x1b".join(commands))))
    assert game.pieces[0].hex == "0802"


@pytest.mark.parametrize(
    ("second", "setup"),
    [
        (f'<{GRID} x0="20" y0="23" dx="44" dy="50">{NUMBERS}</{GRID}>', ""),
        (f'<{GRID} x0="40" y0="23" dx="40" dy="46">{NUMBERS}</{GRID}>', ""),
        (f'<{GRID} x0="20" y0="0" dx="40" dy="46">{NUMBERS}</{GRID}>', ""),
        (f'<{GRID} x0="20" y0="23" dx="40" dy="46" sideways="true">{NUMBERS}</{GRID}>', ""),
        ("", "Main MapBoardPicker\tWest\t0\t0\tEast/rev\t1\t0"),
        ("", "Main MapBoardPicker\tWest\t0\t0\tWest\t1\t0"),
    ],
)
def test_boards_that_do_not_meet_stay_apart(tmp_path: Path, second: str, setup: str) -> None:
    found = read_vmod(side_by_side(tmp_path, second, setup=setup))
    assert found.picture is not None and found.picture.name in ("field.png", "east.png")
    assert any("Other boards with hexes" in sentence for sentence in found.lost)


def test_a_board_without_hexes_takes_its_room_on_the_map(tmp_path: Path) -> None:
    chart = f'<{BOARD} name="Charts" width="300" height="160" color="255,255,255"/>'
    module(tmp_path / "small.vmod", text(chart + board("Field")))
    commands = ["Main MapBoardPicker\tCharts\t0\t0\tField\t1\t0", slot("here", 1, "Main Map", 300 + 55, 41)]
    found = read_vsav(saved_game(tmp_path / "game.vsav", veiled("\x1b".join(commands))))
    assert found.pieces[0].hex == "0201"
