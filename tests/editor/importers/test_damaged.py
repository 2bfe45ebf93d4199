"""Damaged, huge and hostile files: one sentence each, nothing read that should not be, nothing changed."""

from __future__ import annotations

import json
import random
import zipfile
from pathlib import Path

import pytest

from editor.importers.formats import READERS, read_foreign
from editor.importers.limits import Archive
from editor.importers.safe_xml import parse_xml
from engine.bad_input import BadInput
from tests.editor.importers.fixtures import (
    bomb,
    build_file,
    csv_data,
    module,
    packed,
    saved_game,
    tmx,
    veiled,
)
from tests.editor.importers.test_megamek import BOARD
from tests.editor.importers.test_wesnoth import MAP

NUMBERS = [1, 2, 1, 2, 2, 1]
LAUGHS = """<?xml version="1.0"?><!DOCTYPE map [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">
<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]><map>&c;</map>"""
OUTSIDE = '<?xml version="1.0"?><!DOCTYPE map [<!ENTITY x SYSTEM "file:///etc/hostname">]><map>&x;</map>'
OLD = '<?xml version="1.0"?><!DOCTYPE map SYSTEM "http://mapeditor.org/dtd/1.0/map.dtd"><map/>'


def samples(folder: Path) -> dict[str, bytes]:
    """A sound file of each kind."""
    tmj = {
        "orientation": "hexagonal",
        "width": 3,
        "height": 2,
        "tilewidth": 8,
        "tileheight": 8,
        "tilesets": [{"firstgid": 1, "name": "g", "tiles": [{"id": 0, "type": "clear"}]}],
        "layers": [{"type": "tilelayer", "name": "g", "width": 3, "height": 2, "data": NUMBERS}],
    }
    return {
        ".tmx": tmx(csv_data(*NUMBERS)).encode(),
        ".tmj": json.dumps(tmj).encode(),
        ".map": MAP.encode(),
        ".board": BOARD.encode(),
        ".vmod": module(folder / "module.vmod").read_bytes(),
        ".vsav": saved_game(folder / "game.vsav", veiled("begin_save")).read_bytes(),
    }


def said_by(path: Path) -> str:
    """The one sentence that comes of reading a file."""
    with pytest.raises(BadInput) as raised:
        read_foreign(path)
    sentence = str(raised.value)
    assert sentence.endswith((".", "…")) and "\n" not in sentence and len(sentence) <= 500
    return sentence


@pytest.mark.parametrize("suffix", [".tmx", ".tmj", ".map", ".board", ".vmod", ".vsav"])
def test_damage_of_any_kind_is_told_in_a_sentence(tmp_path: Path, suffix: str) -> None:
    """Cut short, bytes turned, parts doubled: it is read or refused, and never anything else happens."""
    sound = samples(tmp_path)[suffix]
    path = tmp_path / f"sample{suffix}"
    path.write_bytes(sound)
    read_foreign(path)
    dice = random.Random(suffix)
    refused = 0
    for trial in range(120):
        data = bytearray(sound)
        if trial % 3 == 0:
            del data[dice.randrange(len(data)) :]
        elif trial % 3 == 1:
            for _ in range(dice.randrange(1, 6)):
                data[dice.randrange(len(data))] = dice.randrange(256)
        else:
            at = dice.randrange(len(data))
            data[at:at] = data[at : at + dice.randrange(1, 60)]
        path.write_bytes(data)
        try:
            read_foreign(path)
        except BadInput as bad:
            refused += 1
            assert "\n" not in str(bad)
    assert refused > 20


@pytest.mark.parametrize("suffix", sorted(READERS))
def test_empty_missing_and_foreign_files(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"x{suffix}"
    said_by(path)
    path.write_bytes(b"")
    said_by(path)
    path.write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0" * 50)
    said_by(path)
    (tmp_path / f"folder{suffix}").mkdir()
    said_by(tmp_path / f"folder{suffix}")


def test_a_kind_of_file_that_nobody_knows(tmp_path: Path) -> None:
    path = tmp_path / "x.doc"
    path.write_bytes(b"x")
    assert ".tmx" in said_by(path)
    assert "Tracing" in said_by(tmp_path / "coast.geojson")


# XML


@pytest.mark.parametrize("text", [LAUGHS, OUTSIDE])
def test_entities_are_refused(text: str) -> None:
    with pytest.raises(BadInput, match="declares entities"):
        parse_xml(text.encode(), "x.tmx")


def test_a_bare_document_type_is_passed_over_but_its_entities_are_not() -> None:
    assert parse_xml(OLD.encode(), "x.tmx").tag == "map"
    with pytest.raises(BadInput):
        parse_xml(OLD.replace("<map/>", "<map>&secret;</map>").encode(), "x.tmx")


def test_depth_is_bounded() -> None:
    with pytest.raises(BadInput, match="nested too deeply"):
        parse_xml(b"<a>" * 5000 + b"</a>" * 5000, "x.tmx")


# bombs


def test_a_layer_that_unpacks_to_too_much(tmp_path: Path) -> None:
    data = f'<data encoding="base64" compression="zlib">{packed([0] * 5_000_000, "zlib")}</data>'
    path = tmp_path / "x.tmx"
    path.write_text(tmx(data), encoding="utf-8")
    assert "longer than the map" in said_by(path)


@pytest.mark.parametrize(
    ("size", "said"),
    [
        ('width="99999999" height="99999999"', "possible"),
        ('width="1000000" height="1000000"', "at most"),
        ('width="600" height="1"', "at most 500"),
        ('width="-3" height="2"', "possible"),
        ('width="3.5" height="2"', "whole number"),
        ('width="99999999999999999999999999" height="2"', "whole number"),
    ],
)
def test_sizes_out_of_bounds(tmp_path: Path, size: str, said: str) -> None:
    numbers = [0] * 600 if "600" in size else NUMBERS
    path = tmp_path / "x.tmx"
    path.write_text(tmx(csv_data(*numbers), size=size), encoding="utf-8")
    assert said in said_by(path)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (csv_data(1, 2, 3), "3 tiles instead of 6"),
        ('<data encoding="csv">1,2,x,1,1,1</data>', "whole number"),
        ('<data encoding="csv">1,2,-5,1,1,1</data>', "possible"),
        ('<data encoding="base64">%%%</data>', "not valid base64"),
        ('<data encoding="base64">AQ==</data>', "middle of a tile"),
        ('<data encoding="base64" compression="zlib">AAAA</data>', "damaged"),
        (f'<data encoding="base64" compression="zstd">{packed(NUMBERS, "")}</data>', "CSV or zlib"),
        ('<data encoding="morse">...</data>', "CSV"),
        ("", "no tiles"),
    ],
)
def test_layers_that_cannot_be_read(tmp_path: Path, data: str, said: str) -> None:
    path = tmp_path / "x.tmx"
    path.write_text(tmx(data), encoding="utf-8")
    assert said in said_by(path)


def test_a_zip_bomb(tmp_path: Path) -> None:
    path = tmp_path / "x.vmod"
    path.write_bytes(bomb())
    assert "too much data" in said_by(path)


def test_members_are_never_written_anywhere(tmp_path: Path) -> None:
    path = tmp_path / "inner" / "x.vmod"
    path.parent.mkdir()
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("buildFile.xml", build_file())
        archive.writestr("../escaped.txt", "out")
        archive.writestr("images/../../escaped.png", "out")
    said_by(path)
    assert not (tmp_path / "escaped.txt").exists() and not (tmp_path / "escaped.png").exists()


@pytest.mark.parametrize("packing", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_only_the_usual_packing_is_unpacked(tmp_path: Path, packing: int) -> None:
    """Others may ask for gigabytes before they unpack anything, and end in ways of their own."""
    path = tmp_path / "x.vmod"
    with zipfile.ZipFile(path, "w", packing) as archive:
        archive.writestr("buildFile.xml", build_file())
    assert "buildFile.xml" in said_by(path)


def test_a_locked_or_missing_member(tmp_path: Path) -> None:
    path = tmp_path / "x.vmod"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("other", "x")
    with Archive(path) as archive_read, pytest.raises(BadInput, match="holds no"):
        archive_read.read("buildFile.xml")
