"""The picture that an author gave a scenario, drawn only if it is sound and no larger than it may be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PySide6.QtGui import QImage

from app.map.bitmap import BitmapReader
from engine.bad_input import BadInput
from engine.catalogue.document import Plain
from engine.catalogue.picture import picture_of

WIDEST: Final = 4000
"""Pixels along an edge beyond which a picture is not drawn, whatever its file says."""


def scenario_picture(data: Mapping[str, Plain]) -> QImage | None:
    """The picture in a scenario's data; None without one, and for one that cannot be shown."""
    try:
        content = picture_of(data)
    except BadInput:
        return None  # The problems panel says so; the map is drawn instead.
    if not content:
        return None
    reader = BitmapReader(content, is_upright=False)
    size = reader.size()
    if size.isEmpty() or max(size.width(), size.height()) > WIDEST:
        return None
    image = reader.read()
    return None if image.isNull() else image
