"""What foreign files are packed in: archives, XML, boards of VASSAL, pictures of an enormous size."""

from __future__ import annotations

import ast
import io
import struct
import subprocess
import sys
import zipfile
import zlib
from pathlib import Path

import pytest

from editor.importers import limits
from editor.importers.formats import read_foreign
from editor.importers.limits import Archive
from editor.importers.pictures import decoded, size_of, small_png
from editor.importers.safe_xml import MAX_VALUES, parse_xml
from editor.importers.vassal import grid
from editor.importers.vassal.boards import MAX_BOARDS, in_use
from engine.bad_input import BadInput
from tests.architecture.source_tree import ROOT
from tests.editor.importers.fixtures import build_file, module, zipped


def test_an_archive_with_a_long_list_is_not_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """zipfile makes an object of each member before anybody can count them."""
    path = zipped(tmp_path / "a.zip", {f"{n}": b"" for n in range(50)})
    assert Archive(path).first("7") == "7"
    opened: list[object] = []
    monkeypatch.setattr(limits, "MAX_DIRECTORY_BYTES", 1000)
    monkeypatch.setattr(zipfile, "ZipFile", opened.append)
    with pytest.raises(BadInput, match="more than"):
        Archive(path)
    with pytest.raises(BadInput, match="more than"):
        Archive(path, io.BytesIO(path.read_bytes()))
    assert opened == []


def test_an_archive_that_says_it_is_beyond_four_gigabytes_is_not_opened(tmp_path: Path) -> None:
    path = zipped(tmp_path / "a.zip", {"a": b"a"})
    whole = path.read_bytes()
    path.write_bytes(whole[:-22] + b"PK\6\7" + bytes(16) + whole[-22:])
    with pytest.raises(BadInput):
        Archive(path)


@pytest.mark.parametrize("content", [b"", b"PK\5\6", b"PK\5\6" * 10, b"PK\5\6" + b"\xff" * 18])
def test_the_end_of_an_archive_may_be_anything(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(content)
    with pytest.raises(BadInput):
        Archive(tmp_path / "a.zip")


XML = """
from editor.importers.safe_xml import parse_xml
from engine.bad_input import BadInput
try:
    parse_xml(b"<m>" + {piece} * ({length} // len({piece})) + b"</m>", "It")
    print("read", end=" ")
except BadInput:
    print("refused", end=" ")
with open("/proc/self/status") as status:  # getrusage would count the process that started this one
    print(next(int(line.split()[1]) // 1024 for line in status if line.startswith("VmHWM")))
"""


@pytest.mark.parametrize(
    ("piece", "length"),
    [
        (b"<a/>", 60 * 2**20),
        (b'<a b="c"/>', 60 * 2**20),
        (b"<a " + b" ".join(b'a%d="%d"' % (n, n) for n in range(1000)) + b"/>", 60 * 2**20),
        (b"<a>text</a>", 11 * (MAX_VALUES - 10)),
        (b'<a b="cd"/>', 11 * (MAX_VALUES // 2 - 10)),
    ],
)
def test_xml_takes_no_more_memory_than_it_may(piece: bytes, length: int) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", XML.format(piece=piece, length=length)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert ended.returncode == 0, ended.stderr[-1000:]
    said, peak = ended.stdout.split()
    assert said == ("refused" if length == 60 * 2**20 else "read")
    assert int(peak) < 500


def test_xml_counts_attributes() -> None:
    with pytest.raises(BadInput, match="too much"):
        parse_xml(b"<m>" + b'<a b="c"/>' * (MAX_VALUES // 2 + 10) + b"</m>", "It")


# VASSAL

ZONE = '<VASSAL.build.module.map.boardPicker.board.mapgrid.Zone name="z" path="{path}"/>'
ZONED = "VASSAL.build.module.map.boardPicker.board.ZonedGrid"


def with_zones(zones: int, corners: int) -> str:
    """The small module with zones beside its grid."""
    path = ";".join(f"{n},{n * n % 7}" for n in range(corners))
    text, board = build_file(), "VASSAL.build.module.map.boardPicker.Board>"
    return text.replace(f"</{board}", f"<{ZONED}>{ZONE.format(path=path) * zones}</{ZONED}></{board}", 1)


def test_zones_with_very_many_corners_are_refused(tmp_path: Path, qapp: object) -> None:
    assert read_foreign(module(tmp_path / "a.vmod", with_zones(20, 20))).terrain
    with pytest.raises(BadInput, match="corners"):
        read_foreign(module(tmp_path / "b.vmod", with_zones(30, 900)))


def test_laying_hexes_tells_how_far_it_is(
    tmp_path: Path, qapp: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(grid, "report_progress", lambda done, of, what: told.append(what))
    read_foreign(module(tmp_path / "a.vmod"))
    assert "Placing the hexes" in told


def test_a_module_with_very_many_boards_is_refused(tmp_path: Path, qapp: object) -> None:
    text = build_file()
    begin, end = (
        text.index("<VASSAL.build.module.map.boardPicker.Board "),
        "</VASSAL.build.module.map.boardPicker.Board>",
    )
    board = text[begin : text.index(end) + len(end)]
    with pytest.raises(BadInput, match="boards"):
        read_foreign(module(tmp_path / "a.vmod", text.replace(board, board * (MAX_BOARDS + 1))))


def test_boards_in_use_are_found_by_the_name_of_their_map() -> None:
    class Board:
        map_name = "Main Map"

    laid = in_use([Board()], ["Main MapBoardPicker\tField\t0\t0", "OtherBoardPicker\tField\t0\t0", "x"])  # type: ignore[list-item]
    assert [board.name for board in laid["Main Map"]] == ["Field"] and len(laid) == 1


# pictures


def enormous_png(width: int, height: int) -> bytes:
    """A PNG that says it has so many pixels; its rows are packed zeros."""

    def part(kind: bytes, content: bytes) -> bytes:
        return (
            struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
        )

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress(bytes(10**6))
    return b"\x89PNG\r\n\x1a\n" + part(b"IHDR", head) + part(b"IDAT", rows) + part(b"IEND", b"")


@pytest.mark.parametrize("size", [(40_000, 40_000), (2**31 - 1, 1), (29_000, 29_000)])
def test_a_picture_of_an_enormous_size_is_not_unpacked(size: tuple[int, int], qapp: object) -> None:
    content = enormous_png(*size)
    assert size_of(content) in ((0, 0), size)
    assert decoded(content) is None
    assert isinstance(small_png(content, 100), bytes)


def test_only_one_module_chooses_readers_of_pictures_and_two_draw_svg() -> None:
    """Qt looks at the bytes and would draw a foreign SVG in the program."""
    allowed = {
        "QImageReader": {"app/map/bitmap.py"},
        "QSvgRenderer": {"app/theme/icons.py", "editor/foreign_pictures/svg_drawing.py"},
    }
    for name, files in allowed.items():
        found = {
            path.relative_to(ROOT).as_posix()
            for folder in ("app", "editor")
            for path in (ROOT / folder).rglob("*.py")
            if name
            in {node.id for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Name)}
        }
        assert found == files
