"""Maps for Tiled (.tmx or .tmj), with a picture of the tiles beside them."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPen, QPolygonF

from app.background.progress import Progress, silent
from app.map.terrain.terrain_style import PAPER, terrain_style
from editor.exporters.tiled_layout import (
    COLUMNS,
    HEX_HEIGHT_PX,
    HEX_SIDE_PX,
    HEX_WIDTH_PX,
    PlacedObject,
    TiledLayout,
    plan,
)
from editor.importers.pictures import png_of
from editor.importers.tiled import BARE
from engine.catalogue.document import ScenarioDocument
from engine.files import write_atomically

VERSION: Final = "1.10"


def write_tiled(document: ScenarioDocument, path: Path, progress: Progress = silent) -> list[Path]:
    """Write the map and its tileset picture; return the written files."""
    progress(0, 3, "Laying out the map")
    made = plan(document)
    picture = path.with_name(f"{path.stem}-tiles.png")
    progress(1, 3, "Painting the tiles")
    image = tile_picture(made)
    progress(2, 3, "Writing")
    text = (
        tmj_text(made, picture.name, image) if path.suffix == ".tmj" else tmx_text(made, picture.name, image)
    )
    write_atomically(picture, png_of(image))
    write_atomically(path, text.encode())
    return [path, picture]


# XML


def tmx_text(made: TiledLayout, picture: str, image: QImage) -> str:
    """The map as .tmx."""
    width, height = made.tile_size
    root = Element("map", version=VERSION, orientation="hexagonal", renderorder="right-down")
    layers = sorted({thing.layer for thing in made.objects})
    for key, value in (
        ("width", made.width),
        ("height", made.height),
        ("tilewidth", width),
        ("tileheight", height),
        ("infinite", 0),
        ("hexsidelength", HEX_SIDE_PX),
        ("staggeraxis", made.axis),
        ("staggerindex", made.index),
        ("nextlayerid", len(layers) + 2),
        ("nextobjectid", len(made.objects) + 1),
    ):
        root.set(key, str(value))
    _properties(root, dict(made.properties))
    tiles = SubElement(root, "tileset", firstgid="1", name="terrain")
    for key, value in _tileset(made).items():
        tiles.set(key, str(value))
    size = {"width": str(image.width()), "height": str(image.height())}
    SubElement(tiles, "image", {"source": picture, **size})
    for number, kind in enumerate(made.kinds):
        tile = SubElement(tiles, "tile", id=str(number), type=kind)
        _properties(tile, {"terrain": kind})
    layer = SubElement(root, "layer", id="1", name="terrain", width=str(made.width), height=str(made.height))
    data = SubElement(layer, "data", encoding="csv")
    data.text = "\n" + ",\n".join(",".join(map(str, row)) for row in made.rows) + "\n"
    for number, name in enumerate(layers, start=2):
        group = SubElement(root, "objectgroup", id=str(number), name=name)
        for at, thing in enumerate(made.objects, start=1):
            if thing.layer == name:
                _object(group, thing, at)
    ElementTree.indent(root, " ")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ElementTree.tostring(root, encoding="unicode")}\n'


def _tileset(made: TiledLayout) -> dict[str, int]:
    width, height = made.tile_size
    return {"tilewidth": width, "tileheight": height, "tilecount": len(made.kinds), "columns": COLUMNS}


def _properties(parent: Element, properties: dict[str, Any]) -> None:
    if not properties:
        return
    listed = SubElement(parent, "properties")
    for name, value in properties.items():
        item = SubElement(listed, "property", name=name)
        if isinstance(value, int):
            item.set("type", "int")
        item.set("value", str(value))


def _object(group: Element, thing: PlacedObject, number: int) -> None:
    x, y = thing.points[0]
    item = SubElement(group, "object", id=str(number), name=thing.name, type=thing.word)
    item.set("x", f"{x:g}")
    item.set("y", f"{y:g}")
    _properties(item, dict(thing.properties))
    if len(thing.points) == 1:
        SubElement(item, "point")
    else:
        points = " ".join(f"{px - x:g},{py - y:g}" for px, py in thing.points)
        SubElement(item, "polyline", points=points)


# JSON


def tmj_text(made: TiledLayout, picture: str, image: QImage) -> str:
    """The map as .tmj."""
    width, height = made.tile_size
    by_layer: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    for number, thing in enumerate(made.objects, start=1):
        by_layer[thing.layer].append(_json_object(thing, number))
    tileset = {
        "firstgid": 1,
        "name": "terrain",
        "margin": 0,
        "spacing": 0,
        "image": picture,
        "imagewidth": image.width(),
        "imageheight": image.height(),
        **_tileset(made),
        "tiles": [
            {"id": number, "type": kind, "properties": _json_properties({"terrain": kind})}
            for number, kind in enumerate(made.kinds)
        ],
    }
    terrain = {
        **_json_layer(1, "terrain", "tilelayer"),
        "width": made.width,
        "height": made.height,
        "data": [number for row in made.rows for number in row],
    }
    groups = [
        {**_json_layer(number, name, "objectgroup"), "draworder": "topdown", "objects": by_layer[name]}
        for number, name in enumerate(sorted(by_layer), start=2)
    ]
    found = {
        "type": "map",
        "version": VERSION,
        "orientation": "hexagonal",
        "renderorder": "right-down",
        "width": made.width,
        "height": made.height,
        "tilewidth": width,
        "tileheight": height,
        "infinite": False,
        "hexsidelength": HEX_SIDE_PX,
        "staggeraxis": made.axis,
        "staggerindex": made.index,
        "nextlayerid": len(groups) + 2,
        "nextobjectid": len(made.objects) + 1,
        "properties": _json_properties(dict(made.properties)),
        "tilesets": [tileset],
        "layers": [terrain, *groups],
    }
    return json.dumps(found, ensure_ascii=False, indent=1) + "\n"


def _json_layer(number: int, name: str, kind: str) -> dict[str, Any]:
    return {"id": number, "name": name, "type": kind, "x": 0, "y": 0, "opacity": 1, "visible": True}


def _json_properties(properties: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {"name": name, "type": "int" if isinstance(value, int) else "string", "value": value}
        for name, value in properties.items()
    ]


def _json_object(thing: PlacedObject, number: int) -> dict[str, Any]:
    x, y = thing.points[0]
    found: dict[str, Any] = {
        "id": number,
        "name": thing.name,
        "type": thing.word,
        "x": x,
        "y": y,
        "width": 0,
        "height": 0,
        "rotation": 0,
        "visible": True,
        "properties": _json_properties(dict(thing.properties)),
    }
    if len(thing.points) == 1:
        found["point"] = True
    else:
        found["polyline"] = [{"x": px - x, "y": py - y} for px, py in thing.points]
    return found


# the picture


def tile_picture(made: TiledLayout) -> QImage:
    """Draw the tileset: one hex per kind with its colour and name."""
    width, height = made.tile_size
    rows = (len(made.kinds) + COLUMNS - 1) // COLUMNS
    image = QImage(COLUMNS * width, rows * height, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    font = QFont()
    font.setPixelSize(10)
    painter.setFont(font)
    corners = _corners(made.flat)
    for at, kind in enumerate(made.kinds):
        row, column = divmod(at, COLUMNS)
        style = terrain_style(kind)
        painter.setBrush(QColor(PAPER if kind == BARE else style.fill))
        painter.setPen(QPen(QColor("#80000000"), 1))
        painter.drawPolygon(corners.translated(column * width, row * height))
        painter.setPen(QColor(style.ink))
        room = QRectF(column * width + 4, row * height, width - 8, height)
        words = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
        painter.drawText(room, int(words), kind)
    painter.end()
    return image


def _corners(flat: bool) -> QPolygonF:
    along, across, quarter = HEX_WIDTH_PX - 1, HEX_HEIGHT_PX - 1, (HEX_WIDTH_PX - HEX_SIDE_PX) / 2
    points = [(quarter, 0), (along - quarter, 0), (along, across / 2), (along - quarter, across)]
    points += [(quarter, across), (0, across / 2)]
    return QPolygonF([QPointF(x + 0.5, y + 0.5) if flat else QPointF(y + 0.5, x + 0.5) for x, y in points])
