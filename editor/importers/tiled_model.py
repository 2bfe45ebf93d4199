"""The data model of both Tiled formats: layers of tile numbers, tilesets, objects."""

from __future__ import annotations

import base64
import binascii
import struct
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from msgspec import Struct, field

from editor.importers.limits import unpack, whole_number
from engine.bad_input import BadInput

MAX_CELLS: Final = 1_000_000
MAX_PROPERTY_CHARS: Final = 2**20
"""An exported grid may list thousands of missing hexes."""
MAX_COORDINATE: Final = 1_000_000
WITHOUT_FLAGS: Final = 0x0FFFFFFF
"""The four highest bits of a tile number are its flip flags."""


class Tileset(Struct):
    """Tiles in one picture or in separate pictures; `words` are the names of the tiles."""

    first: int
    name: str
    words: dict[int, str] = field(default_factory=dict)
    pictures: dict[int, Path] = field(default_factory=dict)
    picture: Path | None = None
    tile_width: int = 0
    tile_height: int = 0
    margin: int = 0
    spacing: int = 0


class TileLayer(Struct):
    """Tile numbers by place, without the empty ones."""

    name: str
    cells: dict[tuple[int, int], int] = field(default_factory=dict)


class TiledObject(Struct):
    """An object with a free position in pixels."""

    name: str
    word: str
    x: float
    y: float
    properties: dict[str, str] = field(default_factory=dict)


class TiledMap(Struct):
    """The used content of a map; `lost` lists what is not imported."""

    name: str
    orientation: str = "orthogonal"
    width: int = 0
    height: int = 0
    tile_width: int = 1
    tile_height: int = 1
    hex_side: int = 0
    axis: str = "y"
    index: str = "odd"
    infinite: bool = False
    tilesets: list[Tileset] = field(default_factory=list)
    layers: list[TileLayer] = field(default_factory=list)
    objects: list[TiledObject] = field(default_factory=list)
    properties: dict[str, str] = field(default_factory=dict)
    lost: list[str] = field(default_factory=list)

    def tileset_of(self, number: int) -> Tileset | None:
        """The tileset that a tile number belongs to."""
        below = [known for known in self.tilesets if known.first <= number]
        return max(below, key=lambda known: known.first, default=None)

    def used(self) -> Iterator[int]:
        """Every tile number on the map, once."""
        yield from sorted({number for layer in self.layers for number in layer.cells.values()})


def take_head(found: TiledMap, get: Any) -> None:
    """Read the map settings; old files lack newer ones."""
    where = found.name
    found.orientation = str(get("orientation") or "orthogonal")
    found.infinite = str(get("infinite") or "0").casefold() in ("1", "true")
    most = 0 if found.infinite else 1
    found.width = whole_number(get("width") or 0, f"{where}: width", most, MAX_CELLS)
    found.height = whole_number(get("height") or 0, f"{where}: height", most, MAX_CELLS)
    if found.width * found.height > MAX_CELLS:
        raise BadInput(f"{where} has {found.width} x {found.height} cells; at most {MAX_CELLS} are read.")
    found.tile_width = whole_number(get("tilewidth") or 1, f"{where}: tilewidth", 1, 10_000)
    found.tile_height = whole_number(get("tileheight") or 1, f"{where}: tileheight", 1, 10_000)
    found.hex_side = whole_number(get("hexsidelength") or 0, f"{where}: hexsidelength", 0, 10_000)
    found.axis = str(get("staggeraxis") or "y")
    found.index = str(get("staggerindex") or "odd")
    if found.axis not in ("x", "y") or found.index not in ("odd", "even"):
        raise BadInput(f"{where}: stagger axis {found.axis!r:.20} and index {found.index!r:.20} are unknown.")


def put_cells(layer: TileLayer, numbers: list[int], box: tuple[int, int, int, int], where: str) -> None:
    """Put the tile numbers of a rectangle (left, top, width, height) into a layer, row by row."""
    left, top, width, height = box
    if len(numbers) != width * height:
        raise BadInput(
            f"{where} holds {len(numbers)} tiles instead of {width * height}; the file is damaged."
        )
    for at, number in enumerate(numbers):
        if plain := number & WITHOUT_FLAGS:
            y, x = divmod(at, width)
            layer.cells[left + x, top + y] = plain
    if len(layer.cells) > MAX_CELLS:
        raise BadInput(f"{where}: the map has more than {MAX_CELLS} cells; cut it.")


def box_of(get: Any, where: str) -> tuple[int, int, int, int]:
    """The rectangle of a chunk or layer."""
    x = whole_number(get("x") or 0, f"{where}: x", -MAX_COORDINATE, MAX_COORDINATE)
    y = whole_number(get("y") or 0, f"{where}: y", -MAX_COORDINATE, MAX_COORDINATE)
    width = whole_number(get("width"), f"{where}: width", 0, MAX_CELLS)
    height = whole_number(get("height"), f"{where}: height", 0, MAX_CELLS)
    if width * height > MAX_CELLS:
        raise BadInput(f"{where} has {width} x {height} cells; at most {MAX_CELLS} are read.")
    return x, y, width, height


def tile_numbers(words: Sequence[object], where: str) -> list[int]:
    """Tile numbers with their flags, from words or numbers."""
    known = {word: whole_number(word, f"{where}: a tile", 0, 2**32 - 1) for word in set(words)}
    return [known[word] for word in words]


def decoded(text: str, encoding: str, compression: str, count: int, where: str) -> list[int]:
    """Tile numbers from the text of a layer."""
    if encoding == "csv":
        words = text.replace("\n", "").replace("\r", "").strip().rstrip(",").split(",")
        if len(words) > MAX_CELLS:
            raise BadInput(f"{where} holds too many tiles; the file is damaged.")
        return tile_numbers([word.strip() for word in words], where)
    if encoding != "base64":
        raise BadInput(f"{where} is in the encoding {encoding!r:.20}; save it in Tiled as CSV.")
    try:
        raw = base64.b64decode("".join(text.split()), validate=True)
    except (binascii.Error, ValueError):
        raise BadInput(f"{where} is not valid base64; the file is damaged.") from None
    if compression in ("zlib", "gzip"):
        raw = unpack(raw, 4 * count, where)
    elif compression:
        raise BadInput(
            f"{where} is packed with {compression!r:.20}, which is not read; save it in Tiled as CSV or zlib."
        )
    if len(raw) % 4:
        raise BadInput(f"{where} ends in the middle of a tile; the file is damaged.")
    return list(struct.unpack(f"<{len(raw) // 4}I", raw))
