"""Small foreign files of our own, written for the tests."""

from __future__ import annotations

import base64
import gzip
import io
import json
import struct
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QColor, QImage

TILESET = """<tileset firstgid="1" name="ground" tilewidth="8" tileheight="8">
 <tile id="0" type="clear"/>
 <tile id="1"><properties><property name="terrain" value="woods"/></properties></tile>
 <tile id="2" class="village"/>
</tileset>"""


def packed(numbers: list[int], compression: str) -> str:
    """Tile numbers as Tiled packs them."""
    raw = struct.pack(f"<{len(numbers)}I", *numbers)
    press = {"": bytes, "zlib": zlib.compress, "gzip": gzip.compress}[compression]
    return base64.b64encode(press(raw)).decode()


def tmx(data: str, head: str = "", tileset: str = TILESET, size: str = 'width="3" height="2"') -> str:
    """A hexagonal map of Tiled; `head` are further attributes."""
    settings = f'orientation="hexagonal" {size} tilewidth="8" tileheight="8" hexsidelength="4" {head}'
    return (
        f'<?xml version="1.0"?>\n<map version="1.0" {settings}>\n{tileset}\n'
        f'<layer name="ground" {size}>{data}</layer>\n</map>\n'
    )


def csv_data(*numbers: int) -> str:
    return f'<data encoding="csv">{",".join(map(str, numbers))}</data>'


def png(width: int, height: int) -> bytes:
    """A plain picture."""
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor("#cfc7a0"))
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())


def zipped(path: Path, members: Mapping[str, bytes | str]) -> Path:
    """A zip archive with these members."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return path


_BOARD = "VASSAL.build.module.map.boardPicker"
MODULE_DATA = "<data version='1'><version>1.0</version><name>Small Battle</name></data>"


def build_file(grid: str = 'x0="20" y0="20" dx="34.64" dy="40"', numbers: str = "", extra: str = "") -> str:
    """The heart of a module: a board of 200 by 160 points, two stacks, a palette."""
    numbering = f"<{_BOARD}.board.mapgrid.HexGridNumbering {numbers}/>" if numbers else ""
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<VASSAL.build.GameModule name="Small Battle" version="1.0">
 <VASSAL.build.module.Map mapName="Main Map" edgeWidth="10" edgeHeight="10">
  <VASSAL.build.module.map.BoardPicker>
   <{_BOARD}.Board name="Field" image="field.png">
    <{_BOARD}.board.HexGrid {grid}>{numbering}</{_BOARD}.board.HexGrid>
   </{_BOARD}.Board>
  </VASSAL.build.module.map.BoardPicker>
  <VASSAL.build.module.map.SetupStack name="first" owningBoard="Field" useGridLocation="false" x="20" y="62">
   <VASSAL.build.widget.PieceSlot entryName="1/16" gpid="7">{slot("1/16", 7)}</VASSAL.build.widget.PieceSlot>
  </VASSAL.build.module.map.SetupStack>
  {extra}
 </VASSAL.build.module.Map>
 <VASSAL.build.module.PieceWindow name="Pieces"><VASSAL.build.widget.TabWidget>
  <VASSAL.build.widget.ListWidget entryName="German">
   <VASSAL.build.widget.PanelWidget entryName="Infantry">
    <VASSAL.build.widget.PieceSlot entryName="1/16" gpid="7">{slot("1/16", 7)}</VASSAL.build.widget.PieceSlot>
    <VASSAL.build.widget.PieceSlot entryName="2/16" gpid="8">{slot("2/16", 8)}</VASSAL.build.widget.PieceSlot>
   </VASSAL.build.widget.PanelWidget>
  </VASSAL.build.widget.ListWidget>
 </VASSAL.build.widget.TabWidget></VASSAL.build.module.PieceWindow>
</VASSAL.build.GameModule>
"""


def slot(name: str, number: int, map_name: str = "null", x: int = 0, y: int = 0) -> str:
    """A counter with three traits, each inside the other."""
    escaped = name.replace("/", "\\/")
    kinds = f"prototype;Unit\temb2;Flip;2;F;back.png\\\tpiece;;;front.png;{escaped}"
    state = f"\t1;\\\t{map_name};{x};{y};{number};0"
    return f"+/null/{kinds}/{state}"


def module(path: Path, text: str | None = None, picture: bytes | None = None) -> Path:
    """A module in a file."""
    members: dict[str, bytes | str] = {
        "buildFile.xml": build_file(numbers='first="H" sep="" hOff="1" vOff="1" stagger="true"')
        if text is None
        else text,
        "moduledata": MODULE_DATA,
        "images/field.png": png(200, 160) if picture is None else picture,
    }
    return zipped(path, members)


def veiled(text: str, key: int = 0x5A) -> bytes:
    """A saved game under VASSAL's old veil."""
    return b"!VCSK" + bytes([key]).hex().encode() + bytes(b ^ key for b in text.encode()).hex().encode()


def saved_game(path: Path, data: bytes) -> Path:
    """A saved game in a file."""
    return zipped(path, {"savedGame": data, "moduledata": MODULE_DATA})


def collection(*features: tuple[str, object, Mapping[str, object]]) -> str:
    """GeoJSON from kinds of geometry, coordinates and properties."""
    listed = [
        {"type": "Feature", "properties": told, "geometry": {"type": kind, "coordinates": at}}
        for kind, at, told in features
    ]
    return json.dumps({"type": "FeatureCollection", "features": listed})


def bomb() -> bytes:
    """A zip archive whose build file unpacks to far more than it should."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("buildFile.xml", b" " * (64 * 2**20))
    return out.getvalue()
