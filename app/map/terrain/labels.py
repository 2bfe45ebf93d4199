"""Names on the map: placed once without overlaps, drawn as outlines with a halo."""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from collections.abc import Iterator, Mapping
from functools import cached_property
from math import floor
from operator import attrgetter
from typing import Final

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QTransform

from app.map.geometry import HEX_SIZE
from app.map.terrain.feature_art import houses_of
from app.map.terrain.kind_words import words_of
from app.map.terrain.line_style import line_style
from app.map.terrain.printed_map import PrintedMap
from engine.catalogue.chains import in_courses

SANS: Final = ["Noto Sans", "Open Sans", "DejaVu Sans"]
SERIF: Final = ["Noto Serif", "Source Serif 4", "DejaVu Serif"]


_LARGE: Final = 4
_SIDES_PER_NAME: Final = 28
"""Hexsides of a river per repetition of its name."""
APART: Final = 0.45
"""Minimum space between two names in one line, as a share of the text height."""
READABLE: Final = 6.5
"""Text height in pixels below which a name is enlarged, or left out."""
ENLARGED_PX: Final = 8.0
"""Text height in pixels of an enlarged name."""
MOST_ENLARGED: Final = 6.0
"""The largest factor by which a name is enlarged on a small map."""
LAST_RANK_ENLARGED: Final = 4
"""Names of higher ranks (rivers, peaks) are not enlarged."""
_LAYOUTS: Final = 4
"""Scales whose layout of names is kept."""


class LabelStyle(Struct, frozen=True):
    """The text style of a label: size in scene units; `wide` is extra letter spacing in percent."""

    size: float
    colour: str = "#221d17"
    bold: bool = False
    italic: bool = False
    serif: bool = False
    wide: int = 0
    capitals: bool = False
    rank: int = 5
    """Lower ranks are placed first."""

    def font(self) -> QFont:
        font = QFont()
        font.setFamilies(SERIF if self.serif else SANS)
        font.setPixelSize(round(self.size * _LARGE))
        font.setBold(self.bold)
        font.setItalic(self.italic)
        if self.wide:
            font.setLetterSpacing(QFont.SpacingType.PercentageSpacing, 100 + self.wide)
        return font


_LABEL_STYLES: Final = {
    "city": LabelStyle(13.5, "#2a1310", bold=True, capitals=True, rank=1),
    "capital": LabelStyle(14.5, "#2a1310", bold=True, capitals=True, rank=0),
    "town": LabelStyle(12.0, "#2a1f18", bold=True, rank=2),
    "village": LabelStyle(10.5, "#38302a", rank=4),
    "peak": LabelStyle(10.0, "#5f4426", italic=True, rank=5),
    "water": LabelStyle(15.0, "#2c6590", italic=True, serif=True, wide=22, rank=3),
    "river": LabelStyle(10.5, "#2c6590", italic=True, serif=True, wide=6, rank=6),
    "country": LabelStyle(24.0, "#8a6f8e", serif=True, wide=60, capitals=True, rank=3),
    "landscape": LabelStyle(15.0, "#6a5738", italic=True, serif=True, wide=30, capitals=True, rank=3),
    "place": LabelStyle(11.0, "#2f2720", rank=4),
}
_ALIKE: Final = {
    "sea": "water",
    "lake": "water",
    "bay": "water",
    "gulf": "water",
    "stream": "river",
    "canal": "river",
    "region": "landscape",
    "state": "country",
    "industry": "town",
    "quarter": "village",
    "forest": "landscape",
    "area": "landscape",
    "hamlet": "village",
    "mountain": "peak",
    "pass": "peak",
    "hill": "peak",
}


def label_style(kind: str) -> LabelStyle:
    """The text style for a kind of name."""
    for word in words_of(kind):
        word = _ALIKE.get(word, word)
        if word in _LABEL_STYLES:
            return _LABEL_STYLES[word]
    return _LABEL_STYLES["place"]


_LARGEST: Final = max(style.size for style in _LABEL_STYLES.values())
_SMALLEST: Final = min(style.size for style in _LABEL_STYLES.values())


class Word:
    """A placed name; the outline of its letters is created on first use."""

    def __init__(self, text: str, style: LabelStyle, rect: QRectF, factor: float = 1.0) -> None:
        self.text = text.upper() if style.capitals else text
        self.style = style
        self.rect = rect
        self.factor = factor
        """By how much it is larger than its style says."""

    def enlarged(self, factor: float, bounds: QRectF) -> Word:
        """The same name, larger, around the same middle, but not beyond the map."""
        rect = QRectF(0, 0, self.rect.width() * factor, self.rect.height() * factor)
        rect.moveCenter(self.rect.center())
        if rect.width() < bounds.width():
            rect.moveLeft(min(max(rect.left(), bounds.left()), bounds.right() - rect.width()))
        return Word(self.text, self.style, rect, factor)

    @cached_property
    def path(self) -> QPainterPath:
        """The letters, created large and scaled down for smooth outlines."""
        large = QPainterPath()
        large.addText(QPointF(0, 0), self.style.font(), self.text)
        path = QTransform.fromScale(self.factor / _LARGE, self.factor / _LARGE).map(large)
        return path.translated(self.rect.center() - path.boundingRect().center())


class _LabelRequest(Struct, frozen=True):
    """A name to be placed around an anchor."""

    text: str
    style: LabelStyle

    anchor: QPointF
    spots: tuple[tuple[float, float], ...]


_AROUND_SYMBOL: Final = (
    (0, 0.71),
    (0.2, 0.71),
    (-0.2, 0.71),
    (0, 0.95),
    (0, -0.45),
    (0.95, 0.1),
    (-0.95, 0.1),
)
_ON_THE_SPOT: Final = ((0, 0.08), (0, 0.5), (0, -0.4), (0, 0.9), (0, -0.8), (0.6, 0.5), (-0.6, 0.5), (0, 1.3))
_PLACED: Final = {
    "above": ((0, -0.55),),
    "below": ((0, 0.71),),
    "left": ((-0.95, 0.05),),
    "right": ((0.95, 0.05),),
    "centre": ((0, 0.05),),
}
"""Fixed positions chosen by the author of the map."""


def place_labels(printed_map: PrintedMap) -> Iterator[Word | None]:
    """Place every name of the map; a name without room keeps its first position. None marks a pause."""
    ranked: defaultdict[int, list[_LabelRequest]] = defaultdict(list)
    for request in _requests(printed_map):
        if request is None:
            yield None
        else:
            ranked[request.style.rank].append(request)
    chosen: list[_LabelRequest] = []
    for rank in sorted(ranked):
        chosen += sorted(ranked[rank], key=attrgetter("text"))
        yield None
    taken: defaultdict[tuple[int, int], list[QRectF]] = defaultdict(list)
    measures = {style: QFontMetricsF(style.font()) for style in _LABEL_STYLES.values()}
    for request in chosen:
        text = request.text.upper() if request.style.capitals else request.text
        width = measures[request.style].horizontalAdvance(text) / _LARGE + 4
        height = request.style.size * 1.05
        box = QRectF(request.anchor.x() - width / 2, request.anchor.y() - height / 2, width, height)
        places = [box.translated(dx * HEX_SIZE, dy * HEX_SIZE) for dx, dy in request.spots]
        apart = request.style.size * APART
        spaced = (place for place in places if not _meets(place.adjusted(-apart, 0, apart, 0), taken))
        tight = (place for place in places if not _meets(place, taken))
        rect = next(spaced, None) or next(tight, places[0])
        for cell in _cells(rect):
            taken[cell].append(rect)
        yield Word(request.text, request.style, rect)


class Lettering:
    """The names of a map, placed on first use in small steps, then found by area."""

    def __init__(self, printed_map: PrintedMap) -> None:
        self._pending = place_labels(printed_map)
        self._bounds = printed_map.geometry.bounds
        self._placed = 0
        self._words: defaultdict[tuple[int, int], dict[int, Word]] = defaultdict(dict)
        self._layouts: OrderedDict[float, _Layout] = OrderedDict()

    def can_be_read(self, scale: float) -> bool:
        """Whether any name is readable at this scale."""
        return _LARGEST * scale * MOST_ENLARGED >= READABLE

    def place(self) -> Iterator[None]:
        """Place the remaining names in small steps."""
        for word in self._pending:
            if word is not None:
                self._placed += 1
                for cell in _cells(word.rect):
                    self._words[cell][self._placed] = word
            if word is None or self._placed % 24 == 0:
                yield

    def paint(self, painter: QPainter, area: QRectF, scale: float, halo: QColor) -> None:
        """Draw the readable names that overlap this area."""
        table = self._words if scale * _SMALLEST >= READABLE else self._layout(scale).words
        words: dict[int, Word] = {}
        for cell in _cells(area):
            if cell in table:
                words |= table[cell]
        if not words:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for _, word in sorted(words.items()):
            if word.rect.intersects(area):
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(halo, 3.4 * word.factor, j=Qt.PenJoinStyle.RoundJoin))
                painter.drawPath(word.path)
                painter.fillPath(word.path, QColor(word.style.colour))

    def _layout(self, scale: float) -> _Layout:
        """The names that are shown at a small scale."""
        found = self._layouts.get(scale)
        if found is None or found.placed != self._placed:
            every: dict[int, Word] = {}
            for here in self._words.values():
                every |= here
            found = self._layouts[scale] = _Layout(every, scale, self._placed, self._bounds)
            if len(self._layouts) > _LAYOUTS:
                self._layouts.popitem(last=False)
        return found


class _Layout:
    """The names at a small scale: readable ones, and important ones enlarged where there is room."""

    def __init__(self, every: Mapping[int, Word], scale: float, placed: int, bounds: QRectF) -> None:
        self.placed = placed
        self.words: defaultdict[tuple[int, int], dict[int, Word]] = defaultdict(dict)
        taken: defaultdict[tuple[int, int], list[QRectF]] = defaultdict(list)
        ranked = sorted(every.items(), key=lambda item: (item[1].style.rank, item[0]))
        for number, word in ranked:
            if word.style.size * scale >= READABLE:
                self._add(number, word, taken)
        enlarged: set[str] = set()
        """A town of several hexes has its name once."""
        for number, word in ranked:
            factor = ENLARGED_PX / (word.style.size * scale)
            small = word.style.size * scale < READABLE
            once = word.text.casefold() not in enlarged
            if small and once and factor <= MOST_ENLARGED and word.style.rank <= LAST_RANK_ENLARGED:
                larger = word.enlarged(factor, bounds)
                if not _meets(larger.rect, taken):
                    enlarged.add(word.text.casefold())
                    self._add(number, larger, taken)

    def _add(self, number: int, word: Word, taken: defaultdict[tuple[int, int], list[QRectF]]) -> None:
        for cell in _cells(word.rect):
            taken[cell].append(word.rect)
            self.words[cell][number] = word


def _cells(rect: QRectF) -> Iterator[tuple[int, int]]:
    step = 2 * HEX_SIZE
    for column in range(floor(rect.left() / step), floor(rect.right() / step) + 1):
        for row in range(floor(rect.top() / step), floor(rect.bottom() / step) + 1):
            yield column, row


def _meets(rect: QRectF, taken: defaultdict[tuple[int, int], list[QRectF]]) -> bool:
    return any(rect.intersects(other) for cell in _cells(rect) for other in taken.get(cell, ()))


def _requests(printed_map: PrintedMap) -> Iterator[_LabelRequest | None]:
    geometry = printed_map.geometry
    for number, (hex_id, features) in enumerate(list(printed_map.features.items())):
        if number % 100 == 0:
            yield None
        for feature in features:
            if feature.name and (houses_of(feature.kind) or label_style(feature.kind).rank == 5):
                yield _LabelRequest(
                    feature.name, label_style(feature.kind), geometry.centre(hex_id), _AROUND_SYMBOL
                )
    for label in printed_map.labels:
        style = label_style(label.kind)
        symbol = label.kind in ("place", "city", "town", "village", "peak")
        usual = _AROUND_SYMBOL if symbol else _ON_THE_SPOT
        yield _LabelRequest(
            label.text, style, geometry.centre(label.hex), _PLACED.get(label.placement, usual)
        )
    yield from _river_names(printed_map)


def _river_names(printed_map: PrintedMap) -> Iterator[_LabelRequest | None]:
    """Requests for the names of rivers: next to the middle, for a long river several times."""
    courses: defaultdict[str, list[str]] = defaultdict(list)
    for number, side in enumerate(list(printed_map.hexsides)):
        if number % 400 == 0:
            yield None
        for feature in printed_map.hexsides.get(side, ()):
            if feature.name and line_style(feature.kind).group == "water":
                courses[feature.name].append(side)
    for name, sides in courses.items():
        known = [
            side for side in sides if all(part in printed_map.geometry.lattice for part in side.split("/"))
        ]
        for course in in_courses(known):
            times = len(course) // _SIDES_PER_NAME + 1 if len(course) > 1 or len(known) == 1 else 0
            for part in range(times):
                middle = printed_map.geometry.side(
                    course[len(course) * (2 * part + 1) // (2 * times)]
                ).center()
                yield _LabelRequest(
                    name, _LABEL_STYLES["river"], middle, ((0.55, 0), (-0.55, 0), (0, 0.35), (0, -0.35))
                )
