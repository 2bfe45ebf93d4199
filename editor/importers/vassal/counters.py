"""The pictures of the counters and cards of a VASSAL module, small enough to be kept with a scenario.

VASSAL draws a counter from several files: its own picture in the middle, and above it the layers that are
switched on, and labels. Pictures of game piece layouts lie in the module as files, too: VASSAL draws them
when the module is edited, and reads only the files when it is played.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter

from app.background.progress import report_progress
from editor.importers.foreign_map import Piece
from editor.importers.limits import Archive
from editor.importers.pictures import decoded, encoded, size_of
from editor.importers.vassal.labels import TextLabel
from editor.importers.vassal.layers import Drawing, Image, Layer, Trait, drawing_of
from editor.importers.vassal.text import Counter
from engine.bad_input import BadInput
from engine.catalogue.own_art import LARGEST_ART, LARGEST_PICTURE

EDGES_PX: Final = ((96, 240), (72, 180), (56, 128), (44, 96))
"""Longer edges in pixels of counters and cards, tried in order until all pictures fit into a scenario."""
JPEG_QUALITY: Final = 84
MOST_BYTES: Final = LARGEST_ART * 15 // 16
SAMPLE: Final = 40
"""Pictures by which the size of all is estimated."""
LEAST_COVER: Final = 0.55
"""The part of a counter that a layer covers at least if it is the back of the counter."""
MOST_FILES: Final = 6000
MOST_PIXELS: Final = 4_000_000
"""Pixels of one file; a larger one is the picture of something else."""


class Drawn(Struct, frozen=True):
    """A picture of one side; `is_opaque` if nothing shows through."""

    image: QImage
    is_opaque: bool
    is_card: bool


class CounterPictures:
    """Draws counters as VASSAL does, each picture once."""

    def __init__(self, archive: Archive, prototypes: Mapping[str, Sequence[Trait]]) -> None:
        self._archive, self._prototypes = archive, prototypes
        self._files: dict[str, QImage | None] = {}
        self._keys: dict[object, str] = {}
        self._drawn: dict[str, Drawn] = {}
        self._sides: dict[tuple[Drawing, bool], tuple[str, str, bool]] = {}
        self._without: set[str] = set()
        self._more_levels: set[str] = set()
        self._worked_out: set[str] = set()
        self.cards: dict[str, str] = {}
        """The pictures of cards by name."""

    def with_faces(self, piece: Piece, counter: Counter) -> Piece:
        """The piece with the pictures of its front and back."""
        front, back, is_flipped = self._faces(counter, is_card=False)
        return replace(piece, front=front, back=back, is_flipped=is_flipped)

    def add_card(self, counter: Counter) -> None:
        """Draw the front of a card; cards of the same name have the same picture."""
        if counter.name not in self.cards:
            front, _, _ = self._faces(counter, is_card=True)
            if front:
                self.cards[counter.name] = front

    def notes(self) -> Iterable[str]:
        """Sentences about what was not drawn."""
        if self._without:
            names = ", ".join(sorted(self._without))
            yield f"Pictures that the module does not hold or that cannot be read: {names[:200]}."
        if self._worked_out:
            names = ", ".join(sorted(self._worked_out))
            yield f"Labels whose text VASSAL works out while it is played: {names[:200]}."
        if self._more_levels:
            names = ", ".join(sorted(self._more_levels))
            yield f"Levels of layers after the second, of which a free table shows none: {names[:200]}."

    # one counter

    def _faces(self, counter: Counter, is_card: bool) -> tuple[str, str, bool]:
        """The keys of the pictures of front and back, and whether the back is up."""
        drawing = drawing_of(counter, self._prototypes)
        key = (drawing, is_card)
        found = self._sides.get(key)
        if found is None:
            report_progress(0, 0, "Drawing the counters")
            found = self._sides[key] = self._draw(drawing, counter.name, is_card)
        return found

    def _draw(self, drawing: Drawing, name: str, is_card: bool) -> tuple[str, str, bool]:
        if drawing.without_label:
            self._worked_out.add(name)
        pictures = [part for part in drawing.images(None, False) if isinstance(part, Image)]
        area = max(map(self._area, pictures), default=0.0)
        flip = None if is_card else next((one for one in drawing.flips() if self._covers(one, area)), None)
        front = self._side(list(drawing.images(flip, False)), is_card)
        if flip is None:
            return front, "", False
        if sum(level is not None for level in flip.levels) > (1 if flip.can_be_off else 2):
            self._more_levels.add(name)
        back = self._side(list(drawing.images(flip, True)), is_card)
        return front, back if back != front else "", flip.level != flip.rest and back != front

    def _covers(self, layer: Layer, area: float) -> bool:
        image = layer.image(layer.other)
        return image is not None and self._area(image) >= max(1.0, LEAST_COVER * area)

    def _side(self, images: list[Image | TextLabel], is_card: bool) -> str:
        """Draw pictures and labels over each other; the key of the result, empty if there is no picture."""
        known = tuple(images)
        if known not in self._keys:
            self._keys[known] = ""
            drawn = self._painted(images, is_card)
            if drawn is not None:
                self._keys[known] = key = str(len(self._drawn) + 1)
                self._drawn[key] = drawn
        return self._keys[known]

    def _painted(self, images: list[Image | TextLabel], is_card: bool) -> Drawn | None:
        pictures = [image for image in images if isinstance(image, Image)]
        files = [(image, found) for image in pictures if (found := self._file(image.file)) is not None]
        if not files:
            return None
        largest = max(files, key=lambda pair: self._area(pair[0]))
        frame = _spot(*largest)
        edge = EDGES_PX[0][is_card]
        scale = min(1.0, edge / max(frame.width(), frame.height()))
        size = QSize(max(1, round(frame.width() * scale)), max(1, round(frame.height() * scale)))
        canvas = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
        canvas.fill(Qt.GlobalColor.transparent)
        painter = QPainter(canvas)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.scale(size.width() / frame.width(), size.height() / frame.height())
        painter.translate(-frame.topLeft())
        for part in images:
            if isinstance(part, TextLabel):
                part.paint(painter, frame)
            elif (found := self._file(part.file)) is not None:
                painter.drawImage(_spot(part, found), _reduced(found, _spot(part, found), scale))
        painter.end()
        return Drawn(canvas, not largest[1].hasAlphaChannel(), is_card)

    # files

    def _area(self, image: Image) -> float:
        found = self._file(image.file)
        return 0.0 if found is None else found.width() * found.height() * image.scale**2

    def _file(self, name: str) -> QImage | None:
        if name not in self._files:
            self._files[name] = self._read(name) if len(self._files) < MOST_FILES else None
            if self._files[name] is None:
                self._without.add(name)
        return self._files[name]

    def _read(self, name: str) -> QImage | None:
        member = self._archive.first(f"images/{name}", name, f"images/{name}.gif", f"images/{name}.png")
        try:
            data = self._archive.read(member) if member else b""
        except BadInput:
            return None
        width, height = size_of(data) if data else (0, 0)
        return decoded(data) if 0 < width * height <= MOST_PIXELS else None

    # all pictures together

    def contents(self) -> tuple[dict[str, bytes], int]:
        """All pictures as files that fit into a scenario together, and how many do not."""
        step = self._fitting_step()
        found: dict[str, bytes] = {}
        left, missing = MOST_BYTES, 0
        for number, (key, drawn) in enumerate(self._drawn.items()):
            if number % 50 == 0:
                report_progress(number, len(self._drawn), "Writing the pictures of the counters")
            content = _encoded(drawn, step)
            if content and len(content) <= min(left, LARGEST_PICTURE):
                found[key] = content
                left -= len(content)
            else:
                missing += 1
        return found, missing

    def _fitting_step(self) -> int:
        """The largest size at which a sample says that all pictures fit."""
        every = max(1, len(self._drawn) // SAMPLE)
        sample = list(self._drawn.values())[::every]
        for step in range(len(EDGES_PX)):
            length = sum(len(_encoded(drawn, step)) for drawn in sample)
            if not sample or length * len(self._drawn) / len(sample) * 1.05 <= MOST_BYTES:
                return step
        return len(EDGES_PX) - 1


def _spot(image: Image, found: QImage) -> QRectF:
    """Where a picture lies on the counter, whose middle is the origin."""
    width, height = found.width() * image.scale, found.height() * image.scale
    return QRectF(
        QPointF(image.x - width / 2, image.y - height / 2), QPointF(image.x + width / 2, image.y + height / 2)
    )


def _reduced(found: QImage, spot: QRectF, scale: float) -> QImage:
    """The picture, made smaller well if it will be painted much smaller."""
    width = max(1, round(spot.width() * scale))
    if found.width() <= 1.5 * width:
        return found
    return found.scaledToWidth(width, Qt.TransformationMode.SmoothTransformation)


def _encoded(drawn: Drawn, step: int) -> bytes:
    """A picture as PNG, or as JPEG if that is shorter and nothing shows through."""
    edge, image = EDGES_PX[step][drawn.is_card], drawn.image
    if max(image.width(), image.height()) > edge:
        keep, smooth = Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
        image = image.scaled(QSize(edge, edge), keep, smooth)
    png = encoded(image, "PNG")
    if not drawn.is_opaque:
        return png
    jpeg = encoded(image.convertToFormat(QImage.Format.Format_RGB32), "JPG", JPEG_QUALITY)
    return jpeg if jpeg and len(jpeg) < len(png) else png
