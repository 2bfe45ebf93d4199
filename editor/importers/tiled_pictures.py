"""Thumbnails of Tiled tiles for the import dialog."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QImage

from editor.importers.pictures import load, png_of
from editor.importers.tiled_model import TiledMap, Tileset

THUMBNAIL_PX: Final = 64
MAX_THUMBNAILS: Final = 400
"""Maximum number of thumbnails."""


def tile_pictures(found: TiledMap, words: dict[int, str]) -> tuple[dict[str, bytes], dict[str, str]]:
    """A PNG for each name, from the first tile that has it, and a guess from its colour."""
    sheets: dict[Path, QImage | None] = {}
    made: dict[str, bytes] = {}
    looks: dict[str, str] = {}
    for number, word in list(words.items())[:MAX_THUMBNAILS]:
        tileset = found.tileset_of(number)
        if word in made or tileset is None:
            continue
        image = _tile(tileset, number - tileset.first, sheets)
        if image is not None:
            made[word] = png_of(_shrunk(image))
            looks[word] = _colour_word(image)
    return made, looks


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
        sheets[path] = load(path)
    return sheets[path]


def _shrunk(image: QImage) -> QImage:
    if max(image.width(), image.height()) <= THUMBNAIL_PX:
        return image
    smooth = Qt.TransformationMode.SmoothTransformation
    return image.scaled(QSize(THUMBNAIL_PX, THUMBNAIL_PX), Qt.AspectRatioMode.KeepAspectRatio, smooth)


def _colour_word(image: QImage) -> str:
    """Guess the terrain of a tile from its mean colour; "" if unclear."""
    mean = image.scaled(1, 1, mode=Qt.TransformationMode.SmoothTransformation).pixelColor(0, 0)
    hue, saturation, light = mean.hue(), mean.saturation(), mean.lightness()
    if mean.alpha() < 40 or saturation < 35:
        return "mountain" if mean.alpha() >= 40 and light < 190 else ""
    if 170 <= hue <= 265:
        return "water sea"
    if 70 <= hue < 170:
        return "woods" if light < 85 else "clear"
    if 40 <= hue < 70:
        return "clear" if light < 170 else "desert"
    return "rough hill" if hue < 40 else ""
