"""A reference picture under the map: stored in the user's folder, referenced by the map."""

from __future__ import annotations

import re
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from msgspec import field
from msgspec.structs import replace
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage

from app.map.bitmap import MOST_PIXELS, BitmapReader
from editor.backdrop.alignment import Affine, Point
from editor.backdrop.pdf_page import PdfPageError, page_pixels
from editor.foreign_pictures.svg_picture import draw_svg, svg_size
from editor.importers.limits import read_bytes
from editor.importers.pictures import png_of
from engine.bad_input import BadInput
from engine.catalogue.plain_data import Plain, read, write
from engine.files import write_atomically
from engine.record import Record

BACKDROP: Final = "backdrop"
"""The key in the map's data."""
MAX_FILE_BYTES: Final = 64 * 2**20
VECTOR_RENDER_SIZE_PX: Final = 4000
"""Longer side of a rendered vector file."""
SUFFIXES: Final = ("png", "jpg", "jpeg", "webp", "bmp", "gif", "tif", "tiff", "svg", "pdf")
_KEPT: Final = re.compile(r"[0-9a-f]{32}\.(?:png|jpg|jpeg|webp|bmp|gif|tif|tiff)")


class Pin(Record):
    """A point of the picture, in pixels, that was put on the middle of a hex."""

    hex: str
    x: float
    y: float


class Backdrop(Record):
    """`place` lays pixels on the map, whose unit is the size of a hex; `strength` is in percent."""

    file: str
    name: str
    width: int
    height: int
    place: tuple[float, ...] = field(default_factory=tuple)
    pins: tuple[Pin, ...] = ()
    strength: int = 60
    below: bool = False
    """Below the terrain: visible only where there is no terrain."""

    @property
    def affine(self) -> Affine | None:
        """The placement; None if it was never set."""
        if len(self.place) != 6:
            return None
        found = Affine(*self.place)
        return found if found.is_valid else None

    def placed(self, place: Affine, pins: tuple[Pin, ...] | None = None) -> Backdrop:
        """Return a copy with another placement."""
        figures = tuple(round(figure, 9) for figure in place)
        return replace(self, place=figures, pins=self.pins if pins is None else pins)


def backdrop_of(data: Mapping[str, Plain]) -> Backdrop | None:
    """Read the backdrop entry of a map's data; BadInput if it is damaged."""
    found = data.get(BACKDROP)
    return None if found is None else read(Backdrop, found, "The map's backdrop")


def with_backdrop(data: Mapping[str, Plain], backdrop: Backdrop | None) -> dict[str, Plain]:
    """Return the map's data with this backdrop, or without one."""
    others = {key: value for key, value in data.items() if key != BACKDROP}
    return others if backdrop is None else {**others, BACKDROP: _tuples(write(backdrop))}


def with_moved_backdrop(
    data: Mapping[str, Plain], moved: Mapping[str, str | None], shift: Point
) -> Mapping[str, Plain]:
    """Return the data after hexes were renumbered and shifted; `shift` is in hex sizes."""
    try:
        backdrop = backdrop_of(data)
    except BadInput:
        return data
    if backdrop is None:
        return data
    pins = tuple(replace(pin, hex=here) for pin in backdrop.pins if (here := moved.get(pin.hex)))
    place = backdrop.affine
    if place is None:
        return data
    return with_backdrop(data, backdrop.placed(place.moved(*shift), pins))


def _tuples(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(map(_tuples, value))
    return {key: _tuples(item) for key, item in value.items()} if isinstance(value, dict) else value


# files


def keep_picture(folder: Path, path: Path, page: int = 1) -> Backdrop:
    """Copy a picture into the user's folder, so that the original may be deleted."""
    suffix = path.suffix.lower().lstrip(".")
    if suffix not in SUFFIXES:
        raise BadInput(f"{path.name} is not a picture that can be shown; choose PNG, JPG, SVG or PDF.")
    content = read_bytes(path, MAX_FILE_BYTES)
    if suffix == "pdf":
        content, suffix = _page_of_pdf(path, page), "png"
    if suffix == "svg":
        content, suffix = png_of(_drawn(content, path.name)), "png"
    size = _decoded(content, path.name).size()  # EXIF may rotate a photograph.
    file = f"{sha256(content).hexdigest()[:32]}.{suffix}"
    kept = folder / "backdrops" / file
    if not kept.is_file():
        write_atomically(kept, content)
    return Backdrop(file, path.name, size.width(), size.height())


def load_picture(folder: Path, backdrop: Backdrop) -> QImage:
    """Load the picture; BadInput if it is missing."""
    kept = folder / "backdrops" / backdrop.file
    if not _KEPT.fullmatch(backdrop.file) or not kept.is_file():
        raise BadInput(
            f"The backdrop {backdrop.name!r:.60} is not on this computer; choose the picture again; "
            "its position on the map is kept."
        )
    return _decoded(read_bytes(kept, MAX_FILE_BYTES), backdrop.name)


def _checked(size: QSize, name: str) -> QSize:
    if size.isEmpty():
        raise BadInput(f"{name} is not a valid picture; open it in another program and save it again.")
    if size.width() * size.height() > MOST_PIXELS:
        raise BadInput(
            f"{name} has {size.width()} × {size.height()} pixels; "
            f"up to {MOST_PIXELS // 10**6} million can be shown, so make it smaller."
        )
    return size


def _drawn(content: bytes, name: str) -> QImage:
    """Render a vector drawing in a useful size."""
    size = svg_size(content, name).scaled(
        VECTOR_RENDER_SIZE_PX, VECTOR_RENDER_SIZE_PX, Qt.AspectRatioMode.KeepAspectRatio
    )
    return draw_svg(content, name, _checked(size, name))


def _decoded(content: bytes, name: str) -> QImage:
    reader = BitmapReader(content)
    _checked(reader.size(), name)
    image = reader.read()
    if image.isNull():
        raise BadInput(f"{name} cannot be read as a picture: {reader.problem}.")
    return image


def _page_of_pdf(path: Path, page: int) -> bytes:
    try:
        width, height, stride, pixels = page_pixels(path, page, VECTOR_RENDER_SIZE_PX)
    except PdfPageError as problem:
        raise BadInput(f"{path.name} {problem}") from None
    return png_of(QImage(pixels, width, height, stride, QImage.Format.Format_RGB32))
