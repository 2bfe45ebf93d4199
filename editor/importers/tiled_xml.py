"""Tiled's XML: maps (.tmx) and tilesets (.tsx)."""

from __future__ import annotations

from pathlib import Path
from typing import Final
from xml.etree.ElementTree import Element

from app.background.progress import Progress, silent
from editor.importers.limits import path_within_folder, read_bytes, real_number, whole_number
from editor.importers.safe_xml import parse_xml
from editor.importers.tiled_model import (
    MAX_PROPERTY_CHARS,
    TiledMap,
    TiledObject,
    TileLayer,
    Tileset,
    box_of,
    decoded,
    put_cells,
    take_head,
    tile_numbers,
)
from editor.importers.tiled_names import corner_words, own_word
from engine.bad_input import BadInput

MAX_BYTES: Final = 64 * 2**20


def read_tmx(path: Path, progress: Progress = silent) -> TiledMap:
    """Read the map with its tilesets in the same folder."""
    root = parse_xml(read_bytes(path, MAX_BYTES), path.name, progress)
    if root.tag != "map":
        raise BadInput(f"{path.name} is XML, but not a Tiled map; choose another file.")
    found = TiledMap(path.name)
    take_head(found, root.get)
    found.properties = _properties(root)
    for element in root:
        if element.tag == "tileset":
            found.tilesets.append(_tileset(element, path, found))
    _layers(root, found, progress)
    return found


def read_tsx(path: Path, first: int, found: TiledMap) -> Tileset:
    """A tileset in a file of its own."""
    root = parse_xml(read_bytes(path, MAX_BYTES), path.name)
    if root.tag != "tileset":
        raise BadInput(f"{path.name} is XML, but not a Tiled tileset.")
    return _tiles(root, path, first)


def _properties(element: Element) -> dict[str, str]:
    found = {}
    for item in element.iterfind("properties/property"):
        found[item.get("name", "")[:60]] = (item.get("value") or item.text or "")[:MAX_PROPERTY_CHARS]
    return found


def _tileset(element: Element, path: Path, found: TiledMap) -> Tileset:
    first = whole_number(element.get("firstgid"), f"{path.name}: firstgid", 1, 2**28)
    source = element.get("source")
    if source is None:
        return _tiles(element, path, first)
    return outside_tileset(path, source, first, found)


def outside_tileset(path: Path, source: str, first: int, found: TiledMap) -> Tileset:
    """Read a tileset that a map refers to; a missing one is only reported."""
    from editor.importers.tiled_json import read_tsj

    name = Path(source.replace("\\", "/")).name
    file = path_within_folder(path, source)
    if file is None:
        found.lost.append(
            f"The tileset {source:.80}: it is not in the folder of the map, so it was not read."
        )
        return Tileset(first, Path(name).stem)
    if file.suffix.casefold() in (".tsj", ".json"):
        return read_tsj(file, first)
    return read_tsx(file, first, found)


def _tiles(element: Element, path: Path, first: int) -> Tileset:
    where = path.name
    made = Tileset(first, element.get("name") or path.stem)
    made.tile_width = whole_number(element.get("tilewidth") or 0, f"{where}: tilewidth", 0, 10_000)
    made.tile_height = whole_number(element.get("tileheight") or 0, f"{where}: tileheight", 0, 10_000)
    made.margin = whole_number(element.get("margin") or 0, f"{where}: margin", 0, 10_000)
    made.spacing = whole_number(element.get("spacing") or 0, f"{where}: spacing", 0, 10_000)
    image = element.find("image")
    if image is not None:
        made.picture = path_within_folder(path, image.get("source") or "")
    kinds = [item.get("name") or "" for item in element.iterfind("terraintypes/terrain")]
    for wang in element.iterfind("wangsets/wangset"):
        names = [item.get("name") or "" for item in wang.iterfind("wangcolor")]
        tiles = {item.get("tileid") or "": item.get("wangid") or "" for item in wang.iterfind("wangtile")}
        made.words |= corner_words(names, {key: value.split(",") for key, value in tiles.items()})
    for tile in element.iterfind("tile"):
        number = whole_number(tile.get("id"), f"{where}: the number of a tile", 0, 2**28)
        corners = (tile.get("terrain") or "").split(",")
        made.words |= corner_words(kinds, {str(number): corners}, base=0)
        picture = tile.find("image")
        source = "" if picture is None else picture.get("source") or ""
        if picture is not None and (file := path_within_folder(path, source)) is not None:
            made.pictures[number] = file
        word = own_word(_properties(tile), tile.get("class") or tile.get("type"), source)
        if word:
            made.words[number] = word
    return made


def _layers(parent: Element, found: TiledMap, progress: Progress) -> None:
    for element in parent:
        if element.tag == "layer":
            progress(len(found.layers), len(parent), "Reading layers")
            found.layers.append(_layer(element, found))
        elif element.tag == "objectgroup":
            for item in element.iterfind("object"):
                found.objects.append(_object(item, found.name))
        elif element.tag == "imagelayer":
            found.lost.append(f"The picture layer {element.get('name') or ''!r:.60}.")
        elif element.tag == "group":
            _layers(element, found, progress)


def _layer(element: Element, found: TiledMap) -> TileLayer:
    layer = TileLayer(element.get("name") or "layer")
    where = f"{found.name}, layer {layer.name!r:.40}"
    data = element.find("data")
    if data is None:
        raise BadInput(f"{where} holds no tiles; the file is damaged.")
    encoding, compression = data.get("encoding") or "", data.get("compression") or ""
    chunks = data.findall("chunk")
    for piece in chunks or [data]:
        if chunks:
            box = box_of(piece.get, where)
        else:
            size = {"width": element.get("width"), "height": element.get("height")}
            box = box_of({key: value or getattr(found, key) for key, value in size.items()}.get, where)
        count = box[2] * box[3]
        if encoding:
            numbers = decoded(piece.text or "", encoding, compression, count, where)
        else:
            numbers = tile_numbers([tile.get("gid") or "0" for tile in piece.iterfind("tile")], where)
        put_cells(layer, numbers, box, where)
    return layer


def _object(item: Element, where: str) -> TiledObject:
    text = item.find("text")
    return TiledObject(
        item.get("name") or ("" if text is None else (text.text or "")[:200]),
        item.get("class") or item.get("type") or "",
        real_number(item.get("x") or 0, f"{where}: the place of an object"),
        real_number(item.get("y") or 0, f"{where}: the place of an object"),
        _properties(item),
    )
