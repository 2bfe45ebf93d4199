"""Tiled's JSON: maps (.tmj) and tilesets (.tsj)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from app.background.progress import Progress, silent
from editor.importers.limits import load_json, path_within_folder, read_text, real_number, whole_number
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
from editor.importers.tiled_xml import outside_tileset
from engine.bad_input import BadInput

MAX_DEPTH = 40


def read_tmj(path: Path, progress: Progress = silent) -> TiledMap:
    """Read the map with its tilesets in the same folder."""
    root = load_json(read_text(path), path.name)
    if not isinstance(root, Mapping) or not isinstance(root.get("layers"), list):
        raise BadInput(f"{path.name} is JSON, but not a Tiled map; choose another file.")
    found = TiledMap(path.name)
    take_head(found, root.get)
    found.properties = _properties(root)
    for item in _list(root.get("tilesets"), path.name):
        table = _table(item, path.name)
        first = whole_number(table.get("firstgid"), f"{path.name}: firstgid", 1, 2**28)
        source = table.get("source")
        if isinstance(source, str):
            found.tilesets.append(outside_tileset(path, source, first, found))
        else:
            found.tilesets.append(_tiles(table, path, first))
    _layers(root["layers"], found, progress)
    return found


def read_tsj(path: Path, first: int) -> Tileset:
    """A tileset in a file of its own."""
    return _tiles(_table(load_json(read_text(path), path.name), path.name), path, first)


def _table(value: object, where: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise BadInput(f"{where} holds {value!r:.40} where a table belongs; the file is damaged.")
    return value


def _list(value: object, where: str) -> list[Any]:
    if value is None:
        return []
    if not isinstance(value, list):
        raise BadInput(f"{where} holds {value!r:.40} where a list belongs; the file is damaged.")
    return value


def _words(value: object) -> str:
    return value if isinstance(value, str) else ""


def _properties(table: Mapping[str, Any]) -> dict[str, str]:
    listed = table.get("properties")
    if isinstance(listed, Mapping):  # Old file format.
        return {str(key)[:60]: str(value)[:MAX_PROPERTY_CHARS] for key, value in listed.items()}
    found = {}
    for item in _list(listed, "A list of properties"):
        known = _table(item, "A list of properties")
        found[_words(known.get("name"))[:60]] = str(known.get("value", ""))[:MAX_PROPERTY_CHARS]
    return found


def _tiles(table: Mapping[str, Any], path: Path, first: int) -> Tileset:
    where = path.name
    made = Tileset(first, _words(table.get("name")) or path.stem)
    made.tile_width = whole_number(table.get("tilewidth") or 0, f"{where}: tilewidth", 0, 10_000)
    made.tile_height = whole_number(table.get("tileheight") or 0, f"{where}: tileheight", 0, 10_000)
    made.margin = whole_number(table.get("margin") or 0, f"{where}: margin", 0, 10_000)
    made.spacing = whole_number(table.get("spacing") or 0, f"{where}: spacing", 0, 10_000)
    made.picture = path_within_folder(path, _words(table.get("image")))
    kinds = [_words(_table(item, where).get("name")) for item in _list(table.get("terrains"), where)]
    for item in _list(table.get("wangsets"), where):
        wang = _table(item, where)
        names = [_words(_table(colour, where).get("name")) for colour in _list(wang.get("colors"), where)]
        tiles = [_table(tile, where) for tile in _list(wang.get("wangtiles"), where)]
        corners = {
            str(tile.get("tileid")): list(map(str, _list(tile.get("wangid"), where))) for tile in tiles
        }
        made.words |= corner_words(names, corners)
    listed = table.get("tiles")
    if isinstance(listed, Mapping):  # Old file format: tiles by number.
        listed = [{**_table(value, where), "id": key} for key, value in listed.items()]
    for item in _list(listed, where):
        tile = _table(item, where)
        number = whole_number(tile.get("id"), f"{where}: the number of a tile", 0, 2**28)
        corners = {str(number): [str(corner) for corner in _list(tile.get("terrain"), where)]}
        made.words |= corner_words(kinds, corners, base=0)
        picture = _words(tile.get("image"))
        if picture and (file := path_within_folder(path, picture)) is not None:
            made.pictures[number] = file
        word = own_word(_properties(tile), _words(tile.get("class")) or _words(tile.get("type")), picture)
        if word:
            made.words[number] = word
    return made


def _layers(listed: object, found: TiledMap, progress: Progress, depth: int = 0) -> None:
    layers = _list(listed, found.name)
    if depth > MAX_DEPTH:
        raise BadInput(f"{found.name}: groups of layers are nested too deeply; the file is damaged.")
    for number, item in enumerate(layers):
        progress(number, len(layers), "Reading layers")
        table = _table(item, found.name)
        kind = table.get("type")
        if kind == "tilelayer":
            found.layers.append(_layer(table, found))
        elif kind == "objectgroup":
            found.objects += [_object(thing, found.name) for thing in _list(table.get("objects"), found.name)]
        elif kind == "imagelayer":
            found.lost.append(f"The picture layer {_words(table.get('name'))!r:.60}.")
        elif kind == "group":
            _layers(table.get("layers"), found, progress, depth + 1)


def _layer(table: Mapping[str, Any], found: TiledMap) -> TileLayer:
    layer = TileLayer(_words(table.get("name")) or "layer")
    where = f"{found.name}, layer {layer.name!r:.40}"
    encoding, compression = _words(table.get("encoding")), _words(table.get("compression"))
    chunks = [_table(item, where) for item in _list(table.get("chunks"), where)]
    for piece in chunks or [table]:
        size = {"width": found.width, "height": found.height, **piece}
        box = box_of((size if chunks else {**size, "x": 0, "y": 0}).get, where)
        data = piece.get("data")
        if isinstance(data, str):
            count = box[2] * box[3]
            numbers = decoded(data, encoding or "base64", compression, count, where)
        else:
            listed = _list(data, where)
            if not all(type(number) is int for number in listed):
                raise BadInput(f"{where} holds values that are not tile numbers; the file is damaged.")
            numbers = tile_numbers(listed, where)
        put_cells(layer, numbers, box, where)
    return layer


def _object(item: object, where: str) -> TiledObject:
    table = _table(item, where)
    text = table.get("text")
    words = _words(text.get("text"))[:200] if isinstance(text, Mapping) else ""
    return TiledObject(
        _words(table.get("name")) or words,
        _words(table.get("class")) or _words(table.get("type")),
        real_number(table.get("x") or 0, f"{where}: the place of an object"),
        real_number(table.get("y") or 0, f"{where}: the place of an object"),
        _properties(table),
    )
