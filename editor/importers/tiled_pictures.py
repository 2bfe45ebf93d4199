"""Small pictures of Tiled's tiles, so that people can see what they are asked about."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtCore import QBuffer, QIODevice, QRect, QSize, Qt
from PySide6.QtGui import QImage, QImageReader

from editor.importers.tiled_model import TiledMap, Tileset

LARGEST: Final = 16_384
SHOWN: Final = 64
MOST: Final = 400
"""Tiles that are pictured; a map with more kinds than these is described in words."""


def tile_pictures(found: TiledMap, words: dict[int, str]) -> dict[str, bytes]:
    """A PNG for each word, from the first tile that has it; none where the picture cannot be read."""
    sheets: dict[Path, QImage | None] = {}
    made: dict[str, bytes] = {}
    for number, word in list(words.items())[:MOST]:
        tileset = found.tileset_of(number)
        if word in made or tileset is None:
            continue
        image = _tile(tileset, number - tileset.first, sheets)
        if image is not None:
            made[word] = _png(image)
    return made


def _tile(tileset: Tileset, at: int, sheets: dict[Path, QImage | None]) -> QImage | None:
    if at in tileset.pictures:
        return _sheet(tileset.pictures[at], sheets)
    if tileset.picture is None or not tileset.tile_width or not tileset.tile_height:
        return None
    sheet = _sheet(tileset.picture, sheets)
    if sheet is None:
        return None
    width, height = tileset.tile_width, tileset.tile_height
    columns = (sheet.width() - 2 * tileset.margin + tileset.spacing) // (width + tileset.spacing)
    if columns < 1:
        return None
    row, column = divmod(at, columns)
    left = tileset.margin + column * (width + tileset.spacing)
    top = tileset.margin + row * (height + tileset.spacing)
    cut = QRect(left, top, width, height)
    return sheet.copy(cut) if sheet.rect().contains(cut) else None


def _sheet(path: Path, sheets: dict[Path, QImage | None]) -> QImage | None:
    if path not in sheets:
        reader = QImageReader(str(path))
        size = reader.size()
        fits = size.isValid() and size.width() <= LARGEST and size.height() <= LARGEST
        image = reader.read() if fits else QImage()
        sheets[path] = None if image.isNull() else image
    return sheets[path]


def _png(image: QImage) -> bytes:
    if image.width() > SHOWN or image.height() > SHOWN:
        image = image.scaled(
            QSize(SHOWN, SHOWN),
            Qt.AspectRatioMode.KeepAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")
    return bytes(buffer.data().data())
