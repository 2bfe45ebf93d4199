"""The picture of a scenario supplied by its author, if it is valid and not too large."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PySide6.QtGui import QImage

from app.map.bitmap import BitmapReader
from engine.bad_input import BadInput
from engine.catalogue.document import Plain
from engine.catalogue.picture import picture_of

LARGEST_EDGE_PX: Final = 4000


def scenario_picture(data: Mapping[str, Plain]) -> QImage | None:
    """The picture in a scenario's data; None if there is none or it cannot be shown."""
    try:
        content = picture_of(data)
    except BadInput:
        return None  # The problems panel reports it; the map is shown instead.
    if not content:
        return None
    reader = BitmapReader(content, is_upright=False)
    size = reader.size()
    if size.isEmpty() or max(size.width(), size.height()) > LARGEST_EDGE_PX:
        return None
    image = reader.read()
    return None if image.isNull() else image
