"""Renders foreign SVG: external references are removed, then it is drawn in a separate process.

A few nested `<use>` draw more than any computer can; an `<image>` or a style sheet can name any file of the
person who opens the drawing.
"""

from __future__ import annotations

import re
from base64 import b64decode
from pathlib import Path
from typing import Final
from xml.etree.ElementTree import Element, tostring

from PySide6.QtCore import QSize
from PySide6.QtGui import QImage

from app.background.progress import report_progress
from app.map.bitmap import MOST_PIXELS, bitmap_format
from editor.foreign_pictures import svg_drawing
from editor.foreign_pictures.drawing_process import DrawingTimeout, drawn_by
from editor.importers.safe_xml import parse_xml
from engine.bad_input import BadInput

MAX_BYTES: Final = 32 * 2**20
_SCRIPT: Final = Path(svg_drawing.__file__)
_LENGTH: Final = re.compile(r"\s*\+?(\d{1,9}(?:\.\d{1,9})?)\s*(px|pt|pc|mm|cm|in|)\s*")
_PIXELS: Final = {"px": 1.0, "": 1.0, "pt": 1.25, "pc": 15.0, "mm": 90 / 25.4, "cm": 90 / 2.54, "in": 90.0}
"""Pixels per unit, as in Qt."""
_NAMES_A_FILE: Final = frozenset({"href", "src", "base"})
_INSIDE: Final = re.compile(r"#[^\s]*")
_DATA: Final = re.compile(r"data:image/[a-z+.-]{1,20};base64,(?P<packed>[A-Za-z0-9+/=\s]*)")
_EXTERNAL_STYLE: Final = re.compile(r"@import|\burl\s*\(\s*(?![\s\"']*#)|\\", re.IGNORECASE)
"""External references in a style; a backslash could hide one."""


def is_svg(content: bytes) -> bool:
    """Whether the content may be SVG: XML and not a bitmap."""
    return content.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"<"


def svg_size(content: bytes, name: str) -> QSize:
    """The size that the drawing declares, in pixels."""
    return _size_of(_parsed(content, name), name)


def draw_svg(content: bytes, name: str, size: QSize | None = None) -> QImage:
    """Render in this size, or in its own; BadInput if it exceeds the limits."""
    root = _parsed(content, name)
    wanted = _size_of(root, name) if size is None else size
    if wanted.width() * wanted.height() > MOST_PIXELS:
        raise BadInput(
            f"{name} has {wanted.width()} × {wanted.height()} pixels; "
            f"up to {MOST_PIXELS // 10**6} million can be drawn, so make it smaller."
        )
    _remove_external_references(root)
    arguments = [str(wanted.width()), str(wanted.height())]
    try:
        code, pixels = drawn_by(
            _SCRIPT, arguments, tostring(root), lambda: report_progress(0, 0, f"Drawing {name:.60}")
        )
    except (OSError, DrawingTimeout):
        raise BadInput(f"{name} takes too long to draw; save it as PNG.") from None
    if code == svg_drawing.DAMAGED:
        raise BadInput(f"{name} is not a valid SVG; open it in another program and save it again.")
    if code or len(pixels) != 4 * wanted.width() * wanted.height():
        raise BadInput(f"{name} takes too much time or memory to draw; save it as PNG.")
    image = QImage(pixels, wanted.width(), wanted.height(), 4 * wanted.width(), QImage.Format.Format_ARGB32)
    return image.copy()  # The first image shares the memory of `pixels`.


def _parsed(content: bytes, name: str) -> Element:
    if len(content) > MAX_BYTES:
        raise BadInput(f"{name} is longer than {MAX_BYTES // 2**20} MB; save it as PNG.")
    root = parse_xml(content, name)
    if _local(root.tag) != "svg":
        raise BadInput(f"{name} is XML, but not an SVG; choose another picture.")
    return root


def _local(tag: str) -> str:
    return tag.rpartition(":")[2].casefold()


def _size_of(root: Element, name: str) -> QSize:
    given = [_pixels(root.get(key) or "") for key in ("width", "height")]
    if not all(given):
        box = re.split(r"[\s,]+", (root.get("viewBox") or "").strip())
        given = [_pixels(length) for length in box[2:]] if len(box) == 4 else []
    size = QSize(*(round(length) for length in given)) if len(given) == 2 else QSize()
    if size.isEmpty():
        raise BadInput(f"{name} does not say how large it is; give it a width and a height.")
    return size


def _pixels(length: str) -> float:
    found = _LENGTH.fullmatch(length)
    return float(found[1]) * _PIXELS[found[2]] if found else 0.0


# external references


def _remove_external_references(root: Element) -> None:
    """Remove every reference to something outside the drawing."""
    for element in root.iter():
        for key, value in list(element.attrib.items()):
            names_a_file = _local(key) in _NAMES_A_FILE and not _is_inside(value)
            if names_a_file or (not key.startswith("xmlns") and _is_external(key, value)):
                del element.attrib[key]
        if _local(element.tag) == "style" and _EXTERNAL_STYLE.search("".join(element.itertext())):
            element.clear()


def _is_external(key: str, value: str) -> bool:
    return _local(key) not in _NAMES_A_FILE and bool(_EXTERNAL_STYLE.search(value))


def _is_inside(value: str) -> bool:
    """Whether a reference is a part of the drawing or an embedded bitmap."""
    if _INSIDE.fullmatch(value.strip()):
        return True
    found = _DATA.fullmatch(value.strip())
    if found is None:
        return False
    try:
        return bool(bitmap_format(b64decode("".join(found["packed"].split())[:64], validate=True)))
    except ValueError:
        return False
