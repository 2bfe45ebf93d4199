"""Draws the face of a counter at an exact size in pixels."""

from __future__ import annotations

from collections import OrderedDict
from math import cos, radians, sin
from typing import Final

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QLinearGradient, QPainter, QPen, QPixmap, QPolygonF

from app.map.counters.short_names import shorter_names
from app.map.counters.unit_symbols import paint_symbol
from app.map.own_pictures import paint_inside, picture

_MOST_FACES: Final = 4096
LEGIBLE: Final = 34
"""Counter size in pixels from which names and ratings are drawn."""
DISCERNIBLE: Final = 12
"""Counter size in pixels from which the symbol is drawn."""
FACING_FROM: Final = 16
_SIZE_MARKS: Final = {
    "army": "XXXX",
    "corps": "XXX",
    "division": "XX",
    "brigade": "X",
    "regiment": "III",
    "battalion": "II",
    "company": "I",
    "battery": "I",
    "platoon": "•••",
    "section": "••",
    "squad": "•",
    "group": "G",
}
_STRIPES: Final = ("#d9b13b", "#b5533c", "#4d7ea8", "#5f8f5a", "#8a6aa8", "#c9783a", "#3f8f8a", "#a34f74")
_STATUS_COLOURS: Final = (
    ("disrupted isolated out no shattered routed broken suppressed shaken cut surrounded halted", "#b3261e"),
    ("moved fought attacker attacked activated used spent reacted fired stopped", "#5c564c"),
    ("entrenched dug prepared fortified cover reserve concealed hidden", "#2f6b3a"),
)
"""Colours of bad, spent and protective statuses; others get one of `_OTHER_STATUSES`."""
_OTHER_STATUSES: Final = ("#8a5a00", "#345f8c", "#6b3f86")
_HIDDEN: Final = ("concealed", "hidden")
MOST_PIPS: Final = 4
"""Steps shown as pips; more are written as a fraction."""
MOST_TAGS: Final = 3
LEAST_RATINGS: Final = 0.45
"""Smallest factor for the text size of ratings before they are shortened."""


class Face(Struct, frozen=True):
    """Everything visible on a counter; equal faces share one pixmap."""

    colour: str
    name: str = ""
    symbol: str = ""
    size: str = ""
    formation: str = ""
    ratings: tuple[str, ...] = ()
    steps: int = 1
    full_steps: int = 1
    statuses: tuple[str, ...] = ()
    facing: int | None = None
    known: bool = True
    picture: str = ""
    """The key of a picture that takes the place of the symbol."""
    is_whole: bool = False
    """Is the picture the whole face?"""

    def at(self, edge: int) -> Face:
        """The part of the face visible at this size, so that small counters share pixmaps."""
        if edge >= LEGIBLE:
            return self
        if edge >= DISCERNIBLE:
            return Face(
                self.colour,
                symbol=self.symbol,
                formation=self.formation,
                full_steps=2 if self.is_reduced else 1,
                statuses=self.statuses[:1],
                facing=self.facing if edge >= FACING_FROM else None,
                known=self.known,
                picture=self.picture,
                is_whole=self.is_whole,
            )
        return Face(self.colour)

    def sign(self, edge: int) -> object:
        """A key of the face at this size, faster to compare than the face."""
        if edge >= LEGIBLE:
            return self
        if edge < DISCERNIBLE:
            return self.colour
        facing = self.facing if edge >= FACING_FROM else None
        status = self.statuses[:1]
        return (
            self.colour,
            self.symbol,
            self.formation,
            self.steps < self.full_steps,
            status,
            facing,
            self.known,
            self.picture,
            self.is_whole,
        )

    @property
    def is_reduced(self) -> bool:
        """Whether it has lost steps."""
        return self.steps < self.full_steps


def ink_on(colour: QColor) -> QColor:
    """Black or white, whichever is more readable on this colour."""
    bright = 0.299 * colour.redF() + 0.587 * colour.greenF() + 0.114 * colour.blueF()
    return QColor("#17140f") if bright > 0.56 else QColor("#fdfaf2")


def size_mark(size: str) -> str:
    """The echelon mark above the symbol; a game may also give the mark itself."""
    return _SIZE_MARKS.get(size.lower(), size if len(size) <= 4 else "")


class CounterArt:
    """A cache of faces as pixmaps."""

    def __init__(self) -> None:
        self._faces: OrderedDict[tuple[Face, int, bool], QPixmap] = OrderedDict()

    def has(self, face: Face, edge: int, flat_top: bool = True) -> bool:
        """Whether the pixmap is cached."""
        return (face, edge, flat_top) in self._faces

    def pixmap(self, face: Face, edge: int, flat_top: bool = True) -> QPixmap:
        """The face at this size; `flat_top` defines the direction of facing 0."""
        key = (face, edge, flat_top)
        found = self._faces.get(key)
        if found is None:
            found = self._faces[key] = draw_face(face, edge, flat_top)
            if len(self._faces) > _MOST_FACES:
                self._faces.popitem(last=False)
        else:
            self._faces.move_to_end(key)
        return found


def draw_face(face: Face, edge: int, flat_top: bool) -> QPixmap:
    """Draw a counter; small ones have only colour and symbol, the smallest only colour."""
    pixmap = QPixmap(edge, edge)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    paint_face(painter, face, edge, flat_top)
    painter.end()
    return pixmap


def paint_face(painter: QPainter, face: Face, edge: int, flat_top: bool) -> None:
    """Draw a counter with this painter; its origin is the upper left corner of the counter."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _draw_card(painter, face, edge)
    if not face.known:
        _draw_ghost(painter, face, edge)
    elif face.is_whole and edge >= DISCERNIBLE and not picture(face.picture).isNull():
        _draw_whole_picture(painter, face, edge)
    elif edge >= LEGIBLE:
        _draw_full(painter, face, edge)
    elif edge >= DISCERNIBLE:
        box = QRectF(edge * 0.17, edge * 0.27, edge * 0.66, edge * 0.46)
        _draw_symbol(painter, face, box, edge * 0.1)
        if face.statuses:
            painter.setPen(QPen(QColor("#fdfaf2"), 1))
            painter.setBrush(status_colour(face.statuses[0]))
            painter.drawEllipse(QPointF(edge * 0.17, edge * 0.19), edge * 0.13, edge * 0.13)
    if face.known and face.facing is not None and edge >= FACING_FROM:
        _draw_facing(painter, face.facing, edge, flat_top)


def _draw_card(painter: QPainter, face: Face, edge: int) -> None:
    base = QColor(face.colour)
    rect = QRectF(0.5, 0.5, edge - 1, edge - 1)
    round_off = edge * 0.07
    if edge < DISCERNIBLE:
        painter.fillRect(QRectF(0, 0, edge, edge), base)
        return
    if not face.known:
        base.setAlpha(178)
    sheen = QLinearGradient(0, 0, edge * 0.4, edge)
    sheen.setColorAt(0, base.lighter(114))
    sheen.setColorAt(0.45, base)
    sheen.setColorAt(1, base.darker(112))
    painter.setPen(QPen(base.darker(230), max(1.0, edge * 0.022)))
    painter.setBrush(sheen)
    painter.drawRoundedRect(rect, round_off, round_off)
    light = base.lighter(150)
    light.setAlpha(150)
    painter.setPen(QPen(light, max(1.0, edge * 0.018)))
    inset = max(1.5, edge * 0.035)
    painter.drawLine(QPointF(round_off, inset), QPointF(edge - round_off, inset))
    if face.known and face.is_reduced:
        _draw_band(painter, base, edge)
    if face.known and face.formation:
        stripe = QColor(_STRIPES[sum(map(ord, face.formation)) % len(_STRIPES)])
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(stripe)
        painter.drawRect(QRectF(edge * 0.035, edge * 0.1, edge * 0.075, edge * 0.8))


def _draw_band(painter: QPainter, base: QColor, edge: int) -> None:
    """The band across a reduced unit; light enough to keep the pips readable."""
    dark = base.lightness() < 70
    band = QColor(255, 255, 255, 58) if dark or base.lightness() > 170 else QColor(20, 14, 6, 96)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(band)
    painter.drawRect(QRectF(edge * 0.03, edge * 0.42, edge * 0.94, edge * 0.16))


def _draw_ghost(painter: QPainter, face: Face, edge: int) -> None:
    """A translucent counter whose face is unknown: its letter or a question mark."""
    ink = ink_on(QColor(face.colour))
    if edge >= DISCERNIBLE:
        _draw_dashes(painter, ink, edge)
    _write(painter, QRectF(0, 0, edge, edge), face.name or "?", 0.5 * edge, ink, bold=True)


def _draw_dashes(painter: QPainter, ink: QColor, edge: int) -> None:
    pen = QPen(ink, max(1.0, edge * 0.022))
    pen.setDashPattern([3.0, 2.2])
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    inset = max(2.0, edge * 0.05)
    painter.drawRoundedRect(
        QRectF(inset, inset, edge - 2 * inset, edge - 2 * inset), edge * 0.05, edge * 0.05
    )


def status_colour(status: str) -> QColor:
    """The colour of a status tag, by its first known word."""
    for word in status.lower().replace("-", " ").split():
        for known, colour in _STATUS_COLOURS:
            if word in known.split():
                return QColor(colour)
    return QColor(_OTHER_STATUSES[sum(map(ord, status)) % len(_OTHER_STATUSES)])


def _draw_full(painter: QPainter, face: Face, edge: int) -> None:
    ink = ink_on(QColor(face.colour))
    left = edge * (0.14 if face.formation else 0.06)
    wide = edge - left - edge * 0.06
    mark = size_mark(face.size)
    name = QRectF(left, edge * 0.035, wide, edge * 0.2)
    _write(painter, name, face.name, edge * 0.165, ink, bold=True, least=0.56)
    if mark:
        _write(painter, QRectF(left, edge * 0.215, wide, edge * 0.12), mark, edge * 0.115, ink, bold=True)
    top = 0.34 if mark else 0.275
    box = QRectF(0, edge * top, edge * 0.52, edge * (0.655 - top))
    box.moveCenter(QPointF(edge / 2 + (left - edge * 0.06) / 2, box.center().y()))
    _draw_symbol(painter, face, box, edge * 0.09)
    spot = QRectF(left, edge * 0.67, wide, edge * 0.29)
    numbers = _rating_text(face, wide, edge)
    _write(painter, spot, numbers, edge * 0.27, ink, bold=True, least=LEAST_RATINGS)
    if face.full_steps > 1:
        _draw_steps(painter, face, box, edge, ink)
    _draw_statuses(painter, face, box, edge)


def _draw_whole_picture(painter: QPainter, face: Face, edge: int) -> None:
    """The picture over the whole counter, with the tags of its statuses; the edge stays in its colour."""
    inset = max(1.0, edge * 0.03)
    paint_inside(painter, QRectF(inset, inset, edge - 2 * inset, edge - 2 * inset), picture(face.picture))
    box = QRectF(edge * 0.2, edge * 0.2, edge * 0.6, edge * 0.6)
    _draw_statuses(painter, face, box, edge)


def _draw_symbol(painter: QPainter, face: Face, box: QRectF, more: float) -> None:
    """Draw the unit symbol, or the unit's own picture in a box that is wider by `more` on each side."""
    image = picture(face.picture) if face.picture else None
    if image is None or image.isNull():
        paint_symbol(painter, box, face.symbol, QColor("#17140f"), QColor("#f6f1e3"))
        return
    painter.save()
    paint_inside(painter, box.adjusted(-more, -more * 0.5, more, more * 0.5), image)
    painter.restore()


def _rating_text(face: Face, room: float, edge: int) -> str:
    """All ratings, or only the numbers if there is too little room."""
    shown = [value for value in face.ratings[:4] if value]
    whole = "-".join(shown)
    numbers = [value for value in shown if any(map(str.isdigit, value))]
    if not numbers or fit_text(whole, room, edge * 0.27, True, LEAST_RATINGS)[1] == whole:
        return whole
    return "-".join(numbers)


def _draw_steps(painter: QPainter, face: Face, box: QRectF, edge: int, ink: QColor) -> None:
    """One pip per step to the right of the symbol, hollow if lost; many steps as a fraction."""
    x = box.right() + edge * 0.085
    if face.full_steps > MOST_PIPS:
        size, middle = edge * 0.15, box.center().y()
        spot = QRectF(x - edge * 0.085, middle - size * 1.08, edge * 0.17, size)
        _write(painter, spot, str(face.steps), size, ink, bold=True)
        painter.setPen(QPen(ink, max(0.8, edge * 0.014)))
        painter.drawLine(QPointF(spot.left(), middle), QPointF(spot.right(), middle))
        _write(painter, spot.translated(0, size * 1.16), str(face.full_steps), size, ink, bold=True)
        return
    radius = edge * 0.035
    pitch = min(edge * 0.11, box.height() / face.full_steps)
    for step in range(face.full_steps):
        y = box.center().y() + (face.full_steps - 1) * pitch / 2 - step * pitch
        painter.setPen(QPen(ink, max(0.8, edge * 0.014)))
        painter.setBrush(ink if step < face.steps else Qt.BrushStyle.NoBrush)
        painter.drawEllipse(QPointF(x, y), radius, radius)


def _draw_statuses(painter: QPainter, face: Face, box: QRectF, edge: int) -> None:
    """Tags with the first letter of each status on the left, and the number of further ones."""
    if any(word in _HIDDEN for word in face.statuses):
        _draw_dashes(painter, ink_on(QColor(face.colour)), edge)
    tags = [(status[:1].upper(), status_colour(status)) for status in face.statuses]
    if len(tags) > MOST_TAGS:
        more = len(tags) - MOST_TAGS + 1
        tags = [*tags[: MOST_TAGS - 1], (f"+{more}", QColor("#17140f"))]
    size = edge * (0.17 if len(tags) < MOST_TAGS else 0.155)
    top = box.top() - edge * (0.03 if len(tags) < MOST_TAGS else 0.13)
    for place, (letter, colour) in enumerate(tags):
        tag = QRectF(box.left() - size * 0.66, top + place * size * 1.03, size, size)
        painter.setPen(QPen(QColor("#fdfaf2"), max(0.8, edge * 0.012)))
        painter.setBrush(colour)
        painter.drawRoundedRect(tag, size * 0.25, size * 0.25)
        _write(painter, tag, letter, size * 0.78, QColor("#fdfaf2"), bold=True)


def _draw_facing(painter: QPainter, facing: int, edge: int, flat_top: bool) -> None:
    """A flat arrow head at the edge that covers neither name nor ratings."""
    turned = radians(facing % 6 * 60 + (0 if flat_top else 30))
    way = QPointF(sin(turned), -cos(turned))
    sideways = abs(way.x()) > abs(way.y())
    way /= abs(way.x() if sideways else way.y())
    deep = max(3.0, edge * (0.07 if edge >= LEGIBLE else 0.12))
    tip = QPointF(edge / 2, edge / 2) + way * (edge * 0.49)
    wide = QPointF(0, edge * 0.13) if sideways else QPointF(edge * 0.13, 0)
    foot = tip - way * deep
    painter.setPen(QPen(QColor("#17140f"), max(0.6, edge * 0.012)))
    painter.setBrush(QColor("#ffd54d"))
    painter.drawPolygon(QPolygonF([tip, foot + wide, foot - wide]))


def _write(
    painter: QPainter,
    spot: QRectF,
    text: str,
    size: float,
    ink: QColor,
    bold: bool = False,
    least: float = 0.7,
) -> None:
    """Draw text inside a rectangle: it shrinks to `least` of its size, then is elided."""
    if not text or size < 4:
        return
    font, shown = fit_text(text, spot.width(), size, bold, least)
    painter.setFont(font)
    painter.setPen(ink)
    painter.drawText(spot, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip, shown)


def fit_text(text: str, room: float, size: float, bold: bool, least: float) -> tuple[QFont, str]:
    """A font in which the text fits, and the text, in a shorter form or elided if necessary."""
    font = QFont()
    font.setFamilies(["DejaVu Sans Condensed", "Noto Sans", "DejaVu Sans"])
    font.setBold(bold)
    font.setPixelSize(max(4, round(size)))
    width = QFontMetricsF(font).horizontalAdvance(text)
    if width > room:
        smallest = max(5, int(size * least))
        font.setPixelSize(max(smallest, int(size * room / width)))
        metrics = QFontMetricsF(font)
        while font.pixelSize() > smallest and metrics.horizontalAdvance(text) > room:
            font.setPixelSize(font.pixelSize() - 1)  # Text width does not scale exactly with the font size.
            metrics = QFontMetricsF(font)
        if metrics.horizontalAdvance(text) > room:
            fits = (shorter for shorter in shorter_names(text) if metrics.horizontalAdvance(shorter) <= room)
            text = next(fits, "") or metrics.elidedText(text, Qt.TextElideMode.ElideRight, room + 1)
    return font, text
